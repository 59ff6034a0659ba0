"""The tiles of a picture as rectangles with axes: centre, row direction, up, sizes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

NEIGHBOURS: Final = 3
"""Faces that say how a tile face down lies."""


@dataclass(frozen=True, slots=True, eq=False)
class Plane:
    """Geometry of N tiles, px of the picture.

    Attributes:
        quads: (N, 4, 2) corners.
        centers: (N, 2).
        along: (N, 2) unit vectors to the tile's own right, the direction of a row that it
            stands upright in.
        up: (N, 2) unit vectors to the tile's own top.
        unit: (N,) width.
        height: (N,) height, foreshortened as it is seen.
        size: (N,) the larger of both, for distances in any direction.
    """

    quads: Array
    centers: Array
    along: Array
    up: Array
    unit: Array
    height: Array
    size: Array

    def __len__(self) -> int:
        return len(self.centers)

    def half_extent(self, direction: Array) -> Array:
        """(N,) half lengths of the quads' shadows on a unit vector (2,)."""
        shadow = self.quads @ direction
        return np.asarray((shadow.max(axis=1) - shadow.min(axis=1)) / 2)


def _unit(vectors: Array) -> Array:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, 1e-9), np.float64)


def plane_of(quads: NDArray[np.float32]) -> Plane:
    """The plane of quads (N, 4, 2), each clockwise from the tile's own top left."""
    q = np.asarray(quads, np.float64).reshape(-1, 4, 2)
    right = (q[:, 1] + q[:, 2] - q[:, 0] - q[:, 3]) / 2
    up = (q[:, 0] + q[:, 1] - q[:, 2] - q[:, 3]) / 2
    width, height = np.linalg.norm(right, axis=1), np.linalg.norm(up, axis=1)
    return Plane(
        quads=q,
        centers=q.mean(axis=1),
        along=_unit(right),
        up=_unit(up),
        unit=np.maximum(width, 1e-6),
        height=np.maximum(height, 1e-6),
        size=np.maximum(1.15 * width, height),
    )


def dominant_direction(vectors: Array, weights: Array) -> Array:
    """The unit vector (2,) that most of the lines (N, 2) follow, signs ignored."""
    doubled = 2 * np.arctan2(vectors[:, 1], vectors[:, 0])
    closeness = np.cos(doubled[:, None] - doubled[None])
    support = (np.where(closeness > 0.5, closeness, 0.0) * weights[None]).sum(axis=1)
    best = int(support.argmax())
    near = closeness[best] > 0.5
    angle = np.arctan2(
        (np.sin(doubled) * weights * near).sum(), (np.cos(doubled) * weights * near).sum()
    )
    return np.array([np.cos(angle / 2), np.sin(angle / 2)])


def turned_like_neighbours(
    quads: NDArray[np.float32], backs: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """Quads (N, 4, 2) with those of backs (N,) begun at the corner that their neighbours suggest.

    A tile face down has no top of its own. Its rows run as those of the faces nearest to it do;
    where there are no faces, it is taller than wide.
    """
    turned = np.array(quads, np.float32).reshape(-1, 4, 2)
    plane = plane_of(turned)
    faces = np.flatnonzero(~backs)
    for tile in np.flatnonzero(backs):
        if len(faces):
            distance = ((plane.centers[faces] - plane.centers[tile]) ** 2).sum(axis=1)
            near = faces[np.argsort(distance)[:NEIGHBOURS]]
            lengthwise = np.abs(plane.along[near] @ plane.up[tile]).sum()
            wrong = lengthwise > np.abs(plane.along[near] @ plane.along[tile]).sum()
        else:
            wrong = plane.unit[tile] > plane.height[tile]
        if wrong:
            turned[tile] = np.roll(turned[tile], 1, axis=0)
    return turned
