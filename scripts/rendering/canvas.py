"""A small drawing surface for tile faces: shapes in tile widths, ink with transparency."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

FACE_WIDTH, FACE_HEIGHT = 192, 256
"""Size of a finished face in px (width, height)."""
TALL = FACE_HEIGHT / FACE_WIDTH
"""Height of a face in tile widths."""
_OVERSAMPLING = 3
_SHIFT = 4

Colour = tuple[int, int, int]
Point = tuple[float, float]


class Canvas:
    """RGBA face being drawn; x runs 0..1 to the right, y 0..`TALL` downwards.

    Shapes are drawn without smoothing on a surface three times as large, which `finish` averages.
    """

    def __init__(self) -> None:
        self.pixels_per_unit = FACE_WIDTH * _OVERSAMPLING
        self._ink = np.zeros((FACE_HEIGHT * _OVERSAMPLING, self.pixels_per_unit, 4), np.uint8)

    def _px(self, points: Sequence[Point] | NDArray[np.float64]) -> NDArray[np.int32]:
        scaled = np.asarray(points, np.float64) * self.pixels_per_unit * (1 << _SHIFT)
        return np.rint(scaled).astype(np.int32)

    def _length(self, units: float) -> int:
        return max(1, round(units * self.pixels_per_unit))

    def disc(self, centre: Point, radius: float, colour: Colour | None) -> None:
        """A filled circle; colour None erases."""
        x, y = self._px([centre])[0]
        r = max(1, round(radius * self.pixels_per_unit * (1 << _SHIFT)))
        cv2.circle(self._ink, (int(x), int(y)), r, _rgba(colour), -1, cv2.LINE_8, _SHIFT)

    def ring(self, centre: Point, radius: float, width: float, colour: Colour | None) -> None:
        """A circle line whose outer radius is ``radius``."""
        x, y = self._px([centre])[0]
        r = max(1, round((radius - width / 2) * self.pixels_per_unit * (1 << _SHIFT)))
        cv2.circle(
            self._ink, (int(x), int(y)), r, _rgba(colour), self._length(width), cv2.LINE_8, _SHIFT
        )

    def ellipse(self, centre: Point, radii: Point, turn_deg: float, colour: Colour | None) -> None:
        """A filled ellipse whose first radius points ``turn_deg`` clockwise from the right."""
        t = np.linspace(0, 2 * np.pi, 40, endpoint=False)
        a = np.deg2rad(turn_deg)
        x, y = radii[0] * np.cos(t), radii[1] * np.sin(t)
        turned = np.stack([x * np.cos(a) - y * np.sin(a), x * np.sin(a) + y * np.cos(a)], 1)
        self.polygon(turned + np.asarray(centre), colour)

    def polygon(self, points: Sequence[Point] | NDArray[np.float64], colour: Colour | None) -> None:
        """A filled polygon."""
        cv2.fillPoly(self._ink, [self._px(points)], _rgba(colour), cv2.LINE_8, _SHIFT)

    def line(
        self,
        points: Sequence[Point] | NDArray[np.float64],
        width: float,
        colour: Colour | None,
        closed: bool = False,
    ) -> None:
        """A line of constant width with round ends."""
        cv2.polylines(
            self._ink,
            [self._px(points)],
            closed,
            _rgba(colour),
            self._length(width),
            cv2.LINE_8,
            _SHIFT,
        )

    def brush(
        self, points: Sequence[Point], width: float, colour: Colour | None, taper: float = 0.8
    ) -> None:
        """A stroke through ``points`` that thins towards its end by ``taper`` (0..1)."""
        path = smooth_path(points)
        along = np.gradient(path, axis=0)
        normal = np.stack([-along[:, 1], along[:, 0]], 1)
        normal /= np.linalg.norm(normal, axis=1, keepdims=True) + 1e-9
        share = np.linspace(0, 1, len(path))
        half = width / 2 * (1 - taper * share**1.5) * (0.6 + 0.4 * np.sin(np.pi * share) ** 0.5)
        sides = normal * half[:, None]
        self.polygon(np.vstack([path + sides, (path - sides)[::-1]]), colour)

    def stamp(self, mask: NDArray[np.uint8], centre: Point, size: Point, colour: Colour) -> None:
        """Ink in the shape of ``mask`` (uint8 coverage), scaled to ``size`` and centred."""
        w, h = self._length(size[0]), self._length(size[1])
        scaled = cv2.resize(mask, (w, h), interpolation=cv2.INTER_AREA)
        x0 = round(centre[0] * self.pixels_per_unit - w / 2)
        y0 = round(centre[1] * self.pixels_per_unit - h / 2)
        left, top = max(0, x0), max(0, y0)
        right, bottom = min(self._ink.shape[1], x0 + w), min(self._ink.shape[0], y0 + h)
        if right <= left or bottom <= top:
            return
        part = scaled[top - y0 : bottom - y0, left - x0 : right - x0] > 127
        self._ink[top:bottom, left:right][part] = _rgba(colour)

    def finish(self) -> NDArray[np.uint8]:
        """The face as (256, 192, 4) uint8 RGBA, colours not multiplied by alpha."""
        small = cv2.resize(self._ink, (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_AREA)
        return unmultiplied(small)


def unmultiplied(rgba: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """RGBA whose colours were multiplied by alpha, turned back to plain colours."""
    out = rgba.astype(np.float32)
    alpha = np.maximum(out[..., 3:], 1)
    out[..., :3] = np.minimum(out[..., :3] * 255 / alpha, 255)
    return out.astype(np.uint8)


def smooth_path(points: Sequence[Point], per_span: int = 10) -> NDArray[np.float64]:
    """A Catmull-Rom curve through ``points``: (n, 2)."""
    p = np.asarray(points, np.float64)
    if len(p) < 3:
        return np.linspace(p[0], p[-1], per_span + 1)
    padded = np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    t = np.linspace(0, 1, per_span, endpoint=False)[:, None]
    spans = [
        0.5
        * (
            2 * b
            + (c - a) * t
            + (2 * a - 5 * b + 4 * c - d) * t**2
            + (3 * b - a - 3 * c + d) * t**3
        )
        for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False)
    ]
    return np.vstack([*spans, p[-1:]])


def _rgba(colour: Colour | None) -> tuple[int, int, int, int]:
    return (0, 0, 0, 0) if colour is None else (*colour, 255)
