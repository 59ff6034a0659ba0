"""The Western set of the 1920s that Harr's book pictures."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scripts.rendering.canvas import TALL, Canvas, Colour, Point
from scripts.rendering.composed_birds import draw_any_bird
from scripts.rendering.composed_dragons import draw_any_dragon
from scripts.rendering.composed_mandarins import draw_any_mandarin
from scripts.rendering.drawn_bamboo import StickStyle, draw_bamboo
from scripts.rendering.drawn_birds import draw_bird
from scripts.rendering.drawn_dots import DotStyle
from scripts.rendering.drawn_honours import NUMBERS, WIND_GLYPHS, fonts_for_tiles, put_glyph
from scripts.rendering.drawn_plants import FIGURE, PLANTS
from scripts.rendering.glyphs import LATIN_FONTS, Font, available_fonts
from scripts.rendering.inks import Inks

_M = TALL / 2
LETTERS = ("both", "both", "wind", "number")


@dataclass(frozen=True, slots=True)
class WesternStyle:
    """Harr's set: letters beside the winds, dragons as figures, 万 for the characters."""

    font: Font
    latin: Font
    dragon: int
    index_ink: str
    stick_width: float
    ring: float
    composed: bool
    """Dragons, bird and mandarins are composed at random instead of the few drawn by hand."""
    dragons_alike: bool
    letters: str
    """What stands in the corners of mandarins: ``both``, ``wind`` or ``number``."""

    @classmethod
    def sample(
        cls, rng: np.random.Generator, committable_only: bool, composed: bool = False
    ) -> WesternStyle:
        """Some such set."""
        fonts = fonts_for_tiles(committable_only)
        latins = available_fonts(LATIN_FONTS, committable_only)
        return cls(
            font=fonts[int(rng.integers(len(fonts)))],
            latin=latins[int(rng.integers(len(latins)))],
            dragon=int(rng.integers(3)),
            index_ink="k" if rng.random() < 0.6 else "r",
            stick_width=float(rng.uniform(0.13, 0.18)),
            ring=float(rng.uniform(0.8, 1.15)),
            composed=composed,
            dragons_alike=not composed or bool(rng.random() < 0.7),
            letters=LETTERS[int(rng.integers(4))] if composed else "both",
        )


def draw_western(canvas: Canvas, code: str, style: WesternStyle, inks: Inks, seed: int) -> None:
    """Draws any code but ``0z``."""
    number, suit = int(code[0]), code[1]
    if suit == "m":
        _character(canvas, number, style, inks)
    elif suit == "p":
        _dots(canvas, number, style, inks)
    elif suit == "s" and number == 1:
        _bird(canvas, style, inks, seed)
    elif suit == "s":
        three = "two-over-one" if style.composed and seed % 3 else "one-over-two"
        sticks = StickStyle("harr", style.stick_width, 0.9, 0, "between", "mw", three)
        draw_bamboo(canvas, number, sticks, inks)
    elif suit == "z" and number <= 4:
        put_glyph(
            canvas,
            [style.font],
            WIND_GLYPHS[number - 1],
            (0.53, _M + 0.06),
            (0.7, 0.72),
            inks.black,
        )
        _index(canvas, "ESWN"[number - 1], style, inks)
    elif suit == "z":
        _dragon(canvas, number, style, inks, seed)
    else:
        _mandarin(canvas, number, style, inks, seed)


def _index(canvas: Canvas, text: str, style: WesternStyle, inks: Inks) -> None:
    put_glyph(canvas, [style.latin], text, (0.17, 0.17), (0.16, 0.17), inks.named(style.index_ink))


def _character(canvas: Canvas, number: int, style: WesternStyle, inks: Inks) -> None:
    text = "伍" if number == 5 else NUMBERS[number - 1]
    box = (0.58, (0.1, 0.25, 0.34)[number - 1] if number <= 3 else 0.44)
    put_glyph(canvas, [style.font], text, (0.53, _M - 0.2), box, inks.black)
    put_glyph(canvas, [style.font], "万", (0.53, _M + 0.3), (0.52, 0.42), inks.red)
    _index(canvas, str(number), style, inks)


_DOT_PLACES: dict[int, tuple[Point, ...]] = {
    2: ((0.5, _M - 0.28), (0.5, _M + 0.28)),
    3: ((0.24, _M - 0.34), (0.5, _M), (0.76, _M + 0.34)),
    4: tuple((0.5 + x, _M + y) for y in (-0.27, 0.27) for x in (-0.2, 0.2)),
    5: (*((0.5 + x, _M + y) for y in (-0.32, 0.32) for x in (-0.24, 0.24)), (0.5, _M)),
    6: tuple((0.5 + x, _M + y) for y in (-0.36, 0.0, 0.36) for x in (-0.2, 0.2)),
    7: (
        (0.22, _M - 0.42), (0.5, _M - 0.32), (0.78, _M - 0.22),
        *((0.5 + x, _M + y) for y in (0.1, 0.4) for x in (-0.18, 0.18)),
    ),
    8: tuple((0.5 + x, _M + y) for y in (-0.42, -0.14, 0.14, 0.42) for x in (-0.19, 0.19)),
    9: tuple((0.5 + x, _M + y) for y in (-0.34, 0, 0.34) for x in (-0.28, 0, 0.28)),
}  # fmt: skip


def _dots(canvas: Canvas, number: int, style: WesternStyle, inks: Inks) -> None:
    if number == 1:
        centre, r = (0.5, _M), 0.4
        for share, width in ((1.0, 0.06), (0.78, 0.09), (0.36, 0.05)):
            canvas.ring(centre, r * share, r * width * 1.6, inks.black)
        for a in np.arange(14) * np.pi / 7:
            canvas.disc((0.5 + r * 0.56 * np.cos(a), _M + r * 0.56 * np.sin(a)), 0.022, inks.red)
        canvas.disc(centre, 0.05, inks.red)
        return
    radius = {2: 0.22, 3: 0.17, 4: 0.175, 5: 0.16}.get(number, 0.135)
    names = {7: "kkkrrrr", 6: "ggrrrr", 5: "kkkkr", 3: "gkr", 9: "gggrrrkkk"}.get(number, "k" * 9)
    for centre, name in zip(_DOT_PLACES[number], names, strict=False):
        ink = inks.named(name)
        canvas.ring(centre, radius, radius * 0.13 * style.ring, ink)
        canvas.ring(centre, radius * 0.75, radius * 0.1 * style.ring, ink)
        canvas.disc(centre, radius * 0.45, ink)
        canvas.disc(centre, radius * 0.2, None)


def _bird(canvas: Canvas, style: WesternStyle, inks: Inks, seed: int) -> None:
    if style.composed:
        draw_any_bird(canvas, inks, seed)
    else:
        draw_bird(canvas, 4, False, inks, seed)


def _dragon(canvas: Canvas, number: int, style: WesternStyle, inks: Inks, seed: int) -> None:
    ink = (inks.blue, inks.green, inks.red)[number - 5]
    if style.composed:
        draw_any_dragon(canvas, ink, seed if style.dragons_alike else 3 * seed + number)
    else:
        draw_dragon_figure(canvas, style.dragon, ink)


def draw_dragon_figure(canvas: Canvas, kind: int, ink: Colour) -> None:
    """An upright dragon: the same figure for all three, in three inks."""
    sway = (0.0, 0.05, -0.05)[kind]
    body = [
        (0.6, 0.3),
        (0.42 + sway, 0.36),
        (0.44, 0.52),
        (0.6 - sway, 0.66),
        (0.52, 0.82),
        (0.4 + sway, 0.98),
        (0.58, 1.12),
    ]
    canvas.brush(body, 0.2, ink, 0.25)
    canvas.ellipse((0.55, 0.25), (0.2, 0.1), -12, ink)
    canvas.polygon([(0.7, 0.2), (0.88, 0.26), (0.7, 0.31)], ink)
    canvas.line([(0.72, 0.255), (0.86, 0.262)], 0.014, None)
    for dx in (0.0, 0.12):
        canvas.brush([(0.44 + dx, 0.19), (0.36 + dx, 0.1), (0.24 + dx, 0.09)], 0.05, ink, 0.8)
    canvas.disc((0.58, 0.235), 0.026, None)
    for x, y, dx, dy in ((0.44, 0.5, -0.24, 0.08), (0.6, 0.62, 0.24, 0.02), (0.4, 0.9, -0.2, 0.1)):
        canvas.brush([(x, y), (x + dx * 0.6, y + dy - 0.06), (x + dx, y + dy)], 0.07, ink, 0.4)
        for k in (-0.05, 0.0, 0.05):
            canvas.line([(x + dx, y + dy), (x + dx * 1.2, y + dy + k)], 0.018, ink)
    canvas.ellipse((0.52, 1.08), (0.2, 0.15), 0, ink)
    canvas.brush([(0.66, 1.12), (0.82, 1.06), (0.78, 0.92), (0.86, 0.84)], 0.09, ink, 0.8)
    for i in range(9):
        y = 0.4 + 0.085 * i
        canvas.line([(0.44 + 0.02 * (i % 3), y), (0.52 + 0.02 * (i % 3), y + 0.03)], 0.016, None)
    for i in range(6):
        canvas.disc((0.4 + 0.05 * i, 1.06 + 0.04 * (i % 2)), 0.02, None)


def _mandarin(canvas: Canvas, number: int, style: WesternStyle, inks: Inks, seed: int) -> None:
    if style.composed and seed % 4:
        draw_any_mandarin(canvas, inks, 8 * seed + number)
    else:
        PLANTS[FIGURE](canvas, inks, np.random.default_rng(seed + number))
    place = (number - 1) % 4
    ink = inks.red if number > 4 else inks.green
    if style.letters != "number":
        put_glyph(canvas, [style.latin], "ESWN"[place], (0.17, 0.17), (0.16, 0.17), ink)
    if style.letters != "wind":
        put_glyph(canvas, [style.latin], str(place + 1), (0.84, 0.17), (0.13, 0.16), ink)


DOTS_OF_THE_WEST = DotStyle("bullseye", 2, 2, 1.0, 1.0, False)
