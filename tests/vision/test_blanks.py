"""White backs of a wall are not white dragons, and white dragons stay what they are."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from vision.blanks import backs_among_blanks
from vision.grounds import Grounds
from vision.reading import LABELS

Array = NDArray[np.float32]


def _row(codes: list[str], y: float = 0.0) -> list[tuple[str, Array]]:
    corners = np.array([[-15, -20], [15, -20], [15, 20], [-15, 20]], np.float32)
    return [(code, corners + np.float32([30 * i, y])) for i, code in enumerate(codes)]


def _read(
    *rows: list[tuple[str, Array]],
    other_backs: bool = False,
    coloured_backs: bool = False,
    sure: float = 0.9,
    found: float = 0.9,
) -> list[str]:
    tiles = [tile for row in rows for tile in row]
    probabilities = np.full((len(tiles), len(LABELS)), 1e-4, np.float32)
    embeddings = np.ones((len(tiles), 4), np.float32)
    colours = np.full((len(tiles), 3), [230, 128, 133], np.float32)
    for i, (code, _) in enumerate(tiles):
        probabilities[i, LABELS.index("5z" if code == "0z" else "0z")] = 0.1
        probabilities[i, LABELS.index(code)] = sure
        if other_backs and code == "0z":
            embeddings[i] = [1, -1, 1, -1]
        if code == "0z" and coloured_backs:
            colours[i] = [110, 132, 91]
    quads = np.stack([quad for _, quad in tiles])
    scores = np.full(len(tiles), found, np.float32)
    seen = Grounds(colours, np.ones(len(tiles), bool))
    answer = backs_among_blanks(seen, quads, scores, probabilities, embeddings)
    assert np.allclose(answer.sum(1), probabilities.sum(1), atol=1e-5)
    return [LABELS[k] for k in answer.argmax(1)]


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        (["0z", "5z", "5z"], ["0z", "0z", "0z"]),  # a wall, one piece of which is known
        (["5z", "5z", "5z"], ["5z", "5z", "5z"]),  # a pung
        (["5z", "5z", "5p"], ["5z", "5z", "5p"]),  # in a hand
        (["5z"] * 5, ["0z"] * 5),  # more than there are
    ],
)
def test_a_row_of_blanks(codes: list[str], expected: list[str]) -> None:
    assert _read(_row(codes)) == expected


def test_a_concealed_four_of_white_dragons_between_coloured_backs() -> None:
    four = ["0z", "5z", "5z", "0z"]
    assert _read(_row(four), other_backs=True) == four


def test_of_too_many_the_hand_keeps_its_own() -> None:
    hand = ["1p", "5z", "5z", "2p"]
    assert _read(_row(hand), _row(["5z"] * 3, y=200)) == hand + ["0z"] * 3


@pytest.mark.parametrize(
    ("codes", "expected"),
    [
        (["5z"], ["0z"]),  # a brick of a wall that is white all round
        (["0z", "5z"], ["0z", "0z"]),  # at the end of a wall of another look
        (["5z", "5z", "5z"], ["5z", "5z", "5z"]),  # a pung
        (["1p", "5z"], ["1p", "5z"]),
    ],
)
def test_a_blank_that_is_none_too_sure(codes: list[str], expected: list[str]) -> None:
    assert _read(_row(codes), other_backs=True, sure=0.7) == expected
    assert _read(_row(codes), other_backs=True, sure=0.95) == codes


def test_where_backs_are_blue_whites_are_dragons() -> None:
    alone = [_row([code], y=200.0 * i) for i, code in enumerate(["5z", "5z", "5z", "5z", "5z"])]
    wall = _row(["0z"] * 3, y=2000)
    assert _read(*alone, wall) == ["0z"] * 8
    assert _read(*alone, wall, coloured_backs=True, sure=0.85) == ["5z"] * 5 + ["0z"] * 3
    assert _read(*alone, wall, coloured_backs=True, sure=0.85, found=0.5) == ["0z"] * 8


def test_no_blanks() -> None:
    assert _read(_row(["1p", "0z"])) == ["1p", "0z"]
