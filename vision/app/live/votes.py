"""What several frames together say of one tile: mean log-probabilities, slow to be overturned.

Frames of a still table err alike, so their probabilities are averaged (in the logarithm) and not
multiplied: what is calibrated for one frame stays calibrated for many.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.reading import LABELS

MEMORY: Final = 12
"""Votes that count; older ones fade."""
LEAST: Final = 1e-5
"""Probabilities are cut off here, so that one frame alone cannot rule a tile out."""
CONTRARY: Final = 0.1
"""A frame that gives the tile's code less than this contradicts it ..."""
OVERTURNED: Final = 3
"""... and as many such frames in a row mean that another tile lies there now."""
LEAD: Final = 1.5
"""How many times as likely another code must become to replace the present one."""


@dataclass(frozen=True, slots=True, eq=False)
class Votes:
    """The votes on one tile so far."""

    logs: NDArray[np.float32]
    """(44,) mean log-probability of each label."""
    count: int
    """Votes in the mean, at most `MEMORY`."""
    code: str
    """What the tile is taken for."""
    contrary: int = 0
    """Frames in a row that contradicted it; they are not in the mean."""

    @classmethod
    def first(cls, probabilities: NDArray[np.float32]) -> Votes:
        """One frame's vote, (44,) probabilities."""
        return cls(_logs(probabilities), 1, LABELS[int(probabilities.argmax())])

    def with_vote(self, probabilities: NDArray[np.float32]) -> Votes:
        """The votes with one more frame's, (44,) probabilities."""
        if float(probabilities[LABELS.index(self.code)]) < CONTRARY:
            if self.contrary + 1 >= OVERTURNED:
                return Votes.first(probabilities)
            return replace(self, contrary=self.contrary + 1)
        count = min(self.count + 1, MEMORY)
        step = (_logs(probabilities) - self.logs) / count
        logs = np.asarray(self.logs + step, np.float32)
        return Votes(logs, count, _steady(logs, self.code))

    @property
    def probabilities(self) -> NDArray[np.float32]:
        """(44,) what the votes together say, summing to 1; the present code is never behind."""
        p = np.exp(self.logs - self.logs.max())
        own = LABELS.index(self.code)
        p[own] = max(float(p[own]), float(p.max()) * (1 + 1e-6))
        return np.asarray(p / p.sum(), np.float32)


def _logs(probabilities: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(np.log(np.maximum(probabilities, LEAST)), np.float32)


def _steady(logs: NDArray[np.float32], code: str) -> str:
    best = int(logs.argmax())
    ahead = float(logs[best] - logs[LABELS.index(code)])
    return LABELS[best] if ahead > np.log(LEAD) else code
