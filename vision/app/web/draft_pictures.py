"""The pictures of the hand being settled: they come, wait, are read, and leave."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from scoring.tiles import SEAT_NAMES
from vision.app.web.books import Books
from vision.app.web.draft import Draft
from vision.app.web.draft_changes import without_picture
from vision.app.web.draft_reading import with_reading
from vision.app.web.forms import PictureState
from vision.app.web.picture_table import PictureRow
from vision.app.web.refusal import bad
from vision.app.web.store import Store

AT_MOST: Final = 12
"""In one draft; the oldest makes room."""
NO_TILES: Final = (
    "No tiles can be seen on this picture; take it nearer, in more light, with the faces up."
)
_ID: Final = re.compile(r"[0-9a-f]{32}")


class DraftPictures:
    """The pictures of all evenings' drafts. Whoever calls tells of what has changed."""

    def __init__(self, store: Store, books: Books) -> None:
        self._store, self._books = store, books
        self.places: Callable[[], Sequence[str]] = lambda: ()
        """Ids of the pictures that wait to be read, first the one being read."""

    def add(self, number: int, picture: str, seat: str | None, kind: str) -> None:
        """A picture has come whose file is already kept; it waits to be read.

        Raises:
            RefusalError: there is no such evening, or the seat does not play.
        """
        with self._store.change():
            book = self._books.get(number)
            if seat is not None and seat not in book.evening.table:
                raise bad("seat", f"{SEAT_NAMES[seat]} does not play at this table")
            waiting = self._store.pictures.of_draft(number)
            for old in waiting:
                if seat is not None and old.seat == seat and old.status != "read":
                    self._store.pictures.leave_draft(number, old.id)
            self._make_room(number, waiting)
            self._store.pictures.add(picture, number, seat, kind)

    def _make_room(self, number: int, rows: Sequence[PictureRow]) -> None:
        before = draft = self._store.drafts.get(number)[1]
        for old in rows[: max(0, len(rows) - AT_MOST + 1)]:
            self._store.pictures.leave_draft(number, old.id)
            draft = without_picture(draft, old.id)
        if draft != before:
            self._store.drafts.set(number, draft)

    def read(self, picture: str, reading: Mapping[str, Any]) -> None:
        """A picture was read: its tiles join the hand, unless it was taken away meanwhile."""
        with self._store.change():
            row = self._store.pictures.get(picture)
            if row is None:
                return
            self._store.pictures.set_read(picture, dict(reading))
            if not reading["tiles"]:
                self._store.pictures.set_failed(picture, NO_TILES)
            elif row.in_draft:
                self._join(row, reading)

    def _join(self, row: PictureRow, reading: Mapping[str, Any]) -> None:
        table = self._books.get(row.evening).evening.table
        draft = self._store.drafts.get(row.evening)[1]
        after = with_reading(draft, row.id, reading, row.seat, table)
        for gone in {use.id for use in draft.pictures} - {use.id for use in after.pictures}:
            self._store.pictures.leave_draft(row.evening, gone)
        self._store.drafts.set(row.evening, after)

    def states(self, number: int, draft: Draft) -> list[PictureState]:
        """The pictures to be shown with the draft: those it uses, and those not yet read."""
        places = list(self.places())
        used = self.used(draft)
        unread = [row for row in self._store.pictures.of_draft(number) if row.status != "read"]
        return used + [_state(row, places) for row in unread]

    def used(self, draft: Draft) -> list[PictureState]:
        """The pictures whose tiles are in a draft."""
        rows = [self._store.pictures.get(use.id) for use in draft.pictures]
        return [PictureState(row, 0) for row in rows if row is not None]

    def unused(self, number: int | None = None) -> list[str]:
        """Ids of pictures that no deal, draft or undo names any more."""
        with self._store.lock:
            rows = self._store.pictures.all(number)
            named: set[str] = set()
            for evening in {row[1] for row in rows}:
                for text in self._store.pictures.texts_naming(evening):
                    named.update(_ID.findall(text))
        return [picture for picture, _, in_draft in rows if not in_draft and picture not in named]


def picture_id(value: object) -> str:
    """An id that a page sent.

    Raises:
        RefusalError: it is none.
    """
    if isinstance(value, str) and _ID.fullmatch(value):
        return value
    raise bad("picture", "must be a picture's id")


def _state(row: PictureRow, places: Sequence[str]) -> PictureState:
    """A picture with its place in the queue; the first one there is being read."""
    ahead = places.index(row.id) if row.id in places else 0
    if row.status == "waiting" and places[:1] == [row.id]:
        row = replace(row, status="reading")
    return PictureState(row, ahead)
