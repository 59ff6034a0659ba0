"""Pure plane geometry of tile quads. Points are px, origin top left, y down."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]

TILE_ASPECT = 1.35
"""Height over width of an ordinary tile's face."""


def quad_area(quads: FloatArray) -> FloatArray:
    """Signed areas (N,) of quads (N, 4, 2); positive for clockwise corners on the screen."""
    x, y = quads[..., 0], quads[..., 1]
    return 0.5 * np.sum(x * np.roll(y, -1, -1) - np.roll(x, -1, -1) * y, axis=-1)


def quad_bounds(quads: FloatArray) -> FloatArray:
    """Axis-aligned bounds (N, 4) as x0, y0, x1, y1 of quads (N, 4, 2)."""
    return np.concatenate([quads.min(axis=-2), quads.max(axis=-2)], axis=-1)


def quad_centers(quads: FloatArray) -> FloatArray:
    """Mean corners (N, 2) of quads (N, 4, 2)."""
    return quads.mean(axis=-2)


def side_lengths(quads: FloatArray) -> FloatArray:
    """Lengths (N, 4) of the sides top, right, bottom, left of quads (N, 4, 2)."""
    return np.linalg.norm(np.roll(quads, -1, -2) - quads, axis=-1)


def box_iou(a: FloatArray, b: FloatArray) -> FloatArray:
    """Intersection over union (N, M) of boxes (N, 4) and (M, 4) given as x0, y0, x1, y1."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    inter = np.prod(np.clip(high - low, 0, None), axis=-1)
    area_a = np.prod(a[:, 2:] - a[:, :2], axis=-1)
    area_b = np.prod(b[:, 2:] - b[:, :2], axis=-1)
    union = area_a[:, None] + area_b[None] - inter
    return np.asarray(inter / np.maximum(union, 1e-9), np.float32)
