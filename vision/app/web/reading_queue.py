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
AGAIN: Final = 10.0
"""Seconds after which a picture is read again whose tiles could not be written down."""
MEANWHILE: Final = (
    "The tiles can be tapped in meanwhile; ending tilescore on its computer and starting it again "
    "may help."
)
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
    """The reading process died or hangs; the message is for people."""


class ReaderNotStartedError(ReaderFailedError):
    """The reading process does not start, whatever the picture is."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"The program that reads pictures does not start: {reason}")


class _SilentError(Exception):
    """The process did not answer."""

    def __init__(self, hung: bool) -> None:
        super().__init__()
        self.hung = hung


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
            ReaderNotStartedError: it does not start.
        """
        if self._process is not None and self._process.poll() is None:
            return
        try:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8",
                start_new_session=True,
            )  # fmt: skip
        except OSError as error:  # no memory, too many files open
            raise ReaderNotStartedError(f"{error.strerror or error}.") from error
        try:
            answer = self._line(STARTING)
        except _SilentError as silent:
            reason = "it takes too long." if silent.hung else "it ended at once."
            raise ReaderNotStartedError(reason) from silent
        if "error" in answer:
            self.stop()
            raise ReaderNotStartedError(answer["error"])

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
        try:
            return self._line(PATIENCE)
        except _SilentError as silent:
            raise ReaderFailedError(HANGS if silent.hung else DIED) from silent

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
        """The next answer; a process that hangs is ended, which ends the waiting.

        Raises:
            _SilentError: none came, and the process is ended.
        """
        process = self._process
        if process is None or process.stdout is None:
            raise _SilentError(hung=False)
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
        try:
            answer: Json = json.loads(line)
        except ValueError as error:  # nothing, or cut off in the middle
            self.stop()
            raise _SilentError(hung.is_set()) from error
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
        self._later: dict[str, threading.Timer] = {}
        """Of pictures that are read again after a while."""
        self._delayed: set[str] = set()
        """Ids of all that were ever put off, which is said once for each."""
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
            return [*(job.picture for job in self._jobs), *self._later]

    def drop(self, picture: str) -> None:
        """Forgets a picture that nobody wants read any more, unless it is being read."""
        with self._changed:
            self._jobs[1:] = [job for job in self._jobs[1:] if job.picture != picture]
            self._later.pop(picture, None)

    def _run(self) -> None:
        self._warm_up()
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._jobs or self._stopping)
                if self._stopping:
                    return
                job, jobs = self._jobs[0], list(self._jobs)
            self._moved(jobs)
            answer = self._answer(job)
            if self._stopping:
                return
            problem = None
            try:
                self._done(job, answer)
            except Exception as error:  # such as a full disk: the next picture may fare better
                problem = error
            with self._changed:
                self._jobs.pop(0)
                if problem is not None:
                    self._put_off(job, problem)

    def _answer(self, job: Job) -> Json:
        try:
            return self._process.read(job)
        except ReaderNotStartedError as error:
            return {"error": f"{error} {MEANWHILE}"}
        except ReaderFailedError as error:
            return {"error": str(error)}

    def _put_off(self, job: Job, problem: Exception) -> None:
        """Has a picture read again later, so that it does not wait for ever."""
        if job.picture not in self._delayed:
            self._delayed.add(job.picture)
            complain(f"A picture's tiles could not be written down yet. {problem}")
        timer = self._later[job.picture] = threading.Timer(AGAIN, self._add_again, [job])
        timer.daemon = True
        timer.start()

    def _add_again(self, job: Job) -> None:
        with self._changed:
            if self._later.pop(job.picture, None) is not None:
                self._jobs.append(job)
                self._changed.notify_all()

    def _warm_up(self) -> None:
        try:
            self._process.start()
        except ReaderFailedError as error:
            if not self._stopping:
                complain(str(error))
