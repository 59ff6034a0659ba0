"""Tiles in rows, trays, heaps and lines that are nobody's hand."""

from __future__ import annotations

import numpy as np

from scoring.tiles import PLAYING_TILES
from scripts.rendering.arrangement_parts import (
    Arrangement,
    chance,
    rack,
    random_codes,
    tile_of,
    upside_down,
    wall_line,
)
from scripts.rendering.poses import (
    RowStyle,
    Sloppiness,
    crosswise,
    face_down,
    lying,
    on_side,
    row,
    standing,
)
from scripts.rendering.scene import Body, Clutter, PlacedTile, Pose, about_x, about_z


def one_row(body: Body, rng: np.random.Generator) -> Arrangement:
    """A row of 1 to 18 tiles, standing or lying, some turned."""
    count = int(rng.integers(1, 19))
    stands = chance(rng, 0.45)
    lean = float(np.deg2rad(rng.uniform(0, 25))) if stands else 0.0
    gap = float(rng.uniform(0, 0.4)) if rng.random() < 0.2 else 0.0
    style = RowStyle(stands, lean, gap)
    gaps = [i for i in range(count) if rng.random() < 0.06]
    poses = row(body, count, (-count / 2, 0), style, Sloppiness.sample(rng), rng, gaps)
    turned = 0.3 if rng.random() < 0.35 else 0.0
    poses = [upside_down(p) if rng.random() < turned else p for p in poses]
    if not stands and rng.random() < 0.15:
        poses = [crosswise(body, p, True) if rng.random() < 0.1 else p for p in poses]
    tiles = [tile_of(body, c, p, rng) for c, p in zip(random_codes(rng, count), poses, strict=True)]
    return Arrangement("row", tiles, stands, rack(body, count, rng) if stands else [])


def rows(body: Body, rng: np.random.Generator) -> Arrangement:
    """Two to four rows, the front one sometimes standing."""
    number = int(rng.choice([2, 3, 4], p=[0.6, 0.25, 0.15]))
    stands = chance(rng, 0.25)
    sloppy = Sloppiness.sample(rng)
    step = body.height * float(rng.uniform(1.0, 2.2))
    tiles: list[PlacedTile] = []
    for k in range(number):
        count = int(rng.integers(2, 17))
        style = RowStyle(stands and k == 0)
        start = (-count / 2 + float(rng.normal(0, 1.5)), k * step)
        poses = row(body, count, start, style, sloppy, rng)
        for code, pose in zip(random_codes(rng, count), poses, strict=True):
            tiles.append(tile_of(body, code, pose, rng))
    return Arrangement("rows", tiles, stands)


def grid(body: Body, rng: np.random.Generator) -> Arrangement:
    """A tray: columns and rows without gaps, some tiles turned."""
    across, down = int(rng.integers(2, 18)), int(rng.integers(2, 9))
    gap = float(rng.choice([0.0, 0.03, 0.15]))
    crossed = chance(rng, 0.2)
    width, height = (body.height, 1.0) if crossed else (1.0, body.height)
    turned = float(rng.choice([0.0, 0.1, 0.5]))
    codes = random_codes(rng, across * down)
    missing = float(rng.choice([0.0, 0.1]))
    tiles = []
    for i, code in enumerate(codes):
        if rng.random() < missing:
            continue
        x = (i % across - (across - 1) / 2) * (width + gap) + float(rng.normal(0, 0.008))
        y = (i // across - (down - 1) / 2) * (height + gap) + float(rng.normal(0, 0.008))
        turn = np.pi / 2 if crossed else 0.0
        turn += np.pi if rng.random() < turned else 0.0
        tiles.append(
            tile_of(body, code, lying(body, x, y, turn + float(rng.normal(0, 0.008))), rng)
        )
    clutter = _tray(across * (width + gap), down * (height + gap), rng)
    return Arrangement("grid", tiles, False, clutter)


def _tray(width: float, height: float, rng: np.random.Generator) -> list[Clutter]:
    if rng.random() < 0.5:
        return []
    shade = float(rng.uniform(0.005, 0.3))
    colour = (shade, shade * float(rng.uniform(0.6, 1.1)), shade * float(rng.uniform(0.4, 1.1)))
    z, edge = float(rng.uniform(0.2, 0.5)), 0.3
    out = []
    for sign in (-1, 1):
        side = Pose(about_z(0.0), np.array([sign * (width / 2 + edge + 0.05), 0.0, z]))
        out.append(Clutter(side, (edge, height / 2 + 2 * edge, z), 0.1, colour, 0.3))
        end = Pose(about_z(0.0), np.array([0.0, sign * (height / 2 + edge + 0.05), z]))
        out.append(Clutter(end, (width / 2 + 2 * edge, edge, z), 0.1, colour, 0.3))
    return out


def scattered(body: Body, rng: np.random.Generator) -> Arrangement:
    """Tiles anywhere, any way up, none on another."""
    count = int(rng.integers(1, 36))
    reach = np.sqrt(count) * float(rng.uniform(0.8, 1.8))
    tiles: list[PlacedTile] = []
    places: list[tuple[float, float]] = []
    down = float(rng.choice([0.0, 0.15, 0.5]))
    aligned = chance(rng, 0.3)
    for code in random_codes(rng, count):
        for _ in range(20):
            x, y = (float(v) for v in rng.uniform(-reach, reach, 2))
            if all((x - a) ** 2 + (y - b) ** 2 > 2.4 for a, b in places):
                places.append((x, y))
                turn = float(rng.normal(0, 0.1) if aligned else rng.uniform(0, 2 * np.pi))
                tiles.append(
                    tile_of(
                        body, "0z" if rng.random() < down else code, lying(body, x, y, turn), rng
                    )
                )
                break
    return Arrangement("scattered", tiles)


def pile(body: Body, rng: np.random.Generator) -> Arrangement:
    """A heap as before washing: tiles partly on each other, a few standing or on their side."""
    count = int(rng.integers(8, 70))
    reach = np.sqrt(count) * float(rng.uniform(0.55, 0.8))
    tiles: list[PlacedTile] = []
    heights: list[tuple[float, float, float]] = []
    for code in random_codes(rng, count):
        x, y = (float(v) for v in rng.normal(0, reach / 1.6, 2))
        turn = float(rng.uniform(0, 2 * np.pi))
        below = [top for a, b, top in heights if (x - a) ** 2 + (y - b) ** 2 < 1.35]
        base = max(below, default=0.0)
        if base > body.depth * 1.5:
            continue
        kind = rng.random()
        if base == 0.0 and kind < 0.06:
            pose = standing(body, x, y, turn)
        elif base == 0.0 and kind < 0.12:
            pose = on_side(body, x, y, turn)
        else:
            pose = lying(body, x, y, turn) if rng.random() < 0.75 else face_down(body, x, y, turn)
            tilt = about_x(float(rng.normal(0, 0.12))) if base else np.eye(3)
            pose = Pose(pose.rotation @ tilt, pose.centre + np.array([0, 0, base]))
        heights.append((x, y, base + body.depth))
        tiles.append(PlacedTile(code if code != "0z" else "5z", pose))
    return Arrangement("pile", tiles)


def snake(body: Body, rng: np.random.Generator) -> Arrangement:
    """A line of tiles end to end or side by side along a curve."""
    count = int(rng.integers(5, 22))
    along = chance(rng, 0.4)
    step = (body.height if along else 1.0) * float(rng.uniform(1.08, 1.3))
    heading, x, y = float(rng.uniform(0, 6.3)), 0.0, 0.0
    bend = 0.0
    tiles = []
    for code in random_codes(rng, count):
        turn = heading - np.pi / 2 if along else heading
        tiles.append(tile_of(body, code, lying(body, x, y, turn), rng))
        bend = 0.7 * bend + float(rng.normal(0, 0.08))
        heading += float(np.clip(bend, -0.22, 0.22))
        x, y = x + step * float(np.cos(heading)), y + step * float(np.sin(heading))
    return Arrangement("snake", tiles)


def walls(body: Body, rng: np.random.Generator) -> Arrangement:
    """Plenty of backs: face-down walls, rows seen from behind, a few faces among them."""
    tiles: list[PlacedTile] = []
    y = 0.0
    for _ in range(int(rng.integers(1, 5))):
        tiles += wall_line(body, rng, y)
        y += body.height * float(rng.uniform(1.02, 1.8))
    if rng.random() < 0.5:
        count = int(rng.integers(3, 15))
        poses = row(
            body,
            count,
            (-count / 2, -2.2 * body.height),
            RowStyle(False),
            Sloppiness.sample(rng),
            rng,
        )
        tiles += [
            tile_of(body, c, p, rng) for c, p in zip(random_codes(rng, count), poses, strict=True)
        ]
    if rng.random() < 0.4:
        count = int(rng.integers(4, 15))
        back = [
            standing(body, i - count / 2, y + 1.0, np.pi + float(rng.normal(0, 0.02)))
            for i in range(count)
        ]
        tiles += [
            PlacedTile(c, p) for c, p in zip(rng.choice(PLAYING_TILES, count), back, strict=True)
        ]
    return Arrangement("walls", tiles)


def close_up(body: Body, rng: np.random.Generator) -> Arrangement:
    """One to six tiles near the camera."""
    count = int(rng.integers(1, 7))
    stands = chance(rng, 0.3)
    poses = row(body, count, (-count / 2, 0), RowStyle(stands), Sloppiness.sample(rng), rng)
    tiles = [tile_of(body, c, p, rng) for c, p in zip(random_codes(rng, count), poses, strict=True)]
    return Arrangement("close-up", tiles, stands)


def all_backs(body: Body, rng: np.random.Generator) -> Arrangement:
    """Tiles face down, apart from each other or in lines."""
    across, down = _across_and_down(rng)
    return Arrangement("backs", _laid_out(body, ["0z"] * (across * down), across, rng))


def white_dragons(body: Body, rng: np.random.Generator) -> Arrangement:
    """One to four white dragons among other faces, apart from each other or in lines."""
    across, down = _across_and_down(rng)
    white = int(rng.integers(1, min(4, across * down) + 1))
    others = [c for c in PLAYING_TILES if c != "5z"]
    codes = ["5z"] * white + [str(c) for c in rng.choice(others, across * down - white)]
    rng.shuffle(codes)
    return Arrangement("white-dragons", _laid_out(body, codes, across, rng))


def _across_and_down(rng: np.random.Generator) -> tuple[int, int]:
    return int(rng.integers(2, 6)), int(rng.integers(1, 5))


def _laid_out(
    body: Body, codes: list[str], across: int, rng: np.random.Generator
) -> list[PlacedTile]:
    down = -(-len(codes) // across)
    gap = 0.0 if rng.random() < 0.5 else float(rng.uniform(0.2, 0.8))
    tiles = []
    for i, code in enumerate(codes):
        x = (i % across - (across - 1) / 2) * (1 + gap)
        y = (i // across - (down - 1) / 2) * (body.height + gap)
        turn = float(rng.normal(0, 0.5 if gap else 0.01))
        tiles.append(tile_of(body, code, lying(body, x, y, turn), rng))
    return tiles


def nothing(body: Body, rng: np.random.Generator) -> Arrangement:
    """No tile at all: clutter is added later."""
    return Arrangement("none", [])
