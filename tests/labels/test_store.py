"""The label store: autosave, undo, kills at any byte, one writer."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from label_builders import picture, picture_labels, tile

from vision.errors import OutputError
from vision.labels import store as store_module
from vision.labels.history import HISTORY_NAME, applied, difference
from vision.labels.lines import LABELS_NAME, read_labels
from vision.labels.parse import LabelError
from vision.labels.record import picture_json
from vision.labels.store import LabelStore

A = picture("a.png", tile(0, "1m"), tile(1, "2m", 50), session="one")
B = picture("b.png", tile(0, "9p"), checked=False)


def contents(folder: Path) -> dict[str, dict]:
    """What is in the folder for whoever opens it."""
    with LabelStore(folder) as store:
        return {label.file: picture_json(label) for label in store.labels()}


def test_changes_are_on_the_disk_without_closing(tmp_path: Path) -> None:
    store = LabelStore(tmp_path)
    store.change([A])
    store.change([replace(A, checked=False), B])
    store._lock.close()  # as a kill would
    assert contents(tmp_path) == {
        "a.png": picture_json(replace(A, checked=False)),
        "b.png": picture_json(B),
    }
    assert [label.file for label in read_labels(tmp_path)] == ["a.png", "b.png"]


def test_undo_and_redo_go_on_after_a_restart_and_a_snapshot(tmp_path: Path) -> None:
    steps = [replace(A, tiles=(tile(0, f"{n}m"),)) for n in range(1, 8)]
    with LabelStore(tmp_path) as store:
        for step in steps:
            store.change([step])
    with LabelStore(tmp_path) as store:
        for step in reversed(steps[:-1]):
            assert store.undo() == ("a.png",)
            assert store.label("a.png") == step
        assert store.undo() == ("a.png",)
        assert store.label("a.png") is None
        assert store.undo() == ()
    with LabelStore(tmp_path) as store:
        assert store.redo() == ("a.png",)
        assert store.redo() == ("a.png",)
        assert store.label("a.png") == steps[1]
        store.change([B])
        assert (store.redoable, store.undoable) == (0, 3)


def test_a_proposal_is_no_change_of_the_person(tmp_path: Path) -> None:
    with LabelStore(tmp_path) as store:
        assert store.propose(B)
        assert not store.propose(replace(B, tiles=()))
        assert store.undoable == 0
        assert store.label("b.png") == B


def test_bulk_changes_are_undone_together(tmp_path: Path) -> None:
    with LabelStore(tmp_path) as store:
        store.change([A, B])
        assert store.undo() == ("a.png", "b.png")
        assert store.files == []


def test_nothing_changed_is_no_change(tmp_path: Path) -> None:
    with LabelStore(tmp_path) as store:
        store.change([A])
        store.change([A])
        assert store.undoable == 1


def test_one_writer(tmp_path: Path) -> None:
    with LabelStore(tmp_path), pytest.raises(OutputError, match="Another tilescore edits"):
        LabelStore(tmp_path)
    LabelStore(tmp_path).close()


def test_what_another_program_adds_meanwhile_is_kept(tmp_path: Path) -> None:
    with LabelStore(tmp_path) as store:
        store.change([A])
        (tmp_path / LABELS_NAME).write_text(json.dumps(picture_json(B)) + "\n")
    assert set(contents(tmp_path)) == {"a.png", "b.png"}


def test_a_kill_between_snapshot_and_its_mark_changes_nothing(tmp_path: Path, monkeypatch) -> None:
    store = LabelStore(tmp_path)
    for step in (A, replace(A, tiles=()), replace(A, session="two"), B):
        store.change([step])
    expected = [store.label(file) for file in store.files]

    def killed(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(store._history, "append", killed)
    with pytest.raises(KeyboardInterrupt):
        store.snapshot()
    store._lock.close()
    with LabelStore(tmp_path) as again:
        assert again.labels() == expected
        assert again.undoable == 4
        again.undo()
        again.undo()
        assert again.label("a.png") == replace(A, tiles=())


def test_a_history_cut_anywhere_is_a_prefix_of_what_happened(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(store_module, "CHANGES_UNTIL_SNAPSHOT", 3)
    folder = tmp_path / "whole"
    store = LabelStore(folder)
    snapshots = [(folder / LABELS_NAME, 0, {})]
    states = [(0, {})]

    def now() -> None:
        state = {f: picture_json(store.label(f)) for f in store.files}
        states.append((store._history._size, state))
        if (folder / LABELS_NAME).exists():
            copy = tmp_path / f"labels-{len(states)}"
            shutil.copyfile(folder / LABELS_NAME, copy)
            snapshots.append((copy, store._history._size, state))

    for step in (A, B, replace(A, tiles=()), None, replace(B, session="é"), None, None, A):
        store.undo() if step is None else store.change([step])
        now()
    history = (folder / HISTORY_NAME).read_bytes()
    store._lock.close()
    for cut in range(len(history) + 1):
        again = tmp_path / "again"
        shutil.rmtree(again, ignore_errors=True)
        again.mkdir()
        (again / HISTORY_NAME).write_bytes(history[:cut])
        labels = [p for p, size, _ in snapshots[1:] if size <= cut]
        if labels:
            shutil.copyfile(labels[-1], again / LABELS_NAME)
        with LabelStore(again) as opened:
            found = {f: picture_json(opened.label(f)) for f in opened.files}
        answered = [state for size, state in states if size <= cut][-1]
        begun = next((state for size, state in states if size > cut), answered)
        assert found in (answered, begun), cut


def test_damage_within_is_said(tmp_path: Path) -> None:
    store = LabelStore(tmp_path)
    store.change([A])
    store._lock.close()
    history = tmp_path / HISTORY_NAME
    history.write_bytes(b'{"do":"change",nonsense}\n' + history.read_bytes())
    with pytest.raises(LabelError, match="move it away"):
        LabelStore(tmp_path)


def test_a_full_disk_leaves_everything_as_it_was(tmp_path: Path, monkeypatch) -> None:
    with LabelStore(tmp_path) as store:
        store.change([A])

        def full(_: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr("vision.labels.history.os.fsync", full)
        with pytest.raises(OutputError, match="No space left"):
            store.change([B])
        monkeypatch.undo()
        assert store.files == ["a.png"]
        store.change([replace(B, session="later")])
    assert contents(tmp_path)["b.png"]["session"] == "later"


@settings(max_examples=60, deadline=None)
@given(before=st.none() | picture_labels(), after=st.none() | picture_labels())
def test_a_difference_leads_both_ways(before, after) -> None:
    old, new = (p and store_module._plain(picture_json(p)) for p in (before, after))
    patch = difference(old, new)
    for start in (old, new):
        assert applied(start, patch, 1) == new
        assert applied(start, patch, 0) == old
