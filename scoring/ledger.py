"""An evening as data: deals in order, running totals, who is East next and which wind's round.

Everything is a value: adding, changing or deleting a deal gives a new evening, and whatever follows
from the deals is worked out anew each time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, Final

from scoring.api import settle_deal
from scoring.deal import DEFAULT_LIMIT, Rules
from scoring.errors import ScoringError
from scoring.settlement import Settlement
from scoring.tiles import SEATS

Json = Mapping[str, Any]

ROUNDS_OF_A_SET: Final = 4
"""Harr, Part Two: four rounds, one for each wind, are a set."""


class LedgerError(ScoringError):
    """An evening that cannot be: its players, or a deal that is not there."""


@dataclass(frozen=True, slots=True)
class Record:
    """One deal as it was entered.

    ``deal`` is its JSON form by seat; what the evening fixes (rules, limit, house, table, round
    wind) is taken from the evening, whatever the deal says. ``about`` is anything that the caller
    wants kept with it, such as the time or a picture's name.
    """

    deal: Json
    about: Json = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Position:
    """Who sits where when a deal begins."""

    number: int
    """1 for the first deal of the evening."""
    round_number: int
    """1 for the first round."""
    seats: Mapping[str, str]
    """Player by seat."""

    @property
    def round_wind(self) -> str:
        """The wind whose round it is."""
        return SEATS[(self.round_number - 1) % len(SEATS)]

    @property
    def east(self) -> str:
        """The player who is East."""
        return self.seats["E"]

    @property
    def set_number(self) -> int:
        """1 until all four winds' rounds have been played, then 2, and so on."""
        return (self.round_number - 1) // ROUNDS_OF_A_SET + 1


@dataclass(frozen=True, slots=True)
class Entry:
    """One deal settled, with the standings after it."""

    position: Position
    record: Record
    deal: Json
    """The deal as it was scored."""
    settlement: Settlement
    changes: Mapping[str, int]
    """What each player won or lost with it."""
    totals: Mapping[str, int]
    """What each player has won or lost so far."""


@dataclass(frozen=True, slots=True)
class Evening:
    """Players, the rules they play, and the deals so far."""

    players: tuple[str, ...]
    """Names in order of play; the first is East in the first deal."""
    rules: Rules = Rules.PART_ONE
    limit: int = DEFAULT_LIMIT
    house: Json = field(default_factory=dict)
    table: tuple[str, ...] = ()
    """Seats that are played; by default as many as there are players, from East."""
    records: tuple[Record, ...] = ()
    before: Evening | None = field(default=None, compare=False, repr=False)
    """The evening before its last change, for `undo`."""

    def __post_init__(self) -> None:
        table = self.table or SEATS[: len(self.players)]
        object.__setattr__(self, "table", tuple(table))
        names = [name.strip() for name in self.players]
        if not 2 <= len(names) <= len(SEATS) or len(set(names)) < len(names) or not all(names):
            raise LedgerError("An evening needs two to four players with different names.")
        if len(table) != len(names) or "E" not in table:
            raise LedgerError("The table needs one seat for each player, East among them.")

    def add(self, deal: Json, about: Json | None = None) -> Evening:
        """The evening with one more deal.

        Raises:
            DealError: the deal cannot be scored.
        """
        return self._changed((*self.records, _record(deal, about)))

    def edit(self, number: int, deal: Json, about: Json | None = None) -> Evening:
        """The evening with deal ``number`` (1 is the first) replaced.

        Raises:
            DealError: the deal cannot be scored.
            LedgerError: there is no such deal.
        """
        at = self._index(number)
        kept = self.records[at].about if about is None else about
        return self._changed((*self.records[:at], _record(deal, kept), *self.records[at + 1 :]))

    def delete(self, number: int) -> Evening:
        """The evening without deal ``number`` (1 is the first).

        Raises:
            LedgerError: there is no such deal.
        """
        at = self._index(number)
        return self._changed(self.records[:at] + self.records[at + 1 :])

    def undo(self) -> Evening:
        """The evening before its last change; itself when nothing was changed."""
        return self.before or self

    def _changed(self, records: tuple[Record, ...]) -> Evening:
        changed = replace(self, records=records, before=self)
        for _ in changed.entries():
            pass  # refuses whatever cannot be scored
        return changed

    def _index(self, number: int) -> int:
        if not 1 <= number <= len(self.records):
            raise LedgerError(f"There is no deal {number}; there are {len(self.records)}.")
        return number - 1

    def entries(self) -> Iterator[Entry]:
        """Every deal settled, in order.

        Raises:
            DealError: a deal cannot be scored.
        """
        totals = dict.fromkeys(self.players, 0)
        position = self._position(1, 1, 0)
        for record in self.records:
            deal = self.deal_at(record, position)
            settlement = settle_deal(deal)
            changes = {position.seats[s]: amount for s, amount in settlement.net.items()}
            totals = {name: total + changes[name] for name, total in totals.items()}
            yield Entry(position, record, deal, settlement, changes, totals)
            position = self._after(position, deal)

    def deal_at(self, record: Record, position: Position) -> dict[str, Any]:
        """A record's deal with what the evening fixes."""
        return {
            **deepcopy(dict(record.deal)),
            "rules": self.rules.value,
            "limit": self.limit,
            "house": dict(self.house),
            "table": list(self.table),
            "round_wind": position.round_wind,
        }

    def next_position(self) -> Position:
        """Who sits where in the deal to come."""
        position = self._position(1, 1, 0)
        for record in self.records:
            position = self._after(position, record.deal)
        return position

    def totals(self) -> Mapping[str, int]:
        """What each player has won or lost so far."""
        standing: Mapping[str, int] = dict.fromkeys(self.players, 0)
        for entry in self.entries():
            standing = entry.totals
        return standing

    def _position(self, number: int, round_number: int, east: int) -> Position:
        names = self.players[east:] + self.players[:east]
        return Position(number, round_number, dict(zip(self.table, names, strict=True)))

    def _after(self, position: Position, deal: Json) -> Position:
        """East stays after winning, a drawn game or a penalty, else the next player follows.

        When the last player has lost as East the next wind's round begins with the first East
        (Harr, Part One, the deal; Part Two, the rounds; R4, R14).
        """
        east = self.players.index(position.east)
        round_number = position.round_number
        if deal.get("winner") not in (None, "E"):
            east += 1
            if east == len(self.players):
                east, round_number = 0, round_number + 1
        return self._position(position.number + 1, round_number, east)


def _record(deal: Json, about: Json | None) -> Record:
    return Record(deepcopy(dict(deal)), deepcopy(dict(about or {})))
