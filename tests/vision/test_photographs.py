"""Real photographs of sessions that no model was trained on, through the whole reader.

The figures that count are those of scripts/evaluate.py; these floors only notice a broken stage.
"""

from __future__ import annotations

import pytest
from shared import shared

from scripts.evaluation import photographs
from scripts.evaluation.running import trained_sessions
from scripts.evaluation.statistics import Share
from scripts.evaluation.truth import boxed_photos, folds
from vision.reader import Reader

EVERY = 9
"""Every ninth validation photograph: about thirty."""


@pytest.fixture(scope="module")
def results() -> list[photographs.PhotoResult]:
    root = shared("photos")
    reader = Reader.load()
    _, validation = folds(root)
    assert not set(validation) & set(trained_sessions(reader))
    photos = [p for p in boxed_photos(root) if p.session in validation]
    return [photographs.measure(reader, p) for p in photos[::EVERY]]


@pytest.mark.shared
def test_nearly_every_tile_is_found(results: list[photographs.PhotoResult]) -> None:
    found = sum((r.recall for r in results), Share())
    assert found.hits >= 0.97 * found.total


@pytest.mark.shared
def test_nearly_every_tile_is_named(results: list[photographs.PhotoResult]) -> None:
    named = sum((r.naming for r in results), Share())
    assert named.hits >= 0.95 * named.total
