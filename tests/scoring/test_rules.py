"""Single rules that the worked examples do not show: house readings, penalties, short tables."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from deal_builders import a_deal, player

from scoring import (
    DealError,
    Frame,
    House,
    Win,
    parse_hand,
    read_deal,
    score_deal,
    score_unfinished,
    score_winner,
    score_winner_every_way,
    settlement_text,
    ways_text,
    winning_ways,
)
from scoring.arrange import arrangements, count_tiles
from scoring.house import house_json
from scoring.melds import ALL_SETS
from scoring.tiles import INDEX, tile_name

LIMIT: dict[str, Any] = {"rules": "limit"}


def winner_of(deal: Any) -> dict[str, Any]:
    answer: dict[str, Any] = score_deal(deal)["players"][deal["winner"]]
    return answer


COMPLETED_PAIRS = [
    ("22z", "2z", "draw", "S", 8),
    ("22z", "2z", "discard", "S", 6),
    ("22z", "2z", "draw", "W", 6),
    ("33z", "3z", "discard", "W", 4),
    ("55z", "5z", "draw", "E", 6),
    ("55z", "5z", "discard", "E", 4),
    ("55s", "5s", "draw", "E", 4),
    ("55s", "5s", "discard", "E", 2),
]


@pytest.mark.parametrize(("pair", "tile", "by", "round_wind", "points"), COMPLETED_PAIRS)
def test_completed_pair(pair: str, tile: str, by: str, round_wind: str, points: int) -> None:
    deal = a_deal(
        {"S": f"123m 456p 789s 111z {pair}"}, "S", tile, by, round_wind=round_wind, **LIMIT
    )
    assert winner_of(deal)["points"] == 10 + 10 + points


COMPLETED_RUNS = [
    ("4p", "draw", 4),
    ("4p", "discard", 0),
    ("5p", "draw", 4),
    ("5p", "discard", 2),
    ("3m", "discard", 2),
    ("1m", "discard", 0),
    ("7s", "discard", 2),
    ("9s", "discard", 0),
]


@pytest.mark.parametrize(("tile", "by", "points"), COMPLETED_RUNS)
def test_completed_run(tile: str, by: str, points: int) -> None:
    deal = a_deal({"S": "123m 456p 789s 111z 44z"}, "S", tile, by, **LIMIT)
    assert winner_of(deal)["points"] == 10 + 10 + points


HOUSE_ROWS = [
    # only place: 3p would have won as well, so the strict reading takes the 2 points away
    (a_deal({"S": "111444p 22p [9999p] (777p)"}, "S", "2p"), {"only_place": "strict"}, 640, 624),
    # one kind only, by both readings
    (a_deal({"S": "123m 456p 789s 111z 22z"}, "S", "2z"), {"only_place": "strict"}, 34, 34),
    (a_deal({"S": "123m 456p 22z (111z) (789s)*"}, "S", "9s"), {"only_place": "strict"}, 28, 28),
    (
        a_deal({"S": "123m 456p 22z (111z) (789s)*"}, "S", "8s", "discard"),
        {"only_place": "strict"},
        26 + 2,
        26 + 2,
    ),
    (a_deal({"S": "123m 456p 789s 111z 33z 2f 6f"}, "S", "3z"), {"mandarins": "off"}, 128, 32),
    (a_deal({"S": "123m 456p 789s 111z 33z"}, "S", "3z", **LIMIT), {"mahjongg": 20}, 26, 36),
    (
        a_deal({"S": "123m 456p 789s 111z 22z"}, "S", "2z", **LIMIT),
        {"completed_pair": "add"},
        26,
        28,
    ),
    (
        a_deal({"S": "123m 456p 789s 111z 22z"}, "S", "2z", round_wind="S", **LIMIT),
        {"completed_pair": "add"},
        28,
        32,
    ),
    (
        a_deal({"S": "123m 456p 789s 345s 44z"}, "S", "4p", **LIMIT),
        {"open_sequence_draw": 2},
        14,
        12,
    ),
    (
        a_deal({"S": "123m 456p 789s 345s 44z"}, "S", "4p", **LIMIT),
        {"open_sequence_draw": "0"},
        14,
        20,
    ),
    (
        a_deal({"S": "123m 55z 345p (555p) (789s)"}, "S", "5p", "discard", **LIMIT),
        {"fourth_tile": False},
        28,
        14,
    ),
    (
        a_deal({"S": "123m 456p 789s 111z 33z"}, "S", "3z", "discard", first_discard=True, **LIMIT),
        {"first_discard": "off"},
        24 + 150,
        24,
    ),
]


@pytest.mark.parametrize(("deal", "house", "default", "changed"), HOUSE_ROWS)
def test_house_reading(deal: Any, house: Any, default: int, changed: int) -> None:
    assert winner_of(deal)["score"] == default
    assert winner_of({**deal, "house": house})["score"] == changed


def test_any_player_may_win_as_dealt_by_house_reading() -> None:
    deal = a_deal({"S": "123m 456p 789s 111z 33z"}, "S", "3z", original_hand=True)
    deal["house"] = {"dealt_win": "any"}
    assert winner_of(deal)["score"] == (20 + 8) * 2**3
    deal["rules"] = "limit"
    assert winner_of(deal)["limit_hand"] == ["hand won as dealt"]


def test_a_dealt_hand_needs_no_winning_tile() -> None:
    deal = a_deal({"E": "123m 456p 789s 222z 33z"}, "E", original_hand=True)
    deal["win"]["original_hand"] = True
    assert winner_of(deal)["score"] == 28 * 2**3
    deal["house"] = {"only_place": "strict"}
    assert winner_of(deal)["score"] == 28 * 2**3


def test_a_turned_down_four_counts_as_on_the_table_by_house_reading() -> None:
    deal = a_deal(
        {"S": "123p 44p (555p) (666p) [7777p]", "W": "1234567m 123456s"},
        "S",
        "1p",
        "discard",
        from_="W",
        **LIMIT,
    )
    assert score_deal(deal)["reckless"]["case"] == 1
    deal["house"] = {"turned_four_on_table": "no"}
    assert score_deal(deal)["reckless"] is None


def test_house_answers_that_differ_from_the_defaults() -> None:
    assert house_json(House()) == {}
    assert house_json(House(mahjongg="20")) == {"mahjongg": "20"}


RECKLESS = {"S": "1p 1p 44p (666p) (333p) (999p) 1p"}
EXCUSES = [
    ("13579m 13579s 123z", "auto", True, None),
    ("555z 666z 12m 44m 789s", "auto", False, "two doubling honors complete"),
    ("55z 66z 777z 777s 789s", "auto", False, "more than two doubling honors"),
    ("2222445577778p", "auto", False, "no other kind"),
    ("13579m 13579s 123z", "excused", False, "excused by the table"),
    ("2222445577778p", "declared", True, None),
]


@pytest.mark.parametrize(("discarder", "reckless", "applied", "excuse"), EXCUSES)
def test_reckless_discard(discarder: str, reckless: str, applied: bool, excuse: str | None) -> None:
    deal = a_deal({**RECKLESS, "W": discarder}, "S", "1p", "discard", from_="W", **LIMIT)
    answer = score_deal({**deal, "reckless": reckless})
    verdict = answer["reckless"]
    assert (verdict["by"], verdict["case"], verdict["applied"]) == ("W", 1, applied)
    assert (excuse or "") in (verdict["excuse"] or "")
    if applied:
        assert answer["net"] == {"E": 0, "S": 1200, "W": -1200, "N": 0}
        assert answer["complete"]
        assert "pays for all" in settlement_text(answer, deal)
    else:
        assert "excused" in settlement_text(answer, deal)


CASES = [
    ("111p 44p (666p) (333p) (999p)", "1p", 1),
    ("111p 44p (666p) (333p) 999p", "1p", 0),  # six dots on the table
    ("111p 44p (666p) (333p) (999m)", "1p", 0),
    ("111p 44z (666p) (333p) (999p)", "1p", 0),  # not dots only
    ("111p 44p (6666p) (3333p) [9999p]", "1p", 1),
    ("111p 44p (666m) (333m) (999m)", "1p", 0),
    ("222z 77z (111m) (444z) (999s)", "7z", 2),
    ("222z 77z (111m) (444z) 999s", "7z", 0),
    ("222z 55m (111m) (444z) (999s)", "2z", 0),
    ("555z 11p (777z) (666z) (123p)", "5z", 3),
    ("55z 111p (777z) (666z) (123p)", "5z", 0),  # a pair of the third dragon is free
    ("555z 11p (777z) (666z) (123p)", "1p", 0),
    ("555z 11p (777z) 666z (123p)", "5z", 0),
    ("11z 333s (444z) (222z) (333z)", "1z", 4),
    ("111z 33s (444z) (222z) (333z)", "1z", 4),
    ("11z 333s (444z) (222z) 333z", "1z", 0),
    ("11z 333s (444z) (222z) (333z)", "3s", 0),
]


@pytest.mark.parametrize(("tiles", "tile", "case"), CASES)
def test_reckless_cases(tiles: str, tile: str, case: int) -> None:
    deal = a_deal({"S": tiles}, "S", tile, "discard", from_="W", **LIMIT)
    verdict = score_deal(deal)["reckless"]
    assert (verdict["case"] if verdict else 0) == case
    assert score_deal({**deal, "rules": "no-limit"})["reckless"] is None


def test_a_drawn_tile_is_nobodys_discard_and_part_two_rewards_the_last_tile() -> None:
    deal = a_deal({"S": CASES[0][0]}, "S", "1p", last_tile=True, **LIMIT)
    answer = score_deal(deal)
    assert (answer["reckless"], answer["warnings"]) == (None, [])


def test_an_amount_of_just_the_limit_is_not_limited() -> None:
    deal = a_deal({"S": "123m 456p 789s 111z 44z"}, "S", "4p", limit=24, **LIMIT)
    assert winner_of(deal)["score"] == 24
    assert "limited" not in settlement_text(score_deal(deal), deal)
    deal["limit"] = 22
    assert "limited to 22" in settlement_text(score_deal(deal), deal)


def test_reckless_for_east_costs_more() -> None:
    deal = a_deal(
        {"E": RECKLESS["S"], "W": EXCUSES[0][0]}, "E", "1p", "discard", from_="W", **LIMIT
    )
    assert score_deal(deal)["net"] == {"E": 1800, "S": 0, "W": -1800, "N": 0}


@pytest.mark.parametrize("players", [{}, {"W": {"concealed": [], "dead": True}}])
def test_an_unknown_discarder_is_not_judged(players: Any) -> None:
    deal = a_deal(RECKLESS, "S", "1p", "discard", from_="W", **LIMIT)
    deal["players"] |= players
    answer = score_deal(deal)
    assert answer["reckless"] == {"by": "W", "case": 1, "applied": False, "excuse": None}
    assert "not known" in answer["warnings"][0]
    del deal["win"]["from"]
    assert "who discarded" in score_deal(deal)["warnings"][0]


def test_a_dead_discarder_waits_for_nothing() -> None:
    deal = a_deal({**RECKLESS, "W": EXCUSES[1][0]}, "S", "1p", "discard", from_="W", **LIMIT)
    deal["players"]["W"]["dead"] = True
    assert score_deal(deal)["reckless"]["applied"]


def test_false_mahjongg() -> None:
    deal = {"rules": "limit", "limit": 400, "winner": None}
    by = {"penalties": [{"kind": "false-mahjongg", "by": "E"}]}
    assert score_deal({**deal, **by})["net"] == {"E": -1200, "S": 400, "W": 400, "N": 400}
    by = {"penalties": [{"kind": "false-mahjongg", "by": "S"}]}
    answer = score_deal({**deal, **by})
    assert answer["net"] == {"E": 400, "S": -800, "W": 200, "N": 200}
    text = settlement_text(answer, {**deal, **by})
    assert "South makes a false Mah-Jongg" in text
    assert "half the limit, double to East" in text


@pytest.mark.parametrize(
    ("heads", "price"), [("123z", 50), ("1234z", 70), ("12345z", 100), ("1234567z", 200)]
)
def test_washing(heads: str, price: int) -> None:
    middle = {"123z": "2345m", "1234z": "234m", "12345z": "23m", "1234567z": ""}[heads]
    deal = {
        "rules": "limit",
        "penalties": [{"kind": "washing", "by": "S"}],
        "players": {"S": player(f"19m 19p 19s {heads} {middle}")},
        "table": ["E", "S", "W"],
    }
    answer = score_deal(deal)
    assert answer["net"] == {"E": -price, "S": 2 * price, "W": -price}
    assert "South washes the tiles" in settlement_text(answer, deal)


def test_two_washers_collect_from_one_another() -> None:
    deal = {
        "rules": "limit",
        "penalties": [{"kind": "washing", "by": seat} for seat in "EN"],
        "players": {
            "E": player("19m 19p 19s 1234567z 5m"),
            "N": player("19m 19p 19s 123456z 5m"),
        },
    }
    assert score_deal(deal)["net"] == {"E": 450, "S": -350, "W": -350, "N": 250}


def test_a_drawn_game_pays_nothing() -> None:
    deal = a_deal({"S": "1234567891234m"}, None)
    answer = score_deal(deal)
    assert (answer["payments"], answer["players"], answer["complete"]) == ([], {}, True)
    assert "drawn game" in settlement_text(answer, deal)
    assert winning_ways(deal) == []
    assert "Nobody won" in ways_text(deal)


def test_short_tables_and_dead_hands() -> None:
    deal = a_deal({"E": "123m 456p 789s 111z 33z", "N": "111z 1m", "S": "5z"}, "E", "3z")
    deal["players"]["N"] |= {"dead": True, "concealed": ["2z"]}
    del deal["players"]["S"]
    deal["table"] = "EN"
    answer = score_deal(deal)
    assert answer["net"] == {"E": 128, "N": -128}
    assert answer["complete"]
    dead = answer["players"]["N"]
    assert (dead["score"], dead["points"], dead["doubles"]) == (0, 0, 0)
    assert [line["points"] for line in dead["lines"]] == [0]
    assert dead["arrangement"]["pair"] is None
    assert "Dead hand" in settlement_text(answer, deal)


def test_what_part_one_does_not_reward_is_said() -> None:
    deal = a_deal({"S": "123m 456p 789s 111z 33z"}, "S", "3z", last_tile=True)
    answer = score_deal(deal)
    assert "last tile" in answer["warnings"][0]
    text = settlement_text(answer, deal)
    assert "Note: A win on the last tile" in text
    assert "the last tile" in text.splitlines()[0]


def test_losers_known_in_part_are_settled_among_themselves() -> None:
    deal = a_deal(
        {"S": "123m 456p 789s 111z 33z", "E": "1234567899m 222p", "W": "1234567899s 333p"},
        "S",
        "3z",
        "discard",
        from_="E",
        limit=None,
    )
    answer = score_deal(deal)
    assert not answer["complete"]
    assert "Not all hands are known" in settlement_text(answer, deal)
    assert "from East" in settlement_text(answer, deal)


def test_settlement_text_of_part_two() -> None:
    deal = a_deal(
        {"S": "123m 456p 789s 111z 33z"},
        "S",
        "3z",
        first_discard=True,
        by="discard",
        limit=20,
        **LIMIT,
    )
    text = settlement_text(score_deal(deal), deal)
    assert "Part Two, limit 20: South wins on a claimed West wind (3z)" in text
    assert "+10" in text
    assert "limited to 20, double as East" in text
    deal = a_deal({"E": "19m 19p 19s 12345677z"}, "E", original_hand=True, **LIMIT)
    deal["win"]["original_hand"] = True
    text = settlement_text(score_deal(deal), deal)
    assert "with the hand as dealt" in text
    assert "Limit hand: single heads" in text
    assert "one way only" in ways_text(deal)


def test_other_ways_of_limit_hands_and_bonuses() -> None:
    limit_hand = a_deal({"S": "111z 222z 333z 123m 44z"}, "S", "1z", **LIMIT)
    assert "one way only" in ways_text(limit_hand)
    several = a_deal(
        {"S": "222333444m 555z 33z"}, "S", "3z", "discard", first_discard=True, **LIMIT
    )
    assert "+ 150" in ways_text(several)
    assert "completed the pair" in ways_text(several)
    assert check_ways(several)
    as_dealt = a_deal({"E": "222333444m 555z 33z"}, "E", "3z", original_hand=True, **LIMIT)
    assert "limit" in ways_text(as_dealt)


def test_every_line_names_its_source() -> None:
    deal = a_deal({"S": "123m 456p 789s 111z 22z 2f"}, "S", "2z")
    text = settlement_text(score_deal(deal), deal, sources=True)
    assert "Mah-Jongg                                           20  Part One, bonus" in text
    assert "Mandarin of own wind (orchid)                       68  Part One, mandarins" in text


def check_ways(deal: Any) -> bool:
    return max(way.score for way in winning_ways(deal)) == winner_of(deal)["score"]


def test_single_heads_seen_as_such() -> None:
    deal = a_deal({"S": "19m 19p 19s 12345677z"}, "S", "7z", **LIMIT)
    (way,) = winning_ways(deal)
    assert way.finish.single_heads
    assert way.finish.pair_completed


def test_a_hand_that_did_not_win_counts_by_itself() -> None:
    deal = {"rules": "no-limit", "winner": None, "players": {"E": player("111z 1234567899m")}}
    assert score_unfinished(deal, "E").score == 8 * 4
    with pytest.raises(DealError, match="missing"):
        score_unfinished(deal, "W")


def test_scoring_what_is_no_complete_hand() -> None:
    win = Win(INDEX["1m"], drawn=True)
    assert score_winner_every_way(parse_hand("123m"), "S", win, Frame()) == []
    with pytest.raises(ValueError, match="empty"):
        score_winner(parse_hand("123m"), "S", win, Frame())
    two_pairs_in_every_suit = count_tiles(parse_hand("11123m 11123p 11s 11z").concealed)
    assert arrangements(two_pairs_in_every_suit) == []


def test_a_hand_as_json() -> None:
    deal = a_deal({"E": "123m", "S": "123m 456p 22z (111z) (789s)*"}, "S", "9s")
    deal["players"]["E"]["dead"] = True
    hands = read_deal(deal).hands
    assert hands["E"].to_json() == deal["players"]["E"]
    assert hands["S"].to_json()["sets"][1] == {
        "tiles": ["7s", "8s", "9s"],
        "concealed": True,
        "completed_by_win": True,
    }


def test_names_of_tiles() -> None:
    names = [tile_name(code) for code in ("5m", "1s", "2z", "0z", "3f")]
    assert names == [
        "5 of characters",
        "1 of bamboo",
        "South wind",
        "tile face down",
        "chrysanthemum",
    ]


def test_there_is_one_value_for_each_set() -> None:
    for a_set in ALL_SETS:
        assert copy.deepcopy(a_set) is a_set
        assert pickle.loads(pickle.dumps(a_set)) is a_set
