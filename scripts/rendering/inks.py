"""Ink colours of tile sets and how they differ from set to set."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass

import numpy as np

from scripts.rendering.canvas import Colour


@dataclass(frozen=True, slots=True)
class Inks:
    """The colours of one set's engraving."""

    red: Colour
    green: Colour
    blue: Colour
    black: Colour

    def named(self, name: str) -> Colour:
        """The colour called ``r``, ``g``, ``b`` or ``k``."""
        return {"r": self.red, "g": self.green, "b": self.blue, "k": self.black}[name]


_BASE: dict[str, tuple[float, float, float]] = {
    "red": (0.99, 0.86, 0.66),
    "green": (0.40, 0.78, 0.40),
    "blue": (0.635, 0.78, 0.52),
    "black": (0.62, 0.12, 0.13),
}
"""Hue, saturation, value."""


def sample_inks(rng: np.random.Generator) -> Inks:
    """Inks of some set: usual red, green, blue and black, sometimes dull, bright or reduced."""
    value = rng.uniform(0.72, 1.2)
    fade = rng.uniform(0.8, 1.12)
    colours: dict[str, Colour] = {}
    for name, (hue, saturation, brightness) in _BASE.items():
        h = hue + rng.normal(0, 0.012)
        s = np.clip(saturation * fade * rng.uniform(0.85, 1.12), 0, 1)
        v = np.clip(brightness * value * rng.uniform(0.8, 1.25), 0.04, 0.85)
        colours[name] = _rgb(h, s, v)
    if rng.random() < 0.2:
        colours["blue"] = colours["black"]
    elif rng.random() < 0.12:
        colours["green"] = _rgb(0.47 + rng.normal(0, 0.02), 0.8, 0.35 * value)
    return Inks(**colours)


def etching_inks(rng: np.random.Generator) -> Inks:
    """Greys of a black and white print: red darkest, green middle, the rest dark."""
    dark = int(rng.integers(20, 60))
    return Inks(
        red=_grey(dark),
        green=_grey(dark + int(rng.integers(40, 75))),
        blue=_grey(dark + int(rng.integers(0, 40))),
        black=_grey(dark + 5),
    )


def _grey(level: int) -> Colour:
    return (level, level, level)


def _rgb(hue: float, saturation: float, value: float) -> Colour:
    r, g, b = colorsys.hsv_to_rgb(hue % 1.0, float(saturation), float(min(value, 1.0)))
    return (round(r * 255), round(g * 255), round(b * 255))
