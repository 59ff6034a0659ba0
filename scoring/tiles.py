"""The tiles: codes, order and kinds. The single source of the label list.

Codes are MPSZ: ``1m``..``9m`` characters, ``1p``..``9p`` dots, ``1s``..``9s`` bamboo,
``1z``..``4z`` winds (East South West North), ``5z 6z 7z`` dragons (white green red), ``1f``..``8f``
flowers and seasons, ``0z`` a tile lying face down.
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

INDEX: Final[dict[str, int]] = {code: i for i, code in enumerate(PLAYING_TILES)}
"""Class index (0..33) of every playing tile."""

KINDS: Final = len(PLAYING_TILES)
EAST: Final = INDEX["1z"]
WHITE, GREEN, RED = (INDEX[code] for code in DRAGONS)

NUMBER: Final[tuple[int, ...]] = tuple(int(code[0]) for code in PLAYING_TILES)
SUIT: Final[tuple[str, ...]] = tuple(code[1] for code in PLAYING_TILES)
IS_HEAD: Final[tuple[bool, ...]] = tuple(code in HEADS for code in PLAYING_TILES)
HEAD_KINDS: Final[tuple[int, ...]] = tuple(INDEX[code] for code in HEADS)
WIND_KINDS: Final[tuple[int, ...]] = tuple(INDEX[code] for code in WINDS)
DRAGON_KINDS: Final[tuple[int, ...]] = tuple(INDEX[code] for code in DRAGONS)

SEATS: Final = ("E", "S", "W", "N")
"""Seats counter-clockwise from East, the order of play."""
SEAT_NAMES: Final[dict[str, str]] = {"E": "East", "S": "South", "W": "West", "N": "North"}

_SUIT_NAMES: Final = {"m": "characters", "p": "dots", "s": "bamboo"}
_HONOR_NAMES: Final = (
    "East wind",
    "South wind",
    "West wind",
    "North wind",
    "white dragon",
    "green dragon",
    "red dragon",
)
_FLOWER_NAMES: Final = (
    "plum",
    "orchid",
    "chrysanthemum",
    "bamboo flower",
    "spring",
    "summer",
    "autumn",
    "winter",
)


def wind_of(seat: str) -> int:
    """Class index of the seat's own wind.

    >>> PLAYING_TILES[wind_of("S")]
    '2z'
    """
    return EAST + SEATS.index(seat)


def mandarins_of(seat: str) -> tuple[str, str]:
    """The flower and the season that belong to a seat (Harr, tile description).

    >>> mandarins_of("W")
    ('3f', '7f')
    """
    number = SEATS.index(seat) + 1
    return f"{number}f", f"{number + 4}f"


def tile_name(code: str, plural: bool = False) -> str:
    """A tile's name for people.

    >>> tile_name("7p"), tile_name("7z"), tile_name("1z", plural=True), tile_name("2f")
    ('7 of dots', 'red dragon', 'East winds', 'orchid')
    >>> tile_name("7p", plural=True)
    '7 dots'
    """
    number, suit = int(code[0]), code[1]
    if suit in _SUIT_NAMES:
        joint = " " if plural else " of "
        return f"{number}{joint}{_SUIT_NAMES[suit]}"
    if code == FACE_DOWN:
        return "tile face down"
    if suit == "f":
        return _FLOWER_NAMES[number - 1]
    return _HONOR_NAMES[number - 1] + ("s" if plural else "")


def how_many(number: int, what: str = "tile") -> str:
    """A number of tiles, or of something else, in words, such as ``1 tile``."""
    return f"{number} {what}{'' if number == 1 else 's'}"
