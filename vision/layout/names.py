"""Tiles in words, for the reasons that a reading gives."""

from __future__ import annotations

from typing import Final

_SUITS: Final = {"m": "characters", "p": "dots", "s": "bamboo"}
_HONORS: Final = {
    "1z": "East wind", "2z": "South wind", "3z": "West wind", "4z": "North wind",
    "5z": "white dragon", "6z": "green dragon", "7z": "red dragon", "0z": "tile face down",
    "1f": "plum", "2f": "orchid", "3f": "chrysanthemum", "4f": "bamboo flower",
    "5f": "spring", "6f": "summer", "7f": "autumn", "8f": "winter",
}  # fmt: skip


def in_words(code: str) -> str:
    """``5p`` as "5 of dots", ``1z`` as "East wind"."""
    return _HONORS.get(code) or f"{code[0]} of {_SUITS[code[1]]}"
