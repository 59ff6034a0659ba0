"""Everything that can be done with the evenings: the one place that writes them and tells of it.

Each method is one step that is wholly done or not at all; what changed is told to everybody who
looks on. Called from the server's threads and from the camera's.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from scoring.ledger_files import evening_to_csv, evening_to_json
from vision.app.web.books import Book, Books, settled, summary_of
from vision.app.web.database import now
from vision.app.web.disk import DiskError
from vision.app.web.draft import Draft, draft_from_json, draft_of_deal
from vision.app.web.draft_changes import changed, same_parts, touched
from vision.app.web.draft_pictures import DraftPictures, picture_id
from vision.app.web.draft_settle import settle_draft
from vision.app.web.forms import draft_form, evening_form
from vision.app.web.refusal import RefusalError, bad, refuse
from vision.app.web.settings import settings_from
from vision.app.web.store import DealRow, EveningRow, Store

Json = dict[str, Any]
CURRENT: Final = "evening"


class Evenings:
    """The evenings of one data folder."""

    def __init__(self, store: Store, tell: Callable[[int, str, Json], None]) -> None:
        """``tell`` is called with an evening, an event's name and its data."""
        self.store = store
        self._tell = tell
        self._books = Books(store)
        self.pictures = DraftPictures(store, self._books)
        self.confirmed: Callable[[int, Draft], None] = lambda *_: None
        """Called after a deal was written down, with the evening and the draft it came from."""

    # --- evenings ------------------------------------------------------------------------

    def lines(self) -> list[Json]:
        """A line for each evening, the newest first."""
        return [self._line(row) for row in self.store.evenings()]

    def create(self, data: Mapping[str, Any]) -> Json:
        """A new evening."""
        settings = settings_from(data)
        with self.store.change():
            number = self.store.new_evening(settings)
            self.store.set_setting(CURRENT, str(number))
        return self.evening(number)

    def current(self) -> int | None:
        """The evening that is played: the one begun, or added to, last."""
        number = self.store.setting(CURRENT)
        if number is not None and self.store.evening(int(number)) is not None:
            return int(number)
        rows = self.store.evenings()
        return rows[0].id if rows else None

    def forget_unused(self, number: int) -> None:
        """Removes an evening if nothing ever happened in it."""
        with self.store.change():
            untouched = not self.store.deals(number) and self.store.last_note(number) is None
            empty = self.store.drafts.get(number)[1].empty
            if untouched and empty and not self.store.pictures.of_draft(number):
                self.store.delete_evening(number)

    def evening(self, number: int) -> Json:
        """E."""
        with self.store.lock:
            book = self.book(number)
            last = self.store.last_note(number)
        return evening_form(book.row, book.evening, book.entries, last[1] if last else None)

    def change_settings(self, number: int, data: Mapping[str, Any]) -> Json:
        """Changes what was agreed on; refused whole where a deal then cannot be scored."""
        with self.store.change():
            book = self.book(number)
            settings = settings_from(data, book.row.settings)
            if settings != book.row.settings:
                settled(settings, book.deals)
                self.store.set_settings(number, settings)
                back = {"do": "settings", "settings": book.row.settings}
                self._changed(number, "the change of the settings", back)
        self._announce(number)
        return self.evening(number)

    def delete_deal(self, number: int, deal: int) -> Json:
        """Takes a deal out; what follows is worked out anew."""
        with self.store.change():
            book = self.book(number)
            row = book.deal(deal)
            settled(book.row.settings, [d for d in book.deals if d.id != row.id])
            self.store.delete_deal(row.id)
            back = {"do": "restore", "row": row.to_json()}
            self._changed(number, f"the deletion of deal {deal}", back)
            self._leave_edit(number)
        self._announce(number)
        return self.evening(number)

    def undo(self, number: int) -> Json:
        """Takes the last change back, however long ago it was made."""
        with self.store.change():
            self.book(number)
            note = self.store.last_note(number)
            if note is None:
                raise refuse(409, "nothing", "There is nothing to undo.")
            self._take_back(number, note[2])
            self.store.drop_note(note[0])
            self._touch(number)
            self._leave_edit(number)
        self._announce(number)
        return self.evening(number)

    def export(self, number: int, kind: str) -> str:
        """The evening as CSV or JSON."""
        book = self.book(number)
        if kind == "csv":
            return evening_to_csv(book.evening)
        return json.dumps(evening_to_json(book.evening), ensure_ascii=False, indent=1)

    # --- the hand being settled ---------------------------------------------------------------

    def draft(self, number: int) -> Json:
        """D."""
        with self.store.lock:
            revision, draft = self.store.drafts.get(number)
            book = self.book(number)
            settled = self._books.settle(book, draft)
            return draft_form(
                revision,
                draft,
                settled,
                self.pictures.states(number, draft),
                self.store.drafts.can_undo(number),
            )

    def past(self, number: int, deal: int) -> Json:
        """A past hand in the form of D, with its pictures, readings and corrections."""
        with self.store.lock:
            book = self.book(number)
            draft = self._of_past(book, deal)
            settled = settle_draft(draft, book.facts(deal))
            return draft_form(0, draft, settled, self.pictures.used(draft), False)

    def change_draft(self, number: int, change: Mapping[str, Any]) -> Json:
        """Carries out a change that a page asks for."""
        with self.store.change():
            book = self.book(number)
            revision, draft = self.store.drafts.get(number)
            self._refuse_clash(number, revision, draft, change)
            name = change.get("do")
            if name == "undo":
                if not self.store.drafts.undo(number):
                    raise refuse(409, "nothing", "There is nothing to undo.")
            elif name == "edit":
                self.store.drafts.set(number, self._of_past(book, change.get("number")))
            else:
                if name == "picture_remove":
                    self.store.pictures.leave_draft(number, picture_id(change.get("picture")))
                if name == "clear":
                    self.store.pictures.leave_draft(number)
                after = changed(draft, change)
                if after != draft:
                    self.store.drafts.set(number, after)
        return self.tell_draft(number)

    def replace_draft(self, number: int, draft: Draft) -> int:
        """Puts another draft in place, such as the camera's; its revision."""
        revision = self.store.drafts.set(number, draft)
        self.tell_draft(number)
        return revision

    def clear_draft(self, number: int) -> None:
        """Forgets the hand being settled."""
        with self.store.change():
            self._start_anew(number)
        self.tell_draft(number)

    def confirm(self, number: int, revision: int | None) -> Json:
        """Writes the hand down, or replaces the edited one, in one step."""
        with self.store.change():
            current, draft = self.store.drafts.get(number)
            if revision is not None and revision != current:
                raise self._clash(number)
            settled = self._books.settle(self.book(number), draft)
            if settled.deal is None or settled.settlement is None:
                raise RefusalError(422, settled.problems)
            if not self.draft(number)["can_confirm"]:
                raise refuse(409, "unread", "A picture of this hand is still being read.")
            self._write(number, settled.deal, draft, settled.assumed, settled.doubts)
            self._start_anew(number)
        self._after_writing(number, draft)
        return self.evening(number)

    def record(self, number: int, deal: Json, draft: Draft, assumed: Sequence[str]) -> None:
        """Writes down a deal that the camera's window confirmed; ``draft`` is what it came from.

        The draft that the phones see is left alone unless it is this one.
        """
        with self.store.change():
            doubts = self._books.settle(self.book(number), draft).doubts
            self._write(number, deal, draft, assumed, doubts)
            if self.store.drafts.get(number)[1] == draft:
                self._start_anew(number)
        self._after_writing(number, draft)

    def _write(
        self, number: int, deal: Json, draft: Draft, assumed: Sequence[str], doubts: Sequence[str]
    ) -> None:
        book = self.book(number)
        about = _about(draft, assumed, doubts)
        kept = replace(draft, editing=None).to_json()
        if draft.editing is None:
            settled(book.row.settings, [*book.deals, DealRow(0, 0, deal, about, None)])
            row = self.store.add_deal(number, deal, about, kept)
            self._changed(number, f"deal {len(book.deals) + 1}", {"do": "remove", "row": row})
            self.store.set_setting(CURRENT, str(number))
            return
        old = book.deal(draft.editing)
        deals = [replace(d, deal=deal) if d.id == old.id else d for d in book.deals]
        settled(book.row.settings, deals)
        self.store.set_deal(old.id, deal, {**about, "time": old.about.get("time")}, kept)
        back = {"do": "replace", "row": old.to_json()}
        self._changed(number, f"the change of deal {draft.editing}", back)

    def _start_anew(self, number: int) -> None:
        self.store.pictures.leave_draft(number)
        self.store.drafts.start(number, Draft())

    def _after_writing(self, number: int, draft: Draft) -> None:
        self.confirmed(number, draft)
        self._announce(number)

    # --- how it is done ---------------------------------------------------------------------

    def book(self, number: int) -> Book:
        """One evening, settled.

        Raises:
            RefusalError: there is none of that number.
        """
        return self._books.get(number)

    def tell_draft(self, number: int) -> Json:
        """D, told to everybody."""
        with self.store.lock:
            form = self.draft(number)
            self._tell(number, "draft", form)
        return form

    def _announce(self, number: int) -> None:
        """Tells everybody of the evening, and of the draft, which it may have changed."""
        with self.store.lock:
            self._tell(number, "evening", self.evening(number))
            self.tell_draft(number)

    def _of_past(self, book: Book, number: object) -> Draft:
        """A past deal as a draft: as it was entered where that is known."""
        if not isinstance(number, int) or isinstance(number, bool):
            raise bad("number", "must be the number of a deal")
        row = book.deal(number)
        if row.draft is not None:
            return replace(draft_from_json(row.draft), editing=number)
        return draft_of_deal(row.deal, number)

    def _refuse_clash(
        self, number: int, revision: int, draft: Draft, change: Mapping[str, Any]
    ) -> None:
        seen = change.get("revision", revision)
        if isinstance(seen, bool) or not isinstance(seen, int):
            raise bad("revision", "must be a number")
        if seen == revision:
            return
        before = self.store.drafts.at(number, seen) if 0 < seen < revision else None
        if before is None or not same_parts(before, draft, touched(change)):
            raise self._clash(number)
        if before.editing != draft.editing or change.get("do") in ("undo", "edit", "clear"):
            raise self._clash(number)

    def _clash(self, number: int) -> RefusalError:
        refusal = refuse(409, "changed", "Somebody else has just changed this hand: look again.")
        refusal.more = self.draft(number)
        return refusal

    def _changed(self, number: int, words: str, back: Json) -> None:
        self.store.note(number, words, back)
        self._touch(number)

    def _touch(self, number: int) -> None:
        row = self.store.evening(number)
        settings = row.settings if row else {}
        _, entries = settled(settings, self.store.deals(number))
        self.store.touch(number, summary_of(settings, entries))

    def _leave_edit(self, number: int) -> None:
        """An edit whose deal may have moved is given up."""
        draft = self.store.drafts.get(number)[1]
        if draft.editing is not None:
            self.store.drafts.start(number, Draft())

    def _take_back(self, number: int, back: Json) -> None:
        if back["do"] == "remove":
            self._remove(number, back["row"])
        elif back["do"] == "restore":
            self.store.restore_deal(number, DealRow(**back["row"]))
        elif back["do"] == "replace":
            row = DealRow(**back["row"])
            self.store.set_deal(row.id, row.deal, row.about, row.draft)
        else:
            self.store.set_settings(number, back["settings"])

    def _remove(self, number: int, row: int) -> None:
        """Takes a deal back; its hand is on the table again where nothing else is."""
        found = next((d for d in self.store.deals(number) if d.id == row), None)
        self.store.delete_deal(row)
        if found and found.draft and self.store.drafts.get(number)[1].empty:
            self.store.drafts.start(number, replace(draft_from_json(found.draft), camera=False))

    def _line(self, row: EveningRow) -> Json:
        summary = row.summary
        if summary is None:
            summary = summary_of(row.settings, self.book(row.id).entries)
            with suppress(DiskError):  # looking must be possible where writing is not
                self.store.set_summary(row.id, summary)
        return {
            "id": row.id,
            "players": row.settings["players"],
            "rules": row.settings["rules"],
            "created": row.created,
            "updated": row.updated,
            **summary,
        }


def _about(draft: Draft, assumed: Sequence[str], doubts: Sequence[str]) -> Json:
    read = any(t.picture for hand in draft.hands.values() for t in hand.tiles())
    return {
        "time": now(),
        "source": "camera" if draft.camera else "photo" if read else "tapped",
        "pictures": [use.id for use in draft.pictures],
        "assumed": list(assumed),
        "doubts": list(doubts),
    }
