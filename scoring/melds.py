"""Sets of tiles: pungs, fours ("kongs") and sequences, as shared values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from scoring.tiles import INDEX, IS_HEAD, KINDS, NUMBER, PLAYING_TILES, SUIT


class SetKind(str, Enum):
    """What a set is; the values are those of the JSON forms."""

    PUNG = "pung"
    KONG = "kong"
    SEQUENCE = "sequence"


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """One set. Get them from `tile_set`: there is one value for each, so identity is equality."""

    kind: SetKind
    tile: int
    """Class index of its tile, of a sequence the lowest one."""
    concealed: bool
    is_sequence: bool = field(init=False)
    is_head: bool = field(init=False)
    """Whether it is a pung or four of heads."""

    def __post_init__(self) -> None:
        sequence = self.kind is SetKind.SEQUENCE
        object.__setattr__(self, "is_sequence", sequence)
        object.__setattr__(self, "is_head", not sequence and IS_HEAD[self.tile])

    @property
    def indices(self) -> tuple[int, ...]:
        """Class indices of its three or four tiles."""
        if self.is_sequence:
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (4 if self.kind is SetKind.KONG else 3)

    @property
    def codes(self) -> tuple[str, ...]:
        """Codes of its three or four tiles.

        >>> tile_set(SetKind.SEQUENCE, 0, False).codes
        ('1m', '2m', '3m')
        """
        return tuple(PLAYING_TILES[i] for i in self.indices)

    def __reduce__(self) -> tuple[Callable[..., TileSet], tuple[SetKind, int, bool]]:
        """Copies and pickles are the shared value again."""
        return tile_set, (self.kind, self.tile, self.concealed)

    def __contains__(self, tile: int) -> bool:
        width = 3 if self.is_sequence else 1
        return self.tile <= tile < self.tile + width


def starts_sequence(tile: int) -> bool:
    """Whether a sequence can begin with this kind."""
    return SUIT[tile] != "z" and NUMBER[tile] <= 7


_SHARED: Final[dict[tuple[SetKind, int, bool], TileSet]] = {
    (kind, tile, concealed): TileSet(kind, tile, concealed)
    for kind in SetKind
    for tile in range(KINDS)
    for concealed in (False, True)
    if kind is not SetKind.SEQUENCE or starts_sequence(tile)
}
ALL_SETS: Final[tuple[TileSet, ...]] = tuple(_SHARED.values())
"""Every set there is, exposed and concealed."""

_EXPOSED: Final[dict[TileSet, TileSet]] = {
    s: _SHARED[s.kind, s.tile, False] for s in ALL_SETS if s.concealed
}


def tile_set(kind: SetKind, tile: int, concealed: bool) -> TileSet:
    """The shared value for a set."""
    return _SHARED[kind, tile, concealed]


def exposed(concealed_set: TileSet) -> TileSet:
    """The exposed counterpart of a concealed set."""
    return _EXPOSED[concealed_set]


def recognise(codes: Sequence[str], concealed: bool) -> TileSet | None:
    """The set that some tiles form, in any order; None when they form none.

    >>> recognise(["3s", "1s", "2s"], concealed=False).codes
    ('1s', '2s', '3s')
    >>> recognise(["1s", "1s", "2s"], concealed=False) is None
    True
    """
    if any(code not in INDEX for code in codes):
        return None
    tiles = tuple(sorted(INDEX[code] for code in codes))
    for kind in SetKind:
        found = _SHARED.get((kind, tiles[0], concealed)) if tiles else None
        if found is not None and found.indices == tiles:
            return found
    return None
