"""Plain white faces: white dragons, or backs? Their company and their colour tell."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACE_DOWN
from vision.admission import FOUND_CLEARLY, LIKE, in_line
from vision.grounds import OTHER_HUE, SAME_HUE, Grounds, grounds
from vision.reading import LABELS

WHITE_DRAGONS: Final = 4
"""There are no more in a set of tiles."""

PLAIN: Final = 0.8
"""Probability of a white dragon and a back together from which a tile has no other face."""
UNMISTAKABLE: Final = 0.9
"""Probability from which a white dragon that lies alone is one, not a brick of a wall."""
CLEAR: Final = 0.8
"""Likelihood of one kind from which a tile's ground is what the set's faces are made of."""
EITHER: Final = 0.52
"""Share of a blank that may be either which goes to the white dragon."""
LIGHTER: Final = (-30.0, 55.0)
"""How much lighter than the ground of faces beside it, which are full of ink, a blank may be."""

_BACK: Final = LABELS.index(FACE_DOWN)
_WHITE: Final = LABELS.index("5z")


def told_apart(
    image: NDArray[np.uint8],
    quads: NDArray[np.float32],
    scores: NDArray[np.float32],
    probabilities: NDArray[np.float32],
    embeddings: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Probabilities (N, 44) in which white dragons and backs are told apart by all that is seen.

    Args:
        image: (H, W, 3) uint8 BGR.
        quads: (N, 4, 2) px of tiles, clockwise.
        scores: (N,) the finder's, 0..1.
        probabilities: (N, 44).
        embeddings: (N, D) the classifier's.
    """
    if not (probabilities[:, _WHITE] + probabilities[:, _BACK] >= PLAIN).any():
        return probabilities
    seen = grounds(image, quads)
    judged = judged_by_colour(seen, quads, probabilities)
    return backs_among_blanks(seen, quads, scores, judged, embeddings)


def backs_among_blanks(
    seen: Grounds,
    quads: NDArray[np.float32],
    scores: NDArray[np.float32],
    probabilities: NDArray[np.float32],
    embeddings: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Probabilities (N, 44) in which white dragons of a wall are backs.

    Some sets have white bodies all round: a tile face down looks like a white dragon without a
    frame. Such a row is one of backs if one of its tiles, looking like the others, is known for a
    back, or if there are more blanks than white dragons; so is a blank that lies alone, or at the
    end of a wall, and might be one. A blank beside a tile with a face is left as it is: it lies in
    a hand or in a set. So is one of another colour than backs that are seen clearly, and what is
    not quite blank.

    Args:
        seen: The tiles' grounds.
        quads: (N, 4, 2) px of tiles, clockwise.
        scores: (N,) the finder's, 0..1.
        probabilities: (N, 44).
        embeddings: (N, D) the classifier's.
    """
    first = probabilities.argmax(axis=1)
    white, back = first == _WHITE, first == _BACK
    if not white.any():
        return probabilities
    near = in_line(quads)
    known = back & (probabilities[:, _BACK] >= CLEAR) & (scores >= FOUND_CLEARLY)
    white &= seen.blank & ~_unlike_the_backs(seen, white, known)
    free = ~(near[:, ~white & ~back].any(axis=1))
    unit = embeddings / np.maximum(np.linalg.norm(embeddings, axis=1, keepdims=True), 1e-6)
    linked = near & (unit @ unit.T >= LIKE[0])
    backs = back.copy()
    while True:
        joined = white & free & ~backs & (linked & backs[None]).any(axis=1)
        if not joined.any():
            break
        backs |= joined
    plain = probabilities[:, _WHITE] + probabilities[:, _BACK] >= PLAIN
    unsure = white & free & plain & (probabilities[:, _WHITE] < UNMISTAKABLE)
    backs |= unsure & (~near.any(axis=1) | near[:, back].any(axis=1))
    if ((first == _WHITE) & ~backs).sum() > WHITE_DRAGONS:
        backs |= white & free
    answer = probabilities.copy()
    turned = white & backs
    answer[turned, _BACK] += answer[turned, _WHITE]
    answer[turned, _WHITE] = 0
    return answer


def _unlike_the_backs(
    seen: Grounds, white: NDArray[np.bool_], back: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """(N,) which white dragons have another colour than all backs of the picture."""
    unlike = np.zeros(len(white), bool)
    if not back.any():
        return unlike
    for tile in np.flatnonzero(white):
        off = [seen.differences(int(tile), np.array([b]))[1] for b in np.flatnonzero(back)]
        unlike[tile] = min(off) > OTHER_HUE
    return unlike


def judged_by_colour(
    seen: Grounds, quads: NDArray[np.float32], probabilities: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Probabilities (N, 44) in which blanks that lie beside faces are judged by their colour.

    Nobody can tell a blank white dragon from a white back by the tile alone, and a classifier that
    never saw blank dragons takes them for backs. One of another colour than the faces beside it is
    a back. One of their colour may be either and is left to the layout, unless this set
    is known: its dragons have a frame, or its walls are white.

    Args:
        seen: The tiles' grounds.
        quads: (N, 4, 2) px of tiles, clockwise.
        probabilities: (N, 44).
    """
    plain = probabilities[:, _WHITE] + probabilities[:, _BACK] >= PLAIN
    first = probabilities.argmax(axis=1)
    if not plain.any() or plain.all():
        return probabilities
    faces = ~plain & (probabilities.max(axis=1) >= CLEAR)
    near = in_line(quads)
    known = _framed(seen, plain & (first == _WHITE), probabilities) or _white_backed(
        seen, plain & ~near[:, ~plain].any(axis=1) & (first == _BACK), faces
    )
    answer = probabilities.copy()
    for tile in np.flatnonzero(plain & seen.blank):
        beside = np.flatnonzero(near[tile] & faces)
        if not len(beside):
            continue
        lighter, hue = seen.differences(int(tile), beside)
        both = answer[tile, _WHITE] + answer[tile, _BACK]
        if hue > OTHER_HUE:
            answer[tile, [_WHITE, _BACK]] = 0, both
        elif (
            first[tile] == _BACK
            and not known
            and hue < SAME_HUE
            and LIGHTER[0] < lighter < LIGHTER[1]
        ):
            answer[tile, [_WHITE, _BACK]] = EITHER * both, (1 - EITHER) * both
    return answer


def _framed(seen: Grounds, white: NDArray[np.bool_], probabilities: NDArray[np.float32]) -> bool:
    """Whether a white dragon of this set is surely one and has something drawn on it."""
    return bool((white & ~seen.blank & (probabilities[:, _WHITE] >= CLEAR)).any())


def _white_backed(seen: Grounds, backs: NDArray[np.bool_], faces: NDArray[np.bool_]) -> bool:
    """Whether backs that lie by themselves, as those of a wall, have the colour of the faces."""
    if not backs.any() or not faces.any():
        return False
    others = np.flatnonzero(faces)
    return any(seen.differences(int(tile), others)[1] < SAME_HUE for tile in np.flatnonzero(backs))
