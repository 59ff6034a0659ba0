"""The face designs a scene may use, and how the faces of one physical set vary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from scripts.rendering.artwork import artwork_designs
from scripts.rendering.canvas import FACE_HEIGHT, FACE_WIDTH
from scripts.rendering.drawn import drawn_design

FACE_CODES: tuple[str, ...] = (
    *(f"{n}{s}" for s in "mps" for n in range(1, 10)),
    *(f"{n}z" for n in range(1, 8)),
    *(f"{n}f" for n in range(1, 9)),
)
"""The 42 codes that have a face."""


class Design(Protocol):
    """A set of faces: `face` answers (256, 192, 4) uint8 RGBA, ink on nothing."""

    @property
    def name(self) -> str: ...

    @property
    def licence(self) -> str: ...

    @property
    def committable(self) -> bool: ...

    def face(self, code: str, rng: np.random.Generator) -> NDArray[np.uint8]: ...


def load_designs(drawn: int = 24, committable_only: bool = False, varied: int = 0) -> list[Design]:
    """All artwork found here and ``drawn`` sets of our own (a sixth of them Western, some etched).

    ``varied`` more have figures composed at random: half of them Western, a quarter etched.

    With ``committable_only`` only what pictures in the repository may show: own drawings, CC0,
    OFL and public-domain fonts.
    """
    art = [d for d in artwork_designs() if d.committable or not committable_only]
    own: list[Design] = []
    for seed in range(drawn):
        family = {4: "western", 9: "etching"}.get(seed % 10, "chinese")
        own.append(drawn_design(seed, family, committable_only))
    for seed in range(varied):
        family = ("varied", "western-varied", "etching-varied", "western-varied")[seed % 4]
        own.append(drawn_design(seed, family, committable_only))
    return [*art, *own]


@dataclass(frozen=True, slots=True)
class Wear:
    """How the engraving of one physical set differs from its design."""

    bolder: int
    """Stroke weight: px of dilation (> 0) or erosion (< 0) at face resolution."""
    scale: float
    stretch: float
    hue: float
    saturation: float
    lightness: float
    fade: float
    """Share of the ink that is left (1 = new)."""
    scratches: float
    slack: float
    """Standard deviation of a tile's own offset, as a share of its width."""

    @classmethod
    def sample(cls, rng: np.random.Generator) -> Wear:
        """The wear of some set; most are nearly new."""
        return cls(
            bolder=int(rng.choice([-1, 0, 1, 2], p=[0.05, 0.55, 0.28, 0.12])),
            scale=float(rng.uniform(0.78, 1.06)),
            stretch=float(rng.normal(1, 0.035)),
            hue=float(rng.normal(0, 4)),
            saturation=float(rng.uniform(0.75, 1.25)),
            lightness=float(rng.uniform(0.8, 1.3)),
            fade=float(1 - max(0, rng.normal(0, 0.14))),
            scratches=float(max(0, rng.normal(0, 0.25))),
            slack=float(rng.uniform(0, 0.012)),
        )

    @classmethod
    def none(cls) -> Wear:
        """A new set exactly as designed."""
        return cls(0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0, 0.0)


def worn(face: NDArray[np.uint8], wear: Wear, rng: np.random.Generator) -> NDArray[np.uint8]:
    """``face`` as one tile of a set with ``wear`` shows it: same shape and type."""
    out = _recoloured(face, wear)
    if wear.bolder:
        out = _thickened(out, wear.bolder)
    out = _moved(out, wear, rng)
    if wear.scratches > 0.1 or wear.fade < 0.98:
        out[..., 3] = (out[..., 3] * _ink_left(wear, rng)).astype(np.uint8)
    return out


def _recoloured(face: NDArray[np.uint8], wear: Wear) -> NDArray[np.uint8]:
    hsv = cv2.cvtColor(np.ascontiguousarray(face[..., :3]), cv2.COLOR_RGB2HSV).astype(np.float32)
    hsv[..., 0] = (hsv[..., 0] + wear.hue) % 180
    hsv[..., 1] = np.clip(hsv[..., 1] * wear.saturation, 0, 255)
    hsv[..., 2] = np.clip(hsv[..., 2] * wear.lightness, 0, 255)
    rgb = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2RGB)
    return np.dstack([rgb, face[..., 3]])


def _thickened(face: NDArray[np.uint8], by: int) -> NDArray[np.uint8]:
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * abs(by) + 1,) * 2)
    if by < 0:
        return np.dstack([face[..., :3], cv2.erode(face[..., 3], kernel)])
    solid = face[..., 3:] > 64
    painted = np.where(solid, face[..., :3], 255).astype(np.uint8)
    return np.dstack([cv2.erode(painted, kernel), cv2.dilate(face[..., 3], kernel)])


def _moved(face: NDArray[np.uint8], wear: Wear, rng: np.random.Generator) -> NDArray[np.uint8]:
    premultiplied = face.astype(np.float32)
    premultiplied[..., :3] *= premultiplied[..., 3:] / 255
    dx, dy = rng.normal(0, wear.slack * FACE_WIDTH, 2)
    turn = float(rng.normal(0, wear.slack * 60))
    centre = (FACE_WIDTH / 2, FACE_HEIGHT / 2)
    matrix = cv2.getRotationMatrix2D(centre, turn, wear.scale)
    matrix[0, :2] *= wear.stretch
    matrix[0, 2] = centre[0] * (1 - wear.stretch) + matrix[0, 2] * wear.stretch + dx
    matrix[1, 2] += dy
    moved = cv2.warpAffine(premultiplied, matrix, (FACE_WIDTH, FACE_HEIGHT), flags=cv2.INTER_LINEAR)
    moved[..., :3] *= 255 / np.maximum(moved[..., 3:], 1)
    return np.clip(moved, 0, 255).astype(np.uint8)


def _ink_left(wear: Wear, rng: np.random.Generator) -> NDArray[np.float32]:
    """Share of ink per pixel: patchy fading and fine gaps."""
    patches = cv2.resize(
        rng.random((8, 6), np.float32), (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_CUBIC
    )
    grain = cv2.resize(rng.random((64, 48), np.float32), (FACE_WIDTH, FACE_HEIGHT))
    lost = np.clip(wear.scratches * (patches - 0.55) * 2, 0, 1) * (grain > 0.35)
    return np.clip(wear.fade * (1 - lost), 0, 1).astype(np.float32)
