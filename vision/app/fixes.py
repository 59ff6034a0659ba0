"""A person's corrections to what was read: ``--fix "12=5p"``, ``12=-``, ``2:12=5p``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from scoring.errors import NotationError
from scoring.notation import parse_hand
from scoring.tiles import FACE_DOWN
from vision.errors import UsageError

DELETED: Final = "-"
_FORM: Final = re.compile(r"(?:([0-9]{1,6}):)?([0-9]{1,6})=(.+)")


@dataclass(frozen=True, slots=True)
class Fix:
    """Tile ``tile`` of picture ``picture`` (1 is the first) is really ``code``, or no tile."""

    picture: int
    tile: int
    code: str
    """A tile code, or `DELETED`."""

    def __str__(self) -> str:
        picture = f"{self.picture}:" if self.picture != 1 else ""
        return f"{picture}{self.tile}={self.code}"


def parse_fixes(texts: Iterable[str]) -> list[Fix]:
    """Reads the values of all ``--fix`` options; each may hold several, separated by commas.

    Raises:
        UsageError: One of them has another form or names no tile.
    """
    closed = (re.sub(r"\s*([:=])\s*", r"\1", text) for text in texts)
    parts = (part for text in closed for part in re.split(r"[,;\s]+", text) if part)
    return [_parse(part) for part in parts]


def _parse(text: str) -> Fix:
    found = _FORM.fullmatch(text)
    if not found:
        raise UsageError(
            f"--fix {text!r} is not understood; write the tile's number and what it really is, "
            'such as "12=5p", "12=-" to delete it, or "2:12=5p" on the second picture.'
        )
    picture, tile, code = found.groups()
    return Fix(int(picture or 1), int(tile), _code(code, text))


def _code(text: str, fix: str) -> str:
    if text in (DELETED, FACE_DOWN):
        return text
    try:
        hand = parse_hand(text)
    except NotationError as error:
        raise _no_tile(text, fix) from error
    codes = hand.codes + hand.flowers
    if len(codes) != 1 or hand.sets:
        raise _no_tile(text, fix)
    return codes[0]


def _no_tile(text: str, fix: str) -> UsageError:
    return UsageError(
        f"{text!r} in --fix {fix!r} is no tile; write one code such as 5p, 7z or 1f, "
        "0z for a tile face down, or - to delete it."
    )


def fixes_for(fixes: Iterable[Fix], picture: int) -> dict[int, str]:
    """The corrections to one picture: code (or `DELETED`) by tile; the last one given counts."""
    return {fix.tile: fix.code for fix in fixes if fix.picture == picture}


def check_fixes(fixes: Iterable[Fix], tiles_of: Mapping[int, Collection[int]]) -> list[str]:
    """One sentence for each correction whose picture or tile does not exist.

    ``tiles_of`` holds the tile ids of each picture that was read, before any correction.
    """
    complaints = []
    for fix in fixes:
        tiles = tiles_of.get(fix.picture)
        if tiles is None:
            complaints.append(f"--fix {fix} was left out: there is no picture {fix.picture}.")
        elif fix.tile not in tiles:
            known = f"its tiles are 0 to {max(tiles)}" if tiles else "no tile was read in it"
            complaints.append(
                f"--fix {fix} was left out: picture {fix.picture} has no tile {fix.tile} "
                f"({known}; --annotate OUT.jpg shows them)."
            )
    return complaints
