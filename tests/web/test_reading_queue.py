"""The queue of pictures: order, places, and a reader that fails."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from vision.app.web import reading_queue
from vision.app.web.reading_queue import (
    Job,
    ReaderFailedError,
    ReaderNotStartedError,
    ReadingProcess,
    ReadingQueue,
)


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


def test_what_could_not_be_written_down_is_read_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(reading_queue, "AGAIN", 0.01)
    reader, desk = Reader(), Desk()
    queue = ReadingQueue(reader, moved=desk.moved, done=desk.finished)  # type: ignore[arg-type]
    queue.add(job("unwritable"))
    queue.start()
    for _ in range(3):
        reader.gate.release()
        assert desk.told.acquire(timeout=60)
    assert queue.waiting() == ["unwritable"]
    queue.drop("unwritable")
    queue.stop()
    assert {name for name, _ in desk.done} == {"unwritable"}
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("raise SystemExit(1)", "it ended at once"),
        ("print('no JSON')", "it ended at once"),
        ("""print('{"error": "No recogniser models."}')""", "No recogniser models"),
    ],
)
def test_a_reading_process_that_does_not_start_is_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, words: str
) -> None:
    (tmp_path / "no_reader.py").write_text(code)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    process = ReadingProcess([], module="no_reader")
    desk = Desk()
    queue = ReadingQueue(process, moved=desk.moved, done=desk.finished)
    queue.add(job("one"))
    queue.start()
    assert desk.told.acquire(timeout=60)
    queue.stop()
    message = desk.done[0][1]["error"]
    assert message.startswith("The program that reads pictures does not start: ")
    assert words in message
    assert "tapped in" in message
    assert "Take it again" not in message  # the picture is not to blame


def test_a_reading_process_that_hangs_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "slow_reader.py").write_text("import time; time.sleep(60)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(reading_queue, "STARTING", 0.5)
    process = ReadingProcess([], module="slow_reader")
    with pytest.raises(ReaderNotStartedError, match="too long"):
        process.start()
    assert process.pid is None


def test_a_program_that_cannot_be_run(monkeypatch: pytest.MonkeyPatch) -> None:
    process = ReadingProcess([])
    monkeypatch.setattr(process, "_command", ["/nowhere/python"])
    with pytest.raises(ReaderNotStartedError, match="No such file"):
        process.start()
