"""Deals that are refused: every problem at once, each naming seat, tile and field."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from deal_builders import a_deal, player
from random_deals import random_deal

from scoring import DealError, check_deal, score_deal

WIN = "123m 456p 789s 111z 22z"
"""Fourteen tiles of a winning hand."""
LIMIT = {"rules": "limit"}


def found(deal: Any) -> list[tuple[str, str | None, str | None]]:
    with pytest.raises(DealError) as refusal:
        score_deal(deal)
    assert all(problem.message.strip() for problem in refusal.value.problems)
    return [(p.code, p.seat, p.tile) for p in refusal.value.problems]


def codes_of(deal: Any) -> list[str]:
    return [code for code, _, _ in found(deal)]


UNLAWFUL = {
    "five of a kind across the table": (
        a_deal({"S": WIN, "E": "111m 1m 23456789m 1p", "W": "1p 5z"}, "S", "2z"),
        [("five_of_a_kind", None, "1m"), ("tile_count", "W", None)],
    ),
    "five of a kind in one hand": (
        a_deal({"S": WIN, "E": "3333p 3p 23456789m"}, "S", "2z"),
        [("five_of_a_kind", "E", "3p")],
    ),
    "a flower twice": (
        a_deal({"S": WIN + " 1f", "E": "1234567899999m 1f"}, "S", "2z"),
        [("five_of_a_kind", "E", "9m"), ("flower_twice", None, "1f")],
    ),
    "a flower twice with one player": (
        a_deal({"S": WIN + " 1f 1f"}, "S", "2z"),
        [("flower_twice", "S", "1f")],
    ),
    "too few tiles of the winner": (
        a_deal({"S": "123m 456p 789s 11z"}, "S", "1z"),
        [("tile_count", "S", None)],
    ),
    "a loser with fourteen tiles": (
        a_deal({"S": WIN, "E": "12345678m 123456p"}, "S", "2z"),
        [("tile_count", "E", None)],
    ),
    "not a winning hand": (
        a_deal({"S": "123m 456p 789s 11z 234z"}, "S", "1z"),
        [("not_winning", "S", None)],
    ),
    "thirteen heads win only in Part Two": (
        a_deal({"S": "19m 19p 19s 12345677z"}, "S", "7z"),
        [("not_winning", "S", None)],
    ),
    "the winning tile is not there": (
        a_deal({"S": WIN}, "S", "9m"),
        [("winning_tile_absent", "S", "9m")],
    ),
    "the winning tile lies only in a four": (
        a_deal({"S": "123m 456p 11z 789s (9999m)"}, "S", "9m"),
        [("winning_tile_absent", "S", "9m")],
    ),
    "the winning tile is not in the set it completed": (
        a_deal({"S": "123m 456p 11z (789s)* (222z)"}, "S", "2z", "discard"),
        [("winning_tile_absent", "S", "2z")],
    ),
    "the dealt tile is not there": (
        a_deal({"E": WIN}, "E", "9m", original_hand=True),
        [("winning_tile_absent", "E", "9m")],
    ),
    "the winner's tiles are missing": (
        a_deal({"E": "1234567899m 123p"}, "S", "9m"),
        [("missing_field", "S", None)],
    ),
    "a dead winner": (
        {**a_deal({}, "S", "2z"), "players": {"S": player(WIN, dead=True)}},
        [("impossible", "S", None)],
    ),
    "drawn, and from a discarder": (
        a_deal({"S": WIN}, "S", "2z", from_="E"),
        [("impossible", "S", None)],
    ),
    "on his own discard": (
        a_deal({"S": WIN}, "S", "2z", "discard", from_="S"),
        [("impossible", "S", None)],
    ),
    "a loose tile without a four": (
        a_deal({"S": WIN}, "S", "2z", loose_tile=True),
        [("impossible", "S", None)],
    ),
    "a loose tile claimed": (
        a_deal({"S": "123m 456p 11z 789s (2222z)"}, "S", "1z", "discard", loose_tile=True),
        [("impossible", "S", None)],
    ),
    "as dealt on a discard": (
        a_deal({"E": WIN}, "E", "2z", "discard", original_hand=True),
        [("impossible", "E", None)],
    ),
    "as dealt with a set on the table": (
        a_deal({"E": "123m 456p 789s 22z (111z)"}, "E", "2z", original_hand=True),
        [("impossible", "E", None)],
    ),
    "as dealt by another than East": (
        a_deal({"S": WIN}, "S", "2z", original_hand=True),
        [("impossible", "S", None)],
    ),
    "the last tile claimed": (
        a_deal({"S": WIN}, "S", "2z", "discard", last_tile=True, **LIMIT),
        [("impossible", "S", None)],
    ),
    "the last tile as dealt": (
        a_deal({"E": WIN}, "E", "2z", last_tile=True, original_hand=True, **LIMIT),
        [("impossible", "E", None)],
    ),
    "the first discard drawn": (
        a_deal({"S": WIN}, "S", "2z", first_discard=True, **LIMIT),
        [("impossible", "S", None)],
    ),
    "the first discard by East himself": (
        a_deal({"E": WIN}, "E", "2z", "discard", first_discard=True, **LIMIT),
        [("impossible", "E", None)],
    ),
    "the first discard from another": (
        a_deal({"S": WIN}, "S", "2z", "discard", from_="W", first_discard=True, **LIMIT),
        [("impossible", "S", None)],
    ),
    "the first discard with a set on the table": (
        a_deal({"S": "123m 456p 789s 22z (111z)"}, "S", "2z", "discard", first_discard=True),
        [("impossible", "S", None)],
    ),
    "reckless in Part One": (
        a_deal({"S": WIN}, "S", "2z", "discard", from_="W", reckless="declared"),
        [("reckless_without_conditions", "W", None)],
    ),
    "reckless on a drawn tile": (
        a_deal({"S": WIN}, "S", "2z", reckless="declared", **LIMIT),
        [("reckless_without_conditions", None, None)],
    ),
    "reckless from nobody": (
        a_deal({"S": WIN}, "S", "2z", "discard", reckless="declared", **LIMIT),
        [("reckless_without_conditions", None, None)],
    ),
    "reckless without danger": (
        a_deal({"S": WIN}, "S", "2z", "discard", from_="W", reckless="declared", **LIMIT),
        [("reckless_without_conditions", "W", None)],
    ),
    "reckless in a drawn game": (
        {"rules": "limit", "winner": None, "reckless": "declared"},
        [("reckless_without_conditions", None, None)],
    ),
    "a drawn game with a wrong count": (
        a_deal({"S": "123m", "W": "1234567891234m"}, None),
        [("tile_count", "S", None)],
    ),
    "a penalty in Part One": (
        {"rules": "no-limit", "penalties": [{"kind": "false-mahjongg", "by": "S"}]},
        [("penalty_rules", None, None)],
    ),
    "a penalty and a winner": (
        a_deal({"S": WIN}, "S", "2z", penalties=[{"kind": "false-mahjongg", "by": "S"}], **LIMIT),
        [("impossible", "S", None)],
    ),
    "two penalties": (
        {
            "rules": "limit",
            "penalties": [{"kind": "false-mahjongg", "by": seat} for seat in "SW"],
            "reckless": "declared",
        },
        [("impossible", None, None), ("reckless_without_conditions", None, None)],
    ),
    "washing unseen": (
        {"rules": "limit", "penalties": [{"kind": "washing", "by": "S"}]},
        [("missing_field", "S", None)],
    ),
    "washing twice, with few heads, wrong count and a set": (
        {
            "rules": "limit",
            "penalties": [{"kind": "washing", "by": "S"}] * 2,
            "players": {"S": player("19m 19p 19s 12z (333z)")},
        },
        [
            ("impossible", "S", None),
            ("impossible", "S", None),
            ("tile_count", "S", None),
            ("too_few_heads", "S", None),
        ],
    ),
}


@pytest.mark.parametrize("name", UNLAWFUL)
def test_unlawful_deal(name: str) -> None:
    deal, expected = UNLAWFUL[name]
    assert found(deal) == expected


SHAPE = {
    "not an object": ([], ["bad_value"], None),
    "unknown field": ({**a_deal({"S": WIN}, "S", "2z"), "wall": 1}, ["unknown_field"], "wall"),
    "no rules": ({"winner": None}, ["missing_field"], "rules"),
    "rules": ({"rules": "riichi", "winner": None}, ["bad_value"], "rules"),
    "reckless": ({"rules": "limit", "winner": None, "reckless": 1}, ["bad_value"], "reckless"),
    "round": ({"rules": "limit", "winner": None, "round_wind": "X"}, ["bad_value"], "round_wind"),
    "limit": ({"rules": "limit", "winner": None, "limit": "300"}, ["bad_value"], "limit"),
    "odd limit": ({"rules": "limit", "winner": None, "limit": 301}, ["bad_value"], "limit"),
    "limit true": ({"rules": "limit", "winner": None, "limit": True}, ["bad_value"], "limit"),
    "table": ({"rules": "limit", "winner": None, "table": ["S", "W"]}, ["bad_value"], "table"),
    "table list": ({"rules": "limit", "winner": None, "table": 4}, ["bad_value"], "table"),
    "nobody": ({"rules": "limit"}, ["missing_field"], "winner"),
    "winner": ({"rules": "limit", "winner": "Ann"}, ["bad_value", "missing_field"], "winner"),
    "not at the table": (
        a_deal({"S": WIN}, "S", "2z", table=["E", "W"]),
        ["not_at_table", "not_at_table"],
        "winner",
    ),
    "no win": ({**a_deal({"S": WIN}, "S"), "win": None}, ["missing_field"], "win"),
    "win without winner": (a_deal({"S": WIN}, None, "2z"), ["impossible"], "win"),
    "no tile": ({**a_deal({"S": WIN}, "S"), "win": {"by": "draw"}}, ["missing_field"], "win.tile"),
    "winning tile": (a_deal({"S": WIN}, "S", "9z"), ["unknown_tile"], "win.tile"),
    "no by": (
        {**a_deal({"S": WIN}, "S"), "win": {"tile": "2z"}},
        ["missing_field"],
        "win.by",
    ),
    "by": (a_deal({"S": WIN}, "S", "2z", "luck"), ["bad_value"], "win.by"),
    "from": (a_deal({"S": WIN}, "S", "2z", "discard", from_="?"), ["bad_value"], "win.from"),
    "flag": (a_deal({"S": WIN}, "S", "2z", loose_tile="no"), ["bad_value"], "win.loose_tile"),
    "players": (
        {**a_deal({}, None), "players": ["S"]},
        ["bad_value"],
        "players",
    ),
    "seat": (
        {**a_deal({}, None), "players": {"X": player(WIN)}},
        ["unknown_field"],
        "players.X",
    ),
    "hand": ({**a_deal({}, None), "players": {"S": "22p"}}, ["bad_value"], "players.S"),
    "tiles": (
        {**a_deal({}, None), "players": {"S": {"concealed": "22p"}}},
        ["bad_value"],
        "players.S.concealed",
    ),
    "tile": (
        {**a_deal({}, None), "players": {"S": {"concealed": ["9z"]}}},
        ["unknown_tile"],
        "players.S.concealed[0]",
    ),
    "face down": (
        {**a_deal({}, None), "players": {"S": {"concealed": ["1m", "0z"]}}},
        ["face_down"],
        "players.S.concealed[1]",
    ),
    "a flower in hand": (
        {**a_deal({}, None), "players": {"S": {"concealed": ["1f"]}}},
        ["misplaced_tile"],
        "players.S.concealed[0]",
    ),
    "set of two": (
        {**a_deal({}, None), "players": {"S": {"sets": [{"tiles": ["1m", "1m"]}]}}},
        ["not_a_set"],
        "players.S.sets[0]",
    ),
    "set of nothing": (
        {**a_deal({}, None), "players": {"S": {"sets": [{}]}}},
        ["not_a_set"],
        "players.S.sets[0]",
    ),
    "set of strangers": (
        {**a_deal({}, None), "players": {"S": {"sets": [{"tiles": ["1q"]}]}}},
        ["unknown_tile"],
        "players.S.sets[0].tiles[0]",
    ),
    "set's kind": (
        {**a_deal({}, None), "players": {"S": {"sets": [{"tiles": ["1m"] * 3, "kind": "kong"}]}}},
        ["not_a_set"],
        "players.S.sets[0].kind",
    ),
    "three turned down": (
        a_deal({"S": "123m 456p 789s 22z [111z]"}, "S", "2z"),
        ["not_a_set"],
        "players.S.sets[0]",
    ),
    "a four that won": (
        a_deal({"S": "123m 456p 789s 22z (1111z)*"}, "S", "1z"),
        ["impossible"],
        "players.S.sets[0]",
    ),
    "two sets that won": (
        a_deal({"S": "123m 456p 22z (111z)* (789s)*"}, "S", "1z"),
        ["impossible"],
        "players.S.sets",
    ),
    "a loser's set that won": (
        a_deal({"S": WIN, "E": "1234567899m (333p)*"}, "S", "2z"),
        ["impossible"],
        "players.E.sets[0]",
    ),
    "dead": (
        {**a_deal({}, None), "players": {"S": {"dead": 1}}},
        ["bad_value"],
        "players.S.dead",
    ),
    "penalty": (
        {"rules": "limit", "penalties": [{"kind": "theft", "by": "S"}]},
        ["bad_value"],
        "penalties[0].kind",
    ),
    "penalty seat": (
        {"rules": "limit", "penalties": [{"kind": "washing"}]},
        ["bad_value"],
        "penalties[0].by",
    ),
    "an unread winner is not counted": (
        {**a_deal({}, "S", "2z"), "players": {"S": {"concealed": ["2z", "9z"]}}},
        ["unknown_tile"],
        "players.S.concealed[1]",
    ),
    "an unread washer is not counted": (
        {
            "rules": "limit",
            "penalties": [{"kind": "washing", "by": "S"}],
            "players": {"S": {"concealed": ["9z"]}},
        },
        ["unknown_tile"],
        "players.S.concealed[0]",
    ),
    "house": ({"rules": "limit", "winner": None, "house": {"x": 1}}, ["unknown_field"], "house.x"),
    "house value": (
        {"rules": "limit", "winner": None, "house": {"mahjongg": 15}},
        ["bad_value"],
        "house.mahjongg",
    ),
}


@pytest.mark.parametrize("name", SHAPE)
def test_malformed_deal(name: str) -> None:
    deal, expected, field = SHAPE[name]
    problems = check_deal(deal)
    assert sorted(p.code for p in problems) == sorted(expected)
    assert field in [p.field for p in problems]


def test_flags_may_be_null_and_some_tell_how_the_tile_came() -> None:
    deal = a_deal({"S": WIN}, "S", "2z", "discard", loose_tile=None, from_="E")
    assert check_deal(deal) == []
    del deal["win"]["by"]
    assert check_deal(deal) == []
    dealt = a_deal({"E": WIN}, "E", "2z", original_hand=True)
    del dealt["win"]["by"]
    assert score_deal(dealt)["players"]["E"]["doubles"] == 4


def test_an_unreadable_tile_hides_no_other_problem() -> None:
    bad_tile = a_deal({"S": WIN}, "S", "9z", from_="E", reckless="declared", **LIMIT)
    assert found(bad_tile) == [("unknown_tile", None, "9z"), ("impossible", "S", None)]
    bad_hand = a_deal({"S": WIN}, "S", "2z", from_="E", loose_tile=True)
    bad_hand["players"]["S"]["concealed"][0] = "9z"
    assert found(bad_hand) == [("unknown_tile", "S", "9z"), ("impossible", "S", None)]
    no_hand = a_deal({}, "S", "2z", loose_tile=True)
    assert found(no_hand) == [("missing_field", "S", None)]


def test_what_cannot_be_scored_is_not_judged_reckless() -> None:
    declared = {"reckless": "declared", **LIMIT}
    assert codes_of(a_deal({"S": WIN}, "S", "2z", "luck", **declared)) == ["bad_value"]
    assert codes_of(a_deal({"S": WIN}, "S", "9z", "discard", **declared)) == ["unknown_tile"]
    not_complete = a_deal({"S": "123m 456p 789s 159s 22z"}, "S", "2z", "discard", **declared)
    assert codes_of(not_complete) == ["not_winning"]
    unread = a_deal({"S": WIN}, "S", "2z", "discard", **declared)
    unread["players"]["S"]["concealed"][0] = "9z"
    assert codes_of(unread) == ["unknown_tile"]


def test_a_winning_tile_is_missed_where_it_should_be() -> None:
    (problem,) = check_deal(a_deal({"S": WIN}, "S", "9m"))
    assert "among the tiles of South" in problem.message
    (problem,) = check_deal(a_deal({"S": "123m 456p 11z (789s)* (222z)"}, "S", "2z", "discard"))
    assert "in the set it completed of South" in problem.message


def test_all_problems_at_once() -> None:
    deal = a_deal({"S": "123m", "W": "1z"}, "S", "5x", "luck", house={"a": 1}, limit=-2)
    assert sorted(codes_of(deal)) == sorted(
        ["unknown_tile", "bad_value", "bad_value", "unknown_field", "tile_count", "tile_count"]
    )


def test_errors_in_their_documented_form() -> None:
    with pytest.raises(DealError) as refusal:
        score_deal(a_deal({"S": WIN}, "S", "9m"))
    answer = json.loads(json.dumps(refusal.value.to_json()))
    assert [list(error) for error in answer["errors"]] == [
        ["code", "seat", "tile", "field", "message"]
    ]
    assert "9m" in str(refusal.value)


def test_the_hint_offers_no_fifth_tile() -> None:
    (problem,) = check_deal(a_deal({"S": "23m 456p 22z 7z 789s (1111m)"}, "S", "2z"))
    assert "with 4m instead of 7z" in problem.message
    (problem,) = check_deal(a_deal({"S": "11112m 456p 22z 7z 789s"}, "S", "2z"))
    assert "with 3m instead of 7z" in problem.message


def test_the_hint_knows_thirteen_heads() -> None:
    deal = a_deal({"S": "19m 19p 19s 1234567z 5m"}, "S", "2z")
    assert "more than one" in check_deal(deal)[0].message
    assert "7z instead of 5m" in check_deal({**deal, **LIMIT})[0].message


@pytest.mark.parametrize(
    ("tiles", "hint"),
    [
        ("123m 456p 789s 22z 12m 9z", "with 3m instead of 9z"),
        ("123m 456p 789s 159s 22z", "more than one tile"),
    ],
)
def test_a_hand_that_does_not_win_says_what_is_missing(tiles: str, hint: str) -> None:
    tiles = tiles.replace("9z", "7z")
    problems = check_deal(a_deal({"S": tiles}, "S", "2z"))
    assert hint.replace("9z", "7z") in problems[0].message


JUNK: list[Any] = [None, True, 0, -1, 2.5, "", "1m", "E", "draw", [], ["1m"], [[]], {}, {"by": 3}]


def spoiled(random: Random, value: Any) -> Any:
    """The value with something in it replaced by junk."""
    if random.random() < 0.15 or not isinstance(value, (dict, list)) or not value:
        return random.choice(JUNK)
    if isinstance(value, dict):
        key = random.choice(list(value))
        return {**value, key: spoiled(random, value[key])}
    at = random.randrange(len(value))
    return [*value[:at], spoiled(random, value[at]), *value[at + 1 :]]


def test_whatever_is_sent_is_scored_or_refused() -> None:
    refused = 0
    for seed in range(1500):
        random = Random(seed)
        deal = random_deal(random)
        for _ in range(random.randint(1, 3)):
            deal = spoiled(random, deal)
        try:
            score_deal(deal)
        except DealError as error:
            refused += 1
            json.dumps(error.to_json())
    assert refused > 1000
