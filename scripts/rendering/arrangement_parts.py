"""What all arrangements of tiles share."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from scoring.tiles import FLOWERS, PLAYING_TILES
from scripts.rendering.deals import Wall
from scripts.rendering.poses import (
    face_down,
    lying,
)
from scripts.rendering.scene import Body, Clutter, PlacedTile, Pose, about_y, about_z


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """Tiles on a table and how a camera may look at them."""

    kind: str
    tiles: list[PlacedTile]
    stands: bool = False
    """Whether most tiles stand facing the bottom, so that the camera must be there."""
    clutter: list[Clutter] = field(default_factory=list)


def random_codes(rng: np.random.Generator, count: int) -> list[str]:
    """Codes of some mood: any, one suit, honours, flowers, many alike, many blanks."""
    mood = rng.random()
    everything = [*PLAYING_TILES, *FLOWERS]
    if mood < 0.45:
        pool = everything
    elif mood < 0.6:
        suit = str(rng.choice(list("mpsz")))
        pool = [c for c in everything if c[1] == suit]
    elif mood < 0.68:
        pool = [c for c in everything if c[1] == "f"]
    elif mood < 0.78:
        pool = [*(["5z"] * 6), "0z", "0z", "6z", "7z", "1p"]
    elif mood < 0.88:
        pool = list(rng.choice(everything, 5))
    else:
        pool = [c for c in everything if c[1] in "sz"]
    codes = [str(c) for c in rng.choice(pool, count)]
    return sorted(codes, key=lambda c: (c[1], c[0])) if rng.random() < 0.35 else codes


def chance(rng: np.random.Generator, chance: float) -> bool:
    return bool(rng.random() < chance)


def tile_of(body: Body, code: str, pose: Pose, rng: np.random.Generator) -> PlacedTile:
    """A loose tile; the code ``0z`` turns it over."""
    if code == "0z":
        pose = Pose(pose.rotation @ about_y(np.pi), pose.centre)
        code = str(rng.choice(PLAYING_TILES))
    return PlacedTile(code, pose)


def upside_down(pose: Pose) -> Pose:
    return Pose(pose.rotation @ about_z(np.pi), pose.centre)


def rack(body: Body, count: int, rng: np.random.Generator) -> list[Clutter]:
    """Sometimes a rail before or behind a standing row."""
    if rng.random() > 0.3:
        return []
    colour = (
        float(rng.uniform(0.01, 0.7)),
        float(rng.uniform(0.01, 0.6)),
        float(rng.uniform(0.01, 0.7)),
    )
    before = rng.random() < 0.5
    height = 0.12 if before else float(rng.uniform(0.2, 0.5))
    y = -(body.depth / 2 + 0.6) if before else body.depth / 2 + 0.5
    pose = Pose(about_z(0.0), np.array([0.0, y, height]))
    return [Clutter(pose, (count / 2 + 1.5, 0.35, height), 0.08, colour, 0.4)]


def discards(body: Body, wall: Wall, rng: np.random.Generator, y: float) -> list[PlacedTile]:
    """Discards beyond the hand, in rows or anyhow."""
    count = int(rng.integers(3, 25))
    codes = wall.draw(count)
    if rng.random() < 0.5:
        across = 6
        return [
            PlacedTile(
                c, lying(body, (i % across - 2.5) * 1.06, y + (i // across) * body.height * 1.08)
            )
            for i, c in enumerate(codes)
        ]
    tiles: list[PlacedTile] = []
    places: list[tuple[float, float]] = []
    for code in codes:
        x, dy = float(rng.normal(0, 4)), abs(float(rng.normal(0, 3)))
        if all((x - a) ** 2 + (dy - b) ** 2 > 2.4 for a, b in places):
            places.append((x, dy))
            tiles.append(PlacedTile(code, lying(body, x, y + dy, float(rng.uniform(0, 6.3)))))
    return tiles


def wall_line(
    body: Body, rng: np.random.Generator, y: float, count: int | None = None
) -> list[PlacedTile]:
    """Face-down tiles side by side, one or two high."""
    number = int(rng.integers(5, 19)) if count is None else count
    high = int(rng.choice([1, 2], p=[0.3, 0.7]))
    tiles = []
    for i in range(number):
        for level in range(high):
            x = i - number / 2 + 0.5 + float(rng.normal(0, 0.01))
            pose = face_down(body, x, y + float(rng.normal(0, 0.02)), 0.0, level)
            tiles.append(PlacedTile(str(rng.choice(PLAYING_TILES)), pose))
    return tiles
