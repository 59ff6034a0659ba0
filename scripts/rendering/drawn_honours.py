"""Characters, winds, dragons and flower tiles drawn with glyphs of free fonts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scripts.rendering.canvas import TALL, Canvas, Colour, Point
from scripts.rendering.composed_mandarins import draw_any_mandarin
from scripts.rendering.drawn_plants import BASKET, FIGURE, PLANTS
from scripts.rendering.glyphs import (
    FONT_ROOT,
    HAN_FONTS,
    LATIN_FONTS,
    Font,
    available_fonts,
    glyph,
    has_all,
)
from scripts.rendering.inks import Inks

NUMBERS = "一二三四五六七八九"
WIND_GLYPHS = "東南西北"
FLOWER_GLYPHS = "梅蘭菊竹"
SEASON_GLYPHS = "春夏秋冬"
_M = TALL / 2
_NEEDED = NUMBERS + "伍萬東南西北中發"

FRAMES = ("blank", "single", "double", "cut", "key", "letter", "glyph", "ornate")


def fonts_for_tiles(committable_only: bool = False) -> list[Font]:
    """Installed fonts that draw every character a set needs."""
    found = [f for f in available_fonts(HAN_FONTS, committable_only) if has_all(f, _NEEDED)]
    if not found:
        raise FileNotFoundError(
            f"No font with the characters of a tile set below {FONT_ROOT}; datasets/README.md "
            "says which packages to install."
        )
    return found


@dataclass(frozen=True, slots=True)
class HonourStyle:
    """How one set draws its characters, winds, dragons and flowers."""

    font: Font
    honour_font: Font
    latin: Font
    five: str
    ten_thousand: str
    number_ink: str
    wind_ink: str
    frame: str
    frame_ink: str
    height: float
    width: float
    flowers: str
    """``plants``, ``figures`` or ``baskets``; captions follow ``caption``."""
    caption: str
    """``both`` glyph and number, ``number`` or ``glyph`` alone."""
    chinese_numbers: bool
    swap: bool
    index: str
    """Small Latin index: ``none``, ``characters`` or ``all``."""
    index_right: bool

    @classmethod
    def sample(cls, rng: np.random.Generator, committable_only: bool) -> HonourStyle:
        """The glyphs of some set."""
        fonts = fonts_for_tiles(committable_only)
        weights = np.array([f.weight for f in fonts])
        font = fonts[int(rng.choice(len(fonts), p=weights / weights.sum()))]
        other = fonts[int(rng.choice(len(fonts), p=weights / weights.sum()))]
        latins = available_fonts(LATIN_FONTS, committable_only)

        def pick(options: Sequence[str], p: Sequence[float]) -> str:
            return str(rng.choice(list(options), p=p))

        return cls(
            font=font,
            honour_font=font if rng.random() < 0.6 else other,
            latin=latins[int(rng.integers(len(latins)))],
            five="伍" if rng.random() < 0.75 else "五",
            ten_thousand=("万" if rng.random() < 0.15 and has_all(font, "万") else "萬"),
            number_ink=pick(["b", "k", "r", "g"], [0.4, 0.42, 0.1, 0.08]),
            wind_ink=pick(["b", "k", "g"], [0.4, 0.5, 0.1]),
            frame=pick(FRAMES, [0.24, 0.18, 0.18, 0.14, 0.08, 0.06, 0.05, 0.07]),
            frame_ink=pick(["b", "k", "g", "r"], [0.6, 0.28, 0.06, 0.06]),
            height=float(rng.uniform(0.5, 0.6)),
            width=float(rng.uniform(0.62, 0.84)),
            flowers=pick(["plants", "figures", "baskets"], [0.78, 0.12, 0.1]),
            caption=pick(["both", "number", "glyph"], [0.78, 0.12, 0.1]),
            chinese_numbers=bool(rng.random() < 0.12),
            swap=bool(rng.random() < 0.25),
            index=pick(["none", "characters", "all"], [0.55, 0.12, 0.33]),
            index_right=bool(rng.random() < 0.5),
        )


def put_glyph(
    canvas: Canvas, fonts: Sequence[Font], text: str, centre: Point, box: Point, ink: Colour
) -> None:
    """Draws ``text`` centred in a ``box`` that it nearly fills, in the first font able to."""
    for font in (*fonts, *available_fonts(HAN_FONTS)):
        mask = glyph(font, text)
        if mask is not None:
            break
    else:
        raise ValueError(
            f"No installed font draws {text!r}; install the fonts that datasets/README.md lists."
        )
    h, w = mask.shape
    scale = min(box[0] / w, box[1] / h)
    stretch_w = min(box[0], w * scale * 1.25)
    canvas.stamp(mask, centre, (stretch_w, h * scale), ink)


def draw_character(canvas: Canvas, number: int, style: HonourStyle, inks: Inks) -> None:
    """A number above 萬."""
    text = style.five if number == 5 else NUMBERS[number - 1]
    box = (style.width * 0.84, style.height * (0.98 if number == 5 else 0.9))
    if number <= 3:
        box = (box[0], style.height * (0.2, 0.5, 0.72)[number - 1])
    put_glyph(canvas, [style.font], text, (0.5, _M - 0.29), box, inks.named(style.number_ink))
    lower = (style.width * 0.9, style.height)
    put_glyph(canvas, [style.font], style.ten_thousand, (0.5, _M + 0.29), lower, inks.red)
    if style.index != "none":
        draw_index(canvas, str(number), style, inks.red if number % 2 else inks.named("k"))


def draw_wind(canvas: Canvas, number: int, style: HonourStyle, inks: Inks) -> None:
    """One large wind character."""
    box = (style.width * 0.98, style.height * 1.5)
    put_glyph(
        canvas,
        [style.honour_font],
        WIND_GLYPHS[number - 1],
        (0.5, _M),
        box,
        inks.named(style.wind_ink),
    )
    if style.index == "all":
        draw_index(canvas, "ESWN"[number - 1], style, inks.red)


def draw_dragon(canvas: Canvas, number: int, style: HonourStyle, inks: Inks) -> None:
    """5 white, 6 green, 7 red."""
    if number == 5:
        draw_white(canvas, style, inks)
        return
    text, ink = ("發", inks.green) if number == 6 else ("中", inks.red)
    box = (style.width * (0.98 if number == 6 else 0.72), style.height * 1.55)
    put_glyph(canvas, [style.honour_font], text, (0.5, _M), box, ink)
    if style.index == "all":
        draw_index(canvas, "F" if number == 6 else "C", style, inks.red if number == 7 else ink)


def draw_white(canvas: Canvas, style: HonourStyle, inks: Inks) -> None:
    """The white dragon: nothing, or one of the usual frames."""
    ink = inks.named(style.frame_ink)
    if style.frame == "blank":
        return
    if style.frame == "glyph":
        put_glyph(canvas, [style.honour_font], "白", (0.5, _M), (0.6, 0.8), ink)
        return
    if style.frame == "letter":
        put_glyph(canvas, [style.latin], "P", (0.2, 0.22), (0.14, 0.18), ink)
        _box(canvas, 0.2, 0.2, 0.05, ink)
        return
    outer, line = 0.16, 0.055
    if style.frame == "single":
        _box(canvas, outer, 0.0, line * 1.1, ink)
    elif style.frame == "double":
        _box(canvas, outer, 0.0, line * 0.8, ink)
        _box(canvas, outer + 0.1, 0.0, line * 0.6, ink)
    elif style.frame == "cut":
        _box(canvas, outer, 0.1, line, ink)
        _box(canvas, outer + 0.09, 0.1, line * 0.7, ink)
    elif style.frame == "key":
        _box(canvas, outer - 0.02, 0.0, 0.16, ink)
        for t in np.linspace(0.2, TALL - 0.2, 10):
            for x in (outer - 0.02, 1 - outer + 0.02):
                canvas.line([(x - 0.045, t), (x + 0.045, t)], 0.03, None)
        for t in np.linspace(0.3, 0.7, 5):
            for y in (outer - 0.02, TALL - outer + 0.02):
                canvas.line([(t, y - 0.045), (t, y + 0.045)], 0.03, None)
    else:
        _box(canvas, outer, 0.0, 0.035, ink)
        for x in (outer, 1 - outer):
            for y in (outer, TALL - outer):
                canvas.disc((x, y), 0.075, ink)
                canvas.disc((x, y), 0.035, None)
        _box(canvas, outer + 0.09, 0.06, 0.03, inks.red if style.swap else ink)


def _box(canvas: Canvas, margin: float, cut: float, width: float, ink: Colour) -> None:
    a, b, top, bottom = margin, 1 - margin, margin, TALL - margin
    points = [
        (a + cut, top), (b - cut, top), (b, top + cut), (b, bottom - cut),
        (b - cut, bottom), (a + cut, bottom), (a, bottom - cut), (a, top + cut),
    ]  # fmt: skip
    canvas.line(points, width, ink, closed=True)


def draw_index(canvas: Canvas, text: str, style: HonourStyle, ink: Colour) -> None:
    """A small Latin index in an upper corner."""
    x = 0.87 if style.index_right else 0.13
    put_glyph(canvas, [style.latin], text, (x, 0.15), (0.14, 0.15), ink)


def draw_flower(
    canvas: Canvas,
    number: int,
    style: HonourStyle,
    inks: Inks,
    seed: int,
    composed: bool = False,
) -> None:
    """1..4 flowers (green or blue writing), 5..8 seasons (red writing).

    ``composed``: a figure on it is composed at random instead of the one drawn by hand.
    """
    rng = np.random.default_rng(seed * 8 + number)
    season = number > 4
    place = (number - 1) % 4
    if style.flowers == "plants":
        kind = (number - 1) if not season else (4 + place)
    else:
        kind = FIGURE if style.flowers == "figures" else BASKET
    if composed and kind == FIGURE:
        draw_any_mandarin(canvas, inks, seed * 8 + number)
    else:
        PLANTS[kind](canvas, inks, rng)
    left, right = (0.2, 0.22), (0.8, 0.22)
    if season != style.swap:
        left, right = right, left
    caption = (SEASON_GLYPHS if season else FLOWER_GLYPHS)[place]
    numeral = NUMBERS[place] if style.chinese_numbers else str(place + 1)
    writing = inks.red if season else inks.blue
    other = inks.green if season else inks.red
    if style.caption != "number":
        put_glyph(canvas, [style.font], caption, left, (0.28, 0.28), writing)
    if style.caption != "glyph":
        fonts = [style.font] if style.chinese_numbers else [style.latin]
        ink = writing if style.caption == "number" else other
        put_glyph(canvas, fonts, numeral, right, (0.18, 0.22), ink)
