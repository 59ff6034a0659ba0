"""Finds that look like tiles but are parts of tiles, told twice, or patches of the table."""

from __future__ import annotations

import numpy as np
import pytest
from made_tiles import SURE, UNKNOWN, tile
from numpy.typing import NDArray
from test_tile_colours import FELT, PAPER, Tile, beliefs, picture

from vision.rejection import (
    Finds,
    backs_of_another_set,
    cut_off_and_alone,
    part_of_another,
    rejected,
    told_twice,
)

Array = NDArray[np.float32]
IMAGE = np.zeros((480, 640, 3), np.uint8)


def _finds(*quads: Array, seen: list[Array] | None = None, scores: object = 0.9) -> Finds:
    count = len(quads)
    return Finds(IMAGE, np.stack(quads), np.full(count, scores, np.float32),
                 np.stack(seen or [SURE] * count))  # fmt: skip


def test_a_lone_tile_that_is_largely_outside_the_picture_is_not_told() -> None:
    quads = [q + np.float32([0, 50]) for q in
             (tile(2), tile(11, y=200), tile(2, y=380), tile(32, y=380))]  # fmt: skip
    assert cut_off_and_alone(_finds(*quads)).tolist() == [True, False, False, False]
    turned = [np.float32([640, 480]) - q for q in quads]
    assert cut_off_and_alone(_finds(*turned)).tolist() == [True, False, False, False]


def test_a_part_of_a_face_is_no_tile_of_its_own() -> None:
    quads = tile(0, width=90), tile(90, width=90), tile(95, y=5)
    assert part_of_another(_finds(*quads)).tolist() == [False, False, True]
    assert not part_of_another(_finds(*quads, seen=[SURE, UNKNOWN, SURE])).any()


def test_a_frame_around_tiles_does_not_swallow_them() -> None:
    quads = [tile(60, width=200), *(tile(30 * i) for i in range(4))]
    assert not part_of_another(_finds(*quads)).any()


def test_a_tile_found_twice_is_told_once() -> None:
    quads = tile(0), tile(12), tile(40), tile(60)
    scores = np.float32([0.6, 0.8, 0.7, 0.7])
    assert told_twice(_finds(*quads, scores=scores)).tolist() == [True, False, False, False]
    assert not told_twice(_finds(*quads, seen=[UNKNOWN, SURE, SURE, SURE], scores=scores)).any()


def test_all_rejections_together() -> None:
    quads = [q + np.float32([0, 100]) for q in (tile(2), tile(200), tile(212), tile(300))]
    finds = _finds(*quads, scores=np.float32([0.9, 0.6, 0.8, 0.9]))
    assert rejected(finds).tolist() == [True, True, False, False]
    assert rejected(finds.only(np.zeros(4, bool))).shape == (0,)


BLUE = (130, 70, 40)


def _odd(extra: Tile, score: float, beside: bool = False) -> bool:
    backs: list[Tile | None] = [("0z", BLUE)] * 3
    row = [extra, ("2m", PAPER)] if beside else [extra]
    image, quads, codes = picture(backs, row)
    scores = np.full(len(codes), 0.8, np.float32)
    scores[3] = score
    odd = backs_of_another_set(Finds(image, quads, scores, beliefs(codes)))
    assert not odd[:3].any()
    return bool(odd[3])


def test_a_patch_of_the_table_is_no_back() -> None:
    assert _odd(("0z", FELT), 0.55)


@pytest.mark.parametrize(
    ("tile", "score", "beside"),
    [(("0z", BLUE), 0.55, False), (("0z", FELT), 0.85, False), (("0z", FELT), 0.55, True),
     (("3m", FELT), 0.55, False)],
    ids=["of the set's colour", "seen clearly", "in a row", "a face"],
)  # fmt: skip
def test_what_stays(tile: Tile, score: float, beside: bool) -> None:
    assert not _odd(tile, score, beside)


def test_two_backs_do_not_tell_the_colour_of_a_set() -> None:
    image, quads, codes = picture([("0z", BLUE)] * 2, [("0z", FELT)])
    scores = np.array([0.8, 0.8, 0.5], np.float32)
    assert not backs_of_another_set(Finds(image, quads, scores, beliefs(codes))).any()
