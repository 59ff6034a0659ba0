"""Who holds what: grouping given true codes and boxes, end to end, and the winning score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from scoring import DealError, score_deal
from scripts.evaluation.matching import box_quads
from scripts.evaluation.truth import Grouped, Photo
from vision.hand_builder import build_reading
from vision.layout.options import LayoutOptions
from vision.reading import PlayerReading, Reading, Sighting, probabilities_of

STRIP_SHARE: Final = 0.4
"""A caption's box covers so much of its flower's height."""
CIRCUMSTANCE: Final = "Part One, East wins by drawing the last of his concealed tiles by code"
COMPLETE: Final = 14

Groups = tuple[Counter[str], Counter[tuple[str, ...]], Counter[str]]
"""Codes in hand, sets as sorted codes, flowers."""


@dataclass(frozen=True, slots=True, eq=False)
class GroupResult:
    """One grouped photograph: what came out given the truth and, if run, end to end."""

    truth: Grouped
    photo: Photo
    given: bool
    reading: Reading | None = None
    end_to_end: bool | None = None
    score_right: bool | None = None


def group_truth(photo: Photo, truth: Grouped) -> bool:
    """Whether the grouping is exact when boxes and codes are given."""
    kept = sorted(
        {*truth.concealed, *truth.flowers, *truth.loose, *truth.unfinished}
        | {t for s in truth.sets for t in s}
    )
    quads = box_quads(_whole_boxes(photo))
    sightings = [Sighting(quads[t], probabilities_of(photo.codes[t])) for t in kept]
    reading = build_reading(
        sightings, file=photo.name, width=1, height=1, options=options_for(truth)
    )
    if len(reading.players) != 1:
        return False
    box_of = _boxes_of(reading, sightings, kept)
    (player,) = reading.players
    hand = {box_of[t] for t in player.concealed} - set(truth.unfinished)
    sets = {frozenset(box_of[t] for t in s.tiles) for s in player.sets}
    flowers = {box_of[t] for t in player.flowers}
    return (
        hand == set(truth.concealed)
        and sets == {frozenset(s) for s in truth.sets}
        and flowers == set(truth.flowers)
    )


def _whole_boxes(photo: Photo) -> Any:
    """Boxes with captions lengthened to whole tiles."""
    boxes = photo.boxes.copy()
    for j, (x0, y0, x1, y1) in enumerate(photo.boxes):
        if not photo.counts[j] and photo.codes[j].endswith("f") and x1 - x0 > 1.3 * (y1 - y0):
            boxes[j, 3] = y0 + (y1 - y0) / STRIP_SHARE
    return boxes


def _boxes_of(
    reading: Reading, sightings: Sequence[Sighting], kept: Sequence[int]
) -> dict[int, int]:
    """Reading id -> box, by the quads."""
    by_quad = {
        tuple((round(float(x), 1), round(float(y), 1)) for x, y in s.quad): box
        for s, box in zip(sightings, kept, strict=True)
    }
    return {t.id: by_quad[t.quad] for t in reading.tiles}


def options_for(truth: Grouped) -> LayoutOptions:
    """What a person would say of the picture: whether its players hold 13 or 16 tiles."""
    return LayoutOptions(hand_size=truth.hand_size)


def read_right(reading: Reading, photo: Photo, truth: Grouped) -> bool:
    """Whether hand, sets and flowers have exactly the true codes, end to end."""
    if len(reading.players) != 1:
        return False
    if truth.unfinished:
        unfinished = Counter(photo.codes[t] for t in truth.unfinished)
        hand, sets, flowers = groups_read(reading, reading.players[0])
        wanted = groups_true(photo, truth)
        return (hand == wanted[0] or hand == wanted[0] + unfinished) and (
            (sets, flowers) == wanted[1:]
        )
    return groups_read(reading, reading.players[0]) == groups_true(photo, truth)


def groups_true(photo: Photo, truth: Grouped) -> Groups:
    """The truth's groups as codes."""
    code = photo.codes
    return (
        Counter(code[t] for t in truth.concealed),
        Counter(tuple(sorted(code[t] for t in s)) for s in truth.sets),
        Counter(code[t] for t in truth.flowers),
    )


def groups_read(reading: Reading, player: PlayerReading) -> Groups:
    """A player's groups as codes."""
    code = {t.id: t.code for t in reading.tiles}
    return (
        Counter(code[t] for t in player.concealed),
        Counter(tuple(sorted(s.codes)) for s in player.sets),
        Counter(code[t] for t in player.flowers),
    )


def score_right(reading: Reading, photo: Photo, truth: Grouped) -> bool:
    """Whether the winner's score is that of the true tiles, under `CIRCUMSTANCE`."""
    if len(reading.players) != 1:
        return False
    read = groups_read(reading, reading.players[0])
    wanted = winner_score(groups_true(photo, truth))
    return wanted is not None and winner_score(read) == wanted


def winner_score(groups: Groups) -> tuple[Any, ...] | None:
    """Points, doubles and score of a complete hand under `CIRCUMSTANCE`; None if refused."""
    hand, sets, flowers = groups
    concealed = sorted(hand.elements(), key=lambda c: (c[1], c[0]))
    if not concealed:
        return None
    deal = {
        "rules": "no-limit",
        "winner": "E",
        "win": {"tile": concealed[-1], "by": "draw"},
        "players": {
            "E": {
                "concealed": concealed,
                "sets": [{"tiles": list(s), "concealed": False} for s in sets.elements()],
                "flowers": sorted(flowers.elements()),
            }
        },
    }
    try:
        player = score_deal(deal)["players"]["E"]
    except DealError:
        return None
    return player["points"], player["doubles"], player["score"]
