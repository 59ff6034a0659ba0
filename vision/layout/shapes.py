"""Whether concealed tiles make a finished hand: sets and a pair, or the thirteen heads."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from scoring.tiles import HEADS, PLAYING_TILES

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
