"""Whether confidences can be believed: calibration, and what doubt costs and saves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from scripts.evaluation.photographs import PhotoResult
from scripts.evaluation.statistics import Share
from vision.reading import SURE

BINS = 15
SIZES = (20, 30, 45, 70, 120, 300)
"""Lower bounds of the classes of tile widths, px of the full-size picture."""
LIMITS = (0.0, 0.3, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99, 0.995)
"""Confidences that are tried as the limit below which a tile is doubtful."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A tile whose truth is known: how sure the answer was, whether it is right, px of width."""

    confidence: float
    right: bool
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Bin:
    """Tiles of similar confidence."""

    confidence: float
    """Their mean."""
    right: Share


@dataclass(frozen=True, slots=True)
class Operating:
    """What a limit of confidence would give."""

    limit: float
    sure: Share
    """Pictures without doubt."""
    wrong: Share
    """Of these those not read exactly ..."""
    wrong_in_hands: Share
    """... and those with an error before a player."""


def given_boxes(results: Iterable[PhotoResult]) -> list[Judged]:
    """The classifier's answers for counted true boxes."""
    return [
        Judged(r.named_confidence[j], r.named[j] == r.photo.codes[j], width)
        for r in results
        if r.named_confidence
        for j, width in enumerate(_widths(r))
        if r.photo.counts[j]
    ]


def end_to_end(results: Iterable[PhotoResult]) -> list[Judged]:
    """The tiles of readings that lie on counted boxes, and false alarms, which are wrong."""
    judged = []
    for r in results:
        tiles, widths = r.seen.reading.tiles, _widths(r)
        for i, j in r.answer.pairs.items():
            if r.photo.counts[j]:
                right = r.codes[i] == r.photo.codes[j]
                judged.append(Judged(tiles[i].confidence, right, widths[j]))
        judged += [Judged(tiles[i].confidence, False) for i in r.answer.false]
    return judged


def _widths(result: PhotoResult) -> list[float]:
    boxes = result.photo.boxes
    return [float(w) for w in (boxes[:, 2:] - boxes[:, :2]).min(axis=1)]


def reliability(judged: Sequence[Judged], bins: int = BINS) -> list[Bin]:
    """Tiles in classes of equal width of confidence; classes without tiles are left out."""
    place = [min(int(t.confidence * bins), bins - 1) for t in judged]
    found = []
    for k in sorted(set(place)):
        inside = [t for t, p in zip(judged, place, strict=True) if p == k]
        mean = float(np.mean([t.confidence for t in inside]))
        found.append(Bin(mean, Share(sum(t.right for t in inside), len(inside))))
    return found


def calibration_error(judged: Sequence[Judged], bins: int = BINS) -> float | None:
    """The expected calibration error; None without tiles."""
    if not judged:
        return None
    apart = sum(abs(b.right.total * b.confidence - b.right.hits) for b in reliability(judged, bins))
    return apart / len(judged)


def by_size(judged: Iterable[Judged]) -> dict[str, Share]:
    """Right answers by the width of the tile."""
    found: dict[str, Share] = {}
    for low, high in zip(SIZES, (*SIZES[1:], np.inf), strict=True):
        inside = [t for t in judged if low <= t.width < high]
        name = f"{low} to {high}" if high < np.inf else f"{low} and more"
        if inside:
            found[name] = Share(sum(t.right for t in inside), len(inside))
    return found


def operating_points(results: Sequence[PhotoResult]) -> list[Operating]:
    """What other limits of confidence than the reader's own would give, all else being equal."""
    return [_operating(results, limit) for limit in LIMITS]


def _operating(results: Sequence[PhotoResult], limit: float) -> Operating:
    sure = [r for r in results if _without_doubt(r, limit)]
    wrong = Share(sum(not r.exact for r in sure), len(sure))
    in_hands = Share(sum(r.wrong_in_hands for r in sure), len(sure))
    return Operating(limit, Share(len(sure), len(results)), wrong, in_hands)


def _without_doubt(result: PhotoResult, limit: float) -> bool:
    reading = result.seen.reading
    confidence = {t.id: t.confidence for t in reading.tiles}
    other_reasons = any(confidence[t] >= SURE for t in reading.doubtful)
    return not other_reasons and all(confidence[t] >= limit for t in result.owned)
