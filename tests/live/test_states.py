"""States in words that a person at the table understands."""

from __future__ import annotations

from dataclasses import replace

import pytest
from readings import reading_of

from vision.app.live.states import Kind, LiveState, ordinal, reading_state
from vision.reading import Reading, Warning_

COMPLETE = "345m 22777p 678s 111z"
"""Typed in the order of the ids, 0 to 13."""


def state(reading: Reading, *, glare: float = 0.0, settled: bool = True) -> LiveState:
    shares = dict.fromkeys(reading.doubtful, glare)
    return reading_state(reading, shares, single_heads=False, settled=settled)


def unsure(reading: Reading, tile: int, confidence: float, *others: tuple[str, float]) -> Reading:
    """The reading with a tile that is not certain."""
    tiles = tuple(
        replace(t, confidence=confidence, alternatives=others) if t.id == tile else t
        for t in reading.tiles
    )
    return replace(reading, tiles=tiles, doubtful=(*reading.doubtful, tile))


def with_gap(reading: Reading, after: int, widths: float) -> Reading:
    """The reading with the tiles after one moved to the right."""
    tiles = tuple(
        replace(t, quad=tuple((x + 40 * widths, y) for x, y in t.quad)) if t.id > after else t
        for t in reading.tiles
    )
    return replace(reading, tiles=tiles)


def test_ready() -> None:
    assert state(reading_of({"E": COMPLETE})) == LiveState(Kind.READY, "ready")
    assert state(reading_of({"E": "22p 678s (111z) [9999m] (777p) 1f"})).kind is Kind.READY
    assert state(reading_of({"E": COMPLETE}), settled=False).kind is Kind.SETTLING


def test_no_tiles() -> None:
    assert state(reading_of({})) == LiveState(Kind.NO_TILES, "no tiles")
    assert state(reading_of({}, loose=["1p"])).kind is Kind.NO_TILES


MISSING = "345m 2777p 678s 111z"


@pytest.mark.parametrize(
    ("reading", "kind", "text"),
    [
        (with_gap(reading_of({"E": MISSING}), 12, 1), Kind.INCOMPLETE,
         "13 of 14 tiles, one missing: 2 of dots would complete it"),
        (with_gap(reading_of({"E": MISSING}), 9, 1.1), Kind.INCOMPLETE,
         "13 of 14 tiles, one missing after 8 of bamboo"),
        (with_gap(reading_of({"E": "345m 2777p 678s (111z)"}), 9, 1.0), Kind.INCOMPLETE,
         "13 of 14 tiles, one missing after 8 of bamboo"),
        (with_gap(reading_of({"E": "345m 2777p 678s (111z)"}), 9, 2.0), Kind.INCOMPLETE,
         "13 of 14 tiles, one missing: 2 of dots would complete it"),
        (reading_of({"E": "678s 111z 345m 777p"}), Kind.INCOMPLETE, "12 of 14 tiles, 2 missing"),
        (reading_of({"E": COMPLETE + " 9p"}), Kind.INCOMPLETE, "15 tiles, 14 are a hand"),
        (reading_of({"E": "345m 23777p 678s 111z"}), Kind.NO_HAND, "14 tiles, no winning hand"),
        (reading_of({"E": "13m 49p 18s 1234z 79m 2p 5s"}), Kind.NO_HAND,
         "14 tiles, no winning hand"),
        (reading_of({"E": "13m 49p", "S": "2p 678s 111z 345m 777p"}), Kind.INCOMPLETE,
         "South: 13 of 14 tiles, one missing: 2 of dots would complete it"),
    ],
)  # fmt: skip
def test_incomplete(reading: Reading, kind: Kind, text: str) -> None:
    assert state(reading) == LiveState(kind, text)


def test_a_table_on_which_somebody_is_complete_is_ready() -> None:
    assert state(reading_of({"E": MISSING, "S": COMPLETE})).kind is Kind.READY


def test_a_doubtful_tile_is_named_with_its_likeliest_alternative() -> None:
    reading = unsure(reading_of({"E": COMPLETE}), 10, 0.6, ("5s", 0.4))
    assert state(reading).text == "the eleventh tile: 8 of bamboo or 5 of bamboo?"
    more = unsure(reading, 12, 0.5)
    assert state(more).text.endswith("; 1 more to look at")


def test_glare() -> None:
    reading = unsure(reading_of({"E": COMPLETE}), 2, 0.5, ("5s", 0.4))
    assert state(reading, glare=0.2) == LiveState(Kind.GLARE, "glare on the third tile")


@pytest.mark.parametrize(
    ("hand", "tile", "confidence", "others", "kind"),
    [
        (COMPLETE, 10, 0.8, [("4s", 0.1), ("7s", 0.1)], Kind.READY),  # neither makes a hand
        (COMPLETE, 10, 0.8, [("5s", 0.2)], Kind.DOUBT),  # 567s: a hand as well
        (COMPLETE, 10, 0.7, [("7s", 0.3)], Kind.DOUBT),  # not likely enough
        (COMPLETE, 10, 0.95, [], Kind.DOUBT),  # in doubt for another reason
        ("345m 22p 678s (111z) 777p", 13, 0.8, [("2z", 0.2)], Kind.READY),
        ("345m 22777p 678s (678m)", 13, 0.8, [("4m", 0.2)], Kind.READY),
        ("345m 22777p 678s (678m)", 11, 0.8, [("9m", 0.2)], Kind.DOUBT),  # 789m: a set too
        ("345m 22777p 678s (111z) 1f", 14, 0.8, [("5f", 0.2)], Kind.DOUBT),
    ],
)  # fmt: skip
def test_a_complete_hand_settles_a_likely_tile(
    hand: str, tile: int, confidence: float, others: list[tuple[str, float]], kind: Kind
) -> None:
    assert state(unsure(reading_of({"E": hand}), tile, confidence, *others)).kind is kind


def test_single_heads_win_where_the_rules_say_so() -> None:
    reading = reading_of({"E": "19m 19p 19s 1234567z 1z"})
    assert reading_state(reading, {}, single_heads=True, settled=True).kind is Kind.READY
    assert reading_state(reading, {}, single_heads=False, settled=True).kind is Kind.NO_HAND


def test_ordinals() -> None:
    numbers = (1, 3, 12, 13, 21, 22, 23, 111)
    words = ["first", "third", "twelfth", "13th", "21st", "22nd", "23rd", "111th"]
    assert [ordinal(n) for n in numbers] == words


def test_warnings_alone_do_not_stop_a_complete_hand() -> None:
    reading = replace(reading_of({"E": COMPLETE}), warnings=(Warning_("blur", "soft"),))
    assert state(reading).kind is Kind.READY
