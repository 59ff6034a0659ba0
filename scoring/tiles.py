"""The tiles: codes, order and kinds. The single source of the label list.

Codes are MPSZ: ``1m``..``9m`` characters, ``1p``..``9p`` dots, ``1s``..``9s`` bamboo, ``1z``..``4z``
winds (East South West North), ``5z 6z 7z`` dragons (white green red), ``1f``..``8f`` flowers and
seasons, ``0z`` a tile lying face down.
"""

from __future__ import annotations

from typing import Final

SUITED: Final[tuple[str, ...]] = tuple(f"{n}{suit}" for suit in "mps" for n in range(1, 10))
WINDS: Final[tuple[str, ...]] = ("1z", "2z", "3z", "4z")
DRAGONS: Final[tuple[str, ...]] = ("5z", "6z", "7z")
FLOWERS: Final[tuple[str, ...]] = tuple(f"{n}f" for n in range(1, 9))
FACE_DOWN: Final = "0z"

HONORS: Final[tuple[str, ...]] = WINDS + DRAGONS
HEADS: Final[tuple[str, ...]] = ("1m", "9m", "1p", "9p", "1s", "9s", *HONORS)
"""Harr's heads: every 1, 9, wind and dragon (13 kinds)."""

PLAYING_TILES: Final[tuple[str, ...]] = SUITED + HONORS
"""The 34 kinds of which a set holds four each, in class order."""

ALL_TILES: Final[tuple[str, ...]] = (*PLAYING_TILES, *FLOWERS, FACE_DOWN)
"""Every code a camera may report, in class order (43)."""
