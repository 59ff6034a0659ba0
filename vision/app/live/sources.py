"""Where frames come from: a camera's number, a video file, a network stream, a folder of frames."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PictureError, UsageError, UserError
from vision.frames import load_picture

Image = NDArray[np.uint8]

WIDTH, HEIGHT, RATE = 1280, 720, 30
"""What a camera is asked for; it answers with the nearest that it has."""
TIMEOUT_MS: Final = 3000
"""How long opening a stream, and waiting for its next frame, may take."""
FFMPEG_QUIET: Final = "-8"
"""Its AV_LOG_QUIET, as OpenCV wants to be told."""
PICTURES: Final = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".heic")
FOLDER_RATE: Final = 25.0
_ADDRESS: Final = re.compile(r"^[a-z][a-z0-9+.-]*://", re.IGNORECASE)


class Source(Protocol):
    """Something that frames come from. One thread opens, reads and closes it."""

    name: str
    """In words, such as ``camera 0``."""
    live: bool
    """Whether it goes on for ever and may come back after it is lost."""
    rate: float | None
    """Frames per second at which to play it; None: it keeps its own time."""

    def open(self) -> str | None:
        """Opens it anew; answers in words what it waits for, None when frames will come."""

    def read(self) -> Image | None:
        """The next frame, (H, W, 3) uint8 BGR; None when there is none (any more)."""

    def close(self) -> None:
        """Lets go of it; it can be opened again."""


class SourceLostError(UserError):
    """A video or folder cannot be played."""

    code = "source"


def source_of(text: str) -> Source:
    """The source that ``--camera`` or ``--video`` names.

    Raises:
        UsageError: it names nothing that could be one.
    """
    if text.isascii() and text.isdigit() and len(text) <= 3:
        return Capture(f"camera {int(text)}", int(text), live=True)
    if _ADDRESS.match(text):
        return Capture(f"stream {_without_password(text)}", text, live=True)
    path = Path(text)
    if path.is_dir():
        return Folder(path)
    if path.is_file():
        return Capture(f"video {path.name}", str(path), live=False)
    if text.startswith("/dev/"):
        return Capture(f"camera {text}", text, live=True)
    raise UsageError(
        f"There is no video, folder or camera {text!r}; give a camera's number, a file, a folder "
        "of frames or an address such as rtsp://... or http://..."
    )


def _without_password(address: str) -> str:
    return re.sub(r"//[^/@]*@", "//", address)


@dataclass(slots=True)
class Capture:
    """What OpenCV's VideoCapture opens: a camera, a stream or a video file."""

    name: str
    target: int | str
    live: bool
    rate: float | None = None
    make: Callable[[int | str], Any] | None = None
    """Opens the target; replaced in tests."""
    _capture: Any = field(default=None, repr=False)

    def open(self) -> str | None:
        """Opens it anew; answers in words what it waits for, None when frames will come."""
        self.close()
        capture = (self.make or _capture_of)(self.target)
        if not capture.isOpened():
            capture.release()
            return self._waiting()
        self._capture = capture
        if not self.live:
            rate = float(capture.get(cv2.CAP_PROP_FPS))
            self.rate = rate if 1 <= rate <= 240 else FOLDER_RATE
        return None

    def _waiting(self) -> str:
        if not self.live:
            raise SourceLostError(f"{self.name} cannot be played; is it a video that plays here?")
        if isinstance(self.target, int):
            return (
                f"waiting for {self.name}: plug it in, or close the program that uses it "
                "(--camera 1 takes another)"
            )
        return f"waiting for {self.name}: is it on and in the same network?"

    def read(self) -> Image | None:
        """The next frame; None when there is none."""
        if self._capture is None:
            return None
        try:
            there, frame = self._capture.read()
        except cv2.error:  # a driver that gave up
            return None
        if not there or frame is None or frame.size == 0:
            return None
        if frame.ndim == 2:
            frame = cv2.cvtColor(frame, cv2.COLOR_GRAY2BGR)
        return np.asarray(frame, np.uint8)

    def close(self) -> None:
        """Lets go of it."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None


def _capture_of(target: int | str) -> Any:
    """OpenCV's capture of a camera, address or file, told what we want of it."""
    # What OpenCV and FFmpeg print of a missing camera helps nobody; we say it in words.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", FFMPEG_QUIET)
    if isinstance(target, int):
        capture = cv2.VideoCapture(target, _CAMERA_API)
        # Motion JPEG: uncompressed frames of this size are more than an older USB port carries.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        wanted = ((cv2.CAP_PROP_FRAME_WIDTH, WIDTH), (cv2.CAP_PROP_FRAME_HEIGHT, HEIGHT),
                  (cv2.CAP_PROP_FPS, RATE), (cv2.CAP_PROP_BUFFERSIZE, 1))  # fmt: skip
        for what, value in wanted:
            capture.set(what, value)
        return capture
    if _ADDRESS.match(target):
        limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, TIMEOUT_MS,
                  cv2.CAP_PROP_READ_TIMEOUT_MSEC, TIMEOUT_MS]  # fmt: skip
        return cv2.VideoCapture(target, cv2.CAP_FFMPEG, limits)
    return cv2.VideoCapture(target)


_CAMERA_API: Final = {
    "linux": cv2.CAP_V4L2, "win32": cv2.CAP_DSHOW, "darwin": cv2.CAP_AVFOUNDATION,
}.get(sys.platform, cv2.CAP_ANY)  # fmt: skip
"""Named, since trying all of them takes seconds and prints what nobody understands."""


@dataclass(slots=True)
class Folder:
    """A folder of frames, in the order of their names."""

    path: Path
    rate: float | None = FOLDER_RATE
    name: str = ""
    live: bool = False
    _left: list[Path] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        self.name = self.name or f"folder {self.path.name}"

    def open(self) -> str | None:
        """Lists the frames.

        Raises:
            SourceLostError: there are none.
        """
        files = (p for p in self.path.iterdir() if p.suffix.lower() in PICTURES)
        self._left = sorted(files, reverse=True)
        if not self._left:
            raise SourceLostError(f"{self.path} holds no pictures ({', '.join(PICTURES)}).")
        return None

    def read(self) -> Image | None:
        """The next frame; files that are no pictures are passed over."""
        while self._left:
            path = self._left.pop()
            try:
                return load_picture(path, wanted_side=WIDTH).image
            except PictureError:
                continue
        return None

    def close(self) -> None:
        """Forgets the frames."""
        self._left = []
