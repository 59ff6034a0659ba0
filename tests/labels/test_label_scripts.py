"""What the scripts that measure the labelling page count."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from pathlib import Path

import flip_labels
import numpy as np
import pytest
import simulate_annotator
from simulate_annotator import Work, confirming, mistakes, naming, row_lengths, work_on

from scripts.evaluation import labels
from scripts.evaluation.matching import match
from scripts.evaluation.photographs import PhotoResult
from scripts.evaluation.running import Seen, reading_quads
from scripts.evaluation.truth import Photo
from vision.frames import Picture
from vision.labels.review import judge
from vision.reader import Reader
from vision.reading import Reading, TileReading, probabilities_of

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "datasets" / "samples"
KEYS = ROOT / "vision" / "app" / "label_page" / "static" / "keys.js"


def quad(place: int) -> tuple[tuple[float, float], ...]:
    """The tile at a place of a row."""
    x = 40.0 * place
    return ((x, 0.0), (x + 30, 0.0), (x + 30, 40.0), (x, 40.0))


def result(
    truth: tuple[str, ...],
    read: dict[int, str],
    finds: tuple[int, ...] = (),
    guesses: dict[int, str] | None = None,
) -> PhotoResult:
    """A row of true tiles, what was read by place, and where the finder saw any."""
    photo = Photo(
        name="a.jpg", path=Path("a.jpg"), session="s", fold="", kind="row", source="",
        boxes=np.array([(*quad(i)[0], *quad(i)[2]) for i in range(len(truth))], np.float32),
        codes=truth, counts=np.ones(len(truth), bool), ignore=np.zeros((0, 4), np.float32),
        backs_labelled=True,
    )  # fmt: skip
    others = guesses or {}
    tiles = tuple(
        TileReading(i, code, 0.9, quad(i), ((others[i], 0.1),) if i in others else ())
        for i, code in read.items()
    )
    reading = Reading("a.jpg", 400, 60, tiles)
    found = np.array([quad(i) for i in finds], np.float32).reshape(-1, 4, 2)
    picture = Picture(np.zeros((60, 400, 3), np.uint8), 400, 60, 1.0, "a.jpg", 0.0)
    codes = tuple(read.values())
    answer = match(reading_quads(reading), codes, photo)
    return PhotoResult(photo, Seen(picture, found, (), reading), answer, answer, truth, codes)


@pytest.fixture(scope="module")
def reader() -> Reader:
    """With the models that come along."""
    if not any((ROOT / "models").glob("*.onnx")):
        pytest.skip("no models in this checkout")
    return Reader.load(threads=1)


@pytest.mark.parametrize(
    ("seen", "wanted"),
    [
        (result(("1m", "5p"), {0: "1m", 1: "5p"}), {}),
        (result(("1m", "5p"), {0: "1m", 1: "6p"}), {"wrong code": 3}),  # choose, 5, p
        (result(("1m", "5p"), {0: "1m", 1: "6p"}, guesses={1: "5p"}), {"wrong code": 2}),
        (result(("1m", "5p"), {0: "1m", 1: "6p"}, guesses={1: "4p"}), {"wrong code": 3}),
        (result(("1m", "1z"), {0: "1m", 1: "2z"}), {"wrong code": 2}),  # choose, e
        (result(("1m", "5p"), {0: "1m", 1: "5p", 7: "9s"}), {"no tile": 1}),  # Alt and a click
        (result(("1m", "5p"), {0: "1m"}), {"missing": 5}),  # a, two clicks, 5, p
    ],
)
def test_what_a_mistake_costs(reader: Reader, seen: PhotoResult, wanted: dict[str, int]) -> None:
    assert +mistakes(reader, seen) == Counter(wanted)


@pytest.mark.parametrize(("guess", "cost"), [("5p", 1), ("6p", 3), (None, 5)])
def test_a_face_that_the_finder_saw_is_taken_by_a_click(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, guess: str | None, cost: int
) -> None:
    monkeypatch.setattr(simulate_annotator, "_guess_at", lambda *_: guess)
    seen = result(("1m", "5p"), {0: "1m"}, finds=(0, 1))
    assert mistakes(reader, seen)["missing"] == cost


def test_without_proposals_every_tile_is_drawn_and_named(reader: Reader) -> None:
    assert work_on(reader, result(("1m", "1z"), {})).scratch == (3 + 2) + (3 + 1)


def test_right_pictures_are_confirmed_six_at_a_time() -> None:
    right = Work("s", 14, mistakes=Counter(), scratch=70)
    wrong = Work("s", 14, mistakes=Counter({"missing": 5}), scratch=70)
    assert confirming([right] * 12) == 2
    assert confirming([right] * 13) == 3
    assert confirming([wrong, right]) == 2 + 1


def test_a_row_that_nobody_saw_is_drawn_at_once() -> None:
    row = [[40 * i, 0, 40 * i + 38, 50] for i in range(5)]
    assert row_lengths(np.array([*row, [0, 90, 38, 140]], np.float32)) == [5, 1]
    assert row_lengths(np.zeros((0, 4), np.float32)) == []


def test_naming_takes_the_keys_that_the_page_has() -> None:
    line = re.search(r"SINGLE = \{(.*?)\}", KEYS.read_text(encoding="utf-8"))
    assert line is not None
    codes = set(re.findall(r'"(\w+)"', line[1])) - {"none", "unknown"}
    assert codes == {f"{n}z" for n in range(8)}
    assert {naming(code) for code in codes} == {1}
    assert {naming(code) for code in ("1m", "9p", "9s", "8f")} == {2}


def test_flipped_labels_of_rendered_pictures_come_first(reader: Reader) -> None:
    photos = labels.label_photos([SAMPLES])[0][::4]
    rows, codes = flip_labels.probabilities_of(reader, photos)
    rng = np.random.default_rng(5)
    shares = [flip_labels.found_share(rows, codes, 0.05, 0.1, rng) for _ in range(20)]
    assert len(codes) > 100
    assert np.mean(shares) >= 0.95


def test_no_picture_is_measured_that_a_model_was_trained_on(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    args = argparse.Namespace(labels=[SAMPLES], every=1)
    all_of_them = flip_labels.photos_of(args, reader)
    assert {photo.session for photo in all_of_them} == {"samples"}
    monkeypatch.setattr(flip_labels, "trained_sessions", lambda _: {"samples"})
    assert flip_labels.photos_of(args, reader) == []
    assert f"{len(all_of_them)} pictures are left out" in capsys.readouterr().err


@pytest.mark.parametrize(("code", "sign"), [("5p", -1), ("6p", 1), ("unknown", -1)])
def test_judgement(code: str, sign: int) -> None:
    judgement = judge(probabilities_of("5p", 0.97), code)
    assert np.sign(judgement.suspicion) == sign
    assert (judgement.likely == "5p") == (code != "5p")


def test_the_surer_the_model_the_more_suspicious_the_label() -> None:
    suspicions = [judge(probabilities_of("5p", sure), "6p").suspicion for sure in (0.5, 0.9, 1.0)]
    assert suspicions == sorted(suspicions)
    assert np.isfinite(suspicions).all()
