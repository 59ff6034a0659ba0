"""The two trainings of a run: what they learn from, what they are watched by, their export."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from torch.nn import functional as F
from torch.utils.data import DataLoader, IterableDataset

from scripts.training import export, train_classifier, train_finder
from scripts.training.classifier_data import TilePatches, make_pool
from scripts.training.finder_data import FinderCrops, crop_sample
from scripts.training.labelled import tables
from scripts.training.nets import Classifier, Finder
from scripts.training.pictures import LabelledPicture
from scripts.training.run_plan import COPIED, NETS, Plan, checkpoint
from scripts.training.stage import LossOf
from scripts.training.tuning import Check, Tuner, Tuning, Watched
from scripts.training.weights import load_onnx
from vision.reading import LABELS
from vision.rectify import rectify, turn_patches

Pictures = list[LabelledPicture]
SHARE = {"classifier": 0.6, "finder": 0.4}
"""Of the minutes."""
TUNED = {"classifier": (1.5e-4, 0.98, 0.01), "finder": (4e-4, 0.98, 0.01)}
"""Peak rate, averaging and weight decay when the weights are there already."""
FRESH = {"classifier": (2.5e-3, 0.998, 0.03), "finder": (2.5e-3, 0.998, 0.01)}
"""The same for new weights."""
SIZES = (10.0, 150.0)
"""Tile widths that the finder learns at, px."""
MOST_TILES = 1500
MOST_CROPS = 48


@dataclass(frozen=True, slots=True)
class Material:
    """Decoded pictures of every kind."""

    training: Pictures
    watched: Pictures
    rendered: Pictures = field(default_factory=list)
    sheets: Pictures = field(default_factory=list)
    pages: Pictures = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Kind:
    """What differs between the two networks."""

    make: Callable[[], torch.nn.Module]
    data: Callable[[Material, int], IterableDataset[Any]]
    check: Callable[[Pictures], Check | None]
    loss_of: LossOf
    batch: int


def train(
    name: str, plan: Plan, material: Material, start: Path | None, args: argparse.Namespace
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Trains one network, or goes on with it.

    Returns:
        The state to export and the record of the training.
    """
    kind = KINDS[name]
    net = kind.make()
    metadata = load_onnx(start / f"{name}.onnx", net) if start else {}
    path = checkpoint(args.out, name)
    tuner = Tuner(net, _tuning(name, start, args), path, kind.check(material.watched))
    if not tuner.finished:
        if tuner.resumes:
            print(f"{name}: goes on after {tuner.record['spent'] / 60:.1f} minutes.",
                  file=sys.stderr)  # fmt: skip
        data = kind.data(material, args.seed * 1_000_003 + int(tuner.record["step"]))
        loader = DataLoader(
            data, kind.batch, num_workers=args.workers,
            prefetch_factor=4 if args.workers else None,
        )  # fmt: skip
        tuner.run(loader, kind.loss_of)
    return _exported(tuner, plan, metadata, args), dict(tuner.record)


def _tuning(name: str, start: Path | None, args: argparse.Namespace) -> Tuning:
    rate, keep, decay = (TUNED if start else FRESH)[name]
    minutes = args.minutes * (1.0 if args.only else SHARE[name])
    return Tuning(name, minutes, args.rate or rate, start is not None, keep, decay, args.seed,
                  args.threads, args.steps)  # fmt: skip


def _exported(
    tuner: Tuner, plan: Plan, metadata: dict[str, Any], args: argparse.Namespace
) -> dict[str, Any]:
    """The checkpoint in the form that the export reads."""
    options = {"start": args.start, "minutes": str(tuner.tuning.minutes),
               "rate": str(tuner.tuning.rate), "seed": str(args.seed),
               "labels": " ".join(p.name for p in args.labels),
               "rendered": " ".join(p.name for p in args.rendered)}  # fmt: skip
    record = {"samples": tuner.record["samples"], "options": options, "sessions": plan.sessions}
    return {
        "net": tuner.mean.state_dict(),
        "sessions": sorted({*metadata.get("training_sessions", []), *plan.sessions}),
        "history": [*metadata.get("history", []), record],
    }


def write_models(
    states: dict[str, dict[str, Any]], start: Path | None, temperature: float, out: Path
) -> None:
    """Both ONNX files, checked against torch; a network that was not trained is copied."""
    for name in NETS:
        if name in states:
            state = out / "work" / f"{name}.export.pt"
            torch.save(states[name], state)
            export.run(argparse.Namespace(
                finder=state if name == "finder" else None, out=out, temperature=temperature,
                classifier=state if name == "classifier" else None, flowers=None,
            ))  # fmt: skip
            state.unlink()
        elif start:
            shutil.copyfile(start / f"{name}.onnx", out / f"{name}.onnx")
    for name in COPIED:
        (out / f"{name}.onnx").unlink(missing_ok=True)
        if start and (start / f"{name}.onnx").is_file():
            shutil.copyfile(start / f"{name}.onnx", out / f"{name}.onnx")


def set_temperature(models: Path, temperature: float) -> None:
    """Changes the classifier's temperature in its file."""
    path = models / "classifier.onnx"
    model = onnx.load(str(path))
    metadata = {p.key: p.value for p in model.metadata_props}
    onnx.helper.set_model_props(model, {**metadata, "temperature": str(round(temperature, 4))})
    onnx.save(model, str(path))


def _classifier_data(material: Material, seed: int) -> IterableDataset[Any]:
    parts = (
        (0.5, material.training, 0.07), (0.3, material.rendered, 0.06),
        (0.12, material.sheets, 0.06), (0.08, material.pages, 0.06),
    )  # fmt: skip
    return TilePatches([make_pool(*part) for part in parts], seed)


def _finder_data(material: Material, seed: int) -> IterableDataset[Any]:
    pools = [(0.5, tables(material.training)), (0.4, material.rendered), (0.1, material.pages)]
    return FinderCrops(pools, seed, SIZES)


def _classifier_check(pictures: Pictures) -> Check | None:
    """The loss and errors on held-out tiles, seen upright and upside down."""
    patches, codes = [], []
    for picture in pictures:
        seen = np.flatnonzero(picture.visible >= 0.6)
        if len(seen):
            patches.append(rectify(picture.image, picture.quads[seen]))
            codes += [LABELS.index(picture.codes[i]) for i in seen]
    if not codes:
        return None
    step = -(-len(codes) // MOST_TILES)
    upright = np.concatenate(patches)[::step]
    truth = torch.tensor(codes[::step])
    turns = [np.full(len(upright), k) for k in (0, 2)]
    views = [torch.from_numpy(turn_patches(upright, t).transpose(0, 3, 1, 2).copy()) for t in turns]

    @torch.no_grad()
    def check(net: torch.nn.Module) -> Watched:
        logits = [_in_parts(net, view) for view in views]
        loss = sum(float(F.cross_entropy(part, truth)) for part in logits) / len(logits)
        wrong = int((logits[0].argmax(1) != truth).sum())
        return Watched(loss, wrong, len(truth))

    return check


def _in_parts(net: torch.nn.Module, patches: torch.Tensor) -> torch.Tensor:
    return torch.cat([net(part.float())[0] for part in patches.split(128)])


def _finder_check(pictures: Pictures) -> Check | None:
    """The loss on the same crops each time."""
    pictures = tables(pictures)
    if not pictures:
        return None
    rng = np.random.default_rng(7)
    count = max(min(MOST_CROPS, 4 * len(pictures)), 8)
    crops = [crop_sample(pictures[i % len(pictures)], rng, SIZES) for i in range(count)]
    batches = [
        [torch.stack(part) for part in zip(*crops[i : i + 8], strict=True)]
        for i in range(0, count, 8)
    ]

    @torch.no_grad()
    def check(net: torch.nn.Module) -> Watched:
        losses = [float(train_finder.loss_of(net, batch)[0]) for batch in batches]
        return Watched(sum(losses) / len(losses))

    return check


KINDS = {
    "classifier": Kind(partial(Classifier, len(LABELS)), _classifier_data, _classifier_check,
                       train_classifier.loss_of, 128),
    "finder": Kind(Finder, _finder_data, _finder_check, train_finder.loss_of, 16),
}  # fmt: skip


def chosen(only: str | None) -> Iterable[str]:
    """The networks to train."""
    return (only,) if only else NETS
