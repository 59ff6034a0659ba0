"""Every worked example of the book, itemised; the book's misprints are named."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from deal_builders import player

from scoring import DealError, score_deal

HERE = Path(__file__).parent
ROWS = [json.loads(line) for line in (HERE / "worked_examples.jsonl").read_text().splitlines()]
SINGLE = [row for row in ROWS if len(row["hands"]) == 1]
TABLES = [row for row in ROWS if len(row["hands"]) == 4]

MISPRINTS = {
    "P1-03": (50, "the errata add the pair of dragons, 2 points"),
    "P1-07": (5760, "the errata count the claimed dragons as exposed, 4 instead of 8"),
    "P1-14": (1344, "the errata add the pair of dragons, 2 points"),
    "P1-18": (236, "the errata count the claimed dragons as exposed, 4 instead of 8"),
    "P2-03": (52, "10 + 4 + 2 printed as 26; the pair completed by claim (2) is left out: 18 x 2"),
    "P2-04": (384, "bamboo and honors only: the list leaves out one double, 48 x 16"),
    "P1-L1": ({"E": 608, "W": 400}, "fours on the table counted as concealed; errata 480, 272"),
    "P1-L2": ({"W": 2816}, "20 points x 128; the errata's 2562 is no multiple of 128"),
    "P1-L4": ({"N": 152}, "the sevens were claimed to win: exposed; errata 184"),
}
"""What is printed where the rules give another figure, and why they do."""


def as_deal(row: dict[str, Any]) -> dict[str, Any]:
    players = {seat: player(text) for seat, text in row["hands"].items()}
    keep = ("rules", "round_wind", "winner", "win")
    return {**{key: row[key] for key in keep if key in row}, "players": players}


@pytest.mark.parametrize("row", SINGLE, ids=[row["id"] for row in SINGLE])
def test_single_hand(row: dict[str, Any]) -> None:
    expect = row["expect"]
    score = score_deal(as_deal(row))["players"][row["winner"]]
    assert score["limit_hand"] == expect.get("limit_hand")
    if expect.get("limit_hand"):
        assert (score["score"], score["points"], score["doubles"]) == (300, None, None)
        assert score["arrangement"]["pair"] is not None
        return
    assert score["arrangement"]["pair"] in player(row["hands"][row["winner"]])["concealed"]
    lines = score["lines"]
    assert sorted(ln["points"] for ln in lines if "points" in ln) == sorted(expect["items"])
    assert sorted(ln["doubles"] for ln in lines if "doubles" in ln) == sorted(expect["doubling"])
    assert {key: score[key] for key in ("points", "doubles", "score")} == {
        key: expect[key] for key in ("points", "doubles", "score")
    }


def test_labels_of_a_whole_hand() -> None:
    row = next(row for row in ROWS if row["id"] == "P1-L4")
    score = score_deal(as_deal(row))["players"]["N"]
    assert [
        (line["label"], line.get("points", line.get("doubles"))) for line in score["lines"]
    ] == [
        ("Mah-Jongg", 20),
        ("No sequences", 10),
        ("Three 7 dots (exposed)", 2),
        ("Three red dragons (exposed)", 4),
        ("Three 1 dots (exposed)", 4),
        ("Three 9 dots (exposed)", 4),
        ("Pair of own wind", 2),
        ("Red dragons", 1),
        ("One suit with honors", 1),
    ]


NEED_THE_MARK = ("P1-12", "P1-19")
"""The winning tile lies in hand or in another set as well, so only the mark decides."""
ON_TABLE = [
    row for row in SINGLE if "*" in row["hands"][row["winner"]] and row["id"] not in NEED_THE_MARK
]


@pytest.mark.parametrize("row", ON_TABLE, ids=[row["id"] for row in ON_TABLE])
def test_the_set_that_won_need_not_be_marked(row: dict[str, Any]) -> None:
    """A winning tile that lies only in one set on the table says which set it completed."""
    marked, plain = as_deal(row), as_deal(row)
    for a_set in plain["players"][row["winner"]]["sets"]:
        a_set.pop("completed_by_win", None)
    assert score_deal(marked)["net"] == score_deal(plain)["net"]


@pytest.mark.parametrize("row", TABLES, ids=[row["id"] for row in TABLES])
def test_whole_table(row: dict[str, Any]) -> None:
    expect = row["expect"]
    if expect.get("refused"):
        with pytest.raises(DealError) as refusal:
            score_deal(as_deal(row))
        assert [(p.code, p.tile) for p in refusal.value.problems] == [("five_of_a_kind", "4m")]
        assert hands_scored_singly(row) == expect["scores"]
        return
    answer = score_deal(as_deal(row))
    assert answer["net"] == expect["net"]
    assert answer["complete"]
    scores = {seat: score["score"] for seat, score in answer["players"].items()}
    if "scores" in expect:
        assert scores == expect["scores"]
    if "payments" in expect:
        paid = [[p["from"], p["to"], p["amount"]] for p in answer["payments"]]
        assert sorted(paid) == sorted(expect["payments"])
    if "winner_score" in expect:
        assert scores[row["winner"]] == expect["winner_score"]
        verdict = answer["reckless"] or {"case": 0, "applied": False}
        assert (verdict["case"], verdict["applied"]) == (
            expect["reckless"],
            expect["reckless"] > 0,
        )


def hands_scored_singly(row: dict[str, Any]) -> dict[str, int]:
    """Scores of hands that cannot lie on one table together: each beside the winner's alone."""
    deal = as_deal(row)
    players = deal["players"]
    scores = {}
    for seat in players:
        beside = "E" if seat == row["winner"] else row["winner"]
        alone = {**deal, "players": {s: players[s] for s in (seat, beside)}}
        scores[seat] = score_deal(alone)["players"][seat]["score"]
    return scores


@pytest.mark.parametrize("row_id", MISPRINTS)
def test_misprints_are_told_from_the_rules(row_id: str) -> None:
    row = next(row for row in ROWS if row["id"] == row_id)
    printed, why = MISPRINTS[row_id]
    ours = row["expect"].get("scores") or row["expect"]["score"]
    if isinstance(printed, dict):
        assert {seat: row["book"]["printed"][seat] for seat in printed} == printed
        assert all(ours[seat] != figure for seat, figure in printed.items())
    else:
        assert row["book"]["printed"] == printed != ours
    assert why


def test_every_other_printed_figure_stands() -> None:
    for row in SINGLE:
        if row["id"] not in MISPRINTS and row["book"]["printed"] is not None:
            assert row["expect"]["score"] == row["book"]["printed"], row["id"]


RULES = Path(os.environ.get("TILESCORE_SHARED", HERE.parents[2] / "shared")) / "rules"


@pytest.mark.shared
@pytest.mark.skipif(not RULES.is_dir(), reason="the shared rules are not beside the checkout")
def test_the_committed_rows_are_the_shared_ones() -> None:
    shared = json.loads((RULES / "examples.json").read_text(encoding="utf-8"))
    theirs = {
        row["id"]: row
        for group in ("hands", "layouts", "penalty_positions")
        for row in shared[group]
    }
    assert set(theirs) == {row["id"] for row in ROWS}
    for row in ROWS:
        if not row["expect"].get("refused"):
            assert score_deal(theirs[row["id"]]["deal"])["net"] == score_deal(as_deal(row))["net"]
