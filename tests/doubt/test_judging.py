"""Doubt from where tiles lie: what is marked, what is said, and what stays quiet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from laying import Laid, read, row, sightings

from vision.hand_builder import build_reading
from vision.layout.options import LayoutOptions
from vision.reading import LABELS, Reading, Sighting

WAITING = "2358m 1469p 258s 13z"
DRAWN = "2358m 1469p 258s 134z"
"""Tiles that make no sets: only their number tells whether they are a hand."""


def without(laid: Sequence[Laid], *places: int) -> list[Laid]:
    """The tiles but for some, which leave holes."""
    return [tile for k, tile in enumerate(laid) if k not in places]


def codes(reading: Reading) -> list[str]:
    """The codes of a reading's warnings."""
    return [warning.code for warning in reading.warnings]


def doubtful(reading: Reading) -> list[str]:
    """The doubtful tiles' codes, in order of their ids."""
    return [reading.tiles[tile].code for tile in reading.doubtful]


def unsure(seen: Sequence[Sighting], tile: int, **changes: object) -> list[Sighting]:
    """The sightings with one of them changed."""
    return [replace(s, **changes) if k == tile else s for k, s in enumerate(seen)]


def spread_over(**shares: float) -> np.ndarray:
    """(44,) probabilities, given as ``p1f=0.5``."""
    p = np.zeros(len(LABELS), np.float32)
    for name, share in shares.items():
        p[LABELS.index(name[1:])] = share
    return p


class TestHoles:
    def test_a_missing_tile_is_named_by_its_neighbours(self) -> None:
        reading = read(sightings(without(row(DRAWN), 4)))
        gap = next(w for w in reading.warnings if w.code == "gap")
        assert [reading.tiles[t].code for t in gap.tiles] == ["8m", "4p"]
        assert "one more tile between the 8 of characters and the 4 of dots" in gap.message
        assert doubtful(reading) == ["8m", "4p"]

    @pytest.mark.parametrize("gap", [0.0, 0.2, 0.4], ids=["touching", "near", "loosely laid"])
    def test_however_far_apart_the_tiles_lie(self, gap: float) -> None:
        assert codes(read(sightings(row(DRAWN, gap=gap)))) == []
        assert "gap" in codes(read(sightings(without(row(DRAWN, gap=gap), 4))))

    def test_two_missing_tiles(self) -> None:
        reading = read(sightings(without(row(WAITING), 5, 6)))
        message = next(w.message for w in reading.warnings if w.code == "gap")
        assert "2 more tiles" in message

    @pytest.mark.parametrize(
        "laid",
        [
            row(DRAWN),
            row("2358m 1469p 258s 13z") + row("4z", x=14.5),
            row("2358m 1469p") + row("258s 134z", x=9.3),
            row("2358m 1469p 258s 1z") + row("3z", x=13.4),
            row("2358m 1469p") + row("258s 13z", x=8.8),
        ],
        ids=["whole", "winning tile apart", "in two pieces", "a tile apart", "half a tile"],
    )
    def test_hands_of_the_right_number_have_none(self, laid: list[Laid]) -> None:
        assert codes(read(sightings(laid))) == []

    def test_thirteen_tiles_with_room_in_the_middle(self) -> None:
        assert codes(read(sightings(without(row(DRAWN), 6)))) == ["gap"]


class TestNumbers:
    @pytest.mark.parametrize(
        ("text", "has"),
        [("123m 456p 789s 1z", "East has 10 tiles"), ("123456789m 123456789p", "has 18 tiles")],
    )
    def test_no_hand(self, text: str, has: str) -> None:
        reading = read(sightings(row(text)))
        assert codes(reading) == ["hand_size"]
        assert has in reading.warnings[0].message
        assert "a hand has 13, or 14 when it is complete" in reading.warnings[0].message
        assert reading.doubtful == ()

    def test_the_size_of_the_hand_is_an_option(self) -> None:
        seen = sightings(row("123m 456p 789s 111222z 3z"))
        assert codes(read(seen)) == ["hand_size"]
        assert codes(read(seen, hand_size=16)) == []

    def test_five_of_a_kind(self) -> None:
        reading = read(sightings(row("11111m 456p 789s 22z")))
        assert "too_many" in codes(reading)
        assert doubtful(reading) == ["1m"] * 5


class TestWeakSights:
    def test_a_weak_find_before_a_player(self) -> None:
        reading = read(unsure(sightings(row(WAITING)), 3, found=0.45))
        assert doubtful(reading) == ["8m"]

    def test_a_weak_find_that_is_nobodys(self) -> None:
        seen = sightings([*row(WAITING), *row("9p", x=30.0, y=-12.0)])
        reading = read(unsure(seen, 13, found=0.45))
        assert len(reading.loose) == 1
        assert reading.doubtful == ()

    def test_a_flower_without_a_number(self) -> None:
        seen = sightings([*row(WAITING), *row("1f", y=-3.0)])
        seen = unsure(seen, 13, probabilities=spread_over(p1f=0.5, p2f=0.5))
        reading = read(seen)
        assert codes(reading) == ["flower_number"]
        assert reading.warnings[0].tiles == reading.doubtful

    def test_two_finds_on_one_tile(self) -> None:
        laid = row(WAITING)
        laid.insert(5, replace(laid[4], code="6p", x=laid[4].x + 0.4))
        reading = read(sightings(laid))
        assert "overlap" in codes(reading)
        assert {"1p", "6p"} <= set(doubtful(reading))

    def test_partly_hidden(self) -> None:
        reading = read(unsure(sightings(row(WAITING)), 0, partly_hidden=True))
        assert codes(reading) == ["partly_hidden"]

    def test_what_a_person_says_is_no_longer_in_doubt(self) -> None:
        seen = unsure(sightings(row(WAITING)), 3, found=0.45, partly_hidden=True)
        before = read(seen)
        after = read(seen, fixed={before.doubtful[0]: "8m"})
        assert after.doubtful == ()
        assert after.warnings == ()


class TestThePicture:
    @pytest.mark.parametrize(("margin", "cut"), [(0, False), (10, False), (-20, True)])
    def test_tiles_across_its_edge(self, margin: int, cut: bool) -> None:
        seen = sightings(row(WAITING))
        right = max(float(s.quad[:, 0].max()) for s in seen)
        reading = build_reading(
            seen, file="x.jpg", width=round(right) + margin, height=6000, options=LayoutOptions()
        )
        assert codes(reading) == ["cut_off"] * cut
        if cut:
            assert [reading.tiles[t].code for t in reading.warnings[0].tiles] == ["3z"]

    def test_a_tile_of_which_only_a_part_was_found(self) -> None:
        seen = sightings(row(WAITING))
        quad = seen[-1].quad.copy()
        quad[[1, 2], 0] -= 0.4 * (quad[1, 0] - quad[0, 0])
        seen = unsure(seen, len(seen) - 1, quad=quad)
        width = round(float(quad[:, 0].max()))
        reading = build_reading(
            seen, file="x.jpg", width=width, height=6000, options=LayoutOptions()
        )
        assert codes(reading) == ["cut_off"]

    def test_tiles_of_very_different_size(self) -> None:
        near = sightings(row(WAITING), scale=90.0)
        far = [replace(s, quad=s.quad - 700) for s in sightings(row("123m", y=-2), scale=30.0)]
        reading = read([*near, *far], scene="hand")
        held = sum(len(p.tiles) for p in reading.players)
        assert ("two_scales" in codes(reading)) == (held == 16)
