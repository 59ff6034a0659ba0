"""Gradient steps: weights out of ONNX, early stopping, resumption, the whole command."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tiny_labels import MODELS, ROOT, tiny_set

torch = pytest.importorskip("torch", reason="the train extra is not installed")
onnx = pytest.importorskip("onnx", reason="the train extra is not installed")
pytest.importorskip("tqdm", reason="the train extra is not installed")

from scripts.training import export  # noqa: E402
from scripts.training.nets import Classifier, Finder, FlowerClassifier  # noqa: E402
from scripts.training.tuning import PATIENCE, Tuner, Tuning, Watched, blend, train_mode  # noqa: E402
from scripts.training.weights import (  # noqa: E402
    WeightsError,
    largest_difference,
    load_onnx,
    module_of,
)

SPEC = Tuning("test", 1.0, 0.1, frozen=False, keep=0.5, weight_decay=0.0, threads=1)


@pytest.mark.parametrize(
    ("name", "net"),
    [("finder", Finder), ("classifier", Classifier), ("flowers", FlowerClassifier)],
)
def test_shipped_weights_become_torch_weights(name: str, net: type) -> None:
    made = net()
    metadata = load_onnx(MODELS / f"{name}.onnx", made)
    assert metadata["training_sessions"]
    assert largest_difference(MODELS / f"{name}.onnx", made) < 1e-4


def test_weights_survive_another_export(tmp_path: Path) -> None:
    net = Classifier()
    load_onnx(MODELS / "classifier.onnx", net)
    torch.save({"net": net.state_dict(), "sessions": ["a"], "history": []}, tmp_path / "c.pt")
    export.export(Classifier(), tmp_path / "c.pt", tmp_path / "c.onnx", (3, 3, 64, 64),
                  ["classes", "turns", "embedding"], {0: "tiles"}, {})  # fmt: skip
    again = Classifier()
    assert load_onnx(tmp_path / "c.onnx", again)["training_sessions"] == ["a"]
    example = torch.from_numpy(np.random.default_rng(2).uniform(0, 255, (2, 3, 64, 64))).float()
    with torch.no_grad():
        for a, b in zip(net(example), again(example), strict=True):
            torch.testing.assert_close(a, b, rtol=1e-3, atol=1e-3)


def test_other_models_are_refused(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match="is not a Finder"):
        load_onnx(MODELS / "classifier.onnx", Finder())
    with pytest.raises(WeightsError, match="is missing"):
        load_onnx(tmp_path / "finder.onnx", Finder())
    model = onnx.load(str(MODELS / "finder.onnx"))
    onnx.helper.set_model_props(model, {"quantized": "{}"})
    onnx.save(model, str(tmp_path / "finder.onnx"))
    with pytest.raises(WeightsError, match="8 bits"):
        load_onnx(tmp_path / "finder.onnx", Finder())


def test_names_of_modules() -> None:
    assert module_of("/levels.0/levels.0.1/levels.0.1.0/Conv") == "levels.0.1.0"
    assert module_of("/head/head.1/Conv") == "head.1"


def line() -> torch.nn.Linear:
    """A network of one weight, 0 at first."""
    net = torch.nn.Linear(1, 1, bias=False)
    torch.nn.init.zeros_(net.weight)
    return net


def towards(goal: float):
    """A loss that pulls the weight to ``goal``."""

    def loss_of(net: torch.nn.Module, batch: list) -> tuple[torch.Tensor, dict[str, float]]:
        loss = ((net(batch[0]) - goal) ** 2).mean()
        return loss, {"loss": float(loss.detach())}

    return loss_of


def distance(goal: float):
    """A held-out loss that is least at ``goal``."""
    return lambda net: Watched(abs(float(net.weight.detach()) - goal))


def batches(number: int = 400):
    """The same input again and again, a little slower than the clock's grain."""
    for _ in range(number):
        time.sleep(0.002)
        yield [torch.ones(4, 1)]


def test_the_best_weights_are_kept_and_training_stops_early(tmp_path: Path) -> None:
    spec = Tuning("test", 0.02, 0.1, False, 0.5, 0.0, threads=1)
    tuner = Tuner(line(), spec, tmp_path / "a.pt", distance(0.3))
    tuner.run(batches(3000), towards(5.0))
    assert tuner.finished
    assert abs(float(tuner.mean.weight.detach()) - 0.3) <= 0.3
    assert tuner.record["best"] <= 0.3
    assert tuner.record["early"] == (tuner.record["bad"] >= PATIENCE)


def test_without_held_out_pictures_the_last_weights_stay(tmp_path: Path) -> None:
    spec = replace(SPEC, steps=200)  # not by the clock, which runs differently everywhere
    tuner = Tuner(line(), spec, tmp_path / "a.pt", None)
    tuner.run(batches(300), towards(2.0))
    assert tuner.record["step"] == 200
    assert float(tuner.mean.weight.detach()) == pytest.approx(2.0, abs=0.5)


def test_an_interrupted_training_goes_on(tmp_path: Path) -> None:
    def broken():
        yield from batches(20)
        raise KeyboardInterrupt

    first = Tuner(line(), SPEC, tmp_path / "a.pt", None)
    with pytest.raises(KeyboardInterrupt):
        first.run(broken(), towards(2.0))
    second = Tuner(line(), SPEC, tmp_path / "a.pt", None)
    assert second.resumes
    assert not second.finished
    assert second.record["step"] == 20
    torch.testing.assert_close(second.net.weight, first.net.weight)
    assert second.optimizer.state_dict()["state"][0]["exp_avg"].item() != 0
    second.run(batches(5), towards(2.0))
    third = Tuner(line(), SPEC, tmp_path / "a.pt", None)
    assert third.finished
    assert third.record["step"] == 25


def test_frozen_statistics_do_not_move() -> None:
    net = Finder()
    load_onnx(MODELS / "finder.onnx", net)
    before = net.stem[0][1].running_mean.clone()
    train_mode(net, frozen=True)
    net(torch.rand(1, 3, 64, 64))
    torch.testing.assert_close(net.stem[0][1].running_mean, before)
    train_mode(net, frozen=False)
    net(torch.rand(1, 3, 64, 64))
    assert not torch.allclose(net.stem[0][1].running_mean, before)


def test_blends_lie_between() -> None:
    old, new = {"w": torch.zeros(2)}, {"w": torch.ones(2)}
    assert blend(old, new, 0.3)["w"].tolist() == pytest.approx([0.3, 0.3])


@pytest.mark.slow
def test_the_whole_command_ends_in_models_that_tilescore_uses(tmp_path: Path) -> None:
    sessions = [("may", "x"), ("june", "x"), ("july", "x"), ("august", "x")]
    labels = tiny_set(tmp_path / "in", sessions)
    out = tmp_path / "out"
    command = [
        sys.executable, str(ROOT / "scripts" / "train.py"), "run", "--labels", str(labels),
        "--out", str(out), "--minutes", "0.3", "--steps", "6", "--flat", "0",
        "--rendered", str(labels.parent), "--workers", "0", "--threads", "1", "--share", "0.5",
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=500)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    results = json.loads((out / "results.json").read_text())
    assert set(results["nets"]) == {"classifier", "finder"}
    assert {r["name"] for r in results["tracked"]} == {"set x", "rendered samples"}
    assert results["verdict"] in (out / "README.md").read_text()
    hand = labels.parent / json.loads(labels.read_text().splitlines()[0])["file"]
    read = subprocess.run(
        [sys.executable, "-m", "vision.app.cli", "read", str(hand), "--models", str(out), "--json"],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert read.returncode == 0, read.stderr
    assert json.loads(read.stdout)["tiles"]
