"""Which hands, sets, tables and cameras films show: chosen at random, or small and committable."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from scoring.arrange import count_tiles, is_complete
from scoring.tiles import INDEX
from scripts.rendering.camera import orbiting
from scripts.rendering.deals import Wall, winning_hand
from scripts.rendering.drawn import drawn_design
from scripts.rendering.faces import Design, Wear
from scripts.rendering.layouts import HandStyle, place_hand
from scripts.rendering.physical import PhysicalSet, sample_set
from scripts.rendering.poses import Sloppiness
from scripts.rendering.postprocess import Optics
from scripts.rendering.samples import BODIES
from scripts.rendering.scene import Body, Camera, HandPlan, PlacedTile, Scene
from scripts.rendering.surroundings import sample_lighting, sample_surface
from scripts.rendering.video import Story
from scripts.rendering.viewpoints import fitting_distance, outline_points

SETS = 400
"""Numbers of physical sets, from where training pictures have none."""
FIRST_SET = 50_000_000
NEVER = 0.25
"""Share of films whose hand is never complete."""


def stories(
    count: int, seed: int, size: tuple[int, int], artwork: Sequence[Design], fps: float = 25.0
) -> Iterator[Story]:
    """``count`` films; film ``i`` depends on ``seed`` and ``i`` alone."""
    for index in range(count):
        rng = np.random.default_rng([seed, index, 11])
        owned = sample_set(FIRST_SET + int(rng.integers(SETS)), artwork)
        complete = bool(rng.random() >= NEVER)
        hand = _hand(rng, complete)
        style = _style(rng)
        camera = (float(rng.uniform(50, 86)), float(rng.normal(0, 7)), float(rng.normal(0, 3)))
        fov, further = float(rng.uniform(32, 58)), float(rng.uniform(1.04, 1.25))
        scene = _scene(owned, hand, style, camera, (fov, further), size, rng)
        yield Story(f"film-{seed}-{index:03d}", seed * 1000 + index, scene, _optics(rng), complete,
                    fps)  # fmt: skip


def sample_story(size: tuple[int, int] = (1280, 720), fps: float = 25.0) -> Story:
    """The film of the tests: faces drawn here alone, so that it may be committed."""
    rng = np.random.default_rng(5)
    design = drawn_design(0, "chinese", committable_only=True)
    owned = PhysicalSet(design.name, design, BODIES["ivory"], Wear.none(), 5, False)
    hand = winning_hand(Wall(rng), rng, 2, 1, 0)
    style = replace(HandStyle.tidy("behind"), sloppy=Sloppiness(0.012, 0.014, 0.01))
    scene = _scene(owned, hand, style, (66.0, 3.0, 0.0), (40.0, 1.12), size, rng)
    optics = replace(Optics.clean(), noise=0.0)  # grain does not compress
    return Story("hand-laid-down", 5, scene, optics, True, fps)


def _hand(rng: np.random.Generator, complete: bool) -> HandPlan:
    wall = Wall(rng)
    fours = int(rng.choice([0, 1], p=[0.8, 0.2]))
    flowers = int(rng.choice([0, 1, 2], p=[0.6, 0.25, 0.15]))
    on_table = int(rng.choice([0, 1, 2, 3], p=[0.4, 0.3, 0.2, 0.1]))
    hand = winning_hand(wall, rng, on_table, fours, flowers)
    return hand if complete else _spoilt(hand, wall, rng)


def _spoilt(hand: HandPlan, wall: Wall, rng: np.random.Generator) -> HandPlan:
    """The hand with a tile too few, or with a wrong one in place of one of its own."""
    at = int(rng.integers(len(hand.concealed)))
    rest = hand.concealed[:at] + hand.concealed[at + 1 :]
    if rng.random() < 0.5:
        return replace(hand, concealed=rest, winning=None)
    while True:
        codes = (*hand.concealed[:at], wall.draw()[0], *hand.concealed[at + 1 :])
        if not is_complete(count_tiles(INDEX[code] for code in codes), False):
            return replace(hand, concealed=codes, winning=None)


def _style(rng: np.random.Generator) -> HandStyle:
    style = HandStyle.sample(rng)
    tidy = Sloppiness(0.03, 0.05, 0.025) if rng.random() < 0.5 else Sloppiness(0.01, 0.015, 0.01)
    return replace(style, stands=False, lean_rad=0.0, sloppy=tidy, winning_apart=False)


def _optics(rng: np.random.Generator) -> Optics:
    """A fair webcam."""
    return replace(
        Optics.clean(),
        exposure=float(np.exp(rng.normal(0, 0.15))),
        blur=float(abs(rng.normal(0, 0.5))),
        noise=float(rng.uniform(0.003, 0.015)),
        balance=(float(rng.normal(1, 0.05)), 1.0, float(rng.normal(1, 0.05))),
    )


def _scene(
    owned: PhysicalSet,
    hand: HandPlan,
    style: HandStyle,
    view: tuple[float, float, float],
    lens: tuple[float, float],
    size: tuple[int, int],
    rng: np.random.Generator,
) -> Scene:
    """``view``: elevation, azimuth, roll in degrees; ``lens``: field of view, share of distance."""
    tiles = place_hand(owned.body, hand, style, 0, rng)
    surface, table = sample_surface(rng, 40.0)
    faces = {code: owned.face(code) for code in sorted({t.code for t in tiles})}
    return Scene(
        tiles=tuple(tiles),
        body=owned.body,
        faces=faces,
        surface=replace(surface, half=(200.0, 200.0)),
        lighting=sample_lighting(rng),
        camera=_camera(tiles, owned.body, view, lens, size),
        parameters={"set": owned.name, "licence": owned.design.licence, "table": table},
    )


def _camera(
    tiles: Sequence[PlacedTile],
    body: Body,
    view: tuple[float, float, float],
    lens: tuple[float, float],
    size: tuple[int, int],
) -> Camera:
    points = outline_points(tiles, body)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    target = (float(middle[0]), float(middle[1]), 0.0)
    elevation, azimuth, roll = view
    distance = fitting_distance(points, target, azimuth, elevation, roll, lens[0], size) * lens[1]
    return orbiting(target, azimuth, elevation, distance, roll, lens[0], size)
