"""A folder per class, both ways, and the split by sessions that YOLO's lists rest on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from label_builders import picture, save_picture, tile
from PIL import Image

from vision.app.cli import main
from vision.labels.codes import LABEL_CODES
from vision.labels.formats import folders, yolo
from vision.labels.formats.common import UnknownNamesError
from vision.labels.lines import read_labels, write_labels
from vision.labels.parse import LabelError
from vision.labels.splits import halves, split

SAMPLES = Path(__file__).resolve().parents[2] / "datasets" / "samples"
SIZE = (200, 150)


def test_every_code_comes_back_with_session_and_set(tmp_path: Path) -> None:
    save_picture(tmp_path / "in" / "a.png", SIZE)
    tiles = [tile(i, code, 1 + 4 * i) for i, code in enumerate(LABEL_CODES)]
    label = picture("a.png", *tiles, session="may", set="ivory")
    assert folders.export([label], tmp_path / "in", tmp_path / "out") == []
    back = folders.load(tmp_path / "out", {})
    assert sorted(b.tiles[0].code for b in back.labels) == sorted(LABEL_CODES)
    assert {(b.session, b.set) for b in back.labels} == {("may", "ivory")}
    assert all(back.pictures[b.file].is_file() for b in back.labels)


def test_tiles_are_cut_upright_along_their_quad(tmp_path: Path) -> None:
    pixels = np.zeros((60, 80, 3), np.uint8)
    pixels[10:30, 20:50] = np.random.default_rng(1).integers(0, 256, (20, 30, 3))
    (tmp_path / "in").mkdir()
    Image.fromarray(pixels).save(tmp_path / "in" / "a.png")
    turned = ((50, 10), (50, 30), (20, 30), (20, 10))
    label = picture("a.png", tile(3, "5p"), size=(80, 60))
    label = replace(label, tiles=(replace(label.tiles[0], quad=turned),))
    folders.export([label], tmp_path / "in", tmp_path / "out")
    with Image.open(tmp_path / "out" / "5p" / "a_3.png") as image:
        found = np.asarray(image)
    np.testing.assert_array_equal(found, np.rot90(pixels[10:30, 20:50], 1))


def test_other_peoples_folders_are_spelled_by_the_one_table(tmp_path: Path) -> None:
    for name in ("train/dots-1", "train/zilch", "valid/East Wind", "valid/dots-1"):
        save_picture(tmp_path / "theirs" / name / "x.png", (30, 40))
    with pytest.raises(UnknownNamesError, match='"zilch"'):
        folders.load(tmp_path / "theirs", {})
    command = ["label", str(tmp_path / "mine"), "--import", "folders", str(tmp_path / "theirs")]
    assert main(command) == 1
    assert not (tmp_path / "mine").exists()
    assert main([*command, "--name", "zilch=unknown"]) == 0
    found = {label.file: label.tiles[0] for label in read_labels(tmp_path / "mine")}
    assert {file: t.code for file, t in found.items()} == {
        "train/dots-1/x.png": "1p", "train/zilch/x.png": "unknown",
        "valid/East Wind/x.png": "1z", "valid/dots-1/x.png": "1p",
    }  # fmt: skip
    assert found["train/dots-1/x.png"].quad == ((0, 0), (30, 0), (30, 40), (0, 40))
    assert {t.outline for t in found.values()} == {"box"}


def test_pictures_without_folders_are_refused(tmp_path: Path) -> None:
    save_picture(tmp_path / "x.png", (30, 40))
    with pytest.raises(LabelError, match="one per class"):
        folders.load(tmp_path, {})


def test_the_samples_lose_no_tile(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert main(["label", str(SAMPLES), "--export", "folders", str(out)]) == 0
    wanted = sorted(t.code for label in read_labels(SAMPLES) for t in label.tiles)
    assert sorted(b.tiles[0].code for b in folders.load(out, {}).labels) == wanted


def pictures(*sessions: tuple[str, str, int]) -> list:
    """So many pictures of each (session, set)."""
    return [
        picture(f"{session}{kind}{i}.png", tile(0, "5p"), session=session, set=kind)
        for session, kind, number in sessions
        for i in range(number)
    ]


@pytest.mark.parametrize("seed", range(5))
def test_sessions_stay_whole_and_their_sets_are_trained_on(seed: int) -> None:
    parts = split(pictures(("a", "x", 9), ("b", "x", 3), ("c", "y", 4), ("d", "z", 6)), 0.1, seed)
    held = parts.units(parts.held_out)
    assert held in (["b"], ["a"])
    assert not set(held) & set(parts.units(parts.training))


def test_one_session_is_split_by_set_and_one_set_not_at_all() -> None:
    parts = split(pictures(("a", "x", 4), ("a", "y", 4)), 0.2)
    assert (parts.by, len(parts.held_out)) == ("set", 4)
    assert not split(pictures(("a", "x", 9)), 0.5).held_out


def test_sessions_can_be_named() -> None:
    parts = split(pictures(("a", "x", 4), ("b", "y", 4), ("c", "y", 1)), 0.2, named=["a", "c"])
    assert parts.units(parts.held_out) == ["a", "c"]
    watched, measured = halves(parts)
    assert {p.session for p in watched} == {"a"}
    assert {p.session for p in measured} == {"c"}


def test_yolo_lists_share_no_session(tmp_path: Path) -> None:
    labels = pictures(("a", "x", 4), ("b", "x", 2))
    for label in labels:
        save_picture(tmp_path / "in" / label.file, SIZE)
    write_labels(tmp_path / "in" / "labels.jsonl", labels)
    assert yolo.export_boxes(labels, tmp_path / "in", tmp_path / "out") == []
    train, val = (
        (tmp_path / "out" / f"{name}.txt").read_text().split() for name in ("train", "val")
    )
    assert len(train) + len(val) == 6
    assert {Path(v).name[0] for v in val}.isdisjoint(Path(t).name[0] for t in train)
    assert all((tmp_path / "out" / file).is_file() for file in train + val)
    (note,) = yolo.export_boxes(labels[:4], tmp_path / "in", tmp_path / "one")
    assert "one session" in note
