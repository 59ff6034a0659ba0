"""A run of tiles cut into sets by content: an exact search over the classes' probabilities.

Costs are negative log likelihoods. A set costs its rarity among sets plus what its codes cost at
the classifier; a tile that is in no set costs as much as a tile drawn blindly plus a fee. The
likeliest cutting is the cheapest path through the run.
"""

from __future__ import annotations

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
POSSIBLE: Final = 0.004
"""Least probability of a code that a rule may choose instead of the first one."""
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
    return np.where(allowed, -np.log(np.maximum(p, 1e-9)), FORBIDDEN)


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
    for length, make in ((3, _pung), (3, _sequence), (4, _kong), (4, _turned_four)):
        for start in range(len(run) - length + 1):
            group = make(run[start : start + length], table[start : start + length])
            if group is not None:
                ends[start + length].append(group)
    return ends


def _single(tile: int, row: Array) -> Group:
    first = int(row.argmin())
    code = LABELS[first]
    if first == BACK:
        return Group("wall", (tile,), (code,), False, WALL)
    flower = FLOWER.start + int(row[FLOWER].argmin())
    if row[flower] < FORBIDDEN and row[flower] <= row[first] + 1.5:
        return Group("flower", (tile,), (LABELS[flower],), False, FLOWER_COST + float(row[flower]))
    return Group("stray", (tile,), (code,), False, STRAY + float(row[first]))


def _alike(tiles: tuple[int, ...], table: Array, kind: str, price: float) -> Group | None:
    totals = table[:, :KINDS].sum(axis=0)
    code = int(totals.argmin())
    if totals[code] >= FORBIDDEN:
        return None
    return Group(kind, tiles, (LABELS[code],) * len(tiles), False, price + float(totals[code]))


def _pung(tiles: tuple[int, ...], table: Array) -> Group | None:
    return _alike(tiles, table, "pung", PUNG)


def _kong(tiles: tuple[int, ...], table: Array) -> Group | None:
    return _alike(tiles, table, "kong", KONG)


def _sequence(tiles: tuple[int, ...], table: Array) -> Group | None:
    best: tuple[float, tuple[int, ...]] | None = None
    by_place = table[:, SEQUENCES]
    for order in _ORDERS:
        price = SEQUENCE + (0.0 if order in ((0, 1, 2), (2, 1, 0)) else DISORDER)
        totals = by_place[0, :, order[0]] + by_place[1, :, order[1]] + by_place[2, :, order[2]]
        k = int(totals.argmin())
        cost = price + float(totals[k])
        if cost < FORBIDDEN and (best is None or cost < best[0]):
            best = (cost, tuple(int(SEQUENCES[k, o]) for o in order))
    if best is None:
        return None
    return Group("sequence", tiles, tuple(LABELS[c] for c in best[1]), False, best[0])


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


def _turned_four(tiles: tuple[int, ...], table: Array) -> Group | None:
    """Four with its ends or its middle pair face down."""
    backs = table[:, BACK]
    for down, shown in (((0, 3), (1, 2)), ((1, 2), (0, 3))):
        hidden = float(backs[list(down)].sum())
        if hidden >= FORBIDDEN:
            continue
        totals = table[list(shown), :KINDS].sum(axis=0)
        code = int(totals.argmin())
        if totals[code] < FORBIDDEN:
            cost = CONCEALED_KONG + float(totals[code]) + hidden
            return Group("kong", tiles, (LABELS[code],) * 4, True, cost)
    return None


def four_backs(tiles: tuple[int, ...], costs: Array) -> Group | None:
    """Exactly four backs as a concealed four of unknown kind."""
    backs = costs[list(tiles), BACK]
    if len(tiles) != 4 or backs.max() >= FORBIDDEN:
        return None
    return Group("kong", tiles, (None,) * 4, True, HIDDEN_KONG + float(backs.sum()))
