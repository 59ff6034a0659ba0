"""Small deals worked out by hand from the text of the rules, apart from both implementations."""

from __future__ import annotations

from typing import Any

import pytest
from deal_builders import player

from scoring import DealError, score_deal

PLAIN = "123m 456p 789s 234s 99m"
LOOSE_TILES = "1m4m7m 2p5p8p 3s6s9s 1z2z3z5z"
"""Thirteen tiles that score nothing and wait for nothing."""
ONE_SUIT = "(123s) (456s) (789s) 678s 22s"


def deal(
    hands: dict[str, str], rules: str, winner: str, tile: str, by: str, win: Any = None, **more: Any
) -> dict[str, Any]:
    return {
        "rules": rules,
        "players": {seat: player(text) for seat, text in hands.items()},
        "winner": winner,
        "win": {"tile": tile, "by": by, **(win or {})},
        **more,
    }


PART_ONE = [
    # winner South: hand, tile, by, score
    (PLAIN, "9m", "discard", 22),  # the pair is an only place
    (PLAIN, "9m", "draw", 24),
    (PLAIN, "5p", "discard", 22),  # inner tile
    (PLAIN, "3m", "discard", 22),  # closed ends
    (PLAIN, "7s", "discard", 22),
    (PLAIN, "4p", "discard", 30),  # two-ended: nothing else scores
    (PLAIN, "1m", "discard", 30),
    (PLAIN, "9s", "discard", 30),
    (PLAIN, "4p", "draw", 22),
    ("222m 55p 123s 456s 789s", "2m", "discard", 22),  # one of two pairs: no only place
    ("222m 55p 123s 456s 789s", "2m", "draw", 26),
    ("123s 456s 789s 678s 44z", "1s", "discard", 60),  # a double does not spoil it
    ("123m 456p 789s 234s 11z", "4p", "discard", 30),  # no round wind
    ("(1111s) (222s) [3333s] 555s 99s", "5s", "discard", (20 + 10 + 16 + 2 + 16 + 2) * 8),
    ("(1111z) [9999m] (2222p) [3333s] 55s", "5s", "draw", 20 + 10 + 16 + 32 + 8 + 16 + 2 + 2),
    ("(111z) (222z) (333z) 444z 55z", "5z", "discard", 54 * 16),
    (PLAIN + " 2f 6f 3f", "4p", "discard", 120),
]
PART_TWO = [
    (PLAIN, "9m", "discard", 14),
    (PLAIN, "9m", "draw", 16),
    ("123m 456p 789s 678s 55m", "5m", "discard", 12),
    ("123m 456p 789s 678s 55m", "5m", "draw", 14),
    ("123m 456p 789s 678s 11z", "6p", "discard", 12),  # the round's wind, not completed
    ("123m 456p 789s 678s 11z", "1z", "discard", 14),
    (PLAIN, "5p", "discard", 12),
    (PLAIN, "5p", "draw", 14),
    (PLAIN, "3m", "discard", 12),
    (PLAIN, "7s", "draw", 14),
    (PLAIN, "4p", "discard", 20),
    (PLAIN, "4p", "draw", 14),
    ("(222z) 123m 456p 789s 55m", "5p", "discard", 32),
    ("(111z) 123m 456p 789s 55m", "5p", "discard", 16),  # the round's wind doubles nothing
    ("(555p) 456p 123m 789s 99m", "5p", "discard", 28),  # fourth tile of an exposed pung
    ("(555p) 456p 123m 789s 99m", "5p", "draw", 32),
    ("555p 456p 123m 789s 99m", "5p", "discard", 18),  # not of a pung in hand
    ("(111m) (222p) (999s) 333s 77m", "3s", "discard", 44),
    ("(111m) (222p) (999s) 333s 77m", "3s", "draw", 52),
    ("(1111s) (222s) [3333s] 555s 99s", "5s", "discard", 46 * 16),
    ("(123s) (456s) (789s) 678s 33z", "8s", "discard", 40),
    ("(111m) (999p) (111z) 999s 55s", "5s", "discard", 68),  # a middle pair: no limit hand
    ("22m 234m 567p 789s 123s", "2m", "discard", 20),  # R18: the open run, since nothing scores
    ("555m 567m 789s 123p 99p", "9p", "discard", 20),  # R17
    (PLAIN + " 2f 6f 3f", "4p", "discard", 80),
]
ROWS = [("no-limit", *row) for row in PART_ONE] + [("limit", *row) for row in PART_TWO]


@pytest.mark.parametrize(("rules", "hand", "tile", "by", "score"), ROWS)
def test_winner(rules: str, hand: str, tile: str, by: str, score: int) -> None:
    assert score_deal(deal({"S": hand}, rules, "S", tile, by))["players"]["S"]["score"] == score


OWN_ROUND = [("6p", "discard", 14), ("2z", "discard", 16), ("2z", "draw", 18), ("6p", "draw", 18)]


@pytest.mark.parametrize(("tile", "by", "score"), OWN_ROUND)
def test_own_wind_in_its_own_round(tile: str, by: str, score: int) -> None:
    hand = {"S": "123m 456p 789s 678s 22z"}
    answer = score_deal(deal(hand, "limit", "S", tile, by, round_wind="S"))
    assert answer["players"]["S"]["score"] == score


LOSERS = [
    ("no-limit", "W", "111m 35m 24m 78m 1z 5z 6z 3z", 16),  # purity of an incomplete hand
    ("no-limit", "W", "111m 2359m 4678m 38m", 64),
    ("no-limit", "N", "111z 22z 33z 44z 55z 66z", 112),
    ("no-limit", "W", "(3333z) 1m 4m 7m 2p 5p 8p 3s 6s 9s 1p", 32),
    ("no-limit", "W", "[1111z] 1m 4m 7m 2p 5p 8p 3s 6s 9s 1p", 32),
    ("no-limit", "W", "5555m 1z2z3z 1p4p7p 2s5s8s", 4),  # R17
    ("no-limit", "W", "55z 66z 1p4p7p 2s5s8s 2m5m8m 3f7f1f", 16),
    ("limit", "W", "111m 35m 24m 78m 1z 5z 6z 3z", 8),
    ("limit", "W", "33z 2z1z 1p4p7p 2s5s8s 2m5m8m", 2),
    ("limit", "W", "11z 2z3z 1p4p7p 2s5s8s 2m5m8m", 2),
    ("limit", "E", "11z 2z3z 1p4p7p 2s5s8s 2m5m8m", 4),
    ("limit", "E", "111z 2z 1p4p7p 2s5s8s 2m5m8m", 32),
    ("limit", "W", "111z 2z 1p4p7p 2s5s8s 2m5m8m", 8),
]


@pytest.mark.parametrize(("rules", "seat", "hand", "score"), LOSERS)
def test_loser(rules: str, seat: str, hand: str, score: int) -> None:
    hands = {"S": "123p 456p 789s 234s 99p", seat: hand}
    answer = score_deal(deal(hands, rules, "S", "4p", "discard"))
    assert answer["players"][seat]["score"] == score


FIRST_DISCARD = [
    (PLAIN, "4p", 170, 170),
    ("555z 666z 456p 789s 99m", "5p", 278, 278),
    ("555z 666z 222z 456p 99m", "5p", 486, 300),
]


@pytest.mark.parametrize(("hand", "tile", "score", "paid"), FIRST_DISCARD)
def test_first_discard_is_added_after_the_doubles_and_then_capped(
    hand: str, tile: str, score: int, paid: int
) -> None:
    win = {"first_discard": True, "from": "E"}
    answer = score_deal(deal({"S": hand}, "limit", "S", tile, "discard", win))
    assert answer["players"]["S"]["score"] == score
    assert answer["net"] == {"E": -2 * paid, "S": 4 * paid, "W": -paid, "N": -paid}


def test_losers_differences_are_capped_before_the_doubling_for_east() -> None:
    hands = {
        "S": PLAIN,
        "E": "5m8m 1z2z 1p4p7p 2s5s8s 1s2m3m",
        "W": "(5555z) [6666z] (3333z) 1m 4m 8m 5p",
        "N": "6m9m 1z4z 1p4p7p 2s5s8s 1s2m3m",
    }
    answer = score_deal(deal(hands, "limit", "S", "4p", "discard"))
    assert answer["players"]["W"]["score"] == 512
    assert answer["net"] == {"E": -40 - 600, "S": 80, "W": -20 + 600 + 300, "N": -20 - 300}


DRAGONS = "(555z) (666z) 777z 123m 22p"
WINDS = "(111z) (222z) (333z) 123m 44z"
NO_HONORS = "1m4m7m 2p5p8p 3s6s9s 6m9m8m4p"
RECKLESS = [
    # winner, hand, tile, discarder and his hand, seats, case (0: free), what the discarder loses
    ("S", ONE_SUIT, "8s", "W", LOOSE_TILES, "ESWN", 1, 640),
    ("S", ONE_SUIT, "8s", "E", LOOSE_TILES, "ESWN", 1, 640),
    ("E", ONE_SUIT, "8s", "W", LOOSE_TILES, "ESWN", 1, 960),
    ("S", ONE_SUIT, "8s", "W", LOOSE_TILES, "ESW", 1, 480),
    ("S", ONE_SUIT, "8s", "E", LOOSE_TILES, "ES", 1, 320),
    ("S", "(123s) (456s) (789s) 678s 44z", "8s", "W", LOOSE_TILES, "ESWN", 0, 40),
    ("S", "(123s) (456s) (789s) 678s 22p", "8s", "W", LOOSE_TILES, "ESWN", 0, 20),
    ("S", "(111m) (999p) (111z) 44z 999s", "9s", "W", NO_HONORS, "ESWN", 2, 1200),
    ("S", DRAGONS, "7z", "W", NO_HONORS, "ESWN", 3, 1200),
    ("E", DRAGONS, "7z", "W", NO_HONORS, "ESWN", 3, 1800),
    ("S", DRAGONS, "2p", "W", NO_HONORS, "ESWN", 0, 300),
    ("S", WINDS, "4z", "W", NO_HONORS, "ESWN", 4, 1200),
    ("S", WINDS, "3m", "W", NO_HONORS, "ESWN", 0, 300),
    ("S", "(111z) (222z) 333z 123m 44z", "4z", "W", NO_HONORS, "ESWN", 0, 300),
    # excuses a, b and c, each beside the nearest hand that has none
    ("S", ONE_SUIT, "8s", "W", "(555z) (666z) 123m 456m 2p", "ESWN", 1, 160),
    ("S", ONE_SUIT, "8s", "W", "(555z) (666z) 13m 68m 7m5p 2p", "ESWN", 1, 640),
    ("S", ONE_SUIT, "8s", "W", "(111p) (222p) 345p 567p 9p", "ESWN", 1, 160),
    ("S", ONE_SUIT, "8s", "W", "(555z) 66z 33z 123m 456p", "ESWN", 1, 640),
    ("S", ONE_SUIT, "8s", "W", "(111m) (222m) (333p) 55s 6s 9s", "ESWN", 1, 160),
    ("S", ONE_SUIT, "8s", "W", "(111m) (222m) (333p) 55s 6s 9p", "ESWN", 1, 640),
]


@pytest.mark.parametrize(("winner", "hand", "tile", "by", "his", "table", "case", "lost"), RECKLESS)
def test_reckless(
    winner: str, hand: str, tile: str, by: str, his: str, table: str, case: int, lost: int
) -> None:
    hands = {winner: hand, by: his}
    answer = score_deal(
        deal(hands, "limit", winner, tile, "discard", {"from": by}, table=list(table))
    )
    to_winner = sum(
        p["amount"] for p in answer["payments"] if p["from"] == by and p["to"] == winner
    )
    assert (answer["reckless"] or {"case": 0})["case"] == case
    assert to_winner == lost


def test_a_dealt_win_is_east_s_and_may_name_no_tile() -> None:
    won = deal({"E": PLAIN}, "no-limit", "E", "4p", "draw", {"original_hand": True})
    del won["win"]["tile"]
    assert score_deal(won)["net"] == {"E": 1440, "S": -480, "W": -480, "N": -480}
    with pytest.raises(DealError, match="only East"):
        score_deal(deal({"S": PLAIN}, "no-limit", "S", "4p", "draw", {"original_hand": True}))
