"""Exported weights come back into a network that answers the same and can be trained on."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("onnx", reason="needs the train extra")

from scripts.training.nets import Classifier, Finder  # noqa: E402
from scripts.training.weights import load_onnx, thaw  # noqa: E402

MODELS = Path(__file__).resolve().parents[2] / "models"


@pytest.mark.parametrize(
    ("name", "make", "shape"),
    [("classifier", Classifier, (24, 3, 64, 64)), ("finder", Finder, (2, 3, 96, 128))],
)
def test_a_thawed_network_answers_the_same_in_training_too(
    name: str, make: type, shape: tuple[int, ...]
) -> None:
    generator = torch.Generator().manual_seed(3)
    batches = [255 * torch.rand(shape, generator=generator) for _ in range(3)]
    net = make()
    metadata = load_onnx(MODELS / f"{name}.onnx", net)
    assert metadata["training_sessions"]
    with torch.no_grad():
        before = _first(net(batches[0]))
        frozen = _first(copy.deepcopy(net).train()(batches[0]))
        thaw(net, batches)
        assert net.training
        after = _first(copy.deepcopy(net).eval()(batches[0]))
        in_training = _first(net(batches[0]))
    assert torch.allclose(after, before, atol=0.02, rtol=0.01)
    assert (in_training - before).abs().mean() < 0.5 * (frozen - before).abs().mean()


def _first(answer: object) -> torch.Tensor:
    found = answer[0] if isinstance(answer, tuple) else answer
    assert isinstance(found, torch.Tensor)
    return found
