"""Which dragon a tile shows, by the colour of its ink: the figure may be the same on all three."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import LABELS
from vision.rectify import PATCH, rectify

RIM: Final = 0.14
"""Share of a patch, on each side, that may show the tile's edge or what lies beside it."""
GROUND: Final = 60.0
"""Percentile of lightness above which a face shows its ground."""
INK: Final = 88.0
"""Percentile of the distance from the ground's colour above which it shows its ink."""
FAINTEST: Final = 25.0
"""Difference of lightness (of 255) between ink and ground that is worth looking at."""
STRONGEST: Final = 2.0
TINT: Final = 4.0
"""Scale of the tints: 1 is a shift in a* or b* of a quarter of the difference in lightness."""
RED: Final = 3.75
"""Evidence, as a logarithm of odds, of a tint of 1 towards red for the red dragon and against the
green one."""
BLUE: Final = 1.5
"""The same towards blue for the white one. Both were chosen on renders that were trained on."""
DRAGON: Final = 0.8
"""Probability of all dragons together from which a tile shows one of them."""
DOUBTFUL: Final = 0.9
"""Share of the likeliest dragon among the three below which the ink is asked."""

_DRAGONS: Final = np.array([LABELS.index(code) for code in ("5z", "6z", "7z")])


def ink_tints(image: NDArray[np.uint8], quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """How red (else green) and how yellow (else blue) the ink of faces is, next to their ground.

    Args:
        image: (H, W, 3) uint8 BGR.
        quads: (N, 4, 2) px.

    Returns:
        (N, 2) float32, -2..2; 0 for black ink, a grey picture and a face without ink.
    """
    rim = round(RIM * PATCH)
    tints = np.zeros((len(quads), 2), np.float32)
    for i, patch in enumerate(rectify(image, quads)[:, rim:-rim, rim:-rim]):
        lab = cv2.cvtColor(np.ascontiguousarray(patch), cv2.COLOR_BGR2LAB)
        lab = lab.reshape(-1, 3).astype(np.float32)
        light = lab[:, 0]
        off = lab - np.median(lab[light >= np.percentile(light, GROUND)], axis=0)
        distance = np.linalg.norm(off * [0.5, 1.0, 1.0], axis=1)
        darker, red, yellow = off[distance >= np.percentile(distance, INK)].mean(axis=0)
        tints[i] = TINT * np.array([red, yellow]) / max(abs(darker), FAINTEST)
    return np.clip(tints, -STRONGEST, STRONGEST)


def dragons_by_ink(
    image: NDArray[np.uint8], quads: NDArray[np.float32], probabilities: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Probabilities (N, 44) in which doubt between dragons heeds the colour of the ink.

    In every set the red dragon is red, the green one green, and the white one blue or black; sets
    of the 1920s have the same figure on all three. Where the classifier is sure, it is believed.

    Args:
        image: (H, W, 3) uint8 BGR.
        quads: (N, 4, 2) px.
        probabilities: (N, 44).
    """
    dragons = probabilities[:, _DRAGONS]
    together = dragons.sum(axis=1)
    asked = np.flatnonzero((together >= DRAGON) & (dragons.max(axis=1) < DOUBTFUL * together))
    if not len(asked):
        return probabilities
    red, yellow = ink_tints(image, quads[asked]).T
    evidence = np.exp(np.stack([-BLUE * yellow, -RED * red, RED * red], axis=1))
    judged = dragons[asked] * evidence
    answer = probabilities.copy()
    answer[np.ix_(asked, _DRAGONS)] = (
        judged / judged.sum(axis=1, keepdims=True) * together[asked, None]
    )
    return answer
