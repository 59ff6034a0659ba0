"""The parts of the benchmark that need no model."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import benchmark
import cv2
import numpy as np
import pytest
from laying import read, row, sightings


def test_a_complete_hand_is_settled_and_another_is_not() -> None:
    assert benchmark.settle(read(sightings(row("123m 456p 789s 11122z"))))
    assert not benchmark.settle(read(sightings(row("123m 456p 789s 1112z"))))


def test_frames_keep_the_whole_picture() -> None:
    image = np.zeros((300, 100, 3), np.uint8)
    image[:, 50:] = 255
    framed = benchmark.letterboxed(image, (1280, 720))
    assert framed.shape == (720, 1280, 3)
    assert (framed[:, 0] == 0).all()
    assert (framed[:, -1] == 255).all()


def test_a_sample_becomes_twelve_megapixels(tmp_path: Path) -> None:
    small = tmp_path / "small.png"
    cv2.imwrite(str(small), np.full((60, 80, 3), 99, np.uint8))
    large = benchmark.enlarged(small, tmp_path)
    assert cv2.imread(str(large)).shape == (3024, 4032, 3)


def test_the_command_is_timed_on_its_own() -> None:
    seconds, megabytes = benchmark.command("--version")
    assert 0 < seconds < 60
    assert megabytes is None or 5 < megabytes < 2000


def test_without_models_there_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = tmp_path / "x.png"
    cv2.imwrite(str(photo), np.zeros((8, 8, 3), np.uint8))
    assert benchmark.main([str(photo), "--models", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("\n") == 1


def test_the_table_is_one_of_four_hands_and_about_sixty_tiles() -> None:
    one, table = benchmark.sample(), benchmark.sample(players=4)
    assert one != table
    labels = map(json.loads, (benchmark.SAMPLES / "labels.jsonl").read_text("utf-8").splitlines())
    tiles = next(len(label["tiles"]) for label in labels if label["file"] == table.name)
    assert 50 <= tiles <= 75


def test_a_rival_that_is_not_installed_is_left_out(tmp_path: Path) -> None:
    assert benchmark.time_rival(str(tmp_path / "python"), [tmp_path / "x.jpg"], 1) is None
    assert benchmark.time_rival(sys.executable, [tmp_path / "x.jpg"], 1) is None


def test_stages_are_medians() -> None:
    runs = [{"find": 1.0}, {"find": 9.0}, {"find": 2.0}]
    assert benchmark.medians(runs) == {"find": 2.0}
