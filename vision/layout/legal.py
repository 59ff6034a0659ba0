"""At most four of a kind: the cheapest change of doubtful tiles that makes a table possible.

Exact best-first search over the near ties. Clear views have one choice only, so that five of a
kind seen clearly stay what they are.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.layout.plane import Array
from vision.layout.segments import BACK, FLOWER, FORBIDDEN, KINDS, SEQUENCES, Group
from vision.reading import LABELS

TOO_MANY: Final = 12.0
"""Cost of a tile too many: below it a doubtful tile is changed rather."""
MOST_STEPS: Final = 600
_BACK_CODE: Final = LABELS[BACK]


LEFT_OUT: Final = 0.8
"""Cost of leaving a doubtful loose tile out of the count ..."""
LEFT_OUT_CLEAR: Final = 6.0
"""... and a clear one."""
Choice = tuple[tuple[str | None, ...], float]


@dataclass(frozen=True, slots=True)
class Unit:
    """Tiles whose codes are chosen together.

    Attributes:
        tiles: indices.
        choices: pairs of the codes (one per tile; None unknown) and their cost, cheapest first.
    """

    tiles: tuple[int, ...]
    choices: tuple[Choice, ...]


def unit_of_tile(tile: int, costs: Array, role: str = "") -> Unit:
    """A tile that stands for itself.

    A ``flower`` stays one whatever the count says. One that is ``loose`` may also be left out of
    the count (None), so that what lies about rarely changes what a player holds.
    """
    columns = np.arange(BACK + 1)
    if role == "flower":
        columns = columns[FLOWER]
    ranked = columns[costs[tile, columns] < FORBIDDEN]
    ranked = ranked[np.argsort(costs[tile, ranked], kind="stable")]
    choices: list[Choice] = [((LABELS[c],), float(costs[tile, c])) for c in ranked]
    if role == "loose":
        leave = LEFT_OUT if len(choices) > 1 else LEFT_OUT_CLEAR
        choices.append(((None,), choices[0][1] + leave))
    return Unit((tile,), tuple(choices))


def unit_of_group(group: Group, costs: Array) -> Unit:
    """A set: all the codes it might have as the same kind of set."""
    if None in group.codes:
        return Unit(group.tiles, ((group.codes, 0.0),))
    if group.kind == "sequence":
        choices = _sequence_choices(group, costs)
    else:
        shown = [t for t in group.tiles if not (group.concealed and costs[t, BACK] < FORBIDDEN)]
        totals = costs[shown or list(group.tiles), :KINDS].sum(axis=0)
        choices = [
            ((LABELS[c],) * len(group.tiles), float(totals[c]))
            for c in np.flatnonzero(totals < FORBIDDEN)
        ]
    choices.sort(key=lambda c: c[1])
    return Unit(group.tiles, tuple(choices) or ((group.codes, 0.0),))


def _sequence_choices(group: Group, costs: Array) -> list[Choice]:
    numbers = [LABELS.index(str(code)) for code in group.codes]
    order = np.argsort(np.argsort(numbers))
    choices: list[Choice] = []
    for line in SEQUENCES:
        codes = [int(line[o]) for o in order]
        cost = float(sum(costs[t, c] for t, c in zip(group.tiles, codes, strict=True)))
        if cost < FORBIDDEN:
            choices.append((tuple(LABELS[c] for c in codes), cost))
    return choices


def most_of(code: str) -> int:
    """How many of a code a set of tiles holds."""
    return 1 if code.endswith("f") else 4


def settle(units: Sequence[Unit]) -> list[tuple[str | None, ...]]:
    """Codes for every unit: the cheapest choice with as few tiles too many as can be."""
    start = tuple(0 for _ in units)
    heap: list[tuple[float, tuple[int, ...]]] = [(0.0, start)]
    seen = {start}
    best: tuple[float, tuple[int, ...]] | None = None
    for _ in range(MOST_STEPS):
        if not heap or (best is not None and heap[0][0] >= best[0]):
            break
        cost, state = heapq.heappop(heap)
        excess = _excess(units, state)
        total = cost + TOO_MANY * sum(excess.values())
        if best is None or total < best[0]:
            best = (total, state)
        for code in excess:
            for k, choice in _ways_out(units, state, code):
                following = (*state[:k], choice, *state[k + 1 :])
                if following not in seen:
                    seen.add(following)
                    extra = units[k].choices[choice][1] - units[k].choices[state[k]][1]
                    heapq.heappush(heap, (cost + extra, following))
    assert best is not None
    return [unit.choices[c][0] for unit, c in zip(units, best[1], strict=True)]


def _excess(units: Sequence[Unit], state: tuple[int, ...]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for unit, choice in zip(units, state, strict=True):
        counts.update(c for c in unit.choices[choice][0] if c is not None and c != _BACK_CODE)
    return {c: n - most_of(c) for c, n in counts.items() if n > most_of(c)}


def _ways_out(units: Sequence[Unit], state: tuple[int, ...], code: str) -> list[tuple[int, int]]:
    """Units that hold a code, each with its next choice that does not."""
    found = []
    for k, unit in enumerate(units):
        if code in unit.choices[state[k]][0]:
            later = range(state[k] + 1, len(unit.choices))
            nxt = next((c for c in later if code not in unit.choices[c][0]), None)
            if nxt is not None:
                found.append((k, nxt))
    return found
