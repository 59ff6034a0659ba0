"""What is kept of each picture beside its files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from vision.app.web.database import Database, maybe_from_text, now, to_text

Json = dict[str, Any]
_ALL: Final = "id, evening, created, seat, kind, status, message, width, height, reading, in_draft"
_NAMING: Final = (
    "SELECT about || COALESCE(draft, '') FROM deal WHERE evening = ?",
    "SELECT back FROM journal WHERE evening = ?",
    "SELECT content FROM draft WHERE evening = ?",
    "SELECT content FROM draft_before WHERE evening = ?",
)


@dataclass(frozen=True, slots=True)
class PictureRow:
    """One picture; ``reading`` in the documented form once it is read."""

    id: str
    evening: int
    created: str
    seat: str | None
    kind: str
    status: str
    """``waiting``, ``read`` or ``failed``."""
    message: str
    width: int | None
    height: int | None
    reading: Json | None
    in_draft: bool


class PictureTable:
    """The pictures of all evenings."""

    def __init__(self, database: Database) -> None:
        self._db = database

    def add(self, picture: str, evening: int, seat: str | None, kind: str) -> None:
        """Adds a picture that waits to be read; its file must already be there."""
        self._db.run(
            "INSERT INTO picture (id, evening, created, seat, kind, status) "
            "VALUES (?, ?, ?, ?, ?, 'waiting')",
            picture, evening, now(), seat, kind,
        )  # fmt: skip

    def set_read(self, picture: str, reading: Json) -> None:
        """A picture was read."""
        size = reading["image"]
        self._db.run(
            "UPDATE picture SET status = 'read', message = '', width = ?, height = ?, reading = ? "
            "WHERE id = ?",
            size["width"], size["height"], to_text(reading), picture,
        )  # fmt: skip

    def set_failed(self, picture: str, message: str) -> None:
        """A picture could not be read."""
        self._db.run(
            "UPDATE picture SET status = 'failed', message = ? WHERE id = ?", message, picture
        )

    def get(self, picture: str) -> PictureRow | None:
        """One picture."""
        row = self._db.row(f"SELECT {_ALL} FROM picture WHERE id = ?", picture)
        return None if row is None else _picture(row)

    def of_draft(self, evening: int) -> list[PictureRow]:
        """The pictures of the hand being settled, oldest first."""
        query = f"SELECT {_ALL} FROM picture WHERE evening = ? AND in_draft ORDER BY rowid"
        return [_picture(row) for row in self._db.rows(query, evening)]

    def unread(self) -> list[tuple[str, int]]:
        """Pictures of drafts that still wait, oldest first, each with its evening."""
        query = (
            "SELECT id, evening FROM picture WHERE status = 'waiting' AND in_draft ORDER BY rowid"
        )
        return [(row[0], row[1]) for row in self._db.rows(query)]

    def leave_draft(self, evening: int, picture: str | None = None) -> None:
        """The evening's pictures, or one of them, are no longer part of the draft."""
        self._db.run(
            "UPDATE picture SET in_draft = 0 WHERE evening = ? AND (? IS NULL OR id = ?)",
            evening, picture, picture,
        )  # fmt: skip

    def delete(self, picture: str) -> None:
        """Removes a picture's row."""
        self._db.run("DELETE FROM picture WHERE id = ?", picture)

    def all(self, evening: int | None = None) -> list[tuple[str, int, bool]]:
        """Every picture's id, evening, and whether it is part of the draft."""
        query = "SELECT id, evening, in_draft FROM picture WHERE ? IS NULL OR evening = ?"
        return [(row[0], row[1], bool(row[2])) for row in self._db.rows(query, evening, evening)]

    def texts_naming(self, evening: int) -> Iterator[str]:
        """Every text in which an evening may name a picture."""
        for query in _NAMING:
            yield from (row[0] for row in self._db.rows(query, evening))


def _picture(row: tuple[Any, ...]) -> PictureRow:
    values = dict(zip(_ALL.split(", "), row, strict=True))
    reading, in_draft = maybe_from_text(values["reading"]), bool(values["in_draft"])
    return PictureRow(**{**values, "reading": reading, "in_draft": in_draft})
