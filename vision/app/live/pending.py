"""A hand that was taken and waits for confirmation: who won, how, and which tiles were misread.

Pure: every choice gives a new value. The likeliest choice is made beforehand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scoring import DealError, score_deal
from scoring.errors import Problem
from scoring.tiles import SEAT_NAMES
from vision.app.dealing import Dealing, SeatTiles, make_deal, tiles_of_players
from vision.app.fixes import parse_fixes
from vision.app.live.states import complete_seats
from vision.hand_builder import LayoutOptions, build_reading
from vision.reading import Reading, Sighting

Json = dict[str, Any]
DRAWN_GAME: Final = "none"
"""In place of a winner: nobody won."""


@dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """What the camera saw when the hand was taken."""

    sightings: tuple[Sighting, ...]
    width: int
    height: int
    options: LayoutOptions
    image: NDArray[np.uint8] | None = None
    """The frame, (H, W, 3) uint8 BGR."""

    def reading(self, fixed: Mapping[int, str]) -> Reading:
        """The reading with a person's corrections."""
        return build_reading(
            self.sightings,
            file="camera",
            width=self.width,
            height=self.height,
            options=replace(self.options, fixed=dict(fixed)),
        )


@dataclass(frozen=True, slots=True)
class Pending:
    """The choices made so far about a taken hand."""

    taken: Taken
    reading: Reading
    seats: tuple[str, ...]
    """Whose tiles may be which: the seats that play, from East."""
    winner: str
    """A seat, or `DRAWN_GAME`."""
    by: str
    """``draw`` or ``discard``."""
    from_seat: str | None = None
    fixed: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def of(cls, taken: Taken, seats: Sequence[str], single_heads: bool) -> Pending:
        """With the likeliest winner and way preselected.

        The only complete hand wins. A winning tile seen to lie in a set on the table was claimed;
        else the tile is taken for drawn, as everywhere in tilescore.
        """
        reading = taken.reading({})
        found = tiles_of_players(reading)
        complete = complete_seats(found, single_heads)
        winner = next(iter([*complete, *found]), DRAWN_GAME)
        return cls(taken, reading, tuple(seats), winner, _way(reading, winner))

    @property
    def alone(self) -> bool:
        """Whether the picture shows one player's tiles, which may be anybody's."""
        return len(tiles_of_players(self.reading)) == 1

    def next_winner(self) -> Pending:
        """With the next seat as winner, after the last one a drawn game."""
        choices = (*self.seats, DRAWN_GAME)
        at = choices.index(self.winner) if self.winner in choices else -1
        winner = choices[(at + 1) % len(choices)]
        source = None if self.from_seat == winner else self.from_seat
        return replace(self, winner=winner, from_seat=source)

    def other_way(self) -> Pending:
        """Drawn instead of claimed or the reverse."""
        by = "draw" if self.by == "discard" else "discard"
        return replace(self, by=by, from_seat=None)

    def next_discarder(self) -> Pending:
        """Claimed from the next of the others; after the last, from nobody knows whom."""
        choices = [None, *(s for s in self.seats if s != self.winner)]
        at = choices.index(self.from_seat) if self.from_seat in choices else 0
        return replace(self, by="discard", from_seat=choices[(at + 1) % len(choices)])

    def with_fix(self, text: str) -> Pending:
        """With a correction such as ``12=5p`` or ``12=-``.

        Raises:
            UsageError: it is not understood.
        """
        fixed = {**self.fixed, **{fix.tile: fix.code for fix in parse_fixes([text])}}
        known = {tile.id for tile in self.taken.reading({}).tiles}
        fixed = {tile: code for tile, code in fixed.items() if tile in known}
        return replace(self, fixed=fixed, reading=self.taken.reading(fixed))

    def dealing(self, facts: Json) -> Dealing:
        """The deal as it stands.

        Raises:
            DealError: it cannot be scored; the problems say why.
        """
        drawn_game = self.winner == DRAWN_GAME
        told = {**facts, "winner": None if drawn_game else self.winner}
        if not drawn_game:
            told["win"] = {"by": self.by}
            if self.from_seat is not None:
                told["win"]["from"] = self.from_seat
        return make_deal(told, self._tiles(), score_deal)

    def _tiles(self) -> Mapping[str, SeatTiles]:
        found = tiles_of_players(self.reading)
        if len(found) == 1 and self.winner != DRAWN_GAME:
            return {self.winner: next(iter(found.values()))}
        outside = [seat for seat in found if seat not in self.seats]
        if outside:
            name = SEAT_NAMES[outside[0]]
            raise DealError([Problem("seat", f"{name} does not play here.", outside[0])])
        return found

    def text(self, names: Mapping[str, str]) -> str:
        """The choices in words; ``names`` are the players by seat."""
        if self.winner == DRAWN_GAME:
            return "a drawn game"
        if self.by == "draw":
            way = "on a drawn tile"
        elif self.from_seat is None:
            way = "on a claimed tile"
        else:
            way = f"on a tile from {_named(self.from_seat, names)}"
        return f"{_named(self.winner, names)} wins {way}"


def _named(seat: str, names: Mapping[str, str]) -> str:
    """A seat with its player's name."""
    name = names.get(seat)
    wind = SEAT_NAMES[seat]
    return wind if name in (None, wind) else f"{wind} ({name})"


def _way(reading: Reading, winner: str) -> str:
    for player in reading.players:
        on_table = {t for s in player.sets for t in s.tiles}
        if player.seat == winner and player.winning_tile in on_table:
            return "discard"
    return "draw"
