"""Small, blurred and glaring pictures are said to be so; ordinary ones are not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from scripts.evaluation.samples import sample_labels
from vision.doubt.quality import edge_tensors, glare, inspected, sharpness
from vision.frames import Picture, load_picture
from vision.geometry import side_lengths
from vision.hand_builder import build_reading
from vision.reading import Reading, Sighting, probabilities_of

SAMPLES = Path(__file__).resolve().parents[2] / "datasets" / "samples"
LABELS = sample_labels(SAMPLES) if (SAMPLES / "labels.jsonl").is_file() else []
FILES = ("hand-in-a-row.jpg", "sets-behind.jpg", "hand-standing.jpg")


def sample(file: str, certainty: float = 1.0) -> tuple[Picture, Reading, float]:
    """A sample, its true reading and its tiles' width in px of the picture."""
    label = next(label for label in LABELS if label["file"].endswith(file))
    picture = load_picture(SAMPLES / label["file"], wanted_side=2000)
    quads = np.array([t["quad"] for t in label["tiles"]], np.float32)
    seen = [
        Sighting(quad, probabilities_of(t["code"], certainty))
        for quad, t in zip(quads, label["tiles"], strict=True)
    ]
    size = (picture.width, picture.height)
    reading = build_reading(seen, file=label["file"], width=size[0], height=size[1])
    width = float(np.median(side_lengths(quads).min(axis=1))) * picture.scale
    return picture, replace(reading, warnings=()), width


def said(reading: Reading, image: np.ndarray, scale: float) -> list[tuple[str, tuple[int, ...]]]:
    """Codes and tiles of the warnings."""
    return [(w.code, w.tiles) for w in inspected(reading, image, scale).warnings]


@pytest.mark.parametrize("label", LABELS, ids=[label["file"] for label in LABELS])
def test_ordinary_pictures(label: dict) -> None:  # type: ignore[type-arg]
    picture, reading, _ = sample(label["file"])
    assert said(reading, picture.image, picture.scale) == []


@pytest.mark.parametrize("file", FILES)
def test_a_blurred_picture(file: str) -> None:
    picture, reading, width = sample(file)
    blurred = cv2.GaussianBlur(picture.image, (0, 0), 0.08 * width)
    assert said(reading, blurred, picture.scale) == [("blur", ())]


@pytest.mark.parametrize("file", FILES)
def test_a_shaken_picture(file: str) -> None:
    picture, reading, width = sample(file)
    way = round(0.4 * width)
    shaken = cv2.blur(picture.image, (way, 1))
    assert ("blur", ()) in said(reading, shaken, picture.scale)


def test_one_blurred_tile() -> None:
    picture, reading, width = sample("sets-behind.jpg")
    tile = reading.players[0].concealed[3]
    around = np.round(np.array(reading.tiles[tile].quad) * picture.scale).astype(int)
    (x0, y0), (x1, y1) = around.min(axis=0), around.max(axis=0)
    image = picture.image.copy()
    image[y0:y1, x0:x1] = cv2.GaussianBlur(image, (0, 0), 0.1 * width)[y0:y1, x0:x1]
    assert said(reading, image, picture.scale) == []
    doubted = replace(reading, doubtful=(tile,))
    assert said(doubted, image, picture.scale) == [("blur", (tile,))]


def test_glare_on_a_doubtful_tile() -> None:
    picture, reading, width = sample("hand-in-a-row.jpg")
    tile = reading.players[0].concealed[5]
    middle = np.array(reading.tiles[tile].quad).mean(axis=0) * picture.scale
    image = picture.image.copy()
    cv2.circle(image, tuple(round(v) for v in middle), round(0.3 * width), (255, 255, 255), -1)
    assert said(reading, image, picture.scale) == []
    doubted = replace(reading, doubtful=(tile,))
    assert ("glare", (tile,)) in said(doubted, image, picture.scale)


@pytest.mark.parametrize(
    ("wide", "words"),
    [(30, None), (13, "two thirds of the distance"), (10, "half the distance"), (8, "a third of")],
)
def test_tiles_too_small(wide: int, words: str | None) -> None:
    picture, reading, width = sample("hand-in-a-row.jpg")
    by = wide / width
    small = cv2.resize(picture.image, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)
    warnings = inspected(reading, small, picture.scale * by).warnings
    assert [w.code for w in warnings] == ["small_tiles"] * (words is not None)
    if words:
        assert f"only {wide} pixels wide" in warnings[0].message
        assert words in warnings[0].message


def test_sharpness_is_told_in_tile_widths_whatever_the_contrast() -> None:
    face = np.full((64, 64, 3), 200, np.uint8)
    face[20:44, 20:44] = 40
    soft, pale = cv2.GaussianBlur(face, (0, 0), 5), face // 2 + 100
    shaken = cv2.blur(face, (25, 1))
    sharp, softened, as_sharp, smeared = (
        sharpness(edge_tensors(np.stack([f] * 3))) for f in (face, soft, pale, shaken)
    )
    assert sharp is not None
    assert softened is not None
    assert smeared is not None
    assert sharp > 2 * softened
    assert sharp > 2 * smeared
    assert as_sharp == pytest.approx(sharp, rel=0.05)
    blank = np.full((3, 64, 64, 3), 230, np.uint8)
    assert sharpness(edge_tensors(blank)) is None


def test_nothing_to_inspect() -> None:
    empty = build_reading([], file="x", width=100, height=100)
    image = np.zeros((100, 100, 3), np.uint8)
    assert inspected(empty, image, 1.0) is empty
    none = np.zeros((0, 64, 64, 3), np.uint8)
    assert len(edge_tensors(none)) == len(glare(none)) == 0
