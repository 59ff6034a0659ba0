"""Labels falsified at random, and how many of them the review brings up first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scripts.evaluation.matching import box_quads
from scripts.evaluation.truth import Photo
from vision.frames import load_picture
from vision.labels.codes import UNKNOWN
from vision.labels.review import judge
from vision.reader import Reader
from vision.reading import LABELS, NOT_A_TILE

SIDE: Final = 2000
"""px, the long side at which the page judges labels."""
TILES: Final = tuple(code for code in LABELS if code != NOT_A_TILE)


@dataclass(frozen=True, slots=True, eq=False)
class Labelled:
    """True labels with what the model says of each.

    Attributes:
        codes: of the N tiles.
        probabilities: (N, 44).
    """

    codes: tuple[str, ...]
    probabilities: NDArray[np.float32]


def look_at(reader: Reader, photos: Sequence[Photo]) -> Labelled:
    """Has every counted tile of some pictures named."""
    codes: list[str] = []
    rows = [np.zeros((0, len(LABELS)), np.float32)]
    for photo in photos:
        wanted = [j for j in np.flatnonzero(photo.counts) if photo.codes[j] != UNKNOWN]
        picture = load_picture(photo.path, wanted_side=SIDE)
        quads = box_quads(photo.boxes[wanted]) * np.float32(picture.scale)
        rows.append(reader.classifier.classify(picture.image, quads).probabilities)
        codes += [photo.codes[j] for j in wanted]
    return Labelled(tuple(codes), np.concatenate(rows))


def flipped(
    codes: Sequence[str], share: float, draw: np.random.Generator
) -> tuple[list[str], NDArray[np.intp]]:
    """The codes with a share of them replaced by any other tile's, and which."""
    number = round(share * len(codes))
    which = draw.choice(len(codes), size=number, replace=False)
    changed = list(codes)
    for i in map(int, which):
        others = [code for code in TILES if code != codes[i]]
        changed[i] = others[int(draw.integers(len(others)))]
    return changed, which


def brought_up(
    labelled: Labelled, share: float, looked_at: float, draw: np.random.Generator
) -> tuple[int, int]:
    """How many of the labels flipped are among the most suspicious, and how many were flipped.

    Args:
        labelled: The true labels.
        share: Of the labels that are flipped, 0..1.
        looked_at: Share of all labels that a person looks at, the most suspicious first, 0..1.
        draw: Which are flipped, and to what.
    """
    codes, which = flipped(labelled.codes, share, draw)
    suspicion = np.array([
        judge(row, code).suspicion
        for row, code in zip(labelled.probabilities, codes, strict=True)
    ])  # fmt: skip
    first = np.argsort(-suspicion, kind="stable")[: round(looked_at * len(codes))]
    return len(np.intersect1d(first, which)), len(which)
