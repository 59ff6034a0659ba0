"""Label files of the project's own form (``labels.jsonl``) as pictures to measure on."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from scripts.evaluation.samples import WHOLE
from scripts.evaluation.truth import SMALLEST_PX, Photo
from vision.geometry import quad_bounds
from vision.labels.codes import NOT_A_TILE, UNKNOWN
from vision.labels.lines import read_labels
from vision.labels.record import PictureLabel, TileLabel
from vision.labels.splits import UNNAMED, session_of


def label_photos(paths: Iterable[Path]) -> tuple[list[Photo], int]:
    """The confirmed pictures of label files (or their folders), and how many are unconfirmed.

    Raises:
        LabelError: A file cannot be read or does not fit.
    """
    photos: list[Photo] = []
    unchecked = 0
    for path in paths:
        folder = path if path.is_dir() else path.parent
        for label in read_labels(path):
            if label.checked:
                photos.append(as_photo(label, folder))
            else:
                unchecked += 1
    return photos, unchecked


def as_photo(label: PictureLabel, folder: Path) -> Photo:
    """A labelled picture as a photograph with boxes.

    What is marked as no tile has no box, so a find there is a false alarm. Tiles that nobody could
    name, that are marked or known to be hidden for the most part, or that are tiny count neither
    way.
    """
    tiles = [t for t in label.tiles if t.code != NOT_A_TILE]
    quads = np.array([t.quad for t in tiles], np.float32).reshape(-1, 4, 2)
    boxes = quad_bounds(quads).reshape(-1, 4)
    wide = (boxes[:, 2:] - boxes[:, :2]).min(axis=1) >= SMALLEST_PX if tiles else []
    return Photo(
        name=label.file,
        path=folder / label.file,
        session=session_of(label),
        fold="",
        kind="labelled",
        source=label.source.get("from", folder.name),
        boxes=boxes,
        codes=tuple(t.code for t in tiles),
        counts=np.array([_counts(t) for t in tiles], bool) & np.array(wide, bool),
        ignore=np.zeros((0, 4), np.float32),
        backs_labelled=True,
        set=label.set or UNNAMED,
    )


def _counts(tile: TileLabel) -> bool:
    return tile.code != UNKNOWN and not tile.partly_hidden and tile.visible >= WHOLE
