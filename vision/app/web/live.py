"""What the camera over the table sees, for the phones: its state, its latest frame, its key."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from vision.app.web.database import now
from vision.app.web.refusal import bad, refuse

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.reading import Reading

Json = dict[str, Any]
WIDEST = 960
"""px of the frame that phones get."""


class Live:
    """Filled by the camera's thread, read by the server's."""

    def __init__(self, tell: Callable[[Json], None]) -> None:
        self._tell = tell
        self._lock = threading.Lock()
        self._state: str | None = None
        self._kind: str | None = None
        self._since: str | None = None
        self._waiting = False
        self._frame: tuple[NDArray[np.uint8], Reading] | None = None
        self._jpeg: bytes | None = None
        self._commands: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.attached = False
        """Whether there is a camera."""

    def to_json(self) -> Json:
        """L."""
        with self._lock:
            return {
                "state": self._state,
                "kind": self._kind,
                "since": self._since,
                "waiting": self._waiting,
            }

    def say(self, kind: str, text: str) -> None:
        """What the camera says now."""
        with self._lock:
            self._kind, self._state, self._since = kind, text, now()
        self._tell(self.to_json())

    def wait(self, waiting: bool) -> None:
        """Whether a hand that the camera took waits for confirmation."""
        with self._lock:
            same, self._waiting = waiting == self._waiting, waiting
        if not same:
            self._tell(self.to_json())

    def show(self, image: NDArray[np.uint8], reading: Reading) -> None:
        """The latest frame, (H, W, 3) uint8 BGR."""
        with self._lock:
            self._frame, self._jpeg = (image, reading), None

    def picture(self) -> bytes:
        """The latest frame with what was read drawn on it, as JPEG; drawn only when asked for."""
        with self._lock:
            frame, jpeg = self._frame, self._jpeg
        if frame is None:
            raise refuse(404, "no_camera", "No camera has shown anything yet.")
        if jpeg is None:
            jpeg = _drawn(*frame)
            with self._lock:
                self._jpeg = jpeg
        return jpeg

    def ask(self, data: Json) -> None:
        """A phone presses the camera's key."""
        if not self.attached:
            raise refuse(409, "no_camera", "There is no camera; start with --camera 0.")
        if data.get("do") != "take":
            raise bad("do", "must be take")
        if self._commands.qsize() < 4:
            self._commands.put("t")

    def command(self) -> str | None:
        """What the phones asked for."""
        try:
            return self._commands.get_nowait()
        except queue.Empty:
            return None


def _drawn(image: NDArray[np.uint8], reading: Reading) -> bytes:
    import cv2

    from vision.frames import Picture
    from vision.overlay import draw_reading

    rows, columns = image.shape[:2]
    drawn = draw_reading(Picture(image, columns, rows, 1.0, "camera"), reading)
    scale = WIDEST / max(drawn.shape[:2])
    if scale < 1:
        size = (round(drawn.shape[1] * scale), round(drawn.shape[0] * scale))
        drawn = cv2.resize(drawn, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    return bytes(cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes())
