"""Compares `scoring` with the naive rules on one deal."""

from __future__ import annotations

from typing import Any

import naive_rules

from scoring import DealError, score_deal

Json = dict[str, Any]
EXCUSES = {
    "one tile from winning with two doubling honors complete": "a",
    "one tile from winning a hand of more than two doubling honors": "b",
    "had no other kind of tile to discard": "c",
    "excused by the table": "table",
}


def ours(deal: Json) -> Json | str:
    """What `scoring` answers, reduced to what the naive rules answer as well."""
    try:
        answer = score_deal(deal)
    except DealError as error:
        return ", ".join(sorted({problem.code for problem in error.problems}))
    verdict = answer["reckless"]
    if verdict and verdict["excuse"]:
        verdict = {**verdict, "excuse": EXCUSES[verdict["excuse"]]}
    scores = {
        seat: {
            "points": score["points"],
            "doubles": score["doubles"],
            "score": score["score"],
            "limit": set(score["limit_hand"] or ()),
        }
        for seat, score in answer["players"].items()
    }
    return {
        "scores": scores,
        "net": answer["net"],
        "reckless": verdict,
        "complete": answer["complete"],
    }


def theirs(deal: Json) -> Json | str:
    """What the naive rules answer."""
    try:
        return naive_rules.settle(deal)
    except naive_rules.RefusedError:
        return "reckless_without_conditions"


def agree(deal: Json) -> bool:
    """Whether both answer the same."""
    return same(ours(deal), theirs(deal))


def same(one: Json | str, other: Json | str) -> bool:
    """Whether an answer of ours is the one of theirs.

    Where several arrangements of a winning hand give the same score, either may be shown.
    """
    if isinstance(one, str) or isinstance(other, str):
        return one == other
    for seat, score in other["scores"].items():
        ties = score.pop("ties", [])
        shown = one["scores"][seat]
        if (shown["points"], shown["doubles"]) in ties:
            score["points"], score["doubles"] = shown["points"], shown["doubles"]
    return one == other
