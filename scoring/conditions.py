"""Conditions that rows of the rules name: one line each where they can be."""

from __future__ import annotations

from scoring.melds import SetKind, TileSet
from scoring.sheet import Finish, Situation
from scoring.tiles import DRAGON_KINDS, IS_HEAD, NUMBER, WIND_KINDS


def no_sequences(_: Situation, finish: Finish) -> bool:
    """All four sets are pungs or fours."""
    return bool(finish.sets) and not finish.has_sequence


def loose_tile(situation: Situation, _: Finish) -> bool:
    """The winning tile is a loose tile."""
    return situation.loose_tile


def last_tile(situation: Situation, _: Finish) -> bool:
    """The winning tile is the last that may be drawn."""
    return situation.last_tile


def as_dealt(situation: Situation, _: Finish) -> bool:
    """The hand was complete as dealt."""
    return situation.original_hand


def drawn(situation: Situation, _: Finish) -> bool:
    """The winning tile was drawn, from the wall or the loose tiles; a dealt hand draws nothing."""
    return situation.drawn and not situation.original_hand


def only_place(situation: Situation, finish: Finish) -> bool:
    """The winning tile filled the only place (R5)."""
    if situation.original_hand:
        return False
    if situation.only_place is not None:
        return situation.only_place
    return finish.pair_completed or closed_sequence(situation, finish)


def closed_sequence(situation: Situation, finish: Finish) -> bool:
    """The winning tile is the inner tile of a sequence, or the 3 of 1-2-3, or the 7 of 7-8-9."""
    run = finish.completed
    if run is None or situation.win_tile is None or not run.is_sequence:
        return False
    place = situation.win_tile - run.tile
    return (
        place == 1
        or (place == 2 and NUMBER[run.tile] == 1)
        or (place == 0 and NUMBER[run.tile] == 7)
    )


def sequence_completed(_: Situation, finish: Finish) -> bool:
    """The winning tile completed a sequence."""
    return finish.completed is not None and finish.completed.is_sequence


def pair_completed(_: Situation, finish: Finish) -> bool:
    """The winning tile completed the pair."""
    return finish.pair_completed


def head_pair_completed(_: Situation, finish: Finish) -> bool:
    """The winning tile completed a pair of heads."""
    return finish.pair_completed and IS_HEAD[finish.pair]


def own_round_pair_completed(situation: Situation, finish: Finish) -> bool:
    """The winning tile completed the pair of one's own wind in that wind's round."""
    return finish.pair_completed and own_wind_in_own_round(
        finish.pair, situation.seat_wind, situation.round_wind
    )


def one_suit_with_honors(situation: Situation, _: Finish) -> bool:
    """One number suit together with honors."""
    return situation.one_suit_with_honors


def one_suit(situation: Situation, _: Finish) -> bool:
    """One number suit only."""
    return situation.one_suit


def honors_only(situation: Situation, _: Finish) -> bool:
    """Winds and dragons only."""
    return situation.honors_only


def fourth_tile(situation: Situation, finish: Finish) -> bool:
    """The fourth tile of one's own exposed three finishes a sequence in hand (R11)."""
    run, tile = finish.completed, situation.win_tile
    return (
        situation.fours_double
        and run is not None
        and run.is_sequence
        and any(s.kind is SetKind.PUNG and s.tile == tile and not s.concealed for s in finish.laid)
    )


def is_dragon(kind: int, _seat_wind: int, _round_wind: int) -> bool:
    """A dragon."""
    return kind in DRAGON_KINDS


def is_own_wind(kind: int, seat_wind: int, _round_wind: int) -> bool:
    """The seat's own wind."""
    return kind == seat_wind


def is_round_wind(kind: int, _seat_wind: int, round_wind: int) -> bool:
    """The round's wind."""
    return kind == round_wind


def own_wind_in_own_round(kind: int, seat_wind: int, round_wind: int) -> bool:
    """The seat's own wind in its own round."""
    return kind == seat_wind == round_wind


def single_heads(_: Situation, finish: Finish) -> bool:
    """All thirteen heads and a second copy of one."""
    return finish.single_heads


def all_heads(_: Situation, finish: Finish) -> bool:
    """Four pungs or fours of heads and a pair of heads."""
    return bool(finish.sets) and all(s.is_head for s in finish.sets) and IS_HEAD[finish.pair]


def four_winds(_: Situation, finish: Finish) -> bool:
    """Pungs or fours of all four winds."""
    return len(_kinds_of(finish, WIND_KINDS)) == 4


def three_winds_and_pair(_: Situation, finish: Finish) -> bool:
    """Pungs or fours of three winds and a pair of the fourth."""
    return len(_kinds_of(finish, WIND_KINDS)) == 3 and finish.pair in WIND_KINDS


def all_fours(_: Situation, finish: Finish) -> bool:
    """Four fours."""
    return bool(finish.sets) and all(s.kind is SetKind.KONG for s in finish.sets)


def three_dragons(_: Situation, finish: Finish) -> bool:
    """Pungs or fours of all three dragons."""
    return len(_kinds_of(finish, DRAGON_KINDS)) == 3


def _kinds_of(finish: Finish, kinds: tuple[int, ...]) -> list[TileSet]:
    return [s for s in finish.sets if s.tile in kinds]
