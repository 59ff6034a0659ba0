"""What the camera sees, in words that a person at the table understands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import Final

import numpy as np

from scoring.tiles import FACE_DOWN, SEAT_NAMES, tile_name
from vision.app.dealing import COMPLETE, SeatTiles, tiles_of_players
from vision.app.live.gate import Verdict
from vision.app.live.words import ordinal
from vision.app.nearest import nearest
from vision.reading import SURE, PlayerReading, Reading, TileReading, tiles_by_id

GLARE: Final = 0.04
"""Share of a doubtful tile's face that must be blown out to blame the light."""
GAP: Final = (0.55, 2.2)
"""Gaps in a hand's row, in tile widths, that look as if a tile or two were missing ..."""
GAP_AMONG_SETS: Final = (0.75, 1.35)
"""... and those beside sets, which may well lie a little apart."""
SHOWN: Final = 3
RATHER: Final = 0.75
"""Confidence from which on a complete hand settles a doubtful tile."""
POSSIBLE: Final = 0.01
"""Probability of another code that must be looked at for that."""


class Kind(str, Enum):
    """What a state is about; also the name that programs see."""

    WAITING = "waiting"
    NO_TILES = "no_tiles"
    MOVING = "moving"
    ARM = "arm"
    BLURRED = "blurred"
    SETTLING = "settling"
    INCOMPLETE = "incomplete"
    NO_HAND = "no_hand"
    GLARE = "glare"
    DOUBT = "doubt"
    READY = "ready"
    TAKEN = "taken"


@dataclass(frozen=True, slots=True)
class LiveState:
    """One state: what programs and what people get."""

    kind: Kind
    text: str

    def to_json(self) -> dict[str, str]:
        """The state as plain JSON values."""
        return {"kind": self.kind.value, "text": self.text}


NOT_COUNTED: Final = {
    Verdict.MOVING: LiveState(Kind.MOVING, "hold still"),
    Verdict.ARM: LiveState(Kind.ARM, "an arm lies over the table"),
    Verdict.BLURRED: LiveState(Kind.BLURRED, "the picture is blurred"),
}
NO_TILES: Final = LiveState(Kind.NO_TILES, "no tiles")
SETTLING: Final = LiveState(Kind.SETTLING, "looking")
READY: Final = LiveState(Kind.READY, "ready")
"""Nothing keeps the hand from being taken."""


def complete_seats(seats: Mapping[str, SeatTiles], single_heads: bool) -> list[str]:
    """Whose hands are complete, by seat."""
    return [seat for seat, tiles in seats.items() if tiles.wins(single_heads)]


def reading_state(
    reading: Reading, glare: Mapping[int, float], *, single_heads: bool, settled: bool
) -> LiveState:
    """What keeps a reading from being taken, or that nothing does (`READY`).

    Args:
        reading: of the tiles followed so far.
        glare: by tile id, the share of its face that is blown out.
        single_heads: whether the thirteen single heads win too.
        settled: whether enough frames have voted on every tile.
    """
    seats = tiles_of_players(reading)
    if not seats:
        return NO_TILES
    if not complete_seats(seats, single_heads):
        return _incomplete(reading, seats, glare, single_heads)
    reading = replace(reading, doubtful=still_doubtful(reading, seats, single_heads))
    unsure = _unsure(reading, glare)
    if unsure is not None:
        return unsure
    return READY if settled else SETTLING


def still_doubtful(
    reading: Reading, seats: Mapping[str, SeatTiles], single_heads: bool
) -> tuple[int, ...]:
    """The doubtful tiles that a complete hand does not settle.

    Hands that are laid down are complete far more often than not: a tile that is rather likely
    what it is read as, and with none of its alternatives leaves the hand complete, is what it is.
    """
    tiles = tiles_by_id(reading.tiles)
    left = []
    for tile in reading.doubtful:
        player = next((p for p in reading.players if tile in tiles_in_order(p)), None)
        settled = (
            player is not None
            and RATHER <= tiles[tile].confidence < SURE
            and not tiles[tile].partly_hidden
            and seats[player.seat].wins(single_heads)
            and not any(
                _fits(tile, code, player, reading, single_heads)
                for code, share in tiles[tile].alternatives
                if share >= POSSIBLE
            )
        )
        if not settled:
            left.append(tile)
    return tuple(left)


def _fits(
    tile: int, code: str, player: PlayerReading, reading: Reading, single_heads: bool
) -> bool:
    """Whether the player's tiles are complete with another code for one of them."""
    for found in player.sets:
        if tile in found.tiles:
            codes = [
                code if t == tile else c for t, c in zip(found.tiles, found.codes, strict=True)
            ]
            return _is_set(codes)
    if tile in player.flowers:
        return True
    tiles = tuple(replace(t, code=code) if t.id == tile else t for t in reading.tiles)
    changed = tiles_of_players(replace(reading, tiles=tiles))
    return changed[player.seat].wins(single_heads)


def _is_set(codes: Sequence[str]) -> bool:
    if len(set(codes)) == 1:
        return True
    suits, numbers = {c[1] for c in codes}, sorted(int(c[0]) for c in codes)
    in_order = all(b - a == 1 for a, b in pairwise(numbers))
    return len(codes) == 3 and len(suits) == 1 and suits <= set("mps") and in_order


def _incomplete(
    reading: Reading, seats: Mapping[str, SeatTiles], glare: Mapping[int, float], heads: bool
) -> LiveState:
    """Why nobody's hand is complete; of several players the one that lacks least is told of."""
    seat = min(seats, key=lambda s: abs(COMPLETE - seats[s].size))
    tiles = seats[seat]
    player = next(p for p in reading.players if p.seat == seat)
    who = f"{SEAT_NAMES[seat]}: " if len(seats) > 1 else ""
    if tiles.size < COMPLETE:
        missing = COMPLETE - tiles.size
        gap = _gap(player, reading)
        where = f" after {gap}" if gap and missing == 1 else ""
        ways = "" if where else _ways(tiles, heads)
        count = "one" if missing == 1 else str(missing)
        return LiveState(
            Kind.INCOMPLETE, f"{who}{tiles.size} of {COMPLETE} tiles, {count} missing{where}{ways}"
        )
    if tiles.size > COMPLETE:
        return LiveState(Kind.INCOMPLETE, f"{who}{tiles.size} tiles, {COMPLETE} are a hand")
    unsure = _unsure(reading, glare)
    if unsure is not None:
        return unsure
    if any(code == FACE_DOWN for code in tiles.concealed):
        return LiveState(Kind.NO_HAND, f"{who}a tile of the hand lies face down")
    return LiveState(Kind.NO_HAND, f"{who}{COMPLETE} tiles, no winning hand")


def _ways(tiles: SeatTiles, single_heads: bool) -> str:
    """The tiles that would complete a hand, if one would."""
    changes = nearest(tiles.concealed, len(tiles.sets), single_heads)
    if not changes or any(len(c.missing) != 1 or c.extra for c in changes):
        return ""
    names = [tile_name(c.missing[0]) for c in changes[:SHOWN]]
    more = ", ..." if len(changes) > SHOWN else ""
    return f": {', '.join(names)}{more} would complete it"


def _unsure(reading: Reading, glare: Mapping[int, float]) -> LiveState | None:
    """The first doubtful tile of a player, and whether the light is to blame."""
    order = [t for p in reading.players for t in tiles_in_order(p)]
    tiles = tiles_by_id(reading.tiles)
    doubtful = [t for t in order if t in reading.doubtful]
    for tile in doubtful:
        if glare.get(tile, 0.0) >= GLARE:
            return LiveState(Kind.GLARE, f"glare on the {ordinal(order.index(tile) + 1)} tile")
    if not doubtful:
        return None
    tile = doubtful[0]
    code = tiles[tile].code
    others = [tile_name(c) for c, _ in tiles[tile].alternatives[:1]]
    rather = f" or {others[0]}" if others else ""
    place = ordinal(order.index(tile) + 1)
    more = f"; {len(doubtful) - 1} more to look at" if len(doubtful) > 1 else ""
    return LiveState(Kind.DOUBT, f"the {place} tile: {tile_name(code)}{rather}?{more}")


def tiles_in_order(player: PlayerReading) -> list[int]:
    """A player's tile ids as they count on the table: the far row first, from his left."""
    return sorted(player.tiles)


def _gap(player: PlayerReading, reading: Reading) -> str | None:
    """The tile after which there is room for another, in words: in the hand, or else anywhere."""
    tiles = tiles_by_id(reading.tiles)
    for ids, (least, most) in ((player.concealed, GAP), (tiles_in_order(player), GAP_AMONG_SETS)):
        gaps = [(_widths_between(tiles[left], tiles[right]), left) for left, right in pairwise(ids)]
        fitting = [(gap, left) for gap, left in gaps if gap is not None and least <= gap <= most]
        if fitting:
            return tile_name(tiles[max(fitting)[1]].code)
    return None


def _widths_between(left: TileReading, right: TileReading) -> float | None:
    """The free space between two tiles of a row in tile widths; None: not beside each other."""
    a, b = np.asarray(left.quad), np.asarray(right.quad)
    along = a[1] - a[0]
    width = float(np.linalg.norm(along))
    step = (b.mean(0) - a.mean(0)) / max(width, 1e-6)
    unit = along / max(width, 1e-6)
    beside = float(step @ unit)
    off = abs(float(step[0] * unit[1] - step[1] * unit[0]))
    return beside - 1.0 if off < 0.6 else None
