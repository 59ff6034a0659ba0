"""Intervals, F1, exact pictures and the tables made of them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from test_matching import BOXES, PHOTO, found

from scripts.evaluation.issues import TruthIssue, errors_on_list, load_issues
from scripts.evaluation.matching import match
from scripts.evaluation.pages import write_page
from scripts.evaluation.photographs import PhotoResult, summarise
from scripts.evaluation.report import Report, to_markdown, to_text
from scripts.evaluation.running import Seen
from scripts.evaluation.statistics import Share, f1, family_errors, wilson
from vision.frames import Picture
from vision.reading import Reading, TileReading


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (0, 0, 0.0, 1.0)],
)
def test_wilson_intervals(hits: int, total: int, low: float, high: float) -> None:
    assert wilson(hits, total) == pytest.approx((low, high), abs=2e-4)


def test_shares_add_up_and_say_their_interval() -> None:
    assert str(Share(9, 10) + Share(0, 0)) == "90.0 % (9/10, 59.6-98.2)"
    assert str(Share()) == "-"


def test_f1() -> None:
    assert f1(8, 2, 2) == pytest.approx(0.8)
    assert f1(0, 0, 0) is None


def test_errors_within_a_family() -> None:
    counted = Counter({("5z", "5z"): 8, ("5z", "0z"): 2, ("1s", "6z"): 1, ("1s", "4m"): 1})
    families = family_errors(counted)
    assert families["white dragon / back"] == Share(2, 10)
    assert families["bird / green dragon / flowers"] == Share(1, 2)


def result(codes: list[str], named: list[str], doubtful: tuple[int, ...] = ()) -> PhotoResult:
    """A photograph whose finds are its boxes, read as ``codes``."""
    quads = found(*BOXES[: len(codes)].tolist())
    tiles = tuple(
        TileReading(i, code, 0.99, tuple((float(x), float(y)) for x, y in quad))
        for i, (code, quad) in enumerate(zip(codes, quads, strict=True))
    )
    reading = Reading("made.jpg", 320, 100, tiles, doubtful=doubtful)
    picture = Picture(np.zeros((100, 320, 3), np.uint8), 320, 100, 1.0, "made.jpg")
    seen = Seen(picture, quads, tuple(codes), reading)
    answer = match(quads, codes, PHOTO)
    return PhotoResult(PHOTO, seen, answer, answer, tuple(named), tuple(codes))


TRUE = ["1m", "2m", "3m", "4m"]


@pytest.mark.parametrize(
    ("codes", "exact", "counts"),
    [
        (TRUE, True, (3, 0, 0)),
        (["1m", "2m", "3m", "9p"], True, (3, 0, 0)),
        (["1m", "2m", "3s", "4m"], False, (2, 1, 1)),
        (["1m", "2m"], False, (2, 0, 1)),
    ],
    ids=["all right", "a tiny tile misread", "a tile misread", "a tile missed"],
)
def test_a_picture_read_exactly(
    codes: list[str], exact: bool, counts: tuple[int, int, int]
) -> None:
    got = result(codes, TRUE)
    assert (got.exact, got.tile_counts) == (exact, counts)


def test_the_summary_of_two_pictures() -> None:
    row = summarise([result(TRUE, TRUE), result(TRUE[:2], ["1m", "2s", "3m", "4m"], (1,))])
    assert row["finder recall"] == Share(5, 6)
    assert row["tile accuracy given boxes"] == Share(5, 6)
    assert row["pictures exact"] == Share(1, 2)
    assert row["without doubt"] == Share(1, 2)
    assert row["of these wrong"] == Share(0, 1)
    assert row["tile F1 end to end"] == pytest.approx(10 / 11)


def test_tables_in_every_form(tmp_path: Path) -> None:
    results = [result(TRUE, TRUE), result(TRUE[:2], ["1m", "2s", "3m", "4m"])]
    report = Report()
    report.add_photographs("Photographs", results, {"row_or_hand"})
    report.shares["book"] = Share(3, 4)
    assert "| row_or_hand | 2 | 6 |" in to_markdown(report)
    assert "75.0 % (3/4" in to_text(report)
    data = json.loads(json.dumps(report.to_json()))
    assert data["confusions"] == [{"true": "2m", "read": "2s", "tiles": 1}]
    page = write_page(tmp_path, report, results)
    assert "worst_000.jpg" in page.read_text(encoding="utf-8")
    assert (tmp_path / "worst_000.jpg").stat().st_size > 0


def test_truth_believed_wrong_is_counted_not_dropped(tmp_path: Path) -> None:
    listed = tmp_path / "issues.json"
    entry = {"file": PHOTO.name, "box": 1, "truth": "2m", "ours": "2s", "why": "two sticks"}
    listed.write_text(json.dumps([entry]), encoding="utf-8")
    issues = load_issues(listed)
    assert issues == [TruthIssue(**entry)]
    results = [result(TRUE, ["1m", "2s", "9m", "4m"])]
    assert errors_on_list(results, issues) == 1
    assert results[0].naming == Share(1, 3)
    assert load_issues(tmp_path / "none.json") == []
