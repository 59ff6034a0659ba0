"""What is preselected for a taken hand, and what a person makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from readings import reading_of

from scoring import DealError, score_deal
from vision.app.live.pending import DRAWN_GAME, Pending
from vision.reading import Reading

WON = "345m 22777p 678s 111z"
LOST = "1245m 1389p 17s 256z"
TABLE = {"E": LOST, "S": WON, "W": "1689m 1369p 259s 36z", "N": "2678m 459p 34s 2347z"}
SEATS = ("E", "S", "W", "N")
NAMES = dict(zip(SEATS, ("Ann", "Bob", "Cem", "Dee"), strict=True))


@dataclass(frozen=True)
class Told:
    """A taken hand whose reading is told."""

    told: Reading

    def reading(self, fixed: Mapping[int, str]) -> Reading:
        tiles = tuple(replace(t, code=fixed.get(t.id, t.code)) for t in self.told.tiles)
        return replace(self.told, tiles=tiles)


def pending(
    hands: dict[str, str], winning: dict[str, int] | None = None, seats: tuple[str, ...] = SEATS
) -> Pending:
    taken: Any = Told(reading_of(hands, winning=winning))
    return Pending.of(taken, seats, False)


@pytest.mark.parametrize(
    ("hands", "winning", "winner", "by"),
    [
        ({"E": WON}, None, "E", "draw"),
        (TABLE, None, "S", "draw"),
        ({"E": LOST}, None, "E", "draw"),  # taken by key: whose tiles they are is all we know
        ({"E": "345m 22p 678s 111z (777p)"}, {"E": 13}, "E", "discard"),
        ({"E": WON}, {"E": 13}, "E", "draw"),
        ({}, None, DRAWN_GAME, "draw"),
    ],
)
def test_the_likeliest_is_preselected(
    hands: dict[str, str], winning: dict[str, int] | None, winner: str, by: str
) -> None:
    chosen = pending(hands, winning)
    assert (chosen.winner, chosen.by) == (winner, by)


def test_a_single_hand_is_whoever_wins() -> None:
    chosen = pending({"E": WON}).next_winner().next_winner()
    deal = chosen.dealing({}).deal
    assert (deal["winner"], list(deal["players"])) == ("W", ["W"])
    assert score_deal(deal)["net"]["W"] > 0
    assert chosen.text(NAMES) == "West (Cem) wins on a drawn tile"


def test_at_a_whole_table_tiles_stay_where_they_lie() -> None:
    chosen = pending(TABLE)
    deal = chosen.dealing({}).deal
    assert deal["winner"] == "S"
    assert set(deal["players"]) == set(SEATS)
    with pytest.raises(DealError, match="has 13 tiles"):
        chosen.next_winner().dealing({})


def test_the_discarder_is_never_the_winner() -> None:
    chosen = pending({"E": WON})
    told = []
    for _ in range(4):
        chosen = chosen.next_discarder()
        told.append(chosen.from_seat)
    assert told == ["S", "W", "N", None]
    from_south = pending({"E": WON}).next_discarder()
    assert from_south.next_winner().from_seat is None


def test_a_drawn_game_has_no_win() -> None:
    chosen = replace(pending({"E": WON}), winner=DRAWN_GAME)
    deal = chosen.dealing({"rules": "limit"}).deal
    assert deal["winner"] is None
    assert "win" not in deal
    assert chosen.text(NAMES) == "a drawn game"


def test_fixes_add_up_and_those_of_no_tile_are_left_out() -> None:
    chosen = pending({"E": WON}).with_fix("0=1m").with_fix("1=2m, 2=3m").with_fix("99=1p")
    assert dict(chosen.fixed) == {0: "1m", 1: "2m", 2: "3m"}
    assert chosen.dealing({}).deal["players"]["E"]["concealed"][:3] == ["1m", "2m", "3m"]


def test_who_does_not_play_is_refused() -> None:
    chosen = pending({"E": WON, "N": LOST}, seats=("E", "S", "W"))
    with pytest.raises(DealError, match="North does not play"):
        chosen.dealing({})
