"""What was changed in a folder's labels, line by line: read back after any kill, never rewritten.

Every line is one change: for each picture the fields and tiles that differ, with the value before
and after. To apply a line sets values, so a line applied once more changes nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from vision.errors import OutputError
from vision.labels.parse import LabelError

Json = dict[str, Any]
BEFORE: Final = 0
AFTER: Final = 1
HISTORY_NAME: Final = "labels.history.jsonl"
SNAPSHOT: Final = "snapshot"
"""The label file holds everything up to this line."""
PROPOSAL: Final = "proposal"
"""The model's, which a person's undo does not take back."""
CHANGE: Final = "change"
UNDO: Final = "undo"
REDO: Final = "redo"


def difference(before: Json | None, after: Json | None) -> Json:
    """What turns one record into the other and back; None is a picture without a record."""
    old, new = before or {}, after or {}
    names = [name for name in {**old, **new} if name != "tiles"]
    fields = {n: [old.get(n), new.get(n)] for n in names if old.get(n) != new.get(n)}
    old_tiles, new_tiles = _tiles(old), _tiles(new)
    tiles = {
        i: [old_tiles.get(i), new_tiles.get(i)]
        for i in {**old_tiles, **new_tiles}
        if old_tiles.get(i) != new_tiles.get(i)
    }
    return {"fields": fields, "tiles": tiles}


def applied(record: Json | None, patch: Mapping[str, Any], side: int) -> Json | None:
    """The record with the values that the patch had `BEFORE` or has `AFTER`."""
    fields = {n: value for n, value in (record or {}).items() if n != "tiles"}
    tiles = _tiles(record or {})
    for target, pairs in ((fields, patch["fields"]), (tiles, patch["tiles"])):
        for name, pair in pairs.items():
            target.pop(name, None) if pair[side] is None else target.update({name: pair[side]})
    if "file" not in fields:
        return None
    return {**fields, "tiles": sorted(tiles.values(), key=lambda tile: int(tile["id"]))}


def _tiles(record: Mapping[str, Any]) -> dict[str, Json]:
    return {str(tile["id"]): tile for tile in record.get("tiles", ())}


class History:
    """The file of changes. What `append` has returned from is on the disk."""

    def __init__(self, path: Path) -> None:
        """Opens it; a line whose writing was cut off never happened.

        Raises:
            OutputError: It cannot be written.
        """
        self.path = path
        try:
            self._file = path.open("a+b")
            self._size = self._whole()
            self._file.truncate(self._size)
        except OSError as error:
            raise _unwritable(path, error) from error

    def _whole(self) -> int:
        """Bytes up to the end of the last whole line."""
        end = self._file.seek(0, os.SEEK_END)
        while end:
            start = max(0, end - 65536)
            self._file.seek(start)
            at = self._file.read(end - start).rfind(b"\n")
            if at >= 0:
                return start + at + 1
            end = start
        return 0

    def lines(self) -> Iterator[tuple[int, str, bytes]]:
        """Every line with its place and its kind, oldest first."""
        self._file.seek(0)
        place = 0
        for line in self._file:
            yield place, _kind(line), line
            place += len(line)

    def at(self, place: int) -> Json:
        """The patches, by picture, of the line at a place.

        Raises:
            LabelError: It is damaged.
        """
        self._file.seek(place)
        return self.patches(self._file.readline())

    def patches(self, line: bytes) -> Json:
        """The patches of a line, by picture.

        Raises:
            LabelError: It is damaged.
        """
        try:
            found: Json = json.loads(line)["pictures"]
        except (ValueError, KeyError, TypeError) as error:
            raise LabelError(
                f"{self.path} is damaged ({error}); move it away to go on from "
                "the label file beside it."
            ) from error
        return found

    def append(self, kind: str, pictures: Mapping[str, Any]) -> int:
        """Writes a line down for good; its place.

        Raises:
            OutputError: The disk is full or gone; then the line is not there.
        """
        content = {"do": kind, "pictures": pictures}
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        line = text.encode() + b"\n"
        place = self._size
        try:
            self._file.seek(0, os.SEEK_END)
            self._file.write(line)
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            self._take_back()
            raise _unwritable(self.path, error) from error
        self._size += len(line)
        return place

    def _take_back(self) -> None:
        """Removes what was half written, and what the buffer still holds of it."""
        path = self.path
        with suppress(OSError):
            self._file.close()
        os.truncate(path, self._size)
        self._file = path.open("a+b")

    def close(self) -> None:
        """Lets go of the file."""
        self._file.close()


def _kind(line: bytes) -> str:
    head = line[:40].split(b'"', 4)
    return head[3].decode("ascii", "replace") if len(head) == 5 else ""


def _unwritable(path: Path, error: OSError) -> OutputError:
    reason = error.strerror or error
    return OutputError(f"{path} cannot be written ({reason}); make room or choose another folder.")
