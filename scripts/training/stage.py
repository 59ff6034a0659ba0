"""One training stage by the clock: learning rate, averaged weights, progress and checkpoints."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import torch

from scripts.training.weights import load_onnx, thaw

Batch = list[torch.Tensor]
LossOf = Callable[[torch.nn.Module, Batch], tuple[torch.Tensor, dict[str, float]]]
"""The loss of a net on a batch, and figures to print."""
SMOOTHING = 0.98
KEEP = 0.998
"""Share of the averaged weights that a step leaves as they are."""
STEPS_PER_LINE = 50
STEPS_PER_CHECKPOINT = 500
THAWED_BY = 40
"""Batches from which an exported network gets the statistics of its normalisations back."""


def add_arguments(parser: argparse.ArgumentParser, minutes: float, rate: float) -> None:
    """The options that every stage has."""
    parser.add_argument("--photos", type=Path, help="folder of the photographs (boxes.json)")
    parser.add_argument("--rendered", type=Path, nargs="*", default=[], help="rendered folders")
    parser.add_argument("--pages", type=Path, nargs="*", default=[], help="folders of pages")
    parser.add_argument("--pseudo-quads", type=Path, help="JSON of quads for boxed photographs")
    parser.add_argument("--left-out-fold", choices="ABCDEF", help="train without this fold")
    parser.add_argument("--minutes", type=float, default=minutes, help="wall time of this stage")
    parser.add_argument("--rate", type=float, default=rate, help="peak learning rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path,
                        help="checkpoint or exported ONNX file to start from")  # fmt: skip
    parser.add_argument("--out", type=Path, required=True, help="checkpoint to write")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, default=2)


class Stage:
    """A net in training, its averaged twin, and where both are kept."""

    def __init__(
        self,
        args: argparse.Namespace,
        make: Callable[[], torch.nn.Module],
        sessions: list[str],
        weight_decay: float,
    ) -> None:
        torch.manual_seed(args.seed)
        torch.set_num_threads(args.threads)
        self._args, self._sessions = args, sessions
        self._history: list[dict[str, Any]] = []
        self.net = make().to(memory_format=torch.channels_last)
        self.mean = make()
        self._frozen = bool(args.start) and args.start.suffix == ".onnx"
        self._trained: set[str] = set()
        if self._frozen:
            metadata = load_onnx(args.start, self.net)
            self._history = metadata["history"]
            self._trained = set(metadata["training_sessions"])
        elif args.start:
            state = torch.load(args.start)
            self.net.load_state_dict(state["net"])
            self._history = state["history"]
        self.mean.load_state_dict(self.net.state_dict())
        self._optimizer = torch.optim.AdamW(
            self.net.parameters(), args.rate, weight_decay=weight_decay, fused=True
        )
        self._step = self._seen = 0
        self._log: dict[str, float] = {}

    def run(self, batches: Iterable[Batch], loss_of: LossOf) -> None:
        """Train for the wished time with a one-cycle rate; write the averaged checkpoint."""
        batches = iter(batches)
        if self._frozen:
            self._thaw(batches)
        begin, minutes = time.time(), self._args.minutes
        for batch in batches:
            spent = (time.time() - begin) / 60
            if spent >= minutes:
                break
            self._learn(batch, loss_of, spent / minutes)
            if self._step % STEPS_PER_LINE == 0:
                text = " ".join(f"{k} {v:.3f}" for k, v in self._log.items())
                rate = self._seen / (time.time() - begin)
                print(f"step {self._step} {rate:.0f}/s {minutes - spent:.1f} min left {text}",
                      flush=True)  # fmt: skip
            if self._step % STEPS_PER_CHECKPOINT == 0:
                self.save()
        self.save()

    def _thaw(self, batches: Iterator[Batch]) -> None:
        """Makes an exported network one that can be trained on."""
        thaw(self.net, (b[0].float() for b in islice(batches, THAWED_BY)))
        self.mean.load_state_dict(self.net.state_dict())
        self._frozen = False

    def _learn(self, batch: Batch, loss_of: LossOf, progress: float) -> None:
        for group in self._optimizer.param_groups:
            group["lr"] = self._args.rate * one_cycle(progress)
        loss, figures = loss_of(self.net, batch)
        self._optimizer.zero_grad(set_to_none=False)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self._optimizer.step()
        self._step, self._seen = self._step + 1, self._seen + len(batch[0])
        average(self.mean, self.net, min(KEEP, self._step / (self._step + 20)))
        for k, v in figures.items():
            self._log[k] = SMOOTHING * self._log.get(k, v) + (1 - SMOOTHING) * v

    def save(self) -> None:
        """Write both nets, every session ever trained on and the history of all stages."""
        record = {"samples": self._seen, "options": record_of(self._args),
                  "sessions": self._sessions}  # fmt: skip
        history = [*self._history, record]
        trained = self._trained.union(*(h.get("sessions", []) for h in history))
        state = {"net": self.mean.state_dict(), "raw": self.net.state_dict(),
                 "sessions": sorted(trained), "history": history}  # fmt: skip
        out: Path = self._args.out
        temporary = out.with_suffix(".part")
        torch.save(state, temporary)
        temporary.replace(out)
        out.with_suffix(".json").write_text(json.dumps(history, indent=1))


def arithmetic() -> torch.autocast:
    """16-bit products where the processor has them; elsewhere they would take many times as long.

    Enter it anew for every step.
    """
    fast = torch.ops.mkldnn._is_mkldnn_bf16_supported()
    return torch.autocast("cpu", torch.bfloat16, enabled=bool(fast))


def one_cycle(progress: float) -> float:
    """Share of the peak rate at ``progress`` 0..1: short warm-up, cosine down."""
    warm = min(1.0, progress / 0.04)
    return warm * (0.5 * (1 + float(torch.cos(torch.tensor(progress * torch.pi)))) + 0.01)


@torch.no_grad()
def average(mean: torch.nn.Module, net: torch.nn.Module, keep: float) -> None:
    """Move the running mean of the weights towards the net."""
    for a, b in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
        if a.dtype.is_floating_point:
            a.lerp_(b, 1 - keep)
        else:
            a.copy_(b)


def record_of(args: argparse.Namespace) -> dict[str, str]:
    """The options of a run as text, folders by their name only."""

    def text(value: object) -> str:
        if isinstance(value, list | tuple):
            return " ".join(text(v) for v in value)
        return value.name if isinstance(value, Path) else str(value)

    return {k: text(v) for k, v in vars(args).items() if k != "run"}
