"""House readings: where the book is silent or contradicts itself, a table may choose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Reading:
    """One question that a table may answer its own way."""

    key: str
    values: tuple[str, ...]
    """Accepted answers; the first is the default."""
    meaning: str
    """What the answers do, in one sentence."""
    source: str


READINGS: Final[tuple[Reading, ...]] = (
    Reading(
        "only_place",
        ("shape", "strict"),
        "The only place is the pair, the inner tile of a sequence or its closed end (shape), "
        "or exactly one kind of tile that would have won (strict).",
        "Harr, Part One, bonus and Example 6; R5",
    ),
    Reading(
        "dealt_win",
        ("east", "any"),
        "A hand complete as dealt is East's alone (east), or any player's with his first tile "
        "(any).",
        "Harr, Part One, Example 16; R6",
    ),
    Reading(
        "mandarins",
        ("on", "off"),
        "Mandarins of a player's own wind double his score (on), or count for nothing (off).",
        "Harr, Part One, mandarins; R7",
    ),
    Reading(
        "mahjongg",
        ("10", "20"),
        "Going out under a limit is worth 10 points, or 20 where the table agrees on it.",
        "Harr, Part Two, the limit; R8",
    ),
    Reading(
        "completed_pair",
        ("replace", "add"),
        "The points of a pair completed to win stand in place of its ordinary points (replace), "
        "or beside them (add).",
        "Harr, Part Two, limit example 4; R9",
    ),
    Reading(
        "open_sequence_draw",
        ("4", "2", "0"),
        "Drawing the tile that completes a sequence open at both ends is worth 4, 2 or 0 points.",
        "Harr, Part Two, winner's table; R10",
    ),
    Reading(
        "fourth_tile",
        ("on", "off"),
        "Winning with the fourth tile of one's own exposed three doubles once (on), or not (off).",
        "Harr, Part Two, doubling; R11",
    ),
    Reading(
        "first_discard",
        ("add", "off"),
        "Winning on the first tile played adds half the limit (add), or nothing (off).",
        "Harr, Part Two, bonus; R12",
    ),
    Reading(
        "turned_four_on_table",
        ("yes", "no"),
        "A four with its end tiles turned down lies on the table when a reckless discard is "
        "judged (yes), or not (no).",
        "Harr, Part Two, reckless discard; R20",
    ),
)
READING_OF: Final[dict[str, Reading]] = {reading.key: reading for reading in READINGS}
_SWITCHES: Final = {True: ("on", "yes"), False: ("off", "no")}


@dataclass(frozen=True, slots=True)
class House:
    """A table's answers. Every field is one of its reading's values; see `READINGS`."""

    only_place: str = "shape"
    dealt_win: str = "east"
    mandarins: str = "on"
    mahjongg: str = "10"
    completed_pair: str = "replace"
    open_sequence_draw: str = "4"
    fourth_tile: str = "on"
    first_discard: str = "add"
    turned_four_on_table: str = "yes"


DEFAULT_HOUSE: Final = House()
"""The readings chosen by default."""


def normal_value(reading: Reading, value: object) -> str | None:
    """The reading's own spelling of an answer; numbers, and true and false for switches, are fine.

    >>> normal_value(READING_OF["mahjongg"], 20), normal_value(READING_OF["mandarins"], False)
    ('20', 'off')
    >>> normal_value(READING_OF["mahjongg"], "12") is None
    True
    """
    candidates = _SWITCHES[value] if isinstance(value, bool) else (str(value).strip().lower(),)
    return next((c for c in candidates if c in reading.values), None)


def house_json(house: House) -> Mapping[str, str]:
    """The answers that differ from the defaults."""
    return {
        reading.key: getattr(house, reading.key)
        for reading in READINGS
        if getattr(house, reading.key) != reading.values[0]
    }
