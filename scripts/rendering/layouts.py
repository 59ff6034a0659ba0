"""Hands as players lay them: the inverse of the table layout that the reader finds.

Everything is laid as if the player sat at the bottom: his hand along y = 0, its middle at x = 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scripts.rendering.poses import RowStyle, Sloppiness, crosswise, face_down, lying, row
from scripts.rendering.scene import Body, HandPlan, PlacedTile, Pose, SetPlan

STYLES = ("harr", "behind", "line", "front")


@dataclass(frozen=True, slots=True)
class HandStyle:
    """Where the sets lie and how the hand is shown."""

    place: str
    """One of `STYLES`: each set a row of its own at the right (Harr), one row behind the hand,
    all in line, or one row in front of the hand."""
    stands: bool
    lean_rad: float
    sloppy: Sloppiness
    set_gap: float
    """Between neighbouring sets, tile widths; real players leave hardly any."""
    distance: float
    """From the hand's row to the sets' row, in tile heights."""
    disorder: float
    """Chance that a sequence lies out of order."""
    turned: float
    """Chance that an exposed set has a tile crosswise."""
    middle_down: bool = False
    """Concealed fours with the middle pair turned down instead of the ends."""
    winning_apart: bool = False
    standard_gap: float = 0.0

    @classmethod
    def sample(cls, rng: np.random.Generator) -> HandStyle:
        """Some player's habits."""
        stands = bool(rng.random() < 0.5)
        return cls(
            place=str(rng.choice(list(STYLES), p=[0.22, 0.52, 0.16, 0.10])),
            stands=stands,
            lean_rad=float(np.deg2rad(rng.uniform(5, 25))) if rng.random() < 0.3 else 0.0,
            sloppy=Sloppiness.sample(rng),
            set_gap=float(max(0.0, rng.normal(0.05, 0.08))) if rng.random() < 0.75 else 0.5,
            distance=float(np.clip(rng.normal(1.5, 0.25), 1.1, 2.1)),
            disorder=0.58,
            turned=float(rng.choice([0.0, 0.3])),
            middle_down=bool(rng.random() < 0.12),
            winning_apart=bool(rng.random() < 0.2),
        )

    @classmethod
    def tidy(cls, place: str, stands: bool = False) -> HandStyle:
        """As a book would picture it."""
        return cls(
            place, stands, 0.0, Sloppiness(0.006, 0.008, 0.006), 0.3, 1.35, 0.0, 0.0, False, False
        )


def place_hand(
    body: Body, hand: HandPlan, style: HandStyle, player: int, rng: np.random.Generator
) -> list[PlacedTile]:
    """All tiles of one player in his own frame."""
    tiles = _hand_row(body, hand, style, player, rng)
    right_end = len(hand.concealed) / 2 + (1.6 if style.winning_apart else 0.0)
    if style.place == "harr":
        tiles += _rows_at_right(body, hand, style, player, right_end, rng)
    elif style.place == "line":
        tiles += _one_row(body, hand, style, player, right_end + rng.uniform(0.4, 1.5), 0.0, rng)
    else:
        sign = 1.0 if style.place == "behind" else -1.0
        y = sign * style.distance * body.height * (1.0 if sign > 0 else 0.85)
        length = _sets_length(body, hand, style)
        start = -length / 2 + float(rng.normal(0, 1.0))
        tiles += _one_row(body, hand, style, player, start, y, rng)
    return tiles


def _hand_row(
    body: Body, hand: HandPlan, style: HandStyle, player: int, rng: np.random.Generator
) -> list[PlacedTile]:
    apart = hand.winning if style.winning_apart else None
    order = [i for i in range(len(hand.concealed)) if i != apart]
    row_style = RowStyle(style.stands, style.lean_rad, style.standard_gap)
    start = (-len(hand.concealed) / 2, 0.0)
    poses = row(body, len(order), start, row_style, style.sloppy, rng)
    tiles = [
        PlacedTile(hand.concealed[i], pose, "hand", player, None, i == hand.winning)
        for i, pose in zip(order, poses, strict=True)
    ]
    if apart is not None:
        x = -len(hand.concealed) / 2 + len(order) + float(rng.uniform(0.9, 1.5))
        pose = lying(body, x, float(rng.normal(0, 0.1)))
        if rng.random() < 0.4:
            pose = crosswise(body, pose, bool(rng.random() < 0.5))
        tiles.append(PlacedTile(hand.concealed[apart], pose, "hand", player, None, True, True))
    return tiles


def _rows_at_right(
    body: Body,
    hand: HandPlan,
    style: HandStyle,
    player: int,
    right_end: float,
    rng: np.random.Generator,
) -> list[PlacedTile]:
    """Harr: every set on its own row, rows above each other, flowers a further row."""
    x = right_end + float(rng.uniform(1.0, 2.5))
    step = body.height * float(rng.uniform(1.1, 1.35))
    rows = len(hand.sets) + (1 if hand.flowers else 0)
    base = -step * float(rng.choice([0.0, 0.0, (rows - 1) / 2]))
    tiles: list[PlacedTile] = []
    for i, plan in enumerate(hand.sets):
        tiles += _lay_set(body, plan, i, style, player, x, base + i * step, rng)[0]
    if hand.flowers:
        tiles += _lay_flowers(body, hand, style, player, x, base + len(hand.sets) * step, rng)
    return tiles


def _one_row(
    body: Body,
    hand: HandPlan,
    style: HandStyle,
    player: int,
    start: float,
    y: float,
    rng: np.random.Generator,
) -> list[PlacedTile]:
    """Real players: flowers first, then the sets, hardly any gap between them."""
    tiles = _lay_flowers(body, hand, style, player, start, y, rng)
    x = start + len(hand.flowers) + (style.set_gap if hand.flowers else 0.0)
    for i, plan in enumerate(hand.sets):
        laid, x = _lay_set(body, plan, i, style, player, x, y, rng)
        tiles += laid
        x += style.set_gap
    return tiles


def _sets_length(body: Body, hand: HandPlan, style: HandStyle) -> float:
    return len(hand.flowers) + sum(len(s.codes) + style.set_gap for s in hand.sets)


def _lay_flowers(
    body: Body,
    hand: HandPlan,
    style: HandStyle,
    player: int,
    x: float,
    y: float,
    rng: np.random.Generator,
) -> list[PlacedTile]:
    poses = row(body, len(hand.flowers), (x, y), RowStyle(False), style.sloppy, rng)
    return [
        PlacedTile(code, pose, "flower", player)
        for code, pose in zip(hand.flowers, poses, strict=True)
    ]


def _lay_set(
    body: Body,
    plan: SetPlan,
    number: int,
    style: HandStyle,
    player: int,
    x: float,
    y: float,
    rng: np.random.Generator,
) -> tuple[list[PlacedTile], float]:
    """The set from ``x`` on, and where it ends."""
    codes = list(plan.codes)
    if plan.kind == "sequence" and rng.random() < style.disorder:
        rng.shuffle(codes)
    turned = -1
    if not plan.concealed and rng.random() < style.turned:
        turned = int(rng.integers(len(codes)))
    down: tuple[int, ...] = ()
    if plan.concealed:
        down = (1, 2) if style.middle_down else (0, len(codes) - 1)
    tiles: list[PlacedTile] = []
    for i, code in enumerate(codes):
        gap, offset, turn = style.sloppy.jitter(rng)
        width = body.height if i == turned else 1.0
        middle = x + gap + width / 2
        pose: Pose = (
            face_down(body, middle, y + offset, turn)
            if i in down
            else lying(body, middle, y + offset, turn)
        )
        if i == turned:
            pose = crosswise(body, pose, bool(rng.random() < 0.5))
        tiles.append(PlacedTile(code, pose, "set", player, number))
        x += gap + width
    return tiles, x
