"""Shrink the exported networks to 8-bit arithmetic, calibrated on pictures run by the reader."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
import onnx
from numpy.typing import NDArray
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

from vision.frames import load_picture
from vision.reader import FLOWERS_FILE, Reader
from vision.rectify import rectify
from vision.tile_finder import FIRST_SIDE

QUANTIZED: Final = ["Conv", "Add", "Relu", "Resize"]
"""The few matrix products at the end stay exact: they cost little and decide between classes."""
BATCH: Final = 16
Blob = NDArray[np.float32]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the quantisation."""
    parser.add_argument("--models", type=Path, required=True, help="folder of exported models")
    parser.add_argument("--out", type=Path, required=True, help="folder for the 8-bit models")
    parser.add_argument(
        "--pictures", type=Path, nargs="+", required=True,
        help="folders of JPEGs to calibrate on: rendered ones, no validation photographs",
    )  # fmt: skip
    parser.add_argument("--count", type=int, default=60, help="pictures of each folder")
    parser.add_argument("--only", choices=("finder", "classifier"), help="the other is copied")


def run(args: argparse.Namespace) -> int:
    """Write the models to another folder, quantised or copied; the flowers' small one is copied."""
    if args.out.resolve() == args.models.resolve():
        print("--out must not be the folder of --models, which would be overwritten.")
        return 1
    args.out.mkdir(parents=True, exist_ok=True)
    blobs, patches = calibration_inputs(args.models, picture_files(args.pictures, args.count))
    for name, inputs in (("finder", blobs), ("classifier", patches)):
        source, target = (folder / f"{name}.onnx" for folder in (args.models, args.out))
        if args.only not in (None, name):
            target.write_bytes(source.read_bytes())
            continue
        quantize(source, target, inputs)
        print(f"{target}: {source.stat().st_size:,} -> {target.stat().st_size:,} bytes", flush=True)
    flowers = args.models / FLOWERS_FILE
    if flowers.is_file():
        (args.out / FLOWERS_FILE).write_bytes(flowers.read_bytes())
    return 0


def picture_files(folders: list[Path], count: int) -> list[Path]:
    """The same ``count`` JPEGs of every folder each time, spread evenly over it."""
    chosen: list[Path] = []
    for folder in folders:
        files = sorted(folder.rglob("*.jpg"))
        places = np.unique(np.linspace(0, len(files) - 1, min(count, len(files))).astype(int))
        chosen += [files[i] for i in places]
    return chosen


def calibration_inputs(models: Path, files: list[Path]) -> tuple[list[Blob], list[Blob]]:
    """What reaches the finder (first looks) and the classifier when these pictures are read."""
    reader = Reader.load(models)
    blobs: list[Blob] = []
    crops: list[NDArray[np.uint8]] = []
    for file in files:
        image = load_picture(file, wanted_side=2 * FIRST_SIDE).image
        blobs.append(reader.finder.blob(image, FIRST_SIDE / max(image.shape[:2]))[0])
        found = reader.finder.find(image)
        if found:
            crops.append(rectify(image, np.stack([f.quad for f in found])))
    patches = np.concatenate(crops).transpose(0, 3, 1, 2).astype(np.float32)
    return blobs, [patches[i : i + BATCH] for i in range(0, len(patches), BATCH)]


def quantize(source: Path, target: Path, inputs: list[Blob]) -> None:
    """One network in 8 bits: weights per channel, activations by what ``inputs`` bring about."""
    metadata = {p.key: p.value for p in onnx.load(str(source)).metadata_props}
    with TemporaryDirectory() as folder:
        plain = Path(folder) / source.name
        quant_pre_process(str(source), str(plain), skip_symbolic_shape=True)
        quantize_static(
            str(plain), str(target), Inputs(iter(inputs)),
            quant_format=QuantFormat.QDQ, per_channel=True,
            activation_type=QuantType.QUInt8, weight_type=QuantType.QInt8,
            op_types_to_quantize=QUANTIZED, nodes_to_exclude=output_nodes(plain),
            calibrate_method=CalibrationMethod.MinMax,
        )  # fmt: skip
    model = onnx.load(str(target))
    note = {"quantized": json.dumps({"bits": 8, "inputs": len(inputs)})}
    onnx.helper.set_model_props(model, {**metadata, **note})
    onnx.save(model, str(target))


def output_nodes(path: Path) -> list[str]:
    """Names of the nodes that make the outputs; these stay exact."""
    graph = onnx.load(str(path)).graph
    outputs = {o.name for o in graph.output}
    return [node.name for node in graph.node if outputs & set(node.output)]


class Inputs(CalibrationDataReader):
    """Inputs in the form that the calibration asks for."""

    def __init__(self, inputs: Iterator[Blob]) -> None:
        self._inputs = inputs

    def get_next(self) -> dict[str, Blob] | None:
        """The next input or None."""
        blob = next(self._inputs, None)
        return None if blob is None else {"input": blob}
