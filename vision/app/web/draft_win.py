"""What is said of the win: who, on which tile, how. Of contradictions the newest counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from vision.app.web.draft import NOBODY, Draft
from vision.app.web.draft_fields import flag_of, playing_tile_of, seat_of, way_of

Json = Mapping[str, Any]
FLAGS: Final = ("loose_tile", "original_hand", "last_tile", "first_discard")
BY_DRAW: Final = ("loose_tile", "original_hand", "last_tile")


def won_with(draft: Draft, change: Json) -> Draft:
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
        value = seat_of(value, "winner")
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


_WIN_FIELDS: Final[dict[str, Callable[[object, str], Any]]] = {
    "tile": playing_tile_of,
    "by": way_of,
    "from": seat_of,
    **dict.fromkeys(FLAGS, flag_of),
}
