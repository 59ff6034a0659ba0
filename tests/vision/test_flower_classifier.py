"""Two networks number the flowers; how likely a tile is one at all stays the classifier's word."""

from __future__ import annotations

import json
from types import SimpleNamespace

import numpy as np
import pytest
from made_tiles import Array, probabilities_of, tile

from scoring.tiles import FLOWERS
from vision.errors import VisionError
from vision.flower_classifier import PERHAPS, SIDE, FlowerClassifier
from vision.reading import LABELS

PICTURE = np.full((100, 200, 3), 200, np.uint8)
QUADS = np.stack([tile(50, 50), tile(120, 50)])


class Model:
    """A network that answers the same for every patch, and keeps what it was shown."""

    def __init__(self, labels: tuple[str, ...] = FLOWERS, **shares: float) -> None:
        self.labels, self.shown = labels, np.zeros(0, np.float32)
        p = [shares.get(f"_{code}", 0.01) for code in FLOWERS]
        self.logits = np.log(np.array(p, np.float32))

    def json(self, key: str, default: object) -> object:
        return json.loads(json.dumps(self.labels)) if key == "labels" else default

    def run(self, blob: Array) -> list[Array]:
        self.shown = blob
        return [np.tile(self.logits, (len(blob), 1))]


def refined(model: Model, *rows: Array) -> Array:
    probabilities = np.stack(rows)
    return FlowerClassifier(model).refined(PICTURE, QUADS[: len(rows)], probabilities)


def first(row: Array) -> str:
    return LABELS[int(row.argmax())]


def test_a_wavering_classifier_is_told_the_number() -> None:
    (row,) = refined(Model(_3f=0.9), probabilities_of(_7f=0.5, _3f=0.4))
    assert first(row) == "3f"


def test_a_sure_classifier_is_not_overruled() -> None:
    (row,) = refined(Model(_3f=0.9), probabilities_of(_7f=0.999))
    assert first(row) == "7f"


def test_how_likely_a_flower_is_does_not_change() -> None:
    before = probabilities_of(_7f=0.35, _1s=0.6)
    (after,) = refined(Model(_3f=0.9), before)
    flowers = [LABELS.index(code) for code in FLOWERS]
    assert after[flowers].sum() == pytest.approx(before[flowers].sum(), abs=1e-5)
    assert after[LABELS.index("1s")] == before[LABELS.index("1s")]
    assert after.sum() == pytest.approx(1, abs=1e-5)


def test_only_what_may_be_a_flower_is_looked_at() -> None:
    model = Model(_3f=0.9)
    bird, flower = probabilities_of(_1s=0.9), probabilities_of(_7f=PERHAPS + 0.1, _1s=0.5)
    after = refined(model, bird, flower)
    assert model.shown.shape == (1, 3, SIDE, SIDE)
    assert (after[0] == bird).all()
    assert (refined(model, bird)[0] == bird).all()


def test_what_was_given_is_left_as_it_is() -> None:
    row = probabilities_of(_7f=0.5, _3f=0.4)
    before = row.copy()
    refined(Model(_3f=0.9), row)
    assert (row == before).all()


def test_a_model_of_other_labels_is_refused() -> None:
    with pytest.raises(VisionError, match="does not fit"):
        FlowerClassifier(Model(labels=("1f", "2f")))


def test_a_taught_set_knows_its_own_flowers() -> None:
    from vision.tile_classifier import TileClassifier

    class Network(Model):
        def run(self, blob: Array) -> list[Array]:
            n = len(blob)
            logits = np.log(np.stack([probabilities_of(_7f=0.5, _3f=0.4)] * n))
            return [logits, np.zeros((n, 4), np.float32), np.zeros((n, 96), np.float32)]

    adaptation = SimpleNamespace(added=lambda e: np.zeros((len(e), 44), np.float32))
    plain = TileClassifier(Network(labels=LABELS), flowers=FlowerClassifier(Model(_3f=0.9)))
    taught = plain.adapted(adaptation)
    assert first(plain.classify(PICTURE, QUADS[:1]).probabilities[0]) == "3f"
    assert first(taught.classify(PICTURE, QUADS[:1]).probabilities[0]) == "7f"
    patches = np.zeros((1, 64, 64, 3), np.uint8)
    assert first(plain.classify_upright(PICTURE, QUADS[:1], patches)[0]) == "3f"
