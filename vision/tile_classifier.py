"""Name tiles: patches to calibrated class probabilities and each tile's up-direction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import DRAGONS, FACE_DOWN
from vision.errors import VisionError
from vision.flower_classifier import FlowerClassifier
from vision.onnx_session import OnnxModel
from vision.reading import LABELS, NOT_A_TILE
from vision.rectify import rectify, turn_patches

if TYPE_CHECKING:
    from vision.teaching.refit import Adaptation


@dataclass(frozen=True, slots=True, eq=False)
class Classified:
    """What the classifier says of N quads."""

    probabilities: NDArray[np.float32]
    """(N, 44) calibrated, in the order of vision.reading.LABELS."""
    turns: NDArray[np.intp]
    """(N,) how often to roll a quad's corners back so that corner 0 is the tile's own top left."""
    turn_probabilities: NDArray[np.float32]
    """(N, 4)."""
    embeddings: NDArray[np.float32]


class TileClassifier:
    """Classifies rectified tiles in any of four rotations, perhaps adapted to one set of tiles.

    Flowers are looked at twice where there is a network for them; one adapted to a set knows that
    set's own flowers better.

    Raises:
        VisionError: the model was trained for other labels than this version knows.
    """

    def __init__(
        self,
        model: OnnxModel,
        adaptation: Adaptation | None = None,
        flowers: FlowerClassifier | None = None,
    ) -> None:
        if tuple(model.json("labels", [])) != LABELS:
            raise VisionError("The classifier model does not fit this version of tilescore.")
        self.model = model
        self.temperature = float(model.json("temperature", 1.0))
        self.adaptation = adaptation
        self.flowers = flowers

    def adapted(self, adaptation: Adaptation | None) -> TileClassifier:
        """The same network with another change to its last layer, or none."""
        return TileClassifier(self.model, adaptation, self.flowers)

    def classify(self, image: NDArray[np.uint8], quads: NDArray[np.float32]) -> Classified:
        """Class and up-direction of quads (N, 4, 2) px of an (H, W, 3) BGR picture.

        The first look finds the up-direction; the second, at the upright tile, has equal say. A
        tile that stands upright already would be seen the same again: it is looked at once.
        """
        if not len(quads):
            none = np.zeros((0, len(LABELS)), np.float32)
            return Classified(none, np.zeros(0, np.intp), np.zeros((0, 4), np.float32), none)
        patches = rectify(image, quads)
        logits, turn_logits, embeddings = self.look(patches)
        turns = turn_logits.argmax(1)
        turned = np.flatnonzero(turns)
        if len(turned):
            second, _, upright = self.look(turn_patches(patches[turned], turns[turned]))
            logits[turned] = (logits[turned] + second) / 2
            embeddings[turned] = upright
        return Classified(
            self._probabilities(image, rolled(quads, turns), logits),
            turns,
            softmax(turn_logits),
            embeddings,
        )

    def classify_upright(
        self, image: NDArray[np.uint8], quads: NDArray[np.float32], patches: NDArray[np.uint8]
    ) -> NDArray[np.float32]:
        """Probabilities (N, 44) of quads (N, 4, 2) px that are known to begin at the tiles' own top
        left, and of which the patches (N, 64, 64, 3) are cut already."""
        return self._probabilities(image, quads, self.look(patches)[0])

    def _probabilities(
        self, image: NDArray[np.uint8], upright: NDArray[np.float32], logits: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        probabilities = softmax((logits / self.temperature).astype(np.float32))
        if self.flowers is None or self.adaptation is not None:
            return probabilities
        return self.flowers.refined(image, upright, probabilities)

    def look(self, patches: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
        """Class logits (N, 44), turn logits (N, 4) and embeddings (N, D) of patches (N, 64, 64, 3).

        The class logits are not yet divided by the temperature.
        """
        blob = np.ascontiguousarray(patches.transpose(0, 3, 1, 2), np.float32)
        logits, turns, embeddings = self.model.run(blob)
        if self.adaptation is not None:
            logits = logits + self.adaptation.added(embeddings)
        return [logits, turns, embeddings]


def rolled(quads: NDArray[np.float32], turns: NDArray[np.intp]) -> NDArray[np.float32]:
    """Quads (N, 4, 2) begun at the corner ``turns`` (N,) places on: the tile's own top left."""
    places = (np.arange(4) + turns[:, None]) % 4
    return np.asarray(np.take_along_axis(quads, places[..., None], axis=1), np.float32)


def family_masses(probabilities: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probability (N,) of the likeliest family of tiles, from probabilities (N, 44).

    Families are the suits, winds, dragons, flowers and backs. Between two flowers of unknown number
    the classifier may well waver; a thing that it spreads over all families is no tile it knows.
    """
    masses = probabilities @ _FAMILIES
    return np.asarray(masses.max(axis=1, initial=0.0), np.float32)


def _family(label: str) -> str:
    if label in (FACE_DOWN, NOT_A_TILE):
        return label
    if label in DRAGONS:
        return "dragon"
    return label[1]


_NAMES = sorted({_family(label) for label in LABELS} - {NOT_A_TILE})
_FAMILIES = np.array([[_family(label) == name for name in _NAMES] for label in LABELS], np.float32)


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Row-wise probabilities of (N, K) logits."""
    e = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(e / e.sum(1, keepdims=True), np.float32)
