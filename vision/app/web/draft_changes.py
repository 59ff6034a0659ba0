"""The changes that people make to a draft, as they come from a page: checked, then a new draft.

One function for each, in `CHANGES`; all raise `RefusalError` for what cannot be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.deal import PenaltyKind, Reckless
from scoring.errors import NotationError
from scoring.notation import parse_hand
from scoring.tiles import ALL_TILES, PLAYING_TILES, SEATS
from vision.app.fixes import DELETED
from vision.app.web.draft import NOBODY, Draft, SeatHand, TableSet, Tile, in_order, tidied
from vision.app.web.refusal import RefusalError, bad, refuse

Json = Mapping[str, Any]
TILES_AT_MOST: Final = 160
"""In one draft: more than a set of tiles has."""
PARTS: Final = ("concealed", "flowers", "set")
FLAGS: Final = ("loose_tile", "original_hand", "last_tile", "first_discard")
BY_DRAW: Final = ("loose_tile", "original_hand", "last_tile")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tile lies; no seat means loose, no index means at the end."""

    seat: str | None
    part: str = "concealed"
    set: int | None = None
    index: int | None = None


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
    if sum(1 for hand in after.hands.values() for _ in hand.tiles()) > TILES_AT_MOST:
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
    return ()


def same_parts(one: Draft, other: Draft, parts: Sequence[str]) -> bool:
    """Whether two drafts agree in what a change rests on."""
    for part in parts:
        seat = part.removeprefix("hand ")
        same = one.loose == other.loose if part == "loose" else one.hand(seat) == other.hand(seat)
        if not same:
            return False
    return True


# --- reading what the page sends ------------------------------------------------------------


def _seat(value: object, field: str) -> str:
    if isinstance(value, str) and value in SEATS:
        return value
    raise bad(field, "must be a seat: E, S, W or N")


def _code(value: object, field: str = "code") -> str:
    if isinstance(value, str) and value in ALL_TILES:
        return value
    raise bad(field, "must be the code of a tile, such as 5p or 7z")


def _number(value: object, field: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < TILES_AT_MOST:
        return value
    raise bad(field, "must be a small whole number")


def _flag(value: object, field: str) -> bool:
    if isinstance(value, bool):
        return value
    raise bad(field, "must be true or false")


def _place(value: object, field: str) -> Place:
    if not isinstance(value, Mapping):
        raise bad(field, "must say where the tile lies")
    index = None if value.get("index") is None else _number(value["index"], f"{field}.index")
    if value.get("seat") is None:
        return Place(None, index=index)
    part = value.get("part", "concealed")
    if part not in PARTS:
        raise bad(f"{field}.part", f"must be one of {', '.join(PARTS)}")
    number = None
    if part == "set" and value.get("set") is not None:
        number = _number(value["set"], f"{field}.set")
    return Place(_seat(value["seat"], f"{field}.seat"), part, number, index)


# --- rows of tiles ----------------------------------------------------------------------------


def _row(draft: Draft, place: Place) -> tuple[Tile, ...]:
    if place.seat is None:
        return draft.loose
    hand = draft.hand(place.seat)
    if place.part == "concealed":
        return hand.concealed
    if place.part == "flowers":
        return hand.flowers
    if place.set is None:
        return ()
    return _set_at(hand, place.set).tiles


def _set_at(hand: SeatHand, number: int) -> TableSet:
    if number >= len(hand.sets):
        raise refuse(409, "gone", "That set is no longer there.")
    return hand.sets[number]


def _with_row(draft: Draft, place: Place, row: tuple[Tile, ...]) -> Draft:
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


def _tidied(draft: Draft) -> Draft:
    hands = {seat: tidied(hand) for seat, hand in draft.hands.items()}
    return replace(draft, hands=in_order(hands))


def _tile_at(draft: Draft, place: Place, field: str) -> Tile:
    row = _row(draft, place)
    if place.index is None:
        raise bad(f"{field}.index", "must say which tile")
    if place.index >= len(row):
        raise refuse(409, "gone", "That tile is no longer there.")
    return row[place.index]


def _inserted(draft: Draft, place: Place, tile: Tile) -> Draft:
    row = _row(draft, place)
    at = len(row) if place.index is None else min(place.index, len(row))
    return _with_row(draft, place, (*row[:at], tile, *row[at:]))


def _removed(draft: Draft, place: Place) -> Draft:
    row = _row(draft, place)
    at = place.index or 0
    return _with_row(draft, place, (*row[:at], *row[at + 1 :]))


def _noted(draft: Draft, tile: Tile, code: str) -> Draft:
    """With a correction remembered beside the picture that the tile was read on."""
    if tile.picture is None or tile.tile is None:
        return draft
    number = tile.tile
    uses = tuple(
        replace(use, fixed={**use.fixed, number: code}) if use.id == tile.picture else use
        for use in draft.pictures
    )
    return replace(draft, pictures=uses)


def fix_tile(draft: Draft, number: int, code: str) -> Draft:
    """With tile ``number`` of the draft's only picture corrected wherever it lies."""
    for place in _places(draft):
        tile = _row(draft, place)[place.index or 0]
        if tile.tile == number:
            if code == DELETED:
                return _noted(_tidied(_removed(draft, place)), tile, code)
            return _with_code(draft, place, tile, code)
    return draft


def _places(draft: Draft) -> Iterator[Place]:
    """Where every tile lies."""
    for seat, hand in draft.hands.items():
        yield from (Place(seat, "concealed", None, i) for i in range(len(hand.concealed)))
        yield from (Place(seat, "flowers", None, i) for i in range(len(hand.flowers)))
        for number, found in enumerate(hand.sets):
            yield from (Place(seat, "set", number, i) for i in range(len(found.tiles)))
    yield from (Place(None, index=i) for i in range(len(draft.loose)))


def _with_code(draft: Draft, place: Place, tile: Tile, code: str) -> Draft:
    row = list(_row(draft, place))
    row[place.index or 0] = replace(tile, code=code, confidence=1.0, doubtful=False)
    return _noted(_tidied(_with_row(draft, place, tuple(row))), tile, code)


# --- the changes --------------------------------------------------------------------------------


def _change_code(draft: Draft, change: Json) -> Draft:
    place, code = _place(change.get("at"), "at"), _code(change.get("code"))
    return _with_code(draft, place, _tile_at(draft, place, "at"), code)


def _add(draft: Draft, change: Json) -> Draft:
    place = _place(change.get("at"), "at")
    return _tidied(_inserted(draft, place, Tile(_code(change.get("code")))))


def _delete(draft: Draft, change: Json) -> Draft:
    place = _place(change.get("at"), "at")
    tile = _tile_at(draft, place, "at")
    return _noted(_tidied(_removed(draft, place)), tile, DELETED)


def _move(draft: Draft, change: Json) -> Draft:
    start, end = _place(change.get("at"), "at"), _place(change.get("to"), "to")
    tile = _tile_at(draft, start, "at")
    return _tidied(_inserted(_removed(draft, start), end, tile))


def _set(draft: Draft, change: Json) -> Draft:
    seat = _seat(change.get("seat"), "seat")
    codes = change.get("codes")
    if not isinstance(codes, list) or len(codes) > 4:
        raise bad("codes", "must be a list of at most four codes")
    wanted = [_code(code, "codes") for code in codes]
    concealed = _flag(change.get("concealed", False), "concealed")
    hand = draft.hand(seat)
    if change.get("set") is None:
        sets = (*hand.sets, TableSet(tuple(Tile(code) for code in wanted), concealed))
    else:
        number = _number(change["set"], "set")
        tiles = _as_before(_set_at(hand, number).tiles, wanted)
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
    seat = _seat(change.get("seat"), "seat")
    typed = typed_hand(change.get("text"))
    return draft.with_hand(seat, replace(typed, dead=draft.hand(seat).dead))


def _swap(draft: Draft, change: Json) -> Draft:
    one, other = _seat(change.get("from"), "from"), _seat(change.get("to"), "to")
    swapped = {one: other, other: one}
    uses = tuple(replace(use, seat=swapped.get(use.seat or "", use.seat)) for use in draft.pictures)
    first, second = draft.hand(one), draft.hand(other)
    return replace(draft.with_hand(one, second).with_hand(other, first), pictures=uses)


def _dead(draft: Draft, change: Json) -> Draft:
    seat, dead = _seat(change.get("seat"), "seat"), _flag(change.get("dead"), "dead")
    return draft.with_hand(seat, replace(draft.hand(seat), dead=dead))


def _penalty(draft: Draft, change: Json) -> Draft:
    kinds = [kind.value for kind in PenaltyKind]
    kind, by = change.get("kind"), _seat(change.get("by"), "by")
    if not isinstance(kind, str) or kind not in kinds:
        raise bad("kind", f"must be {' or '.join(kinds)}")
    others = tuple(p for p in draft.penalties if p != (kind, by))
    if not _flag(change.get("on", True), "on"):
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
    return _tidied(replace(draft, hands=hands, loose=kept(draft.loose), pictures=uses))


def _clear(draft: Draft, change: Json) -> Draft:
    return Draft()


def _won_with(draft: Draft, change: Json) -> Draft:
    """What is said of the win; null takes it back, and what contradicts the newest goes."""
    after = draft
    if "winner" in change:
        after = _winner(after, change["winner"])
    win = dict(after.win)
    for field, read in _WIN_FIELDS.items():
        if field in change:
            value = None if change[field] is None else read(change[field], field)
            win.pop(field, None)
            if value not in (None, False):
                win[field] = value
    said = [field for field in change if change[field] not in (None, False)]
    return replace(after, win=_consistent(win, said, after.winner))


def _winner(draft: Draft, value: object) -> Draft:
    if value is not None and value != NOBODY:
        value = _seat(value, "winner")
    if value == draft.winner:
        return draft
    win = {key: v for key, v in draft.win.items() if key == "by" or (key == "from" and v != value)}
    penalties = draft.penalties if value is None else ()
    winner = None if value is None else str(value)
    return replace(draft, winner=winner, win=win, penalties=penalties)


def _consistent(win: dict[str, Any], said: Sequence[str], winner: str | None) -> dict[str, Any]:
    """Of two statements that exclude each other, the one said now."""
    drawn = any(flag in said for flag in BY_DRAW) or ("by" in said and win.get("by") == "draw")
    claimed = "from" in said or "first_discard" in said or win.get("by") == "discard"
    if drawn:
        win["by"] = "draw"
        win.pop("from", None)
        win.pop("first_discard", None)
    elif claimed:
        win["by"] = "discard"
        for flag in BY_DRAW:
            win.pop(flag, None)
    if win.get("from") is not None and win["from"] == winner:
        del win["from"]
    return win


def _way(value: object, field: str) -> str:
    if isinstance(value, str) and value in ("draw", "discard"):
        return value
    raise bad(field, "must be draw or discard")


def _playing(value: object, field: str) -> str:
    if isinstance(value, str) and value in PLAYING_TILES:
        return value
    raise bad(field, "must be the code of a tile, such as 5p or 7z")


_WIN_FIELDS: Final[dict[str, Callable[[object, str], Any]]] = {
    "tile": _playing,
    "by": _way,
    "from": _seat,
    **dict.fromkeys(FLAGS, _flag),
}

CHANGES: Final[dict[str, Callable[[Draft, Json], Draft]]] = {
    "code": _change_code,
    "add": _add,
    "delete": _delete,
    "move": _move,
    "set": _set,
    "hand": _hand,
    "seat": _swap,
    "dead": _dead,
    "won_with": _won_with,
    "penalty": _penalty,
    "reckless": _reckless,
    "picture_remove": _without_picture,
    "clear": _clear,
}
