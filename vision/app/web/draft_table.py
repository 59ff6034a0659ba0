"""The hand being settled, as it is kept: one for each evening, with its earlier states."""

from __future__ import annotations

import json
from typing import Final

from vision.app.web.database import Database, to_text
from vision.app.web.draft import Draft, draft_from_json

KEPT: Final = 200
"""Earlier states, for its undo."""


class DraftTable:
    """The drafts of all evenings."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def get(self, evening: int) -> tuple[int, Draft]:
        """The draft's revision and content."""
        row = self._db.row("SELECT revision, content FROM draft WHERE evening = ?", evening)
        return (1, Draft()) if row is None else (row[0], _draft(row[1]))

    def at(self, evening: int, revision: int) -> Draft | None:
        """The draft as it was at a revision, while that is still known."""
        row = self._db.row(
            "SELECT content FROM draft_before WHERE evening = ? AND revision = ?", evening, revision
        )
        return None if row is None else _draft(row[0])

    def set(self, evening: int, draft: Draft) -> int:
        """Writes the draft, keeps the one before; the new revision."""
        with self._db.change():
            revision, before = self.get(evening)
            self._db.run(
                "INSERT OR REPLACE INTO draft_before VALUES (?, ?, ?)",
                evening, revision, to_text(before.to_json()),
            )  # fmt: skip
            self._db.run(
                "DELETE FROM draft_before WHERE evening = ? AND revision <= ?",
                evening, revision - KEPT,
            )  # fmt: skip
            self._write(evening, revision + 1, draft)
            return revision + 1

    def undo(self, evening: int) -> bool:
        """Puts the draft back as it was; whether there was anything to put back."""
        with self._db.change():
            row = self._db.row(
                "SELECT revision, content FROM draft_before WHERE evening = ? "
                "ORDER BY revision DESC LIMIT 1",
                evening,
            )
            if row is None:
                return False
            self._db.run(
                "DELETE FROM draft_before WHERE evening = ? AND revision = ?", evening, row[0]
            )
            self._write(evening, self.get(evening)[0] + 1, _draft(row[1]))
            return True

    def start(self, evening: int, draft: Draft) -> None:
        """Begins a new draft; what was before it cannot be undone into."""
        with self._db.change():
            revision, _ = self.get(evening)
            self._db.run("DELETE FROM draft_before WHERE evening = ?", evening)
            self._write(evening, revision + 1, draft)

    def can_undo(self, evening: int) -> bool:
        """Whether `undo` would do anything."""
        query = "SELECT 1 FROM draft_before WHERE evening = ? LIMIT 1"
        return self._db.row(query, evening) is not None

    def _write(self, evening: int, revision: int, draft: Draft) -> None:
        self._db.run(
            "INSERT INTO draft VALUES (?, ?, ?) ON CONFLICT (evening) DO UPDATE "
            "SET revision = excluded.revision, content = excluded.content",
            evening, revision, to_text(draft.to_json()),
        )  # fmt: skip


def _draft(text: str) -> Draft:
    return draft_from_json(json.loads(text))
