"""The documented JSON forms of an evening (E) and of the hand being settled (D)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring import settlement_text
from scoring.ledger import Entry, Position
from vision.app.shifted import ShiftedEvening, wind_after
from vision.app.web.draft import Draft, SeatHand, Tile
from vision.app.web.draft_settle import Settled, kind_of_set, seat_tiles
from vision.app.web.form_words import in_page_words
from vision.app.web.picture_table import PictureRow
from vision.app.web.store import EveningRow

Json = dict[str, Any]
ABOUT: tuple[str, ...] = ("time", "source", "pictures", "assumed", "doubts")


@dataclass(frozen=True, slots=True)
class PictureState:
    """A picture of the draft with its place in the queue."""

    row: PictureRow
    ahead: int


def evening_form(
    row: EveningRow, evening: ShiftedEvening, entries: Sequence[Entry], can_undo: str | None
) -> Json:
    """E: an evening with every deal settled."""
    return {
        "id": row.id,
        "revision": row.revision,
        "players": list(evening.players),
        "rules": evening.rules.value,
        "limit": evening.limit,
        "house": dict(evening.house),
        "table": list(evening.table),
        "rounds_before": evening.rounds_before,
        "created": row.created,
        "updated": row.updated,
        "can_undo": can_undo,
        "position": _position(evening, evening.next_position()),
        "totals": dict(entries[-1].totals if entries else dict.fromkeys(evening.players, 0)),
        "entries": [_entry(entry) for entry in entries],
    }


def _position(evening: ShiftedEvening, position: Position) -> Json:
    shifted = position.round_number + evening.rounds_before
    return {
        "number": position.number,
        "round_number": shifted,
        "round_wind": wind_after(position, evening.rounds_before),
        "set_number": (shifted - 1) // 4 + 1,
        "seats": dict(position.seats),
    }


def _entry(entry: Entry) -> Json:
    winner = entry.deal.get("winner")
    settlement = entry.settlement.to_json()
    return {
        "number": entry.position.number,
        "round_wind": entry.deal["round_wind"],
        "seats": dict(entry.position.seats),
        "winner": winner,
        "score": entry.settlement.scores[winner].score if winner else 0,
        "deal": dict(entry.deal),
        "settlement": settlement,
        "changes": dict(entry.changes),
        "totals": dict(entry.totals),
        "lines": settlement_text(settlement, entry.deal).splitlines(),
        "about": {key: entry.record.about.get(key) for key in ABOUT},
    }


def draft_form(
    revision: int,
    draft: Draft,
    settled: Settled,
    pictures: Sequence[PictureState],
    can_undo: bool,
) -> Json:
    """D: the hand being settled with everything that follows from it."""
    unread = any(p.row.status in ("waiting", "reading") for p in pictures)
    win = {
        "tile": None, "by": None, "from": None, "loose_tile": False, "original_hand": False,
        "last_tile": False, "first_discard": False, **settled.win,
    }  # fmt: skip
    return {
        "revision": revision,
        "editing": draft.editing,
        "camera": draft.camera,
        "can_undo": can_undo,
        "empty": draft.empty and not pictures,
        "pictures": [_picture(state, draft) for state in pictures],
        "hands": {seat: _hand(seat, hand, settled) for seat, hand in draft.hands.items()},
        "loose": [tile.to_json() for tile in draft.loose],
        "winner": settled.winner,
        "said": {"winner": draft.winner, "win": dict(draft.win)},
        "win": win,
        "penalties": [{"kind": kind, "by": by} for kind, by in draft.penalties],
        "reckless": draft.reckless,
        "asks": list(settled.asks),
        "choices": _choices(settled),
        "settlement": settled.settlement,
        "lines": list(settled.lines),
        "problems": [problem.to_json() for problem in settled.problems],
        "assumed": list(settled.assumed),
        "doubts": list(settled.doubts),
        "provisional": bool(settled.settlement and settled.doubts),
        "can_confirm": settled.settlement is not None and not unread,
    }


def _choices(settled: Settled) -> Json:
    return {
        "tile": list(settled.tiles),
        "from": [seat for seat in settled.table if seat != settled.winner],
    }


def _hand(seat: str, hand: SeatHand, settled: Settled) -> Json:
    return {
        **hand_form(hand),
        "dead": hand.dead,
        "size": seat_tiles(hand).size,
        "complete": seat in settled.complete,
        "says": settled.says.get(seat, ""),
    }


def hand_form(hand: SeatHand) -> Json:
    """One hand's tiles."""
    return {
        "concealed": _tiles(hand.concealed),
        "sets": [
            {
                "tiles": _tiles(s.tiles),
                "concealed": s.concealed,
                "kind": kind_of_set([t.code for t in s.tiles], s.concealed),
            }
            for s in hand.sets
        ],
        "flowers": _tiles(hand.flowers),
    }


def _tiles(tiles: Sequence[Tile]) -> list[Json]:
    return [tile.to_json() for tile in tiles]


def _picture(state: PictureState, draft: Draft) -> Json:
    row = state.row
    use = next((use for use in draft.pictures if use.id == row.id), None)
    reading: Mapping[str, Any] = row.reading or {}
    return {
        "id": row.id,
        "seat": use.seat if use else row.seat,
        "status": row.status,
        "ahead": state.ahead,
        "message": row.message,
        "width": row.width,
        "height": row.height,
        "reading": row.reading,
        "fixed": {str(tile): code for tile, code in use.fixed.items()} if use else {},
        "warnings": [
            {**warning, "message": in_page_words(warning["message"])}
            for warning in reading.get("warnings", ())
        ],
    }
