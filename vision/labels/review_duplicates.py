"""Pictures that are there twice, or nearly: found by a hash of gradients, then compared.

The hash alone calls every row of tiles on green felt alike; a small grey copy of both settles it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

SIDE: Final = 48
"""px of the grey copy."""
BITS_APART: Final = 14
"""Of 64; more differ between different pictures nearly always."""
LEAST_LIKENESS: Final = 0.95
"""Correlation of the grey copies, of which shot noise, compression and light change little."""
ROWS_AT_ONCE: Final = 256


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """What is kept of a picture to compare it by."""

    hash: int
    """64 bits: whether the grey rises from each cell of 8 x 9 to its right neighbour."""
    grey: NDArray[np.uint8]
    """(48, 48)."""


def print_of(image: NDArray[np.uint8]) -> Print:
    """The print of an (H, W, 3) uint8 BGR picture."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    cells = cv2.resize(grey, (9, 8), interpolation=cv2.INTER_AREA)
    bits = (cells[:, 1:] > cells[:, :-1]).ravel()
    small = cv2.resize(grey, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    return Print(int.from_bytes(np.packbits(bits).tobytes(), "big"), np.asarray(small, np.uint8))


def near_duplicates(prints: Mapping[str, Print]) -> list[list[str]]:
    """Groups of pictures that show the same, each in the order given, largest first."""
    names = list(prints)
    leader = list(range(len(names)))

    def find(i: int) -> int:
        while leader[i] != i:
            leader[i] = i = leader[leader[i]]
        return i

    for i, j in _close(np.array([p.hash for p in prints.values()], np.uint64)):
        if likeness(prints[names[i]], prints[names[j]]) >= LEAST_LIKENESS:
            leader[max(find(i), find(j))] = min(find(i), find(j))
    groups: dict[int, list[str]] = {}
    for i, name in enumerate(names):
        groups.setdefault(find(i), []).append(name)
    return sorted((g for g in groups.values() if len(g) > 1), key=len, reverse=True)


def likeness(one: Print, other: Print) -> float:
    """Correlation of the grey copies, -1..1."""
    a, b = (np.asarray(p.grey, np.float64).ravel() for p in (one, other))
    a, b = a - a.mean(), b - b.mean()
    size = float(np.linalg.norm(a) * np.linalg.norm(b))
    return float(a @ b) / size if size else float(np.array_equal(one.grey, other.grey))


def _close(hashes: NDArray[np.uint64]) -> list[tuple[int, int]]:
    """Pairs i < j whose hashes differ in few bits."""
    pairs: list[tuple[int, int]] = []
    bits = np.unpackbits(hashes.astype(">u8").view(np.uint8).reshape(-1, 8), axis=1)
    signs = bits.astype(np.float32) * 2 - 1
    for start in range(0, len(hashes), ROWS_AT_ONCE):
        apart = (64 - signs[start : start + ROWS_AT_ONCE] @ signs.T) / 2
        rows, columns = np.nonzero(apart <= BITS_APART)
        pairs += [(int(i) + start, int(j)) for i, j in zip(rows, columns, strict=True)]
    return [(i, j) for i, j in pairs if i < j]
