"""What the rules may settle and what they may not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from laying import in_words, line, read, row, sightings

from vision.hand_builder import build_reading
from vision.layout.options import LayoutOptions
from vision.reading import LABELS, Sighting


def blurred(sighting: Sighting, **chances: float) -> Sighting:
    """The sighting seen as these codes (``s5=0.6`` for 5s) with these probabilities."""
    p = np.full(len(LABELS), 1e-5, np.float32)
    for name, chance in chances.items():
        p[LABELS.index(name[1] + name[0])] = chance
    return replace(sighting, probabilities=p / p.sum())


def test_a_doubtful_tile_becomes_what_its_set_needs() -> None:
    seen = sightings(row("333z 123s", 0, -2) + row("5566778m"))
    seen[1] = blurred(seen[1], z2=0.7, z3=0.29)
    reading = read(seen)
    assert in_words(reading) == [line("bottom E: 5566778m | (123s) (333z) |")]
    (change,) = reading.changes
    assert (change.from_code, change.to_code) == ("2z", "3z")
    assert change.why == "completes the pung it lies in"
    assert change.tile in reading.doubtful


def test_a_clear_view_is_never_overruled() -> None:
    seen = sightings(row("323z 123s", 0, -2) + row("5566778m"), certainty=0.99)
    reading = read(seen)
    assert reading.changes == ()
    assert sorted(t.code for t in reading.tiles if t.code[1] == "z") == ["2z", "3z", "3z"]
    assert len(reading.loose) == 3


def test_of_five_alike_the_doubtful_one_gives_way() -> None:
    seen = sightings(row("6666s 6s 78s 111222z"))
    seen[2] = blurred(seen[2], s6=0.8, s5=0.15, s8=0.05)
    reading = read(seen)
    (change,) = reading.changes
    assert (change.from_code, change.to_code) == ("6s", "5s")
    assert change.why == "five 6 of bamboo on the table"
    assert change.tile in reading.doubtful


def test_the_cheapest_change_wins_even_when_it_is_not_the_first_found() -> None:
    seen = sightings(row("66666s 5555s 11122z"))
    seen[0] = blurred(seen[0], s6=0.6, s5=0.39)  # would make five 5 of bamboo
    seen[1] = blurred(seen[1], s6=0.7, s8=0.28)
    reading = read(seen)
    assert [(c.from_code, c.to_code) for c in reading.changes] == [("6s", "8s")]


def test_five_alike_seen_clearly_stay_and_are_doubtful() -> None:
    reading = read(sightings(row("66666s 78s 111222z"), certainty=0.995))
    assert reading.changes == ()
    sixes = {t.id for t in reading.tiles if t.code == "6s"}
    assert len(sixes) == 5
    assert sixes <= set(reading.doubtful)
    (warning,) = reading.warnings
    assert (warning.code, set(warning.tiles)) == ("too_many", sixes)


def test_tiles_of_a_turned_down_four_count_as_what_they_are() -> None:
    seen = sightings(row("0z 99s 0z", 3, -2) + row("9s 78s 111222z 5p"))
    seen[4] = blurred(seen[4], s9=0.9, s8=0.1)
    reading = read(seen)
    assert [(c.from_code, c.to_code) for c in reading.changes] == [("9s", "8s")]


def test_two_of_one_flower_are_a_change() -> None:
    seen = sightings(row("11f 123m 456p 789s 5566z"))
    seen[1] = blurred(seen[1], f1=0.6, f5=0.4)
    reading = read(seen)
    assert sorted(t.code for t in reading.tiles if t.code[1] == "f") == ["1f", "5f"]


def test_low_confidence_is_doubtful_and_names_alternatives() -> None:
    seen = sightings(row("123m 456p 789s 1122z"))
    seen[5] = blurred(seen[5], p6=0.6, p9=0.4)
    reading = read(seen)
    (tile,) = [t for t in reading.tiles if t.id in reading.doubtful]
    assert tile.code == "6p"
    assert tile.alternatives[0][0] == "9p"
    assert abs(tile.confidence - 0.6) < 0.01


def test_a_person_fixes_and_deletes_by_id() -> None:
    seen = sightings(row("323z 123s", 0, -2) + row("5566778m 9m"), certainty=0.99)
    before = read(seen)
    wrong = next(t.id for t in before.tiles if t.code == "2z")
    extra = next(t.id for t in before.tiles if t.code == "9m")
    options = LayoutOptions(fixed={wrong: "3z", extra: "-"})
    after = build_reading(seen, file="x", width=1, height=1, options=options)
    assert in_words(after) == [line("bottom E: 5566778m | (123s) (333z) |")]
    assert {t.id for t in after.tiles} == {t.id for t in before.tiles} - {extra}
    same = {t.id: t.quad for t in before.tiles}
    assert all(same[t.id] == t.quad for t in after.tiles)
    fixed = next(t for t in after.tiles if t.id == wrong)
    assert (fixed.code, fixed.confidence) == ("3z", 1.0)
