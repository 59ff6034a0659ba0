"""The changes that people make to a draft, as they come from a page: checked, then a new draft.

One function for each, in `CHANGES`; all raise `RefusalError` for what cannot be.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from scoring.deal import PenaltyKind, Reckless
from scoring.errors import NotationError
from scoring.notation import parse_hand
from vision.app.fixes import DELETED
from vision.app.web.draft import Draft, SeatHand, TableSet, Tile
from vision.app.web.draft_fields import TILES_AT_MOST, code_of, flag_of, number_of, seat_of
from vision.app.web.draft_rows import (
    inserted,
    noted,
    place_of,
    places_of,
    removed,
    row_at,
    set_at,
    tidied_draft,
    tile_at,
    with_code,
)
from vision.app.web.draft_win import won_with
from vision.app.web.refusal import RefusalError, bad, refuse

Json = Mapping[str, Any]


def changed(draft: Draft, change: Json) -> Draft:
    """The draft after a change.

    Raises:
        RefusalError: it is not understood or cannot be done.
    """
    name = change.get("do")
    act = CHANGES.get(name) if isinstance(name, str) else None
    if act is None:
        raise bad("do", f"must be one of {', '.join(CHANGES)}")
    after = act(draft, change)
    tiles = len(after.loose) + sum(1 for h in after.hands.values() for _ in h.tiles())
    if tiles > TILES_AT_MOST:
        raise refuse(400, "too_many", f"More than {TILES_AT_MOST} tiles are no hand.")
    return after


def touched(change: Json) -> tuple[str, ...]:
    """Which parts of a draft a change rests on, for `same_parts`; perhaps none."""
    name = change.get("do")
    if name in ("code", "add", "delete", "move", "set"):
        places = [change.get("at"), change.get("to"), change]
        seats = [p.get("seat") for p in places if isinstance(p, Mapping) and "seat" in p]
        return tuple(f"hand {seat}" if seat else "loose" for seat in seats)
    if name == "seat":
        return (f"hand {change.get('from')}", f"hand {change.get('to')}")
    if name == "hand":  # it replaces whatever that seat holds
        return (f"hand {change.get('seat')}",)
    return ()


def same_parts(one: Draft, other: Draft, parts: Sequence[str]) -> bool:
    """Whether two drafts agree in what a change rests on."""
    for part in parts:
        seat = part.removeprefix("hand ")
        same = one.loose == other.loose if part == "loose" else one.hand(seat) == other.hand(seat)
        if not same:
            return False
    return True


def fix_tile(draft: Draft, number: int, code: str) -> Draft:
    """With tile ``number`` of the draft's only picture corrected wherever it lies."""
    for place in places_of(draft):
        tile = row_at(draft, place)[place.index or 0]
        if tile.tile == number:
            if code == DELETED:
                return noted(tidied_draft(removed(draft, place)), tile, code)
            return with_code(draft, place, tile, code)
    return draft


def _change_code(draft: Draft, change: Json) -> Draft:
    place, code = place_of(change.get("at"), "at"), code_of(change.get("code"))
    return with_code(draft, place, tile_at(draft, place, "at"), code)


def _add(draft: Draft, change: Json) -> Draft:
    place = place_of(change.get("at"), "at")
    return tidied_draft(inserted(draft, place, Tile(code_of(change.get("code")))))


def _delete(draft: Draft, change: Json) -> Draft:
    place = place_of(change.get("at"), "at")
    tile = tile_at(draft, place, "at")
    return noted(tidied_draft(removed(draft, place)), tile, DELETED)


def _move(draft: Draft, change: Json) -> Draft:
    start, end = place_of(change.get("at"), "at"), place_of(change.get("to"), "to")
    tile = tile_at(draft, start, "at")
    return tidied_draft(inserted(removed(draft, start), end, tile))


def _set(draft: Draft, change: Json) -> Draft:
    seat = seat_of(change.get("seat"), "seat")
    codes = change.get("codes")
    if not isinstance(codes, list) or len(codes) > 4:
        raise bad("codes", "must be a list of at most four codes")
    wanted = [code_of(code, "codes") for code in codes]
    concealed = flag_of(change.get("concealed", False), "concealed")
    hand = draft.hand(seat)
    if change.get("set") is None:
        sets = (*hand.sets, TableSet(tuple(Tile(code) for code in wanted), concealed))
    else:
        number = number_of(change["set"], "set")
        tiles = _as_before(set_at(hand, number).tiles, wanted)
        sets = (*hand.sets[:number], TableSet(tiles, concealed), *hand.sets[number + 1 :])
    return draft.with_hand(seat, replace(hand, sets=sets))


def _as_before(tiles: Sequence[Tile], codes: Sequence[str]) -> tuple[Tile, ...]:
    """Tiles of the codes wanted; those that lay there keep where they were read."""
    left = list(tiles)
    answer = []
    for code in codes:
        same = next((t for t in left if t.code == code), None)
        if same is not None:
            left.remove(same)
        answer.append(same or Tile(code))
    return tuple(answer)


def typed_hand(text: object) -> SeatHand:
    """A typed hand.

    Raises:
        RefusalError: it cannot be read.
    """
    if not isinstance(text, str) or len(text) > 400:
        raise bad("text", "must be the tiles as they are typed, such as 22p 678s (111z)")
    try:
        hand = parse_hand(text)
    except NotationError as error:
        raise RefusalError(400, [error.to_problem(field="text")]) from error
    return SeatHand(
        concealed=tuple(Tile(code) for code in hand.codes),
        sets=tuple(TableSet(tuple(Tile(code) for code in s.codes), s.concealed) for s in hand.sets),
        flowers=tuple(Tile(code) for code in hand.flowers),
    )


def _hand(draft: Draft, change: Json) -> Draft:
    seat = seat_of(change.get("seat"), "seat")
    typed = typed_hand(change.get("text"))
    return draft.with_hand(seat, replace(typed, dead=draft.hand(seat).dead))


def _swap(draft: Draft, change: Json) -> Draft:
    one, other = seat_of(change.get("from"), "from"), seat_of(change.get("to"), "to")
    swapped = {one: other, other: one}
    uses = tuple(replace(use, seat=swapped.get(use.seat or "", use.seat)) for use in draft.pictures)
    first, second = draft.hand(one), draft.hand(other)
    return replace(draft.with_hand(one, second).with_hand(other, first), pictures=uses)


def _dead(draft: Draft, change: Json) -> Draft:
    seat, dead = seat_of(change.get("seat"), "seat"), flag_of(change.get("dead"), "dead")
    return draft.with_hand(seat, replace(draft.hand(seat), dead=dead))


def _penalty(draft: Draft, change: Json) -> Draft:
    kinds = [kind.value for kind in PenaltyKind]
    kind, by = change.get("kind"), seat_of(change.get("by"), "by")
    if not isinstance(kind, str) or kind not in kinds:
        raise bad("kind", f"must be {' or '.join(kinds)}")
    others = tuple(p for p in draft.penalties if p != (kind, by))
    if not flag_of(change.get("on", True), "on"):
        return replace(draft, penalties=others)
    several = kind == PenaltyKind.WASHING.value  # several may wash, one makes a false Mah-Jongg
    others = tuple(p for p in others if several and p[0] == kind)
    return replace(draft, penalties=(*others, (kind, by)), winner=None, win={})


def _reckless(draft: Draft, change: Json) -> Draft:
    values = [value.value for value in Reckless]
    value = change.get("value")
    if not isinstance(value, str) or value not in values:
        raise bad("value", f"must be {' or '.join(values)}")
    return replace(draft, reckless=value)


def _without_picture(draft: Draft, change: Json) -> Draft:
    picture = change.get("picture")
    if not isinstance(picture, str):
        raise bad("picture", "must be a picture's id")
    return without_picture(draft, picture)


def without_picture(draft: Draft, picture: str) -> Draft:
    """Without a picture and the tiles that were read on it."""

    def kept(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
        return tuple(t for t in tiles if t.picture != picture)

    hands = {
        seat: replace(
            hand,
            concealed=kept(hand.concealed),
            sets=tuple(replace(s, tiles=kept(s.tiles)) for s in hand.sets),
            flowers=kept(hand.flowers),
            won_with=None if hand.won_with and hand.won_with[0] == picture else hand.won_with,
        )
        for seat, hand in draft.hands.items()
    }
    uses = tuple(use for use in draft.pictures if use.id != picture)
    return tidied_draft(replace(draft, hands=hands, loose=kept(draft.loose), pictures=uses))


def _clear(draft: Draft, change: Json) -> Draft:
    return Draft()


CHANGES: Final[dict[str, Callable[[Draft, Json], Draft]]] = {
    "code": _change_code,
    "add": _add,
    "delete": _delete,
    "move": _move,
    "set": _set,
    "hand": _hand,
    "seat": _swap,
    "dead": _dead,
    "won_with": won_with,
    "penalty": _penalty,
    "reckless": _reckless,
    "picture_remove": _without_picture,
    "clear": _clear,
}
