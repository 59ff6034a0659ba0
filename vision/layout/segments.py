"""A run of tiles cut into sets by content: an exact search over the classes' probabilities.

Costs are negative log likelihoods. A set costs its rarity among sets plus what its codes cost at
the classifier; a tile that is in no set costs as much as a tile drawn blindly plus a fee. The
likeliest cutting is the cheapest path through the run.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, permutations
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACE_DOWN, PLAYING_TILES
from vision.layout.plane import Array
from vision.reading import LABELS

KINDS: Final = len(PLAYING_TILES)
BACK: Final = LABELS.index(FACE_DOWN)
FLOWER: Final = slice(LABELS.index("1f"), LABELS.index("8f") + 1)
BLIND: Final = float(np.log(KINDS))
"""Cost of one tile of which nothing is known."""

CLEAR: Final = 0.97
"""Probability from which on a view is clear: no rule overrules it."""
POSSIBLE: Final = 0.015
"""Least probability of a code that a rule may choose instead of the first one."""
CHANGE: Final = 0.7
"""Cost of any code but the first one, above its probability."""
FORBIDDEN: Final = 1e6

PUNG: Final = BLIND + 0.7
SEQUENCE: Final = float(np.log(21)) + 1.2
DISORDER: Final = 0.9
"""Extra cost of a sequence laid out of order (more than half of the real ones are)."""
KONG: Final = BLIND + 2.2
CONCEALED_KONG: Final = BLIND + 1.2
HIDDEN_KONG: Final = 5.0
"""Four backs on their own: a concealed four of unknown kind, or just a piece of wall."""
STRAY: Final = BLIND + 5.0
BROKEN: Final = 3 * BLIND + 3.5
"""Three tiles of which two go together: a set with one tile misread."""
WALL: Final = 0.7
FLOWER_COST: Final = 1.0

SEQUENCES: Final = np.array([[9 * s + n + k for k in range(3)] for s in range(3) for n in range(7)])
_ORDERS: Final = tuple(permutations(range(3)))
_ORDER_PRICES: Final = SEQUENCE + np.array(
    [0.0 if order in ((0, 1, 2), (2, 1, 0)) else DISORDER for order in _ORDERS]
)


@dataclass(frozen=True, slots=True)
class Group:
    """Consecutive tiles of a run and what they are taken for.

    Attributes:
        kind: ``pung`` ``kong`` ``sequence``; ``broken`` (a set with a tile that does not fit)
            ``flower`` ``stray`` or ``wall``.
        tiles: tile indices in run order.
        codes: what each tile counts as; None where nothing says so.
        concealed: a four with tiles turned down.
        cost: negative log likelihood.
    """

    kind: str
    tiles: tuple[int, ...]
    codes: tuple[str | None, ...]
    concealed: bool
    cost: float

    @property
    def is_set(self) -> bool:
        """Whether it is a set (and not a flower, a stray tile or a piece of wall)."""
        return self.kind in {"pung", "kong", "sequence"}


@dataclass(frozen=True, slots=True)
class Cutting:
    """The likeliest cutting of a run, and how much likelier it is than the next one."""

    groups: tuple[Group, ...]
    cost: float

    @property
    def sets(self) -> int:
        """Number of sets."""
        return sum(g.is_set for g in self.groups)

    @property
    def counted(self) -> int:
        """Tiles that they are in a player's number of tiles, broken sets included."""
        return 3 * sum(g.is_set or g.kind == "broken" for g in self.groups)


def code_costs(probabilities: NDArray[np.floating[Any]]) -> Array:
    """(N, 44) cost of each code for each tile; `FORBIDDEN` where the view speaks against it."""
    p = np.asarray(probabilities, np.float64)
    top = p.max(axis=1, keepdims=True)
    allowed = (p >= top) | ((p >= POSSIBLE) & (top < CLEAR))
    costs = -np.log(np.maximum(p, 1e-9)) + np.where(p >= top, 0.0, CHANGE)
    return np.where(allowed, costs, FORBIDDEN)


def cut(run: tuple[int, ...], costs: Array) -> Cutting:
    """The cheapest cutting of a run of tile indices; ``costs`` from `code_costs`.

    A broken set is considered only where the rest of the run is whole sets: three tiles too many
    that hang together are then rather a set with a tile misread.
    """
    table = costs[list(run)]
    ends = _groups_by_end(run, table)
    plain = _cheapest(ends)
    if sum(g.kind == "stray" for g in plain.groups) != 3:
        return plain
    for start in range(len(run) - 2):
        group = _broken(run[start : start + 3], table[start : start + 3])
        if group is not None:
            ends[start + 3].append(group)
    mended = _cheapest(ends)
    kinds = [g.kind for g in mended.groups]
    return mended if "stray" not in kinds and kinds.count("broken") == 1 else plain


def _cheapest(ends: list[list[Group]]) -> Cutting:
    """The cheapest way through the groups, which are listed by where they end."""
    best: list[tuple[float, tuple[Group, ...]]] = [(0.0, ())]
    for groups in ends[1:]:
        here = len(best)
        options = [(best[here - len(g.tiles)][0] + g.cost, g) for g in groups]
        cost, group = min(options, key=lambda o: o[0])
        best.append((cost, (*best[here - len(group.tiles)][1], group)))
    return Cutting(best[-1][1], best[-1][0])


def _groups_by_end(run: tuple[int, ...], table: Array) -> list[list[Group]]:
    """Every possible set and single tile, listed by the position behind its last tile."""
    ends: list[list[Group]] = [[] for _ in range(len(run) + 1)]
    for i, tile in enumerate(run):
        ends[i + 1].append(_single(tile, table[i]))
    for length, find in ((3, _pungs), (3, _sequences), (4, _kongs), (4, _turned_fours)):
        if len(run) >= length:
            for start, group in find(run, table):
                ends[start + length].append(group)
    return ends


def _single(tile: int, row: Array) -> Group:
    first = int(row.argmin())
    code = LABELS[first]
    if first == BACK:
        return Group("wall", (tile,), (code,), False, WALL)
    if FLOWER.start <= first < FLOWER.stop:
        return Group("flower", (tile,), (code,), False, FLOWER_COST + float(row[first]))
    return Group("stray", (tile,), (code,), False, STRAY + float(row[first]))


def _windows(table: Array, length: int) -> Array:
    """(W, K) sums of the costs (N, K) over ``length`` tiles side by side."""
    count = len(table) - length + 1
    parts = [table[k : k + count] for k in range(length)]
    return np.asarray(np.sum(parts, axis=0))


def _alike(
    run: tuple[int, ...], totals: Array, length: int, kind: str, price: float, concealed: bool
) -> Iterator[tuple[int, Group]]:
    """Sets of one code where the windows' totals (W, 34) allow it."""
    best = totals.argmin(axis=1)
    costs = totals[np.arange(len(totals)), best]
    for start in np.flatnonzero(costs < FORBIDDEN).tolist():
        codes = (LABELS[best[start]],) * length
        tiles = run[start : start + length]
        yield start, Group(kind, tiles, codes, concealed, price + float(costs[start]))


def _pungs(run: tuple[int, ...], table: Array) -> Iterator[tuple[int, Group]]:
    return _alike(run, _windows(table[:, :KINDS], 3), 3, "pung", PUNG, False)


def _kongs(run: tuple[int, ...], table: Array) -> Iterator[tuple[int, Group]]:
    return _alike(run, _windows(table[:, :KINDS], 4), 4, "kong", KONG, False)


def _sequences(run: tuple[int, ...], table: Array) -> Iterator[tuple[int, Group]]:
    """Sequences in any order of their three tiles."""
    count = len(table) - 2
    place = table[:, SEQUENCES]
    first, second, third = place[:count], place[1 : count + 1], place[2:]
    totals = np.stack(
        [first[..., a] + second[..., b] + third[..., c] for a, b, c in _ORDERS], axis=1
    )
    flat = (totals + _ORDER_PRICES[None, :, None]).reshape(count, -1)
    best = flat.argmin(axis=1)
    for start in np.flatnonzero(flat[np.arange(count), best] < FORBIDDEN).tolist():
        order, line = divmod(int(best[start]), len(SEQUENCES))
        codes = tuple(LABELS[SEQUENCES[line, o]] for o in _ORDERS[order])
        tiles = run[start : start + 3]
        yield start, Group("sequence", tiles, codes, False, float(flat[start, best[start]]))


def _turned_fours(run: tuple[int, ...], table: Array) -> Iterator[tuple[int, Group]]:
    """Fours with their ends or their middle pair face down."""
    down, shown = table[:, BACK : BACK + 1], table[:, :KINDS]
    if down.min() >= FORBIDDEN:
        return
    count = len(table) - 3
    for pattern in ((down, shown, shown, down), (shown, down, down, shown)):
        totals = np.asarray(sum(part[k : k + count] for k, part in enumerate(pattern)))
        yield from _alike(run, totals, 4, "kong", CONCEALED_KONG, True)


def _broken(tiles: tuple[int, ...], table: Array) -> Group | None:
    first = table.argmin(axis=1)
    if first.max() >= KINDS:
        return None
    codes = sorted(int(k) for k in first)
    alike = len(set(codes)) == 2
    near = any(a // 9 == b // 9 < 3 and 0 < b - a <= 2 for a, b in pairwise(codes))
    if not alike and not near:
        return None
    cost = BROKEN + float(table.min(axis=1).sum()) + (0.0 if alike else DISORDER)
    return Group("broken", tiles, tuple(LABELS[k] for k in first), False, cost)


def four_backs(tiles: tuple[int, ...], costs: Array) -> Group | None:
    """Exactly four backs as a concealed four of unknown kind."""
    backs = costs[list(tiles), BACK]
    if len(tiles) != 4 or backs.max() >= FORBIDDEN:
        return None
    return Group("kong", tiles, (None,) * 4, True, HIDDEN_KONG + float(backs.sum()))
