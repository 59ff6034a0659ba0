"""What the network for flowers is trained on: upright patches of flowers, and nothing else."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from scoring.tiles import FLOWERS

pytest.importorskip("torch", reason="needs the train extra")

from scripts.training import train_flowers
from scripts.training.classifier_data import make_pool
from scripts.training.pictures import LabelledPicture
from vision.flower_classifier import SIDE

LEVELS = {"5p": 20, "2f": 120, "7f": 230, "3f": 60}
"""Each tile is a plain square of this grey."""


def picture(known: tuple[bool, ...] = (True,) * 4) -> LabelledPicture:
    image = np.zeros((60, 240, 3), np.uint8)
    quads = []
    for i, level in enumerate(LEVELS.values()):
        image[:, 60 * i : 60 * i + 60] = level
        x = 60.0 * i
        quads.append([[x + 10, 10], [x + 50, 10], [x + 50, 50], [x + 10, 50]])
    return LabelledPicture(
        image, np.array(quads, np.float32), list(LEVELS), np.array(known), True,
        np.ones(4, np.float32), np.zeros((0, 4), np.float32), "made", "made.jpg",
    )  # fmt: skip


def test_only_flowers_are_drawn_and_all_of_them() -> None:
    pool = make_pool(1.0, [picture()], 0.02, 0.8, FLOWERS)
    patches = list(islice(train_flowers.FlowerPatches([pool], seed=3), 60))
    seen = {FLOWERS[label] for _, label in patches}
    assert seen == {"2f", "7f", "3f"}
    assert {tuple(patch.shape) for patch, _ in patches} == {(3, SIDE, SIDE)}
    brightness = {
        code: np.median([float(p.float().mean()) for p, k in patches if FLOWERS[k] == code])
        for code in seen
    }
    assert brightness["3f"] < brightness["2f"] < brightness["7f"]


def test_tiles_whose_up_direction_is_not_known_are_left_out() -> None:
    upright = train_flowers._upright(picture(known=(True, False, True, True)))
    pool = make_pool(1.0, [upright], 0.02, 0.8, FLOWERS)
    assert {upright.codes[t] for _, t in pool.index} == {"7f", "3f"}
