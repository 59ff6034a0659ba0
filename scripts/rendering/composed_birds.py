"""Birds composed from random parts: flying, perching or strutting."""

from __future__ import annotations

import numpy as np

from scripts.rendering.canvas import Canvas, Colour, Point
from scripts.rendering.figure_pen import MIDDLE, Pen, new_pen, step
from scripts.rendering.inks import Inks


def draw_any_bird(canvas: Canvas, inks: Inks, seed: int) -> None:
    """A bird seen from the side: flying, perching or strutting, plain or many-coloured."""
    rng = np.random.default_rng([seed, 11])
    pen = new_pen(canvas, rng, 0.4, larger=1.3)
    names = list("rgbk")
    body, wing, tail = (inks.named(names[int(rng.integers(4))]) for _ in range(3))
    if rng.random() < 0.45:
        wing = tail = body
    flying = bool(rng.random() < 0.5)
    lie = float(rng.uniform(-50, 60) if flying else rng.uniform(-75, -10))
    centre = (0.5 + float(rng.normal(0, 0.05)), MIDDLE + float(rng.normal(0, 0.07)))
    length, girth = float(rng.uniform(0.16, 0.25)), float(rng.uniform(0.09, 0.16))
    rump, breast = step(centre, lie + 180, length * 0.8), step(centre, lie, length * 0.7)
    if not flying and rng.random() < 0.6:
        _perch(pen, centre, inks, rng)
    _feathers(pen, rump, lie + 180 + float(rng.uniform(-45, 45)), tail,
              float(rng.uniform(0.2, 0.55)), float(rng.uniform(4, 40)), rng)  # fmt: skip
    pen.ellipse(centre, (length, girth), lie, body)
    _feet(pen, centre, lie, flying, inks, rng)
    _bird_head(pen, breast, lie, body, inks, rng)
    if flying:
        up = lie - float(rng.uniform(60, 150))
        _feathers(pen, centre, up, wing, float(rng.uniform(0.28, 0.5)),
                  float(rng.uniform(3, 35)), rng)  # fmt: skip
    elif rng.random() < 0.8:
        shoulder = step(centre, lie, 0.05)
        _feathers(pen, shoulder, lie + 180 + float(rng.uniform(-35, 35)), None, length,
                  float(rng.uniform(15, 40)), rng)  # fmt: skip
    _plumage(pen, centre, lie, length, girth, rng)


def _feathers(
    pen: Pen,
    root: Point,
    towards: float,
    ink: Colour | None,
    length: float,
    spread: float,
    rng: np.random.Generator,
) -> None:
    """A fan of feathers: a wing or a tail (ink None: cut out of the body)."""
    n = int(rng.integers(2, 7))
    bend = float(rng.uniform(-35, 35))
    width = float(rng.uniform(0.05, 0.12)) * (0.35 if ink is None else 1)
    for k in range(n):
        share = (k / (n - 1) - 0.5) if n > 1 else 0.0
        reach = length * float(rng.uniform(0.85, 1.05)) * (1 - 0.25 * abs(share))
        turn = towards + spread * share
        middle = step(root, turn, reach * 0.5)
        pen.brush([root, middle, step(middle, turn + bend, reach * 0.5)], width, ink,
                  float(rng.uniform(0.4, 0.95)))  # fmt: skip


def _feet(
    pen: Pen, centre: Point, lie: float, flying: bool, inks: Inks, rng: np.random.Generator
) -> None:
    ink = inks.red if rng.random() < 0.5 else inks.black
    reach = float(rng.uniform(0.12, 0.34))
    for dx in (-0.03, 0.05):
        hip = (centre[0] + dx, centre[1] + 0.08)
        turn = lie + 150 + float(rng.uniform(-20, 20)) if flying else float(rng.uniform(75, 105))
        foot = step(hip, turn, reach)
        pen.line([hip, foot], 0.024, ink)
        for toe in (-30, 10, 50):
            pen.line([foot, step(foot, (turn if flying else 0) + toe, 0.06)], 0.018, ink)


def _perch(pen: Pen, centre: Point, inks: Inks, rng: np.random.Generator) -> None:
    y = min(centre[1] + float(rng.uniform(0.25, 0.42)), 1.2)
    slope = float(rng.uniform(-0.12, 0.12))
    pen.brush([(0.12, y + slope), (0.5, y), (0.9, y - slope)], 0.05, inks.black, 0.4)
    for x in rng.uniform(0.15, 0.85, int(rng.integers(0, 5))):
        pen.ellipse((float(x), y - 0.03), (0.08, 0.032), float(rng.uniform(-70, 70)), inks.green)


def _bird_head(
    pen: Pen, breast: Point, lie: float, body: Colour, inks: Inks, rng: np.random.Generator
) -> None:
    rise = lie - float(rng.uniform(0, 55))
    neck = float(rng.choice([0.05, 0.1, 0.2], p=[0.5, 0.35, 0.15]))
    head = step(breast, rise, neck + 0.03)
    pen.brush([breast, head], float(rng.uniform(0.09, 0.17)), body, 0.2)
    pen.disc(head, float(rng.uniform(0.065, 0.11)), body)
    gaze = rise + float(rng.uniform(0, 50))
    beak = inks.red if rng.random() < 0.5 else inks.black
    tip = step(head, gaze, float(rng.uniform(0.13, 0.24)))
    pen.polygon([step(head, gaze - 60, 0.06), step(head, gaze + 60, 0.05), tip], beak)
    pen.disc(step(head, gaze - 50, 0.03), 0.02, None)
    for k in range(int(rng.choice([0, 0, 2, 3]))):
        pen.brush([head, step(head, rise - 40 - 25 * k, 0.16)], 0.035, beak, 0.5)


def _plumage(
    pen: Pen, centre: Point, lie: float, length: float, girth: float, rng: np.random.Generator
) -> None:
    """Cuts on the body: dots or strokes."""
    kind = int(rng.integers(3))
    for _ in range(int(rng.integers(3, 9)) if kind else 0):
        at = step(centre, lie, float(rng.uniform(-0.6, 0.6)) * length)
        at = step(at, lie + 90, float(rng.uniform(-0.5, 0.5)) * girth)
        if kind == 1:
            pen.disc(at, 0.014, None)
        else:
            pen.line([at, step(at, lie + 30, 0.06)], 0.014, None)
