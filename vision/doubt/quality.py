"""What the picture itself makes hard to read: tiles too small, blurred, or under glare.

The limits were set by looking at about 500 ordinary photographs and at some of them blurred,
reduced and lit on purpose. Of the same 500, 3 get a warning from here; no others were kept apart
to check it on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACE_DOWN
from vision.geometry import side_lengths
from vision.reading import Reading, TileReading, Warning_
from vision.rectify import rectify

Image = NDArray[np.uint8]

SMALLEST_PX: Final = 14.0
"""Width of a tile, px of the picture as it is read, below which to move closer.

A cautious choice: of 15 pictures reduced to 13 px all were still read exactly, at 10 px 14.
"""
EASY_PX: Final = 22.0
"""Width to aim at when moving closer."""
DISTANCES: Final = (
    (0.4, "a third of"),
    (0.58, "half"),
    (0.71, "two thirds of"),
    (1.0, "three quarters of"),
)
"""The share of the distance that would do, up to which share of the wanted width."""

SHARP: Final = 0.055
"""Sharpness (see `sharpness`) below which a picture is blurred.

Ordinary photographs were above 0.075. Blurred by 0.07 tile widths they came to 0.03 to 0.04, and 13
of 29 were misread; blurred by 0.04 they came to 0.04 to 0.07, and one of 29 was.
"""
SHARP_TILE: Final = 0.05
"""Edge energy of one doubtful tile below which its own blur is to blame."""
CONTRAST: Final = 10.0
"""Standard deviation of grey values below which a face shows too little to judge its edges."""
FEWEST: Final = 3
"""Faces from which on a picture can be called blurred."""
LOOKED_AT: Final = 12
"""Faces that are judged, spread over all."""
BLOWN_OUT: Final = 250
"""A pixel whose darkest colour is at least this shows nothing but light."""
GLARE: Final = 0.1
"""Share of a doubtful face that must be blown out beyond what is usual in the picture."""
_INSIDE: Final = slice(6, -6)
_SOBEL_UNIT: Final = 8.0
_NOISE: Final = 25.0
"""Variance of grey values that plain paper has."""


def inspected(reading: Reading, image: Image, scale: float) -> Reading:
    """The reading with warnings of what the picture makes hard to read.

    Args:
        reading: as it was read.
        image: (H, W, 3) BGR, the picture it was read from.
        scale: px of ``image`` per px of the reading's coordinates.
    """
    own = {t for p in reading.players for t in p.tiles}
    tiles = [t for t in reading.tiles if t.id in own and t.code != FACE_DOWN]
    if not tiles:
        return reading
    width = _width(tiles) * scale
    warnings = list(_small(width, image)) or list(_unclear(reading, tiles, image, scale))
    return replace(reading, warnings=(*reading.warnings, *warnings)) if warnings else reading


def _width(tiles: Sequence[TileReading]) -> float:
    quads = np.array([t.quad for t in tiles], np.float32)
    return float(np.median(side_lengths(quads).min(axis=1)))


def _small(width: float, image: Image) -> Iterator[Warning_]:
    if width >= SMALLEST_PX:
        return
    share = next(words for most, words in DISTANCES if width / EASY_PX <= most)
    yield Warning_(
        "small_tiles",
        f"The tiles are only {width:.0f} pixels wide on a picture of {image.shape[1]}: "
        f"move closer, {share} the distance would do.",
    )


def _unclear(
    reading: Reading, tiles: Sequence[TileReading], image: Image, scale: float
) -> Iterator[Warning_]:
    """Blur and glare; few tiles are looked at, so that it costs next to nothing."""
    step = -(-len(tiles) // LOOKED_AT)
    looked = [t for k, t in enumerate(tiles) if k % step == 0 or t.id in reading.doubtful]
    quads = np.array([t.quad for t in looked], np.float32) * np.float32(scale)
    patches = rectify(image, quads)
    doubtful = np.array([t.id in reading.doubtful for t in looked])
    edges = edge_tensors(patches)
    sharp = sharpness(edges)
    if sharp is not None and sharp < SHARP:
        yield Warning_(
            "blur", "The picture is blurred: hold the camera still, in more light, and focus."
        )
    elif blurred := _ids(looked, doubtful & (np.trace(edges, axis1=1, axis2=2) < SHARP_TILE)):
        yield Warning_("blur", "A doubtful tile is blurred: take the picture again.", blurred)
    light = glare(patches)
    if lit := _ids(looked, doubtful & (light - np.median(light) > GLARE)):
        yield Warning_(
            "glare",
            "Light is reflected by a doubtful tile: move the lamp or the camera a little.",
            lit,
        )


def _ids(tiles: Sequence[TileReading], chosen: NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(t.id for t, is_chosen in zip(tiles, chosen, strict=True) if is_chosen)


def edge_tensors(patches: Image) -> NDArray[np.float64]:
    """(N, 2, 2) how steep edges are in each direction, for faces (N, 64, 64, 3) BGR.

    The mean outer product of the gradient, per 1/64 of a tile, relative to the variance: a blur of
    the same share of a tile gives the same for tiles of any size and contrast. NaN where a face
    shows too little.
    """
    tensors = np.full((len(patches), 2, 2), np.nan)
    for i, patch in enumerate(patches):
        grey = cv2.extractChannel(patch, 1)[_INSIDE, _INSIDE]
        spread = float(cv2.meanStdDev(grey)[1][0, 0])
        if spread >= CONTRAST:
            slopes = [cv2.Sobel(grey, cv2.CV_32F, *way).ravel() for way in ((1, 0), (0, 1))]
            square = np.stack(slopes) @ np.stack(slopes).T / grey.size
            tensors[i] = square / (_SOBEL_UNIT**2 * (spread**2 + _NOISE))
    return tensors


def sharpness(tensors: NDArray[np.float64]) -> float | None:
    """How steep the edges of many faces are in the direction in which they are least so.

    Strokes run in every direction on many faces taken together, a shaken camera smears one. None
    where fewer than `FEWEST` faces show enough.
    """
    shown = tensors[~np.isnan(tensors[:, 0, 0])]
    return 2 * float(np.linalg.eigvalsh(shown.mean(axis=0))[0]) if len(shown) >= FEWEST else None


def glare(patches: Image) -> NDArray[np.float32]:
    """(N,) share of each patch (64, 64, 3) that is blown out, 0..1."""
    inner = patches[:, _INSIDE, _INSIDE] >= BLOWN_OUT
    white = inner[..., 0] & inner[..., 1] & inner[..., 2]
    return np.asarray(white.mean(axis=(1, 2)), np.float32)
