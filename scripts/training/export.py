"""Checkpoints to ONNX models that carry their labels, training sessions and calibration."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch

from scoring.tiles import FLOWERS
from scripts.training.nets import Classifier, Finder, FlowerClassifier
from vision.flower_classifier import SIDE
from vision.reading import LABELS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the export."""
    parser.add_argument("--finder", type=Path, help="finder checkpoint")
    parser.add_argument("--classifier", type=Path, help="classifier checkpoint")
    parser.add_argument("--flowers", type=Path, help="checkpoint of the flower classifier")
    parser.add_argument("--temperature", type=float, default=1.0, help="divides class logits")
    parser.add_argument("--out", type=Path, default=Path("models"), help="model folder")


def run(args: argparse.Namespace) -> int:
    """Write finder.onnx and classifier.onnx and check them against the checkpoints."""
    args.out.mkdir(parents=True, exist_ok=True)
    if args.finder:
        export(Finder(), args.finder, args.out / "finder.onnx", (1, 3, 320, 480),
               ["maps"], {2: "height", 3: "width"}, {})  # fmt: skip
    if args.classifier:
        extra = {"labels": list(LABELS), "temperature": args.temperature}
        export(Classifier(len(LABELS)), args.classifier, args.out / "classifier.onnx",
               (3, 3, 64, 64), ["classes", "turns", "embedding"], {0: "tiles"}, extra)  # fmt: skip
    if args.flowers:
        extra = {"labels": list(FLOWERS)}
        export(FlowerClassifier(len(FLOWERS)), args.flowers, args.out / "flowers.onnx",
               (3, 3, SIDE, SIDE), ["classes"], {0: "tiles"}, extra)  # fmt: skip
    return 0


def export(
    net: torch.nn.Module,
    checkpoint: Path,
    out: Path,
    shape: tuple[int, ...],
    outputs: list[str],
    dynamic: dict[int, str],
    extra: dict[str, object],
) -> None:
    """One network to one file; raises if ONNX Runtime answers differently than torch."""
    state = torch.load(checkpoint)
    net.load_state_dict(state["net"])
    net.eval()
    example = torch.rand(shape) * 255
    torch.onnx.export(
        net, (example,), str(out), input_names=["input"], output_names=outputs, dynamo=False,
        opset_version=17, dynamic_axes={"input": dynamic} | _output_axes(outputs, dynamic),
    )  # fmt: skip
    model = onnx.load(str(out))
    metadata = {
        "training_sessions": state["sessions"],
        "history": [without_folders(h) for h in state["history"]],
        **extra,
    }
    onnx.helper.set_model_props(model, {k: json.dumps(v) for k, v in metadata.items()})
    onnx.save(model, str(out))
    with torch.no_grad():
        expected = net(example)
    expected = expected if isinstance(expected, tuple) else (expected,)
    session = onnxruntime.InferenceSession(str(out), providers=["CPUExecutionProvider"])
    for a, b in zip(session.run(None, {"input": example.numpy()}), expected, strict=True):
        np.testing.assert_allclose(a, b.numpy(), rtol=1e-3, atol=2e-3)
    print(f"{out}: {out.stat().st_size:,} bytes, equal to the checkpoint", flush=True)


def _output_axes(outputs: list[str], dynamic: dict[int, str]) -> dict[str, dict[int, str]]:
    """Batch axes carry over to outputs; map sizes are a quarter of the input's."""
    return {name: {axis: f"{text}_out" for axis, text in dynamic.items()} for name in outputs}


def without_folders(record: dict[str, object]) -> dict[str, object]:
    """A training record without the folders of the machine it ran on."""
    options = record.get("options", {})
    assert isinstance(options, dict)
    names = {k: " ".join(word.rstrip("')],").rsplit("/", 1)[-1] for word in str(v).split())
             for k, v in options.items()}  # fmt: skip
    return {**record, "options": names}
