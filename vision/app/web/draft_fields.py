"""The values that a page sends with a change, each checked; all raise `RefusalError`."""

from __future__ import annotations

from typing import Final

from scoring.tiles import ALL_TILES, PLAYING_TILES, SEATS
from vision.app.web.refusal import bad

TILES_AT_MOST: Final = 160
"""In one draft: more than a set of tiles has."""


def seat_of(value: object, field: str) -> str:
    """A seat that a page sent."""
    if isinstance(value, str) and value in SEATS:
        return value
    raise bad(field, "must be a seat: E, S, W or N")


def code_of(value: object, field: str = "code") -> str:
    """A tile's code that a page sent."""
    if isinstance(value, str) and value in ALL_TILES:
        return value
    raise bad(field, "must be the code of a tile, such as 5p or 7z")


def number_of(value: object, field: str) -> int:
    """A small number that a page sent."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < TILES_AT_MOST:
        return value
    raise bad(field, "must be a small whole number")


def flag_of(value: object, field: str) -> bool:
    """A yes or no that a page sent."""
    if isinstance(value, bool):
        return value
    raise bad(field, "must be true or false")


def way_of(value: object, field: str) -> str:
    """Whether the winning tile was drawn or claimed."""
    if isinstance(value, str) and value in ("draw", "discard"):
        return value
    raise bad(field, "must be draw or discard")


def playing_tile_of(value: object, field: str) -> str:
    """The code of a tile that can complete a hand."""
    if isinstance(value, str) and value in PLAYING_TILES:
        return value
    raise bad(field, "must be the code of a tile, such as 5p or 7z")
