"""The other arrangements of a winning hand, and what each would have scored."""

from __future__ import annotations

from scoring.api import read_deal
from scoring.notation import compact, format_set
from scoring.reckless import frame_of
from scoring.score import score_winner_every_way
from scoring.sheet import Score
from scoring.tiles import PLAYING_TILES


def ways_text(data: object) -> str:
    """Every way to see the winner's hand, the best first (R18).

    >>> deal = {"rules": "no-limit", "winner": "S", "win": {"tile": "3m", "by": "draw"},
    ...         "players": {"S": {"concealed": [f"{n}m" for n in "11122233344455"]}}}
    >>> print(ways_text(deal))
    The winner's tiles can be seen in 5 ways; the one that scores most counts.
        416  52 x 2^3     111m 222m 333m 444m, pair of 5m; completed 333m
        256  32 x 2^3     111m 234m 234m 234m, pair of 5m; completed 234m
        256  32 x 2^3     111m 234m 345m 345m, pair of 2m; completed 234m
        240  30 x 2^3     111m 234m 345m 345m, pair of 2m; completed 345m
        224  28 x 2^3     123m 123m 123m 444m, pair of 5m; completed 123m

    Raises:
        DealError: the deal cannot be scored.
    """
    scores = winning_ways(data)
    if not scores:
        return "Nobody won, so there is no hand to arrange."
    if len(scores) == 1:
        return "The winner's tiles can be seen in one way only."
    head = f"The winner's tiles can be seen in {len(scores)} ways; the one that scores most counts."
    return "\n".join([head, *map(_way, scores)])


def winning_ways(data: object) -> list[Score]:
    """The winner's score for every way to see the hand, the best first; empty without a winner.

    Raises:
        DealError: the deal cannot be scored.
    """
    deal = read_deal(data)
    if deal.winner is None or deal.win is None:
        return []
    hand = deal.hands[deal.winner]
    scores = score_winner_every_way(hand, deal.winner, deal.win, frame_of(deal))
    return sorted(scores, key=lambda score: -score.score)


def _way(score: Score) -> str:
    finish = score.finish
    parts = [format_set(s) if s in finish.laid else compact(s.codes) for s in finish.sets]
    seen = " ".join(parts) + f", pair of {PLAYING_TILES[finish.pair]}"
    if finish.completed is not None:
        seen += f"; completed {compact(finish.completed.codes)}"
    elif finish.pair_completed:
        seen += "; completed the pair"
    return f"  {score.score:>5}  {_sum(score):<12} {seen}"


def _sum(score: Score) -> str:
    if score.points is None:
        return "limit"
    bonus = f" + {score.bonus}" if score.bonus else ""
    return f"{score.points} x 2^{score.doubles}{bonus}"
