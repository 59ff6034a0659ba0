"""Pictures of label files as the trainings see them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scripts.training.pictures import LabelledPicture
from scripts.training.pseudo_quads import fit, upright
from vision.app.photos import WANTED_SIDE
from vision.frames import load_picture
from vision.geometry import quad_bounds
from vision.labels.codes import NOT_A_TILE, UNKNOWN
from vision.labels.record import PictureLabel, TileLabel
from vision.labels.splits import session_of
from vision.reader import Reader

HALF_HIDDEN: Final = 0.6
"""Visible share assumed of a tile that is only marked as partly hidden."""
FILLS: Final = 0.8
"""A lone tile with this share of its picture is a picture of a single tile, not of a table."""
Pictures = list[LabelledPicture]
Report = Callable[[str], None]


def load_labelled(labels: Iterable[PictureLabel], folder: Path) -> Pictures:
    """The pictures of some labels, large ones halved until their long side is about 2000 px.

    Raises:
        PictureError: A picture cannot be read.
    """
    return [load_one(label, folder / label.file) for label in labels]


def load_one(label: PictureLabel, path: Path) -> LabelledPicture:
    """One labelled picture; tiles that nobody could name are ignored regions."""
    picture = load_picture(path, wanted_side=WANTED_SIDE)
    tiles = [t for t in label.tiles if t.code != UNKNOWN]
    quads = _quads(label.tiles) * np.float32(picture.scale)
    named = np.array([t.code != UNKNOWN for t in label.tiles], bool)
    return LabelledPicture(
        picture.image,
        quads[named],
        [t.code for t in tiles],
        np.array([t.outline != "box" for t in tiles], bool),
        False,
        np.array([_visible(t) for t in tiles], np.float32),
        quad_bounds(quads[~named]).reshape(-1, 4),
        session_of(label),
        label.file,
        turns=np.array([t.outline == "quad" for t in tiles], bool),
    )


def _quads(tiles: Sequence[TileLabel]) -> NDArray[np.float32]:
    return np.array([t.quad for t in tiles], np.float32).reshape(-1, 4, 2)


def _visible(tile: TileLabel) -> float:
    return min(tile.visible, HALF_HIDDEN) if tile.partly_hidden else tile.visible


def with_quads(pictures: Pictures, reader: Reader) -> tuple[Pictures, int]:
    """Boxes become quads where a finder sees the tile in them; answers how many did.

    Other tools' labels are boxes. Of a turned tile a box says little; what the finder finds there,
    stretched to the box, is close to the truth.
    """
    done, number = [], 0
    for picture in pictures:
        if picture.quad_known.all() or single_tile(picture):
            done.append(picture)
            continue
        quads, _ = fit(reader.finder, picture)
        quads, turned = upright(reader.classifier, picture, quads)
        fitted = np.array([q is not None for q in quads], bool) & ~picture.quad_known
        corners = picture.quads.copy()
        for i in np.flatnonzero(fitted):
            corners[i] = np.array(quads[i], np.float32)
        turns = picture.turns if picture.turns is not None else np.zeros(len(corners), bool)
        done.append(
            replace(picture, quads=corners, quad_known=picture.quad_known | fitted,
                    turns=turns | (fitted & turned))
        )  # fmt: skip
        number += int(fitted.sum())
    return done, number


def single_tile(picture: LabelledPicture) -> bool:
    """Whether a picture shows one tile that fills it, as in a folder per class."""
    if len(picture.quads) != 1:
        return False
    h, w = picture.image.shape[:2]
    x0, y0, x1, y1 = quad_bounds(picture.quads)[0]
    return bool((x1 - x0) * (y1 - y0) >= FILLS * w * h)


def tables(pictures: Pictures) -> Pictures:
    """What a finder learns from: no pictures of lone tiles; what is no tile is background."""
    return [_only_tiles(p) for p in pictures if not single_tile(p)]


def _only_tiles(picture: LabelledPicture) -> LabelledPicture:
    keep = np.array([c != NOT_A_TILE for c in picture.codes], bool)
    if keep.all():
        return picture
    return replace(
        picture, quads=picture.quads[keep], quad_known=picture.quad_known[keep],
        codes=[c for c in picture.codes if c != NOT_A_TILE], visible=picture.visible[keep],
        turns=None if picture.turns is None else picture.turns[keep],
    )  # fmt: skip
