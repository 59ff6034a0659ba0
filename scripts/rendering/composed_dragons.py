"""Dragons composed from random parts, as no two engravers draw them alike."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from scripts.rendering.canvas import Canvas, Colour, Point, smooth_path
from scripts.rendering.figure_pen import DEG, MIDDLE, Pen, new_pen, step


def draw_any_dragon(canvas: Canvas, ink: Colour, seed: int) -> None:
    """A dragon: standing, coiled or flying; the same seed draws the same one in any ink."""
    rng = np.random.default_rng([seed, 7])
    pen = new_pen(canvas, rng, 0.5)
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
    return [(float(x), float(y)) for x, y in zip(0.5 + r * np.cos(a), MIDDLE + 1.3 * r * np.sin(a),
                                                 strict=True)]  # fmt: skip


def _flying(rng: np.random.Generator) -> list[Point]:
    """Aslant across the tile in waves."""
    n = int(rng.integers(6, 9))
    along = np.linspace(-0.5, 0.5, n)
    across = rng.uniform(0.08, 0.16) * np.sin(np.linspace(0, rng.uniform(5, 9), n))
    a = rng.uniform(40, 75) * DEG
    x = 0.5 + along * 0.95 * np.cos(a) - across * np.sin(a)
    y = MIDDLE + along * 0.95 * np.sin(a) + across * np.cos(a)
    return [(float(p), float(q)) for p, q in zip(x, y, strict=True)]


def _body(
    pen: Pen, path: NDArray[np.float64], width: float, fat: float, ink: Colour | None
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
    pen: Pen, path: NDArray[np.float64], width: float, ink: Colour, rng: np.random.Generator
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
    pen: Pen, path: NDArray[np.float64], share: float, ink: Colour, rng: np.random.Generator
) -> None:
    k = int(share * (len(path) - 1))
    root = (float(path[k, 0]), float(path[k, 1]))
    side = float(rng.choice([0.0, 180.0]))
    knee = step(root, side + float(rng.uniform(-40, 50)), float(rng.uniform(0.1, 0.18)))
    foot = step(knee, side + float(rng.uniform(-70, 80)), float(rng.uniform(0.06, 0.14)))
    pen.brush([root, knee, foot], float(rng.uniform(0.06, 0.11)), ink, 0.35)
    towards = float(np.degrees(np.arctan2(foot[1] - knee[1], foot[0] - knee[0])))
    for spread in np.linspace(-45, 45, int(rng.integers(3, 5))):
        pen.line([foot, step(foot, towards + float(spread), 0.065)], 0.022, ink)


def _scales(pen: Pen, path: NDArray[np.float64], width: float, rng: np.random.Generator) -> None:
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


def _clouds(pen: Pen, at: Point, ink: Colour, rng: np.random.Generator) -> None:
    """The tail lies in a heap of coils, waves or clouds."""
    base = (at[0] + float(rng.normal(0, 0.03)), min(at[1], 1.1))
    for _ in range(int(rng.integers(3, 9))):
        p = (base[0] + float(rng.normal(0, 0.09)), base[1] + float(rng.normal(0, 0.05)))
        pen.ellipse(p, (float(rng.uniform(0.06, 0.15)), float(rng.uniform(0.05, 0.1))),
                    float(rng.uniform(-40, 40)), ink)  # fmt: skip
    for _ in range(int(rng.integers(0, 7))):
        p = (base[0] + float(rng.normal(0, 0.09)), base[1] + float(rng.normal(0, 0.05)))
        pen.disc(p, float(rng.uniform(0.012, 0.028)), None)


def _tail_tip(pen: Pen, path: NDArray[np.float64], ink: Colour, rng: np.random.Generator) -> None:
    end = (float(path[-1, 0]), float(path[-1, 1]))
    along = path[-1] - path[-4]
    towards = float(np.degrees(np.arctan2(along[1], along[0])))
    for spread in np.linspace(-50, 50, int(rng.integers(2, 5))):
        bend = towards + float(spread)
        pen.brush([end, step(end, bend, 0.07), step(end, bend + float(spread), 0.14)],
                  0.05, ink, 0.9)  # fmt: skip


def _dragon_head(
    pen: Pen, path: NDArray[np.float64], width: float, ink: Colour, rng: np.random.Generator
) -> None:
    """A skull with jaws, an eye, horns or feelers, perhaps a beard; it looks to the right."""
    neck = (float(path[0, 0]), float(path[0, 1]))
    gaze = float(rng.uniform(-35, 30))
    size = float(rng.uniform(0.8, 1.3))
    skull = step(neck, gaze - 55, 0.06)
    pen.brush([(float(path[4, 0]), float(path[4, 1])), neck, skull], width * 0.8, ink, 0.1)
    pen.ellipse(skull, (0.1 * size, 0.07 * size), gaze, ink)
    gape = float(rng.uniform(8, 40))
    for turn, length in ((-gape / 2, 0.22), (gape / 2, 0.17)):
        tip = step(skull, gaze + turn, length * size)
        pen.brush([skull, step(skull, gaze + turn, length * 0.5 * size), tip], 0.08 * size, ink,
                  float(rng.uniform(0.4, 0.8)))  # fmt: skip
    towards = 0.0 if rng.random() < 0.4 else 180.0
    for k in range(int(rng.integers(0, 4))):
        root = step(skull, gaze + 30 * k - 20, 0.05)
        bend = gaze + towards + float(rng.uniform(-40, 10)) * (1 if towards else 0.7) - 8 * k
        pen.brush([root, step(root, bend, 0.1 * size), step(root, bend - 25, 0.2 * size)],
                  float(rng.uniform(0.025, 0.06)), ink, 0.7)  # fmt: skip
    if rng.random() < 0.4:
        chin = step(skull, gaze + 60, 0.07)
        for k in range(3):
            pen.line([chin, step(chin, gaze + 70 + 22 * k, 0.09)], 0.02, ink)
    pen.disc(step(skull, gaze - 50, 0.03), float(rng.uniform(0.016, 0.032)), None)
