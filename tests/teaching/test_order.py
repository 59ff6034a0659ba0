"""The order in which tiles are laid out: rows found, kinds told by it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reading import LABELS, probabilities_of
from vision.teaching.lesson import turned_alike
from vision.teaching.order import codes_in_order, draw_order, reading_order
from vision.teaching.order_rows import ORDER, ORDER_ROWS, order_text


def read_as(codes: list[str], certainty: float = 0.95) -> np.ndarray:
    return np.stack([probabilities_of(code, certainty) for code in codes])


def test_every_kind_has_its_place() -> None:
    assert sorted(ORDER) == sorted(set(LABELS) - {"0z", "none"})
    assert len(ORDER) == len(set(ORDER)) == 42
    assert all(code in order_text() for code in ORDER)
    assert draw_order().std() > 10


@pytest.mark.parametrize(
    ("laid", "read"),
    [
        pytest.param({}, {}, id="all"),
        pytest.param({}, {"8m": "9m", "1s": "6z", "5z": "3f"}, id="misread"),
        pytest.param({"1f": None, "7m": None, "3z": None}, {}, id="some missing"),
        pytest.param({f"{n}f": None for n in range(1, 9)}, {"1s": "8f"}, id="no flowers"),
    ],
)
def test_the_order_names_the_tiles(laid: dict[str, None], read: dict[str, str]) -> None:
    codes = [code for code in ORDER if code not in laid]
    named, in_order = codes_in_order(read_as([read.get(c, c) for c in codes]), {})
    assert in_order
    assert named == codes


def test_a_kind_may_lie_there_twice() -> None:
    codes = list(ORDER)
    codes.insert(4, "4m")
    assert codes_in_order(read_as(codes), {}) == (codes, True)


def test_what_a_person_says_counts_whatever_the_place() -> None:
    codes = list(ORDER)
    named, in_order = codes_in_order(read_as(codes), {3: "9s"})
    assert in_order
    assert named == [*codes[:3], "9s", *codes[4:]]


def test_another_order_is_noticed_and_left_alone() -> None:
    codes = list(np.random.default_rng(1).permutation(list(ORDER)))
    named, in_order = codes_in_order(read_as(codes), {})
    assert not in_order
    assert named == codes


def test_nothing_seen_is_nothing_named() -> None:
    assert codes_in_order(np.zeros((0, len(LABELS)), np.float32), {})[0] == []
    assert reading_order(np.zeros((0, 4, 2), np.float32)) == []


def laid_quads(angle: float) -> tuple[np.ndarray, list[list[int]]]:
    """The documented rows seen by a camera turned by ``angle`` degrees, tiles in random order."""
    quads, rows = [], []
    for r, row in enumerate(ORDER_ROWS):
        rows.append(list(range(len(quads), len(quads) + len(row))))
        for c in range(len(row)):
            x, y = 45.0 * c, 80.0 * r + 3 * np.sin(c)
            quads.append([[x, y], [x + 42, y], [x + 42, y + 56], [x, y + 56]])
    a = np.deg2rad(angle)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    return (np.array(quads) @ turn + 600).astype(np.float32), rows


@pytest.mark.parametrize("angle", [0, 8, 90, 180, 265])
def test_rows_are_read_from_whichever_side_the_picture_was_taken(angle: float) -> None:
    quads, rows = laid_quads(angle)
    assert reading_order(quads) == rows


def test_tiles_seen_upside_down_are_turned_like_the_others() -> None:
    quads, _ = laid_quads(30)
    seen = quads.copy()
    for tile, turns in {2: 2, 11: 1, 30: 3, 40: 2}.items():
        seen[tile] = np.roll(seen[tile], turns, axis=0)
    assert np.allclose(turned_alike(seen), quads)
