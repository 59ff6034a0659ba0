"""Finds that look like tiles but are parts of tiles, told twice, or patches of the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACE_DOWN
from vision.admission import CLEAR, FOUND_CLEARLY, in_line
from vision.geometry import quad_centers, side_lengths
from vision.grounds import OTHER_HUE, grounds
from vision.reading import LABELS
from vision.tile_classifier import family_masses

WITNESSES: Final = 3
"""Fewer clear backs than this do not tell the colour of the set's backs."""
TWICE: Final = 0.5
"""Share of the smaller quad that two finds of one tile have in common."""
SMALL_PART: Final = 0.6
"""Share of a tile's area below which a find in the middle of it is a part of its face."""
MOST_PARTS: Final = 2
"""Finds inside a tile; what holds more is no tile with something on it."""
CUT_AWAY: Final = 0.38
"""Share of a tile beyond the picture's edge from which its face cannot be told."""

_BACK: Final = LABELS.index(FACE_DOWN)


@dataclass(frozen=True, slots=True, eq=False)
class Finds:
    """What was found on a picture and what the classifier says of it.

    Attributes:
        image: (H, W, 3) uint8 BGR.
        quads: (N, 4, 2) px, clockwise.
        scores: (N,) the finder's scores, 0..1.
        probabilities: (N, 44) in the order of `vision.reading.LABELS`.
    """

    image: NDArray[np.uint8]
    quads: NDArray[np.float32]
    scores: NDArray[np.float32]
    probabilities: NDArray[np.float32]

    def only(self, which: NDArray[np.bool_]) -> Finds:
        """Some of them."""
        return Finds(self.image, self.quads[which], self.scores[which], self.probabilities[which])


def backs_of_another_set(finds: Finds) -> NDArray[np.bool_]:
    """(N,) which finds look like backs, lie by themselves and are of another colour than the rest.

    A patch of the table between tiles looks like a back, but for its colour. One that lies in a row
    of tiles, or that the finder sees clearly, is left alone.
    """
    quads, scores, probabilities = finds.quads, finds.scores, finds.probabilities
    odd = np.zeros(len(quads), bool)
    backs = probabilities.argmax(axis=1) == _BACK
    clear = backs & (scores >= FOUND_CLEARLY) & (probabilities[:, _BACK] >= CLEAR)
    faint = backs & (scores < FOUND_CLEARLY)
    if clear.sum() < WITNESSES or not faint.any():
        return odd
    seen = grounds(finds.image, quads[clear | faint])
    places = np.flatnonzero(clear | faint)
    witnesses = np.flatnonzero(clear[places])
    hues = [seen.differences(int(w), witnesses)[1] for w in witnesses]
    if max(hues) > OTHER_HUE:
        return odd  # two sets, or coloured lamps
    beside = in_line(quads)
    for place, tile in enumerate(places):
        if faint[tile] and not beside[tile].any():
            odd[tile] = seen.differences(place, witnesses)[1] > OTHER_HUE
    return odd


def told_twice(finds: Finds) -> NDArray[np.bool_]:
    """(N,) which finds lie to a good part on a clearer one that shows the same.

    Quads of two tiles overlap a little where one hides the other; that both show the same as well
    is a tile found twice.
    """
    quads, scores = finds.quads, finds.scores
    first = finds.probabilities.argmax(axis=1)
    reach = side_lengths(quads).max(axis=1)
    middles = quad_centers(quads)
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    near = (apart < (reach[:, None] + reach[None]) / 2) & (first[:, None] == first[None])
    twice = np.zeros(len(quads), bool)
    for one, other in np.argwhere(np.triu(near, 1)):
        if not (twice[one] or twice[other]):
            common, _ = cv2.intersectConvexConvex(quads[one], quads[other])
            least = min(abs(cv2.contourArea(quads[one])), abs(cv2.contourArea(quads[other])))
            if common > TWICE * least:
                twice[one if scores[one] < scores[other] else other] = True
    return twice


def part_of_another(finds: Finds) -> NDArray[np.bool_]:
    """(N,) which finds are a part of a known tile's face, as the flower on it that looks like dots.

    What lies around more than `MOST_PARTS` finds swallows none of them.
    """
    quads = finds.quads
    clear = family_masses(finds.probabilities) >= CLEAR
    area = np.array([abs(cv2.contourArea(q)) for q in quads], np.float32)
    inside = np.zeros((len(quads), len(quads)), bool)
    small = area[:, None] < SMALL_PART * area[None]
    middles = quad_centers(quads)
    for part, tile in np.argwhere(small & clear[None]):
        point = (float(middles[part, 0]), float(middles[part, 1]))
        inside[part, tile] = cv2.pointPolygonTest(quads[tile], point, False) > 0
    inside[:, inside.sum(axis=0) > MOST_PARTS] = False
    return np.asarray(inside.any(axis=1), bool)


def cut_off_and_alone(finds: Finds) -> NDArray[np.bool_]:
    """(N,) which tiles reach far beyond the picture's edge and lie in no row with another one.

    Of such a tile too little is seen to name it: a six may be the rest of a nine. In a row it may
    belong to somebody and stays; `vision.doubt` calls it doubtful there.
    """
    height, width = finds.image.shape[:2]
    picture = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    cut = np.zeros(len(finds.quads), bool)
    for tile, quad in enumerate(finds.quads):
        if quad.min() < 0 or (quad > picture[2]).any():
            seen, _ = cv2.intersectConvexConvex(quad, picture)
            cut[tile] = seen < (1 - CUT_AWAY) * abs(cv2.contourArea(quad))
    return np.asarray(cut & ~in_line(finds.quads).any(axis=1), bool) if cut.any() else cut


REJECTIONS: Final[tuple[Callable[[Finds], NDArray[np.bool_]], ...]] = (
    backs_of_another_set,
    told_twice,
    part_of_another,
    cut_off_and_alone,
)
"""Each answers (N,) which finds are no tiles of their own; in this order."""


def rejected(finds: Finds) -> NDArray[np.bool_]:
    """(N,) which of the finds that were admitted are no tiles after all."""
    left = np.ones(len(finds.quads), bool)
    for reject in REJECTIONS:
        left[left] = ~reject(finds.only(left))
    return ~left
