"""One hand or a whole table: which tiles lie before which player.

A player's tiles lie in rows along his side. Rows that run across the picture belong to the bottom
or the top, the others to the right or the left; what is loose follows its neighbours. Whether
there is more than one player at all is decided by the cost of both readings.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.layout.options import SIDES, LayoutOptions
from vision.layout.placing import LOOSE_BACK, LOOSE_FAR, LOOSE_FLOWER
from vision.layout.plane import Array, Plane, dominant_direction
from vision.layout.roles import Roles, best_roles
from vision.layout.rows import Row, find_rows
from vision.layout.scene import make_scene
from vision.layout.segments import BACK, FLOWER

PLAYER: Final = 5.0
"""By how much a side's tiles must speak for a player there, against lying about."""
SEVERAL: Final = 4.0
"""By how much a picture must speak for several players, against one hand."""
SURELY: Final = 3
"""That many players need no comparison with one hand."""
UNDECIDED: Final = 0.12
"""Least difference of the cosines that tell a row along the picture from one across it."""
FEWEST: Final = 4
"""Tiles of a side below which nobody is looked for."""


@dataclass(frozen=True, slots=True)
class Seated:
    """One player's side of the picture and the roles of his tiles, in his reading order."""

    side: str
    roles: Roles
    order: tuple[int, ...]


def seat_players(plane: Plane, costs: Array, options: LayoutOptions) -> list[Seated]:
    """The players of a picture, bottom first and then counter-clockwise.

    Args:
        plane: the tiles.
        costs: (N, 44) from `code_costs`.
        options: what the person said.
    """
    if not len(plane):
        return []
    rows = find_rows(plane)
    if options.scene == "hand":
        return [_one_hand(plane, costs, rows, options)]
    players = _table(plane, costs, rows, options)
    if len(players) >= SURELY or (options.scene == "table" and players):
        return players
    alone = _one_hand(plane, costs, rows, options)
    if len(players) < 2 or alone.roles.cost <= _total_cost(costs, players) + SEVERAL:
        return [alone]
    return players


def _total_cost(costs: Array, players: Sequence[Seated]) -> float:
    """Cost of the whole picture when these players sit round it and the rest is loose."""
    seated = {t for p in players for t in p.order}
    rest = [t for t in range(len(costs)) if t not in seated]
    return sum(p.roles.cost for p in players) + _nobody_cost(costs, rest)


def _one_hand(plane: Plane, costs: Array, rows: Sequence[Row], options: LayoutOptions) -> Seated:
    right, down = hand_frame(plane, rows)
    scene = make_scene(plane, costs, rows, right, down, options.hand_size)
    return Seated("bottom", best_roles(scene), scene.reading_order())


def hand_frame(plane: Plane, rows: Sequence[Row]) -> tuple[Array, Array]:
    """Unit vectors to the right and towards the player of a picture of one hand."""
    weights = np.array([len(r.tiles) ** 1.5 for r in rows])
    right = dominant_direction(np.array([r.direction for r in rows]), weights)
    down = np.array([-right[1], right[0]])
    if (plane.up @ down).sum() > 0:
        right, down = -right, -down
    return right, down


def _table(plane: Plane, costs: Array, rows: Sequence[Row], options: LayoutOptions) -> list[Seated]:
    """The players round a table; empty or one where it is rather a single hand."""
    across = _picture_axis(plane, rows)
    down = np.array([-across[1], across[0]])
    towards = dict(zip(SIDES, (down, across, -down, -across), strict=True))
    sides = _sides(plane, rows, across, down)
    players = []
    for side in SIDES:
        own = [row for row, s in zip(rows, sides, strict=True) if s == side]
        tiles = [t for row in own for t in row.tiles]
        if len(tiles) < FEWEST:
            continue
        facing = towards[side]
        right = np.array([facing[1], -facing[0]])
        scene = make_scene(plane, costs, own, right, facing, options.hand_size)
        roles = best_roles(scene)
        if roles.cost <= _nobody_cost(costs, tiles) - PLAYER:
            players.append(Seated(side, roles, scene.reading_order()))
    return players


def _picture_axis(plane: Plane, rows: Sequence[Row]) -> Array:
    """The table's axis (2,) that is nearest to the picture's horizontal.

    Rows before the bottom and the top run along it, tiles at the right and the left point along
    it; perspective slants the other direction only.
    """
    along = np.array([r.direction for r in rows])
    lines = np.concatenate([along, _row_ups(plane, rows)])
    weights = np.array([float(len(r.tiles)) if len(r.tiles) > 2 else 0.1 for r in rows] * 2)
    level = np.abs(lines[:, 0]) >= np.abs(lines[:, 1])
    if not level.any():
        return np.array([1.0, 0.0])
    axis = dominant_direction(lines[level], weights[level])
    return axis if axis[0] >= 0 else -axis


def _row_ups(plane: Plane, rows: Sequence[Row]) -> Array:
    """(R, 2) the line that most tiles of each row point along."""
    ups = [plane.up[list(r.tiles)] for r in rows]
    return np.array([dominant_direction(u, np.ones(len(u))) for u in ups])


def _sides(plane: Plane, rows: Sequence[Row], across: Array, down: Array) -> list[str]:
    """The side of each row."""
    middles = np.array([plane.centers[list(r.tiles)].mean(axis=0) for r in rows])
    x, y = middles @ across, middles @ down
    lying = np.abs(np.array([r.direction for r in rows]) @ across)
    pointing = np.abs(_row_ups(plane, rows) @ across)
    long = np.array([len(r.tiles) >= 2 for r in rows])
    clear = long & (np.abs(lying - pointing) > UNDECIDED)
    flat, steep = clear & (lying > pointing), clear & (lying < pointing)
    center_x = _middle(plane.centers @ across, x[steep])
    center_y = _middle(plane.centers @ down, y[flat])
    sides = [""] * len(rows)
    for k in np.flatnonzero(flat).tolist():
        sides[k] = "bottom" if y[k] >= center_y else "top"
    for k in np.flatnonzero(steep).tolist():
        sides[k] = "right" if x[k] >= center_x else "left"
    settled = [k for k in range(len(rows)) if sides[k]]
    for k in range(len(rows)):
        if not sides[k] and settled:
            sides[k] = _nearest_side(plane, rows, k, settled, sides)
    return sides


def _nearest_side(
    plane: Plane, rows: Sequence[Row], row: int, settled: Sequence[int], sides: Sequence[str]
) -> str:
    return sides[min(settled, key=lambda s: _row_distance(plane, rows[row], rows[s]))]


def _middle(everything: Array, rows: Array) -> float:
    """The table's middle along one axis: between the outermost rows where there are any."""
    values = rows if len(rows) > 1 and np.ptp(rows) > 0.4 * np.ptp(everything) else everything
    return float((values.min() + values.max()) / 2)


def _row_distance(plane: Plane, a: Row, b: Row) -> float:
    delta = plane.centers[list(a.tiles)][:, None] - plane.centers[list(b.tiles)][None]
    return float(np.hypot(delta[..., 0], delta[..., 1]).min())


def _nobody_cost(costs: Array, tiles: Sequence[int]) -> float:
    """Cost of the tiles when all of them are loose."""
    first = costs[list(tiles)].argmin(axis=1)
    flowers = (first >= FLOWER.start) & (first < FLOWER.stop)
    price = np.where(first == BACK, LOOSE_BACK, np.where(flowers, LOOSE_FLOWER, LOOSE_FAR))
    return float(price.sum() + costs[list(tiles)].min(axis=1).sum())
