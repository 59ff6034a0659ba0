"""The commands that score without a camera, and the options that describe a deal."""

from __future__ import annotations

import argparse
import io
import json
from pathlib import Path
from typing import Any

import pytest
from deal_builders import a_deal

from vision.app import cli
from vision.app.commands import deal, hand
from vision.app.deal_options import deal_of, deal_options, typed_hands

WIN = "123m 456p 789s 111z 22z"


def parsed(*options: str) -> argparse.Namespace:
    return argparse.ArgumentParser(parents=[deal_options()]).parse_args(options)


def run(command: Any, *arguments: str) -> int:
    parser = cli.Parser(prog="tilescore")
    command.add_parser(parser.add_subparsers(parser_class=cli.Parser))
    name = command.__name__.rpartition(".")[2]
    args = parser.parse_args([name, *arguments])
    try:
        status: int = args.run(args)
    except cli.UserError as error:
        print(error)
        return error.status
    return status


def write(folder: Path, text: str) -> str:
    path = folder / "deals.json"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_every_option_reaches_the_deal(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text("[house]\nmahjongg = 20\nmandarins = false\n", encoding="utf-8")
    args = parsed(
        *("--rules", "limit", "--limit", "400", "--round", "south", "--table", "ESW"),
        *("--winner", "s", "--win-tile", "🀄", "--by", "discard", "--from", "W"),
        *("--last-tile", "--first-discard", "--loose-tile", "--original-hand"),
        *("--dead", "E", "--penalty", "washing:E", "--reckless", "excused"),
        *("--house-file", str(house), "--house", "mandarins=on", "--hand", "S=22p (111z)"),
    )
    assert deal_of(args) == {
        "rules": "limit",
        "limit": 400,
        "round_wind": "S",
        "table": ["E", "S", "W"],
        "winner": "S",
        "win": {
            "tile": "7z",
            "by": "discard",
            "from": "W",
            "last_tile": True,
            "first_discard": True,
            "loose_tile": True,
            "original_hand": True,
        },
        "penalties": [{"kind": "washing", "by": "E"}],
        "reckless": "excused",
        "house": {"mahjongg": "20", "mandarins": "on"},
        "players": {
            "S": {
                "concealed": ["2p", "2p"],
                "sets": [{"tiles": ["1z"] * 3, "concealed": False}],
                "flowers": [],
            },
            "E": {"dead": True},
        },
    }


def test_options_are_laid_over_a_deal() -> None:
    base = a_deal({"S": WIN}, "S", "2z", house={"mahjongg": 20})
    changed = deal_of(parsed("--by", "discard", "--house", "mandarins=off", "--dead", "E"), base)
    assert changed["win"] == {"tile": "2z", "by": "discard"}
    assert changed["house"] == {"mahjongg": 20, "mandarins": "off"}
    assert changed["players"] == {**base["players"], "E": {"dead": True}}
    assert deal_of(parsed(), base) == base
    assert deal_of(parsed("--winner", "none"), base)["winner"] is None


@pytest.mark.parametrize(
    "options",
    [
        ("--winner", "Ann"),
        ("--table", "SWN"),
        ("--limit", "-5"),
        ("--limit", "301"),
        ("--limit", "٤"),
        ("--limit", "2" * 5000),
        ("--win-tile", "5x"),
        ("--hand", "22p"),
        ("--hand", "X=22p"),
        ("--penalty", "theft:E"),
        ("--penalty", "washing:"),
        ("--house", "x=1"),
        ("--house", "mahjongg=15"),
        ("--house-file", "no such file"),
    ],
)
def test_wrong_usage_exits_with_2(options: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as end:
        parsed(*options)
    assert end.value.code == 2


def test_a_limit_too_long_is_shown_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parsed("--limit", "1" + "0" * 400)
    assert "'100000000...' is not" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["mahjongg = ", "house = 3", "mahjongg = 15"])
def test_house_files_that_cannot_be(tmp_path: Path, text: str) -> None:
    with pytest.raises(SystemExit):
        parsed("--house-file", write(tmp_path, text))


def test_a_hand_typed_wrong_points_at_the_character() -> None:
    with pytest.raises(cli.UserError, match="there is no tile 8z"):
        typed_hands(parsed("--hand", "S=8z"))


def test_hand_prints_the_settlement(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(hand, WIN, "--seat", "S", "--win-tile", "2z", "--by", "discard", "--why") == 0
    out = capsys.readouterr().out
    assert "Total                                               32" in out
    assert "East pays South     64  pays the winner, double as East" in out
    assert "one way only" in out


def test_hand_says_what_it_assumed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(hand, WIN, "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert any("drawn" in warning for warning in answer["warnings"])
    assert any("--win-tile" in warning for warning in answer["warnings"])


def test_hand_of_thirteen_and_the_winning_tile(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(hand, "123m 456p 789s 111z 2z", "--win-tile", "2z", "--winner", "S") == 0
    assert "South wins on a drawn South wind" in capsys.readouterr().out
    assert run(hand, "123m 456p 789s 111z 2z", "--win-tile", "2z", "--by", "draw") == 0
    assert "East wins on a drawn South wind" in capsys.readouterr().out


def test_options_of_the_other_part_are_not_left_out_in_silence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(hand, WIN, "--limit", "100", "--round", "S", "--json") == 0
    answer = capsys.readouterr()
    assert json.loads(answer.out)["rules"] == "no-limit"
    assert answer.err.count("counts only in Part Two") == 2
    assert run(hand, WIN, "--limit", "100", "--rules", "limit") == 0
    assert capsys.readouterr().err == ""


def test_hand_that_did_not_win(capsys: pytest.CaptureFixture[str]) -> None:
    loser = "111z 1234567899m"
    assert run(hand, loser, "--winner", "S", "--why") == 0
    assert "East: 1234567899m 111z" in capsys.readouterr().out
    assert run(hand, loser, "--winner", "none", "--json", "--rules", "limit") == 0
    assert json.loads(capsys.readouterr().out)["score"]["score"] == 8 * 4
    assert run(hand, loser) == 1
    assert run(hand, "111z", "--winner", "S", "--json") == 1
    assert "should have 13" in capsys.readouterr().out


def test_hand_waiting(capsys: pytest.CaptureFixture[str]) -> None:
    thirteen = "123m 456p 789s 111z 2z"
    assert run(hand, "--waiting", thirteen, "--visible", "2z", "--hand", "W=2z") == 0
    assert "2z   South wind          1" in capsys.readouterr().out
    assert run(hand, "--waiting", thirteen, "--json", "--winner", "none") == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["seat"], answer["waiting"][0]["tile"]) == ("E", "2z")
    assert run(hand, "--waiting", WIN, "--json") == 1
    assert json.loads(capsys.readouterr().out)["errors"][0]["code"] == "tile_count"


def test_hand_typed_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(hand, "12p 8z") == 1
    assert "    ^" in capsys.readouterr().out


def test_deal_from_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = a_deal({"S": WIN}, "S", "2z")
    assert run(deal, write(tmp_path, json.dumps(good))) == 0
    assert "South wins" in capsys.readouterr().out
    bad = {**good, "winner": "W"}
    assert run(deal, write(tmp_path, json.dumps([good, bad])), "--json") == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert lines[0]["net"]["S"] == 4 * lines[0]["players"]["S"]["score"]
    assert lines[1]["errors"]
    both = "\n".join([json.dumps(good), "", json.dumps(good)])
    assert run(deal, write(tmp_path, both), "--why") == 0
    assert "Deal 2\n" in capsys.readouterr().out


def test_deal_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    unsaid = a_deal({"S": WIN, "E": "1234567899m 111p"}, None)
    del unsaid["winner"], unsaid["win"]
    monkeypatch.setattr("sys.stdin", io.StringIO(json.dumps(unsaid)))
    assert run(deal, "-", "--win-tile", "2z", "--json", "--why") == 0
    answer = json.loads(capsys.readouterr().out)
    assert "Assumed: the winning tile was drawn" in answer["warnings"][0]
    assert answer["ways"][0]["score"] == answer["players"]["S"]["score"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        '{"rules"\n{}',
        "3",
        "[3]",
        '{"players": [1], "win": [2], "house": 3}',
        '{"players": {"S": 1, "E": {"concealed": 3}}}',
    ],
)
def test_files_that_hold_no_deal(tmp_path: Path, text: str) -> None:
    assert run(deal, write(tmp_path, text)) == 1


def test_options_are_laid_over_nonsense_without_harm(tmp_path: Path) -> None:
    path = write(tmp_path, '{"players": [1], "win": [2], "house": 3}')
    assert run(deal, path, "--win-tile", "5p", "--house", "mahjongg=20", "--dead", "S") == 1


def test_tiles_of_one_seat_given_twice(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(hand, WIN, "--hand", "E=1m") == 2
    assert "both East's tiles" in capsys.readouterr().out
    assert run(hand, WIN, "--hand", "S=1m", "--hand", "S=2m") == 2
    assert "given twice" in capsys.readouterr().out


def test_visible_without_waiting_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(hand, WIN, "--visible", "5z") == 0
    assert "--waiting" in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["[" * 100_000, "1" * 5000, "{}\n" + '{"limit": ' + "9" * 5000 + "}"]
)
def test_files_beyond_reading(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    assert run(deal, write(tmp_path, text)) == 1
    assert "too deeply or holds a number" in capsys.readouterr().out


def test_the_line_that_is_no_deal_is_named() -> None:
    with pytest.raises(cli.UserError, match="at line 3, column 2"):
        deal.parse_deals("{}\n\n{bad")


def test_a_byte_order_mark_is_no_harm() -> None:
    assert deal.parse_deals("\ufeff{}") == [{}]


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(deal, str(tmp_path / "none.json")) == 1
    assert "none.json: No such file or directory; name" in capsys.readouterr().out
    (tmp_path / "latin").write_bytes(b"\xff\xfe\xff")
    assert run(deal, str(tmp_path / "latin")) == 1


@pytest.mark.parametrize("command", ["score", "read", "deal", "hand"])
def test_help_says_what_seats_and_tiles_are_called(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        cli.main([command, "--help"])
    told = " ".join(capsys.readouterr().out.split())
    assert "SEAT is E, S, W or N" in told
    assert "1p to 9p dots" in told
    assert command == "read" or "Going out under a limit is worth 10" in told
