"""Figures no two engravers draw alike: dragons, birds and robed men composed from random parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scripts.rendering.canvas import TALL, Canvas, Colour, Point, smooth_path
from scripts.rendering.inks import Inks

_M = TALL / 2
_DEG = np.pi / 180


@dataclass(frozen=True, slots=True)
class _Pen:
    """A canvas drawn on through a placing of the figure: mirrored, scaled, moved."""

    canvas: Canvas
    mirrored: bool
    scale: Point
    shift: Point

    def _at(self, points: Sequence[Point] | NDArray[np.float64]) -> list[Point]:
        p = np.asarray(points, np.float64).reshape(-1, 2) - (0.5, _M)
        p = p * self.scale * ((-1, 1) if self.mirrored else (1, 1)) + self.shift + (0.5, _M)
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
        a = turn * _DEG
        x, y = radii[0] * np.cos(t), radii[1] * np.sin(t)
        turned = np.stack([x * np.cos(a) - y * np.sin(a), x * np.sin(a) + y * np.cos(a)], 1)
        self.polygon(turned + np.asarray(centre), ink)


def _pen(canvas: Canvas, rng: np.random.Generator, mirrored: float, larger: float = 1.0) -> _Pen:
    size = larger * float(rng.uniform(0.78, 1.06))
    return _Pen(
        canvas,
        bool(rng.random() < mirrored),
        (size * float(rng.uniform(0.9, 1.1)), size * float(rng.uniform(0.92, 1.06))),
        (float(rng.normal(0, 0.03)), float(rng.normal(0, 0.03))),
    )


def _step(at: Point, degrees: float, by: float) -> Point:
    """The point ``by`` away from ``at``, clockwise from the right."""
    return (at[0] + by * float(np.cos(degrees * _DEG)), at[1] + by * float(np.sin(degrees * _DEG)))


# ---- dragons -------------------------------------------------------------------------------------


def draw_any_dragon(canvas: Canvas, ink: Colour, seed: int) -> None:
    """A dragon: standing, coiled or flying; the same seed draws the same one in any ink."""
    rng = np.random.default_rng([seed, 7])
    pen = _pen(canvas, rng, 0.5)
    spine = (_standing, _standing, _standing, _coiled, _flying)[int(rng.integers(5))](rng)
    path = smooth_path(spine)
    width = float(rng.uniform(0.1, 0.24))
    fat = float(rng.uniform(0.15, 0.5))
    _body(pen, path, width, fat, ink)
    _mane(pen, path, width, ink, rng)
    for share in rng.uniform(0.15, 0.85, int(rng.integers(1, 5))):
        _leg(pen, path, float(share), ink, rng)
    _scales(pen, path, width, rng)
    if rng.random() < 0.55:
        _clouds(pen, spine[-1], ink, rng)
    elif rng.random() < 0.6:
        _tail_tip(pen, path, ink, rng)
    _dragon_head(pen, path, width, ink, rng)


def _standing(rng: np.random.Generator) -> list[Point]:
    """From the head at the top down to the tail, swaying."""
    n = int(rng.integers(5, 9))
    waves, phase = rng.uniform(0.5, 1.6), rng.uniform(0, 2 * np.pi)
    sway = rng.uniform(0.03, 0.17)
    ys = np.linspace(rng.uniform(0.26, 0.4), rng.uniform(0.98, 1.18), n)
    xs = 0.5 + sway * np.sin(np.linspace(0, 2 * np.pi * waves, n) + phase) + rng.normal(0, 0.015, n)
    return [(float(x), float(y)) for x, y in zip(xs, ys, strict=True)]


def _coiled(rng: np.random.Generator) -> list[Point]:
    """A loop that fills the tile."""
    turns = rng.uniform(0.9, 1.5)
    a = np.linspace(0, 2 * np.pi * turns, 10) + rng.uniform(0, 2 * np.pi)
    r = np.linspace(rng.uniform(0.28, 0.36), rng.uniform(0.08, 0.22), 10)
    return [(float(x), float(y)) for x, y in zip(0.5 + r * np.cos(a), _M + 1.3 * r * np.sin(a),
                                                 strict=True)]  # fmt: skip


def _flying(rng: np.random.Generator) -> list[Point]:
    """Aslant across the tile in waves."""
    n = int(rng.integers(6, 9))
    along = np.linspace(-0.5, 0.5, n)
    across = rng.uniform(0.08, 0.16) * np.sin(np.linspace(0, rng.uniform(5, 9), n))
    a = rng.uniform(40, 75) * _DEG
    x = 0.5 + along * 0.95 * np.cos(a) - across * np.sin(a)
    y = _M + along * 0.95 * np.sin(a) + across * np.cos(a)
    return [(float(p), float(q)) for p, q in zip(x, y, strict=True)]


def _body(
    pen: _Pen, path: NDArray[np.float64], width: float, fat: float, ink: Colour | None
) -> None:
    share = np.linspace(0, 1, len(path))
    half = width / 2 * (0.55 + fat * np.sin(np.pi * share) ** 2) * (1.1 - 0.8 * share**3)
    normal = _normals(path)
    pen.polygon(
        np.vstack([path + normal * half[:, None], (path - normal * half[:, None])[::-1]]), ink
    )


def _normals(path: NDArray[np.float64]) -> NDArray[np.float64]:
    along = np.gradient(path, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True) + 1e-9
    return np.stack([-along[:, 1], along[:, 0]], 1)


def _mane(
    pen: _Pen, path: NDArray[np.float64], width: float, ink: Colour, rng: np.random.Generator
) -> None:
    """Spikes or tufts along the back."""
    if rng.random() < 0.35:
        return
    normal, side = _normals(path), 1 if rng.random() < 0.5 else -1
    size = float(rng.uniform(0.04, 0.12))
    for k in range(3, len(path) - 4, int(rng.integers(3, 8))):
        root = path[k] + side * normal[k] * width * 0.25
        tip = root + side * normal[k] * size + (path[k + 3] - path[k]) * rng.uniform(0, 0.8)
        pen.brush([tuple(path[k]), tuple(root), tuple(tip)], 0.06, ink, 0.9)


def _leg(
    pen: _Pen, path: NDArray[np.float64], share: float, ink: Colour, rng: np.random.Generator
) -> None:
    k = int(share * (len(path) - 1))
    root = (float(path[k, 0]), float(path[k, 1]))
    side = float(rng.choice([0.0, 180.0]))
    knee = _step(root, side + float(rng.uniform(-40, 50)), float(rng.uniform(0.1, 0.18)))
    foot = _step(knee, side + float(rng.uniform(-70, 80)), float(rng.uniform(0.06, 0.14)))
    pen.brush([root, knee, foot], float(rng.uniform(0.06, 0.11)), ink, 0.35)
    towards = float(np.degrees(np.arctan2(foot[1] - knee[1], foot[0] - knee[0])))
    for spread in np.linspace(-45, 45, int(rng.integers(3, 5))):
        pen.line([foot, _step(foot, towards + float(spread), 0.065)], 0.022, ink)


def _scales(pen: _Pen, path: NDArray[np.float64], width: float, rng: np.random.Generator) -> None:
    """Cuts that the engraver left free: dots, bars or a line along the belly."""
    kind = int(rng.integers(5))
    normal = _normals(path)
    if kind == 0:
        return
    if kind == 1:
        shifted = path[3:-3] + normal[3:-3] * width * 0.12
        pen.line([(float(x), float(y)) for x, y in shifted], 0.014, None)
        return
    for k in range(2, len(path) - 2, int(rng.integers(3, 6))):
        at = path[k] + normal[k] * float(rng.normal(0, width * 0.1))
        if kind == 2:
            pen.disc((float(at[0]), float(at[1])), 0.016, None)
        else:
            a, b = at - normal[k] * width * 0.2, at + normal[k] * width * (0.2 if kind == 3 else 0)
            pen.line([(float(a[0]), float(a[1])), (float(b[0]), float(b[1]))], 0.014, None)


def _clouds(pen: _Pen, at: Point, ink: Colour, rng: np.random.Generator) -> None:
    """The tail lies in a heap of coils, waves or clouds."""
    base = (at[0] + float(rng.normal(0, 0.03)), min(at[1], 1.1))
    for _ in range(int(rng.integers(3, 9))):
        p = (base[0] + float(rng.normal(0, 0.09)), base[1] + float(rng.normal(0, 0.05)))
        pen.ellipse(p, (float(rng.uniform(0.06, 0.15)), float(rng.uniform(0.05, 0.1))),
                    float(rng.uniform(-40, 40)), ink)  # fmt: skip
    for _ in range(int(rng.integers(0, 7))):
        p = (base[0] + float(rng.normal(0, 0.09)), base[1] + float(rng.normal(0, 0.05)))
        pen.disc(p, float(rng.uniform(0.012, 0.028)), None)


def _tail_tip(pen: _Pen, path: NDArray[np.float64], ink: Colour, rng: np.random.Generator) -> None:
    end = (float(path[-1, 0]), float(path[-1, 1]))
    along = path[-1] - path[-4]
    towards = float(np.degrees(np.arctan2(along[1], along[0])))
    for spread in np.linspace(-50, 50, int(rng.integers(2, 5))):
        bend = towards + float(spread)
        pen.brush([end, _step(end, bend, 0.07), _step(end, bend + float(spread), 0.14)],
                  0.05, ink, 0.9)  # fmt: skip


def _dragon_head(
    pen: _Pen, path: NDArray[np.float64], width: float, ink: Colour, rng: np.random.Generator
) -> None:
    """A skull with jaws, an eye, horns or feelers, perhaps a beard; it looks to the right."""
    neck = (float(path[0, 0]), float(path[0, 1]))
    gaze = float(rng.uniform(-35, 30))
    size = float(rng.uniform(0.8, 1.3))
    skull = _step(neck, gaze - 55, 0.06)
    pen.brush([(float(path[4, 0]), float(path[4, 1])), neck, skull], width * 0.8, ink, 0.1)
    pen.ellipse(skull, (0.1 * size, 0.07 * size), gaze, ink)
    gape = float(rng.uniform(8, 40))
    for turn, length in ((-gape / 2, 0.22), (gape / 2, 0.17)):
        tip = _step(skull, gaze + turn, length * size)
        pen.brush([skull, _step(skull, gaze + turn, length * 0.5 * size), tip], 0.08 * size, ink,
                  float(rng.uniform(0.4, 0.8)))  # fmt: skip
    towards = 0.0 if rng.random() < 0.4 else 180.0
    for k in range(int(rng.integers(0, 4))):
        root = _step(skull, gaze + 30 * k - 20, 0.05)
        bend = gaze + towards + float(rng.uniform(-40, 10)) * (1 if towards else 0.7) - 8 * k
        pen.brush([root, _step(root, bend, 0.1 * size), _step(root, bend - 25, 0.2 * size)],
                  float(rng.uniform(0.025, 0.06)), ink, 0.7)  # fmt: skip
    if rng.random() < 0.4:
        chin = _step(skull, gaze + 60, 0.07)
        for k in range(3):
            pen.line([chin, _step(chin, gaze + 70 + 22 * k, 0.09)], 0.02, ink)
    pen.disc(_step(skull, gaze - 50, 0.03), float(rng.uniform(0.016, 0.032)), None)


# ---- birds ---------------------------------------------------------------------------------------


def draw_any_bird(canvas: Canvas, inks: Inks, seed: int) -> None:
    """A bird seen from the side: flying, perching or strutting, plain or many-coloured."""
    rng = np.random.default_rng([seed, 11])
    pen = _pen(canvas, rng, 0.4, larger=1.3)
    names = list("rgbk")
    body, wing, tail = (inks.named(names[int(rng.integers(4))]) for _ in range(3))
    if rng.random() < 0.45:
        wing = tail = body
    flying = bool(rng.random() < 0.5)
    lie = float(rng.uniform(-50, 60) if flying else rng.uniform(-75, -10))
    centre = (0.5 + float(rng.normal(0, 0.05)), _M + float(rng.normal(0, 0.07)))
    length, girth = float(rng.uniform(0.16, 0.25)), float(rng.uniform(0.09, 0.16))
    rump, breast = _step(centre, lie + 180, length * 0.8), _step(centre, lie, length * 0.7)
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
        shoulder = _step(centre, lie, 0.05)
        _feathers(pen, shoulder, lie + 180 + float(rng.uniform(-35, 35)), None, length,
                  float(rng.uniform(15, 40)), rng)  # fmt: skip
    _plumage(pen, centre, lie, length, girth, rng)


def _feathers(
    pen: _Pen,
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
        middle = _step(root, turn, reach * 0.5)
        pen.brush([root, middle, _step(middle, turn + bend, reach * 0.5)], width, ink,
                  float(rng.uniform(0.4, 0.95)))  # fmt: skip


def _feet(
    pen: _Pen, centre: Point, lie: float, flying: bool, inks: Inks, rng: np.random.Generator
) -> None:
    ink = inks.red if rng.random() < 0.5 else inks.black
    reach = float(rng.uniform(0.12, 0.34))
    for dx in (-0.03, 0.05):
        hip = (centre[0] + dx, centre[1] + 0.08)
        turn = lie + 150 + float(rng.uniform(-20, 20)) if flying else float(rng.uniform(75, 105))
        foot = _step(hip, turn, reach)
        pen.line([hip, foot], 0.024, ink)
        for toe in (-30, 10, 50):
            pen.line([foot, _step(foot, (turn if flying else 0) + toe, 0.06)], 0.018, ink)


def _perch(pen: _Pen, centre: Point, inks: Inks, rng: np.random.Generator) -> None:
    y = min(centre[1] + float(rng.uniform(0.25, 0.42)), 1.2)
    slope = float(rng.uniform(-0.12, 0.12))
    pen.brush([(0.12, y + slope), (0.5, y), (0.9, y - slope)], 0.05, inks.black, 0.4)
    for x in rng.uniform(0.15, 0.85, int(rng.integers(0, 5))):
        pen.ellipse((float(x), y - 0.03), (0.08, 0.032), float(rng.uniform(-70, 70)), inks.green)


def _bird_head(
    pen: _Pen, breast: Point, lie: float, body: Colour, inks: Inks, rng: np.random.Generator
) -> None:
    rise = lie - float(rng.uniform(0, 55))
    neck = float(rng.choice([0.05, 0.1, 0.2], p=[0.5, 0.35, 0.15]))
    head = _step(breast, rise, neck + 0.03)
    pen.brush([breast, head], float(rng.uniform(0.09, 0.17)), body, 0.2)
    pen.disc(head, float(rng.uniform(0.065, 0.11)), body)
    gaze = rise + float(rng.uniform(0, 50))
    beak = inks.red if rng.random() < 0.5 else inks.black
    tip = _step(head, gaze, float(rng.uniform(0.13, 0.24)))
    pen.polygon([_step(head, gaze - 60, 0.06), _step(head, gaze + 60, 0.05), tip], beak)
    pen.disc(_step(head, gaze - 50, 0.03), 0.02, None)
    for k in range(int(rng.choice([0, 0, 2, 3]))):
        pen.brush([head, _step(head, rise - 40 - 25 * k, 0.16)], 0.035, beak, 0.5)


def _plumage(
    pen: _Pen, centre: Point, lie: float, length: float, girth: float, rng: np.random.Generator
) -> None:
    """Cuts on the body: dots or strokes."""
    kind = int(rng.integers(3))
    for _ in range(int(rng.integers(3, 9)) if kind else 0):
        at = _step(centre, lie, float(rng.uniform(-0.6, 0.6)) * length)
        at = _step(at, lie + 90, float(rng.uniform(-0.5, 0.5)) * girth)
        if kind == 1:
            pen.disc(at, 0.014, None)
        else:
            pen.line([at, _step(at, lie + 30, 0.06)], 0.014, None)


# ---- robed men -----------------------------------------------------------------------------------


def draw_any_mandarin(canvas: Canvas, inks: Inks, seed: int) -> None:
    """A robed man with a hat and something in his hand; corners at the top stay free."""
    rng = np.random.default_rng([seed, 13])
    pen = _pen(canvas, rng, 0.5)
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


def _mandarin_head(pen: _Pen, at: Point, inks: Inks, rng: np.random.Generator) -> None:
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
