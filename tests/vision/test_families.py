"""What counts as a tile: one family must be likely, whichever of its members it is."""

from __future__ import annotations

import numpy as np
import pytest

from vision.admission import KNOWN
from vision.reading import LABELS
from vision.tile_classifier import family_masses


@pytest.mark.parametrize(
    ("shares", "is_tile"),
    [
        ({"5p": 0.99}, True),
        ({"1f": 0.25, "3f": 0.2, "6f": 0.3, "8f": 0.15}, True),  # a flower of unknown number
        ({"5z": 0.4, "6z": 0.3, "7z": 0.3}, True),  # a grey print of some dragon
        ({"0z": 0.9}, True),
        ({"6m": 0.5, "7m": 0.45}, True),
        ({"none": 0.95}, False),
        ({"1s": 0.3, "6z": 0.3, "3f": 0.3}, False),  # like nothing in particular
        ({"1z": 0.4, "7z": 0.4}, False),  # a printed character
    ],
)
def test_one_family_must_be_likely(shares: dict[str, float], is_tile: bool) -> None:
    p = np.zeros((1, len(LABELS)), np.float32)
    for code, share in shares.items():
        p[0, LABELS.index(code)] = share
    assert bool(family_masses(p)[0] >= KNOWN) is is_tile


def test_nothing_seen() -> None:
    assert family_masses(np.zeros((0, len(LABELS)), np.float32)).shape == (0,)
