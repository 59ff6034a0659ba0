"""A deal as values: who played, who won how, what everybody held."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from scoring.hand import Hand
from scoring.house import DEFAULT_HOUSE, House
from scoring.tiles import SEATS

DEFAULT_LIMIT: Final = 300
"""Harr's usual limit with a Mah-Jongg of ten points (R8)."""


class Rules(str, Enum):
    """Harr's two rulesets."""

    PART_ONE = "no-limit"
    PART_TWO = "limit"


class Reckless(str, Enum):
    """How a reckless discard is to be dealt with."""

    AUTO = "auto"
    EXCUSED = "excused"
    DECLARED = "declared"


class PenaltyKind(str, Enum):
    """What can end a deal without a winner."""

    FALSE_MAHJONGG = "false-mahjongg"
    WASHING = "washing"


@dataclass(frozen=True, slots=True)
class Win:
    """How the winner went out."""

    tile: int | None
    """Class index of the completing tile; None only for a hand complete as dealt."""
    drawn: bool
    discarder: str | None = None
    loose_tile: bool = False
    original_hand: bool = False
    last_tile: bool = False
    first_discard: bool = False


@dataclass(frozen=True, slots=True)
class Penalty:
    """A false Mah-Jongg or a washing of the tiles by one seat."""

    kind: PenaltyKind
    by: str


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal, checked for form; `scoring.checks` says whether it is lawful."""

    rules: Rules
    hands: Mapping[str, Hand] = field(default_factory=dict)
    limit: int = DEFAULT_LIMIT
    round_wind: str = "E"
    table: tuple[str, ...] = SEATS
    winner: str | None = None
    win: Win | None = None
    penalties: tuple[Penalty, ...] = ()
    reckless: Reckless = Reckless.AUTO
    house: House = DEFAULT_HOUSE

    @property
    def has_limit(self) -> bool:
        """Whether Part Two's rules are played."""
        return self.rules is Rules.PART_TWO

    def others(self, seat: str) -> tuple[str, ...]:
        """The other seats at the table, in order of play."""
        return tuple(s for s in self.table if s != seat)
