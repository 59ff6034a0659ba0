"""Groups, winning scores and the book's illustrations as they are measured."""

from __future__ import annotations

from collections import Counter

import pytest
from laying import in_words, read, row, sightings
from shared import SHARED, shared

from scripts.evaluation import book, grouping
from scripts.evaluation.statistics import Share
from scripts.evaluation.truth import boxed_photos, grouped_photos


def test_the_winning_score_of_a_known_hand() -> None:
    groups = (
        Counter(["2z"] * 2),
        Counter([("2m",) * 3, ("9m",) * 3, ("1m",) * 3, ("6z",) * 3]),
        Counter(["3f"]),
    )
    # Mah-Jongg 20, no runs 10, drawn 2, only place 2, pungs 2+4+4+4; green dragons and one suit.
    assert grouping.winner_score(groups) == (48, 2, 192)


def test_an_incomplete_hand_has_no_score() -> None:
    assert grouping.winner_score((Counter(["2z"]), Counter(), Counter())) is None
    assert grouping.winner_score((Counter(), Counter(), Counter())) is None


@pytest.mark.shared
def test_groupings_of_real_players_are_found_from_true_tiles() -> None:
    photos = {p.name: p for p in boxed_photos(shared("photos"))}
    truths = grouped_photos(shared("photos"))
    right = Share(sum(grouping.group_truth(photos[t.photo], t) for t in truths), len(truths))
    assert right.total == 103
    assert right.hits >= 99, right


@pytest.mark.shared
def test_the_complete_hands_of_fourteen_tiles_all_have_a_score() -> None:
    photos = {p.name: p for p in boxed_photos(shared("photos"))}
    truths = [t for t in grouped_photos(shared("photos")) if t.complete and t.number == 14]
    scores = [grouping.winner_score(grouping.groups_true(photos[t.photo], t)) for t in truths]
    assert len(scores) == 22
    assert None not in scores


@pytest.mark.shared
def test_the_book_scans_have_their_truth() -> None:
    shared("book")
    scans = {s.name: s for s in book.scans(SHARED)}
    assert len(scans) == 24
    assert scans["no8a.jpg"].hands[""][0] == Counter({"1p": 2, "4p": 2})
    assert scans["page49.jpg"].table
    assert set(scans["page47.jpg"].hands) == set("ESWN")


def test_dragons_are_one_in_grey_print() -> None:
    laid = row("22z", gap=0.4) + row("777z", 5, 0, gap=0.4) + row("111m", 5, 1.7, gap=0.4)
    laid += row("0z 66z 0z", 5, 3.4, gap=0.4) + row("456p", 5, 5.1, gap=0.4)
    reading = read(sightings(laid))
    hand = book._hand(
        ["2z", "2z"],
        [(False, ["5z"] * 3), (False, ["1m"] * 3), (True, ["7z"] * 4), (False, ["4p", "5p", "6p"])],
    )
    scan = book.Scan("made", SHARED, {"": hand}, table=False)
    assert book.read_exactly(scan, reading), in_words(reading)
    other = book.Scan("made", SHARED, {"": book._hand(["2z", "3z"], [])}, table=False)
    assert not book.read_exactly(other, reading)
