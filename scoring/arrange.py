"""Concealed tiles to every way of seeing them as sets and a pair.

Counts are tuples of 34 numbers, one per kind in class order. Each suit is arranged by itself and
the answer is remembered, since the same nine counts come up again and again.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from scoring.melds import SetKind, TileSet, starts_sequence, tile_set
from scoring.tiles import HEAD_KINDS, IS_HEAD, KINDS

Counts = tuple[int, ...]

_GROUPS: Final = ((0, 9), (9, 18), (18, 27), (27, KINDS))
"""First and last kind (exclusive) of the three suits and the honors."""

_NO_PAIR: Final = -1


class Arrangement(NamedTuple):
    """One way to see the tiles in hand: concealed sets and the pair's kind."""

    sets: tuple[TileSet, ...]
    pair: int


def count_tiles(tiles: Iterable[int]) -> Counts:
    """How many of each kind there are."""
    counts = [0] * KINDS
    for tile in tiles:
        counts[tile] += 1
    return tuple(counts)


def arrangements(counts: Counts) -> list[Arrangement]:
    """Every arrangement of these tiles into sets of three and one pair, none if there is none.

    >>> tiles = [0, 0, 0, 1, 1, 1, 2, 2, 2, 27, 27]
    >>> [len(a.sets) for a in arrangements(count_tiles(tiles))]
    [3, 3]
    """
    ways = []
    for first, end in _GROUPS:
        found = _group_ways(first, counts[first:end])
        if not found:
            return []
        ways.append(found)
    return [joined for parts in product(*ways) if (joined := _join(parts)) is not None]


def _join(parts: tuple[Arrangement, ...]) -> Arrangement | None:
    pairs = [part.pair for part in parts if part.pair != _NO_PAIR]
    if len(pairs) != 1:
        return None
    characters, dots, bamboo, honors = parts
    return Arrangement(characters.sets + dots.sets + bamboo.sets + honors.sets, pairs[0])


@lru_cache(maxsize=1 << 17)
def _group_ways(first: int, counts: Counts) -> tuple[Arrangement, ...]:
    """Ways to use up one suit's tiles with at most one pair; ``first`` is the suit's first kind."""
    if sum(counts) % 3 == 1:
        return ()
    return tuple(_ways(list(counts), 0, first, needs_pair=sum(counts) % 3 == 2))


def _ways(counts: list[int], at: int, first: int, needs_pair: bool) -> list[Arrangement]:
    """The lowest kind left is split into a pung or a pair or neither, and sequences."""
    while at < len(counts) and counts[at] == 0:
        at += 1
    if at == len(counts):
        return [] if needs_pair else [Arrangement((), _NO_PAIR)]
    found: list[Arrangement] = []
    kind = first + at
    for pungs, pairs in ((1, 0), (0, 0), (0, 1)):
        runs = counts[at] - 3 * pungs - 2 * pairs
        if runs < 0 or (pairs and not needs_pair):
            continue
        rest = _without_runs(counts, at, kind, runs)
        if rest is None:
            continue
        sets = (tile_set(SetKind.PUNG, kind, True),) * pungs
        sets += (tile_set(SetKind.SEQUENCE, kind, True),) * runs if runs else ()
        for way in _ways(rest, at + 1, first, needs_pair and not pairs):
            found.append(Arrangement(sets + way.sets, kind if pairs else way.pair))
    return found


def _without_runs(counts: list[int], at: int, kind: int, runs: int) -> list[int] | None:
    if not runs:
        return counts
    if not starts_sequence(kind) or min(counts[at + 1], counts[at + 2]) < runs:
        return None
    rest = counts.copy()
    rest[at + 1] -= runs
    rest[at + 2] -= runs
    return rest


def is_single_heads(counts: Counts) -> bool:
    """All thirteen heads and a second copy of one of them (Harr, Part Two, limit hand 1).

    >>> is_single_heads(count_tiles([*HEAD_KINDS, 0]))
    True
    """
    return sum(counts) == len(HEAD_KINDS) + 1 and all(
        n >= 1 if IS_HEAD[tile] else n == 0 for tile, n in enumerate(counts)
    )


def is_complete(counts: Counts, single_heads: bool) -> bool:
    """Whether tiles in hand are complete; ``single_heads`` admits Part Two's irregular shape."""
    return bool(arrangements(counts)) or (single_heads and is_single_heads(counts))


def waits(counts: Counts, held: Counts, single_heads: bool) -> list[int]:
    """Kinds that would complete the hand.

    Args:
        counts: the tiles in hand, one short of complete.
        held: all the player's tiles, sets on the table included; a kind of which he has all four
            cannot come.
        single_heads: whether Part Two's irregular shape counts.
    """
    found = []
    trial = list(counts)
    for tile in range(KINDS):
        if held[tile] >= 4:
            continue
        trial[tile] += 1
        if is_complete(tuple(trial), single_heads):
            found.append(tile)
        trial[tile] -= 1
    return found
