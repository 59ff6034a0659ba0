"""What must hold of every settlement, whatever the tiles."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from random_deals import random_deal

from scoring import check_deal, score_deal, winning_ways

Json = dict[str, Any]
DEALS = 1500


def lawful_deals(start: int, number: int = DEALS) -> Iterator[tuple[Random, Json]]:
    for seed in range(start, start + number):
        random = Random(seed)
        deal = random_deal(random)
        if deal.get("reckless") != "declared" or not check_deal(deal):
            yield random, deal


def summary(answer: Json) -> Any:
    scores = {seat: (p["score"], p["limit_hand"]) for seat, p in answer["players"].items()}
    return scores, answer["net"], answer["reckless"], answer["complete"]


def test_payments_sum_to_zero() -> None:
    for _, deal in lawful_deals(1_000_000):
        answer = score_deal(deal)
        assert sum(answer["net"].values()) == 0
        net = dict.fromkeys(deal["table"], 0)
        for payment in answer["payments"]:
            assert payment["amount"] > 0
            net[payment["from"]] -= payment["amount"]
            net[payment["to"]] += payment["amount"]
        assert net == answer["net"]


def test_lines_sum_to_points_and_doubles() -> None:
    for _, deal in lawful_deals(1_100_000):
        for score in score_deal(deal)["players"].values():
            if score["limit_hand"]:
                assert [line["limit"] for line in score["lines"]] == [deal["limit"]] * len(
                    score["limit_hand"]
                )
                continue
            points, doubles, bonus = (
                sum(line.get(key, 0) for line in score["lines"])
                for key in ("points", "doubles", "bonus")
            )
            assert (points, doubles) == (score["points"], score["doubles"])
            assert points * 2**doubles + bonus == score["score"]
            assert all(line["source"].startswith("Part") for line in score["lines"])


def test_order_of_tiles_and_sets_does_not_matter() -> None:
    for random, deal in lawful_deals(1_200_000):
        shuffled = deepcopy(deal)
        for hand in shuffled["players"].values():
            random.shuffle(hand["concealed"])
            random.shuffle(hand["sets"])
            for a_set in hand["sets"]:
                random.shuffle(a_set["tiles"])
        assert summary(score_deal(deal)) == summary(score_deal(shuffled))


@pytest.mark.parametrize("suits", ["psm", "spm", "msp"])
def test_the_three_suits_are_alike(suits: str) -> None:
    turn = str.maketrans("mps", suits)

    def turned(value: Any) -> Any:
        if isinstance(value, str):
            return value.translate(turn) if len(value) == 2 and value[0].isdigit() else value
        if isinstance(value, list):
            return [turned(item) for item in value]
        if isinstance(value, dict):
            return {key: turned(item) for key, item in value.items()}
        return value

    for _, deal in lawful_deals(1_300_000, DEALS // 2):
        assert summary(score_deal(deal)) == summary(score_deal(turned(deal)))


def test_no_arrangement_beats_the_chosen_one() -> None:
    several = 0
    for _, deal in lawful_deals(1_400_000):
        found = winning_ways(deal)
        several += len(found) > 1
        if found:
            chosen = score_deal(deal)["players"][deal["winner"]]["score"]
            assert chosen == max(way.score for way in found)
    assert several > DEALS // 20


def test_every_transfer_is_doubled_where_east_takes_part() -> None:
    for _, deal in lawful_deals(1_500_000):
        answer = score_deal(deal)
        limit = deal["limit"] if deal["rules"] == "limit" else float("inf")
        scores = {seat: score["score"] for seat, score in answer["players"].items()}
        for payment in answer["payments"]:
            east = 2 if "E" in (payment["from"], payment["to"]) else 1
            if deal.get("penalties"):
                if deal["penalties"][0]["kind"] == "washing":
                    assert payment["amount"] in (50, 70, 100, 150, 200)
                else:
                    assert payment["amount"] == deal["limit"] / 2 * east
            elif not (answer["reckless"] and answer["reckless"]["applied"]):
                base = scores[payment["to"]]
                if payment["to"] != deal["winner"]:
                    base -= scores[payment["from"]]
                assert payment["amount"] == min(base, limit) * east
                assert payment["amount"] <= limit * east
