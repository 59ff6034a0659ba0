"""The tiles of a picture's reading, laid into a draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scoring.tiles import SEATS
from vision.app.web.draft import Draft, PictureUse, SeatHand, TableSet, Tile, tidied
from vision.app.web.draft_changes import without_picture

Json = Mapping[str, Any]


def with_reading(
    draft: Draft, picture: str, reading: Json, seat: str | None, table: Sequence[str]
) -> Draft:
    """The draft with what was read on a picture.

    Args:
        draft: as it is.
        picture: the picture's id.
        reading: the documented form.
        seat: whose tiles the picture shows; None: it shows the table, or nobody said. One
            player's tiles then go to the first seat without tiles.
        table: the seats that play.
    """
    earlier = [u.id for u in draft.pictures if u.id == picture or (seat and u.seat == seat)]
    for old in earlier:
        draft = without_picture(draft, old)
    hands = [_hand(player, reading, picture) for player in reading["players"]]
    shown = [p["seat"] for p in reading["players"]]
    found = [(s, h) for s, h in zip(shown, hands, strict=True) if any(h.tiles())]
    if seat is not None:
        found = [(seat, h) for _, h in found[:1]]
    elif len(found) == 1:
        free = [s for s in table if s not in draft.hands] or list(table)
        seat = free[0]
        found = [(seat, found[0][1])]
    elif any(s not in table for s, _ in found):  # a short table: in order of play
        found = list(zip(table, [h for _, h in sorted(found, key=_order)], strict=False))
    for owner, hand in found:
        draft = draft.with_hand(owner, replace(hand, dead=draft.hand(owner).dead))
    loose = tuple(_tiles(reading["loose"], reading, picture))
    uses = (*draft.pictures, PictureUse(picture, seat))
    return replace(draft, loose=draft.loose + loose, pictures=uses)


def _order(found: tuple[str, SeatHand]) -> int:
    return SEATS.index(found[0])


def _hand(player: Json, reading: Json, picture: str) -> SeatHand:
    sets = []
    for found in player["sets"]:
        tiles = _tiles(found["tiles"], reading, picture)
        counted = zip(tiles, found["codes"], strict=True)
        sets.append(TableSet(tuple(replace(t, code=c) for t, c in counted), found["concealed"]))
    won = player["winning_tile"]
    return tidied(
        SeatHand(
            concealed=tuple(_tiles(player["concealed"], reading, picture)),
            sets=tuple(sets),
            flowers=tuple(_tiles(player["flowers"], reading, picture)),
            won_with=None if won is None else (picture, won),
        )
    )


def _tiles(ids: Sequence[int], reading: Json, picture: str) -> list[Tile]:
    by_id = {tile["id"]: tile for tile in reading["tiles"]}
    doubtful = set(reading["doubtful"])
    return [
        Tile(
            code=by_id[i]["code"],
            picture=picture,
            tile=i,
            confidence=by_id[i]["confidence"],
            doubtful=i in doubtful,
            alternatives=tuple((code, share) for code, share in by_id[i]["alternatives"]),
        )
        for i in ids
    ]
