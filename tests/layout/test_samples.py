"""The committed pictures: who holds what, from their true quads and codes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scripts.evaluation.samples import groups_right, hand_size, sample_labels
from vision.hand_builder import build_reading
from vision.layout.options import LayoutOptions
from vision.reading import Sighting, probabilities_of

SAMPLES = Path(__file__).resolve().parents[2] / "datasets" / "samples"
LABELS = sample_labels(SAMPLES) if (SAMPLES / "labels.jsonl").is_file() else []


@pytest.mark.parametrize("label", LABELS, ids=[label["file"] for label in LABELS])
def test_every_sample_is_grouped_exactly_and_without_doubt(label: dict) -> None:  # type: ignore[type-arg]
    seen = [
        Sighting(np.array(t["quad"], np.float32), probabilities_of(t["code"]))
        for t in label["tiles"]
    ]
    reading = build_reading(
        seen,
        file=label["file"],
        width=label["width"],
        height=label["height"],
        options=LayoutOptions(hand_size=hand_size(label)),
    )
    assert groups_right(label, reading)
    assert reading.doubtful == ()
    assert reading.changes == ()
