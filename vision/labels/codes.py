"""What a label may say of a tile."""

from __future__ import annotations

from typing import Final

from scoring.tiles import ALL_TILES, FACE_DOWN, tile_name
from vision.reading import NOT_A_TILE

UNKNOWN: Final = "unknown"
"""A tile that nobody could name: hidden, blurred, or of a kind that has no code."""

LABEL_CODES: Final[tuple[str, ...]] = (*ALL_TILES, NOT_A_TILE, UNKNOWN)
"""Every code of a label file (45) in the class order of exports, the classifier's first."""

CLASS_NUMBER: Final[dict[str, int]] = {code: i for i, code in enumerate(LABEL_CODES)}


def label_name(code: str) -> str:
    """A label's name for people.

    >>> label_name("5p"), label_name("none"), label_name("unknown")
    ('5 of dots', 'not a tile', 'unknown tile')
    """
    return {NOT_A_TILE: "not a tile", UNKNOWN: "unknown tile"}.get(code) or tile_name(code)


__all__ = ["CLASS_NUMBER", "FACE_DOWN", "LABEL_CODES", "NOT_A_TILE", "UNKNOWN", "label_name"]
