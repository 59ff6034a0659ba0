"""The search for a player's roles: which runs are the hand, and what the others then are.

Every row, part of a row and pair of neighbouring rows is tried as the concealed hand, in the order
of a lower bound of its cost; the other runs take their cheapest roles under the number-of-tiles
rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.layout import placing
from vision.layout.placing import Price
from vision.layout.plane import Array
from vision.layout.scene import Run, Scene
from vision.layout.segments import KINDS
from vision.layout.shapes import content_cost, is_finished
from vision.reading import LABELS

MAX_COUNT: Final = 48
RIVAL: Final = 3.0
"""How much dearer than the best a candidate may be and still be looked at, nats."""
MOST_HANDS: Final = 60
"""Hands tried at most: only heaps of scattered tiles have more within reach of the best."""
MOST_APART: Final = 4
"""Tiles lying apart that are tried as the winning tile, nearest first."""


@dataclass(frozen=True, slots=True)
class Option:
    """A role a run may take: its cost and how many tiles it adds to the player's number."""

    role: str
    adds: int
    cost: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """One reading of the scene.

    Attributes:
        cost: negative log likelihood.
        hand: the runs of the concealed hand.
        apart: the run of the winning tile, when it lies apart.
        tiles: the hand's tiles in order, the winning tile last.
        chosen: roles of the runs that are not simply nobody's.
    """

    cost: float
    hand: tuple[int, ...]
    apart: int | None
    tiles: tuple[int, ...]
    chosen: dict[int, Option]


def candidates(scene: Scene) -> list[Candidate]:
    """The cheapest reading and those that come near it, cheapest first."""
    prices = [placing.price(scene, run) for run in scene.runs]
    found: list[Candidate] = []
    best = np.inf
    for bound, hand, cost in sorted(_bounded(scene, prices))[:MOST_HANDS]:
        if bound > best + RIVAL:
            break
        for candidate in _with_hand(scene, hand, cost, prices):
            found.append(candidate)
            best = min(best, candidate.cost)
    found.sort(key=lambda c: c.cost)
    return [c for c in found if c.cost <= best + RIVAL]


def _bounded(
    scene: Scene, prices: Sequence[Price]
) -> Iterator[tuple[float, tuple[int, ...], float]]:
    """Every candidate hand with a lower bound of its whole cost and its own cost."""
    least = sum(p.least for p in prices)
    sets = [_most_added(run) for run in scene.runs]
    all_sets = sum(sets)
    for hand in _hands(scene):
        cost = placing.hand_cost(scene, hand, prices)
        faces = _faces(scene, scene.members(hand))
        held = sum(prices[k].faces + prices[k].backs for k in hand)
        most = held + 1 + all_sets - sum(sets[k] for k in hand)
        bound = cost + content_cost(faces) + least - sum(prices[k].least for k in hand)
        bound += placing.least_count_cost(held, most, scene.hand_size) - placing.FINISHED
        yield bound, hand, cost


def _most_added(run: Run) -> int:
    return 3 if run.hidden is not None else run.cutting.counted


def _faces(scene: Scene, tiles: Sequence[int]) -> list[str]:
    """The codes of the tiles that show an ordinary face."""
    return [LABELS[k] for k in scene.first[list(tiles)] if k < KINDS]


def _hands(scene: Scene) -> Iterator[tuple[int, ...]]:
    """Run indices of every candidate for the concealed hand."""
    by_row: list[list[int]] = [[] for _ in scene.rows]
    for k, run in enumerate(scene.runs):
        by_row[run.row].append(k)
    for indices in by_row:
        for i in range(len(indices)):
            for j in range(i + 1, len(indices) + 1):
                yield tuple(indices[i:j])
    stacks = [k for k, runs in enumerate(by_row) if runs and len(scene.rows[k].tiles) >= 2]
    for i, a in enumerate(stacks):
        for b in stacks[i + 1 :]:
            if scene.apart[by_row[a][0], by_row[b][0]] <= placing.NEAR:
                yield (*by_row[a], *by_row[b])
    if len(stacks) > 2:
        yield tuple(k for r in stacks for k in by_row[r])


def _tiles_apart(scene: Scene, hand: tuple[int, ...], distance: Array) -> list[int]:
    """Single faces near the hand, nearest first: one of them may be the winning tile."""
    near = [
        k
        for k in np.flatnonzero(distance <= placing.WIN_REACH).tolist()
        if k not in hand
        and len(scene.runs[k].tiles) == 1
        and scene.first[scene.runs[k].tiles[0]] < KINDS
    ]
    return sorted(near, key=lambda k: float(distance[k]))[:MOST_APART]


def _with_hand(
    scene: Scene, hand: tuple[int, ...], cost: float, prices: Sequence[Price]
) -> Iterator[Candidate]:
    """The cheapest readings with these runs as the hand, by which tile is the winning one."""
    concealed = scene.in_order([t for t in scene.members(hand) if not scene.is_flower(t)])
    members = list(hand)
    reach = scene.reach[members].min(axis=0)
    choices: dict[int, list[Option]] = {}
    nobodys: dict[int, float] = {}
    for k, run in enumerate(scene.runs):
        if k not in hand:
            options = _options(scene, hand, run, prices[k], float(reach[k]))
            nobodys[k] = options[0].cost
            if len(options) > 1:
                choices[k] = options
    cost += sum(price for k, price in nobodys.items() if k not in choices)
    for apart in (None, *_tiles_apart(scene, hand, scene.apart[members].min(axis=0))):
        tiles, extra = concealed, 0.0
        if apart is not None:
            tiles = [*concealed, *scene.runs[apart].tiles]
            extra = placing.apart_cost(scene, hand, apart) - nobodys[apart]
        faces = _faces(scene, tiles)
        extra += content_cost(faces)
        if len(faces) == len(tiles) and is_finished(faces):
            extra -= placing.FINISHED
        chosen, rest = _choose(choices, len(tiles), scene.hand_size)
        yield Candidate(cost + extra + rest, hand, apart, tuple(tiles), chosen)


def _options(
    scene: Scene, hand: tuple[int, ...], run: Run, price: Price, reach: float
) -> list[Option]:
    """What a run may be when ``hand`` is the hand; nobody's is always the first option."""
    far = min(max(reach - placing.NEAR, 0.0) * placing.FAR_SLOPE, placing.FAR_MOST)
    options = [Option("loose", 0, price.far if far else price.near)]
    sets = run.cutting.sets
    placed = placing.place_cost(scene, hand, run) if sets or run.hidden else 0.0
    if sets or any(g.kind == "flower" for g in run.cutting.groups):
        place = placed + run.untidy if sets else 0.0
        cost = run.cutting.cost + place + far * max(sets, 1.0)
        options.append(Option("sets", run.cutting.counted, cost))
    if run.hidden is not None:
        options.append(Option("hidden", 3, run.hidden.cost + placed + run.untidy + far))
    return options


def _choose(
    options: dict[int, list[Option]], held: int, hand_size: int
) -> tuple[dict[int, Option], float]:
    """One option per run, cheapest in sum with the cost of the number of tiles."""
    table: dict[int, tuple[float, tuple[Option, ...]]] = {held: (0.0, ())}
    for choices in options.values():
        following: dict[int, tuple[float, tuple[Option, ...]]] = {}
        for number, (cost, path) in table.items():
            for option in choices:
                key = min(number + option.adds, MAX_COUNT)
                new = cost + option.cost
                if key not in following or new < following[key][0]:
                    following[key] = (new, (*path, option))
        table = following
    number = min(table, key=lambda n: table[n][0] + placing.count_cost(n, hand_size))
    cost, path = table[number]
    chosen = dict(zip(options, path, strict=True))
    return chosen, cost + placing.count_cost(number, hand_size)
