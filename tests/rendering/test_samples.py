"""The committed pictures: complete truth, deals that score, and scenes that can be made again."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import cv2
import numpy as np
import pytest
from shared import ROOT

from scoring import score_deal
from scripts.rendering.samples import SAMPLES, sample_scene
from scripts.rendering.truth import seen_tile

FOLDER = ROOT / "datasets" / "samples"
TRUTHS: list[dict[str, Any]] = [
    json.loads(line) for line in (FOLDER / "labels.jsonl").read_text(encoding="utf-8").splitlines()
]
each_sample = pytest.mark.parametrize("truth", TRUTHS, ids=lambda t: str(t["file"]))


def test_they_are_all_here_and_small() -> None:
    assert [t["file"] for t in TRUTHS] == [f"{s.name}.jpg" for s in SAMPLES]
    assert sum(p.stat().st_size for p in FOLDER.iterdir()) <= 2_500_000


@each_sample
def test_truth_is_complete(truth: dict[str, Any]) -> None:
    height, width = cv2.imread(str(FOLDER / truth["file"])).shape[:2]
    assert (width, height) == (truth["width"], truth["height"])
    owned = Counter(truth["loose"])
    for player in truth["players"]:
        owned.update([*player["concealed"], *player["flowers"]])
        for group in player["sets"]:
            owned.update(group["tiles"])
            assert len(group["codes"]) == len(group["tiles"])
    assert owned == Counter(t["id"] for t in truth["tiles"])
    for tile in truth["tiles"]:
        quad = np.array(tile["quad"])
        assert (quad >= 0).all()
        assert (quad <= [width, height]).all()
        assert min(np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)) >= 24


@each_sample
def test_deals_score(truth: dict[str, Any]) -> None:
    deal = truth["deal"]
    if deal is None:
        assert truth["file"] == "not-yet-won.jpg"
        return
    settlement = score_deal(deal)
    assert sum(settlement["net"].values()) == 0
    assert settlement["complete"] == (len(truth["players"]) == 4)


@pytest.mark.usefixtures("fonts")
@pytest.mark.parametrize("place", [0, 8, 17, 20])
def test_scenes_can_be_made_again(place: int) -> None:
    scene = sample_scene(SAMPLES[place])
    quads = [seen_tile(scene.camera, scene.body, t).quad for t in scene.tiles]
    committed = [t["quad"] for t in TRUTHS[place]["tiles"]]
    assert np.array(quads) == pytest.approx(np.array(committed), abs=0.02)
