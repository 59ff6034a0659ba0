"""Where the camera of a training picture stands."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from scripts.rendering.arrangement_parts import Arrangement
from scripts.rendering.camera import axes, orbiting
from scripts.rendering.scene import Body, Camera, FloatArray, PlacedTile
from scripts.rendering.truth import side_corners

SMALLEST_PX, LARGEST_PX = 11.0, 230.0


def sample_camera(
    arrangement: Arrangement, body: Body, size: tuple[int, int], rng: np.random.Generator
) -> Camera:
    """A viewpoint from which the tiles have a wanted size in px and mostly fit the picture."""
    points = outline_points(arrangement.tiles, body)
    elevation = _elevation(arrangement, rng)
    azimuth, roll = _turns(arrangement, elevation, rng)
    fov = float(rng.uniform(18, 68))
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    target = middle + np.array([*rng.normal(0, 0.3, 2), 0.0])
    where = (float(target[0]), float(target[1]), float(target[2]))
    focal = size[1] / 2 / np.tan(np.deg2rad(fov) / 2)
    fitting = fitting_distance(points, where, azimuth, elevation, roll, fov, size)
    wanted = float(np.clip(np.exp(rng.normal(np.log(50), 0.6)), SMALLEST_PX, LARGEST_PX))
    distance = max(focal / wanted, 3.0)
    if distance < fitting and rng.random() < 0.6:
        distance = fitting * float(rng.uniform(0.85, 1.2))
    elif distance < fitting and arrangement.tiles:
        aim = arrangement.tiles[int(rng.integers(len(arrangement.tiles)))].pose.centre
        where = (float(aim[0]), float(aim[1]), float(aim[2]))
    elif distance > fitting * 1.6 and rng.random() < 0.75:
        distance = fitting * float(rng.uniform(1.0, 1.7))
    distance = min(distance, focal / SMALLEST_PX)
    return orbiting(where, azimuth, elevation, distance, roll, fov, size)


def whole_camera(
    arrangement: Arrangement, body: Body, size: tuple[int, int], rng: np.random.Generator
) -> Camera:
    """A viewpoint as of a person who wants all tiles in the picture, up to 50 degrees aslant."""
    points = outline_points(arrangement.tiles, body)
    elevation, azimuth = float(rng.uniform(40, 90)), float(rng.normal(0, 8))
    roll, fov = float(rng.normal(0, 3)), float(rng.uniform(35, 68))
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    where = (float(middle[0]), float(middle[1]), float(middle[2]))
    fitting = fitting_distance(points, where, azimuth, elevation, roll, fov, size)
    distance = fitting * float(rng.uniform(1.03, 1.2))
    return orbiting(where, azimuth, elevation, distance, roll, fov, size)


def outline_points(tiles: Sequence[PlacedTile], body: Body) -> FloatArray:
    """World corners (n, 3) of all tiles, or of the middle of an empty table."""
    if not tiles:
        return np.array([[-5.0, -4, 0], [5, 4, 0.5]])
    corners = [
        side_corners(body, t.pose.rotation, t.pose.centre, face)
        for t in tiles
        for face in (True, False)
    ]
    return np.concatenate(corners)


def _elevation(arrangement: Arrangement, rng: np.random.Generator) -> float:
    if arrangement.stands:
        return float(np.clip(rng.gamma(3.0, 8.0) + 3, 5, 62))
    if rng.random() < 0.45:
        return float(rng.uniform(65, 90))
    return float(rng.uniform(22, 70))


def _turns(
    arrangement: Arrangement, elevation: float, rng: np.random.Generator
) -> tuple[float, float]:
    """Azimuth and roll in degrees; half of the pictures are nearly upright."""
    upright = rng.random() < 0.5
    azimuth = float(rng.normal(0, 12))
    roll = float(rng.normal(0, 4))
    if arrangement.kind == "four-players":
        azimuth += 90.0 * int(rng.integers(4)) if rng.random() < 0.5 else 0.0
        return azimuth, roll + (90.0 * int(rng.integers(4)) if rng.random() < 0.25 else 0.0)
    if not upright:
        if arrangement.stands:
            azimuth = float(rng.uniform(-45, 45))
            roll = float(rng.uniform(-180, 180))
        else:
            azimuth = float(rng.uniform(-180, 180))
            roll = float(rng.uniform(-180, 180)) if rng.random() < 0.5 else roll
    return azimuth, roll


def fitting_distance(
    points: FloatArray,
    target: tuple[float, float, float],
    azimuth: float,
    elevation: float,
    roll: float,
    fov: float,
    size: tuple[int, int],
) -> float:
    """The least distance from which all ``points`` are in the picture."""
    camera = orbiting(target, azimuth, elevation, 1.0, roll, fov, size)
    across, up, ahead = axes(camera)
    offsets = points - np.asarray(target)
    tan_y = np.tan(np.deg2rad(fov) / 2)
    tan_x = tan_y * size[0] / size[1]
    needed = np.maximum(np.abs(offsets @ across) / tan_x, np.abs(offsets @ up) / tan_y)
    return float((needed - offsets @ ahead).max() * 1.03)
