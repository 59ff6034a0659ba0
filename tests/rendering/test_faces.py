"""Face designs: all codes, each different, the same every time."""

from __future__ import annotations

import numpy as np
import pytest

from scripts.rendering.canvas import Canvas
from scripts.rendering.drawn import FAMILIES, drawn_design
from scripts.rendering.faces import FACE_CODES, Wear, load_designs, worn

pytestmark = pytest.mark.usefixtures("fonts")
RNG = np.random.default_rng(0)


def test_there_are_enough_designs_and_all_may_be_committed() -> None:
    designs = load_designs(drawn=12, committable_only=True)
    assert len({d.name for d in designs}) >= 12
    assert all(d.committable for d in designs)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("seed", [0, 7, 13])
def test_a_set_has_42_different_faces(family: str, seed: int) -> None:
    design = drawn_design(seed, family, committable_only=True)
    faces = {code: design.face(code, RNG) for code in FACE_CODES}
    for code, face in faces.items():
        assert (face.shape, face.dtype) == ((256, 192, 4), np.uint8)
        assert face[..., 3].mean() > 2 or code == "5z"
    assert len({f.tobytes() for f in faces.values()}) == 42
    again = drawn_design(seed, family, committable_only=True)
    assert all(np.array_equal(again.face(c, RNG), faces[c]) for c in ("1m", "1s", "7f"))


def test_wear_keeps_shape_and_a_new_set_is_unchanged() -> None:
    face = drawn_design(0, committable_only=True).face("5p", RNG)
    assert worn(face, Wear.sample(np.random.default_rng(1)), RNG).shape == face.shape
    unchanged = worn(face, Wear.none(), RNG)
    assert np.abs(unchanged[..., 3].astype(int) - face[..., 3]).max() <= 2


def test_canvas_keeps_the_colour_of_ink_at_its_edges() -> None:
    canvas = Canvas()
    canvas.disc((0.5, 0.66), 0.3, (200, 30, 40))
    face = canvas.finish()
    inked = face[face[..., 3] > 40][:, :3].astype(int)
    assert np.abs(inked - (200, 30, 40)).max() <= 8
