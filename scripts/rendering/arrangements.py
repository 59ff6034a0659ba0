"""Which arrangements training pictures show, and how often."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from scripts.rendering.arrangement_parts import Arrangement
from scripts.rendering.loose_arrangements import (
    all_backs,
    close_up,
    grid,
    nothing,
    one_row,
    pile,
    rows,
    scattered,
    snake,
    walls,
    white_dragons,
)
from scripts.rendering.played_arrangements import four_players, players_hand
from scripts.rendering.scene import Body

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


MEASURED: dict[str, Callable[[Body, np.random.Generator], Arrangement]] = {
    "tables": four_players,
    "piles": pile,
    "backs": all_backs,
    "white-dragons": white_dragons,
}
"""Arrangements of one kind alone, to measure what reading makes of it."""


def sample_arrangement(body: Body, rng: np.random.Generator, only: str = "") -> Arrangement:
    """Some arrangement, by the weights of `ARRANGEMENTS`, or one that is measured, by name."""
    if only:
        return MEASURED[only](body, rng)
    weights = np.array([w for _, w in ARRANGEMENTS])
    make = ARRANGEMENTS[int(rng.choice(len(ARRANGEMENTS), p=weights / weights.sum()))][0]
    return make(body, rng)
