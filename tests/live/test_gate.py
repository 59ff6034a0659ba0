"""Which frames count: a table drawn here, with hands, light and grain."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from scripted import quad_at

from vision.app.live.gate import Gatekeeper, Verdict, cells_of, scale_of

QUADS = [quad_at(k) for k in range(5)]
GRAIN = np.random.default_rng(1).normal(0, 6, (720, 1280)).astype(np.float32)
Frame = np.ndarray


def table(light: float | Frame = 1.0, seed: int = 0) -> Frame:
    """A dark green table with five pale tiles on it and the camera's grain over it."""
    image = np.full((720, 1280, 3), (60, 90, 40), np.float32)
    for quad in QUADS:
        (x0, y0), (x1, y1) = quad.min(0).astype(int), quad.max(0).astype(int)
        image[y0:y1, x0:x1] = (180, 200, 205)
    image *= light
    image += np.roll(GRAIN, 7919 * seed)[..., None]
    return np.clip(image, 0, 255).astype(np.uint8)


def with_arm(image: Frame, right: int) -> Frame:
    """An arm from the left edge as far as ``right`` px."""
    image = image.copy()
    image[290:380, :right] = (110, 140, 200)
    return image


def verdicts(frames: Sequence[Frame], quads: Sequence[Frame] = tuple(QUADS)) -> list[Verdict]:
    gate = Gatekeeper()
    return [gate.judge(cells_of(f), k / 25, quads, scale_of(f)) for k, f in enumerate(frames)]


def test_grain_is_no_motion() -> None:
    assert set(verdicts([table(seed=k) for k in range(8)])) == {Verdict.STILL}


def test_light_that_comes_and_goes_is_no_motion() -> None:
    frames = [table(1 + 0.3 * np.sin(k / 8), seed=k) for k in range(40)]
    assert set(verdicts(frames)) == {Verdict.STILL}


def test_a_lamp_on_the_mains_is_no_motion() -> None:
    rows = np.arange(720)[:, None, None]
    bands = [1 + 0.1 * np.sin(rows / 40 + 2.1 * k) for k in range(12)]
    assert set(verdicts([table(band, seed=k) for k, band in enumerate(bands)])) == {Verdict.STILL}


def test_an_arm_that_comes_is_motion_and_then_an_arm() -> None:
    moving = [with_arm(table(seed=k), 120 + 30 * k) for k in range(6)]
    resting = [with_arm(table(seed=k), 270) for k in range(6, 20)]
    told = verdicts([table(), *moving, *resting])
    assert set(told[2:7]) == {Verdict.MOVING}
    assert set(told[-8:]) == {Verdict.ARM}


def test_the_table_counts_again_when_the_arm_is_gone() -> None:
    frames = [table(), *[with_arm(table(seed=k), 270) for k in range(12)]]
    told = verdicts([*frames, *[table(seed=k) for k in range(20, 24)]])
    assert told[-1] is Verdict.STILL
    assert told[-3] is Verdict.STILL


def test_what_is_put_down_for_good_belongs_to_the_table_in_the_end() -> None:
    frames = [table(), *[with_arm(table(seed=k), 270) for k in range(90)]]
    assert verdicts(frames)[-1] is Verdict.STILL


def test_motion_far_from_the_tiles_does_not_matter() -> None:
    def waving(k: int) -> Frame:
        image = table(seed=k)
        image[60:160, 900 + 20 * k : 1000 + 20 * k] = (110, 140, 200)
        return image

    assert set(verdicts([waving(k) for k in range(8)])) == {Verdict.STILL}
    assert Verdict.MOVING in verdicts([waving(k) for k in range(8)], quads=())


@pytest.mark.parametrize("size", [(480, 640), (1080, 1920), (360, 640)])
def test_any_size_of_frame(size: tuple[int, int]) -> None:
    frame = np.full((*size, 3), 90, np.uint8)
    assert set(verdicts([frame] * 3, quads=())) == {Verdict.STILL}
