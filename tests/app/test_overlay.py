"""The drawn picture."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from readings import reading_of

from vision.errors import OutputError
from vision.frames import Picture, load_picture
from vision.overlay import CONCEALED, DOUBTFUL, draw_reading, save_overlay
from vision.reading import Reading

READING = reading_of({"E": "22p 678s (111z) [9999m] 1f"}, doubtful=[2], loose=["5p"])


def picture(scale: float = 1.0, width: int = 800, height: int = 600) -> Picture:
    image = np.full((round(height * scale), round(width * scale), 3), 90, np.uint8)
    return Picture(image, width, height, scale, "table.jpg")


def has_colour(image: np.ndarray, colour: tuple[int, int, int]) -> bool:
    return bool((np.abs(image.astype(int) - colour).max(axis=-1) < 8).any())


@pytest.mark.parametrize("scale", [1.0, 0.5, 0.25])
def test_groups_are_drawn_where_they_lie(scale: float) -> None:
    source = picture(scale)
    before = source.image.copy()
    drawn = draw_reading(source, READING)
    assert np.array_equal(source.image, before)
    assert drawn.shape == (750, 1000, 3), "small pictures are enlarged"
    factor = 1000 / 800
    left, top = (round(v * factor) for v in READING.tiles[0].quad[0])
    assert has_colour(drawn[top - 4 : top + 5, left : left + 40], CONCEALED)
    left, top = (round(v * factor) for v in READING.tiles[2].quad[0])
    assert has_colour(drawn[top - 4 : top + 5, left : left + 40], DOUBTFUL)
    lowest = max(y for tile in READING.tiles for _, y in tile.quad)
    assert (drawn[round((lowest + 80) * factor) :] == 90).all()


def test_a_picture_without_tiles_stays_as_it_is() -> None:
    drawn = draw_reading(picture(width=1200, height=900), Reading("table.jpg", 1200, 900))
    assert (drawn == 90).all()


@pytest.mark.parametrize("name", ["out.jpg", "OUT.PNG", "麻雀.webp"])
def test_saved_by_suffix(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    save_overlay(path, draw_reading(picture(), READING))
    assert load_picture(path).width == 1000


@pytest.mark.parametrize("name", ["out.txt", "out", "no/such/folder/out.jpg"])
def test_what_cannot_be_written_is_said(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutputError, match=r"written") as caught:
        save_overlay(tmp_path / name, np.zeros((4, 4, 3), np.uint8))
    assert str(caught.value).endswith(".")


def test_labels_stay_inside_the_picture() -> None:
    image = np.zeros((60, 90, 3), np.uint8)
    tiny = Picture(image, 800, 600, 90 / 800, "tiny.jpg")
    assert cv2.countNonZero(draw_reading(tiny, READING)[..., 0]) > 0
