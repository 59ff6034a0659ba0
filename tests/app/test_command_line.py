"""The command as a user runs it, in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from shared import ROOT

from scoring import parse_hand, score_deal
from vision.frames import load_picture

SAMPLES = ROOT / "datasets" / "samples"
LABELS = SAMPLES / "labels.jsonl"
TRUTHS: list[dict[str, Any]] = (
    [json.loads(line) for line in LABELS.read_text(encoding="utf-8").splitlines() if line.strip()]
    if LABELS.exists()
    else []
)
with_models = pytest.mark.skipif(
    not TRUTHS or not any((ROOT / "models").glob("*.onnx")),
    reason="no models or no samples in this checkout",
)


def tilescore(*arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the command; it must never show a traceback."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "vision.app.cli", *map(str, arguments)]
    result = subprocess.run(
        command, capture_output=True, encoding="utf-8", check=False, env=env, cwd=cwd
    )
    assert "Traceback" not in result.stderr, result.stderr
    return result


class TestWithoutPictures:
    def test_help_lists_what_there_is(self) -> None:
        result = tilescore("--help")
        assert result.returncode == 0
        for command in ("score", "read", "deal", "hand"):
            assert f"\n    {command} " in result.stdout
            assert tilescore(command, "--help").returncode == 0

    @pytest.mark.parametrize(
        ("arguments", "named"),
        [
            ([], "COMMAND"),
            (["guess"], "guess"),
            (["score"], "PHOTO"),
            (["score", "x.jpg", "--seat", "Q"], "--seat"),
            (["read", "x.jpg", "--seat", "Ann"], "--seat"),
            (["score", "x.jpg", "--seats", "EE"], "--seats"),
            (["score", "x.jpg", "--seats", "ES"], "--seats"),
            (["score", "x.jpg", "--seats", "E", "--seat", "S"], "--seats"),
            (["score", "x.jpg", "--nonsense"], "tilescore score --help"),
            (["hand", "11p", "more"], "tilescore hand --help"),
            (["score", "x.jpg", "--fix", "12"], "--fix"),
            (["score", "x.jpg", "--fix", "12=5q"], "--fix"),
            (["score", "x.jpg", "--win-tile", "5q"], "--win-tile"),
            (["read", "x.jpg", "--threads", "0"], "--threads"),
            (["read", "x.jpg", "--hand-size", "many"], "--hand-size"),
        ],
    )
    def test_wrong_usage(self, arguments: list[str], named: str) -> None:
        result = tilescore(*arguments)
        assert result.returncode == 2
        assert result.stdout == ""
        assert named in result.stderr
        assert result.stderr.count("\n") == 1

    def test_a_typed_hand_is_scored(self) -> None:
        result = tilescore("hand", "22p 678s [1111z] (999m) (123p)", "--win-tile", "2p")
        assert result.returncode == 0
        assert "South pays East" in result.stdout

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
    @pytest.mark.parametrize(
        ("redirected", "said"),
        [
            ("hand 11122233344455z > /dev/full", "cannot be written"),
            ("hand 11122233344455z >&-", ""),
            ("deal - <&-", "There is no deal"),
            ("deal - --json </dev/null 2>&-", ""),
        ],
    )
    def test_streams_that_are_full_or_closed(self, redirected: str, said: str) -> None:
        command = f"{sys.executable} -m vision.app.cli {redirected}"
        result = subprocess.run(
            ["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert said in result.stderr
        assert "Traceback" not in result.stderr
        assert "tilescore:" not in result.stdout


@pytest.mark.parametrize("command", ["score", "read", "teach"])
def test_annotate_never_draws_over_a_picture(tmp_path: Path, command: str) -> None:
    photo, second = tmp_path / "a.jpg", tmp_path / "a-1.jpg"
    for path in (photo, second):
        path.write_bytes(b"a picture that must stay")
    more = ["--check"] if command == "teach" else []
    for photos in ([photo], [photo, second]):
        result = tilescore(command, *photos, "--annotate", photo, *more)
        assert result.returncode == 2
        assert "draw over" in result.stderr
        assert photo.read_bytes() == second.read_bytes() == b"a picture that must stay"


class TestPicturesThatCannotBeRead:
    @pytest.mark.parametrize("command", ["score", "read"])
    @pytest.mark.parametrize(
        ("name", "contents", "reason"),
        [
            ("empty.jpg", b"", "empty"),
            ("letter.jpg", b"Dear Sir, enclosed please find no picture.", "not a picture"),
            ("cut.jpg", b"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01", "cut short|not a picture"),
            ("missing.jpg", None, "no file"),
            ("folder", None, "is a folder"),
        ],
    )
    def test_one_sentence(
        self, tmp_path: Path, command: str, name: str, contents: bytes | None, reason: str
    ) -> None:
        path = tmp_path / name
        if contents is not None:
            path.write_bytes(contents)
        elif name == "folder":
            path.mkdir()
        result = tilescore(command, path)
        assert result.returncode == 1
        assert result.stdout == ""
        assert result.stderr.count("\n") == 1
        assert any(word in result.stderr for word in reason.split("|"))
        as_json = tilescore(command, path, "--json")
        (problem,) = json.loads(as_json.stdout)["errors"]
        assert problem["code"] == "picture"
        assert problem["message"] in as_json.stderr
        assert as_json.returncode == 1


def named(truth: dict[str, Any]) -> str:
    return str(truth["file"])


def shape(reading: dict[str, Any]) -> dict[str, Any]:
    """What two readings of one picture must agree in, whatever their tiles' ids.

    A player alone on the picture is the one whose seat ``--seat`` names, however it was held.
    """
    code = {tile["id"]: tile["code"] for tile in reading["tiles"]}
    shown = [p for p in reading["players"] if p["concealed"] or p["sets"] or p["flowers"]]
    players = {
        player["seat"] if len(shown) > 1 else "alone": {
            "concealed": Counter(code[t] for t in player["concealed"]),
            "flowers": Counter(code[t] for t in player["flowers"]),
            "sets": sorted(
                (s["kind"], s["concealed"], tuple(sorted(s["codes"]))) for s in player["sets"]
            ),
        }
        for player in shown
    }
    return {"players": players, "loose": Counter(code[t] for t in reading["loose"])}


def named_row(row: Any) -> str:
    """The file name of a row's sample."""
    return named(row)


@pytest.fixture(scope="module")
def readings() -> dict[str, dict[str, Any]]:
    """All samples read in one run, by file."""
    result = tilescore("read", "--json", *(SAMPLES / named(t) for t in TRUTHS))
    assert result.returncode == 0, result.stderr
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    return {line["image"]["file"]: line for line in lines}


@with_models
class TestSamples:
    @pytest.mark.parametrize("truth", TRUTHS, ids=named_row)
    def test_read_exactly(self, truth: dict[str, Any], readings: dict[str, dict[str, Any]]) -> None:
        reading = readings[Path(named(truth)).name]
        assert (reading["image"]["width"], reading["image"]["height"]) == (
            truth["width"],
            truth["height"],
        )
        assert shape(reading) == shape(truth)

    def test_the_same_twice(self, readings: dict[str, dict[str, Any]]) -> None:
        first = TRUTHS[0]
        again = json.loads(tilescore("read", "--json", SAMPLES / named(first)).stdout)
        before = {**readings[again["image"]["file"]]}
        for reading in (again, before):
            assert reading.pop("milliseconds")["total"] > 0
        assert again == before


def complete_hand() -> tuple[Path, str, dict[str, Any]]:
    """A sample that shows one complete hand alone: the picture, its seat, its player."""
    for truth in TRUTHS:
        players = [p for p in truth["players"] if p["concealed"] or p["sets"]]
        if len(players) == 1:
            size = len(players[0]["concealed"]) + 3 * len(players[0]["sets"])
            if size == 14:
                return SAMPLES / named(truth), players[0]["seat"], {**players[0], "truth": truth}
    pytest.fail("no sample shows one complete hand alone")


def deal_of(player: dict[str, Any], seat: str, win: dict[str, Any]) -> dict[str, Any]:
    code = {tile["id"]: tile["code"] for tile in player["truth"]["tiles"]}
    sets = [{"tiles": s["codes"], "concealed": s["concealed"]} for s in player["sets"]]
    hand = {
        "concealed": [code[t] for t in player["concealed"]],
        "sets": sets,
        "flowers": [code[t] for t in player["flowers"]],
    }
    return {"rules": "no-limit", "winner": seat, "win": win, "players": {seat: hand}}


@with_models
class TestScoring:
    def test_a_picture_is_settled_like_its_truth(self) -> None:
        photo, _, player = complete_hand()
        code = {tile["id"]: tile["code"] for tile in player["truth"]["tiles"]}
        win = {"tile": code[player["concealed"][-1]], "by": "draw"}
        result = tilescore(
            "score", photo, "--json", "--seat", "W", "--by", "draw", "--win-tile", win["tile"]
        )
        assert result.returncode == 0, result.stderr
        answer = json.loads(result.stdout)
        assert set(answer) == {"reading", "deal", "settlement"}
        expected = score_deal(deal_of(player, "W", win))
        assert answer["settlement"]["net"] == expected["net"]
        assert answer["settlement"]["players"]["W"]["score"] == expected["players"]["W"]["score"]
        assert score_deal(answer["deal"])["net"] == expected["net"]

    def test_text_shows_what_was_read_and_who_pays(self) -> None:
        photo, _, _ = complete_hand()
        result = tilescore("score", photo)
        assert result.returncode == 0, result.stderr
        assert result.stderr == ""
        assert "14 tiles read" in result.stdout or "tiles read" in result.stdout
        assert 'as typed: --hand E="' in result.stdout
        assert "pays East" in result.stdout
        assert "Net: East +" in result.stdout
        assert "Assumed: the winning tile was drawn" in result.stdout

    def test_why_names_the_rules_and_the_other_arrangements(self) -> None:
        photo, _, _ = complete_hand()
        plain, why = tilescore("score", photo), tilescore("score", photo, "--why")
        assert why.returncode == 0, why.stderr
        assert "how sure: " in why.stdout
        assert "The winner's tiles can be seen in" in why.stdout
        assert "can be seen in" not in plain.stdout
        answer = json.loads(tilescore("score", photo, "--why", "--json").stdout)
        assert set(answer) == {"reading", "deal", "settlement"}
        assert answer["settlement"]["ways"]

    def test_what_is_shown_as_typed_scores_the_same(self) -> None:
        photo, _, _ = complete_hand()
        shown = tilescore("score", photo, "--win-tile", "1m").stdout
        typed = shown.split('as typed: --hand E="')[1].split('"')[0]
        tile = parse_hand(typed).codes[0]
        options = ("--win-tile", tile, "--by", "draw", "--json")
        by_photo = json.loads(tilescore("score", photo, *options).stdout)["settlement"]
        by_hand = tilescore("score", photo, "--hand", f"E={typed}", *options)
        assert json.loads(by_hand.stdout)["settlement"]["net"] == by_photo["net"]

    def test_a_correction_counts_and_a_wrong_one_loses_nothing(self) -> None:
        photo, _, _ = complete_hand()
        before = json.loads(tilescore("read", photo, "--json").stdout)
        tile = before["players"][0]["concealed"][0]
        code = next(t["code"] for t in before["tiles"] if t["id"] == tile)
        other = "5z" if code != "5z" else "6z"
        result = tilescore("read", photo, "--json", "--fix", f"{tile}={other}", "--fix", "99=1m")
        assert result.returncode == 1
        assert "picture 1 has no tile 99" in result.stderr
        after = json.loads(result.stdout)
        assert next(t["code"] for t in after["tiles"] if t["id"] == tile) == other
        gone = json.loads(tilescore("read", photo, "--json", "--fix", f"{tile}=-").stdout)
        assert len(gone["tiles"]) == len(before["tiles"]) - 1

    def test_a_hand_that_is_not_complete_says_what_it_lacks(self) -> None:
        photo, _, _ = complete_hand()
        before = json.loads(tilescore("read", photo, "--json").stdout)
        tile = before["players"][0]["concealed"][0]
        result = tilescore("score", photo, "--fix", f"{tile}=-")
        assert result.returncode == 1
        assert "tiles read" in result.stdout
        assert "13 tiles of the 14" in result.stderr
        as_json = json.loads(tilescore("score", photo, "--json", "--fix", f"{tile}=-").stdout)
        assert as_json["errors"][0]["code"] == "incomplete_hand"
        assert as_json["reading"]["tiles"]

    def test_annotate(self, tmp_path: Path) -> None:
        photo, _, _ = complete_hand()
        out = tmp_path / "drawn.jpg"
        assert tilescore("score", photo, "--annotate", out).returncode == 0
        assert load_picture(out).width >= load_picture(photo).width
        unwritable = tilescore("score", photo, "--annotate", tmp_path / "no" / "where.jpg")
        assert unwritable.returncode == 1
        assert "pays East" in unwritable.stdout
        assert "cannot be written" in unwritable.stderr
        two = tilescore("read", photo, photo, "--annotate", tmp_path / "both.png")
        assert two.returncode == 0
        assert (tmp_path / "both-1.png").exists()
        assert (tmp_path / "both-2.png").exists()

    def test_several_pictures_are_several_deals(self, tmp_path: Path) -> None:
        photo, _, _ = complete_hand()
        bad = tmp_path / "bad.jpg"
        bad.write_bytes(b"no picture")
        result = tilescore("score", photo, bad, photo, "--json")
        assert result.returncode == 1
        first, second, third = map(json.loads, result.stdout.splitlines())
        for answer in (first, third):
            answer["settlement"].pop("warnings")  # they name the picture
        assert first["settlement"] == third["settlement"]
        assert second["errors"]

    def test_one_picture_per_seat(self) -> None:
        photo, _, _ = complete_hand()
        result = tilescore(
            *("score", photo, photo, "--seats", "WE", "--winner", "W", "--json"),
            *("--hand", "E=147m 258p 369s 1234z"),
        )
        assert result.returncode == 0, result.stderr
        answer = json.loads(result.stdout)
        assert len(answer["reading"]) == 2
        assert set(answer["deal"]["players"]) == {"W", "E"}
        assert answer["settlement"]["net"]["W"] > 0

    def test_a_picture_without_tiles(self, tmp_path: Path) -> None:
        from PIL import Image

        path = tmp_path / "table.png"
        Image.new("RGB", (800, 600), (30, 90, 50)).save(path)
        result = tilescore("score", path)
        assert result.returncode == 1
        assert "shows no Mah-Jongg tiles" in result.stderr
        assert result.stderr.count("\n") == 1
