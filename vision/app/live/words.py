"""Numbers in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

_ORDINALS: Final[Sequence[str]] = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
)  # fmt: skip


def ordinal(number: int) -> str:
    """1 is ``first``; above twelve in figures.

    >>> ordinal(3), ordinal(13), ordinal(21), ordinal(22)
    ('third', '13th', '21st', '22nd')
    """
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    endings = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if 10 < number % 100 < 14 else endings.get(number % 10, 'th')}"
