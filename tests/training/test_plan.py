"""What a run is made of, without a gradient step: needs no torch."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import train
from tiny_labels import MODELS, ROOT, options, pictures_of, tiny_set

from scripts.training.labelled import load_one, single_tile, tables, with_quads
from scripts.training.run_plan import (
    TrainingError,
    checkpoint,
    fingerprint,
    make_plan,
    open_folder,
    start_folder,
)
from vision.labels.lines import write_labels
from vision.labels.record import PictureLabel, TileLabel
from vision.reader import Reader

FOUR = [("may", "x"), ("june", "x"), ("july", "x"), ("august", "y")]


def test_parts_share_no_session(tmp_path: Path) -> None:
    plan = make_plan([tiny_set(tmp_path, FOUR)], 0.5, 1, [])
    parts = [{p.session for p in part} for part in (plan.training, plan.watched, plan.measured)]
    assert [len(p) for p in parts] == [2, 1, 1]
    assert len(set.union(*parts)) == 4
    assert plan.sessions == sorted(parts[0])
    assert plan.notes == ()


def test_one_session_of_one_set_says_that_nothing_can_be_measured(tmp_path: Path) -> None:
    plan = make_plan([tiny_set(tmp_path, [("may", "x")] * 3)], 0.3, 1, [])
    assert (len(plan.training), plan.watched, plan.measured) == (3, (), ())
    assert "none can be held out" in plan.notes[0]


def test_sets_of_one_session_are_named_as_parts_of_it(tmp_path: Path) -> None:
    plan = make_plan([tiny_set(tmp_path, [("may", "x"), ("may", "y")])], 0.5, 1, ["x"])
    assert plan.sessions == ["may, set y"]
    assert "Only one set is held out" in plan.notes[0]


def test_proposals_are_not_trained_on(tmp_path: Path) -> None:
    file = tiny_set(tmp_path, FOUR)
    labels = pictures_of(file)
    write_labels(file, [replace(labels[0], checked=False), *labels[1:]])
    assert "1 pictures are left out" in make_plan([file], 0.3, 1, []).notes[0]
    write_labels(file, [replace(p, checked=False) for p in labels])
    with pytest.raises(TrainingError, match="no tile that a person has confirmed"):
        make_plan([file], 0.3, 1, [])


@pytest.mark.parametrize(
    ("held", "message"), [(["april"], "called april"), (["x", "y"], "All pictures are held out")]
)
def test_what_cannot_be_held_out(held: list[str], message: str, tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match=message):
        make_plan([tiny_set(tmp_path, FOUR)], 0.3, 1, held)


def test_a_folder_is_taken_up_again_only_by_the_same_command(tmp_path: Path) -> None:
    file = tiny_set(tmp_path / "in", FOUR)
    out = tmp_path / "out"
    assert not open_folder(out, fingerprint(options(file, out)), False)
    assert open_folder(out, fingerprint(options(file, out, "--install", "--threads", "1")), False)
    other = fingerprint(options(file, out, "--minutes", "3"))
    with pytest.raises(TrainingError, match="differs in minutes"):
        open_folder(out, other, False)
    checkpoint(out, "finder").touch()
    assert not open_folder(out, other, True)
    assert not checkpoint(out, "finder").exists()
    write_labels(file, pictures_of(file)[1:])
    with pytest.raises(TrainingError, match="the label files' content"):
        open_folder(out, fingerprint(options(file, out, "--minutes", "3")), False)


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    file = tiny_set(tmp_path, FOUR)
    with pytest.raises(TrainingError, match="holds no training"):
        open_folder(tmp_path, fingerprint(options(file, tmp_path)), True)


def test_where_to_start() -> None:
    assert start_folder("shipped") == MODELS
    assert start_folder("scratch") is None
    with pytest.raises(TrainingError, match=r"has no classifier\.onnx and no finder\.onnx"):
        start_folder(str(ROOT / "tests"))


def test_boxes_become_quads_and_hidden_tiles_keep_their_mark(tmp_path: Path) -> None:
    (label,) = pictures_of(tiny_set(tmp_path, FOUR[:1]))
    tiles = tuple(replace(t, quad=_box(t), outline="box") for t in label.tiles)
    unknown = replace(tiles[0], id=99, code="unknown")
    marked = replace(tiles[0], partly_hidden=True)
    label = replace(label, tiles=(marked, *tiles[1:], unknown))
    picture = load_one(label, tmp_path / label.file)
    assert (len(picture.codes), len(picture.ignore)) == (len(tiles), 1)
    assert picture.visible[0] == pytest.approx(0.6)
    assert not picture.quad_known.any()
    (fitted,), number = with_quads([picture], Reader.load(MODELS))
    assert number == fitted.quad_known.sum() >= len(tiles) - 1
    assert fitted.turns is not None
    assert fitted.upright(len(tiles) - 1) == bool(fitted.turns[-1])


def _box(tile: TileLabel) -> tuple:
    xs, ys = zip(*tile.quad, strict=True)
    return ((min(xs), min(ys)), (max(xs), min(ys)), (max(xs), max(ys)), (min(xs), max(ys)))


def test_a_picture_of_one_tile_is_for_the_classifier_only(tmp_path: Path) -> None:
    (label,) = pictures_of(tiny_set(tmp_path, FOUR[:1]))
    whole = ((0, 0), (label.width, 0), (label.width, label.height), (0, label.height))
    lone = PictureLabel(label.file, label.width, label.height,
                        tiles=(TileLabel(0, "5p", whole, outline="box"),))  # fmt: skip
    nothing = replace(label, tiles=(replace(label.tiles[0], code="none"), *label.tiles[1:]))
    pictures = [load_one(p, tmp_path / p.file) for p in (lone, nothing)]
    assert [single_tile(p) for p in pictures] == [True, False]
    (table,) = tables(pictures)
    assert len(table.codes) == len(label.tiles) - 1
    assert len(table.quads) == len(table.turns) == len(table.codes)


def test_errors_are_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "out")
    assert train.main(["run", "--labels", str(tmp_path / "no.jsonl"), "--out", out]) == 1
    said = capsys.readouterr().err
    assert (said.count("\n"), "Traceback" in said) == (1, False)


def test_without_torch_it_says_what_to_install(tmp_path: Path) -> None:
    file = tiny_set(tmp_path, FOUR)
    (tmp_path / "torch.py").write_text("raise ModuleNotFoundError(\"No\", name='torch')")
    command = [sys.executable, str(ROOT / "scripts" / "train.py"), "run", "--labels", str(file),
               "--out", str(tmp_path / "out")]  # fmt: skip
    env = {**os.environ, "PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "pip install 'tilescore[train]'" in done.stderr
