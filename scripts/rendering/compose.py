"""One training scene from one random generator."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from scripts.rendering.arrangement_parts import Arrangement
from scripts.rendering.arrangements import sample_arrangement
from scripts.rendering.camera import focal_px
from scripts.rendering.faces import Design
from scripts.rendering.physical import PhysicalSet, sample_set
from scripts.rendering.postprocess import Optics
from scripts.rendering.scene import Body, Camera, Clutter, Scene
from scripts.rendering.surroundings import Prints, sample_clutter, sample_lighting, sample_surface
from scripts.rendering.viewpoints import sample_camera, whole_camera


@dataclass(frozen=True, slots=True, eq=False)
class Composed:
    """A scene, the optics of its picture, and the set it shows."""

    scene: Scene
    optics: Optics


class SetShelf:
    """The physical sets of a series of pictures; keeps the most recent ones drawn."""

    def __init__(
        self, artwork: list[Design], seed: int, count: int, varied: float = 0.0, room: int = 60
    ) -> None:
        self._artwork, self._seed, self.count, self._room = artwork, seed, count, room
        self._varied = varied
        self._kept: dict[int, PhysicalSet] = {}

    def take(self, number: int) -> PhysicalSet:
        """The set ``number`` (0..count-1) of this series."""
        found = self._kept.pop(number, None)
        if found is None:
            found = sample_set(self._seed * 100_003 + number, self._artwork, varied=self._varied)
        self._kept[number] = found
        while len(self._kept) > self._room:
            self._kept.pop(next(iter(self._kept)))
        return found


def compose(
    shelf: SetShelf,
    rng: np.random.Generator,
    size: tuple[int, int],
    surfaces: tuple[Path, ...] = (),
    only: str = "",
) -> Composed:
    """A scene chosen at random; the same generator state gives the same scene.

    With a name of `MEASURED` all its scenes are of that kind, wholly in the picture, and looked
    at from above or up to 50 degrees aslant.
    """
    owned = shelf.take(int(rng.integers(shelf.count)))
    body = _slightly_other(owned.body, rng)
    arrangement = sample_arrangement(body, rng, only)
    choose = whole_camera if only else sample_camera
    camera = choose(arrangement, body, size, rng)
    extent = _extent(arrangement)
    surface, table = sample_surface(rng, extent, surfaces)
    lighting = sample_lighting(rng)
    clutter, prints = _clutter(arrangement, extent, rng)
    optics = _scaled_optics(Optics.sample(rng), focal_px(camera) / _distance(camera))
    codes = sorted({t.code for t in arrangement.tiles})
    scene = Scene(
        tiles=tuple(arrangement.tiles),
        body=body,
        faces={code: owned.face(code) for code in codes},
        surface=surface,
        lighting=lighting,
        camera=camera,
        clutter=(*arrangement.clutter, *clutter),
        clutter_textures=tuple(prints),
        parameters={
            "set": owned.name,
            "licence": owned.design.licence,
            "layout": arrangement.kind,
            "table": table,
            "tile": {
                "height": round(body.height, 3),
                "depth": round(body.depth, 3),
                "radius": round(body.radius, 3),
            },
            "camera": {
                "eye": [round(v, 3) for v in camera.eye],
                "target": [round(v, 3) for v in camera.target],
                "roll_deg": round(camera.roll_deg, 2),
                "fov_deg": round(camera.fov_deg, 2),
            },
            "lamps": len(lighting.lamps),
            "clutter": len(clutter),
            "optics": {k: _rounded(v) for k, v in optics.as_json().items()},
        },
    )
    return Composed(scene, optics)


def _rounded(value: object) -> object:
    if isinstance(value, tuple):
        return [round(float(v), 3) for v in value]
    return round(value, 3) if isinstance(value, float) else value


def _distance(camera: Camera) -> float:
    return float(np.linalg.norm(np.asarray(camera.eye) - np.asarray(camera.target)))


def _slightly_other(body: Body, rng: np.random.Generator) -> Body:
    return replace(body, gloss=float(np.clip(body.gloss + rng.normal(0, 0.05), 0.05, 1)))


def _extent(arrangement: Arrangement) -> float:
    if not arrangement.tiles:
        return 6.0
    return float(max(np.abs(t.pose.centre[:2]).max() for t in arrangement.tiles)) + 1.5


def _clutter(
    arrangement: Arrangement, extent: float, rng: np.random.Generator
) -> tuple[list[Clutter], Prints]:
    taken = [(float(t.pose.centre[0]), float(t.pose.centre[1]), 0.9) for t in arrangement.tiles]
    if arrangement.kind == "none":
        count = int(rng.integers(2, 14))
    else:
        count = int(rng.choice([0, 1, 3, 6], p=[0.4, 0.25, 0.2, 0.15]))
    return sample_clutter(rng, extent, taken, count)


def _scaled_optics(optics: Optics, tile_px: float) -> Optics:
    """Blur is limited to what leaves a tile of ``tile_px`` readable for a person."""
    most = max(0.35, tile_px * 0.028)
    return replace(
        optics,
        blur=min(optics.blur, most),
        depth_blur=min(optics.depth_blur, most * 1.6),
        motion=min(optics.motion, most * 2.5),
    )
