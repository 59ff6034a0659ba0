"""Dots: positions, colours and styles as found on real sets."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scripts.rendering.canvas import TALL, Canvas, Colour, Point
from scripts.rendering.inks import Inks

_M = TALL / 2

POSITIONS: dict[int, tuple[Point, ...]] = {
    1: ((0.5, _M),),
    2: ((0.5, _M - 0.28), (0.5, _M + 0.28)),
    3: ((0.24, _M - 0.36), (0.5, _M), (0.76, _M + 0.36)),
    4: tuple((x, _M + y) for y in (-0.27, 0.27) for x in (0.28, 0.72)),
    5: (
        *((x, _M + y) for y in (-0.33, 0.33) for x in (0.25, 0.75)),
        (0.5, _M),
    ),
    6: tuple((x, _M + y) for y in (-0.38, 0.08, 0.42) for x in (0.30, 0.70)),
    7: (
        (0.20, _M - 0.47),
        (0.50, _M - 0.355),
        (0.80, _M - 0.24),
        *((x, _M + y) for y in (0.08, 0.41) for x in (0.31, 0.69)),
    ),
    8: tuple((x, _M + y) for y in (-0.465, -0.155, 0.155, 0.465) for x in (0.32, 0.68)),
    9: tuple((x, _M + y) for y in (-0.38, 0.0, 0.38) for x in (0.19, 0.5, 0.81)),
}
"""Centres in tile widths in reading order; the colour strings below follow it."""

COLOURS: tuple[dict[int, str], ...] = (
    {
        2: "gb",
        3: "brg",
        4: "bggb",
        5: "bgrgb",
        6: "ggrrrr",
        7: "gggrrrr",
        8: "b" * 8,
        9: "gggrrrbbb",
    },
    {
        2: "gb",
        3: "grb",
        4: "gbbg",
        5: "gbgbr",
        6: "ggrrrr",
        7: "gggrrrr",
        8: "b" * 8,
        9: "bbbrrrggg",
    },
    {
        2: "kk",
        3: "krk",
        4: "kkkk",
        5: "kkkkr",
        6: "kkrrrr",
        7: "kkkrrrr",
        8: "k" * 8,
        9: "kkkrrrkkk",
    },
    {
        2: "gg",
        3: "brg",
        4: "gbbg",
        5: "bggbr",
        6: "ggrrrr",
        7: "gggrrrr",
        8: "b" * 8,
        9: "gggrrrbbb",
    },
    {
        2: "bg",
        3: "brg",
        4: "bbbb",
        5: "bbbbr",
        6: "bbrrrr",
        7: "bbbrrrr",
        8: "b" * 8,
        9: "bbbrrrbbb",
    },
    {
        2: "gr",
        3: "gbr",
        4: "rggr",
        5: "ggggr",
        6: "bbrrrr",
        7: "gggrrrr",
        8: "k" * 8,
        9: "rrrgggbbb",
    },
)

RADII: dict[int, float] = {
    1: 0.40,
    2: 0.235,
    3: 0.185,
    4: 0.215,
    5: 0.175,
    6: 0.172,
    7: 0.16,
    8: 0.155,
    9: 0.152,
}

STYLES = ("rings", "wheel", "cross", "solid", "petals", "bullseye", "coin")


@dataclass(frozen=True, slots=True)
class DotStyle:
    """How one set draws its dots."""

    style: str
    colours: int
    big: int
    size: float
    spread: float
    second: bool
    """Whether the heart of a dot has another colour."""

    @classmethod
    def sample(cls, rng: np.random.Generator) -> DotStyle:
        """The dots of some set."""
        weights = np.array([3.0, 1.3, 1.6, 0.7, 1.0, 1.6, 1.2])
        return cls(
            style=STYLES[int(rng.choice(len(STYLES), p=weights / weights.sum()))],
            colours=int(rng.integers(len(COLOURS))),
            big=int(rng.integers(5)),
            size=float(rng.uniform(0.84, 1.06)),
            spread=float(rng.uniform(0.86, 1.0)),
            second=bool(rng.random() < 0.3),
        )


def draw_dots(canvas: Canvas, number: int, style: DotStyle, inks: Inks) -> None:
    """Draws ``number`` (1..9) of dots."""
    if number == 1:
        _draw_great_dot(canvas, style, inks)
        return
    heart_colours = {"r": inks.green, "g": inks.red, "b": inks.red, "k": inks.red}
    radius = RADII[number] * style.size * min(1.0, style.spread + 0.05)
    for (x, y), name in zip(POSITIONS[number], COLOURS[style.colours][number], strict=True):
        centre = (0.5 + (x - 0.5) * style.spread, _M + (y - _M) * style.spread)
        heart = heart_colours[name] if style.second else inks.named(name)
        _draw_dot(canvas, style.style, centre, radius, inks.named(name), heart)


def _draw_dot(
    canvas: Canvas, style: str, centre: Point, r: float, ink: Colour, heart: Colour
) -> None:
    x, y = centre
    if style == "solid":
        canvas.disc(centre, r, ink)
        canvas.disc(centre, r * 0.45, None)
        canvas.disc(centre, r * 0.3, heart)
    elif style == "bullseye":
        canvas.disc(centre, r, ink)
        canvas.ring(centre, r * 0.78, r * 0.15, None)
        canvas.ring(centre, r * 0.45, r * 0.14, None)
        canvas.disc(centre, r * 0.18, heart)
    elif style == "rings":
        canvas.ring(centre, r, r * 0.17, ink)
        canvas.ring(centre, r * 0.66, r * 0.15, ink)
        canvas.disc(centre, r * 0.3, heart)
    elif style == "wheel":
        canvas.ring(centre, r, r * 0.16, ink)
        for a in np.arange(8) * np.pi / 4:
            tip = (x + r * 0.8 * np.cos(a), y + r * 0.8 * np.sin(a))
            canvas.line([centre, tip], r * 0.11, ink)
        canvas.disc(centre, r * 0.3, heart)
    elif style == "cross":
        canvas.disc(centre, r, ink)
        for a in np.pi / 4 + np.arange(4) * np.pi / 2:
            canvas.disc((x + r * 0.52 * np.cos(a), y + r * 0.52 * np.sin(a)), r * 0.26, None)
        canvas.disc(centre, r * 0.16, None)
    elif style == "petals":
        canvas.ring(centre, r, r * 0.13, ink)
        for a in np.arange(6) * np.pi / 3:
            canvas.disc((x + r * 0.5 * np.cos(a), y + r * 0.5 * np.sin(a)), r * 0.24, ink)
        canvas.disc(centre, r * 0.26, heart)
    else:
        canvas.ring(centre, r, r * 0.2, ink)
        canvas.line([(x - r * 0.6, y), (x + r * 0.6, y)], r * 0.2, ink)
        canvas.line([(x, y - r * 0.6), (x, y + r * 0.6)], r * 0.2, ink)
        canvas.disc(centre, r * 0.26, heart)


def _draw_great_dot(canvas: Canvas, style: DotStyle, inks: Inks) -> None:
    centre, r = (0.5, _M), RADII[1] * style.size
    names = COLOURS[style.colours]
    outer = inks.named(names[4][0]) if style.big % 2 else inks.named(names[2][0])
    if style.big == 0:
        _petal_wreath(canvas, centre, r, outer, 12)
        canvas.ring(centre, r * 0.62, r * 0.07, outer)
        _draw_dot(canvas, "cross", centre, r * 0.45, inks.red, inks.red)
    elif style.big == 1:
        canvas.ring(centre, r, r * 0.09, outer)
        _petal_wreath(canvas, centre, r * 0.82, outer, 16)
        canvas.disc(centre, r * 0.34, inks.red)
        canvas.disc(centre, r * 0.12, None)
    elif style.big == 2:
        canvas.disc(centre, r, outer)
        canvas.ring(centre, r * 0.8, r * 0.1, None)
        for a in np.arange(10) * np.pi / 5:
            spot = (0.5 + r * 0.52 * np.cos(a), _M + r * 0.52 * np.sin(a))
            canvas.disc(spot, r * 0.09, None)
        canvas.disc(centre, r * 0.3, None)
        canvas.disc(centre, r * 0.22, inks.red)
    elif style.big == 3:
        for share, ink in ((1.0, outer), (0.72, inks.red), (0.44, outer)):
            canvas.ring(centre, r * share, r * 0.12, ink)
        canvas.disc(centre, r * 0.16, inks.red)
    else:
        canvas.ring(centre, r, r * 0.06, outer)
        canvas.ring(centre, r * 0.88, r * 0.05, outer)
        for a in np.arange(16) * np.pi / 8:
            inner = (0.5 + r * 0.5 * np.cos(a), _M + r * 0.5 * np.sin(a))
            canvas.line(
                [inner, (0.5 + r * 0.8 * np.cos(a), _M + r * 0.8 * np.sin(a))], r * 0.07, outer
            )
        canvas.ring(centre, r * 0.46, r * 0.07, inks.red)
        canvas.disc(centre, r * 0.22, inks.red)


def _petal_wreath(canvas: Canvas, centre: Point, r: float, ink: Colour, count: int) -> None:
    for a in np.arange(count) * 2 * np.pi / count:
        middle = (centre[0] + r * 0.78 * np.cos(a), centre[1] + r * 0.78 * np.sin(a))
        canvas.ellipse(middle, (r * 0.22, r * 0.17), float(np.rad2deg(a)), ink)
        canvas.ellipse(middle, (r * 0.13, r * 0.09), float(np.rad2deg(a)), None)
