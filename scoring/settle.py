"""Who pays whom (Harr, Part One, settlement; Part Two, the limit and the penalties)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from scoring.deal import Deal
from scoring.penalties import penalty_payments
from scoring.reckless import frame_of, judge
from scoring.score import score_other, score_winner
from scoring.settlement import (
    Payment,
    RecklessVerdict,
    Settlement,
    balance,
    terms,
    transfer,
)
from scoring.sheet import Score
from scoring.tiles import SEAT_NAMES


def settle(deal: Deal) -> Settlement:
    """Scores every known hand of a lawful deal and settles it.

    The deal must have passed `scoring.checks.problems_of`.
    """
    if deal.penalties:
        payments = penalty_payments(deal)
        return Settlement(deal.rules, True, {}, payments, balance(deal.table, payments))
    if deal.winner is None:
        return Settlement(deal.rules, True, {}, (), balance(deal.table, ()))
    return _settle_win(deal, deal.winner)


def _settle_win(deal: Deal, winner: str) -> Settlement:
    scores = score_hands(deal)
    verdict, warnings = judge(deal, scores[winner])
    if verdict is not None and verdict.applied:
        complete = True
        payments = [_reckless_payment(deal, winner, scores[winner].score, verdict)]
    else:
        complete = all(seat in scores for seat in deal.table)
        payments = _winner_payments(deal, winner, scores[winner].score)
        payments += _difference_payments(deal, scores)
    return Settlement(
        deal.rules,
        complete,
        scores,
        payments,
        balance(deal.table, payments),
        verdict,
        [*_part_warnings(deal), *warnings],
    )


def score_hands(deal: Deal) -> dict[str, Score]:
    """The score of every hand that is known, in order of play."""
    frame = frame_of(deal)
    scores = {}
    for seat in deal.table:
        hand = deal.hands.get(seat)
        if hand is None:
            continue
        if seat == deal.winner and deal.win is not None:
            scores[seat] = score_winner(hand, seat, deal.win, frame)
        else:
            scores[seat] = score_other(hand, seat, frame)
    return scores


def _part_warnings(deal: Deal) -> list[str]:
    if deal.has_limit or deal.win is None:
        return []
    unused = [
        name
        for name, said in (
            ("last tile", deal.win.last_tile),
            ("first tile played", deal.win.first_discard),
        )
        if said
    ]
    return [f"A win on the {name} earns nothing in Part One." for name in unused]


def _winner_payments(deal: Deal, winner: str, amount: int) -> list[Payment]:
    return [
        Payment(
            seat,
            winner,
            transfer(deal, amount, seat, winner),
            "pays the winner" + terms(deal, amount, seat, winner),
            f"{_part(deal)}, settlement",
        )
        for seat in deal.others(winner)
    ]


def _difference_payments(deal: Deal, scores: Mapping[str, Score]) -> list[Payment]:
    payments = []
    losers = [seat for seat in deal.table if seat != deal.winner and seat in scores]
    for pair in combinations(losers, 2):
        payer, payee = sorted(pair, key=lambda seat: scores[seat].score)
        high, low = scores[payee].score, scores[payer].score
        if high == low:
            continue
        why = f"difference of {high} and {low}" + terms(deal, high - low, payer, payee)
        amount = transfer(deal, high - low, payer, payee)
        payments.append(Payment(payer, payee, amount, why, f"{_part(deal)}, settlement"))
    return payments


def _reckless_payment(deal: Deal, winner: str, amount: int, verdict: RecklessVerdict) -> Payment:
    """The discarder alone pays what all losers would have paid; every other score is void."""
    total = sum(transfer(deal, amount, seat, winner) for seat in deal.others(winner))
    why = f"reckless discard (case {verdict.case}): {SEAT_NAMES[verdict.by]} pays for all"
    return Payment(verdict.by, winner, total, why, "Part Two, penalties")


def _part(deal: Deal) -> str:
    return "Part Two" if deal.has_limit else "Part One"
