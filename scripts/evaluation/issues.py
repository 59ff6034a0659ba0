"""Truth that we believe wrong: listed with our reading, never dropped from the figures."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from scripts.evaluation.photographs import PhotoResult


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
