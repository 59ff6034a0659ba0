"""The store's tables, version by version. A step that has been released is never changed."""

from __future__ import annotations

import sqlite3
from typing import Final

from vision.errors import UserError

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """CREATE TABLE evening (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            created TEXT NOT NULL,
            updated TEXT NOT NULL,
            revision INTEGER NOT NULL DEFAULT 1,
            settings TEXT NOT NULL)""",
        """CREATE TABLE deal (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            evening INTEGER NOT NULL REFERENCES evening(id) ON DELETE CASCADE,
            place INTEGER NOT NULL,
            deal TEXT NOT NULL,
            about TEXT NOT NULL,
            draft TEXT)""",
        "CREATE INDEX deal_of_evening ON deal (evening, place)",
        """CREATE TABLE journal (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            evening INTEGER NOT NULL REFERENCES evening(id) ON DELETE CASCADE,
            at TEXT NOT NULL,
            words TEXT NOT NULL,
            back TEXT NOT NULL)""",
        "CREATE INDEX journal_of_evening ON journal (evening, id)",
        """CREATE TABLE draft (
            evening INTEGER PRIMARY KEY REFERENCES evening(id) ON DELETE CASCADE,
            revision INTEGER NOT NULL,
            content TEXT NOT NULL)""",
        """CREATE TABLE draft_before (
            evening INTEGER NOT NULL REFERENCES evening(id) ON DELETE CASCADE,
            revision INTEGER NOT NULL,
            content TEXT NOT NULL,
            PRIMARY KEY (evening, revision))""",
        """CREATE TABLE picture (
            id TEXT PRIMARY KEY,
            evening INTEGER NOT NULL REFERENCES evening(id) ON DELETE CASCADE,
            created TEXT NOT NULL,
            seat TEXT,
            kind TEXT NOT NULL,
            status TEXT NOT NULL,
            message TEXT NOT NULL DEFAULT '',
            width INTEGER,
            height INTEGER,
            reading TEXT,
            in_draft INTEGER NOT NULL DEFAULT 1)""",
        "CREATE INDEX picture_of_evening ON picture (evening, in_draft)",
        "CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    ),
    (
        # hands and totals of a list's line; empty: to be worked out
        "ALTER TABLE evening ADD COLUMN summary TEXT",
    ),
)
"""Statements that lead from each version to the next; the first makes an empty file's tables."""

NEWEST: Final = len(MIGRATIONS)


class StoreError(UserError):
    """The evenings on the disk cannot be used; the message says why and what to do."""

    code = "store"


def migrate(connection: sqlite3.Connection, newest: int = NEWEST) -> None:
    """Brings a database to the newest version, each step whole or not at all.

    Raises:
        StoreError: it was written by a newer tilescore.
    """
    version = _version(connection)
    if version > NEWEST:
        raise StoreError(
            f"The evenings were kept by a newer tilescore (version {version} of their form, this "
            f"one knows {NEWEST}): install the newer one again, or name another folder with --data."
        )
    for number in range(version, newest):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in MIGRATIONS[number]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # a full disk ends it without being asked
                connection.execute("ROLLBACK")
            raise


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])
