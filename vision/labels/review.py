"""Which labels are probably wrong: how strongly the model contradicts each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.labels.codes import UNKNOWN
from vision.reading import LABELS

LEAST: Final = 1e-9
"""Probabilities below this are all alike."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the model says of one label."""

    suspicion: float
    """Log of how much likelier the model's best other name is than the label; 0 is a tie."""
    likely: str
    """The model's best name other than the label."""
    probability: float
    """The model's of that name, 0..1."""


def judge(probabilities: NDArray[np.float32], code: str) -> Judgement:
    """Judges a label by the classifier's probabilities (44,) at its quad.

    A tile that nobody could name contradicts nothing: its suspicion is as low as can be.
    """
    own = LABELS.index(code) if code in LABELS else -1
    others = np.array(probabilities, np.float64)
    if own >= 0:
        others[own] = -1.0
    best = int(others.argmax())
    if own < 0:
        return Judgement(float(np.log(LEAST)), LABELS[best], float(others[best]))
    ratio = max(others[best], LEAST) / max(float(probabilities[own]), LEAST)
    return Judgement(float(np.log(ratio)), LABELS[best], float(others[best]))


def counts(codes: Iterable[str]) -> dict[str, int]:
    """How many there are of each code, in class order; `unknown` last."""
    seen = Counter(codes)
    return {code: seen[code] for code in (*LABELS, UNKNOWN)}
