"""The evenings on the disk: versions, whole changes, one process at a time."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from serving import WINNING, served

from vision.app.web.beside_camera import start
from vision.app.web.database import FILE_NAME
from vision.app.web.migrations import MIGRATIONS, NEWEST, StoreError, migrate
from vision.app.web.site import Options, Site, data_folder, lock_folder
from vision.app.web.store import Store


def test_an_evening_of_version_1_is_carried_over(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    migrate(database, 1)
    assert "summary" not in str(MIGRATIONS[0])
    settings = {"players": ["Ann", "Bob"], "table": [], "rules": "no-limit", "limit": 300,
                "house": {}, "rounds_before": 0}  # fmt: skip
    database.execute(
        "INSERT INTO evening (created, updated, settings) VALUES ('2026-01-01', '2026-01-01', ?)",
        (json.dumps(settings),),
    )
    deal = {"winner": None, "rules": "no-limit"}
    database.execute(
        "INSERT INTO deal (evening, place, deal, about) VALUES (1, 1, ?, '{}')", (json.dumps(deal),)
    )
    database.close()
    with served(tmp_path) as phone:
        assert phone.get("/api/evenings").json()[0]["hands"] == 1
        phone.change("hand", seat="E", text=WINNING)
        assert len(phone.confirm()["entries"]) == 2
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        assert database.execute("PRAGMA user_version").fetchone() == (NEWEST,)


def test_a_newer_programs_evenings_are_left_alone(tmp_path: Path) -> None:
    Store(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.execute(f"PRAGMA user_version = {NEWEST + 1}")
    with pytest.raises(StoreError, match="newer tilescore"):
        Store(tmp_path)


def test_what_is_no_database_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no database at all" * 99)
    with pytest.raises(StoreError, match="cannot be used"):
        Store(tmp_path)


def test_a_damaged_page_is_found_at_the_start(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for _ in range(50):
        store.new_evening({"players": ["x" * 900]})
    store.close()
    path = tmp_path / FILE_NAME
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xa5" * (len(whole) - 8192))
    with pytest.raises(StoreError, match=r"damaged|malformed"):
        Store(tmp_path)
    path.write_bytes(whole)
    again = Store(tmp_path)
    assert len(again.evenings()) == 50
    again.close()


def test_a_folder_of_pictures_that_cannot_be_made_is_said_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("in the way")
    with pytest.raises(StoreError, match="cannot be used"):
        Site(Options(tmp_path, reads=False))


def test_a_change_is_whole_or_not_at_all(tmp_path: Path) -> None:
    store = Store(tmp_path)
    evening = store.new_evening({"players": []})

    def cut_off() -> None:
        with store.change():
            store.add_deal(evening, {"winner": None}, {}, None)
            store.note(evening, "deal 1", {})
            raise RuntimeError

    with pytest.raises(RuntimeError):
        cut_off()
    assert store.deals(evening) == []
    assert store.last_note(evening) is None
    store.close()


def test_what_is_written_is_synchronised(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store._db.row("PRAGMA journal_mode") == ("wal",)
    assert store._db.row("PRAGMA synchronous") == (2,)
    store.close()


def test_one_process_owns_the_folder(tmp_path: Path) -> None:
    with lock_folder(tmp_path), pytest.raises(StoreError, match="Another tilescore"):
        lock_folder(tmp_path)
    lock_folder(tmp_path).close()


def test_where_evenings_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILESCORE_DATA", str(tmp_path / "named"))
    assert data_folder(None) == tmp_path / "named"
    assert data_folder(tmp_path) == tmp_path
    monkeypatch.delenv("TILESCORE_DATA")
    assert data_folder(None).name == "tilescore"


def test_a_disk_that_is_full_at_the_start_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with served(tmp_path) as phone:
        monkeypatch.setattr(phone.site.store, "new_evening", full)
        with pytest.raises(StoreError, match="Make room"):
            start(phone.site, {"players": ["Ann", "Bob"]})


class FillsUp(sqlite3.Connection):
    """A database on a disk that fills up in mid-change, whereupon SQLite takes it all back."""

    def execute(self, statement: str, *values: object) -> sqlite3.Cursor:
        if statement.startswith("CREATE INDEX"):
            super().execute("ROLLBACK")
            raise sqlite3.OperationalError("database or disk is full")
        return super().execute(statement, *values)


def test_a_disk_that_fills_up_while_the_file_is_made_is_not_hidden() -> None:
    database = sqlite3.connect(":memory:", isolation_level=None, factory=FillsUp)
    with pytest.raises(sqlite3.OperationalError, match="full"):
        migrate(database)
    assert database.execute("PRAGMA user_version").fetchone() == (0,)
    database.close()
