"""Table tops and printed things, made by noise or taken from free textures installed here."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from scripts.rendering.glyphs import HAN_FONTS, LATIN_FONTS, available_fonts

SIDE = 512
PAINT_FOLDER = Path("/usr/share/mypaint/backgrounds")
"""CC0 papers and patterns of Debian's mypaint-data-extras."""

Texture = NDArray[np.uint8]
_WORDS = [
    "the",
    "east",
    "wind",
    "player",
    "pays",
    "double",
    "and",
    "the",
    "hand",
    "that",
    "goes",
    "out",
    "takes",
    "from",
    "all",
    "three",
    "others",
    "table",
    "score",
    "rules",
    "pung",
    "chow",
    "tiles",
    "of",
    "bamboo",
    "dots",
    "characters",
    "dragons",
    "1922",
    "page",
    "47",
    "figure",
]
_HAN = "東南西北中發白春夏秋冬梅蘭菊竹一二三四五六七八九萬筒索大吉開心福祿壽"


def noise(
    rng: np.random.Generator, cells: tuple[int, int], side: int = SIDE
) -> NDArray[np.float32]:
    """Smooth noise of about ``cells`` (across, down) bumps, 0..1: (side, side)."""
    grid = rng.random((max(2, cells[1]), max(2, cells[0])), np.float32)
    return np.clip(cv2.resize(grid, (side, side), interpolation=cv2.INTER_CUBIC), 0, 1)


def layered(rng: np.random.Generator, first: int, octaves: int = 4) -> NDArray[np.float32]:
    """Cloudy noise, mean about 0.5."""
    total = np.zeros((SIDE, SIDE), np.float32)
    for k in range(octaves):
        total += noise(rng, (first * 2**k, first * 2**k)) * 0.5**k
    return total / sum(0.5**k for k in range(octaves))


def _between(t: NDArray[np.float32], a: NDArray[np.float64], b: NDArray[np.float64]) -> Texture:
    mixed = a + (b - a) * np.clip(t, 0, 1)[..., None]
    return np.clip(mixed, 0, 255).astype(np.uint8)


def random_colour(
    rng: np.random.Generator, dark: float = 0.1, bright: float = 1.0
) -> NDArray[np.float64]:
    """Any colour 0..255, greys and muted ones more often."""
    saturation = int(255 * rng.random() ** 1.6)
    value = int(255 * rng.uniform(dark, bright))
    hsv = np.array([[[rng.integers(180), saturation, value]]], np.uint8)
    return cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0].astype(float)


def wood(rng: np.random.Generator) -> Texture:
    """Boards with grain."""
    hue = np.array([rng.uniform(70, 215), 0.0, 0.0])
    light = np.array([hue[0], hue[0] * rng.uniform(0.68, 0.86), hue[0] * rng.uniform(0.42, 0.75)])
    grain = noise(rng, (3, 90)) * 0.5 + noise(rng, (6, 220)) * 0.5
    y = np.linspace(0, rng.uniform(3, 14), SIDE, dtype=np.float32)[:, None]
    rings = 0.5 + 0.5 * np.sin(2 * np.pi * (y + 1.4 * noise(rng, (3, 3))))
    image = _between(grain * 0.7 + rings * 0.3, light * rng.uniform(0.6, 0.88), light)
    if rng.random() < 0.4:
        boards = int(rng.integers(2, 6))
        for k in range(boards):
            image[k * SIDE // boards : k * SIDE // boards + 2] //= 2
    return image if rng.random() < 0.5 else np.ascontiguousarray(image.transpose(1, 0, 2))


def felt(rng: np.random.Generator) -> Texture:
    """Cloth of one colour with fine fibres; often green."""
    base = random_colour(rng, 0.15, 0.75)
    if rng.random() < 0.5:
        base = np.array([rng.uniform(0, 60), rng.uniform(70, 170), rng.uniform(20, 100)])
    return felt_of(rng, base)


def felt_of(rng: np.random.Generator, base: NDArray[np.float64]) -> Texture:
    """Felt of the colour ``base`` (RGB 0..255)."""
    fine = rng.random((SIDE, SIDE), np.float32)
    fine = cv2.GaussianBlur(fine, (0, 0), float(rng.uniform(0.6, 1.6)))
    t = (fine - fine.mean()) / (fine.std() + 1e-6) * 0.12 + layered(rng, 3) * 0.4
    return _between(t + 0.3, base * 0.7, base * 1.25)


def plain(rng: np.random.Generator) -> Texture:
    """A smooth surface of any colour, slightly uneven."""
    base = random_colour(rng)
    return _between(layered(rng, 2), base * 0.93, base * 1.03)


def speckled(rng: np.random.Generator) -> Texture:
    """Stone or laminate."""
    base, other = random_colour(rng, 0.2), random_colour(rng, 0.1)
    t = layered(rng, int(rng.integers(4, 30)), 5)
    return _between((t - 0.5) * float(rng.uniform(1, 4)) + 0.3, base, other)


def woven(rng: np.random.Generator) -> Texture:
    """Coarse cloth or a mat."""
    base = random_colour(rng, 0.2)
    n = float(rng.integers(30, 120))
    u = np.linspace(0, n, SIDE, dtype=np.float32)
    weave = (np.sin(2 * np.pi * u)[None] * np.sin(np.pi * u)[:, None]) * 0.5 + 0.5
    return _between(weave * 0.7 + layered(rng, 4) * 0.3, base * 0.65, base * 1.1)


def stripes(rng: np.random.Generator) -> Texture:
    """Stripes or checks."""
    a, b = random_colour(rng), random_colour(rng)
    n = float(rng.integers(2, 14))
    u = np.linspace(0, n, SIDE, dtype=np.float32)
    t = (np.sin(2 * np.pi * u) > rng.uniform(-0.6, 0.6)).astype(np.float32)
    grid = np.tile(t[None], (SIDE, 1))
    if rng.random() < 0.4:
        grid = (grid + t[:, None]) / 2
    return _between(cv2.GaussianBlur(grid, (0, 0), 1.0) + layered(rng, 6) * 0.15, a, b)


def fur(rng: np.random.Generator) -> Texture:
    """Fur, sometimes spotted like a leopard's."""
    base = random_colour(rng, 0.15, 0.7)
    hair = noise(rng, (int(rng.integers(60, 200)), int(rng.integers(15, 50))))
    image = _between(hair * 0.8 + layered(rng, 5) * 0.4, base * 0.5, base * 1.3)
    if rng.random() < 0.5:
        for _ in range(int(rng.integers(60, 160))):
            x, y = rng.integers(0, SIDE, 2)
            r = int(rng.integers(8, 22))
            cv2.ellipse(image, (int(x), int(y)), (r, int(r * 0.7)), float(rng.uniform(0, 360)),
                        int(rng.integers(0, 60)), int(rng.integers(220, 360)),
                        (base * 0.25).tolist(), int(rng.integers(3, 9)))  # fmt: skip
        image = cv2.GaussianBlur(image, (0, 0), 1.0)
    return image


def shapes(rng: np.random.Generator) -> Texture:
    """A coloured print: overlapping shapes."""
    image = plain(rng)
    for _ in range(int(rng.integers(8, 50))):
        x, y = (int(v) for v in rng.integers(0, SIDE, 2))
        w, h = (int(v) for v in rng.integers(8, 160, 2))
        colour = random_colour(rng).tolist()
        kind = int(rng.integers(3))
        if kind == 0:
            cv2.rectangle(image, (x, y), (x + w, y + h), colour, int(rng.choice([-1, 2, 5])))
        elif kind == 1:
            cv2.ellipse(
                image, (x, y), (w // 2, h // 2), float(rng.uniform(0, 180)), 0, 360, colour, -1
            )
        else:
            cv2.line(image, (x, y), (x + w, y + h), colour, int(rng.integers(1, 9)))
    return image


def page(rng: np.random.Generator) -> Texture:
    """A printed page, Latin or Han."""
    paper = random_colour(rng, 0.75) * 0.3 + 255 * 0.65
    picture = Image.fromarray(_between(layered(rng, 3), paper * 0.95, paper))
    draw = ImageDraw.Draw(picture)
    han = rng.random() < 0.5
    fonts = available_fonts(HAN_FONTS if han else LATIN_FONTS, committable_only=True)
    if not fonts:
        return np.array(picture)
    font = fonts[int(rng.integers(len(fonts)))]
    size = int(rng.integers(12, 60 if han else 34))
    face = ImageFont.truetype(str(font.path), size, index=font.index)
    ink = tuple(int(v) for v in random_colour(rng, 0.0, 0.4))
    y = int(rng.integers(4, 40))
    while y < SIDE - size:
        if han:
            line = "".join(rng.choice(list(_HAN), int(rng.integers(4, 40))))
        else:
            line = " ".join(rng.choice(_WORDS, int(rng.integers(3, 14))))
        draw.text((int(rng.integers(8, 30)), y), line, fill=ink, font=face)
        y += int(size * rng.uniform(1.1, 1.9))
    return np.array(picture)


@lru_cache(maxsize=1)
def _painted_files() -> tuple[Path, ...]:
    return tuple(sorted(PAINT_FOLDER.rglob("*.png")))


@lru_cache(maxsize=32)
def _painted(path: Path) -> Texture:
    image = np.asarray(Image.open(path).convert("RGB"))
    return cv2.resize(image, (SIDE, SIDE), interpolation=cv2.INTER_AREA)


def painted(rng: np.random.Generator) -> Texture:
    """One of MyPaint's CC0 backgrounds, tinted."""
    files = _painted_files()
    if not files:
        return speckled(rng)
    image = _painted(files[int(rng.integers(len(files)))]).astype(np.float32)
    tint = 1 + (random_colour(rng, 0.5) / 255 - 0.75) * float(rng.uniform(0, 1))
    return np.clip(image * tint * rng.uniform(0.5, 1.05), 0, 255).astype(np.uint8)


TABLES: tuple[tuple[Callable[[np.random.Generator], Texture], float], ...] = (
    (felt, 0.26),
    (wood, 0.22),
    (plain, 0.12),
    (speckled, 0.09),
    (woven, 0.07),
    (stripes, 0.04),
    (fur, 0.06),
    (shapes, 0.03),
    (page, 0.03),
    (painted, 0.08),
)


def table_texture(rng: np.random.Generator, extra: tuple[Path, ...] = ()) -> tuple[Texture, str]:
    """A table top and the name of its kind; ``extra`` are picture files of real surfaces."""
    if extra and rng.random() < 0.35:
        path = extra[int(rng.integers(len(extra)))]
        picture = cv2.imread(str(path))
        if picture is not None:
            square = cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
            return np.ascontiguousarray(square[..., ::-1]), f"file {path.name}"
    weights = np.array([w for _, w in TABLES])
    make = TABLES[int(rng.choice(len(TABLES), p=weights / weights.sum()))][0]
    return make(rng), make.__name__


def backdrop(rng: np.random.Generator, size: tuple[int, int]) -> Texture:
    """A blurred room beyond the table: (height, width, 3) uint8 RGB."""
    image = shapes(rng) if rng.random() < 0.7 else speckled(rng)
    image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(3, 25)))
    top, left = (int(v) for v in rng.integers(0, SIDE // 2, 2))
    part = image[top : top + SIDE // 2, left : left + SIDE // 2]
    return cv2.resize(part, size, interpolation=cv2.INTER_LINEAR)
