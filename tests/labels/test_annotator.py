"""The simulated annotator counts the keys and clicks that the labelling page needs."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from scripts.evaluation.truth import Photo
from scripts.labelling.actions import Work, naming_keys, work_on

KEYS = Path(__file__).resolve().parents[2] / "vision" / "app" / "label_page" / "static" / "keys.js"


def box(place: int) -> list[float]:
    """The bounds of the tile at a place of a row."""
    return [40.0 * place, 0.0, 40.0 * place + 30, 40.0]


def quad(place: int) -> list[list[float]]:
    """The same as a quad."""
    x0, y0, x1, y1 = box(place)
    return [[x0, y0], [x1, y0], [x1, y1], [x0, y1]]


def truth(*codes: str) -> Photo:
    """A row of tiles."""
    return Photo(
        name="a.jpg", path=Path("a.jpg"), session="s", fold="", kind="row", source="",
        boxes=np.array([box(i) for i in range(len(codes))], np.float32), codes=codes,
        counts=np.ones(len(codes), bool), ignore=np.zeros((0, 4), np.float32),
        backs_labelled=True,
    )  # fmt: skip


def proposal(codes: dict[int, str], finds: tuple[int, ...] = (), **guesses: list[str]) -> dict:
    """Proposed codes by place, the finder's finds, and further guesses by place (``t3=[...]``)."""
    return {
        "label": {"tiles": [{"id": i, "code": c, "quad": quad(i)} for i, c in codes.items()]},
        "alternatives": {int(k[1:]): [[c, 0.1] for c in v] for k, v in guesses.items()},
        "finds": [quad(i) for i in finds],
    }


@pytest.mark.parametrize(
    ("proposed", "wanted"),
    [
        (proposal({0: "1m", 1: "5p", 2: "1z"}), {}),
        (proposal({0: "1m", 1: "6p", 2: "1z"}), {"renaming": 3}),  # select, 5, p
        (proposal({0: "1m", 1: "6p", 2: "1z"}, t1=["5p"]), {"renaming": 2}),  # select, .
        (proposal({0: "1m", 1: "6p", 2: "1z"}, t1=["4p", "7p", "5p"]), {"renaming": 3}),
        (proposal({0: "1m", 1: "5p", 2: "2z"}), {"renaming": 2}),  # select, e
        (proposal({0: "1m", 1: "5p", 2: "1z", 7: "9s"}), {"deleting": 2}),
        (proposal({0: "1m", 2: "1z"}), {"adding": 5}),  # a, two clicks, 5, p
        (proposal({0: "1m", 2: "1z"}, (0, 1, 2)), {"adding": 4}),  # select, i, 5, p
        (proposal({0: "1m", 2: "1z"}, (0, 2, 9)), {"adding": 5}),  # the find is elsewhere
        (proposal({}), {"adding": 5 + 5 + 4}),
    ],
)
def test_actions(proposed: dict, wanted: dict) -> None:
    work = work_on(truth("1m", "5p", "1z"), proposed)
    scratch = 1 + 5 + 5 + 4
    assert work == Work(tiles=3, confirming=1, scratch=scratch, **wanted)


def test_what_does_not_count_costs_nothing() -> None:
    photo = replace(truth("1m", "5p"), counts=np.array([True, False]))
    assert work_on(photo, proposal({0: "1m", 1: "9s"})).correcting == 0
    assert work_on(photo, proposal({0: "1m"})) == Work(tiles=1, confirming=1, scratch=6)


def test_single_keys_are_the_pages() -> None:
    if not KEYS.exists():
        pytest.skip("this checkout has no labelling page")
    line = re.search(r"SINGLE = \{(.*?)\}", KEYS.read_text(encoding="utf-8"))
    assert line is not None
    codes = re.findall(r'"(\w+)"', line[1])
    assert codes
    assert {naming_keys(code) for code in codes if code != "unknown"} == {1}
    assert all(naming_keys(code) == 2 for code in ("1m", "9s", "8f"))
