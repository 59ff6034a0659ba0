"""Any label file can be measured on, and timed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import benchmark
import evaluate
import pytest

from scripts.evaluation.labels import as_photo, label_photos
from vision.labels.lines import read_labels, write_labels
from vision.labels.record import PictureLabel, TileLabel

SAMPLES = Path(__file__).resolve().parents[2] / "datasets" / "samples"


def tile(number: int, code: str, size: int = 30, **fields: object) -> TileLabel:
    """A square tile at its own place."""
    x = 40 * number
    quad = ((x, 0), (x + size, 0), (x + size, size), (x, size))
    return TileLabel(number, code, quad, **fields)  # type: ignore[arg-type]


def test_what_counts(tmp_path: Path) -> None:
    tiles = (
        tile(0, "5p"),
        tile(1, "none"),
        tile(2, "unknown"),
        tile(3, "0z", partly_hidden=True),
        tile(4, "1m", visible=0.5),
        tile(5, "2m", size=10),
    )
    photo = as_photo(PictureLabel("may/a.jpg", 300, 50, tiles=tiles, set="ivory"), tmp_path)
    assert photo.codes == ("5p", "unknown", "0z", "1m", "2m")
    assert photo.counts.tolist() == [True, False, False, False, False]
    assert (photo.session, photo.set, photo.path) == ("may", "ivory", tmp_path / "may/a.jpg")
    assert len(as_photo(PictureLabel("a.jpg", 30, 50), tmp_path).boxes) == 0


def test_proposals_are_no_truth(tmp_path: Path) -> None:
    labels = [PictureLabel("a.jpg", 9, 9), PictureLabel("b.jpg", 9, 9, checked=False)]
    write_labels(tmp_path / "labels.jsonl", labels)
    photos, unchecked = label_photos([tmp_path])
    assert ([p.name for p in photos], unchecked) == (["a.jpg"], 1)


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """A label file of two samples in two sets."""
    labels = [
        replace(label, set=name) for label, name in zip(read_labels(SAMPLES)[:2], "xy", strict=True)
    ]
    for label in labels:
        (tmp_path / label.file).write_bytes((SAMPLES / label.file).read_bytes())
    write_labels(tmp_path / "mine.jsonl", labels)
    return tmp_path / "mine.jsonl"


def test_evaluate_takes_any_label_file(few: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert evaluate.main(["--labels", str(few), "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["tables"]["Labelled pictures"]["all kinds"]["pictures"] == 2
    assert set(figures["tables"]["Labelled pictures, by set"]) == {"x", "y"}


def test_a_label_file_that_is_not_there_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert evaluate.main(["--labels", str(tmp_path / "no.jsonl")]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_benchmark_spreads_over_a_label_file(few: Path) -> None:
    assert benchmark.labelled([few, few], 2) == [few.parent / p for p in _files(few)[:1] * 2]
    assert benchmark.labelled([], 2) == []


def _files(path: Path) -> list[str]:
    return [label.file for label in read_labels(path)]
