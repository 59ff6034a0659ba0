"""Suspicious labels and pictures that are there twice."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from shared import ROOT

from scripts.flip_labels import found_share, main
from vision.frames import load_picture
from vision.labels.review import counts, judge
from vision.labels.review_duplicates import near_duplicates, print_of
from vision.reading import LABELS

SAMPLES = ROOT / "datasets" / "samples"
FILES = sorted(SAMPLES.glob("*.jpg"))


def row(**shares: float) -> np.ndarray:
    """Probabilities of a few codes; the rest is spread over the others."""
    made = np.full(len(LABELS), (1 - sum(shares.values())) / (len(LABELS) - len(shares)))
    for code, share in shares.items():
        made[LABELS.index(code[1:])] = share
    return made.astype(np.float32)


def test_a_contradicted_label_is_more_suspicious_than_a_shared_one() -> None:
    sure, torn = row(_5p=0.98), row(_5p=0.5, _4p=0.4)
    assert judge(sure, "4p").suspicion > judge(torn, "4p").suspicion > 0
    assert judge(torn, "5p").suspicion < 0
    assert judge(sure, "4p").likely == "5p"
    assert judge(torn, "5p").likely == "4p"


def test_an_unknown_tile_contradicts_nothing() -> None:
    assert judge(row(_5p=0.98), "unknown").suspicion < judge(row(_5p=0.98), "5p").suspicion


def test_flipped_labels_come_first_where_the_model_is_right() -> None:
    rng = np.random.default_rng(3)
    codes = [LABELS[int(i)] for i in rng.integers(0, 43, 400)]
    rows = np.stack([row(**{"_" + code: 0.9}) for code in codes])
    assert found_share(rows, codes, 0.05, 0.10, rng) == 1.0


def test_the_counts_name_every_class() -> None:
    found = counts(["5p", "5p", "unknown"])
    assert (found["5p"], found["unknown"], found["1m"], len(found)) == (2, 1, 0, len(LABELS) + 1)


@pytest.mark.slow
@pytest.mark.skipif(not any((ROOT / "models").glob("*.onnx")), reason="no models here")
def test_of_flipped_labels_of_the_samples_nearly_all_are_found(capsys) -> None:
    assert main(["--labels", str(SAMPLES), "--threads", "1", "--repeats", "5"]) == 0
    share = float(capsys.readouterr().out.split("suspicious ")[1].split("%")[0])
    assert share >= 95


def test_changed_copies_are_found_and_different_pictures_are_not() -> None:
    prints = {path.name: print_of(load_picture(path).image) for path in FILES}
    assert near_duplicates(prints) == []
    image = load_picture(FILES[0]).image
    small = cv2.resize(image, None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    packed = cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 35])[1], 1)
    darker = np.asarray(np.clip(image * 0.8, 0, 255), np.uint8)
    for name, copy in (("small", small), ("packed", packed), ("darker", darker)):
        prints[name] = print_of(np.asarray(copy, np.uint8))
    assert near_duplicates(prints) == [[FILES[0].name, "small", "packed", "darker"]]


def test_pictures_of_one_colour_are_compared_too(tmp_path: Path) -> None:
    black, white = (np.full((50, 60, 3), v, np.uint8) for v in (0, 255))
    prints = {"a": print_of(black), "b": print_of(white), "c": print_of(black)}
    assert near_duplicates(prints) == [["a", "c"]]
