"""How long a tile's sides really are: a picture's local scale and tilt, from its sure tiles."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.geometry import TILE_ASPECT, quad_centers

Array = NDArray[np.float64]

WITNESSES: Final = 10
"""Tiles nearest to the one in question that say how long a side is there."""
FEWEST: Final = 3
PRIOR: Final = 0.5
"""Weight of an ordinary tile's aspect beside a witness's: tiles laid all alike do not tell it."""
LEAST_ASPECT: Final = 0.7


def misfit(quads: NDArray[np.float32], witnesses: NDArray[np.bool_], tile: int) -> float:
    """How far a quad's sides are from those of the tiles around it, as if seen from above.

    The larger of both sides' absolute logarithms: 0.2 is a side a fifth too long or too short. A
    lying tile's picture is its true form under a map that hardly changes from one tile to the next,
    whichever way it is turned: the metric that makes the witnesses' sides right is a linear fit.

    Args:
        quads: (N, 4, 2) px, clockwise.
        witnesses: (N,) tiles to compare with, corner 0 at their own top left.
        tile: index of the quad in question; any corner may be its first.

    Returns:
        The misfit, 0 where too few witnesses are there to tell.
    """
    others = np.flatnonzero(witnesses)
    others = others[others != tile]
    if len(others) < FEWEST:
        return 0.0
    centres = quad_centers(quads)
    distance = np.linalg.norm(centres[others] - centres[tile], axis=1)
    near = others[np.argsort(distance, kind="stable")[:WITNESSES]]
    wide, tall = _sides(quads)
    unit = float(np.median(np.linalg.norm(wide[near], axis=1))) or 1.0
    wide, tall = wide / unit, tall / unit
    metric, aspect = _fit(wide[near], tall[near])
    first, second = _length(wide[tile], metric), _length(tall[tile], metric)
    upright = max(abs(np.log(first)), abs(np.log(second / aspect)))
    lying = max(abs(np.log(second)), abs(np.log(first / aspect)))
    return float(min(upright, lying))


def _sides(quads: NDArray[np.float32]) -> tuple[Array, Array]:
    q = np.asarray(quads, np.float64)
    wide = (q[:, 1] + q[:, 2] - q[:, 0] - q[:, 3]) / 2
    tall = (q[:, 2] + q[:, 3] - q[:, 0] - q[:, 1]) / 2
    return wide, tall


def _fit(wide: Array, tall: Array) -> tuple[Array, float]:
    """The metric (2, 2) in which widths are 1 and corners square, and the heights' length in it."""
    n = len(wide)
    rows = np.zeros((3 * n + 1, 4))
    rows[:n, :3], rows[n : 2 * n, :3] = _products(wide, wide), _products(tall, tall)
    rows[2 * n : 3 * n, :3] = _products(wide, tall)
    rows[n : 2 * n, 3] = -1
    rows[-1, 3] = PRIOR
    wanted = np.zeros(3 * n + 1)
    wanted[:n], wanted[-1] = 1, PRIOR * TILE_ASPECT**2
    a, b, c, square = np.linalg.lstsq(rows, wanted, rcond=None)[0]
    return np.array([[a, b], [b, c]]), max(float(square), LEAST_ASPECT**2) ** 0.5


def _products(u: Array, v: Array) -> Array:
    """(N, 3) what the metric's entries a, b, c are multiplied with in the inner product."""
    return np.stack(
        [u[:, 0] * v[:, 0], u[:, 0] * v[:, 1] + u[:, 1] * v[:, 0], u[:, 1] * v[:, 1]], axis=1
    )


def _length(side: Array, metric: Array) -> float:
    square = float(side @ metric @ side)
    return max(square, 1e-6) ** 0.5
