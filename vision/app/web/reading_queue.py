"""Pictures are read one after the other by one process; everybody sees how many are ahead."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from vision.app.output import complain

Json = dict[str, Any]
PATIENCE: Final = 120.0
"""Seconds after which a picture is given up: its file may hang a decoder."""
STARTING: Final = 180.0
"""Seconds that the process may take to load the networks."""
DIED: Final = "The picture cannot be read: it made the reader fail. Take it again."
HANGS: Final = "The picture cannot be read: it takes too long. Take it again, smaller."


@dataclass(frozen=True, slots=True)
class Job:
    """One picture to read."""

    picture: str
    evening: int
    path: Path
    view: Path
    seat: str | None


class ReaderFailedError(Exception):
    """The reading process died, hangs or does not start; the message is for people."""


class ReadingProcess:
    """A process of `vision.app.web.reading_process` or its like, started when first needed."""

    def __init__(
        self, options: Sequence[str], module: str = "vision.app.web.reading_process"
    ) -> None:
        self._command = [sys.executable, "-m", module, *options]
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int | None:
        """Its number, while it runs."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Starts it and waits until its networks are loaded.

        Raises:
            ReaderFailedError: it does not start.
        """
        if self._process is not None and self._process.poll() is None:
            return
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
            start_new_session=True,
        )  # fmt: skip
        answer = self._line(STARTING)
        if "error" in answer:
            self.stop()
            raise ReaderFailedError(answer["error"])

    def read(self, job: Job) -> Json:
        """``reading``, or ``error`` with a sentence.

        Raises:
            ReaderFailedError: the picture made it fail.
        """
        return self.ask({"path": str(job.path), "view": str(job.view), "seat": job.seat})

    def ask(self, request: Json) -> Json:
        """What the process answers; ``error`` is a sentence.

        Raises:
            ReaderFailedError: the picture made it fail.
        """
        self.start()
        process = self._process
        if process is None or process.stdin is None:
            raise ReaderFailedError(DIED)
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
        except OSError as error:
            raise ReaderFailedError(DIED) from error
        return self._line(PATIENCE)

    def stop(self) -> None:
        """Ends it."""
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()

    def _line(self, patience: float) -> Json:
        """The next answer; a process that hangs is ended, which ends the waiting."""
        process = self._process
        if process is None or process.stdout is None:
            raise ReaderFailedError(DIED)
        hung = threading.Event()

        def give_up() -> None:
            hung.set()
            process.kill()

        timer = threading.Timer(patience, give_up)
        timer.daemon = True
        timer.start()
        try:
            line = process.stdout.readline()
        except ValueError:  # closed: the server ends
            line = ""
        finally:
            timer.cancel()
        if not line:
            self.stop()
            raise ReaderFailedError(HANGS if hung.is_set() else DIED)
        answer: Json = json.loads(line)
        return answer


class ReadingQueue:
    """The pictures that wait, and the thread that has them read in order."""

    def __init__(
        self,
        process: ReadingProcess,
        *,
        moved: Callable[[Sequence[Job]], None],
        done: Callable[[Job, Json], None],
    ) -> None:
        """``moved`` gets the job now read and those that wait; ``done`` what came of one."""
        self._process = process
        self._moved, self._done = moved, done
        self._jobs: list[Job] = []
        self._changed = threading.Condition()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="reading", daemon=True)

    def start(self) -> None:
        """Begins; the networks are loaded before the first picture comes."""
        self._thread.start()

    def stop(self) -> None:
        """Ends the thread and the process."""
        with self._changed:
            self._stopping = True
            self._changed.notify_all()
        self._process.stop()
        if self._thread.is_alive():
            self._thread.join(timeout=5)

    def add(self, job: Job) -> int:
        """Puts a picture at the end; how many are ahead of it."""
        with self._changed:
            self._jobs.append(job)
            self._changed.notify_all()
            return len(self._jobs) - 1

    def waiting(self) -> list[str]:
        """Ids of the pictures that wait, first the one being read."""
        with self._changed:
            return [job.picture for job in self._jobs]

    def drop(self, picture: str) -> None:
        """Forgets a picture that nobody wants read any more, unless it is being read."""
        with self._changed:
            self._jobs[1:] = [job for job in self._jobs[1:] if job.picture != picture]

    def _run(self) -> None:
        self._warm_up()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._jobs or self._stopping)
                if self._stopping:
                    return
                job, jobs = self._jobs[0], list(self._jobs)
            self._moved(jobs)
            try:
                answer = self._process.read(job)
            except ReaderFailedError as error:
                answer = {"error": str(error)}
            if self._stopping:
                return
            try:
                self._done(job, answer)
            except Exception as error:  # such as a full disk: the next picture may fare better
                complain(f"A picture's tiles could not be written down ({error}).")
            with self._changed:
                self._jobs.pop(0)

    def _warm_up(self) -> None:
        try:
            self._process.start()
        except ReaderFailedError as error:
            complain(f"Pictures cannot be read: {error}")
