"""How many keys and clicks the labelling page asks of a person for one picture.

The costs are those of the page's keyboard (vision/app/label_page/static/keys.js): a number and a
suit or one letter name a tile, a full stop takes the model's next guess, a click selects.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACE_DOWN
from scripts.evaluation.matching import match
from scripts.evaluation.truth import Photo
from vision.geometry import FloatArray, box_iou, quad_bounds, quad_centers

SELECT: Final = 1
DELETE: Final = 1
INSERT: Final = 1
"""Takes the finder's nearest proposal that has no tile yet."""
DRAW: Final = 3
"""The key and two clicks."""
CONFIRM: Final = 1
SINGLE_KEYS: Final = frozenset({"1z", "2z", "3z", "4z", "5z", "6z", "7z", FACE_DOWN, "none"})
ON_IT: Final = 0.5
"""IoU from which a proposal is on a tile."""


@dataclass(frozen=True, slots=True)
class Work:
    """What one picture, or several, cost.

    Attributes:
        tiles: that count.
        renaming, deleting, adding: actions to correct what the model proposed.
        confirming: actions to say that a picture is right.
        scratch: actions without any proposal, confirming included.
    """

    tiles: int = 0
    renaming: int = 0
    deleting: int = 0
    adding: int = 0
    confirming: int = 0
    scratch: int = 0

    def __add__(self, other: Work) -> Work:
        names = self.__slots__
        return Work(*(getattr(self, name) + getattr(other, name) for name in names))

    @property
    def correcting(self) -> int:
        """Actions to correct the proposals."""
        return self.renaming + self.deleting + self.adding


def naming_keys(code: str) -> int:
    """Keys that name a tile.

    >>> naming_keys("5p"), naming_keys("1z")
    (2, 1)
    """
    return 1 if code in SINGLE_KEYS else 2


def renaming_keys(code: str, alternatives: Sequence[str]) -> int:
    """Keys that rename a selected tile, the model's next guesses being one key each.

    >>> renaming_keys("5p", ["4p", "6p"]), renaming_keys("6p", ["6p"])
    (2, 1)
    """
    guesses = list(alternatives).index(code) + 1 if code in alternatives else 9
    return min(naming_keys(code), guesses)


def work_on(photo: Photo, proposal: Mapping[str, Any]) -> Work:
    """What correcting a proposal costs, and what the picture would cost from scratch.

    Args:
        photo: The truth.
        proposal: As `vision.app.label_page.reading.propose` answers.
    """
    tiles = proposal["label"]["tiles"]
    quads = np.array([t["quad"] for t in tiles], np.float32).reshape(-1, 4, 2)
    found = match(quads, [t["code"] for t in tiles], photo)
    guesses = {int(i): [code for code, _ in g] for i, g in proposal["alternatives"].items()}
    renaming = sum(
        SELECT + renaming_keys(photo.codes[j], guesses.get(tiles[i]["id"], []))
        for i, j in found.pairs.items()
        if photo.counts[j] and tiles[i]["code"] != photo.codes[j]
    )
    kept = np.array([q for i, q in enumerate(quads) if i not in found.false], np.float32)
    finds = _unused(np.array(proposal["finds"], np.float32), kept)
    counted = [code for code, counts in zip(photo.codes, photo.counts, strict=True) if counts]
    return Work(
        tiles=len(counted),
        renaming=renaming,
        deleting=(SELECT + DELETE) * len(found.false),
        adding=sum(
            _placing(photo.boxes[j], finds, kept) + naming_keys(photo.codes[j])
            for j in found.missed
        ),
        confirming=CONFIRM,
        scratch=CONFIRM + sum(DRAW + naming_keys(code) for code in counted),
    )


def _unused(finds: FloatArray, quads: FloatArray) -> FloatArray:
    """The finder's proposals (N, 4, 2) on which no tile lies."""
    finds = finds.reshape(-1, 4, 2)
    if not len(finds) or not len(quads):
        return finds
    overlap = box_iou(quad_bounds(finds), quad_bounds(quads.reshape(-1, 4, 2)))
    return finds[overlap.max(axis=1) < ON_IT]


def _placing(box: NDArray[np.float32], finds: FloatArray, quads: FloatArray) -> int:
    """Selecting the nearest tile and inserting, if that hits the missing one; else drawing."""
    if not len(finds) or not len(quads):
        return DRAW
    middle = (box[:2] + box[2:]) / 2
    centers = quad_centers(quads.reshape(-1, 4, 2))
    here = centers[np.linalg.norm(centers - middle, axis=1).argmin()]
    nearest = np.linalg.norm(quad_centers(finds) - here, axis=1).argmin()
    hit = box_iou(quad_bounds(finds[nearest])[None], box[None])[0, 0] >= ON_IT
    return SELECT + INSERT if hit else DRAW
