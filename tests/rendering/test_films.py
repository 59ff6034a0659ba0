"""Films: every tile comes once, the light wanders, and the truth tells when the table is still."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from rendered_scenes import BODY, HAND, overhead, scene_of

from scripts.rendering.film_script import Shot, shots_of, steps_of
from scripts.rendering.layouts import HandStyle, place_hand
from scripts.rendering.postprocess import Optics
from scripts.rendering.scene import Scene
from scripts.rendering.video import FilmStudio, Story, two_lights

FPS = 10.0


@pytest.fixture
def scene() -> Scene:
    tiles = place_hand(BODY, HAND, HandStyle.tidy("behind"), 0, np.random.default_rng(1))
    return scene_of(tiles, replace(overhead(26.0), width=320, height=240))


def shots(scene: Scene) -> tuple[list[list[int]], list[Shot]]:
    rng = np.random.default_rng(2)
    steps = steps_of(scene.tiles, rng)
    return steps, shots_of(steps, scene, (0.0, 1.0), FPS, rng)


def test_every_tile_is_laid_once_and_the_hand_comes_last(scene: Scene) -> None:
    steps, _ = shots(scene)
    laid = [i for step in steps for i in step]
    assert sorted(laid) == list(range(len(scene.tiles)))
    assert [len(step) for step in steps[-3:]] == [1, 1, 1]
    assert {scene.tiles[i].role for i in laid[-5:]} == {"hand"}
    for step in steps:
        assert len({(scene.tiles[i].role, scene.tiles[i].group) for i in step}) == 1


def test_stages_grow_and_the_table_is_still_in_the_end(scene: Scene) -> None:
    steps, told = shots(scene)
    stages = [shot.stage for shot in told]
    assert stages == sorted(stages)
    assert set(stages) == set(range(len(steps) + 1))
    still = 1 + max(i for i, shot in enumerate(told) if shot.laying)
    assert all(shot.stage == len(steps) for shot in told[still:])
    assert all(shot.arm is None for shot in told[still : still + round(1.2 * FPS)])
    assert any(shot.arm is not None for shot in told[still:])
    assert all(shot.arm is None for shot in told[-round(1.0 * FPS) :])


def test_the_light_never_jumps(scene: Scene) -> None:
    mixes = np.array([shot.mix for shot in shots(scene)[1]])
    assert (mixes >= 0).all()
    assert np.abs(mixes.sum(axis=1) - 1).max() < 0.06
    assert np.abs(np.diff(mixes, axis=0)).max() < 0.2


def test_the_second_light_stands_elsewhere(scene: Scene) -> None:
    first, second = (light.lamps[0].towards for light in two_lights(scene.lighting))
    assert np.linalg.norm(second) == pytest.approx(1)
    assert float(np.dot(first, second)) < 0.99


@pytest.mark.usefixtures("rasteriser")
def test_a_film(scene: Scene) -> None:
    story = Story("film", 3, scene, Optics.clean(), True, FPS)
    frames, truth = FilmStudio().film(story)
    shown = list(frames)
    assert len(shown) == truth["frames"]
    assert {frame.shape for frame in shown} == {(240, 320, 3)}
    still = truth["still_from"]
    change = (
        np.abs(shown[still].astype(int) - shown[0]).mean(),
        np.abs(shown[still].astype(int) - shown[still + 1]).mean(),
    )
    assert change[0] > 3 * change[1]
    assert truth["deal"]["winner"] == "E"
    assert len(truth["tiles"]) == len(scene.tiles)
