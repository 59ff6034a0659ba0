"""JSON in, JSON out: the way most callers use this package."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.checks import problems_of
from scoring.deal import Deal, Rules
from scoring.deal_json import DealReader
from scoring.errors import DealError, Problem
from scoring.reckless import frame_of
from scoring.score import score_other
from scoring.settle import settle
from scoring.settlement import Settlement
from scoring.sheet import Score


def check_deal(data: object) -> list[Problem]:
    """Everything that is wrong with a deal in JSON form; empty when it can be scored."""
    return _read(data)[1]


def read_deal(data: object) -> Deal:
    """A deal from its JSON form.

    Raises:
        DealError: with every problem, of form and of law.
    """
    deal, problems = _read(data)
    if problems:
        raise DealError(problems)
    return deal


def _read(data: object) -> tuple[Deal, list[Problem]]:
    if not isinstance(data, Mapping):
        return Deal(Rules.PART_ONE), [Problem("bad_value", "A deal must be an object in braces.")]
    reader = DealReader(data)
    deal = reader.read()
    found = reader.problems + problems_of(deal, reader.unread_hands)
    return deal, found


def settle_deal(data: object) -> Settlement:
    """Scores and settles a deal in JSON form.

    Raises:
        DealError: with every problem of a deal that cannot be scored.
    """
    return settle(read_deal(data))


def score_deal(data: object) -> dict[str, Any]:
    """Scores and settles a deal; both forms are plain JSON values.

    >>> answer = score_deal({
    ...     "rules": "no-limit", "winner": "S", "win": {"tile": "2z", "by": "draw"},
    ...     "players": {"S": {"concealed": ["1m", "1m", "1m", "6m", "7m", "8m", "4m", "4m", "4m",
    ...                                     "2z", "2z"],
    ...                       "sets": [{"tiles": ["4z"] * 4, "concealed": True}]}},
    ... })
    >>> answer["players"]["S"]["score"], answer["net"]
    (140, {'E': -280, 'S': 560, 'W': -140, 'N': -140})

    Raises:
        DealError: with every problem of a deal that cannot be scored.
    """
    return settle_deal(data).to_json()


def score_unfinished(data: object, seat: str) -> Score:
    """What one hand of a drawn game counts; nothing is paid for it.

    Raises:
        DealError: with every problem, a missing hand included.
    """
    deal = read_deal(data)
    if seat not in deal.hands:
        message = f"{seat}'s tiles are missing; give them."
        raise DealError([Problem("missing_field", message, seat, field=f"players.{seat}")])
    return score_other(deal.hands[seat], seat, frame_of(deal))
