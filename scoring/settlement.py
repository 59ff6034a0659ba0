"""The answer to a deal: scores, payments, balance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scoring.deal import Deal, Rules
from scoring.sheet import Score


class Payment(NamedTuple):
    """One amount that one seat pays another, with the reason."""

    payer: str
    payee: str
    amount: int
    why: str
    source: str

    def to_json(self) -> dict[str, Any]:
        """The documented form."""
        return {
            "from": self.payer,
            "to": self.payee,
            "amount": self.amount,
            "why": self.why,
            "source": self.source,
        }


@dataclass(frozen=True, slots=True)
class RecklessVerdict:
    """Judgement on a discard that completed a dangerous hand."""

    by: str
    case: int
    """Which of the four cases of Harr, Part Two."""
    applied: bool
    excuse: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The documented form."""
        return {
            "by": self.by,
            "case": self.case,
            "applied": self.applied,
            "excuse": self.excuse,
        }


@dataclass(frozen=True, slots=True)
class Settlement:
    """Who scored what and who pays whom."""

    rules: Rules
    complete: bool
    """Whether every score that the payments need was known."""
    scores: Mapping[str, Score]
    payments: Sequence[Payment]
    net: Mapping[str, int]
    reckless: RecklessVerdict | None = None
    warnings: Sequence[str] = field(default=())

    def to_json(self) -> dict[str, Any]:
        """The documented form."""
        return {
            "rules": self.rules.value,
            "complete": self.complete,
            "players": {seat: score.to_json() for seat, score in self.scores.items()},
            "reckless": self.reckless.to_json() if self.reckless else None,
            "payments": [payment.to_json() for payment in self.payments],
            "net": dict(self.net),
            "warnings": list(self.warnings),
        }


def balance(table: Iterable[str], payments: Iterable[Payment]) -> dict[str, int]:
    """What each seat gains or loses in all."""
    net = dict.fromkeys(table, 0)
    for payment in payments:
        net[payment.payer] -= payment.amount
        net[payment.payee] += payment.amount
    return net


def transfer(deal: Deal, amount: int, one: str, other: str) -> int:
    """An ordinary amount between two seats: at most the limit, then double where East takes part.

    (Harr, Part One, settlement; Part Two, the limit.)
    """
    capped = min(amount, deal.limit) if deal.has_limit else amount
    return capped * east_factor(one, other)


def east_factor(one: str, other: str) -> int:
    """East pays and receives double."""
    return 2 if "E" in (one, other) else 1


def terms(deal: Deal, amount: int, payer: str, payee: str) -> str:
    """How an ordinary amount was changed, in words: by the limit, by East."""
    limited = f", limited to {deal.limit}" if deal.has_limit and amount > deal.limit else ""
    return limited + east_words(payer, payee)


def east_words(payer: str, payee: str) -> str:
    """Why an amount is double, if it is.

    >>> east_words("E", "S"), east_words("S", "E"), east_words("S", "W")
    (', double as East', ', double to East', '')
    """
    if payer == "E":
        return ", double as East"
    return ", double to East" if payee == "E" else ""
