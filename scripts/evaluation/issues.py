"""Truth that we believe wrong: listed with our reading, never dropped from the figures."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scripts.evaluation.photographs import PhotoResult
from scripts.evaluation.truth import Photo
from vision.geometry import box_iou

SAME_TILE = 0.7
"""Overlap from which two boxes of one code are of one tile; neighbours share far less."""


@dataclass(frozen=True, slots=True)
class TruthIssue:
    """One box whose code we believe wrong."""

    file: str
    box: int
    truth: str
    ours: str
    why: str


def load_issues(path: Path) -> list[TruthIssue]:
    """The committed list; empty where there is none."""
    if not path.is_file():
        return []
    return [TruthIssue(**entry) for entry in json.loads(path.read_text(encoding="utf-8"))]


def errors_on_list(results: list[PhotoResult], issues: list[TruthIssue]) -> int:
    """How many of the classifier's errors given true boxes are on the list with its code."""
    believed = {(i.file, i.box): i.ours for i in issues}
    return sum(
        believed.get((r.photo.name, j)) == read
        for r in results
        for j, read in enumerate(r.named)
        if r.photo.counts[j] and read != r.photo.codes[j]
    )


def doubled_truth(results: list[PhotoResult]) -> list[str]:
    """The names of pictures that have two counted boxes of one code on one tile."""
    return [r.photo.name for r in results if _has_doubled_box(r.photo)]


def _has_doubled_box(photo: Photo) -> bool:
    overlap = np.triu(box_iou(photo.boxes, photo.boxes), 1)
    return any(
        photo.codes[i] == photo.codes[j] and photo.counts[i] and photo.counts[j]
        for i, j in np.argwhere(overlap >= SAME_TILE)
    )
