"""What a hand waits for."""

from __future__ import annotations

import pytest

from scoring import DealError, Frame, Rules, parse_hand, waiting_for, waiting_text
from scoring.tiles import INDEX, PLAYING_TILES

PART_TWO = Frame(Rules.PART_TWO)


def table(text: str, frame: Frame = PART_TWO, visible: str = "") -> dict[str, tuple[int, int, int]]:
    seen = parse_hand(visible).all_tiles
    return {
        PLAYING_TILES[wait.tile]: (wait.left, wait.drawn.score, wait.claimed.score)
        for wait in waiting_for(parse_hand(text), "S", frame, seen)
    }


def test_every_tile_that_completes() -> None:
    assert table("1112345678999m") == {
        "2m": (3, 34 * 8, 32 * 8),
        "5m": (3, 34 * 8, 32 * 8),
        "8m": (3, 34 * 8, 32 * 8),
        "1m": (1, 24 * 8, 20 * 8),
        "3m": (3, 24 * 8, 22 * 8),
        "4m": (3, 24 * 8, 20 * 8),
        "6m": (3, 24 * 8, 20 * 8),
        "7m": (3, 24 * 8, 22 * 8),
        "9m": (1, 24 * 8, 20 * 8),
    }


def test_what_is_visible_is_not_left() -> None:
    assert table("123m 456p 789s 22z 55z", visible="2z 2z") == {
        "2z": (0, 22 * 2, 16 * 2),
        "5z": (2, 22 * 2, 16 * 2),
    }


def test_a_tile_of_which_all_four_are_held_cannot_come() -> None:
    assert "2m" not in table("13m 22z (2222m) (345p) (345s)")
    assert table("13m 22z (222m) (345p) (345s)")["2m"][0] == 1


def test_thirteen_heads_wait_for_any_head_in_part_two() -> None:
    assert len(table("19m 19p 19s 1234567z")) == 13
    assert table("19m 19p 19s 1234567z", Frame()) == {}
    waits = waiting_for(parse_hand("19m 19p 19s 1234567z"), "S", PART_TWO)
    assert waiting_text(waits).splitlines()[1].split("   ")[-2:] == ["limit 300"] * 2
    assert waits[0].to_json()["tile"] in INDEX


def test_refusals() -> None:
    with pytest.raises(DealError, match="13"):
        waiting_for(parse_hand("123m"), "S", PART_TWO)
    with pytest.raises(DealError, match="5 times"):
        waiting_for(parse_hand("1111m 123p 456p 789p"), "S", PART_TWO, [INDEX["1m"]])
