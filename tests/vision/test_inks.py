"""The colour of the ink tells dragons apart that the classifier cannot."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.inks import dragons_by_ink, ink_tints
from vision.reading import LABELS

IVORY = (215, 235, 245)
RED, GREEN, BLUE, BLACK = (40, 40, 190), (50, 110, 30), (150, 60, 40), (35, 35, 35)
QUAD = np.float32([[[10, 10], [58, 10], [58, 74], [10, 74]]])
Colour = tuple[int, int, int]


def _tile(ink: Colour, light: float = 1.0) -> NDArray[np.uint8]:
    image = np.full((84, 68, 3), IVORY, np.uint8)
    cv2.putText(image, "S", (16, 62), 0, 1.6, ink, 8)
    return np.asarray(np.clip(image * light, 0, 255), np.uint8)


def _believed(white: float, green: float, red: float) -> NDArray[np.float32]:
    answer = np.full((1, len(LABELS)), 1e-5, np.float32)
    for code, share in (("5z", white), ("6z", green), ("7z", red)):
        answer[0, LABELS.index(code)] = share
    return answer


@pytest.mark.parametrize("light", [1.0, 0.6])
@pytest.mark.parametrize(
    ("ink", "code"), [(RED, "7z"), (GREEN, "6z"), (BLUE, "5z")], ids=["red", "green", "blue"]
)
def test_a_figure_that_may_be_any_dragon(ink: Colour, code: str, light: float) -> None:
    before = _believed(0.33, 0.33, 0.33)
    after = dragons_by_ink(_tile(ink, light), QUAD, before)
    assert LABELS[int(after[0].argmax())] == code
    assert after.sum() == pytest.approx(before.sum(), abs=1e-5)


def test_black_ink_and_grey_pictures_tell_nothing() -> None:
    before = _believed(0.25, 0.45, 0.25)
    for image in (_tile(BLACK), cv2.cvtColor(cv2.cvtColor(_tile(RED), cv2.COLOR_BGR2GRAY),
                                             cv2.COLOR_GRAY2BGR)):  # fmt: skip
        after = dragons_by_ink(np.asarray(image, np.uint8), QUAD, before)
        assert np.abs(after - before).max() < 0.15
        assert after[0].argmax() == before[0].argmax()


@pytest.mark.parametrize("believed", [_believed(0.95, 0.02, 0.02), _believed(0.3, 0.3, 0.0)])
def test_who_is_sure_or_sees_no_dragon_is_not_asked(believed: NDArray[np.float32]) -> None:
    assert (dragons_by_ink(_tile(RED), QUAD, believed) == believed).all()


def test_tints_have_signs() -> None:
    tints = {name: ink_tints(_tile(ink), QUAD)[0]
             for name, ink in (("red", RED), ("green", GREEN), ("blue", BLUE))}  # fmt: skip
    assert tints["red"][0] > 0.5
    assert tints["green"][0] < -0.3
    assert tints["blue"][1] < -0.5
