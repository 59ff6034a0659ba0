"""Patches: the right pixels, upright, for small and for very large tiles."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.rectify import MARGIN, PATCH, rectify, turn_patches


def picture_of(quad: np.ndarray, size: tuple[int, int] = (800, 900)) -> np.ndarray:
    """A tile with a red upper left quarter and a blue upper right one, warped to ``quad``."""
    tile = np.full((400, 300, 3), 230, np.uint8)
    tile[:200, :150] = (0, 0, 255)
    tile[:200, 150:] = (255, 0, 0)
    corners = np.array([[0, 0], [300, 0], [300, 400], [0, 400]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
    return cv2.warpPerspective(tile, matrix, size, borderValue=(60, 120, 60))


QUADS = {
    "small": [[100, 100], [118, 101], [117, 126], [99, 125]],
    "tilted": [[300, 200], [380, 230], [340, 330], [255, 300]],
    "large": [[50, 40], [620, 60], [600, 780], [40, 760]],
}


@pytest.mark.parametrize("name", QUADS)
def test_corner_zero_lands_at_the_top_left(name: str) -> None:
    quad = np.array(QUADS[name], np.float32)
    patch = rectify(picture_of(quad), quad[None])[0]
    assert patch.shape == (PATCH, PATCH, 3)
    assert patch[18, 18].argmax() == 2
    assert patch[18, -18].argmax() == 0
    assert patch[-14, 18].min() > 180
    edge = int(MARGIN * PATCH) // 2
    assert patch[edge, PATCH // 2].argmax() == 1


def test_rolling_the_corners_turns_the_patch() -> None:
    quad = np.array(QUADS["tilted"], np.float32)
    image = picture_of(quad)
    upright, turned = rectify(image, np.stack([quad, np.roll(quad, -1, 0)]))
    difference = np.abs(np.rot90(upright).astype(int) - turned)[8:-8, 8:-8]
    assert np.median(difference) <= 3


def test_a_tile_that_leaves_the_picture_still_gives_a_patch() -> None:
    image = np.full((50, 60, 3), 200, np.uint8)
    quad = np.array([[[-20, -20], [30, -20], [30, 40], [-20, 40]]], np.float32)
    assert rectify(image, quad).shape == (1, PATCH, PATCH, 3)


def test_no_quads_no_patches() -> None:
    empty = np.zeros((0, 4, 2), np.float32)
    assert rectify(np.zeros((20, 20, 3), np.uint8), empty).shape == (0, PATCH, PATCH, 3)


@pytest.mark.parametrize("name", QUADS)
@pytest.mark.parametrize("turn", range(4))
def test_turning_a_patch_is_cutting_it_with_rolled_corners(name: str, turn: int) -> None:
    quad = np.array(QUADS[name], np.float32)
    image = cv2.GaussianBlur(picture_of(quad), (0, 0), 2)
    cut = rectify(image, np.roll(quad, -turn, 0)[None])
    turned = turn_patches(rectify(image, quad[None]), np.array([turn]))
    assert np.abs(cut.astype(int) - turned).max() <= 8
    assert np.abs(cut.astype(int) - turned).mean() < 0.3
