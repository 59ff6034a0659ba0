"""Which frames count: nothing moves among the tiles, no arm lies over them.

Works on a thumbnail's logarithm, in which light that grows or fades shifts all cells alike and a
hand shifts some. Costs about a millisecond a frame.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from enum import Enum
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import side_lengths

SIZE: Final = (160, 90)
"""Cells of the thumbnail across and down, for a picture of 16 to 9."""
DARK: Final = 16.0
"""Added before the logarithm, so that the grain of dark places stays small."""
MOVED: Final = 0.12
"""Change from one frame to the next that is motion, in the logarithm of light ..."""
CREPT: Final = 0.22
"""... and over `SLOW` frames, ..."""
CREEPS: Final = 0.04
"""... if it still goes on."""
SLOW: Final = 4
FLICKER: Final = 0.2
"""The most that a whole row may differ by itself, in the logarithm of light."""
FEWEST: Final = 4
"""Cells that must move; fewer are grain or a sparkle."""
FOREIGN: Final = 0.25
"""Difference to the table as it was from which on something lies there."""
ADOPTED_AFTER: Final = 3.0
"""Seconds after which whatever lies there still belongs to the table."""
ADAPTS: Final = 0.15
"""Share by which the memory of the table follows the light, each frame."""
ARM: Final = 1.5
"""Least size of an arm, in tile faces."""
ROOM: Final = 0.7
"""How far from the tiles motion matters, in tile heights."""
CHANGED: Final = 0.1
"""Difference since the last search from which on it is worth searching again."""

Cells = NDArray[np.float32]
Mask = NDArray[np.bool_]


class Verdict(str, Enum):
    """Whether a frame counts, and if not, why."""

    STILL = "still"
    MOVING = "moving"
    ARM = "arm"
    BLURRED = "blurred"


def cells_of(image: NDArray[np.uint8]) -> Cells:
    """The logarithm of a frame's thumbnail."""
    small = cv2.resize(image, SIZE, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.log(small.astype(np.float32) + DARK), np.float32)


def scale_of(image: NDArray[np.uint8]) -> Cells:
    """(2,) cells per px, across and down."""
    return np.array([SIZE[0] / image.shape[1], SIZE[1] / image.shape[0]], np.float32)


def difference(a: Cells, b: Cells) -> Cells:
    """(90, 160) largest difference in any colour, without what most cells or a row have in common.

    Neighbouring cells are averaged, without which the grain of dark places looks like motion; rows
    share what a lamp on the mains does to a camera that reads line by line.
    """
    delta = np.asarray(cv2.blur(a - b, (3, 3)), np.float32)
    delta -= np.median(delta[::4, ::4].reshape(-1, 3), axis=0).astype(np.float32)
    delta -= cv2.reduce(np.clip(delta, -FLICKER, FLICKER), 1, cv2.REDUCE_AVG)
    blue, green, red = cv2.split(np.abs(delta))  # max(axis=2) takes ten times as long
    return np.asarray(np.maximum(np.maximum(blue, green), red), np.float32)


class Gatekeeper:
    """Judges frame after frame; remembers the last few thumbnails and the bare table."""

    def __init__(self) -> None:
        self._recent: deque[Cells] = deque(maxlen=SLOW)
        self._table: Cells | None = None
        self._there_since = np.zeros(SIZE[::-1], np.float32)

    def judge(
        self, cells: Cells, time: float, quads: Sequence[NDArray[np.float32]], scale: Cells
    ) -> Verdict:
        """Whether a frame counts.

        Args:
            cells: from `cells_of`.
            time: when the frame was taken, s.
            quads: the tiles known so far, (4, 2) px each.
            scale: (2,) cells per px, across and down.
        """
        motion = self._motion(cells)
        self._recent.append(cells)
        tiles, near = _areas(quads, scale)
        if self._table is None or self._table.shape != cells.shape:
            self._table = cells.copy()
        foreign = self._foreign(cells, tiles, motion, time)
        if int((motion & near).sum()) >= FEWEST:
            return Verdict.MOVING
        face = max(float(tiles.sum()) / len(quads), 12.0) if quads else 80.0
        if _arm(foreign, near, ARM * face):
            return Verdict.ARM
        return Verdict.STILL

    def _motion(self, cells: Cells) -> Mask:
        if not self._recent:
            return np.zeros(SIZE[::-1], bool)
        step = difference(cells, self._recent[-1])
        if len(self._recent) < SLOW:
            return np.asarray(step > MOVED)
        crept = (step > CREEPS) & (difference(cells, self._recent[0]) > CREPT)
        return np.asarray((step > MOVED) | crept)

    def _foreign(self, cells: Cells, tiles: Mask, motion: Mask, time: float) -> Mask:
        """What differs from the table and is no tile; the memory of the table is kept up."""
        assert self._table is not None
        differs = difference(cells, self._table) > FOREIGN
        self._there_since[~differs | motion] = time
        adopted = differs & (time - self._there_since > ADOPTED_AFTER)
        self._table[adopted] = cells[adopted]
        same = ~(differs | motion)  # what an arm covers or shades is not the table
        self._table[same] += ADAPTS * (cells[same] - self._table[same])
        return differs & ~adopted & ~tiles


def _areas(quads: Sequence[NDArray[np.float32]], scale: Cells) -> tuple[Mask, Mask]:
    """The tiles' cells, and those near them; everything is near where no tile is known."""
    tiles = np.zeros(SIZE[::-1], np.uint8)
    if not quads:
        return tiles > 0, np.ones(SIZE[::-1], bool)
    cv2.fillPoly(tiles, [np.round(q * scale).astype(np.int32) for q in quads], 1)
    tall = float(np.median(side_lengths(np.stack(quads) * scale).max(1)))
    return _grown(tiles, 0.25 * tall), _grown(tiles, ROOM * tall)


def _grown(mask: NDArray[np.uint8], by: float) -> Mask:
    side = 2 * max(1, round(by)) + 1
    return np.asarray(cv2.dilate(mask, np.ones((side, side), np.uint8)) > 0)


def _arm(foreign: Mask, near: Mask, least: float) -> bool:
    """Whether something of that size reaches from the picture's edge to the tiles."""
    if not (foreign & near).any():
        return False
    _, marks, stats, _ = cv2.connectedComponentsWithStats(foreign.astype(np.uint8), connectivity=8)
    touching = np.unique(marks[near & foreign])
    wide, tall = SIZE
    for k in touching.tolist():
        x, y, w, h, area = stats[k]
        at_edge = x == 0 or y == 0 or x + w == wide or y + h == tall
        if k and at_edge and area >= least:
            return True
    return False
