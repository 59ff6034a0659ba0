"""What do I need? Every tile that would complete a hand, and what each would score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scoring.arrange import count_tiles, waits
from scoring.deal import Win
from scoring.errors import DealError, Problem
from scoring.hand import Hand, hand_of
from scoring.score import Frame, score_winner
from scoring.sheet import Score
from scoring.tiles import PLAYING_TILES, SEAT_NAMES, how_many, tile_name

BETWEEN_TURNS = 13
_COPIES = 4


@dataclass(frozen=True, slots=True)
class Wait:
    """One kind of tile that completes the hand."""

    tile: int
    left: int
    """Copies that are neither the player's nor otherwise visible."""
    drawn: Score
    claimed: Score

    def to_json(self) -> dict[str, Any]:
        """The wait as plain JSON values."""
        return {
            "tile": PLAYING_TILES[self.tile],
            "left": self.left,
            "drawn": self.drawn.to_json(),
            "claimed": self.claimed.to_json(),
        }


def waiting_for(hand: Hand, seat: str, frame: Frame, visible: Iterable[int] = ()) -> list[Wait]:
    """The tiles that would complete a hand of thirteen, the one that scores most drawn first.

    Args:
        hand: the player's tiles.
        seat: where he sits.
        frame: rules, round, limit and house readings.
        visible: class indices of tiles that others show or have discarded.

    Raises:
        DealError: not thirteen tiles, or more than four alike.
    """
    held = count_tiles(hand.all_tiles)
    seen = count_tiles([*hand.all_tiles, *visible])
    problems = [*_count_problems(hand, seat), *_alike_problems(seen, seat)]
    if problems:
        raise DealError(problems)
    found = []
    for tile in waits(hand.counts, held, frame.single_heads):
        full = hand_of((*hand.codes, PLAYING_TILES[tile]), hand.sets, hand.flowers)
        drawn, claimed = (score_winner(full, seat, Win(tile, by), frame) for by in (True, False))
        found.append(Wait(tile, _COPIES - seen[tile], drawn, claimed))
    return sorted(found, key=lambda wait: (-wait.drawn.score, wait.tile))


def _count_problems(hand: Hand, seat: str) -> list[Problem]:
    if hand.size == BETWEEN_TURNS:
        return []
    message = (
        f"{SEAT_NAMES[seat]} has {how_many(hand.size)} (a four counts as three); a hand that "
        f"waits for one more has {BETWEEN_TURNS}."
    )
    return [Problem("tile_count", message, seat=seat, field=f"players.{seat}")]


def _alike_problems(seen: tuple[int, ...], seat: str) -> list[Problem]:
    return [
        Problem(
            "five_of_a_kind",
            f"The {tile_name(PLAYING_TILES[tile])} ({PLAYING_TILES[tile]}) is there {number} "
            "times; there are only four.",
            seat=seat,
            tile=PLAYING_TILES[tile],
            field="players",
        )
        for tile, number in enumerate(seen)
        if number > _COPIES
    ]


def waiting_text(found: list[Wait]) -> str:
    """The waits as a small table.

    >>> from scoring.notation import parse_hand
    >>> hand = parse_hand("11123m 77z (555p) (789s)")
    >>> print(waiting_text(waiting_for(hand, "S", Frame())))
    tile                  left       drawn     claimed
    7z   red dragon          2          64          52
    1m   1 of characters     1          34          32
    4m   4 of characters     4          34          32
    >>> print(waiting_text([]))
    No single tile would complete this hand.
    """
    if not found:
        return "No single tile would complete this hand."
    rows = [f"{'tile':<22}{'left':>4}{'drawn':>12}{'claimed':>12}"]
    for wait in found:
        code = PLAYING_TILES[wait.tile]
        name = f"{code}   {tile_name(code)}"
        drawn, claimed = _figure(wait.drawn), _figure(wait.claimed)
        rows.append(f"{name:<22}{wait.left:>4}{drawn:>12}{claimed:>12}")
    return "\n".join(rows)


def _figure(score: Score) -> str:
    return f"limit {score.score}" if score.limit_hands else str(score.score)
