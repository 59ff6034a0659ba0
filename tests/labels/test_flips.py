"""Labels that are flipped at random come up among the most suspicious."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from scripts.evaluation.labels import label_photos
from scripts.labelling.flips import Labelled, brought_up, flipped, look_at
from scripts.labelling.pictures import spread
from vision.labels.codes import LABEL_CODES
from vision.labels.review import judge
from vision.reader import Reader
from vision.reading import LABELS, probabilities_of

SAMPLES = Path(__file__).resolve().parents[2] / "datasets" / "samples"


@pytest.fixture(scope="module")
def labelled() -> Labelled:
    """Some rendered pictures, judged by the models that come along."""
    photos = spread(label_photos([SAMPLES])[0], 6)
    return look_at(Reader.load(threads=1), photos)


def test_flipped_labels_of_rendered_pictures_come_first(labelled: Labelled) -> None:
    draw = np.random.default_rng(5)
    runs = [brought_up(labelled, 0.05, 0.1, draw) for _ in range(20)]
    found, number = (sum(column) for column in zip(*runs, strict=True))
    assert number >= 100
    assert found >= 0.95 * number


def test_flips_are_other_tiles_and_as_many_as_wanted() -> None:
    codes = ["5p", "1z"] * 50
    changed, which = flipped(codes, 0.05, np.random.default_rng(1))
    assert sorted(which) == [i for i in range(100) if changed[i] != codes[i]]
    assert len(which) == 5
    assert set(changed) <= set(LABEL_CODES) - {"none", "unknown"}


@pytest.mark.parametrize(
    ("code", "sign"),
    [("5p", -1), ("6p", 1), ("unknown", -1)],
)
def test_judgement(code: str, sign: int) -> None:
    judgement = judge(probabilities_of("5p", 0.97), code)
    assert np.sign(judgement.suspicion) == sign
    assert (judgement.likely == "5p") == (code != "5p")


def test_the_surer_the_model_the_more_suspicious() -> None:
    suspicions = [judge(probabilities_of("5p", sure), "6p").suspicion for sure in (0.5, 0.9, 1.0)]
    assert suspicions == sorted(suspicions)
    assert np.isfinite(suspicions).all()
    assert len(LABELS) == 44


def test_pictures_are_spread_evenly() -> None:
    assert spread(list(range(10)), 4) == [0, 2, 5, 7]  # type: ignore[arg-type]
    assert spread([1, 2], None) == spread([1, 2], 5) == [1, 2]  # type: ignore[arg-type]
