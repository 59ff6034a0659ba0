"""Tiles made for tests of what counts as one: quads and what a classifier says of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.reading import LABELS

Array = NDArray[np.float32]


def tile(x: float, y: float = 0.0, width: float = 30.0, degrees: float = 0.0) -> Array:
    """(4, 2) px: the quad of a tile whose middle is at (x, y)."""
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * [width / 2, 0.675 * width]
    turn = np.deg2rad(degrees)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(half @ spin + [x, y], np.float32)


def probabilities_of(**shares: float) -> Array:
    """(44,) with these shares by code, each begun with an underscore; the rest near 0."""
    p = np.full(len(LABELS), 1e-5, np.float32)
    for code, share in shares.items():
        p[LABELS.index(code.lstrip("_"))] = share
    return np.asarray(p / p.sum(), np.float32)


SURE = probabilities_of(_5p=0.99)
UNKNOWN = probabilities_of(_6z=0.3, _1s=0.3, _5m=0.3)
