"""The reckless discard: one player pays for all (Harr, Part Two, penalties)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from scoring.arrange import count_tiles, waits
from scoring.deal import Deal, Reckless, Win
from scoring.hand import Hand
from scoring.house import House
from scoring.melds import SetKind, TileSet
from scoring.score import BOOKS, Frame, unlimited_scores
from scoring.settlement import RecklessVerdict
from scoring.sheet import Score
from scoring.tiles import DRAGON_KINDS, IS_HEAD, SEAT_NAMES, SUIT, WIND_KINDS, wind_of

_ON_TABLE: Final = 9
"""Tiles of one suit, or heads, that make a table dangerous (cases 1 and 2)."""
_CERTAIN_DOUBLES: Final = 2
"""Doubles from completed sets that excuse a discarder who waits for one tile (excuse a)."""
_DOUBLES_IN_SIGHT: Final = 2
"""A finished hand with more doubles than these excuses one who waits for it (excuse b)."""


@dataclass(frozen=True, slots=True)
class Danger:
    """What the discarder could see and what he completed."""

    tile: int
    laid: tuple[TileSet, ...]
    """The winner's sets that lay on the table at the time."""
    finished: Score
    tiles: tuple[int, ...]
    """All the winner's tiles."""

    def laid_tiles(self) -> list[int]:
        """Tiles of the sets that lay on the table."""
        return [t for s in self.laid for t in s.indices]

    def laid_kinds(self, kinds: tuple[int, ...]) -> int:
        """How many pungs and fours of these kinds lay on the table."""
        return sum(s.tile in kinds for s in self.laid)


def _one_suit(danger: Danger) -> bool:
    suit = SUIT[danger.tile]
    laid = [t for t in danger.laid_tiles() if SUIT[t] == suit]
    return suit != "z" and len(laid) >= _ON_TABLE and all(SUIT[t] == suit for t in danger.tiles)


def _heads(danger: Danger) -> bool:
    laid = [t for t in danger.laid_tiles() if IS_HEAD[t]]
    return len(laid) >= _ON_TABLE and all(IS_HEAD[t] for t in danger.tiles)


def _third_dragon(danger: Danger) -> bool:
    return (
        danger.tile in DRAGON_KINDS
        and danger.laid_kinds(DRAGON_KINDS) == 2
        and any(s.tile == danger.tile for s in danger.finished.finish.sets)
    )


def _fourth_wind(danger: Danger) -> bool:
    return danger.tile in WIND_KINDS and danger.laid_kinds(WIND_KINDS) == 3


@dataclass(frozen=True, slots=True)
class Case:
    """One of the four dangers."""

    number: int
    applies: Callable[[Danger], bool]
    is_like: Callable[[int, int], bool]
    """Whether a tile of the discarder is of the same dangerous kind as the one he discarded."""


CASES: Final = (
    Case(1, _one_suit, lambda tile, fatal: SUIT[tile] == SUIT[fatal]),
    Case(2, _heads, lambda tile, _: IS_HEAD[tile]),
    Case(3, _third_dragon, lambda tile, fatal: tile == fatal),
    Case(4, _fourth_wind, lambda tile, fatal: tile == fatal),
)


def danger_case(winner: Hand, win: Win, finished: Score, house: House) -> Case | None:
    """The first of the four cases that a claimed winning tile falls under, None for none."""
    if win.drawn or win.tile is None:
        return None
    turned_counts = house.turned_four_on_table == "yes"
    laid = tuple(s for s in finished.finish.laid if turned_counts or not _is_turned_down(s))
    danger = Danger(win.tile, laid, finished, winner.all_tiles)
    return next((case for case in CASES if case.applies(danger)), None)


def _is_turned_down(a_set: TileSet) -> bool:
    return a_set.kind is SetKind.KONG and a_set.concealed


def judge(deal: Deal, finished: Score) -> tuple[RecklessVerdict | None, list[str]]:
    """The verdict on the winning discard, None where there is none to give, and warnings."""
    winner, win = deal.winner, deal.win
    if not deal.has_limit or winner is None or win is None:
        return None, []
    case = danger_case(deal.hands[winner], win, finished, deal.house)
    if case is None:
        return None, []
    if win.discarder is None:
        return None, [
            "The winning discard may have been reckless; say who discarded it to have it judged."
        ]
    by = win.discarder
    if deal.reckless is Reckless.DECLARED:
        return RecklessVerdict(by, case.number, applied=True), []
    if deal.reckless is Reckless.EXCUSED:
        return RecklessVerdict(by, case.number, applied=False, excuse="excused by the table"), []
    return _judge_discarder(deal, by, case, win)


def _judge_discarder(
    deal: Deal, by: str, case: Case, win: Win
) -> tuple[RecklessVerdict | None, list[str]]:
    hand = deal.hands.get(by)
    if hand is None or not hand.size:
        return RecklessVerdict(by, case.number, applied=False), [
            f"{SEAT_NAMES[by]}'s discard looks reckless (case {case.number}), but those tiles are "
            "not known, so no penalty was taken; declare it reckless or give the tiles."
        ]
    excuse = find_excuse(hand, by, frame_of(deal), case, win)
    return RecklessVerdict(by, case.number, applied=excuse is None, excuse=excuse), []


def frame_of(deal: Deal) -> Frame:
    """What holds for every hand of the deal."""
    return Frame(deal.rules, deal.round_wind, deal.limit, deal.house)


def find_excuse(hand: Hand, seat: str, frame: Frame, case: Case, win: Win) -> str | None:
    """The first excuse of Harr's three that a discarder has, with his tiles after the discard."""
    wanted = [] if hand.dead else waits(hand.counts, count_tiles(hand.all_tiles), True)
    if wanted and _certain_doubles(hand, seat, frame) >= _CERTAIN_DOUBLES:
        return "one tile from winning with two doubling honors complete"
    if any(_doubles_with(hand, seat, frame, tile) > _DOUBLES_IN_SIGHT for tile in wanted):
        return "one tile from winning a hand of more than two doubling honors"
    if all(win.tile is not None and case.is_like(tile, win.tile) for tile in hand.concealed):
        return "had no other kind of tile to discard"
    return None


def _certain_doubles(hand: Hand, seat: str, frame: Frame) -> int:
    """Doubles of sets already complete (R22)."""
    own, this_round = wind_of(seat), wind_of(frame.round_wind)
    complete = {s.tile for s in hand.sets if not s.is_sequence}
    complete.update(tile for tile, n in enumerate(hand.counts) if n >= 3)
    rows = BOOKS[frame.rules].set_doubles
    worths = (
        next((row.worth for row in rows if row.applies(tile, own, this_round)), 0)
        for tile in complete
    )
    return sum(worths)


def _doubles_with(hand: Hand, seat: str, frame: Frame, tile: int) -> int:
    """Most doubles of the hand finished by drawing a tile, counted also for limit hands (R22)."""
    full = Hand(tuple(sorted((*hand.concealed, tile))), hand.sets, hand.flowers)
    scores = unlimited_scores(full, seat, Win(tile, drawn=True), frame)
    return max(score.doubles or 0 for score in scores)
