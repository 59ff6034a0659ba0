"""One network trained by the clock: can be interrupted, stops early, keeps the best weights."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import torch
from tqdm import tqdm

from scripts.training.stage import Batch, LossOf, average, one_cycle

CHECKS: Final = 12
"""How often the held-out pictures are looked at."""
PATIENCE: Final = 7
"""So many looks without a gain end the training."""
SECONDS_PER_SAVE: Final = 20.0
WARM_STEPS: Final = 30
SMOOTHING: Final = 0.95
BLENDS: Final = (0.3, 0.6)
"""Shares of the new weights in the mixtures with the old ones that are tried at the end."""
State = dict[str, torch.Tensor]


@dataclass(frozen=True, slots=True)
class Watched:
    """What the held-out pictures say of a network."""

    loss: float
    wrong: int = 0
    total: int = 0

    def __str__(self) -> str:
        named = f", {self.wrong} of {self.total} wrong" if self.total else ""
        return f"held out {self.loss:.4f}{named}"


Check = Callable[[torch.nn.Module], Watched]


@dataclass(frozen=True, slots=True)
class Tuning:
    """How one network is trained."""

    name: str
    minutes: float
    rate: float
    """Peak learning rate."""
    frozen: bool
    """Whether batch normalisation keeps its statistics, as it must with weights out of ONNX."""
    keep: float
    """Share of the averaged weights that a step leaves as they are."""
    weight_decay: float
    seed: int = 1
    threads: int = 2
    steps: int | None = None
    """Ends the training as well, whatever the clock says."""


class Tuner:
    """A network in training with its averaged twin; both live on in a checkpoint file.

    The averaged weights are what counts. Every twelfth of the time the held-out pictures are asked;
    the best weights so far are kept, those of the start among them. Without held-out pictures the
    last weights stay.
    """

    def __init__(
        self, net: torch.nn.Module, tuning: Tuning, path: Path, check: Check | None
    ) -> None:
        torch.manual_seed(tuning.seed)
        torch.set_num_threads(tuning.threads)
        self.tuning, self.path, self.check = tuning, path, check
        self.start = deepcopy(net.state_dict())
        self.net = net.to(memory_format=torch.channels_last)
        self.mean = deepcopy(net)
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(), tuning.rate, weight_decay=tuning.weight_decay
        )
        self.record: dict[str, Any] = {
            "step": 0, "samples": 0, "spent": 0.0, "looks": 0, "bad": 0, "done": False,
            "start": None, "best": None, "blend": 1.0, "early": False,
        }  # fmt: skip
        self.best: State | None = None
        if path.is_file():
            self._load()

    @property
    def resumes(self) -> bool:
        """Whether an earlier run left something to go on from."""
        return bool(self.record["step"])

    @property
    def finished(self) -> bool:
        """Whether nothing is left to train."""
        return bool(self.record["done"])

    def run(self, batches: Iterable[Batch], loss_of: LossOf) -> None:
        """Trains until the time is over or the held-out pictures gain no more."""
        seconds = 60 * self.tuning.minutes
        if self.check and self.record["start"] is None:
            self._look()
        try:
            with self._bar(seconds) as bar:
                self._train(batches, loss_of, bar)
        except KeyboardInterrupt:
            self.save()
            raise
        self._finish()

    def _train(self, batches: Iterable[Batch], loss_of: LossOf, bar: Any) -> None:
        seconds = float(bar.total)
        saved = last = time.monotonic()
        figures: dict[str, float] = {}
        for batch in batches:
            self._learn(batch, loss_of, figures)
            if self.check and self.progress >= self.record["looks"] / CHECKS:
                self._look()
                self._say(self.record["last"], seconds)
            now = time.monotonic()
            self.record["spent"] += now - last
            bar.update(now - last)
            last = now
            bar.set_postfix({k: f"{v:.3f}" for k, v in figures.items()}, refresh=False)
            if now - saved > SECONDS_PER_SAVE:
                self.save()
                saved = now
                if bar.disable:
                    self._say(", ".join(f"{k} {v:.3f}" for k, v in figures.items()), seconds)
            if self.progress >= 1 or self._stale():
                break

    def _bar(self, seconds: float) -> Any:
        return tqdm(
            total=seconds, initial=min(self.record["spent"], seconds), desc=self.tuning.name,
            bar_format="{desc} {percentage:3.0f}%|{bar}| at most {remaining} left{postfix}",
            disable=not sys.stderr.isatty(), leave=False,
        )  # fmt: skip

    def _say(self, text: str, seconds: float) -> None:
        """A line above the bar, or in a log where there is none."""
        left = tqdm.format_interval(int(seconds - min(self.record["spent"], seconds)))
        share = round(100 * self.progress)
        tqdm.write(f"{self.tuning.name} {share} %, at most {left} left: {text}", file=sys.stderr)

    @property
    def progress(self) -> float:
        """How much of the training is done, 0..1: by the clock or by steps, whichever is more."""
        by_steps = self.record["step"] / self.tuning.steps if self.tuning.steps else 0.0
        return min(1.0, max(self.record["spent"] / (60 * self.tuning.minutes), by_steps))

    def _warmth(self) -> float:
        """The optimiser knows no scale of the gradients at first: its steps would be too large."""
        return min(1.0, (self.record["step"] + 1) / WARM_STEPS) if self.tuning.frozen else 1.0

    def _learn(self, batch: Batch, loss_of: LossOf, figures: dict[str, float]) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = self.tuning.rate * one_cycle(self.progress) * self._warmth()
        train_mode(self.net, self.tuning.frozen)
        loss, said = loss_of(self.net, batch)
        self.optimizer.zero_grad(set_to_none=False)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimizer.step()
        self.record["step"] += 1
        self.record["samples"] += len(batch[0])
        step = self.record["step"]
        average(self.mean, self.net, min(self.tuning.keep, step / (step + 20)))
        for k, v in said.items():
            figures[k] = SMOOTHING * figures.get(k, v) + (1 - SMOOTHING) * v

    def _look(self) -> None:
        """Asks the held-out pictures; keeps the weights if they are the best so far."""
        assert self.check is not None
        self.mean.eval()
        seen = self.check(self.mean)
        if self.record["start"] is None:
            self.record["start"] = str(seen)
        self.record["last"] = str(seen)
        self.record["looks"] += 1
        if self.best is None or seen.loss < self.record["best"]:
            self.best, self.record["best"], self.record["bad"] = _copy(self.mean), seen.loss, 0
        else:
            self.record["bad"] += 1

    def _stale(self) -> bool:
        self.record["early"] = self.check is not None and self.record["bad"] >= PATIENCE
        return bool(self.record["early"])

    def _finish(self) -> None:
        if self.check and self.best is not None:
            self._try_blends()
            self.mean.load_state_dict(self.best)
            self.mean.eval()
            self.record["end"] = str(self.check(self.mean))
        self.mean.eval()
        self.record["done"] = True
        self.save()

    def _try_blends(self) -> None:
        """Weights between the old and the new ones often know both worlds better than either."""
        assert self.check is not None
        new = _copy(self.mean)
        for share in BLENDS:
            self.mean.load_state_dict(blend(self.start, new, share))
            self.mean.eval()
            loss = self.check(self.mean).loss
            if loss < self.record["best"]:
                self.best, self.record["best"] = _copy(self.mean), loss
                self.record["blend"] = share

    def save(self) -> None:
        """Writes everything that is needed to go on, old or new, never half."""
        state = {
            "net": self.net.state_dict(), "mean": self.mean.state_dict(), "best": self.best,
            "start": self.start, "optimizer": self.optimizer.state_dict(), "record": self.record,
        }  # fmt: skip
        part = self.path.with_suffix(".part")
        torch.save(state, part)
        part.replace(self.path)

    def _load(self) -> None:
        state = torch.load(self.path, weights_only=True)
        self.net.load_state_dict(state["net"])
        self.mean.load_state_dict(state["mean"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.best, self.start, self.record = state["best"], state["start"], state["record"]


def train_mode(net: torch.nn.Module, frozen: bool) -> None:
    """Training mode; with ``frozen`` batch normalisation keeps its statistics."""
    net.train()
    if not frozen:
        return
    for module in net.modules():
        if isinstance(module, torch.nn.BatchNorm1d | torch.nn.BatchNorm2d):
            module.eval()


def blend(old: State, new: State, share: float) -> State:
    """Weights ``share`` of the way from the old to the new ones."""
    return {
        k: torch.lerp(old[k], v, share) if v.dtype.is_floating_point else v for k, v in new.items()
    }


def _copy(net: torch.nn.Module) -> State:
    return {k: v.clone() for k, v in net.state_dict().items()}
