"""The forms in which the rules are written down; the rules themselves are rows in the two parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from scoring.house import House
from scoring.melds import ALL_SETS, SetKind, TileSet
from scoring.sheet import Finish, Line, Situation
from scoring.tiles import PLAYING_TILES, WIND_KINDS, tile_name

Condition = Callable[[Situation, Finish], bool]
KindCondition = Callable[[int, int, int], bool]
"""Asked with a tile's kind, the seat's wind and the round's wind (class indices)."""


@dataclass(frozen=True, slots=True)
class SetRow:
    """Points of one kind of set."""

    kind: SetKind
    heads: bool
    exposed: int
    concealed: int


@dataclass(frozen=True, slots=True)
class PointRow:
    """Points for the winner under a condition."""

    label: str
    points: int
    source: str
    applies: Condition


@dataclass(frozen=True, slots=True)
class CompletionRow:
    """Points for what the winning tile completed, claimed or drawn."""

    label: str
    claimed: int
    drawn: int | str
    """Points, or the house reading that says how many."""
    source: str
    applies: Condition


@dataclass(frozen=True, slots=True)
class KindRow:
    """Points of a pair, or doubles of a pung or four, by its kind."""

    label: str
    worth: int
    source: str
    applies: KindCondition


@dataclass(frozen=True, slots=True)
class DoubleRow:
    """Doubles of a whole hand."""

    label: str
    doubles: int
    source: str
    applies: Condition
    winner_only: bool


@dataclass(frozen=True, slots=True)
class LimitRow:
    """A hand worth the limit."""

    name: str
    source: str
    applies: Condition


_COUNT_WORDS = {SetKind.PUNG: "Three", SetKind.KONG: "Four"}


def _set_lines(rows: tuple[SetRow, ...], source: str) -> Mapping[TileSet, Line]:
    worth = {(row.kind, row.heads): row for row in rows}
    lines = {}
    for a_set in ALL_SETS:
        if a_set.is_sequence:
            continue
        row = worth[a_set.kind, a_set.is_head]
        name = tile_name(PLAYING_TILES[a_set.tile], plural=True)
        state = "concealed" if a_set.concealed else "exposed"
        label = f"{_COUNT_WORDS[a_set.kind]} {name} ({state})"
        lines[a_set] = Line(label, source, points=row.concealed if a_set.concealed else row.exposed)
    return lines


@dataclass(frozen=True)
class RuleBook:
    """One part of the book."""

    name: str
    mahjongg: int | None
    """Points for going out; None leaves them to the house reading ``mahjongg``."""
    bonuses: tuple[PointRow, ...]
    nothing_else: int
    """Points when going out is all that scores."""
    winner_sets: tuple[SetRow, ...]
    loser_sets: tuple[SetRow, ...]
    completions: tuple[CompletionRow, ...]
    """The first that applies counts."""
    pairs: tuple[KindRow, ...]
    """The first that applies counts."""
    set_doubles: tuple[KindRow, ...]
    """The first that applies counts."""
    hand_doubles: tuple[DoubleRow, ...]
    mandarin: int
    """Doubles of each mandarin of one's own wind."""
    limit_hands: tuple[LimitRow, ...]

    @cached_property
    def winner_set_lines(self) -> Mapping[TileSet, Line]:
        """Every scoring set's line for a winner."""
        return _set_lines(self.winner_sets, f"{self.name}, winner's combinations")

    @cached_property
    def loser_set_lines(self) -> Mapping[TileSet, Line]:
        """Every scoring set's line for anybody else."""
        return _set_lines(self.loser_sets, f"{self.name}, combinations")

    @cached_property
    def pair_lines(self) -> Mapping[tuple[int, int], Mapping[int, Line]]:
        """Lines of the pairs that score, by seat's wind and round's wind, then by kind."""
        return _tables(self.pairs, doubles=False)

    @cached_property
    def set_double_lines(self) -> Mapping[tuple[int, int], Mapping[int, Line]]:
        """Lines of the pungs and fours that double, by seat's and round's wind, then by kind."""
        return _tables(self.set_doubles, doubles=True)

    @cached_property
    def bonus_lines(self) -> tuple[tuple[Condition, Line], ...]:
        """The bonuses with their lines."""
        return tuple((r.applies, Line(r.label, r.source, points=r.points)) for r in self.bonuses)

    @cached_property
    def double_lines(self) -> tuple[tuple[Condition, Line], ...]:
        """Doubles of whole hands with their lines, the winner's own included."""
        return _double_lines(self.hand_doubles)

    @cached_property
    def loser_double_lines(self) -> tuple[tuple[Condition, Line], ...]:
        """Doubles of whole hands with their lines, without those that only a winner has."""
        return _double_lines(tuple(row for row in self.hand_doubles if not row.winner_only))

    def mahjongg_points(self, house: House) -> int:
        """Points for going out."""
        return int(house.mahjongg) if self.mahjongg is None else self.mahjongg

    def mahjongg_line(self, points: int) -> Line:
        """The line for going out."""
        return Line("Mah-Jongg", f"{self.name}, bonus", points=points)

    @cached_property
    def nothing_else_line(self) -> Line:
        """The line for a hand in which nothing else scores."""
        return Line("Nothing else scores", f"{self.name}, bonus", points=self.nothing_else)


def _double_lines(rows: tuple[DoubleRow, ...]) -> tuple[tuple[Condition, Line], ...]:
    return tuple((r.applies, Line(r.label, r.source, doubles=r.doubles)) for r in rows)


def _tables(
    rows: tuple[KindRow, ...], doubles: bool
) -> Mapping[tuple[int, int], Mapping[int, Line]]:
    return {
        (seat_wind, round_wind): _lines_by_kind(rows, seat_wind, round_wind, doubles)
        for seat_wind, round_wind in product(WIND_KINDS, WIND_KINDS)
    }


def _lines_by_kind(
    rows: tuple[KindRow, ...], seat_wind: int, round_wind: int, doubles: bool
) -> Mapping[int, Line]:
    lines: dict[int, Line] = {}
    for kind, code in enumerate(PLAYING_TILES):
        row = next((r for r in rows if r.applies(kind, seat_wind, round_wind)), None)
        if row is not None:
            label = row.label.format(tile=tile_name(code, plural=True))
            label = label[0].upper() + label[1:]
            worth = {"doubles": row.worth} if doubles else {"points": row.worth}
            lines[kind] = Line(label, row.source, **worth)
    return lines
