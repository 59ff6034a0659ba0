"""Hand-written readings: typed hands laid out as the camera would report them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scoring.hand import Hand
from scoring.notation import parse_hand
from vision.reading import PlayerReading, Reading, SetReading, TileReading

SIDES = {"E": "bottom", "S": "right", "W": "top", "N": "left"}


def reading_of(
    hands: dict[str, str],
    *,
    doubtful: Sequence[int] = (),
    loose: Sequence[str] = (),
    winning: dict[str, int] | None = None,
) -> Reading:
    """A reading of typed hands by seat; ids run in the order concealed, sets, flowers."""
    tiles: list[TileReading] = []
    players = [
        _lay(tiles, seat, parse_hand(text), (winning or {}).get(seat))
        for seat, text in hands.items()
    ]
    rest = _add(tiles, loose)
    return Reading(
        "table.jpg", 800, 600, tuple(tiles), tuple(players), tuple(rest), tuple(doubtful)
    )


def _lay(tiles: list[TileReading], seat: str, hand: Hand, won: int | None) -> PlayerReading:
    concealed = _add(tiles, hand.codes)
    sets = []
    for found in hand.sets:
        seen = list(found.codes)
        if found.concealed:
            seen[0] = seen[-1] = "0z"
        sets.append(SetReading(_add(tiles, seen), found.kind.value, found.concealed, found.codes))
    flowers = _add(tiles, hand.flowers)
    return PlayerReading(SIDES[seat], seat, concealed, flowers, tuple(sets), won)


def _add(tiles: list[TileReading], codes: Sequence[str]) -> tuple[int, ...]:
    ids = []
    for code in codes:
        number = len(tiles)
        x, y = 20.0 + 45 * (number % 16), 20.0 + 80 * (number // 16)
        quad = ((x, y), (x + 40, y), (x + 40, y + 54), (x, y + 54))
        tiles.append(TileReading(number, code, 0.99, quad, (("6s", 0.01),)))
        ids.append(number)
    return tuple(ids)


def with_code(reading: Reading, tile: int, code: str) -> Reading:
    """The same reading with one tile's code changed."""
    tiles = tuple(replace(t, code=code) if t.id == tile else t for t in reading.tiles)
    return replace(reading, tiles=tiles)
