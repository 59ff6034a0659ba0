"""Flowers and seasons: drawn plants with a caption and a number."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np

from scripts.rendering.canvas import Canvas, Colour, Point
from scripts.rendering.inks import Inks


def _blossom(c: Canvas, at: Point, r: float, petals: int, ink: Colour, heart: Colour) -> None:
    for a in np.arange(petals) * 2 * np.pi / petals + 0.3:
        c.ellipse(
            (at[0] + r * 0.6 * np.cos(a), at[1] + r * 0.6 * np.sin(a)),
            (r * 0.42, r * 0.34),
            float(np.rad2deg(a)),
            ink,
        )
        c.disc((at[0] + r * 0.62 * np.cos(a), at[1] + r * 0.62 * np.sin(a)), r * 0.14, None)
    c.disc(at, r * 0.25, heart)


def _leaf(c: Canvas, at: Point, turn: float, size: float, ink: Colour) -> None:
    c.ellipse(at, (size, size * 0.38), turn, ink)
    a = np.deg2rad(turn)
    half = (size * 0.7 * np.cos(a), size * 0.7 * np.sin(a))
    c.line([(at[0] - half[0], at[1] - half[1]), (at[0] + half[0], at[1] + half[1])], 0.012, None)


def _jittered(rng: np.random.Generator, p: Point, by: float = 0.03) -> Point:
    return (p[0] + float(rng.normal(0, by)), p[1] + float(rng.normal(0, by)))


def _plum(c: Canvas, inks: Inks, rng: np.random.Generator) -> None:
    c.brush([(0.3, 1.24), (0.45, 0.95), (0.4, 0.75), (0.62, 0.45)], 0.08, inks.black, 0.7)
    c.brush([(0.44, 0.92), (0.68, 0.78)], 0.05, inks.black, 0.6)
    for p, r in (((0.62, 0.5), 0.15), ((0.36, 0.72), 0.13), ((0.72, 0.8), 0.14)):
        _blossom(c, _jittered(rng, p), r, 5, inks.red, inks.black)
    for p in ((0.5, 0.62), (0.56, 0.92), (0.3, 1.0)):
        c.disc(_jittered(rng, p), 0.04, inks.red)


def _orchid(c: Canvas, inks: Inks, rng: np.random.Generator) -> None:
    for i in range(6):
        bend = -0.36 + 0.15 * i
        tip = (0.5 + bend * 1.15, 0.55 + 0.28 * abs(bend) + float(rng.normal(0, 0.04)))
        c.brush([(0.48 + 0.02 * i, 1.24), (0.5 + bend * 0.5, 0.82), tip], 0.065, inks.green, 0.9)
    for p in ((0.6, 0.5), (0.4, 0.66)):
        _blossom(c, _jittered(rng, p), 0.11, 3, inks.red, inks.red)
        c.line([p, (0.5, 1.05)], 0.016, inks.green)


def _chrysanthemum(c: Canvas, inks: Inks, rng: np.random.Generator) -> None:
    c.brush([(0.5, 1.24), (0.46, 1.0), (0.52, 0.76)], 0.05, inks.green, 0.2)
    for x, y, t in (
        (0.32, 1.02, 30.0),
        (0.7, 1.04, -30.0),
        (0.36, 1.16, -15.0),
        (0.68, 0.88, -50.0),
    ):
        _leaf(c, (x, y), t, 0.15, inks.green)
    at = _jittered(rng, (0.5, 0.64))
    for r, n in ((0.26, 13), (0.16, 9)):
        for a in np.arange(n) * 2 * np.pi / n:
            tip = (at[0] + r * np.cos(a), at[1] + r * np.sin(a))
            c.line(
                [(at[0] + r * 0.5 * np.cos(a), at[1] + r * 0.5 * np.sin(a)), tip], 0.034, inks.red
            )
    c.disc(at, 0.06, inks.red)


def _bamboo_plant(c: Canvas, inks: Inks, rng: np.random.Generator) -> None:
    for x, lean, top in ((0.42, 0.04, 0.36), (0.6, 0.06, 0.5)):
        ys = np.linspace(1.26, top, 5)
        for y0, y1 in itertools.pairwise(ys):
            x0, x1 = x + lean * (1.26 - y0), x + lean * (1.26 - y1)
            c.line([(x0, y0 - 0.02), (x1, y1 + 0.02)], 0.05, inks.green)
    for _ in range(9):
        root = (float(rng.uniform(0.4, 0.66)), float(rng.uniform(0.45, 1.0)))
        side = 1 if rng.random() < 0.5 else -1
        tip = (
            root[0] + side * float(rng.uniform(0.16, 0.28)),
            root[1] + float(rng.uniform(0, 0.16)),
        )
        c.brush([root, tip], 0.06, inks.green if rng.random() < 0.8 else inks.red, 0.9)


def _peony(c: Canvas, inks: Inks, rng: np.random.Generator) -> None:
    c.brush([(0.42, 1.26), (0.5, 1.0), (0.48, 0.8)], 0.05, inks.green, 0.2)
    for x, y, t in ((0.3, 0.98, 25.0), (0.7, 0.98, -25.0), (0.66, 1.14, 10.0), (0.26, 0.8, 50.0)):
        _leaf(c, (x, y), t, 0.14, inks.green)
    _blossom(c, _jittered(rng, (0.5, 0.68)), 0.25, 7, inks.red, inks.red)


def _lotus(c: Canvas, inks: Inks, rng: np.random.Generator) -> None:
    c.brush([(0.5, 1.26), (0.52, 0.9)], 0.045, inks.green, 0.1)
    for t in (-60, -25, 0, 25, 60):
        a = np.deg2rad(t - 90)
        c.ellipse(
            (0.52 + 0.15 * np.cos(a), 0.84 + 0.18 * np.sin(a)), (0.17, 0.065), t - 90, inks.red
        )
        c.ellipse((0.52 + 0.17 * np.cos(a), 0.84 + 0.2 * np.sin(a)), (0.07, 0.024), t - 90, None)
    for x in (0.24, 0.8):
        at = _jittered(rng, (x, 1.1), 0.02)
        c.ellipse(at, (0.19, 0.08), 0, inks.green)
        c.line([(at[0] - 0.1, at[1]), (at[0] + 0.1, at[1])], 0.014, None)


def _berries(c: Canvas, inks: Inks, rng: np.random.Generator) -> None:
    c.brush([(0.3, 1.24), (0.42, 0.9), (0.66, 0.56)], 0.06, inks.green, 0.6)
    for _ in range(6):
        at = (float(rng.uniform(0.24, 0.78)), float(rng.uniform(0.52, 1.1)))
        _leaf(c, at, float(rng.uniform(-70, 70)), 0.11, inks.green)
    for p in ((0.48, 0.66), (0.66, 0.76), (0.54, 0.9)):
        at = _jittered(rng, p)
        c.disc(at, 0.1, inks.red)
        c.ring(at, 0.065, 0.018, None)


def _pine(c: Canvas, inks: Inks, rng: np.random.Generator) -> None:
    c.brush([(0.34, 1.26), (0.52, 0.98), (0.46, 0.66), (0.58, 0.46)], 0.085, inks.red, 0.7)
    for p in ((0.58, 0.52), (0.34, 0.74), (0.68, 0.86), (0.42, 1.02)):
        x, y = _jittered(rng, p)
        for a in np.linspace(np.pi, 2 * np.pi, 8):
            tip = (x + 0.15 * np.cos(a), y + 0.13 * np.sin(a))
            c.line([(x, y), tip], 0.022, inks.green)


def _figure(c: Canvas, inks: Inks, rng: np.random.Generator) -> None:
    """A robed man: the mandarin of some Western sets."""
    robe = inks.named("rgb"[int(rng.integers(3))])
    c.polygon([(0.5, 0.58), (0.68, 0.72), (0.74, 1.22), (0.26, 1.22), (0.32, 0.72)], robe)
    c.line([(0.5, 0.66), (0.5, 1.2)], 0.02, None)
    for y in (0.82, 0.94, 1.06):
        c.line([(0.4, y), (0.6, y)], 0.02, None)
    c.disc((0.5, 0.46), 0.12, inks.black)
    c.disc((0.5, 0.48), 0.09, None)
    c.polygon([(0.36, 0.42), (0.5, 0.28), (0.64, 0.42)], inks.red)
    side = 1 if rng.random() < 0.5 else -1
    c.brush([(0.5, 0.7), (0.5 + 0.26 * side, 0.86), (0.5 + 0.2 * side, 1.0)], 0.11, robe, 0.2)
    c.line([(0.5 + 0.3 * side, 0.5), (0.5 + 0.24 * side, 1.24)], 0.025, inks.black)
    for dx in (-0.03, 0.03):
        c.disc((0.5 + dx, 0.46), 0.014, inks.black)


def _basket(c: Canvas, inks: Inks, rng: np.random.Generator) -> None:
    """A vase or basket of flowers."""
    c.polygon([(0.3, 0.92), (0.7, 0.92), (0.62, 1.22), (0.38, 1.22)], inks.blue)
    c.line([(0.33, 1.02), (0.67, 1.02)], 0.02, None)
    c.line([(0.36, 1.12), (0.64, 1.12)], 0.02, None)
    for p, ink in (((0.34, 0.72), inks.red), ((0.5, 0.62), inks.red), ((0.66, 0.74), inks.green)):
        at = _jittered(rng, p)
        c.line([at, (0.5, 0.93)], 0.02, inks.green)
        _blossom(c, at, 0.11, 5, ink, inks.black)


Plant = Callable[[Canvas, Inks, np.random.Generator], None]
PLANTS: tuple[Plant, ...] = (
    _plum,
    _orchid,
    _chrysanthemum,
    _bamboo_plant,
    _peony,
    _lotus,
    _berries,
    _pine,
    _figure,
    _basket,
)
FIGURE, BASKET = 8, 9
