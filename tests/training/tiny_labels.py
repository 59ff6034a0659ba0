"""Small label files for tests of the training: pictures cut out of the committed samples."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from scripts.training import run
from vision.labels.lines import read_labels, write_labels
from vision.labels.record import PictureLabel

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "datasets" / "samples"
MODELS = ROOT / "models"


def tiny_set(folder: Path, sessions: Sequence[tuple[str, str]]) -> Path:
    """A label file with one picture of the samples per (session, set), smallest first."""
    folder.mkdir(parents=True, exist_ok=True)
    smallest = sorted(read_labels(SAMPLES), key=lambda p: len(p.tiles))
    labels = []
    for number, (session, name) in enumerate(sessions):
        label = smallest[number % len(smallest)]
        file = f"{number}-{label.file}"
        shutil.copyfile(SAMPLES / label.file, folder / file)
        labels.append(replace(label, file=file, session=session, set=name))
    write_labels(folder / "labels.jsonl", labels)
    return folder / "labels.jsonl"


def options(labels: Path, out: Path, *more: str) -> argparse.Namespace:
    """The options of a run."""
    parser = argparse.ArgumentParser()
    run.add_arguments(parser)
    return parser.parse_args(["--labels", str(labels), "--out", str(out), *more])


def pictures_of(path: Path) -> list[PictureLabel]:
    """The records of a label file."""
    return read_labels(path)
