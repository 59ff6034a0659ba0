"""Four players round a table, the whole of it in one picture."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laying import Laid, in_words, line, read, row, seated, sightings, tilted

EAST = row("555888m 22m", -7) + row("1111m", 2.5) + row("999m", 2.5, -1.6)
SOUTH = row("11777665p 53p", -7) + row("999p", 4.2)
WEST = row("555333z 7s", -6) + row("9999s", 2.4) + row("888s", 2.4, -1.7)
NORTH = row("1122665544p", -7) + row("0z 88p 0z", 4.4)

TABLE = (
    seated(EAST, "bottom", 14)
    + seated(SOUTH, "right", 14)
    + seated(WEST, "top", 14)
    + seated(NORTH, "left", 14)
)
EXPECTED = [
    "bottom E: 555888m 22m | (1111m) (999m) |",
    "right S: 11777665p 53p | (999p) |",
    "top W: 555333z 7s | (888s) (9999s) |",
    "left N: 1122665544p | [8888p] |",
]


def expected(lines: list[str], first: str = "E") -> list[str]:
    """Lines with the seats turned so that ``first`` sits at the bottom."""
    turn = "ESWN".index(first)
    seats = {old: "ESWN"[("ESWN".index(old) + turn) % 4] for old in "ESWN"}
    return [
        line(" ".join((w[0], seats[w[1][0]] + ":", *w[2:]))) for w in (t.split() for t in lines)
    ]


def discards(seed: int) -> list[Laid]:
    """Odd tiles in the middle of the table."""
    rng = np.random.default_rng(seed)
    codes = rng.choice(["1z", "4s", "8p", "6z", "2s", "5s", "9m", "3m"], 18)
    spots = [(x * 2.0 - 5, y * 2.4 - 3) for x in range(6) for y in range(3)]
    return [
        Laid(str(c), x + rng.normal(0, 0.2), y + rng.normal(0, 0.2), float(rng.uniform(0, 360)))
        for c, (x, y) in zip(codes, spots, strict=True)
    ]


@pytest.mark.parametrize("seat", ["E", "S", "W", "N"])
def test_the_seats_follow_counter_clockwise(seat: str) -> None:
    assert in_words(read(sightings(TABLE), seat=seat)) == expected(EXPECTED, seat)


@settings(max_examples=30, deadline=None)
@given(
    tilt=st.floats(0, 50),
    roll=st.floats(-25, 25),
    scale=st.floats(10, 80),
    seed=st.integers(0, 99),
)
def test_a_table_seen_from_anywhere_with_discards(
    tilt: float, roll: float, scale: float, seed: int
) -> None:
    laid = TABLE + discards(seed)
    seen = sightings(laid, roll=roll, scale=scale, camera=tilted(tilt, away=60))
    shuffled = [seen[i] for i in np.random.default_rng(seed).permutation(len(seen))]
    reading = read(shuffled)
    assert in_words(reading) == expected(EXPECTED)
    assert len(reading.loose) == 18


def test_walls_before_the_players_are_nobodys() -> None:
    walls = [
        tile
        for side in ("bottom", "right", "top", "left")
        for tile in seated(row("0" * 17 + "z", -8.5, gap=0), side, 10.5)
    ]
    reading = read(sightings(TABLE + walls))
    assert in_words(reading) == expected(EXPECTED)


def test_a_quarter_turn_of_the_picture_moves_the_seats() -> None:
    reading = read(sightings(TABLE, roll=90))
    assert [(p.side, p.seat) for p in reading.players] == [
        ("bottom", "E"), ("right", "S"), ("top", "W"), ("left", "N"),
    ]  # fmt: skip
    code = {t.id: t.code for t in reading.tiles}
    assert {code[i] for i in reading.players[0].concealed} == {"1p", "3p", "5p", "6p", "7p"}


def test_sets_behind_the_hands_without_gaps() -> None:
    players = {
        "bottom": row("1f 465m 999m", -3, -2) + row("2344s 77z 5p", -4),
        "right": row("0z 22z 0z 312p", -3, -2) + row("2345667s", -4),
        "top": row("888p 333z", -3, -2) + row("1m 4568s 22p", -4),
        "left": row("123m 777m 58f", -4, -2) + row("1569s 9p 1p 4z", -4),
    }
    laid = [t for side, tiles in players.items() for t in seated(tiles, side, 12)]
    assert in_words(read(sightings(laid, camera=tilted(40, 60)))) == [
        line("bottom E: 2344s 77z 5p | (456m) (999m) | 1f"),
        line("right S: 2345667s | (123p) [2222z] |"),
        line("top W: 1m 4568s 22p | (333z) (888p) |"),
        line("left N: 1569s 9p 1p 4z | (123m) (777m) | 58f"),
    ]


def test_two_players_opposite() -> None:
    laid = seated(EAST, "bottom", 12) + seated(WEST, "top", 12)
    assert in_words(read(sightings(laid))) == [
        line("bottom E: 555888m 22m | (1111m) (999m) |"),
        line("top W: 555333z 7s | (888s) (9999s) |"),
    ]


def test_one_hand_alone_is_the_bottom_whichever_way_it_lies() -> None:
    for roll in (0, 90, 180, 270):
        (player,) = read(sightings(EAST, roll=roll), seat="N").players
        assert (player.side, player.seat) == ("bottom", "N")
