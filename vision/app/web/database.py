"""The SQLite file: opened as it survives a crash, every change one transaction."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Final

from vision.app.web.migrations import StoreError, migrate

Json = dict[str, Any]
FILE_NAME: Final = "evenings.sqlite3"


def now() -> str:
    """The time for people and programs: UTC to the second."""
    return datetime.now(timezone.utc).isoformat(timespec="seconds")


@contextmanager
def usable(folder: Path) -> Iterator[None]:
    """While a folder is being opened: what fails is said as one sentence.

    Raises:
        StoreError: the disk is full, the file damaged, the folder closed to us.
    """
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise StoreError(
            f"The evenings in {folder} cannot be used ({error}): make room or mend it, or "
            "name another folder with --data."
        ) from error


def _refuse_damaged(connection: sqlite3.Connection) -> None:
    """Looks through the file once: a page that is no page would only show in mid-game."""
    found = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found is not None and found[0] != "ok":
        raise sqlite3.DatabaseError("the file is damaged")


class Database:
    """One connection for all threads. Hold `lock` to read what belongs together."""

    def __init__(self, folder: Path) -> None:
        """Opens or makes the database in a folder.

        Raises:
            StoreError: it cannot be used.
        """
        self.lock = threading.RLock()
        with usable(folder):
            folder.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(
                folder / FILE_NAME, isolation_level=None, check_same_thread=False, timeout=10
            )
            for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                self._connection.execute(f"PRAGMA {setting}")
            _refuse_damaged(self._connection)
            migrate(self._connection)

    def close(self) -> None:
        """Closes the file."""
        with self.lock:
            self._connection.close()

    @contextmanager
    def change(self) -> Iterator[None]:
        """One transaction: all of it, or with an exception none of it. May be nested."""
        with self.lock:
            if self._connection.in_transaction:
                yield
                return
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def run(self, statement: str, *values: Any) -> int:
        """Runs a statement that changes something; the number of the row it inserted."""
        with self.change():
            return int(self._connection.execute(statement, values).lastrowid or 0)

    def rows(self, query: str, *values: Any) -> Sequence[tuple[Any, ...]]:
        """All rows of a query."""
        with self.lock:
            return self._connection.execute(query, values).fetchall()

    def row(self, query: str, *values: Any) -> tuple[Any, ...] | None:
        """The first row of a query."""
        found = self.rows(query, *values)
        return found[0] if found else None


def to_text(value: Mapping[str, Any]) -> str:
    """An object as it is kept."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def maybe_to_text(value: Mapping[str, Any] | None) -> str | None:
    """The same where there may be none."""
    return None if value is None else to_text(value)


def maybe_from_text(text: str | None) -> Json | None:
    """What `maybe_to_text` wrote."""
    return None if text is None else json.loads(text)
