"""A reading in words, with the tiles as they are typed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from scoring.notation import compact
from scoring.tiles import FACE_DOWN, SEAT_NAMES, how_many, tile_name
from vision.reading import SURE, PlayerReading, Reading, SetReading, TileReading, tiles_by_id

ALTERNATIVES_SHOWN: Final = 2
DOUBTS_SHOWN: Final = 8
QUITE_CLEAR: Final = 0.99
"""Confidence of which ``--why`` says no more."""


def reading_text(reading: Reading, picture: int = 1, why: bool = False) -> str:
    """What was read on a picture, for a person to check: lines without a final line end.

    With ``why`` it is said of every player's tile that is not quite clear how sure it is.
    """
    return "\n".join(_lines(reading, picture, why))


def typed_hand(player: PlayerReading, reading: Reading) -> str:
    """A player's tiles in the notation that ``--hand`` reads back."""
    tiles = tiles_by_id(reading.tiles)
    parts = [
        compact([tiles[t].code for t in player.concealed]),
        *(_typed_set(s) for s in player.sets),
        compact([tiles[t].code for t in player.flowers]),
    ]
    return " ".join(part for part in parts if part)


def _lines(reading: Reading, picture: int, why: bool) -> Iterator[str]:
    yield f"{reading.file}: {how_many(len(reading.tiles))} read"
    for player in reading.players:
        yield from _player_lines(player, reading)
        if why:
            yield "    how sure: " + _how_sure(player, reading)
    if reading.loose:
        yield "  nobody's: " + _marked(reading.loose, reading)
    tiles = tiles_by_id(reading.tiles)
    prefix = f"{picture}:" if picture > 1 else ""
    for tile in reading.doubtful[:DOUBTS_SHOWN]:
        yield "  " + _doubt(tiles[tile], prefix, _warned_of(tile, reading))
    more = reading.doubtful[DOUBTS_SHOWN:]
    if more:
        yield f"  doubtful as well: {_numbers(more)}"
    for change in reading.changes:
        yield (
            f"  tile {change.tile} is taken for {change.to_code}, not {change.from_code}: "
            f"{change.why}"
        )
    for warning in reading.warnings:
        where = f" ({_numbers(warning.tiles)})" if warning.tiles else ""
        yield f"  look: {warning.message}{where}"


def _player_lines(player: PlayerReading, reading: Reading) -> Iterator[str]:
    parts = []
    if player.concealed:
        parts.append("concealed " + _marked(player.concealed, reading))
    if player.sets:
        parts.append("table " + " ".join(_marked_set(s, reading) for s in player.sets))
    if player.flowers:
        parts.append("flowers " + _marked(player.flowers, reading))
    if not parts:
        return
    yield f"  {SEAT_NAMES[player.seat]} ({player.side}): " + "   ".join(parts)
    typed = typed_hand(player, reading)
    if FACE_DOWN not in compact_codes(typed):
        yield f'    as typed: --hand {player.seat}="{typed}"'
    yield "    by number: " + _numbered(player, reading)
    if player.winning_tile is not None:
        code = tiles_by_id(reading.tiles)[player.winning_tile].code
        yield f"    the winning tile: {code} ({tile_name(code)})"


def _numbers(ids: Sequence[int]) -> str:
    return f"tile{'' if len(ids) == 1 else 's'} {', '.join(map(str, ids))}"


def _numbered(player: PlayerReading, reading: Reading) -> str:
    """Every tile of a player in the form that ``--fix`` takes."""
    tiles = tiles_by_id(reading.tiles)
    return " ".join(f"{tile}={tiles[tile].code}" for tile in sorted(player.tiles))


def _marked(ids: tuple[int, ...], reading: Reading) -> str:
    """Tiles as typed, numbers of a suit together, doubtful ones apart and with a question mark."""
    tiles = tiles_by_id(reading.tiles)
    words: list[str] = []
    run: list[str] = []
    for tile in ids:
        if tile in reading.doubtful:
            words += [compact(run), tiles[tile].code + "?"]
            run = []
        else:
            run.append(tiles[tile].code)
    return " ".join(word for word in [*words, compact(run)] if word)


def _marked_set(found: SetReading, reading: Reading) -> str:
    doubtful = any(tile in reading.doubtful for tile in found.tiles)
    return _typed_set(found) + ("?" if doubtful else "")


def _typed_set(found: SetReading) -> str:
    turned_down = found.concealed and found.kind == "kong"
    return ("[{}]" if turned_down else "({})").format(compact(found.codes))


def _warned_of(tile: int, reading: Reading) -> bool:
    return any(tile in warning.tiles for warning in reading.warnings)


def _doubt(tile: TileReading, prefix: str, warned: bool) -> str:
    """Why a tile is doubtful, and how to say what it is."""
    others = [
        f"{code} ({tile_name(code)}) {share:.0%}"
        for code, share in tile.alternatives[:ALTERNATIVES_SHOWN]
    ]
    rather = f"; or {', '.join(others)}" if others else ""
    guess = tile.alternatives[0][0] if tile.alternatives else tile.code
    do = "to correct it" if tile.alternatives else "if that is right, say so"
    place = "see below" if warned else "but it is not clear what it belongs to"
    sure = f"{tile.confidence:.0%}" + (f", {place}" if tile.confidence >= SURE else "")
    return (
        f"doubtful: tile {tile.id} is {tile.code} ({tile_name(tile.code)}?) "
        f'{sure}{rather}; {do}: --fix "{prefix}{tile.id}={guess}"'
    )


def _how_sure(player: PlayerReading, reading: Reading) -> str:
    """A player's tiles that are less than `QUITE_CLEAR`, the least clear first."""
    tiles = tiles_by_id(reading.tiles)
    own = sorted((tiles[t] for t in player.tiles), key=lambda t: (t.confidence, t.id))
    unclear = [f"{t.id}={t.code} {t.confidence:.1%}" for t in own if t.confidence < QUITE_CLEAR]
    rest = len(own) - len(unclear)
    words = [", ".join(unclear)] if unclear else []
    words += [f"{how_many(rest)} over {QUITE_CLEAR:.0%}"] if rest else []
    return "; ".join(words)


def compact_codes(typed: str) -> list[str]:
    """The codes in a typed hand that `typed_hand` wrote, face-down tiles included."""
    codes, numbers = [], ""
    for character in typed:
        if character.isdigit():
            numbers += character
        elif character.isalpha():
            codes += [number + character for number in numbers]
            numbers = ""
    return codes
