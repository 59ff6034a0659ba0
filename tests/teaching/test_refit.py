"""Refitting the last layer, on made-up embeddings."""

from __future__ import annotations

import numpy as np
import pytest

from vision.reading import LABELS
from vision.teaching.refit import Adaptation, Examples, adapt, fit

SIZE = 64
SHARP = 12.0
"""Makes the gaps between logits those of the network, about ten."""
KINDS = (*(f"{n}{suit}" for suit in "mps" for n in range(1, 10)), *(f"{n}z" for n in range(1, 8)))


def world(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Class means (44, D) and a layer (44, D + 1) that knows them, its last column the bias."""
    means = np.maximum(rng.normal(0, 2.0, (len(LABELS), SIZE)), 0).astype(np.float32)
    bias = -0.5 * (means**2).sum(axis=1, keepdims=True)
    return means, np.concatenate([means, bias], axis=1) / SHARP


def examples(
    means: np.ndarray,
    layer: np.ndarray,
    codes: tuple[str, ...],
    rng: np.random.Generator,
    copies: int = 12,
    noise: float = 0.25,
) -> Examples:
    classes = np.repeat([LABELS.index(code) for code in codes], copies)
    seen = means[classes] + rng.normal(0, noise, (len(classes), SIZE))
    embeddings = np.maximum(seen, 0).astype(np.float32)
    logits = (embeddings @ layer[:, :-1].T + layer[:, -1]).astype(np.float32)
    return Examples(logits, embeddings, classes, np.repeat(np.arange(len(codes)), copies), 0.8)


def wrong(seen: Examples, adaptation: Adaptation | None = None) -> int:
    added = adaptation.added(seen.embeddings) if adaptation else 0
    return int(((seen.logits + added).argmax(1) != seen.classes).sum())


def swapped(means: np.ndarray, *pairs: tuple[str, str]) -> np.ndarray:
    """The means of a set some of whose kinds look more like other kinds of the sets known."""
    out = means.copy()
    for a, b in pairs:
        i, j = LABELS.index(a), LABELS.index(b)
        out[[i, j]] = 0.4 * out[[i, j]] + 0.6 * out[[j, i]]
    return out


@pytest.mark.parametrize("seed", range(3))
def test_a_set_with_odd_faces_is_learnt(seed: int) -> None:
    rng = np.random.default_rng(seed)
    means, layer = world(rng)
    odd = swapped(means, ("8m", "9m"), ("1s", "6s"))
    adaptation = adapt(examples(odd, layer, KINDS, rng))
    fresh = examples(odd, layer, KINDS, rng)
    assert wrong(fresh) >= 40
    assert adaptation is not None
    assert wrong(fresh, adaptation) <= 2


def test_what_is_right_already_stays_right() -> None:
    rng = np.random.default_rng(7)
    means, layer = world(rng)
    adaptation = adapt(examples(means, layer, KINDS, rng))
    fresh = examples(means, layer, KINDS, rng)
    assert wrong(fresh) == 0
    assert wrong(fresh, adaptation) == 0


@pytest.mark.parametrize("missing", [("7m",), ("2p", "3p", "4p"), ("9s", "1m")])
def test_kinds_not_taught_lose_nothing_to_their_family(missing: tuple[str, ...]) -> None:
    rng = np.random.default_rng(11)
    means, layer = world(rng)
    near = means.copy()
    for code in missing:  # each looks much like a taught neighbour
        other = f"{5 if code[0] != '5' else 6}{code[1]}"
        near[LABELS.index(code)] = 0.55 * means[LABELS.index(code)]
        near[LABELS.index(code)] += 0.45 * means[LABELS.index(other)]
    taught = tuple(code for code in KINDS if code not in missing)
    adaptation = adapt(examples(near, layer, taught, rng, noise=0.8))
    assert adaptation is not None
    unseen = examples(near, layer, missing, rng, copies=60, noise=0.6)
    before = unseen.logits.argmax(1)
    after = (unseen.logits + adaptation.added(unseen.embeddings)).argmax(1)
    right = before == unseen.classes
    assert right.sum() > 20
    own = [c for c in taught if c[1] in {code[1] for code in missing}]
    assert not np.isin(after[right], [LABELS.index(c) for c in own]).any()
    assert wrong(unseen, adaptation) <= 1.1 * wrong(unseen) + 1


def test_flowers_never_laid_out_do_not_rise_with_the_bird() -> None:
    rng = np.random.default_rng(3)
    means, layer = world(rng)
    odd = swapped(means, ("1s", "5f"))
    adaptation = adapt(examples(odd, layer, KINDS, rng))
    birds = examples(odd, layer, ("1s",), rng, copies=40)
    assert wrong(birds) == 40
    assert wrong(birds, adaptation) == 0


def test_examples_that_contradict_each_other_teach_nothing() -> None:
    """Two tiles of each kind, one of them named at random: what one teaches the other denies."""
    rng = np.random.default_rng(5)
    means, layer = world(rng)
    good = examples(means, layer, KINDS, rng)
    bad = examples(means, layer, KINDS, rng)
    shuffled = dict(zip(np.unique(bad.classes), rng.permutation(np.unique(bad.classes)),
                        strict=True))  # fmt: skip
    both = Examples(
        np.concatenate([good.logits, bad.logits]),
        np.concatenate([good.embeddings, bad.embeddings]),
        np.concatenate([good.classes, [shuffled[k] for k in bad.classes]]),
        np.concatenate([good.tiles, 100 + bad.tiles]),
        0.8,
    )
    adaptation = adapt(both)
    fresh = examples(means, layer, KINDS, rng)
    assert wrong(fresh, adaptation) <= wrong(fresh)


def test_a_stronger_pull_changes_less() -> None:
    rng = np.random.default_rng(2)
    means, layer = world(rng)
    seen = examples(swapped(means, ("8m", "9m")), layer, KINDS, rng)
    sizes = [float(np.abs(fit(seen, pull).change).sum()) for pull in (0.001, 0.1, 10.0)]
    assert sizes[0] > sizes[1] > sizes[2]
