"""Label files: one JSON object per line and picture, read strictly and written whole or not."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from vision.errors import OutputError, why_unreadable
from vision.labels.parse import LabelError, parse_picture
from vision.labels.record import PictureLabel, picture_json

LABELS_NAME: Final = "labels.jsonl"


def read_labels(path: Path) -> list[PictureLabel]:
    """All records of a label file, or of ``labels.jsonl`` in a folder.

    Raises:
        LabelError: It cannot be read, a line does not fit, or a picture is there twice.
    """
    path = path / LABELS_NAME if path.is_dir() else path
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise LabelError(f"{path} cannot be read: {why_unreadable(error)}.") from error
    records = list(_records(text, path.name))
    seen: set[str] = set()
    for record in records:
        if record.file in seen:
            raise LabelError(f"{path.name}: the picture {record.file} is there twice.")
        seen.add(record.file)
    return records


def _records(text: str, name: str) -> Iterator[PictureLabel]:
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        where = f"{name} line {number}"
        try:
            data = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise LabelError(f"{where}: that is no JSON ({error}).") from error
        yield parse_picture(data, where)


def line_of(picture: PictureLabel) -> str:
    """One record as a line, without its end."""
    data = picture_json(picture)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def write_labels(path: Path, pictures: Iterable[PictureLabel]) -> None:
    """Replaces the label file as a whole: at any moment the old or the new one is there.

    Raises:
        OutputError: The file cannot be written.
    """
    write_whole(path, "".join(f"{line_of(p)}\n" for p in pictures).encode())


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file that other processes, and a machine that stops, see old or new, never half.

    Raises:
        OutputError: The file cannot be written.
    """
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise OutputError(f"{path} cannot be written ({error.strerror or error}).") from error
