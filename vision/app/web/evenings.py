"""Everything that can be done with the evenings: the one place that writes them and tells of it.

Each method is one step that is wholly done or not at all; what changed is told to everybody who
looks on. Called from the server's threads and from the camera's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from scoring.errors import DealError, ScoringError
from scoring.ledger import Entry, Record
from scoring.ledger_files import evening_to_csv, evening_to_json
from scoring.tiles import SEAT_NAMES
from vision.app.shifted import ShiftedEvening, facts_at
from vision.app.web.draft import Draft, draft_from_json, draft_of_deal
from vision.app.web.draft_changes import changed, same_parts, touched, without_picture
from vision.app.web.draft_reading import with_reading
from vision.app.web.draft_settle import Settled, settle_draft
from vision.app.web.forms import PictureState, draft_form, evening_form
from vision.app.web.refusal import RefusalError, bad, refuse
from vision.app.web.settings import evening_of, settings_from
from vision.app.web.store import DealRow, EveningRow, PictureRow, Store, now

Json = dict[str, Any]
PICTURES_AT_MOST: Final = 12
"""In one draft; the oldest makes room."""
CURRENT: Final = "evening"
_PICTURE_ID: Final = re.compile(r"[0-9a-f]{32}")


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
        if editing is not None:
            position = self.entries[editing - 1].position
        return facts_at(self.evening, position)


class Evenings:
    """The evenings of one data folder."""

    def __init__(self, store: Store, tell: Callable[[int, str, Json], None]) -> None:
        """``tell`` is called with an evening, an event's name and its data."""
        self.store = store
        self._tell = tell
        self._books: dict[int, Book] = {}
        self._settled: dict[int, tuple[EveningRow, Draft, Settled]] = {}
        self.places: Callable[[], Sequence[str]] = lambda: ()
        """Ids of the pictures that wait to be read, first the one being read."""
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
                _settled(settings, book.deals)
                self.store.set_settings(number, settings)
                back = {"do": "settings", "settings": book.row.settings}
                self._changed(number, "the change of the settings", back)
        self._announce(number)
        return self.evening(number)

    def delete_deal(self, number: int, deal: int) -> Json:
        """Takes a deal out; what follows is worked out anew."""
        with self.store.change():
            book = self.book(number)
            row = _deal_at(book, deal)
            _settled(book.row.settings, [d for d in book.deals if d.id != row.id])
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
            revision, draft = self.store.draft(number)
            book = self.book(number)
            settled = self._settle(book, draft)
            return draft_form(
                revision,
                draft,
                settled,
                self._pictures(number, draft),
                self.store.can_undo_draft(number),
            )

    def settled(self, number: int) -> tuple[Draft, Settled]:
        """The draft and what it comes to."""
        with self.store.lock:
            draft = self.store.draft(number)[1]
            return draft, self._settle(self.book(number), draft)

    def change_draft(self, number: int, change: Mapping[str, Any]) -> Json:
        """Carries out a change that a page asks for."""
        with self.store.change():
            book = self.book(number)
            revision, draft = self.store.draft(number)
            self._refuse_clash(number, revision, draft, change)
            name = change.get("do")
            if name == "undo":
                if not self.store.undo_draft(number):
                    raise refuse(409, "nothing", "There is nothing to undo.")
            elif name == "edit":
                self.store.set_draft(number, self._of_past(book, change.get("number")))
            else:
                if name == "picture_remove":
                    self.store.leave_draft(number, _known_picture(change.get("picture")))
                if name == "clear":
                    self.store.leave_draft(number)
                after = changed(draft, change)
                if after != draft:
                    self.store.set_draft(number, after)
        return self.tell_draft(number)

    def replace_draft(self, number: int, draft: Draft) -> int:
        """Puts another draft in place, such as the camera's; its revision."""
        revision = self.store.set_draft(number, draft)
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
            current, draft = self.store.draft(number)
            if revision is not None and revision != current:
                raise self._clash(number)
            settled = self._settle(self.book(number), draft)
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
            doubts = self._settle(self.book(number), draft).doubts
            self._write(number, deal, draft, assumed, doubts)
            if self.store.draft(number)[1] == draft:
                self._start_anew(number)
        self._after_writing(number, draft)

    def _write(
        self, number: int, deal: Json, draft: Draft, assumed: Sequence[str], doubts: Sequence[str]
    ) -> None:
        book = self.book(number)
        about = _about(draft, assumed, doubts)
        kept = replace(draft, editing=None).to_json()
        if draft.editing is None:
            _settled(book.row.settings, [*book.deals, DealRow(0, 0, deal, about, None)])
            row = self.store.add_deal(number, deal, about, kept)
            self._changed(number, f"deal {len(book.deals) + 1}", {"do": "remove", "row": row})
            self.store.set_setting(CURRENT, str(number))
            return
        old = _deal_at(book, draft.editing)
        deals = [replace(d, deal=deal) if d.id == old.id else d for d in book.deals]
        _settled(book.row.settings, deals)
        self.store.set_deal(old.id, deal, {**about, "time": old.about.get("time")}, kept)
        back = {"do": "replace", "row": old.to_json()}
        self._changed(number, f"the change of deal {draft.editing}", back)

    def _start_anew(self, number: int) -> None:
        self.store.leave_draft(number)
        self.store.start_draft(number, Draft())

    def _after_writing(self, number: int, draft: Draft) -> None:
        self.confirmed(number, draft)
        self._announce(number)
        self.tell_draft(number)

    # --- pictures ------------------------------------------------------------------------------

    def add_picture(self, number: int, picture: str, seat: str | None, kind: str) -> None:
        """A picture has come whose file is already kept; it waits to be read."""
        with self.store.change():
            book = self.book(number)
            if seat is not None and seat not in book.evening.table:
                raise bad("seat", f"{SEAT_NAMES[seat]} does not play at this table")
            waiting = self.store.pictures_of_draft(number)
            for old in waiting:
                if seat is not None and old.seat == seat and old.status != "read":
                    self.store.leave_draft(number, old.id)
            self._make_room(number, waiting)
            self.store.add_picture(picture, number, seat, kind)

    def _make_room(self, number: int, rows: Sequence[PictureRow]) -> None:
        draft = self.store.draft(number)[1]
        for old in rows[: max(0, len(rows) - PICTURES_AT_MOST + 1)]:
            self.store.leave_draft(number, old.id)
            draft = without_picture(draft, old.id)
        if draft != self.store.draft(number)[1]:
            self.store.set_draft(number, draft)

    def picture_read(self, picture: str, answer: Mapping[str, Any]) -> None:
        """A picture was read: its tiles join the hand, unless it was taken away meanwhile.

        The caller tells of it.
        """
        with self.store.change():
            row = self.store.picture(picture)
            if row is None:
                return
            reading = answer["reading"]
            self.store.set_picture(
                picture,
                status="read",
                width=reading["image"]["width"],
                height=reading["image"]["height"],
                reading=reading,
            )
            if row.in_draft:
                table = self.book(row.evening).evening.table
                draft = self.store.draft(row.evening)[1]
                after = with_reading(draft, picture, reading, row.seat, table)
                self.store.set_draft(row.evening, after)

    def picture_failed(self, picture: str, message: str) -> None:
        """A picture could not be read; the caller tells of it."""
        self.store.set_picture(picture, status="failed", message=message)

    def unused_pictures(self, number: int | None = None) -> list[str]:
        """Ids of pictures that no deal, draft or undo names any more."""
        with self.store.lock:
            rows = self.store.pictures_by_evening(number)
            named: set[str] = set()
            for evening in {row[1] for row in rows}:
                for text in self.store.texts_of(evening):
                    named.update(_PICTURE_ID.findall(text))
        return [picture for picture, _, in_draft in rows if not in_draft and picture not in named]

    # --- how it is done ---------------------------------------------------------------------

    def book(self, number: int) -> Book:
        """One evening, settled; worked out anew only when it has changed.

        Raises:
            RefusalError: there is no such evening.
        """
        with self.store.lock:
            row = self.store.evening(number)
            if row is None:
                self._books.pop(number, None)
                raise refuse(404, "no_evening", f"There is no evening {number}.")
            known = self._books.get(number)
            if known is not None and known.row == row:
                return known
            deals = tuple(self.store.deals(number))
            evening, entries = _settled(row.settings, deals)
            book = Book(row, deals, evening, entries)
            self._books[number] = book
            return book

    def tell_draft(self, number: int) -> Json:
        """D, told to everybody."""
        with self.store.lock:
            form = self.draft(number)
            self._tell(number, "draft", form)
        return form

    def _announce(self, number: int) -> None:
        with self.store.lock:
            self._tell(number, "evening", self.evening(number))

    def _settle(self, book: Book, draft: Draft) -> Settled:
        """What a draft comes to; worked out anew only when it or the evening has changed."""
        known = self._settled.get(book.row.id)
        if known is not None and known[0] == book.row and known[1] == draft:
            return known[2]
        editing = draft.editing
        if editing is not None and editing > len(book.deals):
            editing = None
        settled = settle_draft(draft, book.facts(editing))
        self._settled[book.row.id] = (book.row, draft, settled)
        return settled

    def _pictures(self, number: int, draft: Draft) -> list[PictureState]:
        places = list(self.places())
        used = {use.id for use in draft.pictures}
        rows = {row.id: row for row in self.store.pictures_of_draft(number)}
        for use in draft.pictures:
            row = rows.get(use.id) or self.store.picture(use.id)
            if row is not None:
                rows[use.id] = row
        shown = [row for row in rows.values() if row.id in used or row.status != "read"]
        return [_state(row, places) for row in shown]

    def _of_past(self, book: Book, number: object) -> Draft:
        """A past deal as a draft: as it was entered where that is known."""
        if not isinstance(number, int) or isinstance(number, bool):
            raise bad("number", "must be the number of a deal")
        row = _deal_at(book, number)
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
        before = self.store.draft_at(number, seen)
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
        _, entries = _settled(settings, self.store.deals(number))
        self.store.touch(number, _summary(settings, entries))
        self._books.pop(number, None)

    def _leave_edit(self, number: int) -> None:
        """An edit whose deal may have moved is given up."""
        draft = self.store.draft(number)[1]
        if draft.editing is not None:
            self.store.start_draft(number, Draft())

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
        if found and found.draft and self.store.draft(number)[1].empty:
            self.store.start_draft(number, replace(draft_from_json(found.draft), camera=False))

    def _line(self, row: EveningRow) -> Json:
        summary = row.summary
        if summary is None:
            summary = _summary(row.settings, self.book(row.id).entries)
            self.store.set_summary(row.id, summary)
        return {
            "id": row.id,
            "players": row.settings["players"],
            "rules": row.settings["rules"],
            "created": row.created,
            "updated": row.updated,
            **summary,
        }


def _settled(
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


def _summary(settings: Mapping[str, Any], entries: Sequence[Entry]) -> Json:
    nothing = dict.fromkeys(settings["players"], 0)
    totals: Mapping[str, int] = entries[-1].totals if entries else nothing
    return {"hands": len(entries), "totals": dict(totals)}


def _state(row: PictureRow, places: Sequence[str]) -> PictureState:
    """A picture with its place in the queue; the first one there is being read."""
    ahead = places.index(row.id) if row.id in places else 0
    if row.status == "waiting" and places[:1] == [row.id]:
        row = replace(row, status="reading")
    return PictureState(row, ahead)


def _deal_at(book: Book, number: int) -> DealRow:
    if not 1 <= number <= len(book.deals):
        raise refuse(404, "no_deal", f"There is no deal {number} in this evening.")
    return book.deals[number - 1]


def _known_picture(value: object) -> str:
    if isinstance(value, str) and _PICTURE_ID.fullmatch(value):
        return value
    raise bad("picture", "must be a picture's id")


def _about(draft: Draft, assumed: Sequence[str], doubts: Sequence[str]) -> Json:
    read = any(t.picture for hand in draft.hands.values() for t in hand.tiles())
    return {
        "time": now(),
        "source": "camera" if draft.camera else "photo" if read else "tapped",
        "pictures": [use.id for use in draft.pictures],
        "assumed": list(assumed),
        "doubts": list(doubts),
    }
