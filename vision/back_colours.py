"""All tiles of a set have backs of one colour: what looks like a back in another one is none."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACE_DOWN
from vision.admission import CLEAR, FOUND_CLEARLY, in_line
from vision.grounds import OTHER_HUE, grounds
from vision.reading import LABELS

WITNESSES: Final = 3
"""Fewer clear backs than this do not tell the colour of the set's backs."""

_BACK: Final = LABELS.index(FACE_DOWN)


def backs_of_another_set(
    image: NDArray[np.uint8],
    quads: NDArray[np.float32],
    scores: NDArray[np.float32],
    probabilities: NDArray[np.float32],
) -> NDArray[np.bool_]:
    """(N,) which finds look like backs, lie by themselves and are of another colour than the rest.

    A patch of the table between tiles looks like a back, but for its colour. One that lies in a row
    of tiles, or that the finder sees clearly, is left alone.

    Args:
        image: (H, W, 3) uint8 BGR.
        quads: (N, 4, 2) px of tiles, clockwise.
        scores: (N,) the finder's scores, 0..1.
        probabilities: (N, 44).
    """
    odd = np.zeros(len(quads), bool)
    backs = probabilities.argmax(axis=1) == _BACK
    clear = backs & (scores >= FOUND_CLEARLY) & (probabilities[:, _BACK] >= CLEAR)
    faint = backs & (scores < FOUND_CLEARLY)
    if clear.sum() < WITNESSES or not faint.any():
        return odd
    seen = grounds(image, quads[clear | faint])
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
