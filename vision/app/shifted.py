"""An evening of which earlier rounds were played elsewhere, and what it fixes of a deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from scoring.deal import DEFAULT_LIMIT
from scoring.ledger import Evening, Position, Record
from scoring.tiles import SEATS

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ShiftedEvening(Evening):
    """An evening of which earlier rounds were played elsewhere."""

    rounds_before: int = 0

    def deal_at(self, record: Record, position: Position) -> Json:
        """A record's deal with what the evening fixes."""
        wind = wind_after(position, self.rounds_before)
        return {**Evening.deal_at(self, record, position), "round_wind": wind}


def wind_after(position: Position, rounds_before: int) -> str:
    """The round's wind when so many rounds were played before the first."""
    return SEATS[(position.round_number - 1 + rounds_before) % len(SEATS)]


def facts_at(evening: ShiftedEvening, position: Position) -> Json:
    """What the evening fixes of the deal that is played at a position."""
    facts: Json = {
        "rules": evening.rules.value,
        "house": dict(evening.house),
        "table": list(evening.table),
    }
    if evening.rules.value == "limit":
        facts |= {
            "limit": evening.limit or DEFAULT_LIMIT,
            "round_wind": wind_after(position, evening.rounds_before),
        }
    return facts
