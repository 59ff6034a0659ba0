"""Our own drawn sets: every choice of a set follows from one seed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scripts.rendering.canvas import Canvas
from scripts.rendering.composed_birds import draw_any_bird
from scripts.rendering.drawn_bamboo import StickStyle, draw_bamboo
from scripts.rendering.drawn_birds import BIRDS, draw_bird
from scripts.rendering.drawn_dots import DotStyle, draw_dots
from scripts.rendering.drawn_honours import (
    HonourStyle,
    draw_character,
    draw_dragon,
    draw_flower,
    draw_index,
    draw_wind,
)
from scripts.rendering.drawn_western import WesternStyle, draw_western
from scripts.rendering.inks import Inks, etching_inks, sample_inks

FAMILIES = ("chinese", "western", "etching", "varied", "western-varied", "etching-varied")
"""In the varied ones dragons, birds and mandarins are composed at random."""


@dataclass(frozen=True, slots=True)
class DrawnDesign:
    """A set drawn by code; ``licence`` covers the drawing, fonts have their own free licences."""

    name: str
    family: str
    inks: Inks
    dots: DotStyle
    sticks: StickStyle
    honours: HonourStyle
    western: WesternStyle
    bird: int
    bird_mirrored: bool
    seed: int
    committable: bool
    licence: str = "CC0-1.0 (own drawing), fonts as listed in datasets/README.md"

    def face(self, code: str, rng: np.random.Generator) -> NDArray[np.uint8]:
        """The face of ``code`` (not ``0z``): (256, 192, 4) uint8 RGBA, ink on nothing."""
        canvas = Canvas()
        if self.family in ("chinese", "varied"):
            self._draw_chinese(canvas, code)
        else:
            draw_western(canvas, code, self.western, self.inks, self.seed)
        return canvas.finish()

    def _draw_chinese(self, canvas: Canvas, code: str) -> None:
        number, suit = int(code[0]), code[1]
        if suit == "m":
            draw_character(canvas, number, self.honours, self.inks)
        elif suit == "p":
            draw_dots(canvas, number, self.dots, self.inks)
        elif suit == "s" and number == 1:
            if self.family == "varied":
                draw_any_bird(canvas, self.inks, self.seed)
            else:
                draw_bird(canvas, self.bird, self.bird_mirrored, self.inks, self.seed)
        elif suit == "s":
            draw_bamboo(canvas, number, self.sticks, self.inks)
        elif suit == "z" and number <= 4:
            draw_wind(canvas, number, self.honours, self.inks)
        elif suit == "z":
            draw_dragon(canvas, number, self.honours, self.inks)
        else:
            composed = self.family == "varied"
            draw_flower(canvas, number, self.honours, self.inks, self.seed, composed)
        if suit in "ps" and self.honours.index == "all":
            draw_index(canvas, str(number), self.honours, self.inks.red)


def drawn_design(seed: int, family: str = "chinese", committable_only: bool = False) -> DrawnDesign:
    """The set number ``seed`` of a family (`FAMILIES`)."""
    rng = np.random.default_rng([seed, FAMILIES.index(family)])
    return DrawnDesign(
        name=f"drawn-{family}-{seed}",
        family=family,
        inks=etching_inks(rng) if "etching" in family else sample_inks(rng),
        dots=DotStyle.sample(rng),
        sticks=StickStyle.sample(rng),
        honours=HonourStyle.sample(rng, committable_only),
        western=WesternStyle.sample(rng, committable_only, composed="varied" in family),
        bird=int(rng.integers(len(BIRDS))),
        bird_mirrored=bool(rng.random() < 0.3),
        seed=seed,
        committable=committable_only,
    )
