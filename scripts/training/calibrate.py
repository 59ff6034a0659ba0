"""Fit the temperature that makes the classifier's confidences true, on sessions held out."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scripts.training.pictures import LabelledPicture, load_photographs, session_folds
from vision.geometry import box_iou, quad_bounds
from vision.reader import Reader
from vision.reading import LABELS

Seen = tuple[NDArray[np.float32], NDArray[np.intp]]
"""Log probabilities (N, 44) at temperature 1 and true classes (N,)."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the calibration."""
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--models", type=Path, required=True)


def run(args: argparse.Namespace) -> int:
    """Fit on every other validation session; print the error before and after on the rest."""
    reader = Reader.load(args.models)
    before = reader.classifier.temperature
    _, sessions = session_folds(args.photos)
    fitting = tiles_seen(reader, load_photographs(args.photos, sorted(sessions)[::2]))
    checking = tiles_seen(reader, load_photographs(args.photos, sorted(sessions)[1::2]))
    best = best_temperature(fitting, before)
    for name, temperature in (("as it is", before), ("fitted", best)):
        factor = temperature / before
        print(
            f"{name}: temperature {temperature:.3f}, "
            f"loss {calibration_loss(checking, factor):.4f}, "
            f"expected calibration error {calibration_error(checking, factor):.4f} "
            f"on {len(checking[1])} tiles of the other sessions"
        )
    return 0


def best_temperature(seen: Seen, before: float) -> float:
    """The temperature with the least loss on tiles that were seen at temperature ``before``."""
    grid = np.exp(np.linspace(np.log(0.3), np.log(2.0), 80))
    losses = [calibration_loss(seen, t / before) for t in grid]
    return float(grid[int(np.argmin(losses))])


def tiles_seen(reader: Reader, pictures: Iterable[LabelledPicture]) -> Seen:
    """The classifier's view of found tiles that lie on a labelled box."""
    logs = [np.zeros((0, len(LABELS)), np.float32)]
    truth: list[int] = []
    for picture in pictures:
        found = reader.finder.find(picture.image)
        if not found or not picture.codes:
            continue
        quads = np.stack([f.quad for f in found])
        iou = box_iou(quad_bounds(quads), quad_bounds(picture.quads))
        on_tile = iou.max(1) >= 0.5
        seen = reader.classifier.classify(picture.image, quads[on_tile])
        logs.append(np.log(np.maximum(seen.probabilities, 1e-12)))
        truth += [LABELS.index(picture.codes[k]) for k in iou[on_tile].argmax(1)]
    return np.concatenate(logs), np.array(truth, np.intp)


def _probabilities(seen: Seen, factor: float) -> NDArray[np.float32]:
    """Probabilities at another temperature, ``factor`` times the one they were seen at."""
    scaled = np.exp((seen[0] - seen[0].max(1, keepdims=True)) / factor)
    return np.asarray(scaled / scaled.sum(1, keepdims=True), np.float32)


def calibration_loss(seen: Seen, factor: float) -> float:
    """Mean negative log probability of the true classes."""
    p = _probabilities(seen, factor)[np.arange(len(seen[1])), seen[1]]
    return float(-np.log(np.maximum(p, 1e-9)).mean())


def calibration_error(seen: Seen, factor: float = 1.0, bins: int = 15) -> float:
    """Expected calibration error over bins of equal width."""
    p = _probabilities(seen, factor)
    sure, right = p.max(1), p.argmax(1) == seen[1]
    index = np.minimum((sure * bins).astype(int), bins - 1)
    gaps = [
        abs(sure[index == b].mean() - right[index == b].mean()) * (index == b).mean()
        for b in range(bins)
        if (index == b).any()
    ]
    return float(sum(gaps))
