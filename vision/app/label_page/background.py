"""The thread that has pictures read and labels judged, one after the other, the urgent first."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any, Final

from vision.app.web.reading_queue import ReaderFailedError, ReadingProcess

Json = dict[str, Any]
MODULE: Final = "vision.app.label_page.reading"
Job = tuple[str, Json]


class Background:
    """Asks ``next_job`` for work until there is none, and again whenever it is woken."""

    def __init__(
        self,
        process: ReadingProcess,
        next_job: Callable[[], Job | None],
        done: Callable[[str, Json, Json], None],
    ) -> None:
        """A job is a picture's name and the request; ``done`` gets both and the answer."""
        self._process, self._next_job, self._done = process, next_job, done
        self._wake = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="proposals", daemon=True)

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def wake(self) -> None:
        """There may be work."""
        self._wake.set()

    def stop(self) -> None:
        """Ends the thread and the process."""
        self._stopping = True
        self._wake.set()
        self._process.stop()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def _run(self) -> None:
        try:
            self._process.start()
        except ReaderFailedError as error:
            print(f"tilescore: nothing can be proposed: {error}", file=sys.stderr, flush=True)
            return
        while not self._stopping:
            job = self._next_job()
            if job is None:
                self._wake.wait()
                self._wake.clear()
                continue
            file, request = job
            try:
                answer = self._process.ask(request)
            except ReaderFailedError as error:
                answer = {"error": str(error)}
            if not self._stopping:
                self._done(file, request, answer)
