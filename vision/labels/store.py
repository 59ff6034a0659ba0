"""The labels of a folder while they are edited: saved at every change, undone without limit.

``labels.jsonl`` is a snapshot; `vision.labels.history` has every change since, and all before, so
that undoing goes on after a restart. A kill at any moment loses no change that was answered.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from vision.errors import OutputError, why_unreadable
from vision.labels.history import (
    AFTER,
    BEFORE,
    CHANGE,
    HISTORY_NAME,
    PROPOSAL,
    REDO,
    SNAPSHOT,
    UNDO,
    History,
    applied,
    difference,
)
from vision.labels.lines import LABELS_NAME, write_whole
from vision.labels.parse import LabelError, parse_picture
from vision.labels.record import PictureLabel, picture_json

Json = dict[str, Any]
LOCK_NAME: Final = ".labels.lock"
CHANGES_UNTIL_SNAPSHOT: Final = 500


class LabelStore:
    """The labels of one folder, by picture. Use as a context: it is locked while it is open.

    Not safe for several threads at once.
    """

    def __init__(self, folder: Path) -> None:
        """Opens the folder and brings the snapshot up to date.

        Raises:
            OutputError: It cannot be written, or another process edits it.
            LabelError: The label file or its history is damaged.
        """
        self.folder = folder
        self.path = folder / LABELS_NAME
        self._lock = _locked(folder)
        try:
            self._records = _read_snapshot(self.path)
            self._seen = _stamp(self.path)
            self._history = History(folder / HISTORY_NAME)
            self._done: list[int] = []
            self._undone: list[int] = []
            self._since = 0
            self._replay()
            if self._since:
                self.snapshot()
        except BaseException:
            self._lock.close()
            raise

    def __enter__(self) -> LabelStore:
        """Nothing more to do."""
        return self

    def __exit__(self, *_: object) -> None:
        """Writes the snapshot and frees the folder."""
        self.close()

    def close(self) -> None:
        """Writes the snapshot and frees the folder."""
        try:
            if self._since:
                self.snapshot()
        finally:
            self._history.close()
            self._lock.close()

    @property
    def files(self) -> list[str]:
        """Pictures that have a record, in the label file's order."""
        return list(self._records)

    @property
    def undoable(self) -> int:
        """How many changes can be undone."""
        return len(self._done)

    @property
    def redoable(self) -> int:
        """How many undone changes can be made again."""
        return len(self._undone)

    def raw(self, file: str) -> Json | None:
        """A picture's record as JSON, unchecked and not to be changed; None where it has none."""
        return self._records.get(file)

    def label(self, file: str) -> PictureLabel | None:
        """A picture's record; None where it has none.

        Raises:
            LabelError: The label file's record does not fit the documented form.
        """
        record = self._records.get(file)
        return None if record is None else parse_picture(record, f"{LABELS_NAME}, {file}")

    def labels(self) -> list[PictureLabel]:
        """Every record.

        Raises:
            LabelError: One does not fit the documented form.
        """
        return [parse_picture(r, f"{LABELS_NAME}, {f}") for f, r in self._records.items()]

    def change(self, labels: Iterable[PictureLabel]) -> None:
        """Replaces the records of one or several pictures: one change for undo.

        Raises:
            OutputError: It cannot be written; then nothing has changed.
        """
        place = self._write(CHANGE, self._patches(labels))
        if place is not None:
            self._done.append(place)
            self._undone.clear()

    def propose(self, label: PictureLabel) -> bool:
        """Takes the model's proposal for a picture that has no record yet; whether it was taken."""
        if label.file in self._records:
            return False
        self._write(PROPOSAL, self._patches([label]))
        return True

    def undo(self) -> tuple[str, ...]:
        """Takes the last change back; the pictures concerned, none where there is none."""
        if not self._done:
            return ()
        place = self._done[-1]
        patches = _reversed(self._history.at(place))
        self._write(UNDO, patches)
        self._undone.append(self._done.pop())
        return tuple(patches)

    def redo(self) -> tuple[str, ...]:
        """Makes the change again that was undone last; the pictures concerned."""
        if not self._undone:
            return ()
        patches = self._history.at(self._undone[-1])
        self._write(REDO, patches)
        self._done.append(self._undone.pop())
        return tuple(patches)

    def snapshot(self) -> None:
        """Writes the label file anew, as a whole, and marks it in the history.

        A kill between the two is harmless: the changes since the last mark set the same values.
        Records that another program added to the file in the meantime are kept.

        Raises:
            OutputError: It cannot be written; the history has everything all the same.
        """
        if _stamp(self.path) != self._seen:
            for file, record in _read_snapshot(self.path).items():
                self._records.setdefault(file, record)
        lines = (json.dumps(r, ensure_ascii=False, separators=(",", ":")) for r in self.records())
        write_whole(self.path, "".join(f"{line}\n" for line in lines).encode())
        _sync(self.folder)
        self._seen = _stamp(self.path)
        self._history.append(SNAPSHOT, {})
        self._since = 0

    def records(self) -> list[Json]:
        """Every record as JSON."""
        return list(self._records.values())

    def _patches(self, labels: Iterable[PictureLabel]) -> Json:
        patches = {}
        for label in labels:
            patch = difference(self._records.get(label.file), _plain(picture_json(label)))
            if patch["fields"] or patch["tiles"]:
                patches[label.file] = patch
        return patches

    def _write(self, kind: str, patches: Json) -> int | None:
        """Writes patches down, then takes them over."""
        if not patches:
            return None
        place = self._history.append(kind, patches)
        self._apply(patches)
        self._since += 1
        if self._since >= CHANGES_UNTIL_SNAPSHOT:
            with suppress(OutputError):  # the history has it; the next snapshot may succeed
                self.snapshot()
        return place

    def _apply(self, patches: Json) -> None:
        for file, patch in patches.items():
            record = applied(self._records.get(file), patch, AFTER)
            if record is None:
                self._records.pop(file, None)
            else:
                self._records[file] = record

    def _replay(self) -> None:
        """Applies what the snapshot may lack and finds what can be undone."""
        waiting: list[bytes] = []
        for place, kind, line in self._history.lines():
            if kind == SNAPSHOT:
                waiting.clear()
                continue
            waiting.append(line)
            if kind == CHANGE:
                self._done.append(place)
                self._undone.clear()
            elif kind in (UNDO, REDO):
                source, target = self._done, self._undone
                if kind == REDO:
                    source, target = target, source
                if not source:
                    raise LabelError(f"{self._history.path} is damaged; move it away to go on.")
                target.append(source.pop())
        for line in waiting:
            self._apply(self._history.patches(line))
        self._since = len(waiting)


def _reversed(patches: Json) -> Json:
    def turned(pairs: Mapping[str, Any]) -> Json:
        return {name: [pair[AFTER], pair[BEFORE]] for name, pair in pairs.items()}

    return {
        file: {"fields": turned(patch["fields"]), "tiles": turned(patch["tiles"])}
        for file, patch in patches.items()
    }


def _plain(record: Json) -> Json:
    """The record as it comes back from the file: without nulls, lists for tuples."""
    kept = {name: value for name, value in record.items() if value is not None}
    plain: Json = json.loads(json.dumps(kept))
    return plain


def _read_snapshot(path: Path) -> dict[str, Json]:
    """The label file's records by picture, each checked only when it is asked for."""
    if not path.exists():
        return {}
    records: dict[str, Json] = {}
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise LabelError(f"{path} cannot be read: {why_unreadable(error)}.") from error
    with _uncollected():
        for number, line in enumerate(text.split("\n"), 1):
            if not line.strip():
                continue
            record = _record(line, f"{path.name} line {number}")
            if record["file"] in records:
                raise LabelError(f"{path.name}: the picture {record['file']} is there twice.")
            records[record["file"]] = record
    return records


@contextmanager
def _uncollected() -> Iterator[None]:
    """While many values are made that all stay: looking for garbage is most of the time.

    They are never searched for any later, either.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was:
            gc.enable()


def _record(line: str, where: str) -> Json:
    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise LabelError(f"{where}: that is no JSON ({error}).") from error
    if not isinstance(record, dict) or not isinstance(record.get("file"), str):
        raise LabelError(f'{where}: the field "file" is missing.')
    if not _has_tiles(record):
        parse_picture(record, where)  # says in full what is wrong
    return record


def _has_tiles(record: Json) -> bool:
    """Whether patches can name the record's tiles."""
    tiles = record.get("tiles")
    if not isinstance(tiles, list):
        return False
    return all(isinstance(tile, dict) and type(tile.get("id")) is int for tile in tiles)


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return (0, 0)
    return (status.st_mtime_ns, status.st_size)


def _locked(folder: Path) -> IO[bytes]:
    """Claims the folder for this process; the system frees it however the process ends."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / LOCK_NAME).open("a+b")
    except OSError as error:
        raise OutputError(f"The folder {folder} cannot be written ({error.strerror}).") from error
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise OutputError(
            f"Another tilescore edits the labels in {folder}: end it first, then try again."
        ) from error
    return file


def _sync(folder: Path) -> None:
    """So that the renaming lasts, too; only POSIX systems can say so of a folder."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
