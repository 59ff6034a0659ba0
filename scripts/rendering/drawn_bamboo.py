"""Bamboo 2 to 9: sticks by code, in the arrangements and colours of real sets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from scripts.rendering.canvas import TALL, Canvas, Colour, Point
from scripts.rendering.inks import Inks

_M = TALL / 2
STYLES = ("capsules", "bones", "plain", "outline", "harr", "leaf", "pair")


@dataclass(frozen=True, slots=True)
class StickStyle:
    """How one set draws its bamboo."""

    style: str
    width: float
    spread: float
    colours: int
    seven: str
    """``over`` one stick above two rows, ``between`` (Harr) one lying between two rows."""
    eight: str
    """``mw``: M over W as usual, ``wm`` the other way."""
    three: str = "one-over-two"
    """Or ``two-over-one`` (Harr)."""

    @classmethod
    def sample(cls, rng: np.random.Generator) -> StickStyle:
        """The sticks of some set."""
        return cls(
            style=STYLES[int(rng.choice(len(STYLES), p=[0.3, 0.18, 0.1, 0.16, 0.06, 0.1, 0.1]))],
            width=float(rng.uniform(0.095, 0.14)),
            spread=float(rng.uniform(0.84, 1.0)),
            colours=int(rng.integers(len(COLOURS))),
            seven="between" if rng.random() < 0.06 else "over",
            eight="mw" if rng.random() < 0.6 else "wm",
        )


COLOURS: tuple[dict[int, str], ...] = (
    {2: "gg", 3: "ggg", 4: "gggg", 5: "ggrgg", 6: "g" * 6, 7: "rgggggg", 8: "g" * 8, 9: "grg" * 3},
    {2: "gb", 3: "bgg", 4: "gbbg", 5: "gbrbg", 6: "gggbbb", 7: "rgbggbg", 8: "g" * 8, 9: "rbg" * 3},
    {2: "gb", 3: "bgg", 4: "bggb", 5: "gbrbg", 6: "gggbbb", 7: "rbgbbgb", 8: "g" * 8, 9: "grb" * 3},
    {2: "gg", 3: "rgg", 4: "gggg", 5: "ggrgg", 6: "gggggg", 7: "rgbggbg", 8: "g" * 8, 9: "grg" * 3},
    {2: "kk", 3: "kkk", 4: "kkkk", 5: "kkrkk", 6: "k" * 6, 7: "rkkkkkk", 8: "k" * 8, 9: "krk" * 3},
)


def _column(xs: tuple[float, ...], y: float, half: float) -> list[tuple[Point, Point]]:
    return [((x, _M + y - half), (x, _M + y + half)) for x in xs]


_THREE = (0.2, 0.5, 0.8)
_TWO = (0.3, 0.7)


def _segments(number: int, style: StickStyle) -> list[tuple[Point, Point]]:
    """Where the sticks of ``number`` run, in the order of the colour strings."""
    if number == 7 and style.seven == "between":
        lying = [((0.32, _M), (0.68, _M))]
        return lying + _column(_THREE, -0.36, 0.19) + _column(_THREE, 0.36, 0.19)
    upper, lower = (_TWO, (0.5,)) if style.three == "two-over-one" else ((0.5,), _TWO)
    table = {
        2: _column((0.5,), -0.29, 0.25) + _column((0.5,), 0.29, 0.25),
        3: _column(upper, -0.29, 0.25) + _column(lower, 0.29, 0.25),
        4: _column(_TWO, -0.29, 0.25) + _column(_TWO, 0.29, 0.25),
        5: _column((0.24, 0.76), -0.29, 0.24)
        + _column((0.5,), 0, 0.25)
        + _column((0.24, 0.76), 0.29, 0.24),
        6: _column(_THREE, -0.29, 0.25) + _column(_THREE, 0.29, 0.25),
        7: _column((0.5,), -0.42, 0.16)
        + _column(_THREE, -0.04, 0.17)
        + _column(_THREE, 0.36, 0.17),
        9: _column(_THREE, -0.4, 0.175) + _column(_THREE, 0, 0.175) + _column(_THREE, 0.4, 0.175),
    }
    return table[number] if number in table else _eight(style.eight)


def _eight(kind: str) -> list[tuple[Point, Point]]:
    top, bottom, near, far = _M - 0.53, _M - 0.07, 0.15, 0.85
    if kind == "mw":
        upper: list[tuple[Point, Point]] = [
            ((near, top), (near, bottom)),
            ((near + 0.13, top + 0.03), (0.46, bottom - 0.02)),
            ((far - 0.13, top + 0.03), (0.54, bottom - 0.02)),
            ((far, top), (far, bottom)),
        ]
    else:
        upper = [
            ((near, top), (near, bottom)),
            ((0.45, top + 0.02), (near + 0.13, bottom - 0.02)),
            ((0.55, top + 0.02), (far - 0.13, bottom - 0.02)),
            ((far, top), (far, bottom)),
        ]
    lower = [((x0, 2 * _M - y0), (x1, 2 * _M - y1)) for (x0, y0), (x1, y1) in upper]
    return upper + lower


def draw_bamboo(canvas: Canvas, number: int, style: StickStyle, inks: Inks) -> None:
    """Draws ``number`` (2..9) of bamboo."""
    names = COLOURS[style.colours][number]
    width = style.width * (0.92 if number in (7, 8, 9) else 1.05)
    for (start, end), name in zip(_segments(number, style), names, strict=True):
        a, b = _spread(start, style.spread), _spread(end, style.spread)
        _draw_stick(
            canvas, style.style, np.asarray(a), np.asarray(b), width, inks.named(name), inks
        )


def _spread(p: Point, spread: float) -> Point:
    return (0.5 + (p[0] - 0.5) * spread, _M + (p[1] - _M) * spread)


def _draw_stick(
    canvas: Canvas,
    style: str,
    a: np.ndarray,
    b: np.ndarray,
    width: float,
    ink: Colour,
    inks: Inks,
) -> None:
    along = (b - a) / (np.linalg.norm(b - a) + 1e-9)
    across = np.array([-along[1], along[0]])

    def at(t: float, s: float = 0.0) -> Point:
        p = a + (b - a) * t + across * s * width
        return (float(p[0]), float(p[1]))

    if style in ("capsules", "pair", "outline"):
        _capsules(canvas, style, at, width, ink)
    elif style == "bones":
        canvas.line([at(0.08), at(0.92)], width * 0.55, ink)
        for t in (0.08, 0.5, 0.92):
            canvas.line([at(t, -0.32), at(t, 0.32)], width * 0.42, ink)
        canvas.line([at(0.18), at(0.42)], width * 0.14, None)
        canvas.line([at(0.58), at(0.82)], width * 0.14, None)
    elif style == "harr":
        canvas.polygon([at(0, -0.6), at(0, 0.6), at(1, 0.6), at(1, -0.6)], ink)
        for t in (0.3, 0.66):
            canvas.line([at(t, -0.62), at(t, 0.62)], width * 0.13, None)
        for t in (0.14, 0.48, 0.82):
            canvas.line([at(t - 0.06, -0.25), at(t + 0.06, -0.25)], width * 0.13, None)
            canvas.line([at(t - 0.05, 0.25), at(t + 0.05, 0.25)], width * 0.1, None)
    elif style == "leaf":
        for t0, t1 in ((0.0, 0.5), (0.5, 1.0)):
            middle = (t0 + t1) / 2
            canvas.polygon([at(t0), at(middle, -0.6), at(t1), at(middle, 0.6)], ink)
            canvas.line([at(t0 + 0.16), at(t1 - 0.16)], width * 0.16, None)
        canvas.line([at(0.5, -0.45), at(0.5, 0.45)], width * 0.2, ink)
    else:
        canvas.line([at(0.06), at(0.94)], width * 0.9, ink)
        for t in (0.33, 0.67):
            canvas.line([at(t, -0.6), at(t, 0.6)], width * 0.16, None)


def _capsules(
    canvas: Canvas, style: str, at: Callable[[float, float], Point], width: float, ink: Colour
) -> None:
    spans = {
        "capsules": ((0.1, 0.4), (0.6, 0.9)),
        "pair": ((0.08, 0.92),),
        "outline": ((0.08, 0.25), (0.41, 0.59), (0.75, 0.92)),
    }
    for t0, t1 in spans[style]:
        canvas.line([at(t0, 0.0), at(t1, 0.0)], width, ink)
    if style == "capsules":
        canvas.line([at(0.4, 0.0), at(0.6, 0.0)], width * 0.5, ink)
    for t0, t1 in spans[style]:
        canvas.line(
            [at(t0 + 0.02, 0.0), at(t1 - 0.02, 0.0)],
            width * (0.5 if style == "outline" else 0.3),
            None,
        )
    if style == "pair":
        for t in (0.36, 0.64):
            canvas.line([at(t, -0.6), at(t, 0.6)], width * 0.2, ink)
