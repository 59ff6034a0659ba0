"""What a draft comes to: who won and how, what it settles to, what still has to be asked.

Pure. Nothing is guessed that the page does not show: what nobody said is named under ``assumed``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scoring import DealError, score_deal, settlement_text
from scoring.deal import Reckless
from scoring.errors import Problem
from scoring.melds import SetKind, recognise
from scoring.tiles import FACE_DOWN, SEAT_NAMES, how_many, tile_name
from vision.app.dealing import COMPLETE, SeatTiles, explain, make_deal
from vision.app.live.words import ordinal
from vision.app.web.draft import NOBODY, Draft, SeatHand, Tile
from vision.app.web.form_words import in_form_words, without_codes

Json = dict[str, Any]
FLAGS: Final = {"draw": ("loose_tile", "original_hand", "last_tile"), "discard": ("first_discard",)}
"""What may be said of a win besides, by the way it came about."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A draft with everything that follows from it."""

    winner: str | None = None
    win: Mapping[str, Any] = field(default_factory=dict)
    """As it was settled: what was said, completed by what is likeliest."""
    deal: Json | None = None
    settlement: Json | None = None
    lines: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    assumed: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    """The fields of the win that would make a difference."""
    tiles: tuple[str, ...] = ()
    """Codes that may have completed the hand."""
    says: Mapping[str, str] = field(default_factory=dict)
    """Each hand's state in words."""
    complete: tuple[str, ...] = ()
    """Seats whose hands are complete."""
    table: tuple[str, ...] = ()
    """Seats that play."""


def settle_draft(draft: Draft, facts: Json) -> Settled:
    """Everything that follows from a draft.

    Args:
        draft: the hand being settled.
        facts: what the evening fixes: rules, limit, house, table, round wind.
    """
    heads = facts.get("rules") == "limit"
    seats = {seat: seat_tiles(hand) for seat, hand in draft.hands.items()}
    complete = tuple(seat for seat, tiles in seats.items() if tiles.wins(heads))
    start = Settled(
        winner=draft.winner,
        win=dict(draft.win),
        doubts=tuple(_doubts(draft)),
        says={s: _says(s, t, complete, heads) for s, t in seats.items()},
        complete=complete,
        table=tuple(facts["table"]),
    )
    told: Json = {**facts, "reckless": draft.reckless}
    told["players"] = {seat: {"dead": True} for seat, hand in draft.hands.items() if hand.dead}
    known = {seat: tiles for seat, tiles in seats.items() if tiles.size or tiles.flowers}
    if draft.penalties:
        told["penalties"] = [{"kind": kind, "by": by} for kind, by in draft.penalties]
    try:
        if draft.penalties or draft.winner == NOBODY:
            return _scored(start, make_deal({**told, "winner": None}, known, score_deal).deal)
        start = _preselected(draft, start)
        return _won(draft, start, told, known)
    except DealError as error:
        problems = tuple(in_form_words(error.problems))
        unclear = any(problem.code == "winner_unclear" for problem in problems)
        asks = ("winner",) if unclear else (*start.asks, *_said(draft))
        return replace(start, problems=problems, asks=asks)


def _said(draft: Draft) -> Iterator[str]:
    """What was said besides the way: it may be what is wrong, so it can be taken back."""
    yield from (name for name in draft.win if name not in ("by", "tile"))
    if draft.reckless != Reckless.AUTO.value:
        yield "reckless"


def _scored(start: Settled, deal: Json) -> Settled:
    settlement = score_deal(deal)
    lines = tuple(settlement_text(settlement, deal).splitlines())
    return replace(start, deal=deal, settlement=settlement, lines=lines)


def _preselected(draft: Draft, start: Settled) -> Settled:
    """With the likeliest winner and way where nobody said: the only complete hand, a draw.

    Raises:
        DealError: several hands are complete.
    """
    winner = draft.winner
    if winner is None and len(start.complete) > 1:
        *first, last = (SEAT_NAMES[seat] for seat in start.complete)
        names = f"{', '.join(first)} and {last}"
        message = f"The hands of {names} are complete; say who won."
        raise DealError([Problem("winner_unclear", message, field="winner")])
    if winner is None and start.complete:
        winner = start.complete[0]
    win, assumed = dict(draft.win), []
    shown = _shown_tile(draft.hand(winner or ""))
    claimed = shown is not None and shown[1] is not None
    if "by" not in win and winner is not None:
        win["by"] = "discard" if claimed else "draw"
        assumed += [] if claimed else ["Assumed: the winning tile was drawn."]
    asks = ("by",) if winner is not None else ()
    return replace(start, winner=winner, win=win, assumed=tuple(assumed), asks=asks)


def _won(draft: Draft, start: Settled, told: Json, seats: Mapping[str, SeatTiles]) -> Settled:
    winner, win, assumed = start.winner, dict(start.win), list(start.assumed)
    shown = _shown_tile(draft.hand(winner or ""))
    if winner is not None:
        told = {**told, "winner": winner}
    trial = {key: value for key, value in win.items() if key != "tile"}
    dealing = make_deal({**told, "win": trial}, seats, score_deal)
    if not win.get("original_hand"):
        if win.get("tile") not in dealing.score_of:  # it was corrected, or moved, since
            win["tile"] = None
        if win.get("tile") is None and shown and shown[0] in dealing.score_of:
            win["tile"] = shown[0]
        elif win.get("tile") is None:
            win["tile"] = dealing.deal["win"]["tile"]
            assumed += _assumed_tile(win["tile"], dealing.score_of)
    deal = {**dealing.deal, "win": dict(win)}
    start = replace(start, win=win, assumed=tuple(assumed), tiles=tuple(dealing.score_of))
    settled = _scored(start, _with_completed_set(deal, shown))
    return replace(settled, asks=tuple(_asks(settled, deal, dealing.score_of)))


def _with_completed_set(deal: Json, shown: tuple[str, int | None] | None) -> Json:
    """With the set marked that the picture shows the winning tile to lie in."""
    if shown is None or shown[1] is None or deal["win"].get("tile") != shown[0]:
        return deal
    player = deal["players"][deal["winner"]]
    sets = [dict(s) for s in player["sets"]]
    if deal["win"].get("original_hand") or len(sets[shown[1]]["tiles"]) == 4:
        return deal
    sets[shown[1]]["completed_by_win"] = True
    players = {**deal["players"], deal["winner"]: {**player, "sets": sets}}
    return {**deal, "players": players}


def _shown_tile(hand: SeatHand) -> tuple[str, int | None] | None:
    """The tile that a picture shows to have completed a hand, and the set it lies in, if one."""
    if hand.won_with is None:
        return None

    def won(tile: Tile) -> bool:
        return (tile.picture, tile.tile) == hand.won_with

    for tile in hand.concealed:
        if won(tile):
            return tile.code, None
    for number, found in enumerate(hand.sets):
        for tile in found.tiles:
            if won(tile):
                return tile.code, number
    return None


def _assumed_tile(code: str, scores: Mapping[str, int]) -> list[str]:
    if len(set(scores.values())) <= 1:
        return []
    best = max(scores, key=lambda tile: scores[tile])
    return [
        f"Assumed: the {tile_name(code)} completed the hand, which scores least "
        f"({scores[code]}; the {tile_name(best)} would score {scores[best]})."
    ]


# --- what would make a difference -----------------------------------------------------------


def _asks(settled: Settled, deal: Json, scores: Mapping[str, int]) -> Iterator[str]:
    """The fields of a win for which another answer would settle otherwise, the way always."""
    if len(set(scores.values())) > 1 or (settled.assumed and len(scores) > 1):
        yield "tile"
    yield "by"
    win = settled.win
    for name, answers in _answers(deal, win):
        told = ("warnings",) if name == "from" else ()
        if win.get(name) or any(_differs(settled, deal, answer, told) for answer in answers):
            yield name
    if settled.settlement and settled.settlement["reckless"]:
        yield "reckless"


def _answers(deal: Json, win: Mapping[str, Any]) -> Iterator[tuple[str, list[Json]]]:
    """Other answers for each field, each as a whole win."""
    plain = {"tile": win.get("tile"), "by": win["by"]}
    if win["by"] == "discard":
        others = [seat for seat in deal["table"] if seat not in (deal["winner"], win.get("from"))]
        yield "from", [{**win, "from": seat} for seat in others]
    for flag in FLAGS[win["by"]]:
        yield flag, [{**plain, flag: True}]


def _differs(settled: Settled, deal: Json, win: Json, told: tuple[str, ...]) -> bool:
    try:
        other = score_deal({**deal, "win": win})
    except DealError:
        return False
    before = settled.settlement or {}
    compared = ("net", "reckless", *told)
    if any(other.get(key) != before.get(key) for key in compared):
        return True
    return _scores(other) != _scores(before)


def _scores(settlement: Mapping[str, Any]) -> Json:
    return {seat: score["score"] for seat, score in settlement.get("players", {}).items()}


# --- words ------------------------------------------------------------------------------------


def seat_tiles(hand: SeatHand) -> SeatTiles:
    """A seat's tiles as deals are made of them."""
    numbered = enumerate(hand.concealed, 1)
    hidden = [f"{ordinal(n)} tile" for n, tile in numbered if tile.code == FACE_DOWN]
    return SeatTiles(
        concealed=tuple(tile.code for tile in hand.concealed),
        sets=tuple(
            {"tiles": [tile.code for tile in found.tiles], "concealed": found.concealed}
            for found in hand.sets
        ),
        flowers=tuple(tile.code for tile in hand.flowers),
        face_down=tuple(hidden),
    )


def kind_of_set(codes: Sequence[str], concealed: bool) -> str | None:
    """``pung``, ``kong`` or ``sequence``; None where the tiles are no set."""
    found = recognise(list(codes), concealed and len(codes) == 4)
    return None if found is None else SetKind(found.kind).value


def _says(seat: str, tiles: SeatTiles, complete: Sequence[str], heads: bool) -> str:
    if seat in complete:
        return "complete"
    if not complete and tiles.size:
        return without_codes(explain(seat, tiles, heads).message)
    if tiles.size == COMPLETE - 1:
        return how_many(tiles.size)
    return f"{tiles.size} of {COMPLETE - 1} tiles"


def _doubts(draft: Draft) -> Iterator[str]:
    """The doubtful tiles that a settlement would rest on, and what else they may be."""
    for seat, hand in draft.hands.items():
        for number, tile in enumerate(hand.tiles(), 1):
            if tile.doubtful:
                other = f", or {tile_name(tile.alternatives[0][0])}" if tile.alternatives else ""
                place = f"{SEAT_NAMES[seat]}'s {ordinal(number)} tile"
                yield f"{place} ({tile_name(tile.code)}?{other})"
