"""A last layer refitted to one set of tiles: what is learnt is only the change to the shipped one.

The classifier's class logits are linear in its embedding, so that a change of that layer is a
matrix by which the embedding's place changes the logits. It is fitted by multinomial logistic
regression with a ridge that pulls it towards zero, the shipped layer.

Kinds that were not taught would lose their tiles to the taught ones beside them: a 7 to the 8 of
its suit. They are therefore raised as much as the taught kind of their family that gains most, so
that no tile which the shipped layer names as one of them is taken for a taught one of the family.
A whole family that was left out rises by half as much as the taught kind that gains most; flowers
do not, as without any the set is taken to be played without them.
Whether the refit is used at all is decided on copies, or where a kind has several on tiles, that it
was not fitted to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import DRAGONS, FLOWERS, WINDS
from vision.reading import LABELS
from vision.tile_classifier import softmax

Array = NDArray[np.float32]

PULL: Final = 0.001
"""The usual ridge: on tile sets left out 0.0003 to 0.003 served alike."""
CAREFUL: Final = (0.01, 0.1)
"""Ridges for when the usual one helps nothing. A bolder one than usual helps only where some tiles
were cut out wrongly, and then does harm."""
FAMILIES: Final = tuple(
    np.array([label in family for label in LABELS])
    for family in (
        *([f"{n}{suit}" for n in range(1, 10)] for suit in "mps"),
        WINDS,
        DRAGONS,
        FLOWERS,
    )
)
"""(44,) masks of the suits, winds, dragons, and last the flowers."""
WHOLE: Final = 0.5
"""Share of any taught kind's gain by which a family rises of which nothing was taught."""
SCALE: Final = 6.0
"""Divides embeddings, half their usual length, so that the ridge means the same for any set."""
CONSTANT: Final = 0.3
"""The feature that carries a class's own shift."""
STEPS: Final = 100
PARTS: Final = 4
"""Parts into which the examples are divided, each left out in turn."""


@dataclass(frozen=True, slots=True, eq=False)
class Adaptation:
    """A change to the classifier's last layer."""

    change: Array
    """(44, D + 1) what the features of an embedding add to the logits; rows of zeros: not taught.
    """
    centre: Array
    """(D,) the embedding that changes nothing but by the constant."""
    pull: float
    """The ridge it was fitted with."""

    def added(self, embeddings: Array) -> Array:
        """(N, 44) what to add to the logits of embeddings (N, D)."""
        added = features(embeddings, self.centre) @ self.change.T
        taught = self.change.any(axis=1)
        for family in FAMILIES:
            if (taught & family).any():
                most = added[:, taught & family].max(axis=1, initial=0.0)
            elif family is FAMILIES[-1]:
                continue
            else:
                most = WHOLE * added[:, taught].max(axis=1, initial=0.0)
            added[:, family & ~taught] = most[:, None]
        return np.asarray(added, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Copies of taught tiles as the shipped network sees them."""

    logits: Array
    """(N, K)."""
    embeddings: Array
    """(N, D)."""
    classes: NDArray[np.intp]
    """(N,)."""
    tiles: NDArray[np.intp]
    """(N,) which taught tile each is a copy of."""
    temperature: float
    """Divides logits before they are probabilities."""

    def part(self, chosen: NDArray[np.bool_]) -> Examples:
        """Those that a mask (N,) chooses."""
        return Examples(
            self.logits[chosen],
            self.embeddings[chosen],
            self.classes[chosen],
            self.tiles[chosen],
            self.temperature,
        )


def features(embeddings: Array, centre: Array) -> Array:
    """(N, D + 1) what the change is linear in."""
    constant = np.full((len(embeddings), 1), CONSTANT, np.float32)
    return np.concatenate([(embeddings - centre) / np.float32(SCALE), constant], axis=1)


def adapt(examples: Examples) -> Adaptation | None:
    """A refit that names what it was not fitted to better than the shipped layer; or None."""
    before = _left_out(examples, None)
    for pull in (PULL, *CAREFUL):
        if _better(_left_out(examples, pull), before):
            return fit(examples, pull)
    return None


def _better(after: NDArray[np.float64], before: NDArray[np.float64]) -> bool:
    return bool((after <= before).all() and after[1] < before[1])


def _left_out(examples: Examples, pull: float | None) -> NDArray[np.float64]:
    """(2,) errors and loss of each part under a refit to the others; None: the shipped layer's."""
    scores = [
        _errors(examples.part(left), None if pull is None else fit(examples.part(~left), pull))
        for left in _parts(examples)
    ]
    return np.asarray(np.sum(scores, axis=0), np.float64)


def fit(examples: Examples, pull: float) -> Adaptation:
    """The change that fits the examples best under a ridge, by accelerated gradient descent."""
    centre = np.asarray(examples.embeddings.mean(axis=0), np.float32)
    x = features(examples.embeddings, centre)
    share = np.float32(1 / (len(x) * examples.temperature))
    truth = np.eye(examples.logits.shape[1], dtype=np.float32)[examples.classes]
    taught = np.isin(np.arange(truth.shape[1]), examples.classes)[:, None]
    steepest = float(np.linalg.eigvalsh(x.T @ x / len(x)).max())
    step = np.float32(1 / (0.5 * steepest / examples.temperature**2 + pull))
    change = ahead = np.zeros((truth.shape[1], x.shape[1]), np.float32)
    momentum = 1.0
    for _ in range(STEPS):
        p = softmax((examples.logits + x @ ahead.T) / examples.temperature)
        slope = (p - truth).T @ x * share + np.float32(pull) * ahead
        new = np.where(taught, ahead - step * slope, 0).astype(np.float32)
        if float(((ahead - new) * (new - change)).sum()) > 0:
            momentum = 1.0
        following = (1 + float(np.sqrt(1 + 4 * momentum**2))) / 2
        ahead = new + np.float32((momentum - 1) / following) * (new - change)
        change, momentum = new, following
    return Adaptation(change, centre, pull)


def _parts(examples: Examples) -> Iterator[NDArray[np.bool_]]:
    """Masks (N,) of what to leave out: whole tiles of a kind that has several, else copies."""
    number = np.arange(len(examples.classes))
    for kind in np.unique(examples.classes):
        tiles = np.unique(examples.tiles[examples.classes == kind])
        if len(tiles) > 1:
            of_kind = examples.classes == kind
            number[of_kind] = np.searchsorted(tiles, examples.tiles[of_kind])
    for part in range(PARTS):
        yield np.asarray(number % PARTS == part)


def _errors(examples: Examples, refit: Adaptation | None = None) -> NDArray[np.float64]:
    """(2,) wrongly named examples, and their summed negative log likelihood."""
    added = refit.added(examples.embeddings) if refit else np.float32(0)
    p = softmax((examples.logits + added) / np.float32(examples.temperature))
    right = p[np.arange(len(p)), examples.classes]
    wrong = int((p.argmax(axis=1) != examples.classes).sum())
    return np.array([wrong, float(-np.log(right + 1e-9).sum())])
