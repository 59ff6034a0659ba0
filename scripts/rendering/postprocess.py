"""What a camera does to light: exposure, blur, noise, colour casts, JPEG."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Optics:
    """The faults of one exposure; lengths in px of the finished picture."""

    exposure: float
    contrast: float
    balance: tuple[float, float, float]
    vignette: float
    blur: float
    depth_blur: float
    focus: float
    """Relative depth in focus (1 = the middle of the scene)."""
    motion: float
    motion_deg: float
    noise: float
    chroma_noise: float
    sharpen: float
    jpeg: int
    grey: bool
    crevices: float

    @classmethod
    def sample(cls, rng: np.random.Generator) -> Optics:
        """Some phone's or webcam's exposure; most are fair."""
        warmth, tint = rng.normal(0, 0.09), rng.normal(0, 0.04)
        poor = rng.random() < 0.3
        return cls(
            exposure=float(np.exp(rng.normal(0.0, 0.22)) * (0.35 if rng.random() < 0.07 else 1.0)),
            contrast=float(rng.uniform(0.85, 1.3)),
            balance=(float(1 + warmth), float(1 + tint), float(1 - warmth)),
            vignette=float(max(0, rng.normal(0.08, 0.12))),
            blur=float(abs(rng.normal(0, 0.9 if poor else 0.35))),
            depth_blur=float(rng.uniform(0.5, 3.0)) if rng.random() < 0.25 else 0.0,
            focus=float(rng.normal(1.0, 0.08)),
            motion=float(rng.uniform(1, 5)) if rng.random() < 0.12 else 0.0,
            motion_deg=float(rng.uniform(0, 180)),
            noise=float(abs(rng.normal(0, 0.03 if poor else 0.012))),
            chroma_noise=float(abs(rng.normal(0, 0.012 if poor else 0.004))),
            sharpen=float(rng.uniform(0, 1.0)) if rng.random() < 0.4 else 0.0,
            jpeg=int(rng.integers(35, 75) if poor else rng.integers(75, 97)),
            grey=bool(rng.random() < 0.03),
            crevices=float(rng.uniform(0.3, 1.0)),
        )

    @classmethod
    def clean(cls) -> Optics:
        """A good camera."""
        return cls(
            1.0, 1.05, (1.0, 1.0, 1.0), 0.06, 0.2, 0, 1, 0, 0, 0.006, 0.002, 0.3, 92, False, 0.7
        )

    def as_json(self) -> dict[str, Any]:
        """The values as plain JSON."""
        return asdict(self)


def exposed(
    light: NDArray[np.float32],
    depth: NDArray[np.float32],
    optics: Optics,
    rng: np.random.Generator,
) -> NDArray[np.uint8]:
    """The picture (H, W, 3) uint8 BGR of linear ``light`` (H, W, 3) RGB."""
    image = light * (optics.exposure * np.asarray(optics.balance, np.float32))
    image = _vignetted(image, optics.vignette)
    image = _defocused(image, depth, optics)
    if optics.motion > 1:
        image = cv2.filter2D(image, -1, _motion_kernel(optics.motion, optics.motion_deg))
    image = _noisy(image, optics, rng)
    image = 1 - np.exp(-1.25 * np.maximum(image, 0))
    tone = np.power(np.clip(image, 0, 1), 1 / 2.0)
    tone = np.clip(0.5 + (tone - 0.5) * optics.contrast, 0, 1)
    out = np.ascontiguousarray((tone[..., ::-1] * 255).astype(np.uint8))
    if optics.sharpen:
        soft = cv2.GaussianBlur(out, (0, 0), 1.2)
        out = cv2.addWeighted(out, 1 + optics.sharpen, soft, -optics.sharpen, 0)
    if optics.grey:
        out = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    return out


def _vignetted(image: NDArray[np.float32], strength: float) -> NDArray[np.float32]:
    h, w = image.shape[:2]
    y, x = np.linspace(-1, 1, h)[:, None], np.linspace(-1, 1, w)[None]
    return image * (1 - strength * (x * x + y * y) / 2).astype(np.float32)[..., None]


def _defocused(
    image: NDArray[np.float32], depth: NDArray[np.float32], optics: Optics
) -> NDArray[np.float32]:
    out = image
    if optics.blur > 0.25:
        out = cv2.GaussianBlur(out, (0, 0), optics.blur)
    if optics.depth_blur > 0:
        known = depth[depth > 0]
        middle = float(np.median(known)) * optics.focus if known.size else 1.0
        off = np.clip(np.abs(np.where(depth > 0, depth, middle * 3) / middle - 1) * 4, 0, 1)
        off = cv2.GaussianBlur(off.astype(np.float32), (0, 0), 2)[..., None]
        strong = cv2.GaussianBlur(out, (0, 0), optics.depth_blur)
        out = out * (1 - off) + strong * off
    return out


def _motion_kernel(length: float, angle_deg: float) -> NDArray[np.float32]:
    side = int(np.ceil(length)) | 1
    kernel = np.zeros((side, side), np.float32)
    a = np.deg2rad(angle_deg)
    half = np.array([np.cos(a), np.sin(a)]) * length / 2
    middle = side // 2
    start, end = middle - half, middle + half
    cv2.line(kernel, (round(start[0]), round(start[1])), (round(end[0]), round(end[1])), 1.0, 1)
    return kernel / max(kernel.sum(), 1e-6)


def _noisy(
    image: NDArray[np.float32], optics: Optics, rng: np.random.Generator
) -> NDArray[np.float32]:
    h, w = image.shape[:2]
    if optics.noise > 0.002:
        grain = rng.standard_normal((h, w, 1), np.float32)
        image = image + grain * optics.noise * np.sqrt(np.maximum(image, 0.01))
    if optics.chroma_noise > 0.002:
        blotches = rng.standard_normal((h // 2 + 1, w // 2 + 1, 3), np.float32)
        blotches = cv2.resize(blotches, (w, h))
        image = image + blotches * optics.chroma_noise * 2
    return image
