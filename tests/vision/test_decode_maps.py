"""The finder's decoder on maps built from known quads: what a perfect network would give."""

from __future__ import annotations

import numpy as np
import pytest

from vision.quad_codes import encode_quads
from vision.tile_finder import LOG_SIZE_UNIT, STRIDE, decode_maps

TILE = np.array([[-0.5, -0.675], [0.5, -0.675], [0.5, 0.675], [-0.5, 0.675]])


def maps_of(quads: np.ndarray, cells: tuple[int, int]) -> np.ndarray:
    """(12, h, w) maps as the network is trained to give them."""
    h, w = cells
    maps = np.zeros((12, h, w), np.float32)
    maps[0] = -9
    maps[2] = 4
    centres, codes = encode_quads(quads)
    ys, xs = np.mgrid[:h, :w]
    here = np.stack([xs, ys], -1) * STRIDE + STRIDE / 2
    for quad, centre, code in zip(quads, centres, codes, strict=True):
        right = (quad[1] + quad[2] - quad[0] - quad[3]) / 4
        down = (quad[2] + quad[3] - quad[0] - quad[1]) / 4
        uv = (here - centre) @ np.linalg.inv(np.stack([right, down]))
        inside = np.abs(uv).max(-1) < 1
        heat = np.exp(-(uv**2).sum(-1) / (2 * 0.28**2)).clip(1e-4, 0.99)
        maps[0][inside] = np.log(heat / (1 - heat))[inside]
        maps[3:5, inside] = ((centre - here) / STRIDE)[inside].T
        code = code.copy()
        code[0] -= np.log(LOG_SIZE_UNIT)
        maps[5:, inside] = code[:, None]
    return maps


def row(width: float, count: int, degrees: float, start: tuple[float, float]) -> np.ndarray:
    """A row of touching tiles."""
    a = np.deg2rad(degrees)
    turn = np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    quads = [(TILE + [i, 0]) * width @ turn + start for i in range(count)]
    return np.array(quads, np.float32)


@pytest.mark.parametrize("degrees", [0, 12, 45, 60])
@pytest.mark.parametrize("width", [18, 40, 90])
def test_touching_tiles_come_out_one_by_one(width: float, degrees: float) -> None:
    quads = row(width, 5, degrees, (90, 110))
    found, scores, whole = decode_maps(maps_of(quads, (160, 160)))
    inside = quads[(quads.max((1, 2)) < 600) & (quads.min((1, 2)) > 0)]
    assert len(found) >= len(inside)
    for quad in inside:
        errors = [
            np.abs(np.roll(f, k, 0) - quad).max() for f in found for k in range(4)
        ]  # fmt: skip
        assert min(errors) < 0.02 * width + 0.2
    assert (scores > 0.3).all()
    assert (whole > 0.9).all()


def test_an_empty_map_has_no_tiles() -> None:
    maps = np.full((12, 40, 40), -9, np.float32)
    quads, scores, whole = decode_maps(maps)
    assert quads.shape == (0, 4, 2)
    assert len(scores) == len(whole) == 0
