"""What the scoring commands print: a settlement or the reasons against one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from scoring.errors import DealError
from scoring.text import settlement_text
from scoring.ways import ways_text, winning_ways
from vision.app.output import complain, print_json

Json = dict[str, Any]

WHY: Final = "name each line's place in the book, and show the other arrangements of the hand"
"""Help of ``--why``."""


def show_settlement(
    deal: Json, settlement: Json, *, as_json: bool, why: bool = False, assumed: Sequence[str] = ()
) -> None:
    """Prints a settlement, as JSON on one line or for people.

    Args:
        deal: the deal that was scored.
        settlement: its answer.
        as_json: whether programs read along.
        why: whether to show the other arrangements that were considered, and the rules' sources.
        assumed: what the person did not say, one sentence each.
    """
    settlement = {**settlement, "warnings": [*assumed, *settlement["warnings"]]}
    if as_json:
        print_json({**settlement, **(reasons_json(deal) if why else {})})
        return
    print(settlement_text(settlement, deal, sources=why) + (reasons_text(deal) if why else ""))


def reasons_json(deal: Json) -> Json:
    """What ``--why`` adds to a settlement: ``ways``, the other arrangements of the hand."""
    return {"ways": [way.to_json() for way in winning_ways(deal)]}


def reasons_text(deal: Json) -> str:
    """The same in words, to be put behind the settlement's."""
    return "\n\n" + ways_text(deal)


def show_refusal(error: DealError, *, as_json: bool, about: str = "") -> int:
    """Says everything that is wrong with a deal and answers the exit status."""
    if as_json:
        print_json(error.to_json())
    for problem in error.problems:
        complain(about + problem.message)
    return 1
