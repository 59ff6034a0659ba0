"""Our own JSON lines with the pictures beside them: a folder that can be carried away whole."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from vision.errors import OutputError
from vision.labels.formats.common import Imported
from vision.labels.lines import LABELS_NAME, read_labels, write_labels
from vision.labels.record import PictureLabel


def export(labels: list[PictureLabel], folder: Path, out: Path) -> list[str]:
    """Copies pictures as they are and writes ``labels.jsonl``; nothing is lost."""
    for label in labels:
        target = out / label.file
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(folder / label.file, target)
        except OSError as error:
            raise OutputError(f"{label.file} cannot be copied to {out} ({error}).") from error
    out.mkdir(parents=True, exist_ok=True)
    write_labels(out / LABELS_NAME, labels)
    return []


def load(source: Path, given: Mapping[str, str]) -> Imported:
    """Reads a label file, or ``labels.jsonl`` in a folder; codes need no spelling."""
    folder = source if source.is_dir() else source.parent
    labels = read_labels(source)
    return Imported(tuple(labels), {label.file: folder / label.file for label in labels})
