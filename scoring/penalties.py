"""Deals that end without a winner: washing the tiles and the false Mah-Jongg (Harr, Part Two)."""

from __future__ import annotations

from typing import Final

from scoring.deal import Deal, Penalty, PenaltyKind
from scoring.hand import Hand
from scoring.settlement import Payment, east_factor, east_words
from scoring.tiles import IS_HEAD

WASHING_POINTS: Final[dict[int, int]] = {9: 50, 10: 70, 11: 100, 12: 150, 13: 200}
"""What each player pays, by the number of different heads among the washer's dealt tiles."""
FEWEST_HEADS: Final = min(WASHING_POINTS)


def different_heads(hand: Hand) -> int:
    """How many different heads are among the tiles in hand."""
    return len({t for t in hand.concealed if IS_HEAD[t]})


def penalty_payments(deal: Deal) -> list[Payment]:
    """Payments of every penalty of the deal."""
    pay = {PenaltyKind.WASHING: _washing, PenaltyKind.FALSE_MAHJONGG: _false_mahjongg}
    return [payment for penalty in deal.penalties for payment in pay[penalty.kind](deal, penalty)]


def _washing(deal: Deal, penalty: Penalty) -> list[Payment]:
    """Each player pays the same, East not doubled; two washers collect from one another (R13)."""
    heads = different_heads(deal.hands[penalty.by])
    why = f"pays for the washing of the tiles with {heads} different heads"
    return [
        Payment(seat, penalty.by, WASHING_POINTS[heads], why, "Part Two, washing the tiles")
        for seat in deal.others(penalty.by)
    ]


def _false_mahjongg(deal: Deal, penalty: Penalty) -> list[Payment]:
    """Half the limit to each, all of it where East takes part; the deal ends with it (R14)."""
    return [
        Payment(
            penalty.by,
            seat,
            deal.limit // 2 * east_factor(penalty.by, seat),
            "false Mah-Jongg: half the limit" + east_words(penalty.by, seat),
            "Part Two, penalties",
        )
        for seat in deal.others(penalty.by)
    ]
