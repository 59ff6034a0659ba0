"""The queue of pictures: order, places, and a reader that fails."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from vision.app.web.reading_queue import Job, ReaderFailedError, ReadingQueue


class Reader:
    """Reads nothing; holds each picture until it is let go, fails at some."""

    def __init__(self) -> None:
        self.gate = threading.Semaphore(0)

    def start(self) -> None:
        pass

    def stop(self) -> None:
        self.gate.release(99)

    def read(self, job: Job) -> dict[str, Any]:
        self.gate.acquire()
        if job.picture.startswith("bad"):
            raise ReaderFailedError("it died")
        return {"reading": job.picture}


class Desk:
    """Notes what the queue tells."""

    def __init__(self) -> None:
        self.moves: list[list[str]] = []
        self.done: list[tuple[str, Any]] = []
        self.told = threading.Semaphore(0)

    def moved(self, jobs: Sequence[Job]) -> None:
        self.moves.append([job.picture for job in jobs])

    def finished(self, job: Job, answer: dict[str, Any]) -> None:
        self.done.append((job.picture, answer))
        self.told.release()
        if job.picture.startswith("unwritable"):
            raise OSError("no space left")


def job(name: str) -> Job:
    return Job(name, 1, Path(name), Path(name), None)


def test_in_order_whatever_fails(capsys: pytest.CaptureFixture[str]) -> None:
    reader, desk = Reader(), Desk()
    queue = ReadingQueue(reader, moved=desk.moved, done=desk.finished)  # type: ignore[arg-type]
    names = ["one", "bad", "unwritable", "dropped", "last"]
    assert [queue.add(job(name)) for name in names] == [0, 1, 2, 3, 4]
    queue.drop("dropped")
    queue.start()
    assert queue.waiting()[0] == "one"
    for _ in range(4):
        reader.gate.release()
        assert desk.told.acquire(timeout=60)
    queue.stop()
    assert [name for name, _ in desk.done] == ["one", "bad", "unwritable", "last"]
    assert desk.done[1][1] == {"error": "it died"}
    assert desk.moves[0] == ["one", "bad", "unwritable", "last"]
    assert desk.moves[-1] == ["last"]
    assert "no space left" in capsys.readouterr().err
