"""The parts of the server, put together and taken apart."""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Final

from vision.app.web.database import usable
from vision.app.web.disk import DiskLog
from vision.app.web.draft import Draft
from vision.app.web.evenings import Evenings
from vision.app.web.events import Hub
from vision.app.web.joining import Door, new_code
from vision.app.web.keeping import keep_readings
from vision.app.web.live import Live
from vision.app.web.migrations import StoreError
from vision.app.web.picture_files import PictureFiles
from vision.app.web.reading_queue import Job, ReadingProcess, ReadingQueue
from vision.app.web.security import Guard, own_names
from vision.app.web.store import Store
from vision.app.web.teller import Teller

Json = dict[str, Any]
VARIABLE: Final = "TILESCORE_DATA"
LOCK_NAME: Final = "in-use.lock"
PICTURES: Final = "pictures"
TRAINING: Final = "training"
KEEP: Final = "keep"
BEGUN: Final = "begun"


def data_folder(given: Path | None) -> Path:
    """Where the evenings are kept: ``--data``, the variable, or the user's data folder."""
    if given is not None:
        return given
    variable = os.environ.get(VARIABLE)
    if variable:
        return Path(variable)
    from platformdirs import user_data_path

    return user_data_path("tilescore", appauthor=False)


def lock_folder(folder: Path) -> IO[bytes]:
    """Claims a data folder for this process; the system frees it however the process ends.

    Raises:
        StoreError: another process has it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / LOCK_NAME).open("a+b")
    except OSError as error:
        raise StoreError(
            f"The folder {folder} cannot be written ({error.strerror}): name another with --data."
        ) from error
    try:
        _try_lock(file)
    except OSError as error:
        file.close()
        raise StoreError(
            f"Another tilescore keeps its evening in {folder}: end it first, or name another "
            "folder with --data."
        ) from error
    return file


def _try_lock(file: IO[bytes]) -> None:
    if sys.platform == "win32":
        import msvcrt

        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@dataclass(frozen=True, slots=True)
class Options:
    """How the server is to run."""

    data: Path
    models: Path | None = None
    threads: int = 2
    tile_set: str | None = None
    """Name of the taught set that all pictures show; None: where one is recognised."""
    sets_folder: Path | None = None
    lan: bool = False
    new_code: bool = False
    version: str = ""
    reads: bool = True
    """Whether pictures will come that must be read."""

    def of_reader(self) -> list[str]:
        """The options of the process that reads pictures."""
        told = {
            "--models": self.models,
            "--threads": self.threads,
            "--set": self.tile_set,
            "--sets-folder": self.sets_folder,
        }
        return [f"{name}={value}" for name, value in told.items() if value is not None]


class Site:
    """One data folder being served. Use as a context: it is locked while it is open."""

    def __init__(self, options: Options) -> None:
        """Opens the folder.

        Raises:
            StoreError: it cannot be used.
        """
        self.options = options
        self.folder = options.data
        self._lock = lock_folder(self.folder)
        self.store = Store(self.folder)
        with usable(self.folder):
            self.files = PictureFiles(self.folder / PICTURES)
        self.disk = DiskLog()
        self.hub = Hub()
        self.live = Live(lambda data: self.hub.tell_all("live", data))
        self.evenings = Evenings(self.store, self.hub.tell)
        self.teller = Teller(self.evenings.tell_draft, self.disk)
        self.process = ReadingProcess(options.of_reader())
        self.queue = ReadingQueue(self.process, moved=self._moved, done=self._read)
        self.evenings.pictures.places = self.queue.waiting
        self.evenings.confirmed = self._confirmed
        with usable(self.folder):
            self.door = self._door() if options.lan else None
        self.addresses: tuple[str, ...] = ()
        """Where phones in the local network find the page."""
        self.held: set[str] = set()
        """Pictures that the camera took and that wait for the draft to be free."""
        self.guard = Guard(own_names(options.lan), self.door)
        with usable(self.folder):
            self._sweep()

    def __enter__(self) -> Site:
        """Begins to tell, and to read what waits, if pictures are to be read."""
        self.teller.start()
        if not self.options.reads:
            return self
        for picture, evening in self.store.pictures.unread():
            self.queue.add(self._job(picture, evening))
        self.queue.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Ends everything and frees the folder."""
        self.hub.close()
        self.queue.stop()
        self.teller.stop()
        self.store.close()
        self._lock.close()

    @property
    def keep(self) -> bool:
        """Whether readings are kept for training."""
        return self.store.setting(KEEP) == "yes"

    def set_keep(self, keep: bool) -> None:
        """Sets whether readings are kept for training."""
        self.store.set_setting(KEEP, "yes" if keep else "no")

    def picture_came(self, evening: int, picture: str, seat: str | None, kind: str) -> None:
        """A picture whose file is kept: it waits for its turn."""
        self.evenings.pictures.add(evening, picture, seat, kind)
        self.queue.add(self._job(picture, evening))
        self.teller.draft_changed(evening)

    def _job(self, picture: str, evening: int) -> Job:
        row = self.store.pictures.get(picture)
        seat = row.seat if row else None
        original, view = self.files.original(picture), self.files.view(picture)
        return Job(picture, evening, original, view, seat)

    def _moved(self, jobs: Sequence[Job]) -> None:
        """The queue has moved up."""
        for evening in {job.evening for job in jobs}:
            self.teller.draft_changed(evening)

    def _read(self, job: Job, answer: Json) -> None:
        if "error" in answer:
            self.store.pictures.set_failed(job.picture, answer["error"])
        else:
            self.evenings.pictures.read(job.picture, answer["reading"])
        self.teller.draft_changed(job.evening)

    def _confirmed(self, evening: int, draft: Draft) -> None:
        if self.keep:
            keep_readings(self.folder / TRAINING, self.store, self.files, evening, draft)
        self.remove_unused(evening)

    def remove_unused(self, evening: int | None = None) -> None:
        """Removes pictures that nothing names any more: the row first, then its files."""
        for picture in self.evenings.pictures.unused(evening):
            if picture not in self.queue.waiting() and picture not in self.held:
                self.store.pictures.delete(picture)
                self.files.remove(picture)

    def _sweep(self) -> None:
        """After a crash: files without a row, rows that nothing names."""
        self.remove_unused()
        self.files.sweep({row[0] for row in self.store.pictures.all()}, self._begun())

    def _begun(self) -> float:
        """When these evenings were begun, seconds of the epoch."""
        begun = self.store.setting(BEGUN)
        if begun is None:
            begun = str(time.time())
            self.store.set_setting(BEGUN, begun)
        return float(begun)

    def _door(self) -> Door:
        code, secret = self.store.setting("code"), self.store.setting("secret")
        if code is None or secret is None or self.options.new_code:
            code, secret = new_code(), secrets.token_hex(32)
            with self.store.change():
                self.store.set_setting("code", code)
                self.store.set_setting("secret", secret)
        return Door(code, secret)
