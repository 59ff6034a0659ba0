"""What a picture of laid-out tiles teaches: upright crops with their kinds, to be checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.frames import Picture
from vision.layout.plane import plane_of
from vision.reader import Reader
from vision.reading import LABELS, Reading, TileReading
from vision.rectify import rectify
from vision.teaching.order import ALIKE, codes_in_order, reading_order
from vision.teaching.order_rows import ORDER
from vision.teaching.taught import contradicted

DELETED: Final = "-"
SURE: Final = 0.9
PREVAILS: Final = 0.6
"""Share of the tiles from which their common direction is the way they lie."""


@dataclass(frozen=True, slots=True, eq=False)
class LaidTile:
    """One tile of the picture; numbers are those that ``--fix`` takes."""

    number: int
    code: str
    """The kind that it is taught as."""
    read: str
    """The kind that the shipped recogniser calls it."""
    confidence: float
    """The recogniser's, in ``code``."""
    quad: NDArray[np.float32]
    """(4, 2) px of the full-size picture, from the tile's own top left."""
    patch: NDArray[np.uint8]
    """(64, 64, 3) BGR, upright."""
    contradicted: bool = False
    """Whether it surely looks like another face; then it is not learnt, unless ``fixed``."""
    fixed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """One picture of tiles laid out in order."""

    picture: Picture
    rows: tuple[tuple[LaidTile, ...], ...]
    in_order: bool
    """Whether the tiles lie in the documented order; else they are what they were read as."""
    numbers: tuple[int, ...]
    """Of all tiles seen, those deleted included."""

    @property
    def tiles(self) -> tuple[LaidTile, ...]:
        """All of them, row by row."""
        return tuple(tile for row in self.rows for tile in row)

    @property
    def taught(self) -> tuple[LaidTile, ...]:
        """Those to learn from: without an order only tiles read surely or fixed by a person."""
        return tuple(
            t
            for t in self.tiles
            if t.code in ORDER
            and (t.fixed or not t.contradicted)
            and (self.in_order or t.fixed or t.confidence >= SURE)
        )

    def as_reading(self) -> Reading:
        """The lesson as a reading that can be drawn; what the order overruled is doubtful."""
        tiles = tuple(
            TileReading(
                id=t.number,
                code=t.code,
                confidence=t.confidence,
                quad=tuple((float(x), float(y)) for x, y in t.quad),
            )
            for t in self.tiles
        )
        return Reading(
            file=self.picture.file,
            width=self.picture.width,
            height=self.picture.height,
            tiles=tiles,
            doubtful=tuple(t.number for t in self.tiles if t.code != t.read and not t.fixed),
        )


def look_at(reader: Reader, picture: Picture, fixed: Mapping[int, str]) -> Lesson:
    """Reads a picture of laid-out tiles with the shipped recogniser.

    Args:
        reader: its taught sets are not used.
        picture: the tiles, upright in rows.
        fixed: what a person says of some tiles by number, ``-`` for what is no tile.
    """
    plain = replace(reader, classifier=reader.classifier.adapted(None), taught=())
    seen = plain.sight(picture, plain.finder.find(picture.image))
    quads = turned_alike(np.array([s.quad for s in seen], np.float32).reshape(-1, 4, 2))
    rows = reading_order(quads)
    order = [t for row in rows for t in row if fixed.get(_number(rows, t)) != DELETED]
    said = {k: fixed[_number(rows, t)] for k, t in enumerate(order) if _number(rows, t) in fixed}
    probabilities = np.array([seen[t].probabilities for t in order]).reshape(-1, len(LABELS))
    codes, in_order = codes_in_order(probabilities, said)
    patches = rectify(picture.image, quads[order] * np.float32(picture.scale))
    tiles = {
        t: LaidTile(
            number=_number(rows, t),
            code=codes[k],
            read=seen[t].code,
            confidence=float(probabilities[k][LABELS.index(codes[k])]),
            quad=quads[t],
            patch=patches[k],
            contradicted=contradicted(probabilities[k], codes[k]),
            fixed=k in said,
        )
        for k, t in enumerate(order)
    }
    laid = tuple(tuple(tiles[t] for t in row if t in tiles) for row in rows)
    return Lesson(picture, tuple(row for row in laid if row), in_order, tuple(range(len(seen))))


def turned_alike(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Quads (N, 4, 2) begun at the corner that puts their up-direction nearest to most others'.

    The tiles stand upright in their rows, and many dots and bamboo look the same upside down. Where
    no direction prevails the tiles lie in no order, and each stays as it was seen.
    """
    if not len(quads):
        return quads
    ups = plane_of(quads).up
    alike = ups @ ups.T > ALIKE
    common = ups[alike.sum(axis=1).argmax()]
    if (ups @ common > ALIKE).mean() < PREVAILS:
        return quads
    turned = np.stack([plane_of(np.roll(quads, -turn, axis=1)).up @ common for turn in range(4)])
    best = turned.argmax(axis=0)
    return np.stack([np.roll(quad, -int(turn), 0) for quad, turn in zip(quads, best, strict=True)])


def _number(rows: Sequence[Sequence[int]], tile: int) -> int:
    return [t for row in rows for t in row].index(tile)
