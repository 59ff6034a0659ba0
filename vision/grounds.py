"""What colour the ground of a tile's face is, and whether anything is drawn on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.rectify import PATCH, rectify

RIM: Final = 0.2
"""Share of a patch, on each side, that may show the tile's edge or what lies beside it."""
GROUND: Final = 60.0
"""Percentile of lightness above which a face shows its ground rather than its ink."""
SAME_HUE: Final = 9.0
"""Distance in a*b* (of 255) below which two grounds are of one material; photographed blank
dragons and the faces beside them are closer than 6.3 in 99 of 100 pairs."""
OTHER_HUE: Final = 16.0
"""The same above which they are not."""
DRAWN_ON: Final = 14.0
"""Standard deviation of lightness, of 255, above which a face is not blank."""


@dataclass(frozen=True, slots=True, eq=False)
class Grounds:
    """Colours of N faces.

    Attributes:
        colours: (N, 3) float32 CIE L*a*b* as OpenCV scales it to 0..255.
        blank: (N,) whether nothing is drawn on the face.
    """

    colours: NDArray[np.float32]
    blank: NDArray[np.bool_]

    def differences(self, tile: int, others: NDArray[np.intp]) -> tuple[float, float]:
        """How much lighter, and how far off in hue and saturation, a tile is than some others."""
        off = self.colours[tile] - np.median(self.colours[others], axis=0)
        return float(off[0]), float(np.hypot(off[1], off[2]))


def grounds(image: NDArray[np.uint8], quads: NDArray[np.float32]) -> Grounds:
    """The grounds of the quads (N, 4, 2) px of a BGR picture."""
    rim = round(RIM * PATCH)
    inner = rectify(image, quads)[:, rim:-rim, rim:-rim]
    colours = np.zeros((len(quads), 3), np.float32)
    blank = np.zeros(len(quads), bool)
    for i, patch in enumerate(inner):
        lab = cv2.cvtColor(np.ascontiguousarray(patch), cv2.COLOR_BGR2LAB).reshape(-1, 3)
        light = lab[:, 0]
        colours[i] = np.median(lab[light >= np.percentile(light, GROUND)], axis=0)
        blank[i] = light.std() < DRAWN_ON
    return Grounds(colours, blank)
