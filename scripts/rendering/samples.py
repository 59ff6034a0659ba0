"""The small pictures in ``datasets/samples``: what each shows, and how to make them again."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scripts.rendering import textures
from scripts.rendering.camera import orbiting
from scripts.rendering.deals import Wall, losing_hand, table_deal, winning_hand
from scripts.rendering.drawn import drawn_design
from scripts.rendering.faces import Wear, worn
from scripts.rendering.layouts import HandStyle, place_hand
from scripts.rendering.pathtrace import PathTracer, Quality
from scripts.rendering.played_arrangements import at_side, table_radius
from scripts.rendering.poses import Sloppiness, face_down, lying
from scripts.rendering.postprocess import Optics, exposed
from scripts.rendering.raster import Rasteriser, Rendered, crevice_shade
from scripts.rendering.sample_deals import deal_of
from scripts.rendering.scene import (
    Body,
    Camera,
    HandPlan,
    Lamp,
    Lighting,
    PlacedTile,
    Rgb,
    Scene,
    Surface,
)
from scripts.rendering.truth import labels
from scripts.rendering.viewpoints import fitting_distance, outline_points

_IVORY: Rgb = (0.84, 0.79, 0.64)
_WHITE: Rgb = (0.85, 0.86, 0.86)
_BONE: Rgb = (0.78, 0.71, 0.56)
BODIES: dict[str, Body] = {
    "ivory": Body(1.34, 0.78, 0.08, _IVORY, (0.03, 0.26, 0.11), 0.42, 0.55, 0.3),
    "white": Body(1.36, 0.88, 0.10, _WHITE, (0.03, 0.13, 0.40), 0.40, 0.6, 0.3),
    "bone": Body(1.35, 0.62, 0.04, _BONE, (0.50, 0.30, 0.11), 0.50, 0.35, 0.3, 0.5),
    "print": Body(1.35, 0.56, 0.03, (0.80, 0.78, 0.72), (0.02, 0.02, 0.02), 0.9, 0.1, 0.0),
    "yellow": Body(1.33, 0.80, 0.09, (0.80, 0.68, 0.33), (0.55, 0.22, 0.04), 0.42, 0.6, 0.3),
}


@dataclass(frozen=True, slots=True)
class Sample:
    """One picture. Everything random in it follows from ``seed``."""

    name: str
    seed: int
    design: tuple[str, int]
    """Family and number of a drawn set."""
    body: str
    table: str
    """Name of a function of `textures`."""
    place: str = "behind"
    stands: bool = False
    on_table: int | None = None
    fours: int = 0
    flowers: int = 0
    players: int = 1
    wins: bool = True
    rules: str = "no-limit"
    by: str = "draw"
    elevation: float = 62.0
    azimuth: float = 0.0
    roll: float = 0.0
    width: int = 1120
    height: int = 640
    traced: bool = False
    apart: bool = False
    middle_down: bool = False
    sloppy: float = 1.0
    discards: int = 0
    wall: int = 0


def _table_of_four(name: str, seed: int, **changes: Any) -> Sample:
    base = Sample(
        name, seed, ("chinese", 0), "ivory", "felt", players=4, elevation=64, width=1440,
        height=1120, by="discard",
    )  # fmt: skip
    return replace(base, **changes)


SAMPLES: tuple[Sample, ...] = (
    Sample("hand-in-a-row", 1, ("chinese", 0), "ivory", "felt", on_table=0, height=460,
           traced=True),
    Sample("hand-standing", 2, ("chinese", 19), "white", "wood", on_table=0, stands=True,
           elevation=24, traced=True, height=420),
    Sample("harr-two-sets", 3, ("western", 24), "bone", "wood", "harr", on_table=2, traced=True),
    Sample("harr-concealed-four", 4, ("western", 25), "bone", "felt", "harr", on_table=2, fours=1,
           rules="limit"),
    Sample("harr-three-sets", 5, ("western", 24), "ivory", "plain", "harr", on_table=3, fours=2,
           by="discard"),
    Sample("harr-four-sets-flowers", 6, ("western", 25), "bone", "woven", "harr", on_table=4,
           fours=1, flowers=2, traced=True),
    Sample("sets-behind", 7, ("chinese", 13), "white", "felt", on_table=3, by="discard"),
    Sample("sets-behind-flowers", 8, ("chinese", 5), "ivory", "wood", on_table=2, flowers=2,
           traced=True),
    Sample("sets-behind-concealed-four", 9, ("chinese", 7), "white", "felt", on_table=2, fours=1,
           flowers=1, rules="limit"),
    Sample("middle-pair-down", 10, ("chinese", 12), "ivory", "speckled", on_table=2, fours=1,
           middle_down=True),
    Sample("standing-sets-behind", 11, ("chinese", 3), "yellow", "felt", on_table=2, stands=True,
           elevation=38, height=560),
    Sample("all-in-line", 12, ("chinese", 0), "white", "plain", "line", on_table=1, width=1280,
           height=420),
    Sample("printed-page", 13, ("etching", 3), "print", "plain", "harr", on_table=2, fours=1,
           elevation=86, rules="limit"),
    Sample("winning-tile-apart", 14, ("chinese", 22), "ivory", "felt", on_table=1, apart=True,
           by="discard"),
    Sample("from-the-side", 15, ("chinese", 9), "white", "wood", on_table=2, roll=90, width=760,
           height=1120),
    Sample("upside-down", 16, ("chinese", 5), "yellow", "felt", on_table=2, roll=180, flowers=1),
    Sample("not-yet-won", 17, ("chinese", 13), "ivory", "felt", on_table=1, wins=False),
    _table_of_four("table-sets-behind", 20, traced=True),
    _table_of_four("table-harr", 21, design=("western", 25), body="bone", table="wood",
                   place="harr", rules="limit"),
    _table_of_four("table-discards", 22, design=("chinese", 7), body="white", discards=16, wall=9),
    _table_of_four("table-aslant", 23, design=("chinese", 5), body="yellow", table="plain",
                   elevation=50, azimuth=8, by="draw"),
)  # fmt: skip


def _style(sample: Sample, rng: np.random.Generator) -> HandStyle:
    tidy = HandStyle.tidy(sample.place, sample.stands)
    real = sample.place in ("behind", "line")
    return replace(
        tidy,
        lean_rad=float(np.deg2rad(8)) if sample.stands else 0.0,
        sloppy=Sloppiness(*(v * sample.sloppy for v in (0.012, 0.014, 0.01))),
        set_gap=0.06 if real else 0.3,
        distance=1.5 if sample.stands else 1.3,
        disorder=0.5 if real else 0.0,
        middle_down=sample.middle_down,
        winning_apart=sample.apart,
    )


def _tiles(sample: Sample, body: Body, rng: np.random.Generator) -> list[PlacedTile]:
    wall = Wall(rng)
    style = _style(sample, rng)
    if sample.players == 4:
        return _four(sample, body, style, rng)
    deal = winning_hand if sample.wins else losing_hand
    hand: HandPlan = deal(wall, rng, sample.on_table, sample.fours, sample.flowers)
    return place_hand(body, hand, style, 0, rng)


def _four(
    sample: Sample, body: Body, style: HandStyle, rng: np.random.Generator
) -> list[PlacedTile]:
    deal = table_deal(rng)
    laid = [place_hand(body, hand, style, k, rng) for k, hand in enumerate(deal.hands)]
    radius = table_radius(laid, 8.5)
    tiles = [t for k, one in enumerate(laid) for t in at_side(one, k, radius, 0.0)]
    across = 4
    for i, code in enumerate(deal.rest[: sample.discards]):
        x, y = (i % across - 1.5) * 1.5, (i // across - 1.5) * 1.75
        turn = float(rng.uniform(0, 2 * np.pi))
        tiles.append(PlacedTile(code, lying(body, x, y, turn)))
    for i in range(sample.wall):
        pose = face_down(body, i - sample.wall / 2, (radius + 2.6 - 1.3 * body.height) / 2)
        tiles.append(PlacedTile(deal.rest[-1 - i], pose))
    return tiles


def _camera(sample: Sample, body: Body, tiles: list[PlacedTile]) -> Camera:
    points = outline_points(tiles, body)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    target = (float(middle[0]), float(middle[1]), 0.0)
    size = (sample.width, sample.height)
    view = (target, sample.azimuth, sample.elevation)
    distance = fitting_distance(points, *view, sample.roll, 32.0, size) * 1.07
    return orbiting(*view, distance, sample.roll, 32.0, size)


def _surface(sample: Sample, rng: np.random.Generator) -> Surface:
    if sample.table == "plain":
        texture = np.full((512, 512, 3), (226, 222, 212), np.uint8)
    elif sample.table == "felt":
        texture = textures.felt_of(rng, np.array([28.0, 104.0, 62.0]))
    else:
        texture = getattr(textures, sample.table)(rng)
    gloss = 0.45 if sample.table == "wood" else 0.05
    period = 70.0 if sample.table == "wood" else 26.0
    return Surface(texture, period, gloss, (200.0, 200.0), (0.1, 0.1, 0.1))


def _lighting() -> Lighting:
    lamp = np.array([-0.45, 0.35, 0.85])
    lamp /= np.linalg.norm(lamp)
    return Lighting(
        sky=(0.50, 0.52, 0.55),
        ground=(0.22, 0.21, 0.20),
        lamps=(Lamp((float(lamp[0]), float(lamp[1]), float(lamp[2])), (0.74, 0.70, 0.62), 0.012),),
        window=(9.0, 10.0, 4.0, 3.0),
        window_strength=0.0,
        occlusion=0.8,
    )


def sample_scene(sample: Sample) -> Scene:
    """The scene of ``sample``; the same every time."""
    rng = np.random.default_rng(sample.seed)
    body = BODIES[sample.body]
    design = drawn_design(sample.design[1], sample.design[0], committable_only=True)
    tiles = _tiles(sample, body, rng)
    wear = replace(Wear.none(), scale=0.94)
    codes = sorted({t.code for t in tiles})
    return Scene(
        tiles=tuple(tiles),
        body=body,
        faces={c: worn(design.face(c, rng), wear, rng) for c in codes},
        surface=_surface(sample, rng),
        lighting=_lighting(),
        camera=_camera(sample, body, tiles),
        parameters={
            "set": design.name,
            "licence": design.licence,
            "layout": sample.place if sample.players == 1 else f"four-players-{sample.place}",
            "seed": sample.seed,
            "body": sample.body,
            "table": sample.table,
            "elevation_deg": sample.elevation,
            "azimuth_deg": sample.azimuth,
            "roll_deg": sample.roll,
            "path_traced": sample.traced,
        },
    )


class SampleStudio:
    """Draws samples; the path tracer is loaded when a sample needs it."""

    def __init__(self, samples_per_pixel: int = 64) -> None:
        self._raster = Rasteriser()
        self._tracer: PathTracer | None = None
        self._samples = samples_per_pixel

    def make(self, sample: Sample) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """The picture (H, W, 3) uint8 BGR and its truth, with the deal where somebody has won."""
        scene = sample_scene(sample)
        drawn = self._raster.draw(scene)
        optics = Optics.clean()
        light = self._light(sample, scene, drawn, optics)
        picture = exposed(light, drawn.depth, optics, np.random.default_rng(sample.seed))
        truth = labels(scene, drawn.ids, drawn.sides, f"{sample.name}.jpg", "samples")
        others = [p["seat"] for p in truth["players"] if p["won_with"] is None]
        truth["deal"] = deal_of(truth, sample.rules, sample.by, others[0] if others else None)
        return picture, truth

    def _light(
        self, sample: Sample, scene: Scene, drawn: Rendered, optics: Optics
    ) -> NDArray[np.float32]:
        if sample.traced:
            self._tracer = self._tracer or PathTracer()
            return self._tracer.draw(scene, Quality(self._samples), sample.seed)
        shade = crevice_shade(drawn.depth, optics.crevices, sample.height / 160)
        return drawn.image * shade[..., None]


def _jpeg_quality(picture: NDArray[np.uint8]) -> list[int]:
    """Whole tables are large pictures: a little less quality keeps the repository small."""
    return [cv2.IMWRITE_JPEG_QUALITY, 80 if picture.shape[0] * picture.shape[1] > 10**6 else 86]


def make_samples(out: Path, only: str | None = None) -> None:
    """Writes the pictures and ``labels.jsonl`` into ``out``; ``only`` makes a single one anew."""
    out.mkdir(parents=True, exist_ok=True)
    studio = SampleStudio()
    listed = out / "labels.jsonl"
    lines = listed.read_text(encoding="utf-8").splitlines() if only and listed.exists() else []
    truths = {row["file"]: row for row in map(json.loads, lines)}
    for sample in SAMPLES:
        if only in (None, sample.name):
            print(f"{sample.name} ...", file=sys.stderr, flush=True)
            picture, truth = studio.make(sample)
            cv2.imwrite(str(out / truth["file"]), picture, _jpeg_quality(picture))
            truths[truth["file"]] = truth
    order = [f"{s.name}.jpg" for s in SAMPLES]
    text = "".join(
        json.dumps(truths[name], separators=(",", ":")) + "\n" for name in order if name in truths
    )
    listed.write_text(text, encoding="utf-8")
