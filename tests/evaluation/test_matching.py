"""Finds against boxes, and what counts neither way, on detections made by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scripts.evaluation.matching import box_quads, match
from scripts.evaluation.truth import Photo

BOXES = np.array([[0, 0, 30, 40], [30, 0, 60, 40], [60, 0, 90, 40], [90, 0, 105, 20]], np.float32)
PHOTO = Photo(
    name="boxes/made.jpg",
    path=Path("made.jpg"),
    session="made",
    fold="A",
    kind="row_or_hand",
    source="made",
    boxes=BOXES,
    codes=("1m", "2m", "3m", "4m"),
    counts=np.array([True, True, True, False]),  # the last is a tiny tile
    ignore=np.array([[200, 0, 300, 100]], np.float32),
    backs_labelled=False,
)


def found(*boxes: tuple[float, float, float, float]) -> np.ndarray:
    return box_quads(np.array(boxes, np.float32).reshape(-1, 4))


def test_every_box_has_its_find() -> None:
    got = match(found(*BOXES.tolist()), ["1m", "2m", "3m", "4m"], PHOTO)
    assert got.pairs == {0: 0, 1: 1, 2: 2, 3: 3}
    assert (got.false, got.missed) == ((), ())


def test_a_find_that_overlaps_too_little_is_false_and_its_box_missed() -> None:
    got = match(found((0, 0, 30, 40), (45, 0, 75, 40)), ["1m", "2m"], PHOTO)
    assert (got.false, got.missed) == ((1,), (1, 2))


def test_of_two_finds_on_one_box_the_second_is_false() -> None:
    got = match(found((0, 0, 30, 40), (1, 1, 31, 41)), ["1m", "1m"], PHOTO)
    assert (got.pairs, got.false) == ({0: 0}, (1,))


def test_the_best_overlaps_pair_first() -> None:
    got = match(found((8, 0, 38, 40), (30, 0, 60, 40), (-2, 0, 28, 40)), ["1m"] * 3, PHOTO)
    assert got.pairs == {1: 1, 2: 0}


@pytest.mark.parametrize(
    ("box", "code"),
    [
        ((210, 10, 240, 50), "5p"),
        ((190, 0, 220, 40), "5p"),
        ((400, 0, 430, 40), "0z"),
        ((90, -5, 120, 35), "4m"),
    ],
    ids=["in an ignored region", "mostly in it", "an unlabelled back", "on a tile too small"],
)
def test_what_is_no_error(box: tuple[float, float, float, float], code: str) -> None:
    assert match(found(box), [code], PHOTO).false == ()


def test_a_face_elsewhere_is_an_error() -> None:
    assert match(found((400, 0, 430, 40)), ["5p"], PHOTO).false == (0,)


def test_backs_count_where_they_are_labelled() -> None:
    photo = replace(PHOTO, backs_labelled=True)
    assert match(found((400, 0, 430, 40)), ["0z"], photo).false == (0,)


def test_unlisted_tiles_are_no_errors_where_the_truth_is_not_complete() -> None:
    photo = replace(PHOTO, complete=False)
    assert match(found((400, 0, 430, 40)), ["5p"], photo).false == ()


def test_a_tiny_tile_not_found_is_not_missed() -> None:
    assert match(found(*BOXES[:3].tolist()), ["1m", "2m", "3m"], PHOTO).missed == ()


def test_no_finds_and_no_boxes() -> None:
    empty = replace(PHOTO, boxes=np.zeros((0, 4), np.float32), codes=(), counts=np.zeros(0, bool))
    assert match(found(), [], empty).missed == ()
    assert match(found((0, 0, 30, 40)), ["1m"], empty).false == (0,)
    assert match(found(), [], PHOTO).missed == (0, 1, 2)


def test_a_find_is_cut_off_where_the_picture_ends() -> None:
    outside = found((-40, 0, 30, 40))
    assert match(outside, ["1m"], PHOTO).pairs == {}
    assert match(outside, ["1m"], PHOTO, (320, 100)).pairs == {0: 0}
