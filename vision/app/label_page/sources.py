"""Which pictures there are to label: a folder's, and frames of its videos."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import cv2

from vision.errors import OutputError, PictureError
from vision.labels.lines import write_whole

PICTURES: Final = frozenset(
    (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".bmp", ".tif", ".tiff")
)
VIDEOS: Final = frozenset((".mp4", ".mov", ".avi", ".mkv", ".m4v", ".webm"))
QUALITY: Final = 95
FRAMES: Final = "-frames"
"""What a video's folder of frames adds to its name."""


def pictures_in(folder: Path) -> list[str]:
    """Every picture below a folder as a relative path, numbers in names counted as numbers."""
    return sorted(_files(folder, PICTURES), key=_natural)


def session_of(file: str, folder: Path) -> str:
    """The session that a picture belongs to until a person says otherwise: its folder."""
    parent = file.rpartition("/")[0]
    return parent or folder.resolve().name


def take_frames(folder: Path, every_s: float) -> int:
    """Writes frames of every video below a folder beside it, ``every_s`` seconds apart; how many.

    Frames that are there already stay: their labels name them.

    Raises:
        PictureError: A video cannot be played.
        OutputError: A frame cannot be written.
    """
    return sum(frames_of(folder / name, every_s) for name in sorted(_files(folder, VIDEOS)))


def frames_of(video: Path, every_s: float) -> int:
    """Writes a video's frames into a folder beside it, named by their time; how many are new.

    Raises:
        PictureError: It cannot be played.
        OutputError: A frame cannot be written.
    """
    capture = cv2.VideoCapture(str(video))
    try:
        if not capture.isOpened():
            raise PictureError(f"{video} cannot be played; is it a video that plays here?")
        return _write_frames(capture, frames_folder(video), every_s)
    finally:
        capture.release()


def frames_folder(video: Path) -> Path:
    """Where a video's frames lie."""
    return video.with_name(video.stem + FRAMES)


def _write_frames(capture: Any, target: Path, every_s: float) -> int:
    rate = float(capture.get(cv2.CAP_PROP_FPS))
    step = max(1, round(every_s * (rate if 1 <= rate <= 240 else 25.0)))
    try:
        target.mkdir(exist_ok=True)
    except OSError as error:
        raise OutputError(f"{target} cannot be made ({error.strerror or error}).") from error
    number = written = 0
    while capture.grab():
        path = target / f"{number:07d}.jpg"
        if number % step == 0 and not path.exists():
            there, frame = capture.retrieve()
            if there:
                data = cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1]
                write_whole(path, data.tobytes())
                written += 1
        number += 1
    return written


def _files(folder: Path, suffixes: frozenset[str]) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        below = Path(place).relative_to(folder).as_posix()
        for name in names:
            if not name.startswith(".") and os.path.splitext(name)[1].lower() in suffixes:  # noqa: PTH122 - thousands of them
                yield name if below == "." else f"{below}/{name}"


def _natural(name: str) -> list[tuple[int, str]]:
    """``a2`` before ``a10``."""
    parts = re.split(r"(\d+)", name.lower())
    return [(int(p), "") if p.isdecimal() else (-1, p) for p in parts]
