"""Pictures through the reader, stage by stage, with the milliseconds of each."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scripts.evaluation.matching import box_quads
from scripts.evaluation.truth import Photo
from vision.app.photos import WANTED_SIDE
from vision.frames import Picture, load_picture
from vision.layout.options import LayoutOptions
from vision.reader import Reader
from vision.reading import LABELS, NOT_A_TILE, Reading


class UntrustedModelsError(Exception):
    """The models do not say what they were trained on, or were trained on what is measured."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One picture read.

    Attributes:
        found: (N, 4, 2) quads of the finder alone, px of the full-size picture.
        found_codes: the classifier's first choice for them, ``none`` included.
        reading: the whole pipeline's answer.
        scores: the finder's, 0..1, of ``found``.
    """

    picture: Picture
    found: NDArray[np.float32]
    found_codes: tuple[str, ...]
    reading: Reading
    scores: tuple[float, ...] = ()


def trained_sessions(reader: Reader) -> set[str]:
    """The sessions that any of the models was trained on.

    Raises:
        UntrustedModelsError: a model does not say.
    """
    sessions: set[str] = set()
    models = {"finder": reader.finder.model, "classifier": reader.classifier.model}
    if reader.classifier.flowers is not None:
        models["flower model"] = reader.classifier.flowers.model
    for name, model in models.items():
        listed = model.json("training_sessions", None)
        if listed is None:
            raise UntrustedModelsError(
                f"The {name} does not list its training sessions: no figure of it can be trusted."
            )
        sessions |= set(listed)
    return sessions


def trained_on(photo: Photo, trained: Collection[str]) -> bool:
    """Whether a picture's session, or its set where sets were kept apart, was trained on."""
    return photo.session in trained or of_set(photo.session, photo.set) in trained


def of_set(session: str, name: str) -> str:
    """How models name the part of a session that shows one set."""
    return f"{session}, set {name}"


def look(reader: Reader, path: Path, options: LayoutOptions | None = None) -> Seen:
    """Reads one picture."""
    picture = load_picture(path, wanted_side=WANTED_SIDE)
    found = reader.finder.find(picture.image)
    quads = np.array([f.quad for f in found], np.float32).reshape(-1, 4, 2)
    first = reader.classifier.classify(picture.image, quads).probabilities.argmax(axis=1)
    codes = tuple(LABELS[int(k)] for k in first)
    reading = reader.read(picture, options)
    scores = tuple(f.score for f in found)
    return Seen(picture, quads / picture.scale, codes, reading, scores)


def read_only(reader: Reader, path: Path, options: LayoutOptions | None = None) -> Seen:
    """Reads one picture without asking the finder on its own."""
    picture = load_picture(path, wanted_side=WANTED_SIDE)
    nothing = np.zeros((0, 4, 2), np.float32)
    return Seen(picture, nothing, (), reader.read(picture, options))


def name_boxes(
    reader: Reader, picture: Picture, boxes: NDArray[np.float32]
) -> tuple[list[str], NDArray[np.float32]]:
    """The classifier's codes for true boxes (N, 4) full-size px, and its (N, 44) probabilities.

    That each is a tile is given, so "not a tile" is no answer here.
    """
    quads = box_quads(boxes) * np.float32(picture.scale)
    if not len(quads):
        return [], np.zeros((0, len(LABELS)), np.float32)
    probabilities = reader.classifier.classify(picture.image, quads).probabilities.copy()
    probabilities[:, LABELS.index(NOT_A_TILE)] = 0.0
    return [LABELS[int(k)] for k in probabilities.argmax(axis=1)], probabilities


class Clock:
    """Milliseconds per stage over many pictures."""

    def __init__(self) -> None:
        self._times: dict[str, list[float]] = {}
        self._started = time.perf_counter()

    def add(self, milliseconds: dict[str, float]) -> None:
        """One picture's stages."""
        for stage, value in milliseconds.items():
            self._times.setdefault(stage, []).append(value)

    def medians(self) -> dict[str, float]:
        """Median milliseconds per stage."""
        return {stage: float(np.median(values)) for stage, values in self._times.items()}

    def seconds(self) -> float:
        """Seconds since the clock was made."""
        return time.perf_counter() - self._started


def reading_quads(reading: Reading, ids: Sequence[int] | None = None) -> NDArray[np.float32]:
    """(N, 4, 2) quads of a reading's tiles in their order."""
    tiles = [t for t in reading.tiles if ids is None or t.id in ids]
    return np.array([t.quad for t in tiles], np.float32).reshape(-1, 4, 2)
