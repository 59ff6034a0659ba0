"""What vision answers for one picture: the values that pass between its stages and out of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import ALL_TILES

NOT_A_TILE: Final = "none"
LABELS: Final[tuple[str, ...]] = (*ALL_TILES, NOT_A_TILE)
"""The classifier's classes in order: 34 playing tiles, 8 flowers, ``0z``, ``none`` (44)."""

SURE: Final = 0.9
"""Confidence below which a person should look."""


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """One tile as the finder and the classifier saw it, before any rule is applied."""

    quad: NDArray[np.float32]
    """(4, 2) px of the upright full-size picture, clockwise from the tile's own top left."""
    probabilities: NDArray[np.float32]
    """(44,) calibrated probabilities in the order of `LABELS`, summing to 1."""
    found: float = 1.0
    """The finder's score, 0..1."""
    partly_hidden: bool = False

    @property
    def code(self) -> str:
        """The likeliest label."""
        return LABELS[int(self.probabilities.argmax())]


@dataclass(frozen=True, slots=True)
class TileReading:
    """One tile of the answer; ``quad`` as in `Sighting`, rounded to 0.1 px."""

    id: int
    code: str
    confidence: float
    quad: tuple[tuple[float, float], ...]
    alternatives: tuple[tuple[str, float], ...] = ()
    partly_hidden: bool = False


@dataclass(frozen=True, slots=True)
class SetReading:
    """A set on the table: tile ids, ``pung`` | ``kong`` | ``sequence``, and what each counts as."""

    tiles: tuple[int, ...]
    kind: str
    concealed: bool
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerReading:
    """One player's tiles; ``side`` is the picture edge he sits at: bottom, right, top or left."""

    side: str
    seat: str
    concealed: tuple[int, ...] = ()
    flowers: tuple[int, ...] = ()
    sets: tuple[SetReading, ...] = ()
    winning_tile: int | None = None

    @property
    def tiles(self) -> tuple[int, ...]:
        """All his tiles: the hand, the flowers, the sets."""
        return (*self.concealed, *self.flowers, *(t for s in self.sets for t in s.tiles))


@dataclass(frozen=True, slots=True)
class Change:
    """A classifier's first choice that the rules overturned, and why."""

    tile: int
    from_code: str
    to_code: str
    why: str


@dataclass(frozen=True, slots=True)
class Warning_:
    """Something a person should know about the picture; ``tiles`` are the ids concerned."""

    code: str
    message: str
    tiles: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """One picture read. `to_json` gives the documented form."""

    file: str
    width: int
    height: int
    tiles: tuple[TileReading, ...] = ()
    players: tuple[PlayerReading, ...] = ()
    loose: tuple[int, ...] = ()
    doubtful: tuple[int, ...] = ()
    changes: tuple[Change, ...] = ()
    warnings: tuple[Warning_, ...] = ()
    milliseconds: Mapping[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """The reading as plain JSON values."""
        return {
            "image": {"file": self.file, "width": self.width, "height": self.height},
            "tiles": [
                {
                    "id": t.id,
                    "code": t.code,
                    "confidence": round(t.confidence, 4),
                    "quad": [list(p) for p in t.quad],
                    "alternatives": [[c, round(p, 4)] for c, p in t.alternatives],
                    "partly_hidden": t.partly_hidden,
                }
                for t in self.tiles
            ],
            "players": [
                {
                    "side": p.side,
                    "seat": p.seat,
                    "concealed": list(p.concealed),
                    "flowers": list(p.flowers),
                    "sets": [
                        {
                            "tiles": list(s.tiles),
                            "kind": s.kind,
                            "concealed": s.concealed,
                            "codes": list(s.codes),
                        }
                        for s in p.sets
                    ],
                    "winning_tile": p.winning_tile,
                }
                for p in self.players
            ],
            "loose": list(self.loose),
            "doubtful": list(self.doubtful),
            "changes": [
                {"tile": c.tile, "from": c.from_code, "to": c.to_code, "why": c.why}
                for c in self.changes
            ],
            "warnings": [
                {"code": w.code, "message": w.message, "tiles": list(w.tiles)}
                for w in self.warnings
            ],
            "milliseconds": {k: round(v, 1) for k, v in self.milliseconds.items()},
        }


def probabilities_of(code: str, certainty: float = 1.0) -> NDArray[np.float32]:
    """A (44,) distribution with ``certainty`` on ``code``, the rest spread evenly."""
    p = np.full(len(LABELS), (1.0 - certainty) / (len(LABELS) - 1), np.float32)
    p[LABELS.index(code)] = certainty
    return p


def tiles_by_id(tiles: Sequence[TileReading]) -> dict[int, TileReading]:
    """Tiles keyed by their id."""
    return {t.id: t for t in tiles}
