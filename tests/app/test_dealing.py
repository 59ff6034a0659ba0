"""From a reading to a deal: who won, with which tile, what is assumed, what is asked."""

from __future__ import annotations

from typing import Any

import pytest
from readings import reading_of, with_code

from scoring import DealError, parse_hand, score_deal
from vision.app.dealing import (
    Dealing,
    make_deal,
    tiles_as_typed,
    tiles_of_own_pictures,
    tiles_of_players,
)

WON = "22p 678s (111z) (999m) (123p) 5f"
OPEN = "1111m 258p 369s 567z"
PART_ONE: dict[str, Any] = {"rules": "no-limit"}


def dealt(hands: dict[str, str], facts: dict[str, Any] | None = None, **laid: Any) -> Dealing:
    seats = tiles_of_players(reading_of(hands, **laid))
    return make_deal({**PART_ONE, **(facts or {})}, seats, score_deal)


def refused(hands: dict[str, str], facts: dict[str, Any] | None = None, **laid: Any) -> str:
    with pytest.raises(DealError) as caught:
        dealt(hands, facts, **laid)
    for problem in caught.value.problems:
        assert problem.message.endswith(".")
        assert "\n" not in problem.message
    return " ".join(problem.message for problem in caught.value.problems)


def test_a_complete_hand_becomes_a_deal() -> None:
    made = dealt({"E": "22p 678s [1111z] (999m) (123p) 5f"}, winning={"E": 3})
    assert made.deal == {
        "rules": "no-limit",
        "winner": "E",
        "win": {"by": "draw", "tile": "7s"},
        "players": {
            "E": {
                "concealed": ["2p", "2p", "6s", "7s", "8s"],
                "sets": [
                    {"tiles": ["1z"] * 4, "concealed": True},
                    {"tiles": ["9m"] * 3, "concealed": False},
                    {"tiles": ["1p", "2p", "3p"], "concealed": False},
                ],
                "flowers": ["5f"],
            }
        },
    }
    assert made.assumed == (
        "Assumed: the winning tile was drawn; if it was claimed, say --by discard.",
    )
    assert score_deal(made.deal)["players"]["E"]["score"] > 0


def test_the_only_complete_hand_wins() -> None:
    assert dealt({"E": OPEN, "W": WON}).deal["winner"] == "W"


def test_two_complete_hands_are_a_question() -> None:
    message = refused({"E": WON, "N": "44p 678m (777z) (888m) (456p)"})
    assert message == (
        "The hands of East and North are complete; say who won with --winner E or --winner N."
    )
    hands = {"E": WON, "N": "44p 678m (777z) (888m) (456p)"}
    assert "of East, South and North are" in refused({**hands, "S": WON})
    assert refused(hands, {"winner": "N"}).startswith("East has 14 tiles and should have 13")


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("22p 67s (111z) (999m) (123p)", "East has 13 tiles of the 14 of a winning hand, so 1 is "
         "missing; 5s (5 of bamboo) or 8s (8 of bamboo) would complete it."),
        ("22p 679s (111z) (999m) (123p)", "East's 14 tiles are not a winning hand; nearest: 5s "
         'in place of 9s (--fix "4=5s"), or 8s in place of 6s (--fix "2=8s"), '
         'or 8s in place of 9s (--fix "4=8s").'),
        ("22p 678s 4m (111z) (999m) (123p)", "East has 15 tiles of the 14 of a winning hand, so 1 "
         "is too many; it would be complete without 4m (4 of characters)."),
        ("147m 258p 369s 1234z", "East has 13 tiles of the 14 of a winning hand, so 1 is missing; "
         "no winning hand is near."),
        ("2p (111z) (999m) (123p)", "East has 10 tiles of the 14 of a winning hand, so 4 are "
         "missing; no winning hand is near."),
    ],
)  # fmt: skip
def test_an_incomplete_hand_says_what_it_lacks(hand: str, message: str) -> None:
    assert refused({"E": hand}) == message


def test_every_player_is_explained_when_nobody_won() -> None:
    message = refused({"E": OPEN, "S": "22p 67s (111z) (999m) (123p)"})
    assert "East has 13 tiles" in message
    assert "South has 13 tiles" in message
    assert "East has" not in refused(
        {"E": OPEN, "S": "22p 67s (111z) (999m) (123p)"}, {"winner": "S"}
    )


def test_a_winner_without_tiles_is_asked_for() -> None:
    assert "type them with --hand N" in refused({"E": OPEN}, {"winner": "N"})
    with pytest.raises(DealError, match="No player's tiles are known"):
        make_deal(dict(PART_ONE), {}, score_deal)


def test_the_unknown_winning_tile_is_the_one_that_scores_least() -> None:
    made = dealt({"S": "55p 46m 5m (111z) (999m) (123p)"})
    scores = {
        tile: score_deal({**made.deal, "win": {"by": "draw", "tile": tile}})["players"]["S"][
            "score"
        ]
        for tile in ("4m", "5m", "6m", "5p")
    }
    assert made.score_of == scores
    assert scores[made.deal["win"]["tile"]] == min(scores.values()) < max(scores.values())
    sentence = made.assumed[-1]
    assert "which scores least" in sentence
    assert sentence.endswith("--win-tile.")


def test_the_winning_tile_given_or_read_is_not_assumed() -> None:
    given = dealt({"S": WON}, {"win": {"by": "discard", "tile": "2p"}})
    assert given.deal["win"] == {"by": "discard", "tile": "2p"}
    assert given.assumed == ()
    read = dealt({"S": WON}, {"win": {"by": "discard"}}, winning={"S": 0})
    assert read.deal["win"]["tile"] == "2p"
    assert read.assumed == ()


def test_a_set_on_the_table_that_the_win_completed() -> None:
    made = dealt(
        {"S": "22p 678s (111z) (999m) (123p)"}, {"win": {"by": "discard"}}, winning={"S": 5}
    )
    assert made.deal["players"]["S"]["sets"][0]["completed_by_win"] is True
    assert score_deal(made.deal)["players"]["S"]["score"] > 0


@pytest.mark.parametrize(
    ("win", "by"),
    [
        ({"loose_tile": True}, "draw"),
        ({"last_tile": True}, "draw"),
        ({"from": "N"}, "discard"),
        ({"first_discard": True}, "discard"),
    ],
)
def test_what_the_circumstances_say_is_not_assumed(win: dict[str, Any], by: str) -> None:
    made = dealt({"S": "22p 678s [1111z] (999m) (123p)"}, {"win": {**win, "tile": "2p"}})
    assert made.deal["win"]["by"] == by
    assert made.assumed == ()


def test_doubtful_tiles_are_named() -> None:
    made = dealt({"E": WON}, doubtful=[3])
    assert made.doubts == ("tile 3 (7 of bamboo?)",)
    assert dealt({"E": WON}, loose=["5p"], doubtful=[15]).doubts == ()


def test_a_tile_face_down_is_asked_for() -> None:
    reading = with_code(reading_of({"E": "22p 678s (111z) (999m) (123p)"}), 3, "0z")
    with pytest.raises(DealError, match=r"East's tile 3 lies face down.*--fix \"3=5p\""):
        make_deal(dict(PART_ONE), tiles_of_players(reading), score_deal)


def test_one_picture_per_seat() -> None:
    readings = [reading_of({"E": WON}), reading_of({"S": OPEN}, doubtful=[2])]
    seats = tiles_of_own_pictures(readings, "ES")
    made = make_deal(dict(PART_ONE), seats, score_deal)
    assert made.deal["winner"] == "E"
    assert list(made.deal["players"]) == ["E", "S"]
    assert made.doubts == ("picture 2, tile 2 (1 of characters?)",)


def test_typed_hands_take_part() -> None:
    seats = {"N": tiles_as_typed(parse_hand("22p 678s [1111z] (999m) (123p) 5f"))}
    made = make_deal({**PART_ONE, "win": {"tile": "2p", "by": "draw"}}, seats, score_deal)
    assert made.deal["winner"] == "N"
    assert made.deal["players"]["N"]["sets"][0] == {"tiles": ["1z"] * 4, "concealed": True}


def test_single_heads_win_only_with_a_limit() -> None:
    heads = "19m 19p 19s 1234567z 7z"
    assert "not a winning hand" in refused({"E": heads})
    assert dealt({"E": heads}, {"rules": "limit"}).deal["winner"] == "E"


def test_a_penalty_needs_no_winner() -> None:
    facts = {"rules": "limit", "penalties": [{"kind": "false-mahjongg", "by": "W"}]}
    made = dealt({"E": OPEN}, facts)
    assert "winner" not in made.deal
    assert score_deal(made.deal)["net"]["W"] < 0
