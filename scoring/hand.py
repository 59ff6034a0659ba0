"""One player's tiles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from scoring.arrange import Counts, count_tiles
from scoring.melds import SetKind, TileSet
from scoring.tiles import INDEX, PLAYING_TILES


@dataclass(frozen=True, slots=True)
class Hand:
    """Tiles in hand, sets on the table and mandarins of one player."""

    concealed: tuple[int, ...] = ()
    """Class indices, in class order."""
    sets: tuple[TileSet, ...] = ()
    """Sets on the table; a four with its end tiles turned down is a concealed one."""
    flowers: tuple[str, ...] = ()
    dead: bool = False
    """A dead hand scores nothing and pays everybody."""
    finished: int | None = None
    """Which of ``sets`` the winning tile completed, when it lies on the table."""
    counts: Counts = field(init=False, compare=False, repr=False)
    """Tiles in hand by kind."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", count_tiles(self.concealed))

    @property
    def all_tiles(self) -> tuple[int, ...]:
        """Class indices of every playing tile, in hand and on the table."""
        return self.concealed + tuple(t for s in self.sets for t in s.indices)

    @property
    def size(self) -> int:
        """Number of tiles, a four counting as three: 13 between turns, 14 complete."""
        return len(self.concealed) + 3 * len(self.sets)

    @property
    def fours(self) -> int:
        """Number of fours on the table."""
        return sum(s.kind is SetKind.KONG for s in self.sets)

    @property
    def codes(self) -> tuple[str, ...]:
        """Codes of the tiles in hand."""
        return tuple(PLAYING_TILES[t] for t in self.concealed)

    def to_json(self) -> dict[str, Any]:
        """The hand as a deal's ``players`` entry."""
        answer: dict[str, Any] = {
            "concealed": list(self.codes),
            "sets": [{"tiles": list(s.codes), "concealed": s.concealed} for s in self.sets],
            "flowers": list(self.flowers),
        }
        if self.dead:
            answer["dead"] = True
        if self.finished is not None:
            answer["sets"][self.finished]["completed_by_win"] = True
        return answer


def hand_of(
    codes: Iterable[str],
    sets: Iterable[TileSet] = (),
    flowers: Iterable[str] = (),
    *,
    dead: bool = False,
    finished: int | None = None,
) -> Hand:
    """A hand from tile codes in any order.

    >>> hand_of(["2p", "1m"]).codes
    ('1m', '2p')
    """
    concealed = tuple(sorted(INDEX[code] for code in codes))
    return Hand(concealed, tuple(sets), tuple(sorted(flowers)), dead, finished)
