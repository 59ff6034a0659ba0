"""What the tests of the scene generator share."""

from __future__ import annotations

import pytest

from scripts.rendering.glyphs import HAN_FONTS, LATIN_FONTS, available_fonts
from scripts.rendering.raster import Rasteriser, RenderingUnavailableError


@pytest.fixture(scope="session")
def fonts() -> None:
    """Skips where the free fonts are not installed."""
    if not (available_fonts(HAN_FONTS, True) and available_fonts(LATIN_FONTS, True)):
        pytest.skip("the fonts that datasets/README.md lists are not installed")


@pytest.fixture(scope="session")
def rasteriser() -> Rasteriser:
    """One OpenGL context for all tests, or a skip."""
    try:
        return Rasteriser()
    except RenderingUnavailableError as error:
        pytest.skip(str(error))
