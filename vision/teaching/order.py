"""The picture of the order in which tiles are taught, and which kind each tile of a photo is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import tile_name
from vision.layout.plane import plane_of
from vision.layout.rows import find_rows
from vision.reading import LABELS
from vision.teaching.order_rows import ORDER, ORDER_ROWS

AGAIN: Final = 12.0
"""Nats that a second tile of a kind costs: more than one misread, as one of each is laid out."""
SURE: Final = 0.9
ALIKE: Final = 0.7
"""Cosine from which two tiles stand the same way up."""
MISPLACED: Final = 0.2
"""Share of surely read tiles that may contradict the order before it is given up."""
_PLACES: Final = np.array([LABELS.index(code) for code in ORDER])


def draw_order() -> NDArray[np.uint8]:
    """A sheet (720, 1180, 3) uint8 BGR that shows where each kind goes."""
    wide, tall, gap = 112, 120, 14
    height, width = len(ORDER_ROWS) * (tall + gap) + 50, 9 * (wide + gap) + 46
    sheet = np.full((height, width, 3), 245, np.uint8)
    for r, row in enumerate(ORDER_ROWS):
        for c, code in enumerate(row):
            x, y = 30 + c * (wide + gap), 30 + r * (tall + gap)
            cv2.rectangle(sheet, (x, y), (x + wide, y + tall), (255, 255, 255), cv2.FILLED)
            cv2.rectangle(sheet, (x, y), (x + wide, y + tall), (120, 120, 120), 2)
            _centred(sheet, code, x + wide // 2, y + 62, 1.2, 2)
            words = tile_name(code).split(" of ")
            for line, word in enumerate(words):
                _centred(sheet, word, x + wide // 2, y + 88 + 18 * line, 0.45, 1)
    return sheet


def _centred(sheet: NDArray[np.uint8], text: str, x: int, y: int, size: float, bold: int) -> None:
    (wide, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, bold)
    place = (x - wide // 2, y)
    cv2.putText(sheet, text, place, cv2.FONT_HERSHEY_SIMPLEX, size, (30, 30, 30), bold, cv2.LINE_AA)


def reading_order(quads: NDArray[np.float32]) -> list[list[int]]:
    """Rows of tiles from top to bottom, each left to right, as they stand upright.

    ``quads`` (N, 4, 2) px start at the tiles' own top left; the picture may be taken from any side.
    """
    if not len(quads):
        return []
    plane = plane_of(quads)
    down = -plane.up[(plane.up @ plane.up.T > ALIKE).sum(axis=1).argmax()]
    right = np.array([down[1], -down[0]])
    rows = [sorted(row.tiles, key=lambda t: float(plane.centers[t] @ right)) for row in
            find_rows(plane)]  # fmt: skip
    return sorted(rows, key=lambda row: float(np.mean(plane.centers[row] @ down)))


def codes_in_order(
    probabilities: NDArray[np.float32], fixed: Mapping[int, str]
) -> tuple[list[str], bool]:
    """The kind of each tile (N,) in reading order, and whether the order was kept to.

    The likeliest kinds that follow `ORDER`, some perhaps missing or twice; where that contradicts
    too many sure readings the tiles lie in another order, and each is what it was read as.
    ``fixed`` says what some of the tiles are, whatever their place.
    """
    seen = probabilities[:, _PLACES]
    p = seen / np.maximum(seen.sum(axis=1, keepdims=True), 1e-9)
    read = [ORDER[int(k)] for k in p.argmax(axis=1)]
    codes = [fixed.get(i, code) for i, code in enumerate(read)]
    free = [i for i in range(len(codes)) if i not in fixed]
    placed = _likeliest(np.log(p[free] + 1e-4)) if free else []
    sure = [i for i in free if seen[i].max() >= SURE]
    moved = dict(zip(free, placed, strict=True))
    against = sum(ORDER[moved[i]] != read[i] for i in sure)
    if against > MISPLACED * max(len(sure), 1):
        return codes, False
    for tile, place in moved.items():
        codes[tile] = ORDER[place]
    return codes, True


def _likeliest(scores: NDArray[np.float64]) -> list[int]:
    """For rows (N, 42) of log likelihoods the best places that never go back."""
    number, kinds = scores.shape
    best = scores[0].copy()
    back = np.zeros((number, kinds), np.intp)
    for i in range(1, number):
        before = np.concatenate([[-np.inf], np.maximum.accumulate(best)[:-1]])
        source = np.concatenate([[0], _last_maximum(best)[:-1]])
        again = best - AGAIN
        back[i] = np.where(again > before, np.arange(kinds), source)
        best = np.maximum(again, before) + scores[i]
    places = [int(best.argmax())]
    for i in range(number - 1, 0, -1):
        places.append(int(back[i, places[-1]]))
    return places[::-1]


def _last_maximum(values: NDArray[np.float64]) -> NDArray[np.intp]:
    """(K,) where the running maximum was reached."""
    running = np.maximum.accumulate(values)
    fresh = np.concatenate([[True], values[1:] > running[:-1]])
    return np.asarray(np.maximum.accumulate(np.where(fresh, np.arange(len(values)), 0)))
