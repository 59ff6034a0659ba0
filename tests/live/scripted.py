"""What the tests of the live camera share: tiles without pictures, looks without a camera."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.app.live.frame_reader import Look
from vision.app.live.gate import Verdict
from vision.app.live.tracks import Seen
from vision.reading import LABELS, probabilities_of

WIDTH, HEIGHT = 40.0, 54.0
FRAME = np.zeros((720, 1280, 3), np.uint8)


def quad_at(column: float, row: float = 0.0) -> NDArray[np.float32]:
    """The quad of the tile in some column and row, px."""
    x, y = 100 + column * (WIDTH + 2), 300 + row * (HEIGHT + 16)
    corners = [[x, y], [x + WIDTH, y], [x + WIDTH, y + HEIGHT], [x, y + HEIGHT]]
    return np.array(corners, np.float32)


def seen(code: str, column: float, row: float = 0.0, certainty: float = 0.99) -> Seen:
    """A tile as one frame shows it."""
    return Seen(quad_at(column, row), probabilities_of(code, certainty))


def row_of(codes: Sequence[str], certainty: float = 0.99) -> tuple[Seen, ...]:
    """Tiles side by side."""
    return tuple(seen(code, k, certainty=certainty) for k, code in enumerate(codes))


def split(first: str, second: str, share: float) -> NDArray[np.float32]:
    """(44,) probabilities of two codes."""
    p = np.full(len(LABELS), 1e-4, np.float32)
    p[LABELS.index(first)], p[LABELS.index(second)] = share, 1 - share
    return np.asarray(p / p.sum(), np.float32)


class Script:
    """Looks told beforehand, one a frame; the last goes on."""

    def __init__(self, looks: Sequence[Look]) -> None:
        self._looks, self._at = list(looks), 0

    def look(self, image: NDArray[np.uint8], time: float) -> Look:
        look = self._looks[min(self._at, len(self._looks) - 1)]
        self._at += 1
        return look


def still(tiles: Sequence[Seen]) -> Look:
    return Look(Verdict.STILL, tuple(tiles))


MOVING = Look(Verdict.MOVING)
ARM = Look(Verdict.ARM)
BLURRED = Look(Verdict.BLURRED)
