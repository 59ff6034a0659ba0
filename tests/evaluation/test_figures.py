"""Intervals, F1, exact pictures and the tables made of them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from shared import ROOT
from test_matching import BOXES, PHOTO, found

from scripts.evaluation.confidence import (
    Judged,
    by_size,
    calibration_error,
    operating_points,
    reliability,
)
from scripts.evaluation.issues import TruthIssue, doubled_truth, errors_on_list, load_issues
from scripts.evaluation.matching import match
from scripts.evaluation.pages import FolderInRepositoryError, check_folder, write_page
from scripts.evaluation.photographs import PhotoResult, by_lowest_score, summarise
from scripts.evaluation.report import Report, to_markdown, to_text
from scripts.evaluation.running import Seen
from scripts.evaluation.statistics import Share, f1, family_errors, wilson
from vision.frames import Picture
from vision.reading import PlayerReading, Reading, TileReading


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
    """A photograph whose finds are its boxes, read as ``codes``; a fifth find is on none."""
    quads = found(*[*BOXES.tolist(), (120, 50, 150, 90)][: len(codes)])
    tiles = tuple(
        TileReading(i, code, 0.99, tuple((float(x), float(y)) for x, y in quad))
        for i, (code, quad) in enumerate(zip(codes, quads, strict=True))
    )
    reading = Reading("made.jpg", 320, 100, tiles, doubtful=doubtful)
    picture = Picture(np.zeros((100, 320, 3), np.uint8), 320, 100, 1.0, "made.jpg")
    scores = (0.9, 0.8, 0.6, 0.5, 0.45)[: len(codes)]
    seen = Seen(picture, quads, tuple(codes), reading, scores)
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


def test_the_finder_alone_trades_recall_for_precision() -> None:
    points = by_lowest_score([result([*TRUE, "1p"], TRUE)])
    assert points["0.40"] == {"finder recall": Share(3, 3), "finder precision": Share(3, 4)}
    assert points["0.50"] == {"finder recall": Share(3, 3), "finder precision": Share(3, 3)}
    assert points["0.70"] == {"finder recall": Share(2, 3), "finder precision": Share(2, 2)}


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
    assert page.read_text(encoding="utf-8").count("<svg") == 4
    assert (tmp_path / "worst_000.jpg").stat().st_size > 0


def test_the_page_stays_out_of_the_repository(tmp_path: Path) -> None:
    check_folder(tmp_path / "page", ROOT)
    for inside in (ROOT, ROOT / "datasets" / "page"):
        with pytest.raises(FolderInRepositoryError, match="must not be committed"):
            check_folder(inside, ROOT)


def test_calibration_by_hand() -> None:
    judged = [Judged(0.9, True), Judged(0.9, False), Judged(0.2, False)]
    # (|1 - 1.8| + |0 - 0.2|) / 3
    assert calibration_error(judged, bins=10) == pytest.approx(1 / 3)
    assert [b.right for b in reliability(judged, bins=10)] == [Share(0, 1), Share(1, 2)]
    assert calibration_error([]) is None


def test_accuracy_by_size() -> None:
    judged = [Judged(0.9, True, 25), Judged(0.9, False, 29), Judged(0.9, True, 1000)]
    assert by_size(judged) == {"20 to 30": Share(1, 2), "300 and more": Share(1, 1)}


def test_limits_of_confidence() -> None:
    held = PlayerReading("bottom", "E", concealed=(0, 1, 2, 3))
    results = []
    for codes, sure in ((TRUE, 0.99), (["1m", "2m", "3s", "4m"], 0.6)):
        got = result(codes, TRUE)
        tiles = tuple(replace(t, confidence=sure) for t in got.seen.reading.tiles)
        reading = replace(got.seen.reading, tiles=tiles, players=(held,))
        results.append(replace(got, seen=replace(got.seen, reading=reading)))
    points = {p.limit: (p.sure, p.wrong, p.wrong_in_hands) for p in operating_points(results)}
    assert points[0.5] == (Share(2, 2), Share(1, 2), Share(1, 2))
    assert points[0.9] == (Share(1, 2), Share(0, 1), Share(0, 1))
    assert points[0.995] == (Share(0, 2), Share(0, 0), Share(0, 0))


def test_a_false_alarm_that_is_nobodys_is_not_wrong_in_a_hand() -> None:
    got = result([*TRUE, "9s"], TRUE)
    assert got.answer.false == (4,)
    assert not got.exact
    assert not got.wrong_in_hands


def test_a_tile_that_the_truth_holds_twice() -> None:
    once, twice = result(TRUE, TRUE), result(TRUE, TRUE)
    boxes = np.concatenate([PHOTO.boxes, PHOTO.boxes[:1] + 1])
    doubled = replace(
        PHOTO, boxes=boxes, codes=(*PHOTO.codes, "1m"), counts=np.append(PHOTO.counts, True)
    )
    twice = replace(twice, photo=doubled)
    assert doubled_truth([once, twice]) == [PHOTO.name]


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
