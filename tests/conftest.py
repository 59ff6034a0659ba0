"""Settings for all tests."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("patient", deadline=None)  # a busy machine is no failure
settings.load_profile("patient")


@pytest.fixture(autouse=True, scope="session")
def _no_evenings_of_the_user() -> Iterator[None]:
    """Commands that keep evenings keep them in a folder of the tests."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        os.environ["TILESCORE_DATA"] = folder
        yield
