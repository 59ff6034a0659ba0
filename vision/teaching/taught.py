"""A taught set of tiles: how it is learnt from crops, and when a picture shows it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACE_DOWN
from vision.reading import LABELS, NOT_A_TILE
from vision.rectify import MARGIN, PATCH, rectify
from vision.teaching.augment import jittered, photometric, rescale_blur
from vision.teaching.refit import Adaptation, Examples, adapt
from vision.tile_classifier import TileClassifier

Patches = NDArray[np.uint8]

COPIES: Final = 24
"""Of each taught tile, the tile itself among them."""
JITTER: Final = 0.05
FARTHEST: Final = 0.35
"""The smallest size, relative to its own, that a copy is reduced to and back."""
STRENGTH: Final = 0.8
"""Of the change of light."""
SEED: Final = 1922
"""The same pictures teach the same."""
BATCH: Final = 64

CONTRADICTED: Final = 0.9
"""Confidence in another face from which a tile is not learnt: it was rather cut out wrongly."""
ALIKE: Final = 0.91
"""Mean likeness to the taught tiles from which a picture shows the set. Of photographs of the set
itself 81 in 285 reached it, the well lit ones; of 3,358 of other sets 30, nearly all of the same
make, whose faces do not differ."""
FEWEST_TILES: Final = 8
FEWEST_KINDS: Final = 6
READ: Final = 0.6
"""Confidence from which a tile is compared with the taught one of its kind."""
SHIFT: Final = 4
"""px by which a crop may lie elsewhere."""
EDGE: Final = 6
"""px of a patch that belong to its surroundings."""


@dataclass(frozen=True, slots=True, eq=False)
class TaughtSet:
    """One physical set of tiles."""

    name: str
    codes: tuple[str, ...]
    patches: Patches
    """(N, 64, 64, 3) uint8 BGR, the upright crops of the N tiles taught."""
    adaptation: Adaptation | None
    """None: the network as it is shipped serves this set best."""
    network: str
    """Fingerprint of the network that the adaptation belongs to."""

    @property
    def kinds(self) -> int:
        """How many kinds were taught."""
        return len(set(self.codes))


def teach(
    name: str, patches: Patches, codes: Sequence[str], classifier: TileClassifier
) -> TaughtSet:
    """Learns a set from upright crops (N, 64, 64, 3) of its tiles, some seconds' work."""
    shipped = classifier.adapted(None)
    rng = np.random.default_rng(SEED)
    copies = [copy for patch in patches for copy in copies_of(patch, rng)]
    looks = [shipped.look(np.stack(copies[i : i + BATCH])) for i in range(0, len(copies), BATCH)]
    classes = np.array([LABELS.index(code) for code in codes], np.intp)
    examples = Examples(
        logits=np.concatenate([look[0] for look in looks]),
        embeddings=np.concatenate([look[2] for look in looks]),
        classes=np.repeat(classes, COPIES),
        tiles=np.repeat(np.arange(len(codes)), COPIES),
        temperature=shipped.temperature,
    )
    network = shipped.model.fingerprint()
    return TaughtSet(name, tuple(codes), patches, adapt(examples), network)


def contradicted(probabilities: NDArray[np.float32], code: str) -> bool:
    """Whether a tile with these probabilities (44,) surely shows another face than ``code``.

    That a tile looks like a back is no contradiction: blank white dragons do.
    """
    others = [k for k, label in enumerate(LABELS) if label not in (code, FACE_DOWN, NOT_A_TILE)]
    return float(probabilities[others].max()) >= CONTRADICTED


def copies_of(patch: Patches, rng: np.random.Generator) -> list[Patches]:
    """A patch and `COPIES` - 1 copies: other light, lens and distance, inexactly cut."""
    wide = cv2.copyMakeBorder(patch, 16, 16, 16, 16, cv2.BORDER_REPLICATE)
    low, high = MARGIN * PATCH, (1 - MARGIN) * PATCH
    face = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    copies = [patch]
    for quad in (jittered(face, JITTER, rng) for _ in range(COPIES - 1)):
        copy = rectify(np.asarray(wide, np.uint8), quad[None] + 16)[0]
        if rng.random() < 0.5:
            copy = rescale_blur(copy, rng, FARTHEST)
        copies.append(photometric(copy, rng, STRENGTH))
    return copies


def recognised(
    sets: Iterable[TaughtSet],
    image: NDArray[np.uint8],
    quads: NDArray[np.float32],
    probabilities: NDArray[np.float32],
) -> TaughtSet | None:
    """The taught set whose own tiles the upright quads (N, 4, 2) px of a picture show, if any.

    Meant to be strict: a set that is missed is named with ``--set``, a wrong one does harm.
    """
    sure = probabilities.max(axis=1) >= READ
    codes = [LABELS[int(k)] for k in probabilities[sure].argmax(axis=1)]
    patches = rectify(image, quads[sure])
    likeness = [(likeness_to(taught, codes, patches), taught) for taught in sets]
    best, shown = max(likeness, key=lambda pair: pair[0], default=(0.0, None))
    return shown if best >= ALIKE else None


def likeness_to(taught: TaughtSet, codes: Sequence[str], patches: Patches) -> float:
    """Mean correlation (-1..1) of patches with the taught tiles of their kinds; 0 of too few."""
    models = {code: _relief(p) for code, p in zip(taught.codes, taught.patches, strict=True)}
    pairs = [(code, p) for code, p in zip(codes, patches, strict=True) if code in models]
    if len(pairs) < FEWEST_TILES or len({code for code, _ in pairs}) < FEWEST_KINDS:
        return 0.0
    return float(np.mean([_correlation(_relief(p), models[code]) for code, p in pairs]))


def _relief(patch: Patches) -> NDArray[np.float32]:
    """Grey values of the face, blurred, of mean 0 and length 1."""
    blurred = cv2.GaussianBlur(patch, (0, 0), 1.2)[EDGE:-EDGE, EDGE:-EDGE]
    grey = np.asarray(blurred, np.float32).mean(axis=2)
    grey -= grey.mean()
    return np.asarray(grey / (np.linalg.norm(grey) + 1e-3), np.float32)


def _correlation(seen: NDArray[np.float32], model: NDArray[np.float32]) -> float:
    return float(cv2.matchTemplate(np.pad(seen, SHIFT), model, cv2.TM_CCORR).max())
