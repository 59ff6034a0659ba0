"""What the camera needs of an evening, and the plain evening that `watch` keeps by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from scoring.ledger import Position
from scoring.tiles import SEATS
from vision.app.live.states import LiveState
from vision.app.shifted import ShiftedEvening, facts_at
from vision.reading import Reading

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What came of a confirmed hand."""

    number: int
    """1 for the evening's first deal."""
    deal: Mapping[str, Any]
    settlement: Mapping[str, Any]
    totals: Mapping[str, int]
    """By player."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What a proposed deal rests on, for the ledger."""

    image: NDArray[np.uint8] | None
    """The frame, (H, W, 3) uint8 BGR."""
    reading: Reading
    """As it was read, without corrections."""
    fixed: Mapping[int, str]
    """A person's corrections: code by tile id of the reading."""
    assumed: tuple[str, ...] = ()
    """What nobody said, one sentence each."""

    def to_json(self) -> Json:
        """What is kept with a deal: all but the picture."""
        return {
            "source": "camera",
            "reading": self.reading.to_json(),
            "fixed": {str(tile): code for tile, code in self.fixed.items()},
            "assumed": list(self.assumed),
        }


class EveningService(Protocol):
    """Who owns the evening: here the process itself, or the server for the phones."""

    def position(self) -> Position:
        """Who sits where in the deal to come."""

    def facts(self) -> Json:
        """What the evening fixes of a deal: rules, limit, house, table, round wind."""

    def totals(self) -> Mapping[str, int]:
        """What each player has won or lost so far."""

    def publish(self, state: LiveState) -> None:
        """Shows what the camera says to whoever looks on; called when it changes."""

    def show(self, image: NDArray[np.uint8], reading: Reading) -> None:
        """Shows a frame, (H, W, 3) uint8 BGR, and what is read in it; called now and then."""

    def propose(self, deal: Json | None, evidence: Evidence | None) -> None:
        """Shows the deal that waits for confirmation, as it stands now.

        No deal with evidence: it cannot be scored yet; neither: nothing waits any more.
        """

    def answered(self) -> bool:
        """Whether somebody else confirmed or dropped what was proposed, since last asked."""

    def confirm(self, deal: Json, evidence: Evidence) -> Confirmed:
        """Writes a deal into the ledger.

        Raises:
            DealError: the deal cannot be scored.
        """

    def undo(self) -> str | None:
        """Takes the last change back; what it was, in words; None: there is nothing to undo."""

    def next_round(self) -> None:
        """Moves the round's wind on, for an evening that began before the camera did."""


class PlainEvening:
    """An evening in memory alone."""

    def __init__(self, evening: ShiftedEvening) -> None:
        self.evening = evening

    def position(self) -> Position:
        """Who sits where in the deal to come."""
        return self.evening.next_position()

    def facts(self) -> Json:
        """What the evening fixes of a deal."""
        return facts_at(self.evening, self.position())

    def totals(self) -> Mapping[str, int]:
        """What each player has won or lost so far."""
        return self.evening.totals()

    def publish(self, state: LiveState) -> None:
        """Nobody else looks on."""

    def show(self, image: NDArray[np.uint8], reading: Reading) -> None:
        """Nobody else looks on."""

    def propose(self, deal: Json | None, evidence: Evidence | None) -> None:
        """Nobody else looks on."""

    def answered(self) -> bool:
        """Nobody else can."""
        return False

    def confirm(self, deal: Json, evidence: Evidence) -> Confirmed:
        """Writes a deal into the ledger."""
        self.evening = cast(ShiftedEvening, self.evening.add(deal, evidence.to_json()))
        *_, entry = self.evening.entries()
        return Confirmed(
            entry.position.number, entry.deal, entry.settlement.to_json(), entry.totals
        )

    def undo(self) -> str | None:
        """Takes the last change back."""
        number = len(self.evening.records)
        before = cast(ShiftedEvening, self.evening.undo())
        if before is self.evening:
            return None
        self.evening = before
        taken_back = number > len(before.records)
        return f"deal {number} is taken back" if taken_back else "the round is as before"

    def next_round(self) -> None:
        """Moves the round's wind on."""
        shifted = (self.evening.rounds_before + 1) % len(SEATS)
        self.evening = replace(self.evening, rounds_before=shifted, before=self.evening)


__all__ = ["Confirmed", "EveningService", "Evidence", "PlainEvening", "ShiftedEvening"]
