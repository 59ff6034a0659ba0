"""Settlements for people: the points in a column, the doubling in steps, who pays whom.

Both arguments are the JSON forms, so that a stored or received settlement prints as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scoring.notation import compact
from scoring.tiles import SEAT_NAMES, SEATS, tile_name

Json = Mapping[str, Any]

_WIDTH: Final = 54
"""Characters of a label and its figure."""
_RULES: Final = {"no-limit": "Part One, no limit", "limit": "Part Two"}
_PENALTIES: Final = {"false-mahjongg": "makes a false Mah-Jongg", "washing": "washes the tiles"}
_CIRCUMSTANCES: Final = {
    "loose_tile": "a loose tile",
    "original_hand": "complete as dealt",
    "last_tile": "the last tile",
    "first_discard": "the first tile played",
}


def settlement_text(settlement: Json, deal: Json, *, sources: bool = False) -> str:
    """The whole settlement of a deal, as lines of text.

    Args:
        settlement: what `score_deal` answered.
        deal: the deal it was asked about.
        sources: whether each line also names its place in the book.

    >>> from scoring.api import score_deal
    >>> deal = {"rules": "no-limit", "winner": "E", "win": {"tile": "8s", "by": "discard"},
    ...         "players": {"E": {"concealed": ["8s", "8s"], "sets": [
    ...             {"tiles": ["1s"] * 4, "concealed": True}, {"tiles": ["4s"] * 4},
    ...             {"tiles": ["7s"] * 4}, {"tiles": ["9s"] * 4, "concealed": True}]}}}
    >>> print(settlement_text(score_deal(deal), deal))
    Part One, no limit: East wins on a claimed 8 of bamboo (8s).
    <BLANKLINE>
    East: 88s [1111s] (4444s) (7777s) [9999s]
      Mah-Jongg                                           20
      No sequences                                        10
      Only place filled                                    2
      Four 1 bamboo (concealed)                           32
      Four 4 bamboo (exposed)                              8
      Four 7 bamboo (exposed)                              8
      Four 9 bamboo (concealed)                           32
      Total                                              112
      One suit only                            224, 448, 896
    <BLANKLINE>
    South pays East   1792  pays the winner, double to East
    West pays East    1792  pays the winner, double to East
    North pays East   1792  pays the winner, double to East
    <BLANKLINE>
    Net: East +5376, South -1792, West -1792, North -1792
    The other hands are not known, so the losers are not settled among themselves.
    """
    blocks = [[_headline(deal)]]
    players = deal.get("players") or {}
    for seat, score in settlement["players"].items():
        hand = players.get(seat, {})
        blocks.append(list(player_lines(seat, score, hand, sources=sources)))
    blocks.append(_payment_lines(settlement["payments"]))
    blocks.append(list(_closing_lines(settlement)))
    return "\n\n".join("\n".join(block) for block in blocks if block)


def _headline(deal: Json) -> str:
    rules = _RULES[deal["rules"]]
    if deal["rules"] == "limit":
        rules += f", limit {deal.get('limit') or 300}"
    penalties = deal.get("penalties") or ()
    if penalties:
        told = [f"{SEAT_NAMES[p['by']]} {_PENALTIES[p['kind']]}" for p in penalties]
        return f"{rules}: {', '.join(told)}."
    if deal.get("winner") is None:
        return f"{rules}: a drawn game. Nobody pays, East stays East."
    return f"{rules}: {SEAT_NAMES[deal['winner']]} wins {_how(deal['win'])}."


def _how(win: Json) -> str:
    if win.get("original_hand"):
        return "with the hand as dealt"
    claimed = win.get("by") == "discard" or win.get("first_discard")
    tile = f"{tile_name(win['tile'])} ({win['tile']})"
    how = f"on a claimed {tile}" if claimed else f"on a drawn {tile}"
    if win.get("from"):
        how += f" from {SEAT_NAMES[win['from']]}"
    said = [words for key, words in _CIRCUMSTANCES.items() if win.get(key)]
    return ", ".join([how, *said])


def player_lines(seat: str, score: Json, hand: Json, *, sources: bool = False) -> Iterator[str]:
    """One player's hand and score: points in a column, the total, the doubling in steps."""
    yield f"{SEAT_NAMES[seat]}: {tiles_text(hand)}".rstrip()
    yield from score_lines(score, sources=sources)


def tiles_text(hand: Json) -> str:
    """A hand in JSON form as typed.

    >>> tiles_text({"concealed": ["2z", "1m"], "sets": [{"tiles": ["4z"] * 4, "concealed": True}]})
    '1m 2z [4444z]'
    """
    concealed = sorted(hand.get("concealed") or (), key=lambda code: (code[1], code[0]))
    parts = [compact(concealed)]
    for a_set in hand.get("sets") or ():
        turned = a_set.get("concealed") and len(a_set["tiles"]) == 4
        parts.append(("[{}]" if turned else "({})").format(compact(a_set["tiles"])))
    parts.append(compact(hand.get("flowers") or ()))
    return " ".join(part for part in parts if part)


def score_lines(score: Json, *, sources: bool = False) -> Iterator[str]:
    """The column of one score: points, the total, doubling step by step, bonus or limit."""
    points = score["points"]
    running = points or 0
    counted = [line for line in score["lines"] if "points" in line]
    for line in counted:
        yield _row(line["label"], str(line["points"]), line["source"] if sources else "")
    if points is not None:
        yield _row("Total", str(points))
    for line in score["lines"][len(counted) :]:
        steps = [running << step for step in range(1, line.get("doubles", 0) + 1)]
        running = steps[-1] if steps else running
        figures = ", ".join(map(str, steps)) or _figure(line)
        yield _row(line["label"], figures, line["source"] if sources else "")
    if points is not None and running != score["score"]:
        yield _row("Score", str(score["score"]))


def _figure(line: Json) -> str:
    return f"+{line['bonus']}" if "bonus" in line else str(line["limit"])


def _row(label: str, figures: str, source: str = "") -> str:
    width = max(_WIDTH - len(figures), len(label) + 1)
    return f"  {label:<{width}}{figures}  {source}".rstrip()


def _payment_lines(payments: Sequence[Json]) -> list[str]:
    told = [f"{SEAT_NAMES[p['from']]} pays {SEAT_NAMES[p['to']]}" for p in payments]
    return [
        f"{text:<16}{p['amount']:>6}  {p['why']}" for text, p in zip(told, payments, strict=True)
    ]


def _closing_lines(settlement: Json) -> Iterator[str]:
    net = settlement["net"]
    yield "Net: " + ", ".join(f"{SEAT_NAMES[s]} {net[s]:+d}" for s in SEATS if s in net)
    verdict = settlement["reckless"]
    if verdict and verdict["excuse"]:
        case, excuse = verdict["case"], verdict["excuse"]
        yield f"The discard was reckless (case {case}), but excused: {excuse}."
    if not settlement["complete"]:
        yield (
            "The other hands are not known, so the losers are not settled among themselves."
            if len(settlement["players"]) == 1
            else "Not all hands are known; the losers known were settled among themselves."
        )
    yield from (f"Note: {warning}" for warning in settlement["warnings"])
