"""What concealed tiles make: whether they are a finished hand, and how likely players hold them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from scoring.tiles import HEADS, PLAYING_TILES

SINGLE: Final = 3.0
PAIR: Final = 5.5
SET: Final = 7.5
"""Costs of tiles in a hand, negative log likelihoods: players collect pairs and sets."""

MOST_HELD: Final = 20
"""Tiles beyond which nothing is a hand."""

_INDEX: Final = {code: k for k, code in enumerate(PLAYING_TILES)}
_HEADS: Final = frozenset(HEADS)


def is_finished(codes: Iterable[str]) -> bool:
    """Whether tiles are sets and one pair (or all thirteen heads and a second of one)."""
    tiles = sorted(codes)
    if len(tiles) % 3 != 2 or any(code not in _INDEX for code in tiles):
        return False
    if len(tiles) == 14 and set(tiles) == _HEADS:
        return True
    counts = [0] * len(PLAYING_TILES)
    for code in tiles:
        counts[_INDEX[code]] += 1
    return any(
        count >= 2 and _all_sets((*counts[:k], count - 2, *counts[k + 1 :]))
        for k, count in enumerate(counts)
    )


def content_cost(codes: Iterable[str]) -> float:
    """Cost of holding these tiles, by the cheapest way to see them as sets, pairs and singles."""
    codes = list(codes)
    if len(codes) > MOST_HELD:
        return SINGLE * len(codes)
    counts = [0] * len(PLAYING_TILES)
    others = 0
    for code in codes:
        if code in _INDEX:
            counts[_INDEX[code]] += 1
        else:
            others += 1
    suits = (tuple(counts[start : start + 9]) for start in range(0, 27, 9))
    suited = sum(_suit_cost(suit) for suit in suits)
    return suited + sum(_alike_cost(n) for n in counts[27:]) + others * SINGLE


def _alike_cost(count: int) -> float:
    return (0.0, SINGLE, PAIR, SET)[min(count, 3)] + max(count - 3, 0) * SINGLE


@lru_cache(maxsize=20000)
def _suit_cost(counts: tuple[int, ...]) -> float:
    k = next((i for i, count in enumerate(counts) if count), None)
    if k is None:
        return 0.0
    ways = [(SINGLE, 1, False)]
    if counts[k] >= 2:
        ways.append((PAIR, 2, False))
    if counts[k] >= 3:
        ways.append((SET, 3, False))
    if k <= 6 and counts[k + 1] and counts[k + 2]:
        ways.append((SET, 1, True))
    return min(price + _suit_cost(_without(counts, k, number, run)) for price, number, run in ways)


def _without(counts: tuple[int, ...], k: int, number: int, run: bool) -> tuple[int, ...]:
    rest = list(counts)
    rest[k] -= number
    if run:
        rest[k + 1] -= 1
        rest[k + 2] -= 1
    return tuple(rest)


@lru_cache(maxsize=4096)
def _all_sets(counts: tuple[int, ...]) -> bool:
    """Whether counts (34,) are pungs and sequences and nothing else."""
    k = next((i for i, count in enumerate(counts) if count), None)
    if k is None:
        return True
    rest = list(counts)
    if counts[k] >= 3:
        rest[k] -= 3
        if _all_sets(tuple(rest)):
            return True
        rest[k] += 3
    if k < 27 and k % 9 <= 6 and counts[k + 1] and counts[k + 2]:
        for i in range(3):
            rest[k + i] -= 1
        return _all_sets(tuple(rest))
    return False
