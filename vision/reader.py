"""The pipeline: a picture in, a reading out. Chains the stages; no mathematics of its own."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from vision.admission import admitted, beside_clear_ones, known, opinions
from vision.blanks import told_apart
from vision.doubt.quality import inspected
from vision.errors import VisionError
from vision.flower_classifier import FlowerClassifier
from vision.frames import Picture
from vision.hand_builder import LayoutOptions, build_reading
from vision.inks import dragons_by_ink
from vision.model_files import models_folder
from vision.onnx_session import OnnxModel
from vision.reading import Reading, Sighting, Warning_
from vision.rejection import Finds, rejected
from vision.teaching.taught import TaughtSet, recognised
from vision.tile_classifier import TileClassifier, rolled
from vision.tile_finder import FAINT, FoundTile, TileFinder

FLOWERS_FILE: Final = "flowers.onnx"
"""A folder may do without: the classifier then numbers the flowers alone."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads pictures. Loading takes the time; reading keeps no state between pictures."""

    finder: TileFinder
    classifier: TileClassifier
    taught: tuple[TaughtSet, ...] = ()
    """Sets of tiles that are read as they were taught where a picture shows one of them."""

    @classmethod
    def load(cls, models: Path | None = None, threads: int = 2) -> Reader:
        """The reader with the models of a folder (default: those that came with tilescore).

        Raises:
            ModelNotFoundError: no models there.
            VisionError: a model is damaged or belongs to another version.
        """
        folder = models_folder(models)
        finder = OnnxModel(folder / "finder.onnx", threads)
        classifier = OnnxModel(folder / "classifier.onnx", threads)
        flowers = _flowers(folder, threads)
        return cls(TileFinder(finder), TileClassifier(classifier, flowers=flowers))

    def of_set(self, taught: TaughtSet) -> Reader:
        """A reader of that set of tiles alone."""
        return replace(self, classifier=self.classifier.adapted(taught.adaptation), taught=())

    def read(self, picture: Picture, options: LayoutOptions | None = None) -> Reading:
        """What is on one picture, grouped by player."""
        start = time.perf_counter()
        found = self.look_for(picture)
        find_done = time.perf_counter()
        own, known_set = self._for_set(picture, found)
        sightings = own.sight(picture, found)
        classify_done = time.perf_counter()
        reading = build_reading(
            sightings,
            file=picture.file,
            width=picture.width,
            height=picture.height,
            options=options or LayoutOptions(),
        )
        reading = inspected(reading, picture.image, picture.scale)
        end = time.perf_counter()
        stages = {
            "decode": picture.milliseconds,
            "find": 1e3 * (find_done - start),
            "classify": 1e3 * (classify_done - find_done),
            "group": 1e3 * (end - classify_done),
        }
        if known_set is not None:
            reading = replace(reading, warnings=(*reading.warnings, _read_as(known_set)))
        return replace(reading, milliseconds={**stages, "total": sum(stages.values())})

    def look_for(self, picture: Picture) -> list[FoundTile]:
        """What may be a tile: what is seen clearly, and what is not but lies in a row with such."""
        found = self.finder.find(picture.image, FAINT)
        if not found:
            return found
        quads = np.stack([f.quad for f in found])
        scores = np.array([f.score for f in found], np.float32)
        return [found[i] for i in np.flatnonzero(beside_clear_ones(quads, scores))]

    def _for_set(
        self, picture: Picture, found: Sequence[FoundTile]
    ) -> tuple[Reader, TaughtSet | None]:
        """The reader of the taught set that the picture shows, else this one."""
        if not found or not self.taught:
            return self, None
        quads = np.stack([f.quad for f in found])
        seen = self.classifier.classify(picture.image, quads)
        upright = rolled(quads, seen.turns)
        shown = recognised(self.taught, picture.image, upright, seen.probabilities)
        return (self, None) if shown is None else (self.of_set(shown), shown)

    def sight(self, picture: Picture, found: Sequence[FoundTile]) -> list[Sighting]:
        """Classify found tiles; quads become px of the full-size picture, upright."""
        if not found:
            return []
        quads = np.stack([f.quad for f in found])
        seen = self.classifier.classify(picture.image, quads)
        quads = rolled(quads, seen.turns)
        scores = np.array([f.score for f in found], np.float32)
        tiles = admitted(quads, scores, seen.probabilities)
        finds = Finds(picture.image, quads, scores, seen.probabilities)
        tiles[tiles] = ~rejected(finds.only(tiles))
        asking = tiles & ~known(scores, seen.probabilities)
        probabilities = opinions(seen.probabilities, seen.embeddings, asking)
        by_ink = dragons_by_ink(picture.image, quads[tiles], probabilities[tiles])
        probabilities[tiles] = told_apart(
            picture.image, quads[tiles], scores[tiles], by_ink, seen.embeddings[tiles]
        )
        return [
            Sighting(
                quad=quads[i] / picture.scale,
                probabilities=probabilities[i],
                found=found[i].score,
                partly_hidden=found[i].partly_hidden,
            )
            for i in map(int, np.flatnonzero(tiles))
        ]


def _flowers(folder: Path, threads: int) -> FlowerClassifier | None:
    path = folder / FLOWERS_FILE
    return FlowerClassifier(OnnxModel(path, threads)) if path.is_file() else None


def _read_as(taught: TaughtSet) -> Warning_:
    return Warning_(
        "taught_set",
        f'These look like the tiles taught as "{taught.name}" and were read as such; '
        "--set none reads them without it.",
    )


__all__ = ["LayoutOptions", "Reader", "VisionError"]
