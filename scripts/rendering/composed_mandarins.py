"""Robed men composed from random parts: the mandarins of Western sets."""

from __future__ import annotations

import numpy as np

from scripts.rendering.canvas import Canvas, Point
from scripts.rendering.figure_pen import Pen, new_pen
from scripts.rendering.inks import Inks


def draw_any_mandarin(canvas: Canvas, inks: Inks, seed: int) -> None:
    """A robed man with a hat and something in his hand; corners at the top stay free."""
    rng = np.random.default_rng([seed, 13])
    pen = new_pen(canvas, rng, 0.5)
    robe, trim = (inks.named("rgbk"[int(rng.integers(4))]) for _ in range(2))
    shoulder, hem = float(rng.uniform(0.12, 0.2)), float(rng.uniform(0.16, 0.32))
    top, foot = float(rng.uniform(0.52, 0.62)), float(rng.uniform(1.14, 1.26))
    lean = float(rng.normal(0, 0.05))
    x = 0.5 + lean
    pen.polygon([(x - 0.06, top), (x + 0.06, top), (x + shoulder, top + 0.12), (0.5 + hem, foot),
                 (0.5 - hem * float(rng.uniform(0.6, 1)), foot), (x - shoulder, top + 0.12)],
                robe)  # fmt: skip
    for side in (-1, 1):
        elbow = (x + side * (shoulder + float(rng.uniform(0, 0.14))), top + 0.26)
        hand = (x + side * float(rng.uniform(0.0, 0.3)), top + float(rng.uniform(0.1, 0.5)))
        pen.brush([(x + side * shoulder * 0.7, top + 0.1), elbow, hand],
                  float(rng.uniform(0.08, 0.15)), trim, 0.15)  # fmt: skip
        if rng.random() < 0.4:
            pen.line([(hand[0], hand[1] - float(rng.uniform(0.1, 0.4))), (hand[0] + 0.02, foot)],
                     0.022, inks.black)  # fmt: skip
    pen.line([(x, top + 0.08), (0.5, foot - 0.04)], 0.02, None)
    for y in rng.uniform(top + 0.15, foot - 0.05, int(rng.integers(0, 5))):
        pen.line([(0.5 - hem * 0.6, float(y)), (0.5 + hem * 0.6, float(y))], 0.018, None)
    _mandarin_head(pen, (x, top - 0.09), inks, rng)


def _mandarin_head(pen: Pen, at: Point, inks: Inks, rng: np.random.Generator) -> None:
    r = float(rng.uniform(0.08, 0.12))
    pen.disc(at, r, inks.black)
    pen.disc((at[0], at[1] + 0.01), r * 0.78, None)
    for dx in (-0.03, 0.03):
        pen.disc((at[0] + dx, at[1]), 0.013, inks.black)
    hat = inks.named("rk"[int(rng.integers(2))])
    brim = at[1] - r * 0.5
    kind = int(rng.integers(3))
    if kind == 0:
        pen.polygon([(at[0] - 0.15, brim), (at[0], brim - 0.14), (at[0] + 0.15, brim)], hat)
    elif kind == 1:
        pen.polygon([(at[0] - 0.09, brim), (at[0] - 0.07, brim - 0.11), (at[0] + 0.07, brim - 0.11),
                     (at[0] + 0.09, brim)], hat)  # fmt: skip
        pen.line([(at[0] - 0.19, brim - 0.02), (at[0] + 0.19, brim - 0.02)], 0.03, hat)
    else:
        pen.disc((at[0], brim - 0.03), 0.06, hat)
    if rng.random() < 0.5:
        pen.brush([(at[0], at[1] + 0.05), (at[0], at[1] + 0.2)], 0.06, inks.black, 0.8)
