"""Harr, Part Two: Mah-Jongg of ten points, with a limit."""

from __future__ import annotations

from typing import Final

from scoring import conditions as when
from scoring.melds import SetKind
from scoring.rulebook import CompletionRow, DoubleRow, KindRow, LimitRow, RuleBook, SetRow

_WINNER: Final = "Part Two, winner's table"
_PAIRS: Final = "Part Two, losers' table"
_DOUBLES: Final = "Part Two, doubling"

PART_TWO: Final = RuleBook(
    name="Part Two",
    mahjongg=None,
    bonuses=(),
    nothing_else=10,
    winner_sets=(
        SetRow(SetKind.PUNG, heads=False, exposed=2, concealed=6),
        SetRow(SetKind.PUNG, heads=True, exposed=4, concealed=10),
        SetRow(SetKind.KONG, heads=False, exposed=8, concealed=16),
        SetRow(SetKind.KONG, heads=True, exposed=16, concealed=32),
    ),
    loser_sets=(
        SetRow(SetKind.PUNG, heads=False, exposed=2, concealed=4),
        SetRow(SetKind.PUNG, heads=True, exposed=4, concealed=8),
        SetRow(SetKind.KONG, heads=False, exposed=8, concealed=16),
        SetRow(SetKind.KONG, heads=True, exposed=16, concealed=32),
    ),
    completions=(
        CompletionRow(
            "Pair of own wind in own round completed", 6, 8, _WINNER, when.own_round_pair_completed
        ),
        CompletionRow("Pair of heads completed", 4, 6, _WINNER, when.head_pair_completed),
        CompletionRow("Pair completed", 2, 4, _WINNER, when.pair_completed),
        CompletionRow("Closed sequence completed", 2, 4, f"{_WINNER} (R10)", when.closed_sequence),
        CompletionRow(
            "Open sequence completed",
            0,
            "open_sequence_draw",
            f"{_WINNER} (R10)",
            when.sequence_completed,
        ),
    ),
    pairs=(
        KindRow("Pair of {tile}", 2, _PAIRS, when.is_dragon),
        KindRow("Pair of own wind in own round", 4, _PAIRS, when.own_wind_in_own_round),
        KindRow("Pair of own wind", 2, _PAIRS, when.is_own_wind),
        KindRow("Pair of the round's wind", 2, _PAIRS, when.is_round_wind),
    ),
    set_doubles=(
        KindRow("{tile}", 1, _DOUBLES, when.is_dragon),
        KindRow("Own wind in own round", 2, _DOUBLES, when.own_wind_in_own_round),
        KindRow("Own wind", 1, _DOUBLES, when.is_own_wind),
    ),
    hand_doubles=(
        DoubleRow("One suit with honors", 1, _DOUBLES, when.one_suit_with_honors, winner_only=True),
        DoubleRow("No sequences", 1, _DOUBLES, when.no_sequences, winner_only=True),
        DoubleRow("One suit only", 3, _DOUBLES, when.one_suit, winner_only=True),
        DoubleRow("Won on a loose tile", 1, _DOUBLES, when.loose_tile, winner_only=True),
        DoubleRow("Won on the last tile", 1, _DOUBLES, when.last_tile, winner_only=True),
        DoubleRow(
            "Fourth tile of an exposed three",
            1,
            f"{_DOUBLES} (R11)",
            when.fourth_tile,
            winner_only=True,
        ),
    ),
    mandarin=1,
    limit_hands=(
        LimitRow("single heads", "Part Two, limit hand 1", when.single_heads),
        LimitRow("all heads", "Part Two, limit hand 2", when.all_heads),
        LimitRow("four wind sets", "Part Two, limit hand 3", when.four_winds),
        LimitRow(
            "three wind sets + pair of fourth", "Part Two, limit hand 4", when.three_winds_and_pair
        ),
        LimitRow("all fours", "Part Two, limit hand 5", when.all_fours),
        LimitRow("hand won as dealt", "Part Two, limit hand 6", when.as_dealt),
        LimitRow("three dragon sets", "Part Two, limit hand 7", when.three_dragons),
    ),
)
