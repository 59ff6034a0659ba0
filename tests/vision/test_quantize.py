"""8-bit networks: nearly the same answers, the same labels and training sessions."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

onnx = pytest.importorskip("onnx", reason="needs the train extra")
pytest.importorskip("sympy", reason="needs the train extra")

from scripts.training import quantize  # noqa: E402
from vision.onnx_session import OnnxModel  # noqa: E402


def small_network(path: Path) -> None:
    """Two convolutions with seeded weights and a metadata entry."""
    rng = np.random.default_rng(3)
    helper, tensor = onnx.helper, onnx.TensorProto
    weights = [
        onnx.numpy_helper.from_array(rng.normal(size=s).astype(np.float32) * 0.1, name)
        for name, s in (("a", (8, 3, 3, 3)), ("b", (4, 8, 1, 1)))
    ]
    nodes = [
        helper.make_node("Conv", ["input", "a"], ["x"], "first", pads=[1] * 4),
        helper.make_node("Relu", ["x"], ["y"], "relu"),
        helper.make_node("Conv", ["y", "b"], ["maps"], "last"),
    ]
    graph = helper.make_graph(
        nodes,
        "small",
        [helper.make_tensor_value_info("input", tensor.FLOAT, [1, 3, 16, 16])],
        [helper.make_tensor_value_info("maps", tensor.FLOAT, [1, 4, 16, 16])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, {"training_sessions": json.dumps(["s"])})
    onnx.save(model, str(path))


def test_answers_and_metadata_survive(tmp_path: Path) -> None:
    small_network(tmp_path / "plain.onnx")
    rng = np.random.default_rng(4)
    inputs = [rng.random((1, 3, 16, 16), np.float32) * 255 for _ in range(4)]
    quantize.quantize(tmp_path / "plain.onnx", tmp_path / "small.onnx", inputs)
    plain = OnnxModel(tmp_path / "plain.onnx", 1)
    small = OnnxModel(tmp_path / "small.onnx", 1)
    a, b = plain.run(inputs[0])[0], small.run(inputs[0])[0]
    assert np.abs(a - b).mean() < 0.02 * np.abs(a).mean()
    assert small.json("training_sessions", None) == ["s"]
    assert small.json("quantized", None)["bits"] == 8


def test_what_makes_the_outputs_stays_exact(tmp_path: Path) -> None:
    small_network(tmp_path / "plain.onnx")
    assert quantize.output_nodes(tmp_path / "plain.onnx") == ["last"]


def test_the_same_pictures_each_time(tmp_path: Path) -> None:
    for k in range(9):
        cv2.imwrite(str(tmp_path / f"{k}.jpg"), np.zeros((8, 8, 3), np.uint8))
    names = [f.name for f in quantize.picture_files([tmp_path], 3)]
    assert names == ["0.jpg", "4.jpg", "8.jpg"]
