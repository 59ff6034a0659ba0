"""Harr, Part One: Mah-Jongg of twenty points, no limit."""

from __future__ import annotations

from typing import Final

from scoring import conditions as when
from scoring.melds import SetKind
from scoring.rulebook import DoubleRow, KindRow, PointRow, RuleBook, SetRow

_BONUS: Final = "Part One, bonus"
_PAIRS: Final = "Part One, combinations"
_DOUBLES: Final = "Part One, doubling honors"

_SETS: Final = (
    SetRow(SetKind.PUNG, heads=False, exposed=2, concealed=4),
    SetRow(SetKind.PUNG, heads=True, exposed=4, concealed=8),
    SetRow(SetKind.KONG, heads=False, exposed=8, concealed=16),
    SetRow(SetKind.KONG, heads=True, exposed=16, concealed=32),
)

PART_ONE: Final = RuleBook(
    name="Part One",
    mahjongg=20,
    bonuses=(
        PointRow("No sequences", 10, _BONUS, when.no_sequences),
        PointRow("Won on a loose tile", 10, _BONUS, when.loose_tile),
        PointRow("Winning tile drawn", 2, _BONUS, when.drawn),
        PointRow("Only place filled", 2, f"{_BONUS} (R5)", when.only_place),
    ),
    nothing_else=10,
    winner_sets=_SETS,
    loser_sets=_SETS,
    completions=(),
    pairs=(
        KindRow("Pair of {tile}", 2, _PAIRS, when.is_dragon),
        KindRow("Pair of own wind", 2, _PAIRS, when.is_own_wind),
    ),
    set_doubles=(
        KindRow("{tile}", 1, _DOUBLES, when.is_dragon),
        KindRow("Own wind", 1, _DOUBLES, when.is_own_wind),
    ),
    hand_doubles=(
        DoubleRow(
            "One suit with honors", 1, _DOUBLES, when.one_suit_with_honors, winner_only=False
        ),
        DoubleRow("One suit only", 3, _DOUBLES, when.one_suit, winner_only=False),
        DoubleRow("Honors only", 3, _DOUBLES, when.honors_only, winner_only=False),
        DoubleRow("Hand won as dealt", 3, _DOUBLES, when.as_dealt, winner_only=True),
    ),
    mandarin=1,
    limit_hands=(),
)
