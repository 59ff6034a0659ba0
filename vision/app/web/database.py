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

from vision.app.web.disk import GONE, DiskError, disk_error
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
        remedy = disk_error(error).trouble.at_start
        raise StoreError(
            f"The evenings in {folder} cannot be used ({error}): {remedy}, or name another folder "
            "with --data."
        ) from error


@contextmanager
def _plainly() -> Iterator[None]:
    """While the file is used: SQLite's errors become sentences.

    Raises:
        DiskError: something is wrong with it, or with the disk.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise disk_error(error) from error


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
            self._path = folder / FILE_NAME
            self._connection = sqlite3.connect(
                self._path, isolation_level=None, check_same_thread=False, timeout=10
            )
            for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                self._connection.execute(f"PRAGMA {setting}")
            _refuse_damaged(self._connection)
            migrate(self._connection)
            self._file = self._identity()

    def close(self) -> None:
        """Closes the file."""
        with self.lock:
            self._connection.close()

    @contextmanager
    def change(self) -> Iterator[None]:
        """One transaction: all of it, or with an exception none of it. May be nested.

        Raises:
            DiskError: it cannot be written; nothing of it was.
        """
        with self.lock:
            if self._connection.in_transaction:
                yield
                return
            self._refuse_gone()
            with _plainly():
                self._connection.execute("BEGIN IMMEDIATE")
                try:
                    yield
                    self._connection.execute("COMMIT")
                except BaseException:
                    if self._connection.in_transaction:
                        self._connection.execute("ROLLBACK")
                    raise

    def _refuse_gone(self) -> None:
        """What is written into a file that was deleted or replaced would be lost without a word."""
        if self._identity() != self._file:
            raise DiskError(GONE, f"{self._path} is not the file that was opened")

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def run(self, statement: str, *values: Any) -> int:
        """Runs a statement that changes something; the number of the row it inserted."""
        with self.change():
            return int(self._connection.execute(statement, values).lastrowid or 0)

    def rows(self, query: str, *values: Any) -> Sequence[tuple[Any, ...]]:
        """All rows of a query."""
        with self.lock, _plainly():
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
