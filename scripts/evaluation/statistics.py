"""Counts with their uncertainty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

Z95: Final = 1.959964


def wilson(hits: int, total: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share; (0, 1) when nothing was counted."""
    if total == 0:
        return 0.0, 1.0
    share, z2 = hits / total, Z95 * Z95
    middle = share + z2 / (2 * total)
    spread = Z95 * sqrt(share * (1 - share) / total + z2 / (4 * total * total))
    scale = 1 + z2 / total
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


@dataclass(frozen=True, slots=True)
class Share:
    """``hits`` of ``total``."""

    hits: int = 0
    total: int = 0

    def __add__(self, other: Share) -> Share:
        return Share(self.hits + other.hits, self.total + other.total)

    @property
    def value(self) -> float | None:
        """The share, None when nothing was counted."""
        return self.hits / self.total if self.total else None

    def __str__(self) -> str:
        if not self.total:
            return "-"
        low, high = wilson(self.hits, self.total)
        return (
            f"{100 * self.hits / self.total:.1f} % ({self.hits}/{self.total}, "
            f"{100 * low:.1f}-{100 * high:.1f})"
        )

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values."""
        low, high = wilson(self.hits, self.total)
        return {
            "hits": self.hits,
            "total": self.total,
            "share": self.value,
            "wilson95": [round(low, 5), round(high, 5)],
        }


def total(shares: Iterable[Share]) -> Share:
    """The sum of shares."""
    return sum(shares, Share())


def f1(right: int, wrong: int, missed: int) -> float | None:
    """F1 of ``right`` answers, ``wrong`` answers and ``missed`` truths; None without any."""
    return 2 * right / (2 * right + wrong + missed) if right + wrong + missed else None


FAMILIES: Final[dict[str, frozenset[str]]] = {
    "bird / green dragon / flowers": frozenset({"1s", "6z", *(f"{n}f" for n in range(1, 9))}),
    "white dragon / back": frozenset({"5z", "0z"}),
    "2-3-4 characters": frozenset({"2m", "3m", "4m"}),
    "6-9 bamboo": frozenset({"6s", "9s"}),
    "7-8-9 bamboo": frozenset({"7s", "8s", "9s"}),
    "4-5-6 dots": frozenset({"4p", "5p", "6p"}),
    "west / south": frozenset({"2z", "3z"}),
    "flowers among themselves": frozenset(f"{n}f" for n in range(1, 9)),
}
"""Tiles that are known to be taken for each other."""


def family_errors(confusions: Counter[tuple[str, str]]) -> dict[str, Share]:
    """Per family, how many of its tiles were read as another one of it."""
    found = {}
    for name, codes in FAMILIES.items():
        tiles = sum(n for (true, _), n in confusions.items() if true in codes)
        wrong = sum(
            n for (true, read), n in confusions.items() if true != read and {true, read} <= codes
        )
        found[name] = Share(wrong, tiles)
    return found
