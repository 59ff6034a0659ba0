"""Which tiles of a grouped picture a person should look at, and what to warn of.

The limits were set by hand on the validation photographs they are reported on. A search that left
out one session at a time, with an undetected error before a player as dear as ten right pictures
in doubt, chose others: 0.6 for `FOUND_SURELY` in most turns, 0.5 to 0.95 for `SURE` depending on
the models. With its choices 84 of the 99 rows and trays were without doubt; 0.5 keeps a few more
of them so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACE_DOWN, SEAT_NAMES, how_many, tile_name
from vision.doubt.placement import Hole, cut_off, holes, overlap_shares
from vision.layout.legal import most_of
from vision.layout.plane import Plane, plane_of
from vision.layout.rows import find_rows
from vision.layout.segments import Group
from vision.layout.table import Seated
from vision.reading import SURE

SURE_HIDDEN: Final = 0.97
"""What `SURE` is for a tile that is partly hidden."""
FOUND_SURELY: Final = 0.5
"""Finder's score below which a person should look whether there is a tile at all."""
OVERLAPPING: Final = 0.4
"""Share of a quad that another one covers, from which they are hardly two tiles side by side."""
CLOSE: Final = 1.0
"""Nats between two groupings below which the tiles they differ in are doubtful."""
TWO_SCALES: Final = 2.5
"""How many times as wide as the smallest tiles the largest may be."""
SPREAD: Final = (5, 95)
"""Percentiles that stand for the smallest and the largest tiles."""

Found = tuple[str, str, tuple[int, ...]]
"""A warning before the tiles have their ids: code, message, indices of tiles."""


@dataclass(frozen=True, eq=False)
class Case:
    """A grouped picture as doubt sees it; tiles are indices 0..N-1.

    Attributes:
        quads: (N, 4, 2) px, corner 0 at the tile's own top left, backs turned like neighbours.
        counted: what each tile counts as, ``0z`` where nothing says so.
        confidence: (N,) of the codes read.
        flower: (N,) probability that it is a flower or season of any number.
        found: (N,) the finder's scores.
        hidden: (N,) whether the finder calls it partly hidden.
        players: who holds what.
        groups: the sets on the table by their tiles.
        seats: the seat of each player's side.
        hand_size: tiles of a hand between turns.
        size: width and height of the picture, px.
    """

    quads: NDArray[np.float32]
    counted: Sequence[str]
    confidence: NDArray[np.float64]
    flower: NDArray[np.float64]
    found: NDArray[np.float64]
    hidden: NDArray[np.bool_]
    players: Sequence[Seated]
    groups: Mapping[tuple[int, ...], Group]
    seats: Mapping[str, str]
    hand_size: int
    size: tuple[int, int]

    @cached_property
    def plane(self) -> Plane:
        """The tiles' geometry."""
        return plane_of(self.quads)

    @cached_property
    def owned(self) -> frozenset[int]:
        """The tiles that lie before a player."""
        return frozenset(t for p in self.players for t in held_by(p))

    @cached_property
    def unsure(self) -> frozenset[int]:
        """Players' tiles whose face, or whose being there, is not clear."""
        least = np.where(self.hidden, SURE_HIDDEN, SURE)
        unclear = (self.confidence < least) | (self.found < FOUND_SURELY)
        return self.owned & frozenset(np.flatnonzero(unclear).tolist())

    @cached_property
    def overlapping(self) -> frozenset[int]:
        """Tiles of which two were found where one can lie, and at least one is a player's."""
        own = np.isin(np.arange(len(self.quads)), list(self.owned))
        twice = (overlap_shares(self.quads) > OVERLAPPING) & (own[:, None] | own[None])
        return frozenset(np.flatnonzero(twice.any(axis=1)).tolist())

    @cached_property
    def holes(self) -> list[Hole]:
        """Room for a tile in the row of a player whose number of tiles allows one to be missing.

        A complete hand may lie in pieces. One between turns may have a tile laid apart, or its sets
        beside it: only inside the hand itself a hole is strange.
        """
        numbers = {t: self.number(p) for p in self.players for t in held_by(p)}
        if all(n == self.hand_size + 1 for n in numbers.values()):
            return []
        in_hands = {t for p in self.players for t in p.roles.concealed}
        found = holes(self.plane, find_rows(self.plane))
        return [hole for hole in found if self._is_odd(hole, numbers, in_hands)]

    def _is_odd(self, hole: Hole, numbers: Mapping[int, int], in_hands: Set[int]) -> bool:
        ends = {hole.left, hole.right}
        if not ends <= numbers.keys() or numbers[hole.left] == self.hand_size + 1:
            return False
        return numbers[hole.left] != self.hand_size or (hole.inside and ends <= in_hands)

    @cached_property
    def too_many(self) -> dict[str, tuple[int, ...]]:
        """Codes that occur more often than a set of tiles has them, with their tiles."""
        counts = Counter(c for c in self.counted if c != FACE_DOWN)
        return {
            code: tuple(t for t, c in enumerate(self.counted) if c == code)
            for code, number in sorted(counts.items())
            if number > most_of(code)
        }

    def number(self, player: Seated) -> int:
        """A player's number of tiles, a four counting as three."""
        return len(player.roles.concealed) + 3 * len(player.roles.groups)

    def is_hand(self, player: Seated) -> bool:
        """Whether a player's number of tiles is that of a hand, with or without a drawn tile."""
        return self.number(player) in (self.hand_size, self.hand_size + 1)


def doubtful_tiles(case: Case) -> set[int]:
    """The tiles that a person should look at.

    Which tiles are the hand and which are sets is in doubt only where a settlement may rest on it:
    in a picture of some other number of tiles, such as a whole set laid out, it means nothing.
    """
    doubtful = set(case.unsure | case.overlapping)
    for player in case.players:
        doubtful |= set(player.roles.strays)
        if player.roles.margin < CLOSE and case.is_hand(player):
            doubtful |= set(player.roles.disputed)
    for tiles, group in case.groups.items():
        if None in group.codes:
            doubtful |= set(tiles)
    for tiles in case.too_many.values():
        doubtful |= set(tiles)
    for hole in case.holes:
        doubtful |= {hole.left, hole.right}
    return doubtful


def layout_warnings(case: Case) -> list[Found]:
    """What to warn of, from where the tiles lie and what they were read as."""
    return [found for check in _CHECKS for found in check(case)]


def _strays(case: Case) -> Iterator[Found]:
    for player in case.players:
        if player.roles.strays:
            message = (
                "Tiles among the sets on the table that make no set: "
                "look whether one is misread or missing."
            )
            yield "unfinished_set", message, player.roles.strays


def _too_many(case: Case) -> Iterator[Found]:
    for code, tiles in case.too_many.items():
        message = (
            f"The {tile_name(code)} ({code}) was read {len(tiles)} times; "
            f"a set of tiles has only {most_of(code)}."
        )
        yield "too_many", message, tiles


def _gaps(case: Case) -> Iterator[Found]:
    for hole in case.holes:
        room = "one more tile" if hole.missing == 1 else f"{hole.missing} more tiles"
        left, right = (tile_name(case.counted[t]) for t in (hole.left, hole.right))
        message = (
            f"There is room for {room} between the {left} and the {right}: "
            "look whether one lies there that was not read."
        )
        yield "gap", message, (hole.left, hole.right)


def _hand_sizes(case: Case) -> Iterator[Found]:
    for player in case.players:
        number = case.number(player)
        if not number or case.is_hand(player):
            continue
        what = "missing, hidden or lying apart" if number < case.hand_size else "no part of it"
        message = (
            f"{SEAT_NAMES[case.seats[player.side]]} has {how_many(number)}; a hand has "
            f"{case.hand_size}, or {case.hand_size + 1} when it is complete: look which is {what}."
        )
        yield "hand_size", message, ()


def _overlaps(case: Case) -> Iterator[Found]:
    if case.overlapping:
        message = (
            "Two tiles were read where there is room for one: "
            'delete the one that is not there with --fix "N=-".'
        )
        yield "overlap", message, tuple(case.overlapping)


def _cut_off(case: Case) -> Iterator[Found]:
    tiles = cut_off(case.plane, case.owned, *case.size)
    if tiles:
        message = "Tiles lie across the edge of the picture: take it again with all tiles on it."
        yield "cut_off", message, tuple(tiles)


def _hidden(case: Case) -> Iterator[Found]:
    tiles = tuple(t for t in np.flatnonzero(case.hidden).tolist() if t in case.owned)
    if tiles:
        message = "Something covers part of a tile: look whether it is read right, or move it."
        yield "partly_hidden", message, tiles


def _flower_numbers(case: Case) -> Iterator[Found]:
    tiles = tuple(
        t for t in sorted(case.unsure) if case.counted[t].endswith("f") and case.flower[t] >= SURE
    )
    if tiles:
        message = (
            "A flower or season whose number cannot be read: say which it is with --fix, "
            "as it may double the score."
        )
        yield "flower_number", message, tiles


def _two_scales(case: Case) -> Iterator[Found]:
    own = sorted(case.owned)
    if len(own) < 2:
        return
    low, high = np.percentile(case.plane.unit[own], SPREAD)
    if high > TWO_SCALES * low:
        message = (
            f"Some tiles are {high / low:.1f} times as wide as others: hold the camera higher "
            "above the table, or take one picture of each player and give them with --seats."
        )
        yield "two_scales", message, ()


_CHECKS: Final = (
    *(_strays, _too_many, _gaps, _hand_sizes, _overlaps),
    *(_cut_off, _hidden, _flower_numbers, _two_scales),
)


def held_by(player: Seated) -> list[int]:
    """A player's tiles."""
    roles = player.roles
    return [*roles.concealed, *roles.flowers, *(t for g in roles.groups for t in g.tiles)]
