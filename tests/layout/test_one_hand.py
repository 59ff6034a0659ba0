"""One player's tiles, as Harr lays them and as real players do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laying import Laid, in_words, line, read, row, sightings, tilted

from vision.reading import Sighting, probabilities_of

HARR = {
    "claimed pung, two sets at the right": (
        row("222p", 12.5, 0, gap=0.4) + row("567m", 12.5, 1.7, gap=0.4)
        + row("789678m 22z", gap=0.4),
        "bottom E: 789678m 22z | (222p) (567m) |",
    ),
    "pair and four sets": (
        row("22z", gap=0.4)
        + row("222m", 5, 0, gap=0.4) + row("999m", 5, 1.7, gap=0.4)
        + row("111m", 5, 3.4, gap=0.4) + row("666z", 5, 5.1, gap=0.4),
        "bottom E: 22z | (111m) (222m) (666z) (999m) |",
    ),
    "fours, two of them turned down": (
        row("88s", gap=0.4)
        + row("0z 11s 0z", 5, 0, gap=0.4) + row("4444s", 5, 1.7, gap=0.4)
        + row("7777s", 5, 3.4, gap=0.4) + row("0z 99s 0z", 5, 5.1, gap=0.4),
        "bottom E: 88s | (4444s) (7777s) [1111s] [9999s] |",
    ),
    "one long hand and a turned-down four in line": (
        row("111678m 444m 22z", gap=0.1) + row("0z 44z 0z", 13.6, 0, gap=0.1),
        "bottom E: 111678444m 22z | [4444z] |",
    ),
    "sets below and above the line": (
        row("777z 33z", 0, 1.7) + row("111z", 7, 0) + row("111p", 7, 1.7) + row("444p", 7, 3.4),
        "bottom E: 777z 33z | (111p) (111z) (444p) |",
    ),
}  # fmt: skip

PLAYERS = {
    "sets above the hand without gaps, out of order": (
        row("1f 333p 999m 465m", -2, -2) + row("56788p 9p", 0, 0),
        "bottom E: 567889p | (333p) (456m) (999m) | 1f",
    ),
    "sets far wider than the hand": (
        row("2f 333z 324m 243m 123p", -4, -2.1) + row("88m 68p"),
        "bottom E: 88m 68p | (123p) (234m) (234m) (333z) | 2f",
    ),
    "claimed tiles crosswise": (
        row("465m 888p", 0, -2.2, crosswise=[1, 5]) + row("1123456s", 0, 0),
        "bottom E: 1123456s | (456m) (888p) |",
    ),
    "flowers between and behind the sets": (
        row("999p 75f 222z 3f", 0, -2) + row("5433366s 1z", 0, 0),
        "bottom E: 5433366s 1z | (222z) (999p) | 357f",
    ),
    "everything in one line, a gap before the sets": (
        row("22334m 5p 1z") + row("1f 666p 789s", 7.7, 0),
        "bottom E: 22334m 5p 1z | (666p) (789s) | 1f",
    ),
    "flowers touch the hand": (
        row("58f 11345678s 123p 789m"),
        "bottom E: 11345678s 123p 789m | | 58f",
    ),
    "middle pair turned down": (
        row("5z 00z 5z 123p", 0, -2) + row("2345667s", 0, 0),
        "bottom E: 2345667s | (123p) [5555z] |",
    ),
    "sets in front of the hand": (
        row("888m", 3, 1.9) + row("9966433221m"),
        "bottom E: 9966433221m | (888m) |",
    ),
    "sets pushed back at the left": (
        row("57f 111m 222m", -8.3, -1.4) + row("335m 99m 6z 1p"),
        "bottom E: 33599m 6z 1p | (111m) (222m) | 57f",
    ),
    "the last tile of a set two tiles off": (
        [*row("312s 654f 66p", 0, -2.3), Laid("6p", 10.4, -2.5, 80), *row("6555432m 222s")],
        "bottom E: 6555432m 222s | (123s) (666p) | 456f",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", [*HARR, *PLAYERS])
def test_a_hand_is_grouped(name: str) -> None:
    laid, expected = {**HARR, **PLAYERS}[name]
    assert in_words(read(sightings(laid))) == [line(expected)]


@pytest.mark.parametrize("name", [*HARR, *PLAYERS])
@settings(max_examples=8, deadline=None)
@given(
    roll=st.floats(0, 360),
    scale=st.floats(8, 200),
    tilt=st.floats(0, 45),
    seed=st.integers(0, 999),
)
def test_roll_scale_tilt_and_order_change_nothing(
    name: str, roll: float, scale: float, tilt: float, seed: int
) -> None:
    laid, expected = {**HARR, **PLAYERS}[name]
    seen = sightings(laid, roll=roll, scale=scale, camera=tilted(tilt))
    shuffled = [seen[i] for i in np.random.default_rng(seed).permutation(len(seen))]
    assert in_words(read(shuffled)) == [line(expected)]


def test_ids_run_in_reading_order_whatever_order_the_finder_has() -> None:
    seen = sightings(row("123m 0z 44z 0z", 0, -2) + row("5667789s"))
    reading = read(seen[::-1])
    assert [t.code for t in reading.tiles] == (
        ["1m", "2m", "3m", "0z", "4z", "4z", "0z", "5s", "6s", "6s", "7s", "7s", "8s", "9s"]
    )
    assert [t.id for t in reading.tiles] == list(range(14))


@pytest.mark.parametrize(
    ("laid", "winner"),
    [
        ([*row("555123m 8899s"), Laid("8s", 11.4, 0.1, 90), *row("666p", 0, -2)], "8s"),
        ([*row("123345p 88p 456m 13s"), Laid("2s", 5, 2.6, 90)], "2s"),
        ([*row("67m 888m 11z"), Laid("1z", 10.5, 0.3, 40), *row("222333z", 0, -2)], "1z"),
    ],
    ids=["crosswise at the end", "in front", "three tiles off"],
)
def test_the_winning_tile_lies_apart(laid: list[Laid], winner: str) -> None:
    reading = read(sightings(laid))
    (player,) = reading.players
    assert player.winning_tile in player.concealed
    assert reading.tiles[player.winning_tile or 0].code == winner
    assert reading.loose == ()


def test_walls_and_discards_are_nobodys() -> None:
    wall = row("00000000000000000z", -2, -6, gap=0.0) + row("000000000z", 1, -4.2, gap=0.0)
    discards = [
        Laid(c, x, y, a)
        for c, x, y, a in [
            ("1m", 2, -10, 20),
            ("9p", 4.5, -9, 160),
            ("3z", 7, -11, 75),
            ("5s", 3, -12, 10),
        ]
    ]
    reading = read(sightings(row("123456m 5577p") + row("999s", 1, -2) + wall + discards))
    assert in_words(reading) == [line("bottom E: 123456m 5577p | (999s) |")]
    assert len(reading.loose) == len(wall) + len(discards)


def test_four_backs_count_as_a_four_only_where_tiles_are_missing() -> None:
    four = row("0000z", 3, -2)
    assert in_words(read(sightings(row("1234567m 599p") + four))) == [
        line("bottom E: 1234567m 599p | [0000z] |")
    ]
    reading = read(sightings(row("1234567m 599p 123s") + four))
    assert in_words(reading) == [line("bottom E: 1234567m 599p 123s | |")]


def test_a_four_of_unknown_kind_is_doubtful() -> None:
    reading = read(sightings(row("1234567m 599p") + row("0000z", 3, -2)))
    assert set(reading.doubtful) == {t.id for t in reading.tiles if t.code == "0z"}


def test_a_hand_of_sixteen_tiles() -> None:
    laid = row("2f 333z 123m 555p", 0, -2) + row("8899m 345s")
    reading = read(sightings(laid), hand_size=16)
    assert in_words(reading) == [line("bottom E: 8899m 345s | (123m) (333z) (555p) | 2f")]


def test_a_hand_with_a_gap_in_it() -> None:
    laid = row("456678m 88p") + row("23p 99s", 9.5, 0) + row("27f 2222z", 3, -2)
    reading = read(sightings(laid), hand_size=16)
    assert in_words(reading) == [line("bottom E: 456678m 8823p 99s | (2222z) | 27f")]


def test_nothing_found_is_an_empty_reading() -> None:
    reading = read([])
    assert (reading.tiles, reading.players, reading.loose) == ((), (), ())


def test_what_is_no_tile_is_left_out() -> None:
    seen = sightings(row("123m 456p 789s 1122z"))
    extra = Sighting(seen[0].quad + 900, probabilities_of("none", 0.99))
    assert len(read([*seen, extra]).tiles) == 13


def test_sets_that_do_not_work_out_are_pointed_out() -> None:
    laid = row("111m 789p 46p", 0, -2) + row("123s 55z")
    reading = read(sightings(laid), hand_size=10)
    (warning,) = reading.warnings
    assert warning.code == "unfinished_set"
    assert [reading.tiles[i].code for i in warning.tiles] == ["4p", "6p"]
    assert set(warning.tiles) <= set(reading.doubtful)
    assert set(warning.tiles) <= set(reading.loose)


def test_a_fourth_tile_laid_on_a_pung_makes_a_four() -> None:
    laid = row("888s 222z", 9, 0, crosswise=[2, 3]) + [Laid("8s", 11.7, -1.0, 90)]
    laid += [Laid("2z", 12.9, -1.05, 90), *row("2345678p")]
    assert in_words(read(sightings(laid))) == [line("bottom E: 2345678p | (2222z) (8888s) |")]


def test_sets_in_the_far_corner_of_a_players_side() -> None:
    laid = row("77z") + row("0z 22s 0z", 13, -2) + row("888s", 13, -0.5) + row("123m 999p", 13, 1)
    assert in_words(read(sightings(laid))) == [
        line("bottom E: 77z | (123m) (888s) (999p) [2222s] |")
    ]


@pytest.mark.parametrize("quarter", [1, 2, 3])
def test_it_does_not_matter_at_which_corner_a_back_begins(quarter: int) -> None:
    laid = row("88s", gap=0.4) + row("0z 11s 0z", 5, 0, gap=0.4) + row("0z 99s 0z", 5, 1.7, gap=0.4)
    laid += row("0000000000z", -2, -4, gap=0.0)
    seen = [
        replace(s, quad=np.roll(s.quad, quarter, axis=0)) if s.code == "0z" else s
        for s in sightings(laid, roll=33)
    ]
    assert in_words(read(seen, hand_size=7)) == [line("bottom E: 88s | [1111s] [9999s] |")]
