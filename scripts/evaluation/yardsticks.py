"""What reading makes of rendered pictures of one kind: tables, piles, backs, white dragons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from scoring.tiles import FACE_DOWN
from scripts.evaluation.matching import match
from scripts.evaluation.running import read_only
from scripts.evaluation.samples import as_photo, groups_right, sample_labels
from vision.geometry import box_iou, quad_bounds
from vision.reader import Reader

PLAINLY_SEEN = 0.8
"""Share of a tile that is seen from which it must be found."""
WHITE = "5z"


@dataclass(frozen=True, slots=True)
class Measured:
    """Counts over a folder of rendered pictures."""

    pictures: int
    tiles: int
    """Tiles of which at least `PLAINLY_SEEN` is seen."""
    found: int
    right: int
    """Of those found, by code."""
    exact: int
    """Pictures whose tiles are all right and which have no others."""
    grouped: int
    """Pictures whose hands, sets and flowers are all right too."""
    read_as: Mapping[str, Counter[str]]
    """For each true code what it was read as; tiles not found are left out."""

    def confused(self, true: str, read: str) -> tuple[int, int]:
        """How many tiles of one code were read as another, and how many there were."""
        return self.read_as.get(true, Counter())[read], sum(
            self.read_as.get(true, Counter()).values()
        )


def measure(folder: Path, reader: Reader) -> Measured:
    """Reads every picture of a folder that ``scripts/render.py`` filled."""
    tiles = found = right = exact = grouped = 0
    read_as: dict[str, Counter[str]] = {}
    labels = sample_labels(folder)
    for label in labels:
        reading = read_only(reader, folder / label["file"]).reading
        codes = [t.code for t in reading.tiles]
        quads = np.array([t.quad for t in reading.tiles], np.float32).reshape(-1, 4, 2)
        seen = [t for t in label["tiles"] if t["visible"] >= PLAINLY_SEEN]
        answers = _answers(seen, quads, codes)
        tiles += len(seen)
        found += sum(code is not None for code in answers)
        right += sum(c == t["code"] for c, t in zip(answers, seen, strict=True))
        for true, code in zip(seen, answers, strict=True):
            if code is not None:
                read_as.setdefault(true["code"], Counter())[code] += 1
        pairs = match(quads, codes, photo := as_photo(label, folder))
        all_right = not pairs.false and not pairs.missed
        all_right &= all(codes[i] == photo.codes[j] for i, j in pairs.pairs.items()
                         if photo.counts[j])  # fmt: skip
        exact += all_right
        grouped += all_right and groups_right(label, reading)
    return Measured(len(labels), tiles, found, right, exact, grouped, read_as)


def _answers(
    seen: list[dict[str, Any]], quads: np.ndarray[Any, Any], codes: list[str]
) -> list[str | None]:
    """What each tile is read as; None: not found."""
    if not seen or not len(quads):
        return [None] * len(seen)
    true = quad_bounds(np.array([t["quad"] for t in seen], np.float32))
    overlap = box_iou(quad_bounds(quads), true)
    best = overlap.argmax(axis=0)
    return [codes[i] if overlap[i, j] >= 0.5 else None for j, i in enumerate(best)]


__all__ = ["FACE_DOWN", "WHITE", "Measured", "measure"]
