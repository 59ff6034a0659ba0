"""What the picture of a tile tells without a network: whether it changed, is sharp, has glare."""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.doubt.quality import glare

Patches = NDArray[np.uint8]
"""(N, 64, 64, 3) uint8 BGR from `vision.rectify`."""

FLAT: Final = 3.0
"""Standard deviation below which a patch is compared as if it had at least this much."""


def prints_of(patches: Patches) -> NDArray[np.float32]:
    """(N, 256) of mean 0 and length 1: the product of two is 1 for the same tile in any light."""
    greens = [cv2.extractChannel(patch, 1) for patch in patches]
    cells = [cv2.resize(green, (16, 16), interpolation=cv2.INTER_AREA) for green in greens]
    small = np.asarray(cells, np.float32).reshape(len(patches), 256)
    small -= small.mean(axis=1, keepdims=True)
    spread = np.maximum(small.std(axis=1, keepdims=True), FLAT)
    return np.asarray(small / (spread * np.sqrt(small.shape[1])), np.float32)


def likeness(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    """(N,) how alike patches are by their prints, (N, 256) each; two blank ones are alike."""
    apart = np.square(a - b).sum(axis=1)
    return np.asarray(1 - apart / 2, np.float32)


def sharpness(patches: Patches) -> NDArray[np.float32]:
    """(N,) strength of the finest detail against all detail; only to be compared with itself."""
    values = np.empty(len(patches), np.float32)
    for i, patch in enumerate(patches):
        grey = cv2.extractChannel(patch, 1)
        _, fine = cv2.meanStdDev(cv2.Laplacian(grey, cv2.CV_16S))
        _, coarse = cv2.meanStdDev(grey)
        values[i] = float(fine[0, 0]) ** 2 / (float(coarse[0, 0]) ** 2 + 25.0)
    return values


__all__ = ["Patches", "glare", "likeness", "prints_of", "sharpness"]
