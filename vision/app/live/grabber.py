"""Takes frames off a source on a thread of its own and keeps the newest alone.

Whoever reads a camera's frames slowly misses some, which are counted, and never falls behind;
a video waits. A source that is lost is opened again and again; meanwhile `Grabber.waiting` says in
words what it waits for.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.app.live.sources import Source
from vision.errors import UserError

RETRY: Final = 1.0
"""Seconds between two tries to open a source."""
PATIENCE: Final = 3.0
"""Seconds without a frame after which a live source is said to be silent."""
EMPTY_READS: Final = 5
"""Reads in a row without a frame after which a live source is lost."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One frame, and when it came."""

    image: NDArray[np.uint8]
    """(H, W, 3) uint8 BGR."""
    number: int
    """1 for the first frame of the source; those missed count too."""
    time: float
    """Seconds of the grabber's clock; for a source with a rate, of its own time."""
    arrived: float
    """Seconds of the grabber's clock."""


class Grabber:
    """Keeps the newest frame of a source. Use it as a context."""

    def __init__(
        self,
        source: Source,
        *,
        pace: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``pace``: whether a video is played no faster than it was taken."""
        self._source, self._pace, self._clock = source, pace, clock
        self._changed = threading.Condition()
        self._frame: Frame | None = None
        self._number = 0
        self._handed = 0
        self._missed = 0
        self._ended = False
        self._error: UserError | None = None
        self._stop = threading.Event()
        self._waiting: str | None = None
        self._since = clock()
        self._thread = threading.Thread(target=self._run, name="frames", daemon=True)

    def __enter__(self) -> Grabber:
        """Starts the thread."""
        self._since = self._clock()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stops the thread; one that hangs in a driver is left behind."""
        self._stop.set()
        with self._changed:
            self._changed.notify_all()
        self._thread.join(timeout=1.0)

    def next(self, timeout: float) -> Frame | None:
        """The newest frame that was not handed over yet, or None after ``timeout`` s.

        Raises:
            UserError: the source cannot be played at all.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._fresh() or self._ended, timeout)
            if self._error is not None:
                raise self._error
            if not self._fresh() or self._frame is None:
                return None
            self._missed += self._frame.number - self._handed - 1
            self._handed = self._frame.number
            self._changed.notify_all()
            return self._frame

    @property
    def ended(self) -> bool:
        """Whether no frame will come any more."""
        with self._changed:
            return self._ended and not self._fresh()

    @property
    def dropped(self) -> int:
        """Frames that came and were never handed over."""
        with self._changed:
            return self._missed

    @property
    def waiting(self) -> str | None:
        """What the source waits for, in words; None while frames come."""
        with self._changed:
            if self._waiting is not None:
                return self._waiting
            silent = self._clock() - self._since
        if self._ended or silent < PATIENCE:
            return None
        return f"waiting for {self._source.name}: it has sent nothing for {silent:.0f} s"

    def _fresh(self) -> bool:
        return self._frame is not None and self._frame.number > self._handed

    def _run(self) -> None:
        try:
            while not self._stop.is_set():
                opened_since = self._clock()
                waiting = self._source.open()
                if waiting is None:
                    self._say(None)
                    self._play()
                    if not self._source.live:
                        break
                    waiting = f"{self._source.name} is lost: waiting for it to come back"
                self._say(waiting)
                self._stop.wait(max(0.05, RETRY - (self._clock() - opened_since)))
        except UserError as error:
            self._error = error
        finally:
            self._source.close()
            with self._changed:
                self._ended = True
                self._changed.notify_all()

    def _say(self, waiting: str | None) -> None:
        with self._changed:
            self._waiting = waiting
            self._since = self._clock()
            self._changed.notify_all()

    def _play(self) -> None:
        """Reads frames until the source has no more, or is lost."""
        started, first, empty = self._clock(), self._number, 0
        while not self._stop.is_set():
            image = self._source.read()
            if image is None:
                empty += 1
                if not self._source.live or empty >= EMPTY_READS:
                    return
                self._stop.wait(0.05)
                continue
            empty = 0
            own_time = None
            if self._source.rate is not None:
                own_time = (self._number - first) / self._source.rate
                if self._pace:
                    self._stop.wait(max(0.0, started + own_time - self._clock()))
            self._hand_over(image, None if own_time is None else started + own_time)

    def _hand_over(self, image: NDArray[np.uint8], own_time: float | None) -> None:
        now = self._clock()
        with self._changed:
            if not self._source.live:
                self._changed.wait_for(lambda: not self._fresh() or self._stop.is_set())
            self._number += 1
            self._frame = Frame(image, self._number, now if own_time is None else own_time, now)
            self._since = now
            self._changed.notify_all()
