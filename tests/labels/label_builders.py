"""Small label records for tests."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from hypothesis import strategies as st
from PIL import Image

from vision.labels.codes import LABEL_CODES
from vision.labels.record import OUTLINES, PictureLabel, TileLabel

EXIF_ORIENTATION = 0x0112


def upright_quad(x: float, y: float, w: float = 20.0, h: float = 27.0) -> tuple:
    """A tile that stands upright, by its upper left corner."""
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


def tile(number: int, code: str, x: float = 10.0, y: float = 10.0, **fields: object) -> TileLabel:
    """One tile label."""
    return TileLabel(number, code, upright_quad(x, y), **fields)  # type: ignore[arg-type]


def picture(file: str, *tiles: TileLabel, size: tuple[int, int] = (200, 150), **fields: object):
    """One picture label."""
    return PictureLabel(file, *size, tiles=tiles, **fields)  # type: ignore[arg-type]


def save_picture(path: Path, size: tuple[int, int], orientation: int = 1, seed: int = 0) -> None:
    """A noisy picture; ``size`` is that of the upright picture."""
    path.parent.mkdir(parents=True, exist_ok=True)
    stored = size[::-1] if orientation >= 5 else size
    blocks = np.random.default_rng(seed).integers(0, 256, (6, 8, 3), np.uint8)
    image = Image.fromarray(blocks).resize(stored, Image.Resampling.NEAREST)
    exif = Image.Exif()
    exif[EXIF_ORIENTATION] = orientation
    image.save(path, exif=exif, **({"quality": 95} if path.suffix == ".jpg" else {}))


_px = st.floats(0, 1).map(lambda share: round(share, 3))


@st.composite
def tile_labels(draw: st.DrawFn, number: int, size: tuple[int, int]) -> TileLabel:
    """Any tile inside a picture: convex quads with sides of at least 4 px."""
    w, h = size
    x, y = 5 + (w - 60) * draw(_px), 5 + (h - 60) * draw(_px)
    across, down, skew = 4 + 30 * draw(_px), 4 + 40 * draw(_px), 3 * draw(_px)
    corners = [(x, y + skew), (x + across, y), (x + across, y + down), (x + skew, y + down)]
    outline = draw(st.sampled_from(OUTLINES))
    if outline == "box":
        corners = [(x, y), (x + across, y), (x + across, y + down), (x, y + down)]
    if outline == "quad":
        turn = draw(st.integers(0, 3))
        corners = corners[turn:] + corners[:turn]
    return TileLabel(
        number,
        draw(st.sampled_from(LABEL_CODES)),
        tuple((round(a, 2), round(b, 2)) for a, b in corners),  # type: ignore[arg-type]
        visible=round(draw(_px), 3),
        partly_hidden=draw(st.booleans()),
        outline=outline,
        by=draw(st.sampled_from([None, "person", "model"])),
        confidence=draw(st.none() | _px),
    )


@st.composite
def picture_labels(draw: st.DrawFn, file: str = "a.png", size: tuple[int, int] = (200, 150)):
    """Any picture of up to five tiles."""
    number = draw(st.integers(0, 5))
    return PictureLabel(
        file,
        *size,
        session=draw(st.sampled_from(["", "evening-1"])),
        set=draw(st.none() | st.just("my set")),
        tiles=tuple(draw(tile_labels(i, size)) for i in range(number)),
        loose=tuple(range(0, number, 2)),
        checked=draw(st.booleans()),
        source=draw(st.sampled_from([{}, {"licence": "CC0-1.0"}])),
    )
