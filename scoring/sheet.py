"""A score with the lines that explain it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scoring.melds import TileSet
from scoring.tiles import PLAYING_TILES


class Line(NamedTuple):
    """One reason for points, doubles, a bonus after doubling, or a limit."""

    label: str
    source: str
    points: int | None = None
    doubles: int | None = None
    bonus: int | None = None
    limit: int | None = None

    def to_json(self) -> dict[str, Any]:
        """The line without its empty fields."""
        return {key: value for key, value in self._asdict().items() if value is not None}


class Finish(NamedTuple):
    """One way to see a complete hand: its sets, its pair, and what the winning tile completed."""

    sets: tuple[TileSet, ...]
    """Sets that are counted: in hand first, then those on the table."""
    pair: int
    completed: TileSet | None = None
    """The set that the winning tile completed; None when it was the pair, or nothing."""
    pair_completed: bool = False
    single_heads: bool = False
    laid: tuple[TileSet, ...] = ()
    """Sets that lay on the table before the winning tile came."""

    @property
    def has_sequence(self) -> bool:
        """Whether any set is a sequence."""
        return any(s.is_sequence for s in self.sets)


class Score(NamedTuple):
    """What one hand counts: ``points`` x 2^``doubles`` + ``bonus``, or the limit."""

    score: int
    lines: Sequence[Line]
    points: int | None
    """None for a limit hand, like ``doubles``."""
    doubles: int | None
    bonus: int = 0
    limit_hands: tuple[str, ...] = ()
    finish: Finish = Finish((), -1)
    """How the hand was seen; of a hand that did not win only its sets mean anything."""
    pairs: tuple[int, ...] = ()
    """The winner's pair, or every scoring pair of another player (class indices)."""
    won: bool = False

    def to_json(self) -> dict[str, Any]:
        """The documented form of a player's score."""
        pairs = [PLAYING_TILES[pair] for pair in self.pairs]
        return {
            "points": self.points,
            "doubles": self.doubles,
            "score": self.score,
            "limit_hand": list(self.limit_hands) or None,
            "arrangement": {
                "sets": [
                    {"tiles": list(s.codes), "kind": s.kind.value, "concealed": s.concealed}
                    for s in self.finish.sets
                ],
                "pair": pairs[0] if self.won else None,
                "pairs": pairs,
            },
            "lines": [line.to_json() for line in self.lines],
        }


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything a rule may ask about besides the arrangement."""

    seat_wind: int
    round_wind: int
    suits: frozenset[str]
    """Suits among all the player's tiles, ``z`` for honors."""
    mandarins: tuple[str, ...]
    """Mandarins of the player's own wind that count."""
    win_tile: int | None = None
    drawn: bool = False
    loose_tile: bool = False
    last_tile: bool = False
    original_hand: bool = False
    fours_double: bool = True
    """House reading ``fourth_tile``."""
    only_place: bool | None = None
    """The strict house reading's answer; None leaves it to the shape."""

    @property
    def winds(self) -> tuple[int, int]:
        """The seat's wind and the round's."""
        return self.seat_wind, self.round_wind

    @property
    def one_suit_with_honors(self) -> bool:
        """One number suit together with honors."""
        return len(self.suits) == 2 and "z" in self.suits

    @property
    def one_suit(self) -> bool:
        """One number suit and nothing else."""
        return len(self.suits) == 1 and "z" not in self.suits

    @property
    def honors_only(self) -> bool:
        """Winds and dragons and nothing else."""
        return self.suits == {"z"}
