"""How fast frames are read: rate, latency, dropped frames."""

from __future__ import annotations

from collections import deque
from typing import Final

WINDOW: Final = 2.0
"""Seconds over which the rate is taken."""


class Statistics:
    """Counts frames as they are shown."""

    def __init__(self) -> None:
        self._shown: deque[tuple[float, float]] = deque()
        self.frames = 0
        self._first = 0.0
        self._last = 0.0

    def add(self, arrived: float, shown: float) -> None:
        """One frame that came at ``arrived`` and was read and shown at ``shown``, s."""
        self.frames += 1
        self._first, self._last = (self._first if self.frames > 1 else shown), shown
        self._shown.append((shown, shown - arrived))
        while self._shown[0][0] < shown - WINDOW:
            self._shown.popleft()

    @property
    def rate(self) -> float:
        """Frames per second lately; 0 before two frames."""
        if len(self._shown) < 2:
            return 0.0
        passed = self._shown[-1][0] - self._shown[0][0]
        return (len(self._shown) - 1) / passed if passed > 0 else 0.0

    @property
    def latency(self) -> float:
        """Median seconds between a frame's coming and its being shown, lately."""
        late = sorted(latency for _, latency in self._shown)
        return late[len(late) // 2] if late else 0.0

    def summary(self, dropped: int) -> str:
        """All that was read, at the end."""
        passed = self._last - self._first
        rate = (self.frames - 1) / passed if passed > 0 else 0.0
        return f"{self.frames} frames read, {rate:.1f} a second, {dropped} dropped"

    def text(self, dropped: int) -> str:
        """All of it on one line."""
        return (
            f"{self.rate:.1f} frames/s, latency {1e3 * self.latency:.0f} ms, "
            f"{self.frames} read, {dropped} dropped"
        )
