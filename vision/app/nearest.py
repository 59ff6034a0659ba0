"""How far a hand is from winning, and by which tiles: for the person who must find the misread one.

A winning hand is four sets and a pair (`scoring` decides whether a hand is complete; this module
only explains one that is not).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

from scoring.tiles import HEADS, HONORS, SUITED

Codes = tuple[str, ...]

SHAPES_AT_MOST: Final = 12
FAR: Final = 2
"""With more tiles missing than this, no winning hand is worth naming."""

_GROUPS: Final[tuple[Codes, ...]] = (
    *(tuple(c for c in SUITED if c[1] == suit) for suit in "mps"),
    HONORS,
)


@dataclass(frozen=True, slots=True)
class Change:
    """What would have to come and to go to make the hand complete."""

    missing: Codes
    extra: Codes


@dataclass(frozen=True, slots=True)
class _Part:
    """Some sets and perhaps the pair, of one suit or of the honors."""

    overlap: int
    target: Codes


def nearest(
    concealed: Sequence[str], sets_on_table: int, single_heads: bool = False
) -> tuple[Change, ...]:
    """The smallest changes that complete a hand; none if it is `FAR` or has too many sets.

    Args:
        concealed: Codes in hand, mandarins left out.
        sets_on_table: Number of its sets that lie on the table.
        single_heads: Whether the thirteen single heads win too (Part Two, limit hand 1).

    >>> nearest(["1m", "2m", "3m", "5p", "5p", "7s", "8s"], 2)
    (Change(missing=('6s',), extra=()), Change(missing=('9s',), extra=()))
    """
    have = Counter(concealed)
    targets = _targets(have, 4 - sets_on_table)
    if single_heads and not sets_on_table:
        targets += _single_heads(have)
    changes = {_change(have, Counter(part.target)) for part in targets}
    if not changes:
        return ()
    least = min(len(c.missing) + len(c.extra) for c in changes)
    best = [c for c in changes if len(c.missing) + len(c.extra) == least]
    return tuple(sorted(best, key=lambda c: (c.missing, c.extra))[:SHAPES_AT_MOST])


def _change(have: Counter[str], target: Counter[str]) -> Change:
    missing, extra = target - have, have - target
    return Change(tuple(sorted(missing.elements())), tuple(sorted(extra.elements())))


def _targets(have: Counter[str], sets: int) -> list[_Part]:
    """Complete hands with the largest overlap, none when even these are far away."""
    if sets < 0:
        return []
    ways = [_group_ways(group, have, sets) for group in _GROUPS]
    choices = [
        [way[key] for way, key in zip(ways, keys, strict=True)]
        for keys in product(*ways)
        if sum(k[0] for k in keys) == sets and sum(k[1] for k in keys) == 1
    ]
    best = max((_sum_overlap(choice) for choice in choices), default=0)
    if 3 * sets + 2 - best > FAR:
        return []
    return [
        _Part(best, sum((p.target for p in parts), ()))
        for choice in choices
        if _sum_overlap(choice) == best
        for parts in product(*choice)
    ]


def _sum_overlap(choice: list[list[_Part]]) -> int:
    return sum(parts[0].overlap for parts in choice)


def _group_ways(group: Codes, have: Counter[str], sets: int) -> dict[tuple[int, int], list[_Part]]:
    """By (number of sets, number of pairs): the ways of one suit that overlap most."""
    pieces = [(piece, 1, 0) for piece in _sets_of(group)]
    pieces += [((code, code), 0, 1) for code in group]
    held = [p for p in pieces if any(code in have for code in p[0])]
    ways: dict[tuple[int, int], list[_Part]] = {(0, 0): [_Part(0, ())]}

    def extend(start: int, target: Codes, n_sets: int, n_pairs: int) -> None:
        for at in range(start, len(held)):
            piece, more_sets, more_pairs = held[at]
            key = (n_sets + more_sets, n_pairs + more_pairs)
            longer = target + piece
            if key[0] > sets or key[1] > 1 or any(longer.count(c) > 4 for c in piece):
                continue
            _keep(ways.setdefault(key, []), _Part(_overlap(longer, have), longer))
            extend(at, longer, *key)

    extend(0, (), 0, 0)
    return ways


def _keep(parts: list[_Part], part: _Part) -> None:
    if parts and part.overlap > parts[0].overlap:
        parts.clear()
    if not parts or (part.overlap == parts[0].overlap and len(parts) < SHAPES_AT_MOST):
        parts.append(part)


def _overlap(target: Codes, have: Counter[str]) -> int:
    return sum((Counter(target) & have).values())


def _sets_of(group: Codes) -> list[Codes]:
    pungs: list[Codes] = [(code,) * 3 for code in group]
    if group is HONORS:
        return pungs
    return pungs + [(group[i], group[i + 1], group[i + 2]) for i in range(7)]


def _single_heads(have: Counter[str]) -> list[_Part]:
    doubled = [code for code in HEADS if have[code] >= 2] or list(HEADS)
    targets: list[Codes] = [(*HEADS, code) for code in doubled]
    parts = [_Part(_overlap(target, have), target) for target in targets]
    return [part for part in parts if len(part.target) - part.overlap <= FAR]
