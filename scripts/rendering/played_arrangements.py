"""A player's hand and whole tables as play leaves them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from scripts.rendering.arrangement_parts import (
    Arrangement,
    chance,
    discards,
    rack,
    random_codes,
    tile_of,
    wall_line,
)
from scripts.rendering.deals import Wall, losing_hand, table_deal, winning_hand
from scripts.rendering.layouts import HandStyle, place_hand
from scripts.rendering.poses import (
    lying,
)
from scripts.rendering.scene import Body, PlacedTile


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
    clutter = rack(body, len(hand.concealed), rng) if style.stands else []
    arrangement = Arrangement(f"hand-{style.place}", tiles, style.stands, clutter)
    if rng.random() < 0.25:
        tiles += discards(body, wall, rng, body.height * float(rng.uniform(4.5, 7)))
    if rng.random() < 0.25:
        tiles += wall_line(body, rng, body.height * float(rng.uniform(3.2, 4.4)))
    return arrangement


def four_players(body: Body, rng: np.random.Generator) -> Arrangement:
    """A finished deal: each player's tiles along his side, all faces up."""
    deal = table_deal(rng)
    place = str(rng.choice(["behind", "behind", "harr", "behind"]))
    inward = chance(rng, 0.2)
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
            tiles.append(tile_of(body, code, lying(body, x, y, float(rng.uniform(0, 6.3))), rng))
    if rng.random() < 0.5 and reach > 3:
        for k in range(4):
            if rng.random() < 0.5:
                line = wall_line(
                    body, rng, -reach * 0.92, int(rng.integers(2, max(3, int(reach * 1.4))))
                )
                tiles += [PlacedTile(t.code, t.pose.turned(k * np.pi / 2)) for t in line]
    return tiles
