"""Turned pictures, and photographers at any side of the table: the same hands, the same seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from laying import Laid, row, seated, sightings, tilted

from scripts.evaluation.samples import hand_size, sample_labels
from vision.frames import Picture, load_picture
from vision.hand_builder import build_reading
from vision.layout.options import SEATS, SIDES, LayoutOptions
from vision.reader import Reader
from vision.reading import Reading, Sighting, probabilities_of

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "datasets" / "samples"
LABELS = sample_labels(SAMPLES) if (SAMPLES / "labels.jsonl").is_file() else []
TABLES = [label for label in LABELS if len(label["players"]) > 1]
with_models = pytest.mark.skipif(
    not any((ROOT / "models").glob("*.onnx")), reason="no models in this checkout"
)
quarter_turns = pytest.mark.parametrize("turns", [1, 2, 3], ids=["90", "180", "270"])
CLOCKWISE = (cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE)
Held = tuple[Counter[str], Counter[tuple[bool, tuple[str, ...]]], Counter[str]]


def seat_at_bottom(turns: int) -> str:
    """Who sits at the lower edge when a picture with East there is turned clockwise.

    >>> seat_at_bottom(1)
    'S'
    """
    return SEATS[turns % 4]


def turned(points: np.ndarray, width: int, height: int, turns: int) -> np.ndarray:
    """Points (..., 2) of a picture that is turned clockwise by quarters."""
    for _ in range(turns):
        points = np.stack([height - points[..., 1], points[..., 0]], axis=-1)
        width, height = height, width
    return points


def by_seat(reading: Reading) -> dict[str, Held]:
    """What each seat holds, whatever the order."""
    code = {t.id: t.code for t in reading.tiles}
    return {
        p.seat: (
            Counter(code[t] for t in p.concealed),
            Counter((s.concealed, tuple(sorted(s.codes))) for s in p.sets),
            Counter(code[t] for t in p.flowers),
        )
        for p in reading.players
    }


def true_reading(label: Mapping[str, Any], turns: int) -> Reading:
    """A sample grouped from its true codes and places, turned; East sat at the bottom."""
    width, height = label["width"], label["height"]
    seen = [
        Sighting(
            turned(np.array(t["quad"]), width, height, turns).astype(np.float32),
            probabilities_of(t["code"]),
        )
        for t in label["tiles"]
    ]
    several = len(label["players"]) > 1
    return build_reading(
        seen,
        file=label["file"],
        width=(width, height)[turns % 2],
        height=(height, width)[turns % 2],
        options=LayoutOptions(seat_at_bottom(turns if several else 0), hand_size(label)),
    )


@quarter_turns
@pytest.mark.parametrize("label", LABELS, ids=[label["file"] for label in LABELS])
def test_samples_turned(label: dict[str, Any], turns: int) -> None:
    upright, reading = true_reading(label, 0), true_reading(label, turns)
    assert by_seat(reading) == by_seat(upright)
    assert reading.doubtful == ()
    if label in TABLES:
        sides = {p.seat: SIDES.index(p.side) for p in upright.players}
        assert {p.seat: (SIDES.index(p.side) + turns) % 4 for p in reading.players} == sides


FOUR_HANDS = {
    "bottom": row("555888m 22m", -7) + row("1111m", 2.5) + row("999m", 2.5, -1.6),
    "right": row("11777665p 53p", -7) + row("999p", 4.2),
    "top": row("555333z 7s", -6) + row("9999s", 2.4) + row("888s", 2.4, -1.7),
    "left": row("1122665544p", -7) + row("0z 88p 0z", 4.4),
}
"""As each sees his own, the middle of his side at 0."""


def four_at_a_table(quarters: int) -> list[Laid]:
    """Four players' tiles, seen by who stands behind the player so many seats after the first."""
    laid = []
    for side, tiles in FOUR_HANDS.items():
        place = SIDES[(SIDES.index(side) - quarters) % 4]
        laid += seated(tiles, place, 14.0)
    return laid


@pytest.mark.parametrize("tilt", [0, 25, 40])
@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_the_photographer_stands_at_any_side(quarters: int, tilt: int) -> None:
    seats = []
    for stands_at in (0, quarters):
        seen = sightings(four_at_a_table(stands_at), camera=tilted(tilt, away=60.0))
        reading = build_reading(
            seen, file="x", width=6000, height=6000, options=LayoutOptions(SEATS[stands_at])
        )
        seats.append(by_seat(reading))
    assert set(seats[0]) == set(SEATS)
    assert seats[1] == seats[0]


@pytest.mark.parametrize("roll", [-20, -10, 10, 20])
def test_a_table_held_aslant(roll: int) -> None:
    straight, aslant = (
        build_reading(
            sightings(four_at_a_table(0), roll=angle, camera=tilted(20, away=60.0)),
            file="x",
            width=6000,
            height=6000,
        )
        for angle in (0, roll)
    )
    assert by_seat(aslant) == by_seat(straight)


@pytest.fixture(scope="module")
def reader() -> Reader:
    """The shipped models."""
    return Reader.load(threads=1)


def pictures_read(reader: Reader, file: str, turns: int) -> tuple[Reading, Reading]:
    """A sample as it is, and turned with the seat at its lower edge named."""
    label = next(label for label in LABELS if label["file"].endswith(file))
    picture = load_picture(SAMPLES / label["file"], wanted_side=2000)
    image = np.ascontiguousarray(cv2.rotate(picture.image, CLOCKWISE[turns - 1]))
    size = (picture.width, picture.height)[:: -1 if turns % 2 else 1]
    again = Picture(image, *size, picture.scale, picture.file)
    seat = seat_at_bottom(turns) if label in TABLES else "E"
    return (
        reader.read(picture, LayoutOptions("E", hand_size(label))),
        reader.read(again, LayoutOptions(seat, hand_size(label))),
    )


@with_models
@quarter_turns
@pytest.mark.parametrize("file", ["sets-behind.jpg", "sets-behind-concealed-four.jpg"])
def test_pictures_of_a_hand(reader: Reader, file: str, turns: int) -> None:
    upright, reading = pictures_read(reader, file, turns)
    assert by_seat(reading) == by_seat(upright)


@pytest.mark.slow
@with_models
@quarter_turns
@pytest.mark.parametrize("file", ["table-aslant.jpg", "table-sets-behind.jpg"])
def test_pictures_of_a_table(reader: Reader, file: str, turns: int) -> None:
    """The concealed hands; tiny flowers' numbers and backs may be read otherwise when turned."""
    upright, reading = pictures_read(reader, file, turns)
    hands = [{seat: held[0] for seat, held in by_seat(r).items()} for r in (upright, reading)]
    assert set(hands[0]) == set(SEATS)
    assert hands[1] == hands[0]
