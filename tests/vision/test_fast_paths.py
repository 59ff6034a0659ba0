"""The fast ways of reading give what the plain ones give."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from vision.frames import load_picture
from vision.reader import FLOWERS_FILE, Reader
from vision.rectify import rectify
from vision.tile_classifier import TileClassifier, softmax
from vision.tile_finder import TileFinder

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
    fast = TileClassifier(reader.classifier.model).classify(image, quads)  # flowers looked at once
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


@pytest.mark.parametrize("size", [(97, 131), (640, 480), (33, 700)])
def test_the_finders_input_is_the_padded_picture(size: tuple[int, int]) -> None:
    image = np.random.default_rng(5).integers(0, 256, (*size, 3), np.uint8)
    blob, (width, height) = TileFinder.blob(image, 1.0)
    assert (height, width) == size
    padded = np.full((-(-height // 32) * 32, -(-width // 32) * 32, 3), 114, np.uint8)
    padded[:height, :width] = image
    assert blob.dtype == np.float32
    assert (blob[0] == padded.transpose(2, 0, 1)).all()


@pytest.mark.slow
def test_eight_bit_models_read_the_same_tiles_in_the_same_places(
    reader: Reader, tmp_path: Path
) -> None:
    pytest.importorskip("onnx", reason="needs the train extra")
    pytest.importorskip("sympy", reason="needs the train extra")
    from scripts.training import quantize

    files = [SAMPLES / name for name in ("sets-behind.jpg", "harr-two-sets.jpg", *NAMES[1:])]
    inputs = quantize.calibration_inputs(MODELS, files)
    shutil.copyfile(MODELS / FLOWERS_FILE, tmp_path / FLOWERS_FILE)
    for name, blobs in zip(("finder", "classifier"), inputs, strict=True):
        if reader.finder.model.json("quantized", None):
            pytest.skip("the models are in 8 bits already")
        quantize.quantize(MODELS / f"{name}.onnx", tmp_path / f"{name}.onnx", blobs)
    small = Reader.load(tmp_path, threads=1)
    for name in NAMES:
        picture = load_picture(SAMPLES / name)
        plain, fast = reader.read(picture).tiles, small.read(picture).tiles
        assert sorted(t.code for t in plain) == sorted(t.code for t in fast)
        quads = np.array([t.quad for t in plain]), np.array([t.quad for t in fast])
        # A six of dots looks the same upside down: which corner comes first may differ.
        turned = np.stack([np.roll(quads[1], k, 1) for k in range(4)])
        gap = np.abs(quads[0][:, None, None] - turned[None]).max((3, 4))
        gap = gap.min((1, 2))
        sides = np.linalg.norm(quads[0] - np.roll(quads[0], -1, 1), axis=2).min(1)
        assert (gap < 0.2 * sides).all()  # processors without 8-bit products round more
