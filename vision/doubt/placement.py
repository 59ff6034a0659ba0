"""What the places of tiles tell about a reading: overlaps, holes in rows, tiles cut off."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout.plane import Array, Plane
from vision.layout.rows import Row

FEWEST_IN_ROW: Final = 4
"""Tiles of a row below which its usual distance is not known well enough to miss one."""
WHOLE: Final = 0.25
"""How far a gap may be from whole tiles, in usual distances of the row's tiles."""
MOST_MISSING: Final = 2
OUTSIDE: Final = 0.08
"""How far a corner may lie beyond the picture's edge, in tile widths: finds are that exact."""
AT_EDGE: Final = 0.06
"""Nearer to the edge than this a tile may be cut off, in tile widths ..."""
NARROWED: Final = 0.82
"""... and is where it is that much narrower than usual."""


@dataclass(frozen=True, slots=True)
class Hole:
    """Room for ``missing`` tiles between two neighbours of a row.

    ``left`` and ``right`` are indices of tiles; ``inside`` tells whether at least two tiles lie at
    either side of it, so that none of them is simply one laid apart.
    """

    left: int
    right: int
    missing: int
    inside: bool


def overlap_shares(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N, N) shared area of convex quads (N, 4, 2) relative to the smaller one; 0 with itself."""
    quads = np.asarray(quads, np.float32).reshape(-1, 4, 2)
    shares = np.zeros((len(quads), len(quads)), np.float32)
    area = np.maximum([abs(cv2.contourArea(q)) for q in quads], 1e-6)
    centres = quads.mean(axis=1)
    reach = np.linalg.norm(quads - centres[:, None], axis=2).min(axis=1)
    # Quads that share a good part of their area have centres nearer than their corners are.
    apart = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    for i, j in np.argwhere(np.triu(apart < reach[:, None] + reach[None], 1)):
        common, _ = cv2.intersectConvexConvex(quads[i], quads[j])
        shares[i, j] = shares[j, i] = common / min(area[i], area[j])
    return shares


def holes(plane: Plane, rows: Sequence[Row]) -> list[Hole]:
    """Gaps of one or two whole tiles inside rows that are otherwise laid evenly."""
    found = []
    for row in rows:
        usual = _usual_distance(plane, row) if len(row.tiles) >= FEWEST_IN_ROW else None
        if usual is None:
            continue
        for before, after, more in zip(row.runs, row.runs[1:], row.gaps[1:], strict=False):
            missing = round(more / usual)
            if 1 <= missing <= MOST_MISSING and abs(more / usual - missing) <= WHOLE:
                inside = min(len(before), len(after)) >= 2
                found.append(Hole(before[-1], after[0], missing, inside))
    return found


def _usual_distance(plane: Plane, row: Row) -> float | None:
    """The median distance of neighbours' middles inside a row's runs, in tile widths."""
    pairs = np.array([pair for run in row.runs for pair in pairwise(run)], int).reshape(-1, 2)
    if not len(pairs):
        return None
    step = np.linalg.norm(plane.centers[pairs[:, 1]] - plane.centers[pairs[:, 0]], axis=1)
    return float(np.median(step / plane.unit[pairs].mean(axis=1)))


def cut_off(plane: Plane, among: Collection[int], width: int, height: int) -> list[int]:
    """Those tiles ``among`` the plane's that the edge of the picture, px, cuts off.

    Either their quad reaches beyond it, or they lie at it and are narrower than the others.
    """
    tiles = sorted(among)
    if not tiles:
        return []
    x, y = plane.quads[tiles, :, 0], plane.quads[tiles, :, 1]
    sides: Array = np.stack([x.min(1), y.min(1), width - x.max(1), height - y.max(1)])
    room = sides.min(axis=0) / plane.unit[tiles]
    short = np.minimum(
        plane.unit[tiles] / np.median(plane.unit[tiles]),
        plane.height[tiles] / np.median(plane.height[tiles]),
    )
    cut = (room < -OUTSIDE) | ((room < AT_EDGE) & (short < NARROWED))
    return [t for t, is_cut in zip(tiles, cut, strict=True) if is_cut]
