"""Arrangements of tiles for training pictures, from a single row to a whole table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from scoring.tiles import FLOWERS, PLAYING_TILES
from scripts.rendering.deals import Wall, losing_hand, table_deal, winning_hand
from scripts.rendering.layouts import HandStyle, place_hand
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
from scripts.rendering.scene import Body, Clutter, PlacedTile, Pose, about_x, about_y, about_z


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


def _flipped(rng: np.random.Generator, chance: float) -> bool:
    return bool(rng.random() < chance)


def _tile(body: Body, code: str, pose: Pose, rng: np.random.Generator) -> PlacedTile:
    """A loose tile; the code ``0z`` turns it over."""
    if code == "0z":
        pose = Pose(pose.rotation @ about_y(np.pi), pose.centre)
        code = str(rng.choice(PLAYING_TILES))
    return PlacedTile(code, pose)


def _upside_down(pose: Pose) -> Pose:
    return Pose(pose.rotation @ about_z(np.pi), pose.centre)


def one_row(body: Body, rng: np.random.Generator) -> Arrangement:
    """A row of 1 to 18 tiles, standing or lying, some turned."""
    count = int(rng.integers(1, 19))
    stands = _flipped(rng, 0.45)
    lean = float(np.deg2rad(rng.uniform(0, 25))) if stands else 0.0
    gap = float(rng.uniform(0, 0.4)) if rng.random() < 0.2 else 0.0
    style = RowStyle(stands, lean, gap)
    gaps = [i for i in range(count) if rng.random() < 0.06]
    poses = row(body, count, (-count / 2, 0), style, Sloppiness.sample(rng), rng, gaps)
    turned = 0.3 if rng.random() < 0.35 else 0.0
    poses = [_upside_down(p) if rng.random() < turned else p for p in poses]
    if not stands and rng.random() < 0.15:
        poses = [crosswise(body, p, True) if rng.random() < 0.1 else p for p in poses]
    tiles = [_tile(body, c, p, rng) for c, p in zip(random_codes(rng, count), poses, strict=True)]
    return Arrangement("row", tiles, stands, _rack(body, count, rng) if stands else [])


def _rack(body: Body, count: int, rng: np.random.Generator) -> list[Clutter]:
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


def rows(body: Body, rng: np.random.Generator) -> Arrangement:
    """Two to four rows, the front one sometimes standing."""
    number = int(rng.choice([2, 3, 4], p=[0.6, 0.25, 0.15]))
    stands = _flipped(rng, 0.25)
    sloppy = Sloppiness.sample(rng)
    step = body.height * float(rng.uniform(1.0, 2.2))
    tiles: list[PlacedTile] = []
    for k in range(number):
        count = int(rng.integers(2, 17))
        style = RowStyle(stands and k == 0)
        start = (-count / 2 + float(rng.normal(0, 1.5)), k * step)
        poses = row(body, count, start, style, sloppy, rng)
        for code, pose in zip(random_codes(rng, count), poses, strict=True):
            tiles.append(_tile(body, code, pose, rng))
    return Arrangement("rows", tiles, stands)


def grid(body: Body, rng: np.random.Generator) -> Arrangement:
    """A tray: columns and rows without gaps, some tiles turned."""
    across, down = int(rng.integers(2, 18)), int(rng.integers(2, 9))
    gap = float(rng.choice([0.0, 0.03, 0.15]))
    crossed = _flipped(rng, 0.2)
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
        tiles.append(_tile(body, code, lying(body, x, y, turn + float(rng.normal(0, 0.008))), rng))
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
    aligned = _flipped(rng, 0.3)
    for code in random_codes(rng, count):
        for _ in range(20):
            x, y = (float(v) for v in rng.uniform(-reach, reach, 2))
            if all((x - a) ** 2 + (y - b) ** 2 > 2.4 for a, b in places):
                places.append((x, y))
                turn = float(rng.normal(0, 0.1) if aligned else rng.uniform(0, 2 * np.pi))
                tiles.append(
                    _tile(body, "0z" if rng.random() < down else code, lying(body, x, y, turn), rng)
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
    along = _flipped(rng, 0.4)
    step = (body.height if along else 1.0) * float(rng.uniform(1.08, 1.3))
    heading, x, y = float(rng.uniform(0, 6.3)), 0.0, 0.0
    bend = 0.0
    tiles = []
    for code in random_codes(rng, count):
        turn = heading - np.pi / 2 if along else heading
        tiles.append(_tile(body, code, lying(body, x, y, turn), rng))
        bend = 0.7 * bend + float(rng.normal(0, 0.08))
        heading += float(np.clip(bend, -0.22, 0.22))
        x, y = x + step * float(np.cos(heading)), y + step * float(np.sin(heading))
    return Arrangement("snake", tiles)


def players_hand(body: Body, rng: np.random.Generator) -> Arrangement:
    """One player's hand with sets and flowers, as real players or as Harr lay them."""
    wall = Wall(rng)
    style = HandStyle.sample(rng)
    fours = int(rng.choice([0, 1, 2], p=[0.6, 0.3, 0.1]))
    flowers = int(rng.choice([0, 1, 2, 3, 4], p=[0.45, 0.2, 0.15, 0.1, 0.1]))
    if rng.random() < 0.6:
        hand = winning_hand(wall, rng, None, fours, flowers)
    else:
        hand = losing_hand(wall, rng, None, fours, flowers, int(rng.choice([13, 16], p=[0.8, 0.2])))
    tiles = place_hand(body, hand, style, 0, rng)
    clutter = _rack(body, len(hand.concealed), rng) if style.stands else []
    arrangement = Arrangement(f"hand-{style.place}", tiles, style.stands, clutter)
    if rng.random() < 0.25:
        tiles += _discards(body, wall, rng, body.height * float(rng.uniform(4.5, 7)))
    if rng.random() < 0.25:
        tiles += _wall_line(body, rng, body.height * float(rng.uniform(3.2, 4.4)))
    return arrangement


def _discards(body: Body, wall: Wall, rng: np.random.Generator, y: float) -> list[PlacedTile]:
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


def _wall_line(
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


def walls(body: Body, rng: np.random.Generator) -> Arrangement:
    """Plenty of backs: face-down walls, rows seen from behind, a few faces among them."""
    tiles: list[PlacedTile] = []
    y = 0.0
    for _ in range(int(rng.integers(1, 5))):
        tiles += _wall_line(body, rng, y)
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
            _tile(body, c, p, rng) for c, p in zip(random_codes(rng, count), poses, strict=True)
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


def four_players(body: Body, rng: np.random.Generator) -> Arrangement:
    """A finished deal: each player's tiles along his side, all faces up."""
    deal = table_deal(rng)
    place = str(rng.choice(["behind", "behind", "harr", "behind"]))
    inward = _flipped(rng, 0.2)
    laid = []
    for k, hand in enumerate(deal.hands):
        habits = HandStyle.sample(rng)
        style = replace(
            habits, place=place, stands=False, lean_rad=0.0, distance=min(habits.distance, 1.5)
        )
        laid.append(place_hand(body, hand, style, k, rng))
    radius = table_radius(laid, float(rng.uniform(8.0, 12.5)))
    tiles: list[PlacedTile] = []
    for k, one in enumerate(laid):
        tiles += at_side(one, k, radius, float(rng.normal(0, 0.3)), inward)
    tiles += _middle_of_table(body, rng, radius)
    return Arrangement("four-players", tiles)


def table_radius(laid: list[list[PlacedTile]], wanted: float) -> float:
    """How far from the middle the hands must lie so that they do not meet at the corners."""
    half = 0.0
    for tiles in laid:
        xs = [t.pose.centre[0] for t in tiles]
        half = max(half, (max(xs) - min(xs)) / 2 + 0.7)
    return max(wanted, half + 1.6)


def at_side(
    tiles: list[PlacedTile], side: int, radius: float, shift: float, inward: bool = False
) -> list[PlacedTile]:
    """One player's tiles moved to side 0..3 (bottom, right, top, left).

    ``inward`` turns them to face the middle of the table.
    """
    turned = [t.pose.turned(np.pi if inward else 0.0) for t in tiles]
    xs = [p.centre[0] for p in turned]
    x = shift - (min(xs) + max(xs)) / 2
    return [
        replace(t, pose=p.turned(0.0, (x, -radius)).turned(side * np.pi / 2))
        for t, p in zip(tiles, turned, strict=True)
    ]


def _middle_of_table(body: Body, rng: np.random.Generator, radius: float) -> list[PlacedTile]:
    """Discards in the middle and what is left of the walls."""
    tiles: list[PlacedTile] = []
    places: list[tuple[float, float]] = []
    reach = radius - 3.4 * body.height
    for code in random_codes(rng, int(rng.integers(0, 30))):
        x, y = (float(v) for v in rng.uniform(-reach, reach, 2) * 0.7)
        if all((x - a) ** 2 + (y - b) ** 2 > 2.4 for a, b in places):
            places.append((x, y))
            tiles.append(_tile(body, code, lying(body, x, y, float(rng.uniform(0, 6.3))), rng))
    if rng.random() < 0.5 and reach > 3:
        for k in range(4):
            if rng.random() < 0.5:
                line = _wall_line(
                    body, rng, -reach * 0.92, int(rng.integers(2, max(3, int(reach * 1.4))))
                )
                tiles += [PlacedTile(t.code, t.pose.turned(k * np.pi / 2)) for t in line]
    return tiles


def close_up(body: Body, rng: np.random.Generator) -> Arrangement:
    """One to six tiles near the camera."""
    count = int(rng.integers(1, 7))
    stands = _flipped(rng, 0.3)
    poses = row(body, count, (-count / 2, 0), RowStyle(stands), Sloppiness.sample(rng), rng)
    tiles = [_tile(body, c, p, rng) for c, p in zip(random_codes(rng, count), poses, strict=True)]
    return Arrangement("close-up", tiles, stands)


def nothing(body: Body, rng: np.random.Generator) -> Arrangement:
    """No tile at all: clutter is added later."""
    return Arrangement("none", [])


ARRANGEMENTS: tuple[tuple[Callable[[Body, np.random.Generator], Arrangement], float], ...] = (
    (one_row, 0.19),
    (players_hand, 0.24),
    (rows, 0.09),
    (grid, 0.10),
    (scattered, 0.06),
    (pile, 0.06),
    (snake, 0.02),
    (walls, 0.035),
    (four_players, 0.08),
    (close_up, 0.06),
    (nothing, 0.07),
)


def sample_arrangement(body: Body, rng: np.random.Generator) -> Arrangement:
    """Some arrangement, by the weights of `ARRANGEMENTS`."""
    weights = np.array([w for _, w in ARRANGEMENTS])
    make = ARRANGEMENTS[int(rng.choice(len(ARRANGEMENTS), p=weights / weights.sum()))][0]
    return make(body, rng)
