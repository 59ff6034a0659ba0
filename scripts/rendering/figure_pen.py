"""The pen that composes figures from parts: a canvas seen through a random placing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scripts.rendering.canvas import TALL, Canvas, Colour, Point

MIDDLE = TALL / 2
DEG = np.pi / 180


@dataclass(frozen=True, slots=True)
class Pen:
    """A canvas drawn on through a placing of the figure: mirrored, scaled, moved."""

    canvas: Canvas
    mirrored: bool
    scale: Point
    shift: Point

    def _at(self, points: Sequence[Point] | NDArray[np.float64]) -> list[Point]:
        p = np.asarray(points, np.float64).reshape(-1, 2) - (0.5, MIDDLE)
        p = p * self.scale * ((-1, 1) if self.mirrored else (1, 1)) + self.shift + (0.5, MIDDLE)
        return [(float(x), float(y)) for x, y in p]

    def brush(
        self, points: Sequence[Point], width: float, ink: Colour | None, taper: float = 0.8
    ) -> None:
        self.canvas.brush(self._at(points), width * self.scale[0], ink, taper)

    def line(self, points: Sequence[Point], width: float, ink: Colour | None) -> None:
        self.canvas.line(self._at(points), width, ink)

    def polygon(self, points: Sequence[Point] | NDArray[np.float64], ink: Colour | None) -> None:
        self.canvas.polygon(self._at(points), ink)

    def disc(self, centre: Point, radius: float, ink: Colour | None) -> None:
        self.canvas.disc(self._at([centre])[0], radius * self.scale[0], ink)

    def ellipse(self, centre: Point, radii: Point, turn: float, ink: Colour | None) -> None:
        t = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        a = turn * DEG
        x, y = radii[0] * np.cos(t), radii[1] * np.sin(t)
        turned = np.stack([x * np.cos(a) - y * np.sin(a), x * np.sin(a) + y * np.cos(a)], 1)
        self.polygon(turned + np.asarray(centre), ink)


def new_pen(canvas: Canvas, rng: np.random.Generator, mirrored: float, larger: float = 1.0) -> Pen:
    size = larger * float(rng.uniform(0.78, 1.06))
    return Pen(
        canvas,
        bool(rng.random() < mirrored),
        (size * float(rng.uniform(0.9, 1.1)), size * float(rng.uniform(0.92, 1.06))),
        (float(rng.normal(0, 0.03)), float(rng.normal(0, 0.03))),
    )


def step(at: Point, degrees: float, by: float) -> Point:
    """The point ``by`` away from ``at``, clockwise from the right."""
    return (at[0] + by * float(np.cos(degrees * DEG)), at[1] + by * float(np.sin(degrees * DEG)))
