"""Vertex tables of rounded bodies: inner corner and normal per vertex, see `shaders`."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Mesh = NDArray[np.float32]


@lru_cache(maxsize=4)
def rounded_box(steps: int = 3) -> Mesh:
    """(n, 6) float32: c and n of every triangle corner; ``steps`` per half of a rounded edge."""
    angles = np.linspace(np.pi / 4, 0, steps)
    line = [(-1.0, -a) for a in angles] + [(1.0, a) for a in angles[::-1]]
    triangles: list[list[float]] = []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            grid = [[_box_vertex(axis, sign, u, v) for v in line] for u in line]
            triangles += _triangles(grid, flip=sign < 0)
    return np.asarray(triangles, np.float32)


def _box_vertex(
    axis: int, sign: float, u: tuple[float, float], v: tuple[float, float]
) -> list[float]:
    corner, normal = np.zeros(3), np.zeros(3)
    a, b = (axis + 1) % 3, (axis + 2) % 3
    corner[[axis, a, b]] = sign, u[0], v[0]
    normal[[axis, a, b]] = sign, np.tan(u[1]), np.tan(v[1])
    return [*corner, *(normal / np.linalg.norm(normal))]


def _triangles(grid: list[list[list[float]]], flip: bool) -> list[list[float]]:
    out = []
    for i in range(len(grid) - 1):
        for j in range(len(grid[0]) - 1):
            p, q, r, s = grid[i][j], grid[i + 1][j], grid[i + 1][j + 1], grid[i][j + 1]
            out += [p, r, q, p, s, r] if flip else [p, q, r, p, r, s]
    return out


@lru_cache(maxsize=2)
def rounded_cylinder(around: int = 28, steps: int = 3) -> Mesh:
    """(n, 6) float32 of an upright cylinder with rounded rims."""
    rim = [(-1.0, a) for a in np.linspace(-np.pi / 2, 0, steps)]
    rim += [(1.0, a) for a in np.linspace(0, np.pi / 2, steps)]
    grid = []
    for t in np.linspace(0, 2 * np.pi, around + 1):
        ring = [[0.0, 0.0, -1.0, 0.0, 0.0, -1.0]]
        for level, a in rim:
            x, y = np.cos(t), np.sin(t)
            ring.append([x, y, level, np.cos(a) * x, np.cos(a) * y, np.sin(a)])
        ring.append([0.0, 0.0, 1.0, 0.0, 0.0, 1.0])
        grid.append(ring)
    return np.asarray(_triangles(grid, flip=False), np.float32)
