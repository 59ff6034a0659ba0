"""Where evenings are kept: one SQLite file, every change one transaction that survives a crash.

Knows rows, not rules: `evenings` decides what is written.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Final

from vision.app.web.draft import Draft, draft_from_json
from vision.app.web.migrations import StoreError, migrate

Json = dict[str, Any]
FILE_NAME: Final = "evenings.sqlite3"
DRAFTS_KEPT: Final = 200
"""Earlier states of the hand being settled, for its undo."""


@dataclass(frozen=True, slots=True)
class EveningRow:
    """An evening's fixed part."""

    id: int
    created: str
    updated: str
    revision: int
    settings: Json
    summary: Json | None


@dataclass(frozen=True, slots=True)
class DealRow:
    """One deal of an evening; ``place`` orders them."""

    id: int
    place: int
    deal: Json
    about: Json
    draft: Json | None

    def to_json(self) -> Json:
        """All of it, for the journal."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class PictureRow:
    """One picture; ``reading`` in the documented form once it is read."""

    id: str
    evening: int
    created: str
    seat: str | None
    kind: str
    status: str
    message: str
    width: int | None
    height: int | None
    reading: Json | None
    in_draft: bool


def now() -> str:
    """The time for people and programs: UTC to the second."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


class Store:
    """The database. Callers hold `lock` while they read and write what belongs together."""

    def __init__(self, folder: Path) -> None:
        """Opens or makes the database in a folder.

        Raises:
            StoreError: it cannot be used.
        """
        self.folder = folder
        self.lock = threading.RLock()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(
                folder / FILE_NAME, isolation_level=None, check_same_thread=False, timeout=10
            )
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
            migrate(self._db)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"The evenings in {folder} cannot be used ({error}): make room or mend it, or "
                "name another folder with --data."
            ) from error

    def close(self) -> None:
        """Closes the file."""
        with self.lock:
            self._db.close()

    @contextmanager
    def change(self) -> Iterator[None]:
        """One transaction: all of it, or with an exception none of it. May be nested."""
        with self.lock:
            if self._db.in_transaction:
                yield
                return
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    # --- settings -----------------------------------------------------------------------

    def setting(self, name: str) -> str | None:
        """A setting's value."""
        with self.lock:
            row = self._db.execute("SELECT value FROM setting WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row[0])

    def set_setting(self, name: str, value: str) -> None:
        """Writes a setting."""
        with self.change():
            self._db.execute(
                "INSERT INTO setting VALUES (?, ?) "
                "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (name, value),
            )

    # --- evenings ------------------------------------------------------------------------

    def new_evening(self, settings: Json) -> int:
        """Adds an evening; its number."""
        at = now()
        with self.change():
            cursor = self._db.execute(
                "INSERT INTO evening (created, updated, settings) VALUES (?, ?, ?)",
                (at, at, _text(settings)),
            )
            return int(cursor.lastrowid or 0)

    def evenings(self) -> list[EveningRow]:
        """All evenings, the newest first."""
        with self.lock:
            rows = self._db.execute(f"SELECT {_EVENING} FROM evening ORDER BY id DESC").fetchall()
        return [_evening(row) for row in rows]

    def evening(self, number: int) -> EveningRow | None:
        """One evening."""
        with self.lock:
            row = self._db.execute(
                f"SELECT {_EVENING} FROM evening WHERE id = ?", (number,)
            ).fetchone()
        return None if row is None else _evening(row)

    def delete_evening(self, number: int) -> None:
        """Removes an evening with everything in it."""
        with self.change():
            self._db.execute("DELETE FROM evening WHERE id = ?", (number,))

    def touch(self, number: int, summary: Json) -> None:
        """Marks an evening as changed, with its line of the list."""
        with self.change():
            self._db.execute(
                "UPDATE evening SET revision = revision + 1, updated = ?, summary = ? WHERE id = ?",
                (now(), _text(summary), number),
            )

    def set_summary(self, number: int, summary: Json) -> None:
        """Keeps a list's line that had to be worked out."""
        with self.change():
            self._db.execute(
                "UPDATE evening SET summary = ? WHERE id = ?", (_text(summary), number)
            )

    def set_settings(self, number: int, settings: Json) -> None:
        """Replaces an evening's settings."""
        with self.change():
            self._db.execute(
                "UPDATE evening SET settings = ? WHERE id = ?", (_text(settings), number)
            )

    # --- deals -----------------------------------------------------------------------------

    def deals(self, evening: int) -> list[DealRow]:
        """An evening's deals in order."""
        with self.lock:
            rows = self._db.execute(
                "SELECT id, place, deal, about, draft FROM deal WHERE evening = ? ORDER BY place",
                (evening,),
            ).fetchall()
        return [DealRow(r[0], r[1], json.loads(r[2]), json.loads(r[3]), _maybe(r[4])) for r in rows]

    def add_deal(self, evening: int, deal: Json, about: Json, draft: Json | None) -> int:
        """Adds a deal at the end; its row's number."""
        with self.change():
            cursor = self._db.execute(
                "INSERT INTO deal (evening, place, deal, about, draft) SELECT ?, "
                "COALESCE(MAX(place), 0) + 1, ?, ?, ? FROM deal WHERE evening = ?",
                (evening, _text(deal), _text(about), _maybe_text(draft), evening),
            )
            return int(cursor.lastrowid or 0)

    def restore_deal(self, evening: int, row: DealRow) -> None:
        """Puts a deleted deal back where it was, under its number."""
        with self.change():
            self._db.execute(
                "INSERT INTO deal (id, evening, place, deal, about, draft) "
                "VALUES (?, ?, ?, ?, ?, ?)",
                (row.id, evening, row.place, _text(row.deal), _text(row.about),
                 _maybe_text(row.draft)),
            )  # fmt: skip

    def set_deal(self, row: int, deal: Json, about: Json, draft: Json | None) -> None:
        """Replaces a deal."""
        with self.change():
            self._db.execute(
                "UPDATE deal SET deal = ?, about = ?, draft = ? WHERE id = ?",
                (_text(deal), _text(about), _maybe_text(draft), row),
            )

    def delete_deal(self, row: int) -> None:
        """Removes a deal."""
        with self.change():
            self._db.execute("DELETE FROM deal WHERE id = ?", (row,))

    # --- the journal that undo reads backwards -----------------------------------------------

    def note(self, evening: int, words: str, back: Json) -> None:
        """Notes how a change is taken back."""
        with self.change():
            self._db.execute(
                "INSERT INTO journal (evening, at, words, back) VALUES (?, ?, ?, ?)",
                (evening, now(), words, _text(back)),
            )

    def last_note(self, evening: int) -> tuple[int, str, Json] | None:
        """The newest change: its number, its words, how it is taken back."""
        with self.lock:
            row = self._db.execute(
                "SELECT id, words, back FROM journal WHERE evening = ? ORDER BY id DESC LIMIT 1",
                (evening,),
            ).fetchone()
        return None if row is None else (row[0], row[1], json.loads(row[2]))

    def drop_note(self, number: int) -> None:
        """Removes a change that was taken back."""
        with self.change():
            self._db.execute("DELETE FROM journal WHERE id = ?", (number,))

    # --- the hand being settled -----------------------------------------------------------------

    def draft(self, evening: int) -> tuple[int, Draft]:
        """The draft's revision and content."""
        with self.lock:
            row = self._db.execute(
                "SELECT revision, content FROM draft WHERE evening = ?", (evening,)
            ).fetchone()
        return (1, Draft()) if row is None else (row[0], draft_from_json(json.loads(row[1])))

    def draft_at(self, evening: int, revision: int) -> Draft | None:
        """The draft as it was at a revision, while that is still known."""
        with self.lock:
            row = self._db.execute(
                "SELECT content FROM draft_before WHERE evening = ? AND revision = ?",
                (evening, revision),
            ).fetchone()
        return None if row is None else draft_from_json(json.loads(row[0]))

    def set_draft(self, evening: int, draft: Draft) -> int:
        """Writes the draft, keeps the one before; the new revision."""
        with self.change():
            revision, before = self.draft(evening)
            self._db.execute(
                "INSERT OR REPLACE INTO draft_before VALUES (?, ?, ?)",
                (evening, revision, _text(before.to_json())),
            )
            self._db.execute(
                "DELETE FROM draft_before WHERE evening = ? AND revision <= ?",
                (evening, revision - DRAFTS_KEPT),
            )
            self._write_draft(evening, revision + 1, draft)
            return revision + 1

    def undo_draft(self, evening: int) -> bool:
        """Puts the draft back as it was; whether there was anything to put back."""
        with self.change():
            row = self._db.execute(
                "SELECT revision, content FROM draft_before WHERE evening = ? "
                "ORDER BY revision DESC LIMIT 1",
                (evening,),
            ).fetchone()
            if row is None:
                return False
            revision, _ = self.draft(evening)
            self._db.execute(
                "DELETE FROM draft_before WHERE evening = ? AND revision = ?", (evening, row[0])
            )
            self._write_draft(evening, revision + 1, draft_from_json(json.loads(row[1])))
            return True

    def start_draft(self, evening: int, draft: Draft) -> None:
        """Begins a new draft; what was before it cannot be undone into."""
        with self.change():
            revision, _ = self.draft(evening)
            self._db.execute("DELETE FROM draft_before WHERE evening = ?", (evening,))
            self._write_draft(evening, revision + 1, draft)

    def can_undo_draft(self, evening: int) -> bool:
        """Whether `undo_draft` would do anything."""
        with self.lock:
            row = self._db.execute(
                "SELECT 1 FROM draft_before WHERE evening = ? LIMIT 1", (evening,)
            ).fetchone()
        return row is not None

    def _write_draft(self, evening: int, revision: int, draft: Draft) -> None:
        self._db.execute(
            "INSERT INTO draft VALUES (?, ?, ?) ON CONFLICT (evening) DO UPDATE "
            "SET revision = excluded.revision, content = excluded.content",
            (evening, revision, _text(draft.to_json())),
        )

    # --- pictures ----------------------------------------------------------------------------

    def add_picture(self, picture: str, evening: int, seat: str | None, kind: str) -> None:
        """Adds a picture that waits to be read; its file must already be there."""
        with self.change():
            self._db.execute(
                "INSERT INTO picture (id, evening, created, seat, kind, status) "
                "VALUES (?, ?, ?, ?, ?, 'waiting')",
                (picture, evening, now(), seat, kind),
            )

    def set_picture(self, picture: str, **values: Any) -> None:
        """Writes some of a picture's columns."""
        if "reading" in values and values["reading"] is not None:
            values["reading"] = _text(values["reading"])
        unknown = set(values) - _PICTURE_COLUMNS
        if unknown:
            raise KeyError(unknown.pop())
        columns = ", ".join(f"{name} = ?" for name in values)
        with self.change():
            self._db.execute(
                f"UPDATE picture SET {columns} WHERE id = ?", (*values.values(), picture)
            )

    def picture(self, picture: str) -> PictureRow | None:
        """One picture."""
        with self.lock:
            row = self._db.execute(
                f"SELECT {_PICTURE} FROM picture WHERE id = ?", (picture,)
            ).fetchone()
        return None if row is None else _picture(row)

    def pictures_of_draft(self, evening: int) -> list[PictureRow]:
        """The pictures of the hand being settled, oldest first."""
        with self.lock:
            rows = self._db.execute(
                f"SELECT {_PICTURE} FROM picture WHERE evening = ? AND in_draft ORDER BY rowid",
                (evening,),
            ).fetchall()
        return [_picture(row) for row in rows]

    def unread_pictures(self) -> list[tuple[str, int]]:
        """Pictures of drafts that still wait, oldest first, each with its evening."""
        with self.lock:
            rows = self._db.execute(
                "SELECT id, evening FROM picture "
                "WHERE status = 'waiting' AND in_draft ORDER BY rowid"
            ).fetchall()
        return [(row[0], row[1]) for row in rows]

    def leave_draft(self, evening: int, picture: str | None = None) -> None:
        """The evening's pictures, or one of them, are no longer part of the draft."""
        with self.change():
            self._db.execute(
                "UPDATE picture SET in_draft = 0 WHERE evening = ? AND (? IS NULL OR id = ?)",
                (evening, picture, picture),
            )

    def delete_picture(self, picture: str) -> None:
        """Removes a picture's row."""
        with self.change():
            self._db.execute("DELETE FROM picture WHERE id = ?", (picture,))

    def pictures_by_evening(self, evening: int | None = None) -> list[tuple[str, int, bool]]:
        """Every picture's id, evening, and whether it is part of the draft."""
        with self.lock:
            rows = self._db.execute(
                "SELECT id, evening, in_draft FROM picture WHERE ? IS NULL OR evening = ?",
                (evening, evening),
            ).fetchall()
        return [(row[0], row[1], bool(row[2])) for row in rows]

    def texts_of(self, evening: int) -> Iterator[str]:
        """Every text in which an evening may name a picture."""
        queries = (
            "SELECT about || COALESCE(draft, '') FROM deal WHERE evening = ?",
            "SELECT back FROM journal WHERE evening = ?",
            "SELECT content FROM draft WHERE evening = ?",
            "SELECT content FROM draft_before WHERE evening = ?",
        )
        with self.lock:
            for query in queries:
                for row in self._db.execute(query, (evening,)).fetchall():
                    yield row[0]


_EVENING: Final = "id, created, updated, revision, settings, summary"
_PICTURE: Final = (
    "id, evening, created, seat, kind, status, message, width, height, reading, in_draft"
)
_PICTURE_COLUMNS: Final = {"seat", "status", "message", "width", "height", "reading", "in_draft"}


def _text(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _maybe_text(value: Mapping[str, Any] | None) -> str | None:
    return None if value is None else _text(value)


def _maybe(text: str | None) -> Json | None:
    return None if text is None else json.loads(text)


def _evening(row: tuple[Any, ...]) -> EveningRow:
    return EveningRow(row[0], row[1], row[2], row[3], json.loads(row[4]), _maybe(row[5]))


def _picture(row: tuple[Any, ...]) -> PictureRow:
    values = dict(zip(_PICTURE.split(", "), row, strict=True))
    reading, in_draft = _maybe(values["reading"]), bool(values["in_draft"])
    return PictureRow(**{**values, "reading": reading, "in_draft": in_draft})
