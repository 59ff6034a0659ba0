"""Found tiles against true boxes, with what counts neither way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACE_DOWN
from scripts.evaluation.truth import Photo
from vision.geometry import box_iou, quad_bounds

IOU = 0.5
COVERED = 0.5
"""Share of a find inside an ignored region, or of an uncounted box inside a find: an excuse."""


@dataclass(frozen=True, slots=True)
class Match:
    """What became of every find and every box.

    Attributes:
        pairs: find -> box for finds on boxes, uncounted ones included.
        false: finds that are nothing.
        missed: counted boxes that no find covers.
    """

    pairs: dict[int, int]
    false: tuple[int, ...]
    missed: tuple[int, ...]


def match(
    quads: NDArray[np.float32],
    codes: Sequence[str],
    photo: Photo,
    size: tuple[int, int] | None = None,
) -> Match:
    """Pairs finds (N, 4, 2) with a photograph's boxes, best overlap first.

    With the picture's ``size`` (width, height), px, the part of a find beyond its edge is cut off:
    boxes end there, while the quad of a tile that is partly outside goes on.

    Finds read as face down are excused where backs carry no boxes, all unpaired finds where the
    truth is not complete, and finds in ignored regions or on uncounted boxes everywhere.
    """
    bounds = quad_bounds(np.asarray(quads, np.float32).reshape(-1, 4, 2)).reshape(-1, 4)
    if size is not None:
        bounds = np.clip(bounds, 0, np.float32([*size, *size]))
    pairs = _best_pairs(box_iou(bounds, photo.boxes))
    excused = _inside(bounds, photo.ignore) | _covers(bounds, photo.boxes[~photo.counts])
    false = tuple(
        i
        for i in range(len(bounds))
        if i not in pairs
        and photo.complete
        and not excused[i]
        and not (codes[i] == FACE_DOWN and not photo.backs_labelled)
    )
    taken = set(pairs.values())
    missed = tuple(j for j in range(len(photo.boxes)) if photo.counts[j] and j not in taken)
    return Match(pairs, false, missed)


def _best_pairs(overlap: NDArray[np.float32]) -> dict[int, int]:
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    finds, boxes = np.nonzero(overlap >= IOU)
    for k in np.argsort(-overlap[finds, boxes], kind="stable"):
        i, j = int(finds[k]), int(boxes[k])
        if i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    return pairs


def _overlap(a: NDArray[np.float32], b: NDArray[np.float32]) -> NDArray[np.float32]:
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    return np.asarray(np.prod(np.clip(high - low, 0, None), axis=-1), np.float32)


def _area(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(np.prod(boxes[:, 2:] - boxes[:, :2], axis=1), np.float32)


def _inside(bounds: NDArray[np.float32], regions: NDArray[np.float32]) -> NDArray[np.bool_]:
    if not len(regions) or not len(bounds):
        return np.zeros(len(bounds), bool)
    shared = _overlap(bounds, regions) / np.maximum(_area(bounds), 1e-6)[:, None]
    return np.asarray(shared.max(axis=1) > COVERED, bool)


def _covers(bounds: NDArray[np.float32], boxes: NDArray[np.float32]) -> NDArray[np.bool_]:
    if not len(boxes) or not len(bounds):
        return np.zeros(len(bounds), bool)
    shared = _overlap(bounds, boxes) / np.maximum(_area(boxes), 1e-6)[None]
    return np.asarray(shared.max(axis=1) > COVERED, bool)


def box_quads(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Boxes (N, 4) as upright quads (N, 4, 2)."""
    x0, y0, x1, y1 = boxes.T
    corners = np.stack([x0, y0, x1, y0, x1, y1, x0, y1], axis=1)
    return np.asarray(corners.reshape(-1, 4, 2), np.float32)
