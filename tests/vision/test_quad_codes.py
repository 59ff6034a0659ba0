"""Order-free quad codes: the round trip, and that no corner order and no rotation breaks it."""

from __future__ import annotations

import numpy as np
import pytest

from vision.quad_codes import CODE_LENGTH, decode_quads, encode_quads

TILE = np.array([[-0.5, -0.675], [0.5, -0.675], [0.5, 0.675], [-0.5, 0.675]])


def random_quads(count: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    angle = rng.uniform(0, 2 * np.pi, count)
    turn = np.stack([np.cos(angle), -np.sin(angle), np.sin(angle), np.cos(angle)], -1)
    flat = (TILE + rng.uniform(-0.08, 0.08, (count, 4, 2))) * [1, 0.7]
    size = rng.uniform(8, 300, (count, 1, 1))
    return (flat @ turn.reshape(-1, 2, 2) * size + rng.uniform(0, 900, (count, 1, 2))).astype(
        np.float32
    )


def same_up_to_order(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Largest corner distance (N,) under the best of the four corner orders."""
    return np.min([np.abs(np.roll(a, k, 1) - b).max((1, 2)) for k in range(4)], axis=0)


def test_round_trip() -> None:
    quads = random_quads(2000, 1)
    assert same_up_to_order(decode_quads(*encode_quads(quads)), quads).max() < 0.01


def test_every_corner_order_has_the_same_code() -> None:
    quads = random_quads(200, 2)
    _, codes = encode_quads(quads)
    assert codes.shape == (200, CODE_LENGTH)
    for k in range(1, 4):
        np.testing.assert_allclose(encode_quads(np.roll(quads, k, 1))[1], codes, atol=1e-4)


@pytest.mark.parametrize("degrees", [44.9, 45.1, 89.9, 90.1, 134.9, 135.1])
def test_codes_are_continuous_where_corner_orders_jump(degrees: float) -> None:
    def code(angle: float) -> np.ndarray:
        a = np.deg2rad(angle)
        turned = TILE @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
        return encode_quads((40 * turned)[None].astype(np.float32))[1]

    assert np.abs(code(degrees) - code(degrees + 0.1)).max() < 0.01


def test_the_first_corner_is_the_upper_left_one() -> None:
    upright = (30 * TILE + 100)[None].astype(np.float32)
    np.testing.assert_allclose(decode_quads(*encode_quads(np.roll(upright, 2, 1))), upright,
                               atol=1e-3)  # fmt: skip


def test_averaging_codes_of_noisy_quads_finds_the_quad() -> None:
    rng = np.random.default_rng(3)
    a = np.deg2rad(45)
    turned = 40 * TILE @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]])
    noisy = turned + rng.normal(0, 1.5, (400, 4, 2))
    orders = np.stack([np.roll(q, rng.integers(4), 0) for q in noisy]).astype(np.float32)
    centers, codes = encode_quads(orders)
    mean = decode_quads(centers.mean(0)[None], codes.mean(0)[None])
    assert same_up_to_order(mean, turned[None].astype(np.float32)).max() < 0.6


def test_the_training_twin_decodes_alike() -> None:
    torch = pytest.importorskip("torch", reason="the training extra is not installed")
    from scripts.training.finder_loss import decode, encode

    quads = random_quads(300, 4)
    codes = encode(torch.from_numpy(quads))
    maps = torch.cat([torch.zeros(len(quads), 2), codes], -1)
    twin = decode(maps, torch.from_numpy(quads.mean(1))).numpy()
    np.testing.assert_allclose(twin, decode_quads(*encode_quads(quads)), atol=0.05)
