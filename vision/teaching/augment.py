"""Augmentation for training and teaching: lamps, lenses, sensors, codecs, inexact quads."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]


def photometric(image: Image, rng: np.random.Generator, strength: float = 1.0) -> Image:
    """A differently lit, focused, exposed and compressed copy of a BGR image."""
    out = _tone(image, rng, strength)
    if rng.random() < 0.3 * strength:
        out = _light_gradient(out, rng)
    if rng.random() < 0.35 * strength:
        out = _blur(out, rng)
    if rng.random() < 0.4 * strength:
        sigma = rng.uniform(1, 11)
        noise = np.empty(out.shape, np.float32)
        cv2.setRNGSeed(int(rng.integers(1 << 31)))
        cv2.randn(noise, 0, sigma)  # type: ignore[call-overload]
        out = np.clip(out + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.3 * strength:
        quality = int(rng.uniform(25, 90))
        data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        out = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return out


def _tone(image: Image, rng: np.random.Generator, strength: float) -> Image:
    ramp = np.arange(256, dtype=np.float32) / 255
    gamma = np.exp(rng.normal(0, 0.28 * strength))
    gain = np.exp(rng.normal(0, 0.18 * strength)) * np.exp(rng.normal(0, 0.07 * strength, 3))
    lift = rng.normal(0, 0.03 * strength)
    if rng.random() < 0.1 * strength:
        gain = gain * rng.uniform(0.25, 0.7)
    table = np.clip(ramp[:, None] ** gamma * gain[None] + lift, 0, 1) * 255
    out = cv2.LUT(image, table.astype(np.uint8).reshape(256, 1, 3))
    draw = rng.random()
    if draw < 0.08 * strength:
        grey = cv2.cvtColor(out, cv2.COLOR_BGR2GRAY)
        out = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    elif draw < 0.4 * strength:
        grey = cv2.cvtColor(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        mix = rng.uniform(0.4, 1.5)
        out = cv2.addWeighted(out, mix, grey, 1 - mix, 0)
    return np.asarray(out, np.uint8)


def _light_gradient(image: Image, rng: np.random.Generator) -> Image:
    h, w = image.shape[:2]
    corners = rng.uniform(0.5, 1.4, (2, 2)).astype(np.float32)
    field = cv2.resize(corners, (w, h), interpolation=cv2.INTER_LINEAR)
    return np.clip(image * field[..., None], 0, 255).astype(np.uint8)


def _blur(image: Image, rng: np.random.Generator) -> Image:
    if rng.random() < 0.6:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 1.6)), np.uint8)
    length = int(rng.integers(2, 7))
    kernel = np.zeros((length, length), np.float32)
    end = rng.integers(0, length, 4)
    cv2.line(kernel, (int(end[0]), int(end[1])), (int(end[2]), int(end[3])), 1.0)
    total = kernel.sum()
    return np.asarray(cv2.filter2D(image, -1, kernel / total), np.uint8) if total > 0 else image


def rescale_blur(image: Image, rng: np.random.Generator, lowest: float) -> Image:
    """The image as if taken from farther away: reduced to ``lowest``..1 of its size and back."""
    h, w = image.shape[:2]
    k = float(np.exp(rng.uniform(np.log(lowest), 0)))
    small = cv2.resize(image, (max(4, round(w * k)), max(4, round(h * k))),
                       interpolation=cv2.INTER_AREA)  # fmt: skip
    return np.asarray(cv2.resize(small, (w, h), interpolation=cv2.INTER_LINEAR), np.uint8)


def jittered(
    quad: NDArray[np.float32], jitter: float, rng: np.random.Generator
) -> NDArray[np.float32]:
    """A quad as an imperfect finder gives it: shifted, scaled, turned a little, corners off."""
    centre = quad.mean(0)
    right = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
    down = (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    shift = rng.normal(0, jitter * 0.7, 2)
    scale = np.exp(rng.normal(0, jitter * 0.7, 2))
    unit = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
    rest = quad - (centre + unit[:, :1] * right + unit[:, 1:] * down)
    unit = unit * scale + shift + rng.normal(0, jitter * 0.5, (4, 2))
    angle = rng.normal(0, jitter * 0.8)
    unit = unit @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    out = centre + unit[:, :1] * right + unit[:, 1:] * down + rest
    return out.astype(np.float32)
