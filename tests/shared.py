"""Where the shared photographs, scans and rules lie beside the checkout."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("TILESCORE_SHARED") or ROOT.parent / "shared")


def shared(relative: str) -> Path:
    """A file or folder among the shared materials; skips the test where it is absent."""
    path = SHARED / relative
    if not path.exists():
        pytest.skip(f"shared/{relative} is not beside this checkout")
    return path
