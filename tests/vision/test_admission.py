"""What lies in a row of tiles as one of them stays in the reading, though nobody knows its face."""

from __future__ import annotations

import numpy as np
import pytest
from made_tiles import SURE, UNKNOWN, probabilities_of, tile
from numpy.typing import NDArray

from vision.admission import admitted, beside_clear_ones, in_line, known, opinions
from vision.reading import LABELS

Array = NDArray[np.float32]


NOTHING = probabilities_of(_6z=0.3, _1s=0.2, none=0.4)


@pytest.mark.parametrize(
    ("stranger", "probabilities", "score", "is_tile"),
    [
        (tile(90), UNKNOWN, 0.9, True),
        (tile(90 + 40), UNKNOWN, 0.9, True),  # a gap between two sets
        (tile(90, degrees=180), UNKNOWN, 0.9, True),
        (tile(90), NOTHING, 0.9, False),
        (tile(90), UNKNOWN, 0.5, False),  # the finder is not sure either
        (tile(90, width=22), UNKNOWN, 0.9, False),  # a die beside the row
        (tile(90, degrees=25), UNKNOWN, 0.9, False),
        (tile(90, y=20), UNKNOWN, 0.9, False),  # between two rows
        (tile(300), UNKNOWN, 0.9, False),  # far away
        (tile(60, y=41), UNKNOWN, 0.9, True),  # in the next row of a tray
    ],
)
def test_company(stranger: Array, probabilities: Array, score: float, is_tile: bool) -> None:
    quads = np.stack([tile(0), tile(30), tile(60), stranger])
    scores = np.array([0.9, 0.9, 0.9, score], np.float32)
    seen = np.stack([SURE, SURE, SURE, probabilities])
    assert admitted(quads, scores, seen).tolist() == [True, True, True, is_tile]


def test_unknown_tiles_vouch_for_the_next() -> None:
    quads = np.stack([tile(30 * i) for i in range(7)])
    seen = np.stack([SURE] * 3 + [UNKNOWN] * 4)
    assert admitted(quads, np.full(7, 0.9, np.float32), seen).all()


def test_without_sure_tiles_nothing_is_company() -> None:
    quads = np.stack([tile(30 * i) for i in range(4)])
    seen = np.stack([SURE, SURE, UNKNOWN, UNKNOWN])
    assert admitted(quads, np.full(4, 0.9, np.float32), seen).tolist() == [True, True, False, False]


def test_nothing_found() -> None:
    none = np.zeros((0, len(LABELS)), np.float32)
    assert admitted(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32), none).shape == (0,)


@pytest.mark.parametrize("degrees", [0, 30, 90, 135])
def test_a_row_may_lie_in_any_direction(degrees: float) -> None:
    turn = np.deg2rad(degrees)
    step = 30 * np.array([np.cos(turn), np.sin(turn)])
    quads = np.stack([tile(*(k * step), degrees=degrees) for k in range(3)])
    near = in_line(quads)
    assert near[0, 1]
    assert near[1, 2]
    assert not near.diagonal().any()


def test_three_alike_are_of_one_mind() -> None:
    likes = [("6z", "1s"), ("6z", "5m"), ("2p", "6z")]
    seen = np.stack([probabilities_of(**{f"_{a}": 0.45, f"_{b}": 0.4}) for a, b in likes])
    embeddings = np.array([[1, 0.0], [1, 0.1], [1, -0.1]], np.float32)
    asking = ~known(np.full(3, 0.9, np.float32), seen)
    assert asking.all()
    answer = opinions(seen, embeddings, asking)
    assert [LABELS[k] for k in answer.argmax(1)] == ["6z"] * 3
    assert np.allclose(answer.sum(1), 1, atol=1e-5)


def test_nobody_who_knows_is_talked_out_of_it() -> None:
    seen = np.stack([SURE, UNKNOWN])
    alike = np.ones((2, 4), np.float32)
    answer = opinions(seen, alike, np.array([False, True]))
    assert (answer[0] == SURE).all()
    assert LABELS[int(answer[1].argmax())] == "5p"


def test_who_looks_different_has_no_say() -> None:
    seen = np.stack([SURE, UNKNOWN])
    apart = np.array([[1, 0.0], [0, 1.0]], np.float32)
    assert np.allclose(opinions(seen, apart, np.array([False, True])), seen, atol=1e-2)


@pytest.mark.parametrize(
    ("stranger", "probabilities", "score", "is_tile"),
    [
        (tile(200, y=200, width=15), probabilities_of(_5p=0.99), 0.8, False),  # a die
        (tile(200, y=200, width=15), probabilities_of(_7p=0.99), 0.8, True),  # no die has seven
        (tile(200, y=200, width=24), probabilities_of(_5p=0.99), 0.8, True),  # a tile further away
        (tile(200, y=200, width=12), probabilities_of(_4s=0.8, _5s=0.1), 0.8, False),
        (tile(200, y=200, width=24), probabilities_of(_4s=0.8, _5s=0.1), 0.8, True),
        (tile(200, y=200, degrees=90), probabilities_of(_4s=0.8, _5s=0.1), 0.8, True),
    ],
)
def test_size(stranger: Array, probabilities: Array, score: float, is_tile: bool) -> None:
    quads = np.stack([tile(0), tile(30), tile(60), stranger])
    scores = np.array([0.9, 0.9, 0.9, score], np.float32)
    seen = np.stack([SURE, SURE, SURE, probabilities])
    assert admitted(quads, scores, seen).tolist() == [True, True, True, is_tile]


def test_size_is_judged_as_seen_from_above() -> None:
    """Under a slanting view a tile laid crosswise is neither as wide nor as tall as the others."""
    slant = np.array([[1, 0.2], [0.1, 0.5]], np.float32)
    lying = [tile(0), tile(30), tile(60), tile(200, degrees=90), tile(200, y=99, degrees=45)]
    quads = np.stack(lying) @ slant.T
    seen = np.stack([SURE] * 3 + [probabilities_of(_4s=0.8, _5s=0.1)] * 2)
    assert admitted(quads, np.full(5, 0.8, np.float32), seen).all()


BACK = probabilities_of(_0z=0.97)


@pytest.mark.parametrize(
    ("stranger", "probabilities", "is_tile"),
    [
        (tile(90), BACK, True),  # the end of a concealed four
        (tile(90), SURE, False),  # the finder would have seen a face
        (tile(90), probabilities_of(_0z=0.7, none=0.2), False),
        (tile(300), BACK, False),  # a patch of the table
    ],
)
def test_faint_backs(stranger: Array, probabilities: Array, is_tile: bool) -> None:
    quads = np.stack([tile(0), tile(30), tile(60), stranger])
    scores = np.array([0.9, 0.9, 0.9, 0.3], np.float32)
    seen = np.stack([SURE, SURE, SURE, probabilities])
    assert admitted(quads, scores, seen).tolist() == [True, True, True, is_tile]


def test_what_is_faint_and_alone_is_not_asked() -> None:
    quads = np.stack([tile(0), tile(30), tile(300)])
    assert beside_clear_ones(quads, np.float32([0.9, 0.3, 0.3])).tolist() == [True, True, False]
    assert not beside_clear_ones(quads, np.float32([0.3, 0.3, 0.3])).any()
