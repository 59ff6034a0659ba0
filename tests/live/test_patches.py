"""What patches tell without a network."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.app.live.patches import glare, likeness, prints_of, sharpness

RNG = np.random.default_rng(3)


def tile(code: int) -> np.ndarray:
    """A pale face with marks of its own, (64, 64, 3) uint8 BGR."""
    face = np.full((64, 64, 3), (170, 200, 210), np.uint8)
    for x, y in np.random.default_rng(code).integers(12, 52, (5, 2)):
        cv2.circle(face, (int(x), int(y)), 6, (40, 60, 150), -1)
    return face


def likeness_of(a: np.ndarray, b: np.ndarray) -> float:
    return float(likeness(prints_of(a[None]), prints_of(b[None]))[0])


@pytest.mark.parametrize("light", [0.6, 0.8, 1.2])
def test_light_and_grain_do_not_change_a_print(light: float) -> None:
    face = tile(1)
    lit = np.clip(face * light + RNG.normal(0, 4, face.shape), 0, 255).astype(np.uint8)
    assert likeness_of(face, lit) > 0.95


def test_another_tile_is_not_alike() -> None:
    assert likeness_of(tile(1), tile(2)) < 0.6


def test_blank_tiles_are_alike() -> None:
    blank = np.full((64, 64, 3), 200, np.uint8)
    grainy = np.clip(blank + RNG.normal(0, 2, blank.shape), 0, 255).astype(np.uint8)
    assert likeness_of(blank, grainy) > 0.9


def test_sharpness_falls_with_blur_and_not_with_the_light() -> None:
    face = tile(1)
    soft = cv2.GaussianBlur(face, (0, 0), 3)
    dark = (face * 0.5).astype(np.uint8)
    sharp, blurred, dim = sharpness(np.stack([face, soft, dark]))
    assert blurred < 0.3 * sharp
    assert dim == pytest.approx(sharp, rel=0.1)


def test_glare_is_what_is_blown_out() -> None:
    face = tile(1)
    shiny = face.copy()
    shiny[20:40, 20:46] = 255
    none, some = glare(np.stack([face, shiny]))
    assert none == 0
    assert some == pytest.approx(20 * 26 / 52**2)


def test_of_nothing_comes_nothing() -> None:
    empty = np.zeros((0, 64, 64, 3), np.uint8)
    assert prints_of(empty).shape == (0, 256)
    assert sharpness(empty).shape == glare(empty).shape == (0,)
