"""Which of one player's rows is his hand, which are sets, which belong to nobody.

Every row, part of a row and pair of neighbouring rows is tried as the concealed hand; the other
runs then take their cheapest roles under the number-of-tiles rule. All costs are negative log
likelihoods, so content, place and number are weighed against each other on one scale.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.layout import placing
from vision.layout.placing import Price
from vision.layout.scene import Scene
from vision.layout.segments import BACK, KINDS, Group
from vision.layout.shapes import content_cost, is_finished
from vision.reading import LABELS

MAX_COUNT: Final = 24
RIVAL: Final = 3.0
"""How much dearer than the best a reading may be and still be looked at, nats."""


@dataclass(frozen=True, slots=True)
class Roles:
    """One player's tiles by role; ``cost`` is a negative log likelihood.

    Attributes:
        concealed: tile indices in order.
        groups: the sets on the table.
        flowers: in order.
        loose: everything else.
        winning: a tile of the hand that lies apart or crosswise.
        strays: loose tiles inside a row of sets.
        margin: by how much the next different reading is more expensive.
        disputed: the tiles whose role that reading sees otherwise.
    """

    concealed: tuple[int, ...]
    groups: tuple[Group, ...]
    flowers: tuple[int, ...]
    loose: tuple[int, ...]
    winning: int | None
    strays: tuple[int, ...]
    cost: float
    margin: float = np.inf
    disputed: tuple[int, ...] = ()


def best_roles(scene: Scene) -> Roles:
    """The likeliest roles of a player's tiles.

    Candidates are tried in the order of a lower bound of their cost, until none can come near the
    best.
    """
    prices = [placing.price(scene, run) for run in scene.runs]
    least = sum(p.least for p in prices)
    bounded = []
    for hand in _hands(scene):
        cost = placing.hand_cost(scene, hand, prices)
        content = content_cost(_faces(scene, scene.members(hand)))
        bound = cost + content + least - sum(prices[k].least for k in hand) - placing.FINISHED
        bounded.append((bound, hand, cost))
    ranked: list[Roles] = []
    best = np.inf
    for bound, hand, cost in sorted(bounded):
        if bound > best + RIVAL:
            break
        for roles in _with_hand(scene, hand, cost, prices):
            ranked.append(roles)
            best = min(best, roles.cost)
    return _with_rival(sorted(ranked, key=lambda r: r.cost))


def _faces(scene: Scene, tiles: Sequence[int]) -> list[str]:
    """The codes of the tiles that show an ordinary face."""
    return [LABELS[k] for k in scene.first[list(tiles)] if k < KINDS]


def _with_rival(ranked: list[Roles]) -> Roles:
    best = ranked[0]
    for other in ranked[1:]:
        disputed = _difference(best, other)
        if disputed:
            return replace(best, margin=other.cost - best.cost, disputed=disputed)
    return best


def _difference(a: Roles, b: Roles) -> tuple[int, ...]:
    """The tiles that two readings see in different roles."""
    parts = [(r.concealed, *(g.tiles for g in r.groups)) for r in (a, b)]
    homes = [{t: frozenset(part) for part in p for t in part} for p in parts]
    hand_a, hand_b = set(a.concealed), set(b.concealed)
    tiles = homes[0].keys() | homes[1].keys()
    return tuple(
        sorted(
            t
            for t in tiles
            if (t in hand_a) != (t in hand_b)
            or (t not in hand_a and homes[0].get(t) != homes[1].get(t))
        )
    )


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


def _tiles_apart(scene: Scene, hand: tuple[int, ...]) -> list[int]:
    """Single runs near the hand: one of them may be the winning tile."""
    return [
        k
        for k, run in enumerate(scene.runs)
        if len(run.tiles) == 1
        and k not in hand
        and not scene.is_flower(run.tiles[0])
        and scene.first[run.tiles[0]] != BACK
        and min(scene.apart[h, k] for h in hand) <= placing.WIN_REACH
    ]


def _with_hand(
    scene: Scene, hand: tuple[int, ...], cost: float, prices: Sequence[Price]
) -> Iterator[Roles]:
    """The cheapest readings with these runs as the hand, by which tile is the winning one."""
    concealed = scene.in_order([t for t in scene.members(hand) if not scene.is_flower(t)])
    open_runs: dict[int, list[_Option]] = {}
    for k in range(len(scene.runs)):
        if k not in hand:
            options = _options(scene, hand, k, prices[k])
            cost += options[0].cost if len(options) == 1 else 0.0
            open_runs[k] = options
    choices = {k: o for k, o in open_runs.items() if len(o) > 1}
    for apart in (None, *_tiles_apart(scene, hand)):
        tiles, winning, extra = concealed, None, 0.0
        if apart is not None:
            winning = scene.runs[apart].tiles[0]
            tiles = [*concealed, winning]
            extra = placing.apart_cost(scene, hand, apart) - open_runs[apart][0].cost
        else:
            winning = _crosswise_in(scene, hand, concealed)
        faces = _faces(scene, tiles)
        extra += content_cost(faces)
        if len(faces) == len(tiles) and is_finished(faces):
            extra -= placing.FINISHED
        chosen, rest = _choose(choices, len(tiles), scene.hand_size)
        found = _collect(scene, hand, apart, chosen)
        yield replace(found, concealed=tuple(tiles), winning=winning, cost=cost + extra + rest)


@dataclass(frozen=True, slots=True)
class _Option:
    """A role a run may take: its cost and how many tiles it adds to the player's number."""

    role: str
    adds: int
    cost: float


def _options(scene: Scene, hand: tuple[int, ...], k: int, price: Price) -> list[_Option]:
    """What run k may be when ``hand`` is the hand; nobody's is always the first option."""
    run = scene.runs[k]
    reach = float(min(scene.reach[h, k] for h in hand))
    far = min(max(reach - placing.NEAR, 0.0) * placing.FAR_SLOPE, placing.FAR_MOST)
    options = [_Option("loose", 0, price.far if far else price.near)]
    sets = run.cutting.sets
    placed = placing.place_cost(scene, hand, run) if sets or run.hidden else 0.0
    if sets or any(g.kind == "flower" for g in run.cutting.groups):
        place = placed + run.untidy if sets else 0.0
        cost = run.cutting.cost + place + far * max(sets, 1.0)
        options.append(_Option("sets", run.cutting.counted, cost))
    if run.hidden is not None:
        options.append(_Option("hidden", 3, run.hidden.cost + placed + run.untidy + far))
    return options


def _choose(
    options: dict[int, list[_Option]], held: int, hand_size: int
) -> tuple[dict[int, _Option], float]:
    """One option per run, cheapest in sum with the cost of the number of tiles."""
    table: dict[int, tuple[float, tuple[_Option, ...]]] = {held: (0.0, ())}
    for choices in options.values():
        following: dict[int, tuple[float, tuple[_Option, ...]]] = {}
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


def _collect(
    scene: Scene, hand: tuple[int, ...], apart: int | None, chosen: dict[int, _Option]
) -> Roles:
    """The roles as chosen, still without the hand's tiles and the cost."""
    groups: list[Group] = []
    flowers = [t for t in scene.members(hand) if scene.is_flower(t)]
    loose: list[int] = []
    strays: list[int] = []
    for k, run in enumerate(scene.runs):
        role = chosen[k].role if k in chosen else "loose"
        if k in hand or k == apart:
            continue
        if role == "hidden" and run.hidden is not None:
            groups.append(run.hidden)
        elif role == "loose":
            loose += run.tiles
        else:
            groups += [g for g in run.cutting.groups if g.is_set]
            for group in run.cutting.groups:
                if group.kind == "flower":
                    flowers += group.tiles
                elif not group.is_set:
                    strays += group.tiles if group.kind != "wall" else ()
                    loose += group.tiles
    return Roles(
        concealed=(),
        groups=tuple(groups),
        flowers=tuple(scene.in_order(flowers)),
        loose=tuple(loose),
        winning=None,
        strays=tuple(strays),
        cost=0.0,
    )


def _crosswise_in(scene: Scene, hand: tuple[int, ...], concealed: list[int]) -> int | None:
    """The one tile at an end of the hand that lies crosswise or behind a gap."""
    if len(concealed) < 3:
        return None
    line = scene.line(hand)
    turned = [t for t in concealed if abs(float(scene.plane.along[t] @ line)) < 0.7]
    if len(turned) == 1:
        return turned[0]
    ends = [scene.runs[hand[-1]].tiles, scene.runs[hand[0]].tiles] if len(hand) > 1 else []
    apart = [e[0] for e in ends if len(e) == 1 and e[0] in concealed]
    return apart[0] if len(apart) == 1 else None
