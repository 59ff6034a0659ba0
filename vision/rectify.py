"""Cut a tile out of a picture: the one crop code, for reading and for training alike."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

PATCH = 64
"""Usual side of a patch, px."""
MARGIN = 0.08
"""Share of the patch that lies outside the quad on each side."""


def rectify(
    image: NDArray[np.uint8], quads: NDArray[np.float32], side: int = PATCH
) -> NDArray[np.uint8]:
    """Patches (N, side, side, 3) BGR of quads (N, 4, 2) px; corner 0 lands at the top left."""
    patches = np.empty((len(quads), side, side, 3), np.uint8)
    for i, quad in enumerate(np.asarray(quads, np.float32)):
        patches[i] = _patch(image, quad, side)
    return patches


def turn_patches(patches: NDArray[np.uint8], turns: NDArray[np.intp]) -> NDArray[np.uint8]:
    """Patches (N, 64, 64, 3) as if cut with each quad's corners rolled back ``turns`` (N,) times.

    A patch is square and its margins are equal, so that rolling the corners samples the same places
    in another order; the picture need not be warped again.
    """
    return np.stack([np.rot90(p, int(t)) for p, t in zip(patches, turns, strict=True)])


def _patch(
    image: NDArray[np.uint8], quad: NDArray[np.float32], side: int
) -> NDArray[np.uint8]:
    short = float(np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1).min())
    if short > 1.7 * side:
        image, quad = _reduced(image, quad, side / short)
    m = MARGIN * side
    inner = np.array([[m, m], [side - m, m], [side - m, side - m], [m, side - m]], np.float32)
    # Pixel centres lie at integers for warpPerspective, at halves for quads.
    matrix = cv2.getPerspectiveTransform(quad - 0.5, inner - 0.5)
    return np.asarray(
        cv2.warpPerspective(
            image, matrix, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        ),
        np.uint8,
    )


def _reduced(
    image: NDArray[np.uint8], quad: NDArray[np.float32], scale: float
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """The quad's neighbourhood reduced by area averaging, so that a large tile does not alias."""
    h, w = image.shape[:2]
    pad = 0.2 * float(np.ptp(quad, axis=0).max())
    x0, y0 = np.clip(np.floor(quad.min(0) - pad), 0, [w - 1, h - 1]).astype(int)
    x1, y1 = np.clip(np.ceil(quad.max(0) + pad), [x0 + 1, y0 + 1], [w, h]).astype(int)
    part = image[y0:y1, x0:x1]
    size = (max(1, round((x1 - x0) * scale)), max(1, round((y1 - y0) * scale)))
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA)
    factor = np.array([size[0] / (x1 - x0), size[1] / (y1 - y0)], np.float32)
    return np.asarray(small, np.uint8), (quad - np.array([x0, y0], np.float32)) * factor
