"""What roles cost: negative log likelihoods of content, place and number.

The figures are fitted by eye to real players' tables; a difference of 1 means "e times less
usual". A tile drawn blindly costs log 34, a set about as much as four fifths of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.layout.scene import Run, Scene
from vision.layout.segments import BACK, BLIND
from vision.layout.shapes import PAIR, SET

HAND_BACK: Final = 2.2
FEW_BACKS: Final = (4, 2.0)
"""A hand face down has at least so many tiles; the cost of each that is missing."""
BACK_AMONG_FACES: Final = 9.0
HAND_GAP: Final = 0.9
CLEAR_GAP: Final = 0.6
"""Tile widths more than usual between neighbours that part a hand from what is not of it ..."""
NO_GAP: Final = 7.0
"""... and the cost of parting them where there is no gap at all."""
WIDE_HAND_GAP: Final = (1.0, 2.5, 5.0)
"""Gap inside a hand from which on it is unusual, the cost of every further tile width, the most."""
HAND_ROW: Final = 4.5
LOOSE_NEAR: Final = BLIND + 1.6
LOOSE_FAR: Final = BLIND + 0.2
LOOSE_BACK: Final = 0.4
LOOSE_FLOWER: Final = 4.0
NEAR: Final = 2.7
"""Distance between centres, in tile sizes, up to which rows belong together."""
FAR_SLOPE: Final = 3.0
FAR_MOST: Final = 15.0
SET_IN_FRONT: Final = 3.5
SET_RIGHT: Final = 0.6
SET_LEFT: Final = 4.5
SET_LOWER_RIGHT: Final = 0.3
BESIDE: Final = 4.0
"""How far right of the hand a row of its own may begin, in tile widths."""
ASKEW: Final = (0.45, 8.0)
"""Radians that a hand may be turned against its side of the table, and the cost of more."""
MORE_IN_FRONT: Final = 2.5
FINISHED: Final = 5.0
"""What a finished hand speaks for its grouping: chance finishes few."""
WIN_APART: Final = 1.6
WIN_SLOPE: Final = 0.8
WIN_REACH: Final = 4.5
WIN_UPRIGHT: Final = 1.0
WIN_BEHIND: Final = 5.0
"""A tile behind the hand, a row or more away: rather another player's."""
MISSING: Final = (1.4, 0.9)
EXTRA: Final = (2.0, 3.0)
OTHER_SIZE: Final = 5.0
COUNT_MOST: Final = 80.0
MAX_COUNT: Final = 24


@dataclass(frozen=True, slots=True)
class Price:
    """A run's costs that do not depend on which run is the hand.

    Attributes:
        faces: tiles that are neither backs nor flowers.
        backs: tiles face down.
        own: what the classifier's first choices cost.
        near: cost of the run as nobody's beside the hand.
        far: the same away from it.
        least: a lower bound of its cost in any role but the hand.
    """

    faces: int
    backs: int
    own: float
    near: float
    far: float
    least: float


def price(scene: Scene, run: Run) -> Price:
    """The price of a run."""
    tiles = list(run.tiles)
    backs = sum(int(scene.first[t]) == BACK for t in tiles)
    flowers = sum(scene.is_flower(t) for t in tiles)
    faces = len(tiles) - backs - flowers
    own = float(scene.costs[tiles].min(axis=1).sum())
    fixed = own + backs * LOOSE_BACK + flowers * LOOSE_FLOWER
    far = fixed + faces * LOOSE_FAR
    least = min(far, run.cutting.cost)
    if len(tiles) == 1 and faces:
        least = min(least, own + SET - PAIR + WIN_APART)
    if run.hidden is not None:
        least = min(least, run.hidden.cost)
    return Price(faces, backs, own, fixed + faces * LOOSE_NEAR, far, least)


def hand_cost(scene: Scene, hand: tuple[int, ...], prices: Sequence[Price]) -> float:
    """Cost of these runs as the concealed hand, but for what its faces are."""
    faces = sum(prices[k].faces for k in hand)
    backs = sum(prices[k].backs for k in hand)
    if not faces + backs:
        return 4 * FAR_MOST
    rows = len({scene.runs[k].row for k in hand})
    stretch = float(max(scene.reach[hand[0], k] for k in hand))
    turn = float(np.arccos(np.clip(np.abs(scene.line(hand) @ scene.right), 0.0, 1.0)))
    return (
        sum(prices[k].own for k in hand)
        + (backs * BACK_AMONG_FACES if faces else _face_down_cost(backs))
        + _gaps_cost(scene, hand)
        + (rows - 1) * HAND_ROW
        + max(stretch - NEAR, 0.0) * FAR_SLOPE
        + max(turn - ASKEW[0], 0.0) * ASKEW[1]
    )


def _face_down_cost(backs: int) -> float:
    return backs * HAND_BACK + max(FEW_BACKS[0] - backs, 0) * FEW_BACKS[1]


def _gaps_cost(scene: Scene, hand: tuple[int, ...]) -> float:
    """Cost of the gaps inside a hand, and of there being hardly any where it ends in a row."""
    cost = 0.0
    for k, run in enumerate(scene.runs):
        if not k or run.row != scene.runs[k - 1].row or not np.isfinite(run.gap):
            continue
        inside = (k in hand) + (k - 1 in hand)
        if inside == 2:
            clear, slope, most = WIDE_HAND_GAP
            cost += HAND_GAP * min(run.gap / CLEAR_GAP, 1.0)
            cost += min(slope * max(run.gap - clear, 0.0), most)
        elif inside == 1:
            cost += NO_GAP * max(1.0 - run.gap / CLEAR_GAP, 0.0)
    return cost


def apart_cost(scene: Scene, hand: tuple[int, ...], apart: int) -> float:
    """Cost of a tile lying apart from its hand as the winning tile may, but for what it is."""
    tile = scene.runs[apart].tiles[0]
    distance = float(min(scene.apart[h, apart] for h in hand))
    line = scene.line(hand)
    upright = abs(float(scene.plane.along[tile] @ line)) > 0.8
    return (
        float(scene.costs[tile].min())
        + WIN_APART
        + WIN_SLOPE * max(distance - 1.0, 0.0)
        + (WIN_UPRIGHT if upright else 0.0)
        + (WIN_BEHIND if distance > 1.2 and _below(scene, hand, (tile,)) < -1.0 else 0.0)
    )


def place_cost(scene: Scene, hand: tuple[int, ...], run: Run) -> float:
    """How unusual it is for sets to lie where the run lies, seen from the hand."""
    plane = scene.plane
    members = np.array(scene.members(hand))
    own = np.array(run.tiles)
    line = scene.line(hand)
    below = _below(scene, hand, run.tiles)
    unit = float(plane.unit[members].mean())
    x_hand, x_own = plane.centers[members] @ line, plane.centers[own] @ line
    right = (x_own.min() - x_hand.max()) / unit - 1.0
    left = (x_hand.min() - x_own.max()) / unit - 1.0
    if abs(below) <= 0.5:
        return SET_RIGHT if right > -0.5 else SET_LEFT
    if below < 0:
        return 0.0 if left < 0.5 else 0.5
    if -0.3 < right < BESIDE and run.cutting.sets == 1:
        return SET_LOWER_RIGHT
    return SET_IN_FRONT + MORE_IN_FRONT * max(run.cutting.sets - 1, 0)


def _below(scene: Scene, hand: tuple[int, ...], tiles: tuple[int, ...]) -> float:
    """How far tiles lie on the player's side of the hand's line, in tile heights."""
    plane = scene.plane
    members = np.array(scene.members(hand))
    line = scene.line(hand)
    down = np.array([-line[1], line[0]])
    if down @ scene.down < 0:
        down = -down
    delta = plane.centers[list(tiles)][:, None] - plane.centers[members][None]
    nearest = (delta**2).sum(-1).argmin(axis=1)
    step = delta[np.arange(len(tiles)), nearest]
    return float((step @ down).mean() / plane.height[members].mean())


def count_cost(number: int, hand_size: int) -> float:
    """Cost of holding ``number`` tiles, fours counted as three."""
    cheapest = COUNT_MOST
    for size, price in ((hand_size, 0.0), (13, OTHER_SIZE), (16, OTHER_SIZE)):
        if number < size:
            cost = MISSING[0] + MISSING[1] * (size - number)
        elif number > size + 1:
            cost = EXTRA[0] + EXTRA[1] * (number - size - 1)
        else:
            cost = 0.0
        cheapest = min(cheapest, cost + price)
    return cheapest


def least_count_cost(fewest: int, most: int, hand_size: int) -> float:
    """The least that a number of tiles between two bounds may cost."""
    return min(count_cost(n, hand_size) for n in range(fewest, max(most, fewest) + 1))
