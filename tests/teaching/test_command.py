"""``tilescore teach`` and ``--set`` as a user runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from shared import ROOT
from sheets import laid_out

from scripts.rendering.drawn import drawn_design
from vision.teaching.order_rows import ORDER, ORDER_ROWS

HAND = ROOT / "datasets" / "samples" / "hand-in-a-row.jpg"
NAME = "grandmother's"
pytestmark = pytest.mark.skipif(
    not (ROOT / "models" / "classifier.onnx").is_file() or not HAND.is_file(),
    reason="no models or no samples in this checkout",
)


def tilescore(data: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Runs the command with its data in a folder; it must never show a traceback."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8",
           "TILESCORE_DATA": str(data)}  # fmt: skip
    command = [sys.executable, "-m", "vision.app.cli", *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=env)
    assert "Traceback" not in result.stderr, result.stderr
    return result


def save(path: Path, image: np.ndarray) -> Path:
    path.write_bytes(cv2.imencode(".png", image)[1].tobytes())
    return path


@pytest.fixture(scope="module")
def lessons(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A data folder in which a Western set was taught, and the picture that taught it."""
    folder = tmp_path_factory.mktemp("lessons")
    sheet = save(folder / "sheet.png", laid_out(drawn_design(4, "western", True)))
    drawn = folder / "drawn.jpg"
    result = tilescore(folder, "teach", sheet, "--set", NAME, "--annotate", drawn)
    assert result.returncode == 0, result.stderr
    assert f'The set "{NAME}" is taught: ' in result.stdout
    assert drawn.stat().st_size > 10_000
    return folder, sheet


class TestTeaching:
    def test_the_order_is_told_and_drawn(self, tmp_path: Path) -> None:
        out = tmp_path / "order.png"
        result = tilescore(tmp_path, "teach", "--show-order", out)
        assert result.returncode == 0
        assert all(code in result.stdout for code in ORDER)
        assert cv2.imread(str(out)).shape[1] > 1000

    def test_the_order_is_never_drawn_over_a_picture(self, tmp_path: Path) -> None:
        picture = tmp_path / "tiles.png"
        picture.write_bytes(HAND.read_bytes())
        result = tilescore(tmp_path, "teach", "--show-order", picture, "--set", NAME)
        assert result.returncode == 2
        assert "teach PHOTO --set" in result.stderr
        assert picture.read_bytes() == HAND.read_bytes()

    def test_the_tiles_are_shown_by_number(self, lessons: tuple[Path, Path]) -> None:
        folder, sheet = lessons
        result = tilescore(folder, "teach", sheet, "--check", "--json")
        assert result.returncode == 0
        shown: dict[str, Any] = json.loads(result.stdout)
        assert shown["in_order"]
        codes = [tile["code"] for tile in shown["tiles"]]
        assert sum(a == b for a, b in zip(codes, ORDER, strict=False)) >= 40

    def test_fixes_and_bad_fixes(self, lessons: tuple[Path, Path]) -> None:
        folder, sheet = lessons
        good = tilescore(folder, "teach", sheet, "--check", "--json", "--fix", "5=-,3=8f")
        assert good.returncode == 0
        tiles = {t["number"]: t["code"] for t in json.loads(good.stdout)["tiles"]}
        assert 5 not in tiles
        assert tiles[3] == "8f"
        bad = tilescore(folder, "teach", sheet, "--set", "x", "--fix", "77=5p", "--fix", "2:1=5p")
        assert bad.returncode == 1
        assert "no tile 77" in bad.stderr
        assert "no picture 2" in bad.stderr
        assert "x" not in tilescore(folder, "teach", "--list").stdout.split(":")[0]

    def test_a_sideways_picture_without_flowers(self, tmp_path: Path) -> None:
        design = drawn_design(3, "chinese", True)
        sheet = save(tmp_path / "s.png", laid_out(design, ORDER_ROWS[:4], turns=1))
        result = tilescore(tmp_path, "teach", sheet, "--check")
        assert result.returncode == 0
        assert "in 4 rows" in result.stdout
        assert "not there: " in result.stdout

    def test_what_cannot_be_learnt_from(self, tmp_path: Path) -> None:
        blank = save(tmp_path / "blank.png", np.full((480, 640, 3), 90, np.uint8))
        for arguments, status in (
            ((blank, "--set", "x"), 1),
            ((tmp_path / "gone.jpg", "--set", "x"), 1),
            ((HAND,), 2),
            ((), 2),
            ((HAND, "--set", "none"), 2),
        ):
            result = tilescore(tmp_path, "teach", *arguments)
            assert result.returncode == status
            assert result.stderr.count("\n") == 1


class TestTending:
    def test_sets_are_listed_renamed_and_removed(self, lessons: tuple[Path, Path]) -> None:
        folder, _ = lessons
        assert NAME in tilescore(folder, "teach", "--list").stdout
        assert tilescore(folder, "teach", "--rename", NAME, "Ann's").returncode == 0
        listed = json.loads(tilescore(folder, "teach", "--list", "--json").stdout)
        assert listed["set"] == "Ann's"
        assert tilescore(folder, "teach", "--rename", "ann's", NAME).returncode == 0
        gone = tilescore(folder, "teach", "--remove", "nobody's")
        assert gone.returncode == 1
        assert f'taught are "{NAME}"' in gone.stderr

    def test_nothing_taught_yet(self, tmp_path: Path) -> None:
        assert "No set was taught yet" in tilescore(tmp_path, "teach", "--list").stdout


class TestReading:
    def test_a_set_unknown_or_damaged_is_one_sentence(self, tmp_path: Path) -> None:
        unknown = tilescore(tmp_path, "read", HAND, "--set", "Bob's")
        assert unknown.returncode == 1
        assert "none was taught yet" in unknown.stderr
        assert unknown.stderr.count("\n") == 1
        (tmp_path / "sets").mkdir()
        (tmp_path / "sets" / "bob%27s.npz").write_text("?")
        damaged = tilescore(tmp_path, "read", HAND, "--set", "Bob's", "--json")
        assert damaged.returncode == 1
        assert json.loads(damaged.stdout)["errors"][0]["code"] == "damaged_set"
        aside = tilescore(tmp_path, "read", HAND)
        assert aside.returncode == 0
        assert "damaged" in aside.stderr

    def test_the_taught_set_reads_its_own_tiles(self, lessons: tuple[Path, Path]) -> None:
        folder, _ = lessons
        rows = [["8f", "7m", "5z", "7z", "6z", "1s", "4f"], ["3m", "3m", "5p", "6p", "7p", "2z"]]
        picture = laid_out(drawn_design(4, "western", True), rows, seed=9)
        other = save(folder / "other.png", cv2.convertScaleAbs(picture, alpha=0.8, beta=10))
        result = tilescore(folder, "read", other, "--set", NAME, "--json")
        tiles = json.loads(result.stdout)["tiles"]
        assert sorted(t["code"] for t in tiles) == sorted(rows[0] + rows[1])

    def test_another_set_is_read_as_before(self, lessons: tuple[Path, Path]) -> None:
        """The sample shows another design: the taught set is not applied by itself."""
        folder, _ = lessons
        by_itself, without = (
            json.loads(tilescore(folder, "read", HAND, "--json", *options).stdout)
            for options in ((), ("--set", "none"))
        )
        assert by_itself["tiles"] == without["tiles"]
        assert not [w for w in by_itself["warnings"] if w["code"] == "taught_set"]

    def test_its_own_tiles_are_recognised(self, lessons: tuple[Path, Path]) -> None:
        folder, sheet = lessons
        told = json.loads(tilescore(folder, "read", sheet, "--json").stdout)["warnings"]
        assert [w for w in told if w["code"] == "taught_set" and NAME in w["message"]]
