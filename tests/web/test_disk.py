"""A disk that fails in mid-game: one sentence, said once, and the server goes on."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from serving import ROOT, WINNING, Phone, served

from vision.app.web.database import FILE_NAME
from vision.app.web.disk import SAID_AGAIN, DiskError, DiskLog, disk_error
from vision.app.web.migrations import StoreError
from vision.app.web.picture_files import PART
from vision.app.web.store import Store

HAND = ROOT / "datasets" / "samples" / "harr-concealed-four.jpg"
MORE_THAN_IS_REMEMBERED = 4000
"""Evenings whose rows SQLite does not keep in memory all at once."""


def fill(phone: Phone) -> bytes:
    """Makes the file larger than what SQLite remembers of it; the whole file."""
    with phone.site.store.change():
        for _ in range(MORE_THAN_IS_REMEMBERED):
            phone.site.store.new_evening({"players": ["x" * 900]})
    phone.site.store._db.row("PRAGMA wal_checkpoint(TRUNCATE)")
    return (phone.site.folder / FILE_NAME).read_bytes()


def refusal(answer: Any) -> str:
    """The one sentence of a refusal."""
    (problem,) = answer.json()["errors"]
    message: str = problem["message"]
    assert "Traceback" not in answer.text
    assert message.endswith(".")
    return message


def test_a_file_that_is_damaged_in_mid_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path) as phone:
        whole = fill(phone)
        path = tmp_path / FILE_NAME
        with path.open("r+b") as file:
            file.seek(4096)
            file.write(b"\xa5" * (len(whole) - 4096))
        capsys.readouterr()
        for _ in range(3):
            answer = phone.get("/api/evenings")
            assert answer.status_code == 500
            assert "is damaged" in refusal(answer)
        assert len(capsys.readouterr().err.splitlines()) == 1
        assert phone.get("/static/app.js").status_code == 200


def test_a_stream_of_news_that_cannot_begin_is_answered_in_words(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        phone.site.store._db._connection.execute("ALTER TABLE draft RENAME TO gone")
        answer = phone.get("/api/evenings/1/events")
        assert answer.status_code == 500
        assert "is damaged" in refusal(answer)
        assert phone.site.hub.lookers == 0


@pytest.mark.skipif(os.name == "nt", reason="Windows lets nobody move a file that is open")
@pytest.mark.parametrize("replaced", [False, True])
def test_nothing_is_written_into_a_file_that_is_gone(tmp_path: Path, replaced: bool) -> None:
    with served(tmp_path) as phone:
        path, aside = tmp_path / FILE_NAME, tmp_path / "aside"
        path.rename(aside)
        if replaced:
            path.write_bytes(aside.read_bytes())
        assert "moved" in refusal(phone.post("/api/evenings", json={}))
        assert len(phone.get("/api/evenings").json()) == 1
        aside.rename(path)
        assert phone.win("E")["totals"]["Ann"] > 0  # it is back where it was


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Callable[[Phone, int], None]:
    """Lets a phone's database grow by no more than some pages."""

    def limit(phone: Phone, pages: int) -> None:
        database = phone.site.store._db
        (now,) = database.row("PRAGMA page_count") or (0,)
        database.row(f"PRAGMA max_page_count = {now + pages}")

    return limit


def test_a_full_disk_says_what_to_do_and_nothing_is_half_there(
    tmp_path: Path, full: Callable[[Phone, int], None], capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path) as phone:
        phone.change("hand", seat="E", text=WINNING)
        full(phone, 0)
        statuses = []
        for _ in range(40):  # until the file's free pages are used up
            answer = phone.post("/api/evenings", json={"players": ["Ann", "Bob"]})
            statuses.append(answer.status_code)
        assert statuses[-1] == 507
        message = refusal(answer)
        assert "is full" in message
        assert "Make room" in message
        count = len(phone.get("/api/evenings").json())
        assert count == 1 + statuses.count(201)
        assert len(capsys.readouterr().err.splitlines()) == 1
        full(phone, 1000)
        assert phone.confirm()["totals"]["Ann"] > 0


def test_an_upload_that_finds_no_room_is_refused_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with served(tmp_path) as phone:
        monkeypatch.setattr(os, "fsync", no_room)
        answer = phone.post("/api/evenings/1/pictures", content=HAND.read_bytes())
        assert answer.status_code == 507
        assert "is full" in refusal(answer)
        assert list((tmp_path / "pictures").iterdir()) == []


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (sqlite3.OperationalError("database or disk is full"), "disk_full"),
        (sqlite3.OperationalError("attempt to write a readonly database"), "disk_closed"),
        (sqlite3.OperationalError("database is locked"), "disk_busy"),
        (sqlite3.OperationalError("disk I/O error"), "disk"),
        (sqlite3.DatabaseError("file is not a database"), "damaged"),
        (OSError(errno.ENOSPC, "No space left on device"), "disk_full"),
        (PermissionError(errno.EACCES, "Permission denied"), "disk_closed"),
        (OSError(errno.EIO, "Input/output error"), "disk"),
    ],
)
def test_every_trouble_has_its_sentence(error: sqlite3.Error | OSError, code: str) -> None:
    plain = disk_error(error)
    assert plain.trouble.code == code
    assert str(error) not in str(plain)  # the system's words are for the terminal


def test_a_trouble_that_lasts_is_said_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    time = [0.0]
    log = DiskLog(lambda: time[0])
    error = OSError(errno.ENOSPC, "No space left on device")
    for at in (0.0, 1.0, SAID_AGAIN + 1):
        time[0] = at
        log.note(error)
    log.note(PermissionError(errno.EACCES, "Permission denied"))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 3
    assert "No space left" in lines[0]


def test_a_damaged_file_at_the_start_says_what_can_be_done(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no database at all" * 999)
    with pytest.raises(StoreError, match="elsewhere") as refused:
        Store(tmp_path)
    assert not isinstance(refused.value, DiskError)
    assert "--data" in str(refused.value)


def test_pictures_outlive_a_file_that_was_moved_away_to_be_mended(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        phone.post("/api/evenings/1/pictures", content=HAND.read_bytes())
        (kept,) = (tmp_path / "pictures").iterdir()
    os.utime(kept, (1.0, 1.0))
    for file in tmp_path.glob(f"{FILE_NAME}*"):
        file.rename(tmp_path / f"old-{file.name}")
    with served(tmp_path) as phone:
        assert kept.exists()
        orphan = kept.with_name(f"{'0' * 32}.picture")
        orphan.write_bytes(b"left by a crash")
        cut_off = kept.with_name(f"{'1' * 32}{PART}")
        cut_off.write_bytes(b"half")
    with served(tmp_path):
        assert kept.exists()
        assert not orphan.exists()
        assert not cut_off.exists()
