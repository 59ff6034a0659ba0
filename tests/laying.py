"""Hands laid out by a few numbers: sightings for tests, without any picture.

Lengths are in tile widths; a hand is laid as its player sees it (x to his right, y towards him)
and then moved, turned and projected as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.hand_builder import build_reading
from vision.layout.options import LayoutOptions
from vision.reading import Reading, Sighting, probabilities_of

TALL = 1.35


@dataclass(frozen=True)
class Laid:
    """One tile: its code, middle and turn (degrees clockwise, 0 upright for its player)."""

    code: str
    x: float
    y: float
    turn: float = 0.0

    def quad(self) -> np.ndarray:
        """(4, 2) corners clockwise from the tile's own top left."""
        a = np.deg2rad(self.turn)
        rotation = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
        corners = np.array([[-0.5, -TALL / 2], [0.5, -TALL / 2], [0.5, TALL / 2], [-0.5, TALL / 2]])
        return corners @ rotation.T + (self.x, self.y)


def tiles(text: str) -> list[str]:
    """``123m 0z`` as codes, in the order typed."""
    codes = []
    for word in text.split():
        codes += [f"{digit}{word[-1]}" for digit in word[:-1]]
    return codes


def row(
    text: str,
    x: float = 0.0,
    y: float = 0.0,
    *,
    gap: float = 0.03,
    crosswise: Sequence[int] = (),
    turned: Sequence[int] = (),
) -> list[Laid]:
    """Tiles side by side from x on; ``crosswise`` lie turned by 90, ``turned`` by 180 degrees."""
    laid = []
    for i, code in enumerate(tiles(text)):
        width = TALL if i in crosswise else 1.0
        turn = 90.0 if i in crosswise else 180.0 if i in turned else 0.0
        laid.append(Laid(code, x + width / 2, y, turn))
        x += width + gap
    return laid


def seated(laid: Sequence[Laid], side: str, distance: float) -> list[Laid]:
    """A player's tiles moved to his side of a table whose middle is the origin."""
    quarter = {"bottom": 0, "right": -1, "top": 2, "left": 1}[side]
    a = np.pi / 2 * quarter
    cos, sin = np.cos(a), np.sin(a)
    return [
        replace(
            t,
            x=float(cos * t.x - sin * (t.y + distance)),
            y=float(sin * t.x + cos * (t.y + distance)),
            turn=t.turn + 90.0 * quarter,
        )
        for t in laid
    ]


def tilted(degrees: float, away: float = 40.0) -> Callable[[np.ndarray], np.ndarray]:
    """A camera looking at the origin, so many degrees off the vertical, ``away`` widths off."""
    a = np.deg2rad(degrees)

    def project(points: np.ndarray) -> np.ndarray:
        depth = away - points[..., 1] * np.sin(a)
        return points * np.array([1.0, np.cos(a)]) * (away / depth)[..., None]

    return project


def sightings(
    laid: Sequence[Laid],
    *,
    scale: float = 50.0,
    roll: float = 0.0,
    camera: Callable[[np.ndarray], np.ndarray] | None = None,
    certainty: float = 1.0,
) -> list[Sighting]:
    """The tiles as a picture shows them, in the order laid."""
    a = np.deg2rad(roll)
    rotation = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    seen = []
    for tile in laid:
        quad = tile.quad()
        quad = camera(quad) if camera else quad
        quad = (quad @ rotation.T) * scale + 3000.0
        seen.append(Sighting(quad.astype(np.float32), probabilities_of(tile.code, certainty)))
    return seen


def read(seen: Sequence[Sighting], **options: object) -> Reading:
    """The reading of sightings."""
    return build_reading(
        seen,
        file="laid.jpg",
        width=6000,
        height=6000,
        options=LayoutOptions(**options),  # type: ignore[arg-type]
    )


def in_words(reading: Reading) -> list[str]:
    """Each player as ``bottom E: 22p | 678s (111z) [9999m] | 1f``, sets sorted."""
    code = {t.id: t.code for t in reading.tiles}
    lines = []
    for p in reading.players:
        hand = short([code[i] for i in p.concealed])
        sets = sorted(
            f"[{short(s.codes)}]" if s.concealed else f"({short(sorted(s.codes))})" for s in p.sets
        )
        flowers = short(sorted(code[i] for i in p.flowers))
        lines.append(f"{p.side} {p.seat}: {hand} | {' '.join(sets)} | {flowers}".strip())
    return lines


def short(codes: Sequence[str]) -> str:
    """Codes as typed: ``1m 2m 3m 5z`` as ``123m 5z``."""
    words: list[str] = []
    for code in codes:
        if words and words[-1][-1] == code[-1]:
            words[-1] = words[-1][:-1] + code
        else:
            words.append(code)
    return " ".join(words)


def line(text: str) -> str:
    """An expected line in the form of `in_words`, however its hand is spaced."""
    seat, _, rest = text.partition(": ")
    hand, sets, flowers = (part.strip() for part in f"{rest} ".split("|"))
    return f"{seat}: {short(tiles(hand))} | {sets} | {flowers}".strip()
