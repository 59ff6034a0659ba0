"""The hand being settled, as a value: tiles by seat, what was said about the win, its pictures.

Pure. Every change gives a new draft; `draft_changes` has the changes that people make.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scoring.tiles import FLOWERS, SEATS, tile_name

Json = dict[str, Any]
NOBODY: Final = "none"
"""In place of a winner: a drawn game."""


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile, tapped or read."""

    code: str
    picture: str | None = None
    """Id of the picture it was read on; None for a tapped one."""
    tile: int | None = None
    """Its id in that picture's reading."""
    confidence: float = 1.0
    doubtful: bool = False
    alternatives: tuple[tuple[str, float], ...] = ()

    def to_json(self) -> Json:
        """The documented form."""
        return {
            "code": self.code,
            "name": tile_name(self.code),
            "picture": self.picture,
            "tile": self.tile,
            "confidence": self.confidence,
            "doubtful": self.doubtful,
            "alternatives": [list(pair) for pair in self.alternatives],
        }


@dataclass(frozen=True, slots=True)
class TableSet:
    """A set on the table; ``concealed`` means that its end tiles are turned down."""

    tiles: tuple[Tile, ...]
    concealed: bool = False


@dataclass(frozen=True, slots=True)
class SeatHand:
    """What lies before one seat."""

    concealed: tuple[Tile, ...] = ()
    sets: tuple[TableSet, ...] = ()
    flowers: tuple[Tile, ...] = ()
    dead: bool = False
    won_with: tuple[str, int] | None = None
    """Picture and tile that a picture shows to have completed the hand."""

    def tiles(self) -> Iterator[Tile]:
        """Every tile: in hand, in sets, flowers."""
        yield from self.concealed
        for each in self.sets:
            yield from each.tiles
        yield from self.flowers


@dataclass(frozen=True, slots=True)
class PictureUse:
    """A picture whose tiles are in the draft, and what a person corrected of them."""

    id: str
    seat: str | None = None
    fixed: Mapping[int, str] = field(default_factory=dict)
    """Code by tile id; ``-`` for a tile that was taken away."""


@dataclass(frozen=True, slots=True)
class Draft:
    """One hand being settled, or a past one being edited."""

    hands: Mapping[str, SeatHand] = field(default_factory=dict)
    loose: tuple[Tile, ...] = ()
    pictures: tuple[PictureUse, ...] = ()
    winner: str | None = None
    """A seat, `NOBODY`, or None where nobody said."""
    win: Mapping[str, Any] = field(default_factory=dict)
    """What was said of it: tile, by, from, and the flags; what was not said is absent."""
    penalties: tuple[tuple[str, str], ...] = ()
    """Kind and seat."""
    reckless: str = "auto"
    editing: int | None = None
    """The deal of the ledger that this replaces."""
    camera: bool = False
    """Whether the camera over the table proposed it."""

    @property
    def empty(self) -> bool:
        """Whether nothing was entered yet."""
        return not (self.hands or self.loose or self.pictures or self.winner or self.penalties)

    def hand(self, seat: str) -> SeatHand:
        """A seat's tiles, perhaps none."""
        return self.hands.get(seat, SeatHand())

    def with_hand(self, seat: str, hand: SeatHand) -> Draft:
        """With a seat's tiles replaced; a seat without tiles is no longer there."""
        return replace(self, hands=in_order({**self.hands, seat: tidied(hand)}))

    def to_json(self) -> Json:
        """All of it; `draft_from_json` reads it back."""
        return {
            "hands": {seat: _hand_json(hand) for seat, hand in self.hands.items()},
            "loose": [tile.to_json() for tile in self.loose],
            "pictures": [_use_json(use) for use in self.pictures],
            "winner": self.winner,
            "win": dict(self.win),
            "penalties": [list(penalty) for penalty in self.penalties],
            "reckless": self.reckless,
            "editing": self.editing,
            "camera": self.camera,
        }


def in_order(hands: Mapping[str, SeatHand]) -> dict[str, SeatHand]:
    """The hands in order of play, those without anything left out."""
    return {str(s): hands[s] for s in SEATS if s in hands and hands[s] != SeatHand()}


def tidied(hand: SeatHand) -> SeatHand:
    """Flowers among the flowers, other tiles not among them, no set without tiles."""
    flowers = [t for t in hand.flowers if t.code in FLOWERS]
    others = [t for t in hand.flowers if t.code not in FLOWERS]
    flowers += [t for t in hand.concealed if t.code in FLOWERS]
    concealed = [t for t in hand.concealed if t.code not in FLOWERS] + others
    sets = []
    for each in hand.sets:
        flowers += [t for t in each.tiles if t.code in FLOWERS]
        tiles = tuple(t for t in each.tiles if t.code not in FLOWERS)
        if tiles:
            sets.append(replace(each, tiles=tiles))
    return replace(hand, concealed=tuple(concealed), sets=tuple(sets), flowers=tuple(flowers))


def _hand_json(hand: SeatHand) -> Json:
    return {
        "concealed": [tile.to_json() for tile in hand.concealed],
        "sets": [
            {"tiles": [tile.to_json() for tile in s.tiles], "concealed": s.concealed}
            for s in hand.sets
        ],
        "flowers": [tile.to_json() for tile in hand.flowers],
        "dead": hand.dead,
        "won_with": list(hand.won_with) if hand.won_with else None,
    }


def _use_json(use: PictureUse) -> Json:
    fixed = {str(tile): code for tile, code in use.fixed.items()}
    return {"id": use.id, "seat": use.seat, "fixed": fixed}


def draft_from_json(data: Json) -> Draft:
    """A draft that `Draft.to_json` wrote."""
    return Draft(
        hands={seat: _hand_of(hand) for seat, hand in data["hands"].items()},
        loose=_tiles_of(data["loose"]),
        pictures=tuple(_use_of(use) for use in data["pictures"]),
        winner=data["winner"],
        win=data["win"],
        penalties=tuple((kind, by) for kind, by in data["penalties"]),
        reckless=data["reckless"],
        editing=data["editing"],
        camera=data["camera"],
    )


def _hand_of(data: Json) -> SeatHand:
    won = data["won_with"]
    return SeatHand(
        concealed=_tiles_of(data["concealed"]),
        sets=tuple(TableSet(_tiles_of(s["tiles"]), s["concealed"]) for s in data["sets"]),
        flowers=_tiles_of(data["flowers"]),
        dead=data["dead"],
        won_with=(won[0], won[1]) if won else None,
    )


def _use_of(data: Json) -> PictureUse:
    fixed = {int(tile): code for tile, code in data["fixed"].items()}
    return PictureUse(data["id"], data["seat"], fixed)


def _tiles_of(data: list[Json]) -> tuple[Tile, ...]:
    return tuple(
        Tile(
            t["code"],
            t["picture"],
            t["tile"],
            t["confidence"],
            t["doubtful"],
            tuple((code, share) for code, share in t["alternatives"]),
        )
        for t in data
    )


def draft_of_deal(deal: Mapping[str, Any], editing: int | None) -> Draft:
    """A draft with what a deal in JSON form says, its tiles as if tapped."""
    hands = {}
    for seat, hand in (deal.get("players") or {}).items():
        hands[seat] = SeatHand(
            concealed=_tapped(hand.get("concealed")),
            sets=tuple(
                TableSet(_tapped(s["tiles"]), bool(s.get("concealed")))
                for s in hand.get("sets") or ()
            ),
            flowers=_tapped(hand.get("flowers")),
            dead=bool(hand.get("dead")),
        )
    penalties = tuple((p["kind"], p["by"]) for p in deal.get("penalties") or ())
    said = deal.get("win") or {}
    win = {key: value for key, value in said.items() if value not in (None, False)}
    winner = deal.get("winner") or (None if penalties else NOBODY)
    return Draft(
        hands={seat: hands[seat] for seat in SEATS if seat in hands},
        winner=winner,
        win=win,
        penalties=penalties,
        reckless=deal.get("reckless") or "auto",
        editing=editing,
    )


def _tapped(codes: list[str] | None) -> tuple[Tile, ...]:
    return tuple(Tile(code) for code in codes or ())
