"""The bird of the 1 of bamboo, several kinds seen from the side."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from scripts.rendering.canvas import Canvas, Point
from scripts.rendering.inks import Inks


def _flip(points: list[Point], mirrored: bool) -> list[Point]:
    return [(1 - x, y) for x, y in points] if mirrored else points


def _phoenix(c: Canvas, inks: Inks, m: bool, rng: np.random.Generator) -> None:
    """Upright body, head at the top, a tail of long feathers hanging down."""
    body, wing, tail = inks.green, inks.named("rb"[int(rng.integers(2))]), inks.red
    for i in range(4):
        x = 0.3 + 0.09 * i
        path = [(0.48, 0.66), (x + 0.05, 0.88), (x - 0.06, 1.2 - 0.05 * (i % 2))]
        c.brush(_flip(path, m), 0.075, tail if i % 2 else body, 0.3)
    c.brush(_flip([(0.62, 0.2), (0.68, 0.42), (0.55, 0.62), (0.46, 0.74)], m), 0.26, body, 0.5)
    for i in range(4):
        path = [(0.6 - 0.02 * i, 0.42 + 0.05 * i), (0.42, 0.5 + 0.07 * i), (0.2, 0.5 + 0.1 * i)]
        c.brush(_flip(path, m), 0.07, wing, 0.7)
    c.disc(_flip([(0.58, 0.22)], m)[0], 0.1, body)
    c.polygon(_flip([(0.5, 0.2), (0.5, 0.28), (0.36, 0.26)], m), inks.red)
    c.disc(_flip([(0.55, 0.2)], m)[0], 0.03, None)
    for i in range(3):
        c.brush(_flip([(0.6, 0.15), (0.64 + 0.06 * i, 0.07 + 0.03 * i)], m), 0.04, inks.red, 0.6)
    for dx in (0.0, 0.1):
        foot = [(0.6 + dx, 0.72), (0.66 + dx, 0.84), (0.62 + dx, 0.92)]
        c.line(_flip(foot, m), 0.025, inks.black)


def _sparrow(c: Canvas, inks: Inks, m: bool, rng: np.random.Generator) -> None:
    """A plump bird on a twig."""
    body, wing = inks.named("grb"[int(rng.integers(3))]), inks.named("gbk"[int(rng.integers(3))])
    c.brush([(0.1, 1.05), (0.5, 0.98), (0.92, 1.06)], 0.06, inks.black, 0.4)
    for x in (0.2, 0.8):
        c.ellipse((x, 1.0), (0.09, 0.035), -40, inks.green)
    c.ellipse((0.5, 0.66), (0.3, 0.19), -35 if m else 35, body)
    head = _flip([(0.33, 0.42)], m)[0]
    c.disc(head, 0.145, body)
    c.disc(_flip([(0.29, 0.39)], m)[0], 0.035, None)
    c.polygon(_flip([(0.2, 0.38), (0.21, 0.47), (0.08, 0.45)], m), inks.red)
    for i in range(3):
        c.brush(_flip([(0.7, 0.78), (0.9, 0.9 + 0.07 * i)], m), 0.07, wing, 0.4)
        path = [(0.42, 0.58 + 0.05 * i), (0.6, 0.62 + 0.06 * i), (0.78, 0.68 + 0.06 * i)]
        c.brush(_flip(path, m), 0.05, None if i == 1 else wing, 0.7)
    for dx in (0.42, 0.54):
        c.line(_flip([(dx, 0.84), (dx + 0.01, 0.98)], m), 0.03, inks.red)


def _crane(c: Canvas, inks: Inks, m: bool, rng: np.random.Generator) -> None:
    """Long legs and neck, drawn in outline."""
    ink = inks.named("bkg"[int(rng.integers(3))])
    c.brush(_flip([(0.52, 0.72), (0.4, 0.5), (0.44, 0.34), (0.36, 0.22)], m), 0.09, ink, 0.2)
    c.ellipse(_flip([(0.58, 0.74)], m)[0], (0.24, 0.13), 20 if not m else -20, ink)
    c.ellipse(_flip([(0.57, 0.73)], m)[0], (0.17, 0.07), 20 if not m else -20, None)
    c.disc(_flip([(0.35, 0.21)], m)[0], 0.07, ink)
    c.disc(_flip([(0.34, 0.17)], m)[0], 0.035, inks.red)
    c.polygon(_flip([(0.31, 0.19), (0.31, 0.25), (0.1, 0.27)], m), inks.red)
    for i in range(4):
        path = [(0.6, 0.68 + 0.03 * i), (0.78, 0.74 + 0.05 * i), (0.92, 0.86 + 0.06 * i)]
        c.brush(_flip(path, m), 0.045, inks.black if i % 2 else ink, 0.6)
    c.line(_flip([(0.5, 0.84), (0.48, 1.22), (0.4, 1.24)], m), 0.03, inks.red)
    c.line(_flip([(0.6, 0.85), (0.66, 1.02), (0.6, 1.22), (0.53, 1.24)], m), 0.03, inks.red)


def _peacock(c: Canvas, inks: Inks, m: bool, rng: np.random.Generator) -> None:
    """A fan of eyed feathers behind a small bird."""
    base = (0.48, 0.8)
    for i, a in enumerate(np.linspace(-2.75, -0.55, 7)):
        length = 0.5 + 0.06 * (i % 2)
        tip = (base[0] + length * 0.8 * np.cos(a), base[1] + length * np.sin(a))
        c.brush(_flip([base, tip], m), 0.06, inks.green, 0.1)
        eye = _flip([(float(tip[0]), float(tip[1]))], m)[0]
        c.disc(eye, 0.075, inks.blue if i % 2 else inks.green)
        c.disc(eye, 0.035, inks.red)
    c.brush(_flip([(0.3, 0.52), (0.38, 0.75), (0.62, 0.95), (0.8, 1.1)], m), 0.2, inks.blue, 0.5)
    c.disc(_flip([(0.29, 0.5)], m)[0], 0.085, inks.blue)
    c.disc(_flip([(0.27, 0.48)], m)[0], 0.025, None)
    c.polygon(_flip([(0.22, 0.48), (0.22, 0.54), (0.1, 0.54)], m), inks.red)
    for dx in (0.45, 0.55):
        c.line(_flip([(dx, 0.98), (dx, 1.2), (dx - 0.08, 1.21)], m), 0.03, inks.red)


def _swallow(c: Canvas, inks: Inks, m: bool, rng: np.random.Generator) -> None:
    """A bird flying aslant with a forked tail, as in prints of the 1920s."""
    ink = inks.named("kbg"[int(rng.integers(3))])
    c.brush(_flip([(0.3, 0.78), (0.5, 0.62), (0.72, 0.5)], m), 0.2, ink, 0.3)
    c.disc(_flip([(0.76, 0.47)], m)[0], 0.1, ink)
    c.polygon(_flip([(0.83, 0.42), (0.85, 0.5), (0.97, 0.47)], m), inks.red)
    c.disc(_flip([(0.79, 0.45)], m)[0], 0.028, None)
    for i in range(5):
        path = [(0.58, 0.56), (0.36 - 0.02 * i, 0.4 - 0.02 * i), (0.1 + 0.09 * i, 0.16 + 0.03 * i)]
        c.brush(_flip(path, m), 0.065, ink if i % 2 else inks.red, 0.7)
    for i in range(3):
        path = [(0.36, 0.74), (0.22, 0.9), (0.06 + 0.12 * i, 1.08 + 0.03 * i)]
        c.brush(_flip(path, m), 0.06, ink, 0.5)
    for i in range(3):
        c.brush(_flip([(0.52, 0.66 + 0.02 * i), (0.68, 0.72 + 0.05 * i)], m), 0.04, inks.green, 0.6)
    for dx in (0.5, 0.57):
        c.line(_flip([(dx, 0.7), (dx + 0.04, 0.88)], m), 0.025, inks.red)


def _cock(c: Canvas, inks: Inks, m: bool, rng: np.random.Generator) -> None:
    """Outlined bird with a hatched breast and a plume."""
    ink = inks.named("rgb"[int(rng.integers(3))])
    outline = [
        (0.36, 0.2),
        (0.55, 0.3),
        (0.6, 0.5),
        (0.82, 0.62),
        (0.7, 0.86),
        (0.42, 0.84),
        (0.3, 0.6),
        (0.3, 0.36),
    ]
    c.line(_flip(outline, m), 0.04, ink, closed=True)
    for i in range(5):
        y = 0.46 + 0.075 * i
        c.line(_flip([(0.34 + 0.01 * i, y), (0.56 + 0.03 * i, y + 0.02)], m), 0.03, inks.green)
    for i in range(5):
        path = [(0.74, 0.66), (0.86, 0.42 + 0.1 * i), (0.84 + 0.02 * i, 0.24 + 0.2 * i)]
        c.brush(_flip(path, m), 0.06, inks.green if i % 2 else ink, 0.4)
    c.polygon(_flip([(0.33, 0.26), (0.33, 0.34), (0.17, 0.32)], m), inks.red)
    c.disc(_flip([(0.4, 0.29)], m)[0], 0.035, inks.black)
    for i in range(3):
        c.disc(_flip([(0.36 + 0.07 * i, 0.15 + 0.03 * i)], m)[0], 0.045, inks.red)
    for dx in (0.46, 0.6):
        c.line(_flip([(dx, 0.86), (dx, 1.14), (dx - 0.09, 1.17)], m), 0.03, inks.red)


BIRDS: tuple[Callable[[Canvas, Inks, bool, np.random.Generator], None], ...] = (
    _phoenix,
    _sparrow,
    _crane,
    _peacock,
    _swallow,
    _cock,
)


def draw_bird(canvas: Canvas, kind: int, mirrored: bool, inks: Inks, seed: int) -> None:
    """Draws bird ``kind`` (index into `BIRDS`)."""
    BIRDS[kind](canvas, inks, mirrored, np.random.default_rng(seed))
