"""Where evenings are kept: rows in, rows out. Knows no rules: `evenings` decides what to write."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from vision.app.web.database import Database, maybe_from_text, maybe_to_text, now, to_text
from vision.app.web.draft_table import DraftTable
from vision.app.web.picture_table import PictureTable

Json = dict[str, Any]
_EVENING: Final = "id, created, updated, revision, settings, summary"


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


class Store:
    """Evenings, their deals and the journal; ``drafts`` and ``pictures`` have tables of their own.

    Callers hold ``lock`` while they read what belongs together, and write it within ``change``.
    """

    def __init__(self, folder: Path) -> None:
        """Opens or makes the database in a folder.

        Raises:
            StoreError: it cannot be used.
        """
        self._db = Database(folder)
        self.lock, self.change = self._db.lock, self._db.change
        self.drafts, self.pictures = DraftTable(self._db), PictureTable(self._db)

    def close(self) -> None:
        """Closes the file."""
        self._db.close()

    def setting(self, name: str) -> str | None:
        """A setting's value."""
        row = self._db.row("SELECT value FROM setting WHERE name = ?", name)
        return None if row is None else str(row[0])

    def set_setting(self, name: str, value: str) -> None:
        """Writes a setting."""
        self._db.run(
            "INSERT INTO setting VALUES (?, ?) "
            "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            name, value,
        )  # fmt: skip

    # --- evenings ------------------------------------------------------------------------

    def new_evening(self, settings: Json) -> int:
        """Adds an evening; its number."""
        at = now()
        return self._db.run(
            "INSERT INTO evening (created, updated, settings) VALUES (?, ?, ?)",
            at, at, to_text(settings),
        )  # fmt: skip

    def evenings(self) -> list[EveningRow]:
        """All evenings, the newest first."""
        query = f"SELECT {_EVENING} FROM evening ORDER BY id DESC"
        return [_evening(row) for row in self._db.rows(query)]

    def evening(self, number: int) -> EveningRow | None:
        """One evening."""
        row = self._db.row(f"SELECT {_EVENING} FROM evening WHERE id = ?", number)
        return None if row is None else _evening(row)

    def delete_evening(self, number: int) -> None:
        """Removes an evening with everything in it."""
        self._db.run("DELETE FROM evening WHERE id = ?", number)

    def touch(self, number: int, summary: Json) -> None:
        """Marks an evening as changed, with its line of the list."""
        self._db.run(
            "UPDATE evening SET revision = revision + 1, updated = ?, summary = ? WHERE id = ?",
            now(), to_text(summary), number,
        )  # fmt: skip

    def set_summary(self, number: int, summary: Json) -> None:
        """Keeps a list's line that had to be worked out."""
        self._db.run("UPDATE evening SET summary = ? WHERE id = ?", to_text(summary), number)

    def set_settings(self, number: int, settings: Json) -> None:
        """Replaces an evening's settings."""
        self._db.run("UPDATE evening SET settings = ? WHERE id = ?", to_text(settings), number)

    # --- deals -----------------------------------------------------------------------------

    def deals(self, evening: int) -> list[DealRow]:
        """An evening's deals in order."""
        query = "SELECT id, place, deal, about, draft FROM deal WHERE evening = ? ORDER BY place"
        return [
            DealRow(r[0], r[1], json.loads(r[2]), json.loads(r[3]), maybe_from_text(r[4]))
            for r in self._db.rows(query, evening)
        ]

    def add_deal(self, evening: int, deal: Json, about: Json, draft: Json | None) -> int:
        """Adds a deal at the end; its row's number."""
        return self._db.run(
            "INSERT INTO deal (evening, place, deal, about, draft) SELECT ?, "
            "COALESCE(MAX(place), 0) + 1, ?, ?, ? FROM deal WHERE evening = ?",
            evening, to_text(deal), to_text(about), maybe_to_text(draft), evening,
        )  # fmt: skip

    def restore_deal(self, evening: int, row: DealRow) -> None:
        """Puts a deleted deal back where it was, under its number."""
        self._db.run(
            "INSERT INTO deal (id, evening, place, deal, about, draft) VALUES (?, ?, ?, ?, ?, ?)",
            row.id, evening, row.place, to_text(row.deal), to_text(row.about),
            maybe_to_text(row.draft),
        )  # fmt: skip

    def set_deal(self, row: int, deal: Json, about: Json, draft: Json | None) -> None:
        """Replaces a deal."""
        self._db.run(
            "UPDATE deal SET deal = ?, about = ?, draft = ? WHERE id = ?",
            to_text(deal), to_text(about), maybe_to_text(draft), row,
        )  # fmt: skip

    def delete_deal(self, row: int) -> None:
        """Removes a deal."""
        self._db.run("DELETE FROM deal WHERE id = ?", row)

    # --- the journal that undo reads backwards -----------------------------------------------

    def note(self, evening: int, words: str, back: Json) -> None:
        """Notes how a change is taken back."""
        self._db.run(
            "INSERT INTO journal (evening, at, words, back) VALUES (?, ?, ?, ?)",
            evening, now(), words, to_text(back),
        )  # fmt: skip

    def last_note(self, evening: int) -> tuple[int, str, Json] | None:
        """The newest change: its number, its words, how it is taken back."""
        row = self._db.row(
            "SELECT id, words, back FROM journal WHERE evening = ? ORDER BY id DESC LIMIT 1",
            evening,
        )
        return None if row is None else (row[0], row[1], json.loads(row[2]))

    def drop_note(self, number: int) -> None:
        """Removes a change that was taken back."""
        self._db.run("DELETE FROM journal WHERE id = ?", number)


def _evening(row: tuple[Any, ...]) -> EveningRow:
    number, created, updated, revision, settings, summary = row
    return EveningRow(
        number, created, updated, revision, json.loads(settings), maybe_from_text(summary)
    )
