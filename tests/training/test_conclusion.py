"""From finished models to a verdict, a card and an installation: needs no torch."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tiny_labels import MODELS, options, tiny_set

from scripts.evaluation.statistics import Share
from scripts.training import run
from scripts.training.comparing import Figures, Row, Verdict
from scripts.training.install import PREVIOUS, install, user_folder
from scripts.training.run_plan import NETS, TrainingError, make_plan

RECORD = {"samples": 1000, "spent": 60.0, "early": True, "start": "held out 1.0", "end": "0.5"}
RESULTS: dict[str, Any] = {
    "date": "2026-01-01", "start": "shipped", "nets": dict.fromkeys(NETS, RECORD),
    "calibration": {"fitted": False, "temperature": 0.8, "why": "not fitted: too few"},
    "replayed": {"rendered scenes": 7},
}  # fmt: skip


def figures(errors: int, tiles: int = 100) -> Figures:
    """Figures with so many errors."""
    right = Share(tiles - errors, tiles)
    return Figures(10, errors, right, right, right, Share(10 - min(errors, 10), 10))


def verdict(before: int, after: int) -> Verdict:
    """One tracked set."""
    return Verdict((Row("set x", figures(before), figures(after)),))


@pytest.mark.parametrize(
    ("made", "may", "said"),
    [
        (verdict(9, 3), True, "Better: 3 errors in place of 9"),
        (verdict(3, 3), True, "No better and no worse"),
        (verdict(3, 4), False, "Worse than before on set x"),
        (replace(verdict(3, 1), measured=False), False, "nobody knows"),
    ],
)
def test_the_verdict(made: Verdict, may: bool, said: str) -> None:
    assert made.may_install == may
    assert said in made.sentence


def test_chance_is_called_chance() -> None:
    assert "may be chance" in verdict(9, 7).rows[0].sentence
    assert "chance" not in verdict(60, 7).rows[0].sentence


def test_one_worse_set_outweighs_every_gain() -> None:
    rows = (*verdict(50, 0).rows, Row("rendered samples", figures(1), figures(2)))
    assert Verdict(rows).worse == ["rendered samples"]


def test_worse_models_are_not_installed_without_force(tmp_path: Path) -> None:
    models, mine = model_folder(tmp_path / "new"), tmp_path / "mine"
    with pytest.raises(TrainingError, match="--force does it anyway"):
        install(models, mine, verdict(1, 2), force=False)
    assert not mine.exists()
    install(models, mine, verdict(1, 2), force=True)
    assert (mine / "finder.onnx").read_bytes() == b"finder.onnx"


def test_what_was_installed_before_is_kept(tmp_path: Path) -> None:
    mine = model_folder(tmp_path / "mine")
    (mine / "finder.onnx").write_bytes(b"old")
    said = install(model_folder(tmp_path / "new"), mine, verdict(2, 1), force=False)
    assert f"--models {mine}" in said
    assert (mine / PREVIOUS / "finder.onnx").read_bytes() == b"old"
    with pytest.raises(TrainingError, match="already"):
        install(mine, mine, verdict(2, 1), force=False)


def test_no_stranger_numbers_the_flowers(tmp_path: Path) -> None:
    mine = model_folder(tmp_path / "mine")
    (mine / "flowers.onnx").write_bytes(b"old")
    install(model_folder(tmp_path / "new"), mine, verdict(2, 1), force=False)
    assert not (mine / "flowers.onnx").exists()
    assert (mine / PREVIOUS / "flowers.onnx").read_bytes() == b"old"


def test_the_users_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILESCORE_MODELS", str(tmp_path / "mine"))
    assert user_folder() == tmp_path / "mine"
    said = install(model_folder(tmp_path / "new"), user_folder(), verdict(2, 1), force=False)
    assert "tilescore uses it now" in said


def model_folder(folder: Path) -> Path:
    """A folder with the files of a model, each holding its own name."""
    folder.mkdir()
    for name in ("finder.onnx", "classifier.onnx", "README.md"):
        (folder / name).write_bytes(name.encode())
    return folder


@pytest.fixture
def no_samples(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Measures the user's own pictures only: the samples take long."""
    monkeypatch.setattr(run, "SAMPLES", tmp_path / "none")


def concluded(tmp_path: Path, *more: str) -> Path:
    """A run whose gradient steps left the shipped models as they were."""
    file = tiny_set(tmp_path / "in", [("may", "x"), ("june", "x"), ("july", "x")])
    args = options(file, tmp_path / "out", "--share", "0.6", *more)
    args.out.mkdir()
    for name in NETS:
        (args.out / f"{name}.onnx").write_bytes((MODELS / f"{name}.onnx").read_bytes())
    plan = make_plan(args.labels, args.share, args.seed, args.hold_out)
    assert run.conclude(plan, args, RESULTS) == 0
    return args.out


@pytest.mark.usefixtures("no_samples")
def test_a_run_ends_in_a_card_and_an_installation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = concluded(tmp_path, "--install", str(tmp_path / "mine"))
    said = capsys.readouterr().out
    assert "No better and no worse than before" in said
    assert f"Installed in {tmp_path / 'mine'}" in said
    card = (out / "README.md").read_text()
    for wanted in (
        "June",
        "SHA-256",
        "| set x | shipped | 1 |",
        "7 rendered scenes",
        "python scripts/train.py run --labels labels.jsonl",
        "95 % intervals",
    ):
        assert wanted.lower() in card.lower(), wanted
    assert str(tmp_path) not in card
    results = json.loads((out / "results.json").read_text())
    (row,) = results["tracked"]
    assert (row["name"], row["before"]) == ("set x", row["after"])


@pytest.mark.usefixtures("no_samples")
def test_more_files_can_be_tracked(tmp_path: Path) -> None:
    extra = tiny_set(tmp_path / "extra", [("april", "z")])
    out = concluded(tmp_path, "--track", str(extra))
    names = [r["name"] for r in json.loads((out / "results.json").read_text())["tracked"]]
    assert names == ["set x", "file extra"]


def test_few_tiles_fix_no_temperature(tmp_path: Path) -> None:
    fitted = run.calibration(MODELS, [], 1)
    assert (fitted["fitted"], fitted["why"]) == (
        False, "not fitted: 0 held-out tiles are too few",
    )  # fmt: skip
