"""Typed hands: ``22p 678s (111z) [9999m] 1f`` to a hand and back.

Plain groups are tiles in hand, ``(...)`` is a set lying face up on the table, ``[...]`` a four with
its end tiles turned down, ``f`` tiles are mandarins. Numbers wait for the next suit letter, so
``123m`` and ``1m 2m 3m`` mean the same; spaces are free. Unicode tiles are read by meaning. A red
five (``0m 0p 0s``) is a plain five.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from scoring.errors import NotationError
from scoring.hand import Hand, hand_of
from scoring.melds import SetKind, TileSet, recognise
from scoring.tiles import FACE_DOWN, FLOWERS, PLAYING_TILES

_UNICODE_ORDER: Final = (
    *("1z", "2z", "3z", "4z", "7z", "6z", "5z"),
    *(f"{n}{suit}" for suit in "msp" for n in range(1, 10)),
    *("1f", "2f", "4f", "3f", "5f", "6f", "7f", "8f"),
)
_SIGNS: Final[dict[str, str]] = {chr(0x1F000 + i): c for i, c in enumerate(_UNICODE_ORDER)}
_SIGNS["\N{MAHJONG TILE BACK}"] = FACE_DOWN
_SIGN_OF: Final[dict[str, str]] = {code: sign for sign, code in _SIGNS.items()}
_IGNORED: Final = "\N{VARIATION SELECTOR-15}\N{VARIATION SELECTOR-16},;"
_NUMBERS: Final = {"m": "0123456789", "p": "0123456789", "s": "0123456789", "z": "01234567"}
_NUMBERS["f"] = "12345678"
_CLOSING: Final = {"(": ")", "[": "]"}


@dataclass(slots=True)
class _Group:
    """Tiles read so far inside one pair of brackets, or outside any."""

    opening: str = ""
    position: int = 0
    tiles: list[tuple[str, int]] = field(default_factory=list)
    """Codes with the position of the character that gave each."""


def _is_red_five(code: str) -> bool:
    return code[0] == "0" and code != FACE_DOWN


def _groups(text: str) -> list[_Group]:
    """The text's groups: the plain tiles first, as one group, then each bracket's."""
    current = plain = _Group()
    groups = [plain]
    numbers: list[tuple[str, int]] = []
    for position, character in enumerate(text):
        if character.lower() in _NUMBERS:
            current.tiles += _with_suit(text, position, numbers)
        elif character in "0123456789":
            numbers.append((character, position))
        elif character.isspace() or character in _IGNORED:
            continue
        elif character in _SIGNS:
            _refuse_pending(text, numbers)
            current.tiles.append((_SIGNS[character], position))
        elif character in _CLOSING and not current.opening:
            _refuse_pending(text, numbers)
            current = _Group(character, position)
            groups.append(current)
        elif _CLOSING.get(current.opening) == character:
            _refuse_pending(text, numbers)
            current = plain
        else:
            raise NotationError(text, position, f"{character!r} makes no sense here")
    _refuse_pending(text, numbers)
    if current.opening:
        raise NotationError(text, current.position, f"{current.opening!r} is never closed")
    return groups


def _refuse_pending(text: str, numbers: Sequence[tuple[str, int]]) -> None:
    if numbers:
        number, position = numbers[0]
        raise NotationError(text, position, f"the number {number} has no suit letter (m p s z f)")


def _with_suit(
    text: str, position: int, numbers: list[tuple[str, int]]
) -> Iterator[tuple[str, int]]:
    suit = text[position].lower()
    if not numbers:
        raise NotationError(text, position, f"the suit letter {suit!r} has no number before it")
    for number, place in numbers:
        if number not in _NUMBERS[suit]:
            raise NotationError(text, place, f"there is no tile {number}{suit}")
        code = number + suit
        yield ("5" + suit if _is_red_five(code) else code, place)
    numbers.clear()


def parse_hand(text: str) -> Hand:
    """Reads a typed hand.

    >>> hand = parse_hand("2p2p 6 7 8 s (111z) [9999m] 1f")
    >>> hand.codes, hand.flowers, [s.codes[0] for s in hand.sets]
    (('2p', '2p', '6s', '7s', '8s'), ('1f',), ['1z', '9m'])
    >>> parse_hand("🀄🀄 🀤") == parse_hand("77z 4f")
    True
    >>> parse_hand("12p 8z")
    Traceback (most recent call last):
    ...
    scoring.errors.NotationError: there is no tile 8z
      12p 8z
          ^

    Raises:
        NotationError: at the first character that makes no sense.
    """
    plain_group, *brackets = _groups(text)
    plain = plain_group.tiles
    sets = [_set_of(text, group) for group in brackets]
    for code, position in plain:
        if code == FACE_DOWN:
            raise NotationError(text, position, "a tile face down cannot be counted")
    in_hand = [code for code, _ in plain if code not in FLOWERS]
    return hand_of(in_hand, sets, [code for code, _ in plain if code in FLOWERS])


def _set_of(text: str, group: _Group) -> TileSet:
    turned_down = group.opening == "["
    codes = [code for code, _ in group.tiles]
    if turned_down and len(codes) == 4 and sorted(codes)[:2] == [FACE_DOWN] * 2:
        codes = sorted(codes)[2:] * 2
    found = recognise(codes, turned_down)
    if found is None:
        reason = "these tiles are no set (three or four alike, or three in sequence of one suit)"
        raise NotationError(text, group.position, reason)
    if turned_down and found.kind is not SetKind.KONG:
        raise NotationError(text, group.position, "only four alike lie with their ends turned down")
    return found


def compact(codes: Sequence[str]) -> str:
    """Tiles as one text, numbers of a suit together.

    >>> compact(["1m", "2m", "2m", "7z"])
    '122m 7z'
    """
    parts = groupby(codes, key=lambda code: code[1])
    return " ".join("".join(code[0] for code in part) + suit for suit, part in parts)


def format_set(a_set: TileSet) -> str:
    """One set on the table as typed.

    >>> format_set(recognise(["9m"] * 4, concealed=True))
    '[9999m]'
    """
    return _brackets(a_set).format(compact(a_set.codes))


def _brackets(a_set: TileSet) -> str:
    turned_down = a_set.concealed and a_set.kind is SetKind.KONG
    return "[{}]" if turned_down else "({})"


def format_hand(hand: Hand) -> str:
    """Writes a hand so that `parse_hand` reads the same one.

    >>> format_hand(parse_hand("[9999m] 1f 8s 22p(1 1 1z) 67s"))
    '22p 678s [9999m] (111z) 1f'
    >>> format_hand(parse_hand("123m 456p 🀙🀙"))
    '123m 11456p'
    """
    parts = [compact(hand.codes), *map(format_set, hand.sets), compact(hand.flowers)]
    return " ".join(part for part in parts if part)


def to_unicode(hand: Hand) -> str:
    """Writes a hand in Unicode tiles; `parse_hand` reads it back.

    >>> to_unicode(parse_hand("17z (123s) 4f"))
    '🀀🀄 (🀐🀑🀒) 🀤'
    """
    parts = [
        _signs(hand.codes),
        *(_brackets(s).format(_signs(s.codes)) for s in hand.sets),
        _signs(hand.flowers),
    ]
    return " ".join(part for part in parts if part)


def _signs(codes: Sequence[str]) -> str:
    return "".join(_SIGN_OF[code] for code in codes)


def parse_tile(text: str) -> str:
    """Reads one playing tile, typed or as a Unicode sign.

    >>> parse_tile("5p"), parse_tile("🀄"), parse_tile("0s")
    ('5p', '7z', '5s')

    Raises:
        NotationError: when it is not exactly one of the 34 kinds.
    """
    plain, *brackets = _groups(text)
    codes = [code for code, _ in plain.tiles]
    if brackets or len(codes) != 1 or codes[0] not in PLAYING_TILES:
        raise NotationError(text, 0, f"{text!r} is not one tile such as 5p or 7z")
    return codes[0]
