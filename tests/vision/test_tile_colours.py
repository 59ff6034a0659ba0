"""Blank tiles are judged by the colour of their ground, as a person would."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.blanks import judged_by_colour
from vision.grounds import grounds
from vision.reading import LABELS

PAPER = (225, 238, 242)
SHADED_PAPER = (200, 212, 216)
BAMBOO = (70, 150, 215)
FELT = (60, 110, 40)
INK = (40, 40, 40)
WIDTH, HEIGHT = 48, 64

Colour = tuple[int, int, int]
Tile = tuple[str, Colour]
"""Code as the classifier has it, and colour. What is no blank gets some ink."""


def picture(*rows: list[Tile | None]) -> tuple[NDArray[np.uint8], NDArray[np.float32], list[str]]:
    """Rows of tiles, edge to edge, far apart from each other; None leaves a place empty."""
    columns = max(map(len, rows))
    image = np.full((len(rows) * 4 * HEIGHT, (columns + 2) * WIDTH, 3), FELT, np.uint8)
    quads, codes = [], []
    for r, row in enumerate(rows):
        for k, tile in enumerate(row):
            if tile is None:
                continue
            x, y = (k + 1) * WIDTH, r * 4 * HEIGHT + HEIGHT
            cv2.rectangle(image, (x + 1, y + 1), (x + WIDTH - 2, y + HEIGHT - 2), tile[1], -1)
            if tile[0] not in ("0z", "5z"):
                cv2.putText(image, tile[0][0], (x + 8, y + 50), 0, 1.6, INK, 6)
            quads.append([[x, y], [x + WIDTH, y], [x + WIDTH, y + HEIGHT], [x, y + HEIGHT]])
            codes.append(tile[0])
    return image, np.array(quads, np.float32), codes


def beliefs(codes: list[str], second: str = "none") -> NDArray[np.float32]:
    answer = np.full((len(codes), len(LABELS)), 1e-4, np.float32)
    for i, code in enumerate(codes):
        answer[i, LABELS.index(second)] = 0.04
        answer[i, LABELS.index(code)] = 0.95
    return answer


def _judged(*rows: list[Tile | None]) -> list[str]:
    image, quads, codes = picture(*rows)
    before = beliefs(codes)
    after = judged_by_colour(grounds(image, quads), quads, before)
    assert np.allclose(after.sum(1), before.sum(1), atol=1e-5)
    return [LABELS[k] for k in after.argmax(1)]


@pytest.mark.parametrize("colour", [PAPER, SHADED_PAPER])
def test_a_blank_of_the_faces_colour_may_be_a_white_dragon(colour: Colour) -> None:
    read = _judged([("1p", PAPER), ("0z", colour), ("3m", PAPER)])
    assert read == ["1p", "5z", "3m"]


def test_it_stays_doubtful() -> None:
    image, quads, codes = picture([("1p", PAPER), ("0z", PAPER), ("3m", PAPER)])
    assert judged_by_colour(grounds(image, quads), quads, beliefs(codes))[1].max() < 0.6


def test_a_blank_of_another_colour_is_a_back() -> None:
    read = _judged([("1p", PAPER), ("5z", BAMBOO), ("3m", PAPER)])
    assert read == ["1p", "0z", "3m"]


def test_backs_of_a_concealed_four_stay_backs() -> None:
    codes = ["0z", "3m", "3m", "0z"]
    colours = [BAMBOO, PAPER, PAPER, BAMBOO]
    assert _judged(list(zip(codes, colours, strict=True))) == codes


def test_where_walls_are_white_blanks_beside_faces_are_left_alone() -> None:
    wall: list[Tile | None] = [("0z", PAPER)] * 4
    assert _judged([("3m", PAPER), ("0z", PAPER)], wall) == ["3m", "0z", *["0z"] * 4]


def test_grounds_are_seen_between_the_ink() -> None:
    image, quads, _ = picture([("8m", PAPER), ("0z", PAPER), ("0z", BAMBOO)])
    seen = grounds(image, quads)
    assert seen.blank.tolist() == [False, True, True]
    assert np.abs(seen.colours[0] - seen.colours[1]).max() < 3
    assert seen.differences(2, np.array([0, 1]))[1] > 30
