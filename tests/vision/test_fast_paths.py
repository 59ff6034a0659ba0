"""The fast ways of reading give what the plain ones give."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.frames import load_picture
from vision.reader import Reader
from vision.rectify import rectify
from vision.tile_classifier import softmax

SAMPLES = Path(__file__).resolve().parents[2] / "datasets" / "samples"
MODELS = Path(__file__).resolve().parents[2] / "models"
NAMES = ("hand-in-a-row.jpg", "upside-down.jpg", "from-the-side.jpg")


@pytest.fixture(scope="module")
def reader() -> Reader:
    if not (MODELS / "classifier.onnx").is_file():
        pytest.skip("no models in this checkout")
    return Reader.load(MODELS, threads=1)


@pytest.mark.parametrize("name", NAMES)
def test_looking_twice_only_at_turned_tiles_changes_nothing(reader: Reader, name: str) -> None:
    image = load_picture(SAMPLES / name).image
    quads = np.stack([f.quad for f in reader.finder.find(image)])
    fast = reader.classifier.classify(image, quads)
    blob = rectify(image, quads).transpose(0, 3, 1, 2).astype(np.float32)
    first, turn_logits, _ = reader.classifier.model.run(blob)
    turns = turn_logits.argmax(1)
    upright = np.stack([np.roll(q, -t, 0) for q, t in zip(quads, turns, strict=True)])
    blob = rectify(image, upright).transpose(0, 3, 1, 2).astype(np.float32)
    second = reader.classifier.model.run(blob)[0]
    logits = np.where(turns[:, None] == 0, first, (first + second) / 2)
    plain = softmax(logits / reader.classifier.temperature)
    assert (fast.turns == turns).all()
    assert (fast.probabilities.argmax(1) == plain.argmax(1)).all()
    assert np.abs(fast.probabilities - plain).max() < 0.05
