"""The mean of several checkpoints of one line of training.

Stages that follow each other end in different corners of the same valley; their mean lies lower and
depends less on which stage came last, most of all on pictures unlike the training's.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import torch

from scripts.training.stage import record_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the averaging."""
    parser.add_argument("checkpoints", type=Path, nargs="+", help="checkpoints, the latest last")
    parser.add_argument("--out", type=Path, required=True, help="checkpoint to write")


def run(args: argparse.Namespace) -> int:
    """Write the mean of the weights, with every session any of them was trained on."""
    states: list[dict[str, Any]] = [torch.load(path) for path in args.checkpoints]
    last = states[-1]
    net = {name: mean([s["net"][name] for s in states]) for name in last["net"]}
    sessions = sorted({session for s in states for session in s["sessions"]})
    history = [*last["history"], {"options": record_of(args), "sessions": sessions}]
    torch.save({"net": net, "raw": net, "sessions": sessions, "history": history}, args.out)
    args.out.with_suffix(".json").write_text(json.dumps(history, indent=1))
    return 0


def mean(weights: list[torch.Tensor]) -> torch.Tensor:
    """The mean of equal tensors of numbers; of counters the last."""
    if not weights[-1].dtype.is_floating_point:
        return weights[-1]
    total = torch.stack([w.double() for w in weights]).mean(dim=0)
    return total.to(weights[-1].dtype)
