"""Where tiles lie in a draft, and taking them from there to elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from vision.app.web.draft import Draft, SeatHand, TableSet, Tile, in_order, tidied
from vision.app.web.draft_fields import number_of, seat_of
from vision.app.web.refusal import bad, refuse

PARTS: Final = ("concealed", "flowers", "set")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile lies; no seat means loose, no index means at the end."""

    seat: str | None
    part: str = "concealed"
    set: int | None = None
    index: int | None = None


def place_of(value: object, field: str) -> Place:
    """A place that a page sent."""
    if not isinstance(value, Mapping):
        raise bad(field, "must say where the tile lies")
    index = None if value.get("index") is None else number_of(value["index"], f"{field}.index")
    if value.get("seat") is None:
        return Place(None, index=index)
    part = value.get("part", "concealed")
    if part not in PARTS:
        raise bad(f"{field}.part", f"must be one of {', '.join(PARTS)}")
    number = None
    if part == "set" and value.get("set") is not None:
        number = number_of(value["set"], f"{field}.set")
    return Place(seat_of(value["seat"], f"{field}.seat"), part, number, index)


def places_of(draft: Draft) -> Iterator[Place]:
    """Where every tile lies."""
    for seat, hand in draft.hands.items():
        yield from (Place(seat, "concealed", None, i) for i in range(len(hand.concealed)))
        yield from (Place(seat, "flowers", None, i) for i in range(len(hand.flowers)))
        for number, found in enumerate(hand.sets):
            yield from (Place(seat, "set", number, i) for i in range(len(found.tiles)))
    yield from (Place(None, index=i) for i in range(len(draft.loose)))


def with_code(draft: Draft, place: Place, tile: Tile, code: str) -> Draft:
    """With what a tile is said to be by a person."""
    row = list(row_at(draft, place))
    row[place.index or 0] = replace(tile, code=code, confidence=1.0, doubtful=False)
    return noted(tidied_draft(with_row(draft, place, tuple(row))), tile, code)


def row_at(draft: Draft, place: Place) -> tuple[Tile, ...]:
    """The row of tiles that a place is in."""
    if place.seat is None:
        return draft.loose
    hand = draft.hand(place.seat)
    if place.part == "concealed":
        return hand.concealed
    if place.part == "flowers":
        return hand.flowers
    if place.set is None:
        return ()
    return set_at(hand, place.set).tiles


def set_at(hand: SeatHand, number: int) -> TableSet:
    """A set on the table."""
    if number >= len(hand.sets):
        raise refuse(409, "gone", "That set is no longer there.")
    return hand.sets[number]


def with_row(draft: Draft, place: Place, row: tuple[Tile, ...]) -> Draft:
    """With a row replaced, nothing else moved: a set that becomes empty stays for now."""
    if place.seat is None:
        return replace(draft, loose=row)
    hand = draft.hand(place.seat)
    if place.part == "concealed":
        hand = replace(hand, concealed=row)
    elif place.part == "flowers":
        hand = replace(hand, flowers=row)
    elif place.set is None:
        hand = replace(hand, sets=(*hand.sets, TableSet(row)))
    else:
        sets = list(hand.sets)
        sets[place.set] = replace(sets[place.set], tiles=row)
        hand = replace(hand, sets=tuple(sets))
    return replace(draft, hands={**draft.hands, place.seat: hand})


def tidied_draft(draft: Draft) -> Draft:
    """With every tile among its like, and nothing empty left."""
    hands = {seat: tidied(hand) for seat, hand in draft.hands.items()}
    return replace(draft, hands=in_order(hands))


def tile_at(draft: Draft, place: Place, field: str) -> Tile:
    """The tile at a place."""
    row = row_at(draft, place)
    if place.index is None:
        raise bad(f"{field}.index", "must say which tile")
    if place.index >= len(row):
        raise refuse(409, "gone", "That tile is no longer there.")
    return row[place.index]


def inserted(draft: Draft, place: Place, tile: Tile) -> Draft:
    """With a tile put at a place, not yet tidied."""
    row = row_at(draft, place)
    at = len(row) if place.index is None else min(place.index, len(row))
    return with_row(draft, place, (*row[:at], tile, *row[at:]))


def removed(draft: Draft, place: Place) -> Draft:
    """Without the tile at a place, not yet tidied."""
    row = row_at(draft, place)
    at = place.index or 0
    return with_row(draft, place, (*row[:at], *row[at + 1 :]))


def noted(draft: Draft, tile: Tile, code: str) -> Draft:
    """With a correction remembered beside the picture that the tile was read on."""
    if tile.picture is None or tile.tile is None:
        return draft
    number = tile.tile
    uses = tuple(
        replace(use, fixed={**use.fixed, number: code}) if use.id == tile.picture else use
        for use in draft.pictures
    )
    return replace(draft, pictures=uses)
