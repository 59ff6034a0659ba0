"""Weights of an exported ONNX model back into its torch network, so that it can be trained on."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper

from vision.errors import UserError
from vision.onnx_session import OnnxModel

TOLERANCE = 2e-3
"""Largest difference of outputs between the two, absolute and relative."""
Array = NDArray[np.float32]


class WeightsError(UserError):
    """A model file that is not one of this version's networks."""

    code = "weights"


def load_onnx(path: Path, net: torch.nn.Module) -> dict[str, Any]:
    """Fills a network with the weights of its export and proves that both answer the same.

    The export folds every batch normalisation into the convolution before it. Here the folded
    weights become the convolution's, the folded offset becomes the normalisation's, whose mean is 0
    and whose deviation is 1: right while these statistics stay frozen.

    Args:
        path: A file that `scripts.training.export` has written.
        net: A network of the same shape; changed in place and left in evaluation mode.

    Returns:
        The model's metadata, decoded.

    Raises:
        WeightsError: The file is missing, quantised, or of another network.
    """
    if not path.is_file():
        raise WeightsError(f"{path} is missing; name a folder with finder.onnx, classifier.onnx.")
    model = onnx.load(str(path))
    metadata = {p.key: json.loads(p.value) for p in model.metadata_props}
    if "quantized" in metadata:
        raise WeightsError(f"{path} is quantised to 8 bits; start from the model it was made of.")
    state = net.state_dict()
    try:
        filled = _fill(model.graph, state)
    except (KeyError, ValueError) as error:
        raise WeightsError(f"{path} is not a {type(net).__name__} of this version.") from error
    if filled != {k for k in state if not k.endswith("num_batches_tracked")}:
        raise WeightsError(f"{path} is not a {type(net).__name__} of this version.")
    net.load_state_dict(state)
    net.eval()
    difference = largest_difference(path, net)
    if difference > TOLERANCE:
        raise WeightsError(f"{path}: torch answers differently than ONNX by {difference:.2g}.")
    return metadata


def _fill(graph: onnx.GraphProto, state: dict[str, torch.Tensor]) -> set[str]:
    """Sets the entries of ``state`` in place; answers which."""
    values = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    filled: set[str] = set()

    def put(name: str, value: Array) -> None:
        if tuple(state[name].shape) != value.shape:
            raise ValueError(name)
        state[name] = torch.from_numpy(np.array(value, np.float32))
        filled.add(name)

    for name, value in values.items():
        if name in state:
            put(name, value)
    for node in graph.node:
        module = module_of(node.name)
        if node.op_type == "MatMul" and f"{module}.weight" not in filled:
            put(f"{module}.weight", values[node.input[1]].T)
        elif node.op_type == "Conv" and f"{module}.weight" not in filled:
            put(f"{module}.weight", values[node.input[1]])
            _put_frozen(put, state, _next(module), values[node.input[2]])
    return filled


def _put_frozen(put: Any, state: dict[str, torch.Tensor], norm: str, offset: Array) -> None:
    """A batch normalisation that only adds ``offset``."""
    epsilon = torch.nn.BatchNorm2d(1).eps
    ones = np.ones_like(offset)
    put(f"{norm}.weight", ones)
    put(f"{norm}.bias", offset)
    put(f"{norm}.running_mean", 0 * ones)
    put(f"{norm}.running_var", ones * np.float32(1 - epsilon))


def module_of(node: str) -> str:
    """The torch name of the module that an exported node came from.

    >>> module_of("/features/features.3/body/body.0/body.0.0/Conv")
    'features.3.body.0.0'
    """
    parts: list[str] = []
    for step in node.strip("/").split("/")[:-1]:
        if parts and step.startswith(f"{parts[-1]}."):
            parts[-1] = step
        else:
            parts.append(step)
    return ".".join(parts)


@torch.no_grad()
def thaw(net: torch.nn.Module, inputs: Iterable[torch.Tensor]) -> None:
    """Gives every batch normalisation the statistics of its input; the function stays the same.

    A network from `load_onnx` has frozen normalisations that only add an offset. In training they
    would normalise by the batch and answer something else. Afterwards they hardly do.

    Args:
        net: A network from `load_onnx`; changed in place, left in training mode.
        inputs: Batches like those to come, (N, 3, H, W) float32 BGR 0..255.
    """
    norms = [m for m in net.modules() if isinstance(m, torch.nn.modules.batchnorm._BatchNorm)]
    sums = {norm: [0, 0.0, 0.0] for norm in norms}

    def gather(norm: torch.nn.Module, given: tuple[torch.Tensor]) -> None:
        flat = given[0].double().transpose(0, 1).flatten(1)
        found = sums[norm]
        found[0] += flat.shape[1]
        found[1] = found[1] + flat.sum(1)
        found[2] = found[2] + (flat**2).sum(1)

    net.eval()
    hooks = [norm.register_forward_pre_hook(gather) for norm in norms]
    for batch in inputs:
        net(batch)
    for hook in hooks:
        hook.remove()
    for norm, (count, total, squares) in sums.items():
        mean = total / count
        variance = (squares / count - mean**2).clamp(min=0)
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        norm.bias.copy_(norm.bias + (mean - norm.running_mean) * scale)
        norm.weight.copy_(scale * torch.sqrt(variance + norm.eps))
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
    net.train()


def _next(module: str) -> str:
    """The module that follows in its sequence."""
    parent, _, index = module.rpartition(".")
    return f"{parent}.{int(index) + 1}"


def largest_difference(path: Path, net: torch.nn.Module) -> float:
    """How far the outputs of a network in evaluation mode are from ONNX Runtime's on noise.

    Differences of numbers above 1 are taken relative to them.
    """
    size: tuple[int, ...] = net.example  # type: ignore[assignment]
    example = np.random.default_rng(1).uniform(0, 255, size).astype(np.float32)
    with torch.no_grad():
        ours = net(torch.from_numpy(example))
    ours = ours if isinstance(ours, tuple) else (ours,)
    theirs = OnnxModel(path).run(example)
    return max(
        float((np.abs(a.numpy() - b) / np.maximum(1, np.abs(b))).max())
        for a, b in zip(ours, theirs, strict=True)
    )
