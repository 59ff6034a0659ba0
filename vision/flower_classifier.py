"""Which flower or season a tile shows: a closer second look at the tiles that may be one."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FLOWERS
from vision.errors import VisionError
from vision.onnx_session import OnnxModel
from vision.reading import LABELS
from vision.rectify import rectify

SIDE: Final = 96
"""Side of a patch, px: the numerals are small."""
WEIGHT: Final = 0.4
"""Its say beside the classifier's: it reads numerals better, and knows fewer photographs."""
PERHAPS: Final = 0.3
"""Probability of all flowers together from which a tile is looked at."""
_FLOWERS: Final = np.array([LABELS.index(code) for code in FLOWERS])


class FlowerClassifier:
    """Tells flowers and seasons apart by their numerals, letters and plants.

    Raises:
        VisionError: the model was trained for other labels than this version knows.
    """

    def __init__(self, model: OnnxModel) -> None:
        if tuple(model.json("labels", [])) != FLOWERS:
            raise VisionError("The flower model does not fit this version of tilescore.")
        self.model = model

    def refined(
        self,
        image: NDArray[np.uint8],
        quads: NDArray[np.float32],
        probabilities: NDArray[np.float32],
    ) -> NDArray[np.float32]:
        """Probabilities in which the flowers share what they had as both networks see it.

        How likely a tile is a flower at all stays as it was.

        Args:
            image: (H, W, 3) uint8 BGR.
            quads: (N, 4, 2) px, upright.
            probabilities: (N, 44), in the order of `LABELS`.
        """
        asked = np.flatnonzero(probabilities[:, _FLOWERS].sum(axis=1) >= PERHAPS)
        if not len(asked):
            return probabilities
        answer = probabilities.copy()
        before = probabilities[np.ix_(asked, _FLOWERS)]
        logs = (1 - WEIGHT) * np.log(np.maximum(before, 1e-9))
        logs += WEIGHT * self.look(rectify(image, quads[asked], SIDE))
        shares = np.exp(logs - logs.max(axis=1, keepdims=True))
        shares *= before.sum(axis=1, keepdims=True) / shares.sum(axis=1, keepdims=True)
        answer[np.ix_(asked, _FLOWERS)] = shares
        return answer

    def look(self, patches: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Log probabilities (N, 8) of upright patches (N, 96, 96, 3)."""
        blob = np.ascontiguousarray(patches.transpose(0, 3, 1, 2), np.float32)
        logits = self.model.run(blob)[0]
        highest = logits.max(axis=1, keepdims=True)
        total = np.log(np.exp(logits - highest).sum(axis=1, keepdims=True))
        return np.asarray(logits - highest - total, np.float32)
