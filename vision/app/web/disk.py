"""What goes wrong with the disk in mid-game, as one sentence that says what to do; said once."""

from __future__ import annotations

import errno
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from vision.app.output import complain
from vision.app.web.migrations import StoreError

SAID_AGAIN: Final = 600.0
"""Seconds after which a trouble that lasts is said again on the server's own terminal."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One thing that a disk does."""

    code: str
    status: int
    """Of the answer to a request."""
    message: str
    at_start: str
    """What to do where it shows when the evenings are opened."""


FULL: Final = Trouble(
    "disk_full",
    507,
    "The computer's disk is full, so this was not written down. Make room on it (empty the bin, "
    "move films or photographs elsewhere), then do it again; what was confirmed before is kept.",
    "make room on that disk",
)
CLOSED: Final = Trouble(
    "disk_closed",
    507,
    "The computer does not let tilescore write in its folder any more, so this was not written "
    "down. Allow it again, then do it again; what was confirmed before is kept.",
    "let tilescore write there",
)
BUSY: Final = Trouble(
    "disk_busy",
    503,
    "Another program on the computer holds tilescore's file (a backup, perhaps), so this was not "
    "written down. Wait until it is done, then do it again.",
    "end the program that holds them",
)
DAMAGED: Final = Trouble(
    "damaged",
    500,
    "The evenings' file on the computer is damaged, so nothing more can be written down. Note the "
    "hands on paper, end tilescore there and start it again: it says what can be done.",
    "move the files evenings.sqlite3* elsewhere (sqlite3's .recover may mend them)",
)
GONE: Final = Trouble(
    "gone",
    500,
    "The evenings' file on the computer was moved, replaced or deleted, so this was not written "
    "down. Put it back where it was; if that cannot be, end tilescore and start it again.",
    "put the file back",
)
OTHER: Final = Trouble(
    "disk",
    507,
    "The computer's disk does not answer as it should, so this was not written down. See to it, "
    "then do it again; what was confirmed before is kept.",
    "make room or mend it",
)
_BY_NUMBER: Final = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EFBIG: FULL,
    errno.EACCES: CLOSED,
    errno.EPERM: CLOSED,
    errno.EROFS: CLOSED,
}
_BY_WORDS: Final = (
    ("full", FULL),
    ("readonly", CLOSED),
    ("unable to open", CLOSED),
    ("locked", BUSY),
    ("malformed", DAMAGED),
    ("not a database", DAMAGED),
    ("no such table", DAMAGED),
    ("no such column", DAMAGED),
)
"""What SQLite says; its numbers are not known to every Python that this runs on."""


class DiskError(StoreError):
    """The disk does not do what it should while the evening is played."""

    def __init__(self, trouble: Trouble, reason: str) -> None:
        super().__init__(trouble.message)
        self.trouble = trouble
        self.reason = reason
        """In the system's words."""


def disk_error(error: sqlite3.Error | OSError) -> DiskError:
    """The same trouble in plain words."""
    reason = str(error)
    if isinstance(error, OSError):
        return DiskError(_BY_NUMBER.get(error.errno or 0, OTHER), reason)
    found = (trouble for words, trouble in _BY_WORDS if words in reason)
    return DiskError(next(found, OTHER), reason)


class DiskLog:
    """Says each trouble once on the server's terminal, however many phones run into it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._said: dict[str, float] = {}
        self._lock = threading.Lock()

    def note(self, error: DiskError | sqlite3.Error | OSError) -> DiskError:
        """The trouble in plain words, said if it was not said lately."""
        plain = error if isinstance(error, DiskError) else disk_error(error)
        now, code = self._clock(), plain.trouble.code
        with self._lock:
            new = now - self._said.get(code, -SAID_AGAIN) >= SAID_AGAIN
            if new:
                self._said[code] = now
        if new:
            complain(f"{plain} ({plain.reason})")
        return plain
