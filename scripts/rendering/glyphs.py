"""Free fonts with the Han characters of a tile set, and glyphs as masks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

FONT_ROOT = Path("/usr/share/fonts/truetype")
_RENDER_SIZE = 220
_LEAST_INK = 300
"""Coverage (px at the render size) below which a font is taken to draw the character blank."""


@dataclass(frozen=True, slots=True)
class Font:
    """A font file; ``committable`` says whether pictures made with it may be in the repository."""

    name: str
    file: str
    licence: str
    committable: bool
    index: int = 0
    weight: float = 1.0
    """Chance of being chosen relative to the others."""

    @property
    def path(self) -> Path:
        """Where the distribution's package puts the file."""
        return FONT_ROOT / self.file


HAN_FONTS: tuple[Font, ...] = (
    Font("Kouzan Mouhitsu", "kouzan-mouhitsu/kouzan-mouhitsu.ttf", "public domain", True, 0, 2.5),
    Font(
        "Kouzan Gyosho",
        "kouzan-mouhitsu/kouzan-mouhitsu-gyosho.ttf",
        "public domain",
        True,
        0,
        1.0,
    ),
    Font("Aoyagi Soseki", "aoyagi-soseki/aoyagi-soseki.ttf", "public domain", True, 0, 1.5),
    Font("YOzFont N bold", "yozvox-yozfont/YOzBNF.ttf", "OFL-1.1", True, 0, 0.7),
    Font("YOzFont S bold", "yozvox-yozfont/YOzBSF.ttf", "OFL-1.1", True, 0, 0.7),
    Font("LXGW WenKai Bold", "lxgw-wenkai/LXGWWenKai-Bold.ttf", "OFL-1.1", True, 0, 1.5),
    Font("LXGW WenKai", "lxgw-wenkai/LXGWWenKai-Regular.ttf", "OFL-1.1", True),
    Font("Klee One SemiBold", "klee/KleeOne-SemiBold.ttf", "OFL-1.1", True),
    Font("AR PL UKai", "arphic/ukai.ttc", "Arphic Public License", False, 0, 1.5),
    Font(
        "AR PL KaitiM Big5",
        "arphic-bkai00mp/bkai00mp.ttf",
        "Arphic Public License",
        False,
        0,
        1.5,
    ),
    Font("AR PL UMing", "arphic/uming.ttc", "Arphic Public License", False, 0, 0.6),
    Font("cwTeX Kai", "cwtex/cwkai.ttf", "GPL-2+", False, 0, 1.5),
    Font("cwTeX FangSong", "cwtex/cwfs.ttf", "GPL-2+", False),
    Font("cwTeX Ming", "cwtex/cwming.ttf", "GPL-2+", False, 0, 0.6),
    Font("WenQuanYi Zen Hei", "wqy/wqy-zenhei.ttc", "GPL-2+ with exception", False, 0, 0.5),
)

LATIN_FONTS: tuple[Font, ...] = (
    Font("Noto Sans Bold", "noto/NotoSans-Bold.ttf", "OFL-1.1", True),
    Font("Noto Sans", "noto/NotoSans-Regular.ttf", "OFL-1.1", True),
    Font("Noto Serif Bold", "noto/NotoSerif-Bold.ttf", "OFL-1.1", True),
    Font("Noto Serif", "noto/NotoSerif-Regular.ttf", "OFL-1.1", True),
)


def available_fonts(fonts: tuple[Font, ...], committable_only: bool = False) -> list[Font]:
    """Those of ``fonts`` that are installed here."""
    return [f for f in fonts if f.path.exists() and (f.committable or not committable_only)]


@lru_cache(maxsize=64)
def _loaded(path: Path, index: int, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(path), size, index=index)


@lru_cache(maxsize=2048)
def glyph(font: Font, text: str) -> NDArray[np.uint8] | None:
    """Coverage (uint8) of ``text`` cut to its ink, or None where the font draws it blank."""
    side = _RENDER_SIZE * (len(text) + 1)
    picture = Image.new("L", (side, _RENDER_SIZE * 2), 0)
    face = _loaded(font.path, font.index, _RENDER_SIZE)
    ImageDraw.Draw(picture).text((_RENDER_SIZE // 3, _RENDER_SIZE // 4), text, 255, face)
    box = picture.getbbox()
    if box is None:
        return None
    cut = np.asarray(picture.crop(box))
    return cut if int((cut > 127).sum()) >= _LEAST_INK else None


@lru_cache(maxsize=256)
def has_all(font: Font, characters: str) -> bool:
    """Whether the font draws every one of ``characters``, and not all as the same box."""
    masks = [glyph(font, c) for c in characters]
    if any(m is None for m in masks):
        return False
    return len({m.tobytes() for m in masks if m is not None}) == len(set(characters))
