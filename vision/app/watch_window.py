"""The window of ``tilescore watch``: the camera's picture with what was read drawn on it.

OpenCV's windows end the whole process where no display answers, so one is opened by another
process first.
"""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.app.live.keys import KEYS, Command, Typing
from vision.app.live.session import View
from vision.app.live.states import Kind
from vision.frames import Picture
from vision.overlay import draw_reading

Image = NDArray[np.uint8]
TITLE: Final = "tilescore"
PROBE: Final = "import cv2; cv2.namedWindow('t', cv2.WINDOW_NORMAL); cv2.waitKey(1)"
PROBE_SECONDS: Final = 20.0
FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
BAR: Final = 34
"""px of a line of text."""
LETTERS: Final = 78
INK: Final = (245, 245, 245)
GROUNDS: Final = {
    Kind.READY: (50, 120, 30), Kind.TAKEN: (50, 120, 30), Kind.GLARE: (0, 90, 200),
    Kind.DOUBT: (0, 90, 200), Kind.WAITING: (60, 60, 160),
}  # fmt: skip
GROUND: Final = (70, 60, 50)


def display_answers() -> bool:
    """Whether a window can be opened here."""
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        return False
    try:
        probe = subprocess.run(
            [sys.executable, "-c", PROBE],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=PROBE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return probe.returncode == 0


class Window:
    """Shows views and gives back what was typed."""

    def __init__(self) -> None:
        self._typing = Typing()
        self._last: Image | None = None
        os.environ.setdefault("QT_LOGGING_RULES", "*.warning=false")  # about fonts it lacks
        cv2.namedWindow(TITLE, cv2.WINDOW_NORMAL | cv2.WINDOW_GUI_NORMAL)
        cv2.resizeWindow(TITLE, 1280, 860)

    def show(self, view: View, said: str, statistics: str | None) -> None:
        """Draws the picture, the state, the evening and the last answer."""
        height, width = view.image.shape[:2]
        picture = Picture(view.image, width, height, 1.0, "camera")
        canvas = draw_reading(picture, view.reading)
        new = [] if view.lines[0] in said else wrapped(said)[:4]
        lines = [*view.lines, *new, self._keys()]
        if statistics is not None:
            lines.append(statistics)
        self._last = canvas
        cv2.imshow(TITLE, with_text(canvas, view.state.text, GROUNDS.get(view.state.kind), lines))

    def show_waiting(self, words: str, evening: Sequence[str]) -> None:
        """Says what is waited for, over the last picture."""
        canvas = np.zeros((720, 1280, 3), np.uint8) if self._last is None else self._last
        lines = [*evening, self._keys()]
        cv2.imshow(TITLE, with_text(canvas, words, GROUNDS[Kind.WAITING], lines))

    def command(self) -> Command | None:
        """What was asked for by a key since the last call; waits a millisecond."""
        code = cv2.waitKey(1) & 0xFF
        if code == 0xFF:
            return None
        self._typing, command = self._typing.pressed(chr(code))
        return command

    @property
    def closed(self) -> bool:
        """Whether the person closed it."""
        return cv2.getWindowProperty(TITLE, cv2.WND_PROP_VISIBLE) < 1

    def close(self) -> None:
        """Closes it."""
        cv2.destroyAllWindows()

    def _keys(self) -> str:
        if self._typing.text is not None:
            return f"correct a tile, such as 12=5p, then Enter: {self._typing.text}_"
        return "  ".join(f"{key} {action.value}" for key, (action, _) in KEYS.items())


def wrapped(text: str) -> list[str]:
    """A text in lines that fit the window."""
    return [line for part in text.splitlines() for line in textwrap.wrap(part, LETTERS)]


def with_text(
    canvas: Image, heading: str, ground: tuple[int, int, int] | None, lines: list[str]
) -> Image:
    """The picture with a heading above and lines below it, (H, W, 3) uint8 BGR."""
    width = canvas.shape[1]
    size = width / 1280
    bar = round(BAR * size)
    head = np.full((round(1.5 * bar), width, 3), ground or GROUND, np.uint8)
    _write(head, heading, (10, round(1.1 * bar)), 1.15 * size)
    foot = np.full((bar * len(lines) + bar // 3, width, 3), GROUND, np.uint8)
    for number, line in enumerate(lines):
        _write(foot, line, (10, bar * (number + 1) - bar // 5), 0.72 * size)
    return np.vstack([head, canvas, foot])


def _write(bar: Image, text: str, at: tuple[int, int], scale: float) -> None:
    cv2.putText(bar, text, at, FONT, scale, INK, max(1, round(1.6 * scale)), cv2.LINE_AA)
