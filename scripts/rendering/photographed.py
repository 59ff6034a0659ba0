"""Designs made of a folder of photographed tile crops, for training data outside the repository."""

from __future__ import annotations

import csv
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scripts.rendering.canvas import FACE_HEIGHT, FACE_WIDTH
from scripts.rendering.drawn import DrawnDesign, drawn_design


@dataclass(frozen=True, slots=True, eq=False)
class PhotographedDesign:
    """Faces cut from photographs, any crop of the code at random."""

    name: str
    files: dict[str, list[Path]]
    substitute: DrawnDesign
    licence: str = "of the photographs"
    committable: bool = False

    def face(self, code: str, rng: np.random.Generator) -> NDArray[np.uint8]:
        """A photographed face of ``code`` as ink on nothing."""
        files = self.files.get(code)
        picture = cv2.imread(str(files[int(rng.integers(len(files)))])) if files else None
        if picture is None:
            return self.substitute.face(code, rng)
        return ink_of(picture[..., ::-1])


def ink_of(crop: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The printing on a photographed face: (256, 192, 4) uint8 RGBA."""
    h, w = crop.shape[:2]
    inner = crop[round(0.05 * h) : round(0.95 * h), round(0.06 * w) : round(0.94 * w)]
    face = cv2.resize(inner, (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_AREA)
    paper = cv2.GaussianBlur(cv2.dilate(face, np.ones((41, 41), np.uint8)), (0, 0), 20)
    contrast = (paper.astype(np.float32) - face).max(axis=2)
    alpha = np.clip((contrast - 28) * 4, 0, 255).astype(np.uint8)
    return np.dstack([face, alpha])


def photographed_designs(folder: Path | None, designs: int = 24) -> list[PhotographedDesign]:
    """Designs from ``folder`` with a ``crops.csv`` (file, code, session) beside or inside it."""
    if folder is None:
        return []
    table = next(
        (p for p in (folder / "crops.csv", folder.parent / "crops.csv") if p.exists()), None
    )
    if table is None:
        raise FileNotFoundError(f"{folder} has no crops.csv that says which tile each crop shows.")
    files: dict[str, list[Path]] = defaultdict(list)
    with table.open(encoding="utf-8") as lines:
        for line in csv.DictReader(lines):
            if line["session"] == "camerash":
                files[line["code"]].append(table.parent / line["file"])
    return [
        PhotographedDesign(f"photographed-{k}", dict(files), drawn_design(800 + k))
        for k in range(designs)
    ]
