"""A folder on the desk: its pictures, their labels, the model's proposals and its doubts."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from vision.app.label_page.background import MODULE, Background, Job
from vision.app.label_page.pictures import PictureViews
from vision.app.label_page.proposals import Proposals
from vision.app.label_page.sources import pictures_in, session_of
from vision.app.web.reading_queue import ReadingProcess
from vision.app.web.refusal import refuse
from vision.errors import UserError
from vision.labels.formats.common import picture_size
from vision.labels.parse import parse_picture
from vision.labels.record import PictureLabel, TileLabel, picture_json
from vision.labels.store import LabelStore

Json = dict[str, Any]
COMING: Final = 40
"""Pictures whose names the page is told in advance."""
ON_A_SHEET: Final = 6
SURE: Final = 0.9
"""The page calls tiles doubtful of which the model is less certain."""
CHANGED: Final = "This picture was changed in another window; it is shown as it is now."


@dataclass(frozen=True, slots=True)
class DeskOptions:
    """How a folder is opened."""

    folder: Path
    models: Path | None = None
    threads: int = 2
    reads: bool = True
    """Whether the model proposes."""


class Desk:
    """One folder being labelled. Use as a context. May be asked from any thread."""

    def __init__(self, options: DeskOptions) -> None:
        """Opens the folder.

        Raises:
            OutputError: it cannot be written or is open elsewhere.
            LabelError: its labels are damaged.
        """
        self.options = options
        self.folder = options.folder
        self.store = LabelStore(self.folder)
        self.lock = threading.RLock()
        self.files = pictures_in(self.folder)
        self.views = PictureViews(self.folder)
        self.proposals = Proposals(self.folder)
        self.judged: dict[str, tuple[tuple[TileLabel, ...], list[Any]]] = {}
        """Tiles as they were judged, with the reading process's judgements."""
        self.judging = False
        self._stale = set(self.store.files)
        self._known = set(self.files)
        self._revisions: dict[str, int] = {}
        self._wanted: str | None = None
        self._unread = [f for f in reversed(self.files) if self.proposals.get(f) is None]
        told = [f"--threads={options.threads}"]
        told += [f"--models={options.models}"] if options.models else []
        process = ReadingProcess(told, MODULE)
        self._background = Background(process, self._next_job, self._answered)

    def __enter__(self) -> Desk:
        """Begins to propose."""
        if self.options.reads:
            self._background.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Ends proposing, writes the label file and frees the folder."""
        self._background.stop()
        with self.lock:
            self.store.close()

    def known(self, file: str) -> str:
        """The name, if it is one of this folder's pictures.

        Raises:
            RefusalError: it is not.
        """
        if file not in self._known:
            raise refuse(404, "no_picture", "There is no such picture in this folder.")
        return file

    def overview(self) -> Json:
        """How far the work is, and the pictures that come next."""
        with self.lock:
            checked = sum(self.is_checked(file) for file in self.files)
            read = sum(self.proposals.get(file) is not None for file in self.files)
            return {
                "folder": str(self.folder),
                "total": len(self.files),
                "checked": checked,
                "read": read,
                "reads": self.options.reads,
                "undo": self.store.undoable,
                "redo": self.store.redoable,
                "coming": self._order()[:COMING],
            }

    def is_checked(self, file: str) -> bool:
        """Whether a person has said that the picture's labels are right."""
        record = self.store.raw(file)
        return record is not None and record.get("checked", True)

    def _order(self) -> list[str]:
        """Unchecked pictures: those read with the most doubt first, then those still to be read."""
        waiting = [file for file in self.files if not self.is_checked(file)]
        doubts = {file: self._doubt(file) for file in waiting}
        return sorted(waiting, key=lambda file: -doubts[file])

    def _doubt(self, file: str) -> float:
        kept = self.proposals.get(file)
        return -1.0 if kept is None else float(kept.get("doubt", 0.0))

    def pictures(self, start: int, count: int, words: str) -> Json:
        """A part of the list of all pictures whose names contain the words."""
        with self.lock:
            found = [f for f in self.files if words.lower() in f.lower()]
            rows = [self._row(file) for file in found[start : start + count]]
            return {"total": len(found), "pictures": rows}

    def _row(self, file: str) -> Json:
        record = self.store.raw(file) or {}
        return {
            "file": file,
            "tiles": len(record.get("tiles", ())),
            "checked": self.is_checked(file),
        }

    def picture(self, file: str) -> Json:
        """All that the page needs to show one picture; it is read next if it was not yet.

        Raises:
            LabelError: its record or its file is damaged.
        """
        with self.lock:
            kept = self.proposals.get(file)
            if kept is None:
                self._wanted = file
                self._background.wake()
            kept = kept or {}
            return {
                "record": picture_json(self.label(file)),
                "revision": self._revisions.get(file, 0),
                "read": bool(kept),
                "error": kept.get("error"),
                "finds": kept.get("finds", []),
                "alternatives": kept.get("alternatives", {}),
                "doubtful": kept.get("doubtful", []),
            }

    def label(self, file: str) -> PictureLabel:
        """The picture's record, an empty one where it has none.

        Raises:
            LabelError: its record or its file is damaged.
        """
        label = self.store.label(file)
        if label is None:
            width, height = picture_size(self.folder / file)
            session = session_of(file, self.folder)
            label = PictureLabel(file, width, height, session=session, checked=False)
        return label

    def change(self, file: str, record: object, revision: object) -> Json:
        """Takes a picture's record from the page.

        Raises:
            RefusalError: it was changed elsewhere in the meantime, or is another picture's.
            LabelError: it does not fit the documented form.
        """
        label = parse_picture(record, "The page")
        with self.lock:
            if revision != self._revisions.get(file, 0):
                raise refuse(409, "changed", CHANGED)
            there = self.label(file)
            if (label.file, label.width, label.height) != (file, there.width, there.height):
                raise refuse(400, "bad_value", "These are the labels of another picture.")
            self.store.change([label])
            self._moved([file])
            return self._state([file])

    def undo(self, *, redo: bool = False) -> Json:
        """Takes the last change back, or makes it again."""
        with self.lock:
            files = list(self.store.redo() if redo else self.store.undo())
            self._moved(files)
            return self._state(files)

    def rename(self, tiles: list[tuple[str, int]], code: str) -> Json:
        """Gives many tiles one code: one change for undo.

        Raises:
            RefusalError: a tile is not there any more.
        """
        chosen: dict[str, set[int]] = {}
        for file, number in tiles:
            chosen.setdefault(self.known(file), set()).add(number)
        with self.lock:
            labels = [_renamed(self.label(f), numbers, code) for f, numbers in chosen.items()]
            self.store.change(labels)
            self._moved(list(chosen))
            return self._state(list(chosen))

    def confirm(self, files: list[str]) -> Json:
        """Says that the labels of these pictures are right: one change for undo."""
        with self.lock:
            labels = [replace(self.label(self.known(f)), checked=True) for f in files]
            self.store.change(labels)
            self._moved(files)
            return self._state(files)

    def sheet(self) -> list[str]:
        """The next pictures to be looked at together: read, unchecked, the most certain first."""
        with self.lock:
            read = [f for f in reversed(self._order()) if self._doubt(f) >= 0]
            return ([f for f in read if self._is_sure(f)] or read)[:ON_A_SHEET]

    def _is_sure(self, file: str) -> bool:
        tiles = (self.store.raw(file) or {}).get("tiles", ())
        doubtful = (self.proposals.get(file) or {}).get("doubtful")
        return not doubtful and all((t.get("confidence") or 1.0) >= SURE for t in tiles)

    def refresh(self) -> None:
        """Lists the folder anew, after pictures have come."""
        with self.lock:
            self.files = pictures_in(self.folder)
            self._known = set(self.files)
            self._unread = [f for f in reversed(self.files) if self.proposals.get(f) is None]
        self._background.wake()

    def changed(self, files: list[str]) -> None:
        """Labels came in by another way than the page's."""
        with self.lock:
            self._moved(files)

    def judge(self) -> None:
        """Has every label judged that is not yet, or has changed since."""
        with self.lock:
            self.judging = True
        self._background.wake()

    def _moved(self, files: list[str]) -> None:
        for file in files:
            self._revisions[file] = self._revisions.get(file, 0) + 1
            self._stale.add(file)
        if self.judging:
            self._background.wake()

    def _state(self, files: list[str]) -> Json:
        revisions = {file: self._revisions.get(file, 0) for file in files}
        undo, redo = self.store.undoable, self.store.redoable
        return {"files": files, "revisions": revisions, "undo": undo, "redo": redo}

    def _next_job(self) -> Job | None:
        with self.lock:
            if self._wanted is not None:
                file, self._wanted = self._wanted, None
                if self.proposals.get(file) is None:
                    return file, self._proposing(file)
            while self._unread:
                file = self._unread.pop()
                if self.proposals.get(file) is None:
                    return file, self._proposing(file)
            return self._judging_job() if self.judging else None

    def _proposing(self, file: str) -> Json:
        return {"path": str(self.folder / file), "file": file}

    def _judging_job(self) -> Job | None:
        while self._stale:
            file = self._stale.pop()
            label = self.label_or_none(file)
            if label is None or not label.tiles or file not in self._known:
                self.judged.pop(file, None)
                continue
            quads, codes = [t.quad for t in label.tiles], [t.code for t in label.tiles]
            self.judged[file] = label.tiles, []
            return file, {"path": str(self.folder / file), "quads": quads, "codes": codes}
        return None

    @property
    def unjudged(self) -> int:
        """How many pictures' labels wait to be judged."""
        return len(self._stale)

    def label_or_none(self, file: str) -> PictureLabel | None:
        """The record of a picture, None where it has none that can be read."""
        try:
            return self.store.label(file)
        except UserError:
            return None

    def _answered(self, file: str, request: Mapping[str, Any], answer: Json) -> None:
        with self.lock:
            if "quads" in request:
                self.judged[file] = self.judged[file][0], answer.get("judged", [])
                return
            self.proposals.add(file, answer)
            if "label" in answer and file in self._known:
                label = parse_picture(answer["label"], "The reader")
                label = replace(label, session=session_of(file, self.folder))
                if self.store.propose(label):
                    self._moved([file])


def _renamed(label: PictureLabel, numbers: set[int], code: str) -> PictureLabel:
    if not numbers <= {tile.id for tile in label.tiles}:
        raise refuse(409, "changed", CHANGED)
    tiles = tuple(_named(t, code) if t.id in numbers else t for t in label.tiles)
    return replace(label, tiles=tiles)


def _named(tile: TileLabel, code: str) -> TileLabel:
    return replace(tile, code=code, by="person", confidence=None)
