"""Evenings as they stand, settled; worked out anew only when something has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.errors import DealError, ScoringError
from scoring.ledger import Entry, Record
from vision.app.shifted import ShiftedEvening, facts_at
from vision.app.web.draft import Draft
from vision.app.web.draft_settle import Settled, settle_draft
from vision.app.web.refusal import RefusalError, refuse
from vision.app.web.settings import evening_of
from vision.app.web.store import DealRow, EveningRow, Store

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Book:
    """One evening as it stands, settled."""

    row: EveningRow
    deals: tuple[DealRow, ...]
    evening: ShiftedEvening
    entries: tuple[Entry, ...]

    def facts(self, editing: int | None = None) -> Json:
        """What the evening fixes of the deal to come, or of a past one."""
        position = self.evening.next_position()
        if editing is not None and editing <= len(self.entries):
            position = self.entries[editing - 1].position
        return facts_at(self.evening, position)

    def deal(self, number: int) -> DealRow:
        """A past deal, 1 for the first.

        Raises:
            RefusalError: there is none of that number.
        """
        if not 1 <= number <= len(self.deals):
            raise refuse(404, "no_deal", f"There is no deal {number} in this evening.")
        return self.deals[number - 1]


class Books:
    """The evenings of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._books: dict[int, Book] = {}
        self._drafts: dict[int, tuple[EveningRow, Draft, Settled]] = {}

    def get(self, number: int) -> Book:
        """One evening.

        Raises:
            RefusalError: there is none of that number.
        """
        with self._store.lock:
            row = self._store.evening(number)
            if row is None:
                raise refuse(404, "no_evening", f"There is no evening {number}.")
            known = self._books.get(number)
            if known is None or known.row != row:
                deals = tuple(self._store.deals(number))
                known = Book(row, deals, *settled(row.settings, deals))
                self._books[number] = known
            return known

    def settle(self, book: Book, draft: Draft) -> Settled:
        """What a draft comes to in an evening."""
        known = self._drafts.get(book.row.id)
        if known is None or known[:2] != (book.row, draft):
            known = (book.row, draft, settle_draft(draft, book.facts(draft.editing)))
            self._drafts[book.row.id] = known
        return known[2]


def settled(
    settings: Mapping[str, Any], deals: Sequence[DealRow]
) -> tuple[ShiftedEvening, tuple[Entry, ...]]:
    """An evening with its deals settled.

    Raises:
        RefusalError: a deal cannot be scored.
    """
    evening = evening_of(settings, [Record(d.deal, d.about) for d in deals])
    try:
        return evening, tuple(evening.entries())
    except DealError as error:
        raise RefusalError(422, error.problems) from error
    except (ScoringError, KeyError) as error:
        message = "The deals do not fit these settings: a winner would not sit at the table."
        raise refuse(422, "settings", message) from error


def summary_of(settings: Mapping[str, Any], entries: Sequence[Entry]) -> Json:
    """An evening's line in the list of evenings."""
    nothing = dict.fromkeys(settings["players"], 0)
    totals: Mapping[str, int] = entries[-1].totals if entries else nothing
    return {"hands": len(entries), "totals": dict(totals)}
