"""Plain white faces: white dragons, or the white backs of a wall? Their company tells."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACE_DOWN
from vision.admission import LIKE, in_line
from vision.reading import LABELS

WHITE_DRAGONS: Final = 4
"""There are no more in a set of tiles."""

_BACK: Final = LABELS.index(FACE_DOWN)
_WHITE: Final = LABELS.index("5z")


def backs_among_blanks(
    quads: NDArray[np.float32],
    probabilities: NDArray[np.float32],
    embeddings: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Probabilities (N, 44) in which white dragons of a wall are backs.

    Some sets have white bodies all round: a tile face down looks like a white dragon without a
    frame. Such a row is one of backs if one of its tiles, looking like the others, is known for a
    back, or if there are more blanks than white dragons. A blank beside a tile with a face is left
    as it is: it lies in a hand or in a set.

    Args:
        quads: (N, 4, 2) px of tiles, clockwise.
        probabilities: (N, 44).
        embeddings: (N, D) the classifier's.
    """
    first = probabilities.argmax(axis=1)
    white, back = first == _WHITE, first == _BACK
    if not white.any():
        return probabilities
    near = in_line(quads)
    free = ~(near[:, ~white & ~back].any(axis=1))
    unit = embeddings / np.maximum(np.linalg.norm(embeddings, axis=1, keepdims=True), 1e-6)
    linked = near & (unit @ unit.T >= LIKE[0])
    backs = back.copy()
    while True:
        joined = white & free & ~backs & (linked & backs[None]).any(axis=1)
        if not joined.any():
            break
        backs |= joined
    if (white & ~backs).sum() > WHITE_DRAGONS:
        backs |= white & free
    answer = probabilities.copy()
    turned = white & backs
    answer[turned, _BACK] += answer[turned, _WHITE]
    answer[turned, _WHITE] = 0
    return answer
