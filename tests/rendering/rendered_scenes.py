"""Small scenes for the tests: faces without fonts, one lamp, a grey table."""

from __future__ import annotations

import numpy as np

from scripts.rendering.camera import orbiting
from scripts.rendering.scene import (
    Body,
    Camera,
    HandPlan,
    Lamp,
    Lighting,
    PlacedTile,
    Scene,
    SetPlan,
    Surface,
)

BODY = Body(1.35, 0.7, 0.06, (0.8, 0.78, 0.7), (0.05, 0.3, 0.1), 0.4, 0.2, 0.0)


HAND = HandPlan(
    concealed=("1m", "2m", "3m", "5z", "5z"),
    sets=(
        SetPlan(("9p",) * 4, "kong", concealed=True),
        SetPlan(("4s", "5s", "6s"), "sequence"),
        SetPlan(("1z",) * 3, "pung"),
    ),
    flowers=("2f",),
    winning=4,
)


def lopsided_face() -> np.ndarray:
    """An F: neither its mirror image nor any turn of it looks the same."""
    face = np.zeros((256, 192, 4), np.uint8)
    face[30:226, 40:75] = (20, 20, 30, 255)
    face[30:65, 40:160] = (20, 20, 30, 255)
    face[110:140, 40:130] = (180, 20, 30, 255)
    return face


def overhead(distance: float = 12.0, elevation: float = 80.0, azimuth: float = 0.0) -> Camera:
    return orbiting((0.0, 0.0, 0.0), azimuth, elevation, distance, 0.0, 40.0, (480, 360))


def scene_of(tiles: list[PlacedTile], camera: Camera) -> Scene:
    lighting = Lighting(
        (0.5, 0.5, 0.5), (0.3, 0.3, 0.3), (Lamp((0.3, 0.2, 0.93), (0.5, 0.5, 0.5)),),
        (0.0, 0.0, 1.0, 1.0), 0.0, 0.5,
    )  # fmt: skip
    table = np.full((64, 64, 3), 120, np.uint8)
    return Scene(
        tiles=tuple(tiles),
        body=BODY,
        faces={t.code: lopsided_face() for t in tiles},
        surface=Surface(table, 10.0, 0.1, (50.0, 50.0), (0.1, 0.1, 0.1)),
        lighting=lighting,
        camera=camera,
    )
