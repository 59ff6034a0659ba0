"""Tells of drafts whose pictures have got on, without making the reading wait for it."""

from __future__ import annotations

import threading
from collections.abc import Callable

from vision.app.output import complain
from vision.app.web.disk import DiskError, DiskLog
from vision.app.web.refusal import RefusalError


class Teller:
    """A thread that tells of changed drafts; several changes of one are told once."""

    def __init__(self, tell: Callable[[int], object], disk: DiskLog) -> None:
        self._tell, self._disk = tell, disk
        self._changed: set[int] = set()
        self._news = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="teller", daemon=True)

    def start(self) -> None:
        """Begins."""
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread."""
        with self._news:
            self._stopping = True
            self._news.notify_all()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def draft_changed(self, evening: int) -> None:
        """An evening's draft looks different now."""
        with self._news:
            self._changed.add(evening)
            self._news.notify_all()

    def _run(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(lambda: self._changed or self._stopping)
                if self._stopping:
                    return
                evenings, self._changed = self._changed, set()
            for evening in evenings:
                try:
                    self._tell(evening)
                except RefusalError:  # the evening is gone
                    continue
                except DiskError as error:
                    self._disk.note(error)
                except Exception as error:  # those who look on ask again when they come back
                    complain(f"A change was not told: {error!r}.")
