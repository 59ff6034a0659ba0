"""Drawn pictures agree with their truth."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from rendered_scenes import BODY, lopsided_face, overhead, scene_of

from scripts.rendering.bulk import BulkJob, Studio
from scripts.rendering.poses import face_down, lying, standing
from scripts.rendering.raster import Rasteriser
from scripts.rendering.scene import PlacedTile
from scripts.rendering.truth import labels

pytestmark = pytest.mark.render


def rectified(image: np.ndarray, quad: list[list[float]]) -> np.ndarray:
    target = np.array([[0, 0], [192, 0], [192, 256], [0, 256]], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(quad, np.float32), target)
    return cv2.warpPerspective(image.mean(axis=2), matrix, (192, 256))


def likeness(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.corrcoef(a.ravel(), b.ravel())[0, 1])


@pytest.mark.parametrize("stands", [False, True])
@pytest.mark.parametrize("turn_deg", [0, 35])
def test_faces_are_neither_mirrored_nor_turned(
    rasteriser: Rasteriser, stands: bool, turn_deg: int
) -> None:
    make = standing if stands else lying
    tile = PlacedTile("1m", make(BODY, 0, 0, np.deg2rad(turn_deg)))
    scene = scene_of([tile], overhead(6, 25 if stands else 70))
    drawn = rasteriser.draw(scene)
    truth = labels(scene, drawn.ids, drawn.sides, "a.jpg", "t")["tiles"][0]
    seen = rectified(drawn.image, truth["quad"])
    wanted = 255.0 - lopsided_face()[..., 3]
    others = [wanted[:, ::-1], wanted[::-1], wanted[::-1, ::-1]]
    assert likeness(seen, wanted) > 0.8
    assert likeness(seen, wanted) > max(likeness(seen, o) for o in others) + 0.3


def test_quads_outline_what_is_drawn(rasteriser: Rasteriser) -> None:
    tiles = [
        PlacedTile("1m", lying(BODY, -1.5, 0, 0.4)),
        PlacedTile("2m", face_down(BODY, 1.5, 0.2, -0.3)),
    ]
    scene = scene_of(tiles, overhead(7, 55))
    drawn = rasteriser.draw(scene)
    for i, tile in enumerate(labels(scene, drawn.ids, drawn.sides, "a.jpg", "t")["tiles"]):
        inside = np.zeros(drawn.ids.shape, np.uint8)
        cv2.fillPoly(inside, [np.rint(np.array(tile["quad"])).astype(np.int32)], 1)
        shown = (drawn.ids == i + 1) & (drawn.sides > 0)
        both = (inside > 0) & shown
        assert both.sum() / ((inside > 0) | shown).sum() > 0.93
        assert tile["visible"] > 0.95
        assert tile["code"] == ("1m", "0z")[i]


def test_hidden_tiles_are_known_to_be_hidden(rasteriser: Rasteriser) -> None:
    front = PlacedTile("1m", standing(BODY, 0, 0))
    behind = PlacedTile("2m", standing(BODY, 0, 1.0), "hand", 0)
    half = PlacedTile("3m", standing(BODY, 0.5, 2.0))
    scene = scene_of([front, behind, half], overhead(9, 4))
    drawn = rasteriser.draw(scene)
    shares = {
        t["code"]: t["visible"]
        for t in labels(scene, drawn.ids, drawn.sides, "a.jpg", "t")["tiles"]
    }
    assert shares["1m"] > 0.95
    assert shares["2m"] < 0.25
    assert 0.2 < shares["3m"] < 0.8


@pytest.mark.usefixtures("fonts", "rasteriser")
def test_bulk_pictures_follow_from_seed_and_number(tmp_path: Path) -> None:
    job = BulkJob(tmp_path, 10, 4, size=(320, 240), sets=5)
    first, again = Studio(job), Studio(job)
    for index in (3, 7):
        truth = first.make(index)
        one = (tmp_path / truth["file"]).read_bytes()
        assert again.make(index) == truth
        assert (tmp_path / truth["file"]).read_bytes() == one
        for tile in truth["tiles"]:
            assert 0 <= tile["visible"] <= 1
            assert np.isfinite(tile["quad"]).all()
