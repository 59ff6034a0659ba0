"""Label records: the documented form, strictly read."""

from __future__ import annotations

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given
from label_builders import picture, picture_labels, tile

from vision.labels.lines import line_of, read_labels, write_labels
from vision.labels.parse import LabelError, parse_picture
from vision.labels.record import PictureLabel, picture_json

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "datasets" / "samples" / "labels.jsonl"
SCHEMA = ROOT / "vision" / "labels" / "schema.json"
LINE = json.loads(SAMPLES.read_text(encoding="utf-8").splitlines()[0])


def test_samples_read_and_written_lose_nothing() -> None:
    lines = [json.loads(text) for text in SAMPLES.read_text(encoding="utf-8").splitlines()]
    for line, record in zip(lines, read_labels(SAMPLES), strict=True):
        wanted = {k: v for k, v in line.items() if (k, v) != ("deal", None)}
        assert _without_nulls(json.loads(line_of(record))) == _without_nulls(wanted)


def _without_nulls(line: dict) -> dict:
    for player in line["players"]:
        if player.get("won_with", 0) is None:
            del player["won_with"]
    return line


@given(picture_labels())
def test_round_trip(record: PictureLabel) -> None:
    assert parse_picture(json.loads(line_of(record)), "line 1") == record


def test_file_round_trip(tmp_path: Path) -> None:
    records = [picture("a.png", tile(0, "5p", by="person")), picture("sub/ü.png", session="x")]
    write_labels(tmp_path / "labels.jsonl", records)
    assert read_labels(tmp_path) == records
    assert [p.name for p in tmp_path.iterdir()] == ["labels.jsonl"]


WRONG = [
    ("file", 3, "file: a text is wanted, not 3."),
    ("file", "../a.jpg", "file: a path below the label file's folder is wanted, not '../a.jpg'."),
    ("file", "/a.jpg", "file: a path below"),
    ("file", "c:/a.jpg", "file: a path below"),
    ("width", 0, "width: a number of px from 1 is wanted, not 0."),
    ("height", True, "height: a number of px"),
    ("tiles", {}, "tiles: a list [...] is wanted, not {}."),
    ("loose", [99], "loose: there is no tile with the id 99."),
    ("checked", "yes", "checked: true or false is wanted"),
    ("colour", "red", 'no such field as "colour".'),
    ("source", {"a": 1}, "source: a text is wanted, not 1."),
]


@pytest.mark.parametrize(("field", "value", "message"), WRONG)
def test_wrong_field_of_a_picture(field: str, value: object, message: str) -> None:
    with pytest.raises(LabelError) as error:
        parse_picture({**LINE, field: value}, "labels.jsonl line 7")
    assert str(error.value).startswith("labels.jsonl line 7")
    assert message in str(error.value)


WRONG_TILES = [
    ("code", "9z", "tiles, number 2, code: one of 1m 2m"),
    ("quad", [[0, 0], [1, 1]], "tiles, number 2, quad: four corners [x, y] is wanted"),
    ("quad", [[0, 0], [1, float("nan")], [1, 1], [0, 1]], "a coordinate in px is wanted, not nan"),
    ("visible", 1.5, "visible: a number from 0 to 1 is wanted, not 1.5."),
    ("outline", "oval", "outline: one of quad turned box is wanted"),
    ("id", 0, "the id 0 is given to two tiles."),
    ("id", -1, "id: a whole number from 0"),
    ("shade", 1, 'no such field as "shade".'),
]


@pytest.mark.parametrize(("field", "value", "message"), WRONG_TILES)
def test_wrong_field_of_a_tile(field: str, value: object, message: str) -> None:
    line = copy.deepcopy(LINE)
    line["tiles"][1][field] = value
    with pytest.raises(LabelError, match="line 7") as error:
        parse_picture(line, "line 7")
    assert message in str(error.value)


def test_missing_field() -> None:
    line = {k: v for k, v in LINE.items() if k != "tiles"}
    with pytest.raises(LabelError, match=r'line 1: the field "tiles" is missing\.'):
        parse_picture(line, "line 1")


@pytest.mark.parametrize("text", ["{", "[1]", "[" * 100_000, '{"file": NaN}'])
def test_broken_line_is_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text(f"\n{text}\n", encoding="utf-8")
    with pytest.raises(LabelError, match=r"labels\.jsonl line 2"):
        read_labels(path)


def test_picture_twice(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text(f"{line_of(picture('a.png'))}\n" * 2, encoding="utf-8")
    with pytest.raises(LabelError, match=r"a\.png is there twice"):
        read_labels(path)


def test_schema_agrees_with_the_reader() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    for text in SAMPLES.read_text(encoding="utf-8").splitlines():
        validator.validate(json.loads(text))
    for field, value, message in WRONG:
        if "path below" in message or "no tile with" in message:
            continue  # beyond what a schema says
        assert not validator.is_valid({**LINE, field: value}), field


@given(picture_labels())
def test_schema_takes_every_record(record: PictureLabel) -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    jsonschema.validate(json.loads(line_of(record)), json.loads(SCHEMA.read_text(encoding="utf-8")))
    assert picture_json(record)["file"] == "a.png"
