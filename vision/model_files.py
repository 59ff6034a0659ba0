"""Finds the folder of the recogniser's models: in a checkout, an installed wheel or elsewhere."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from vision.errors import ModelNotFoundError

ENVIRONMENT_VARIABLE = "TILESCORE_MODELS"


def models_folder(given: Path | None = None) -> Path:
    """The folder that holds the ``*.onnx`` files.

    Looked for in this order: ``given`` (``--models``), the variable TILESCORE_MODELS, the data of
    the installed package, the checkout. A folder that the user names is never passed over.

    Raises:
        ModelNotFoundError: No model in the folder named, or in none of the usual ones.
    """
    named = _named_by_user(given)
    if named is not None:
        if not _has_models(named):
            raise ModelNotFoundError(named)
        return named
    usual = list(_usual_folders())
    for folder in usual:
        if _has_models(folder):
            return folder
    raise ModelNotFoundError(usual[0])


def _named_by_user(given: Path | None) -> Path | None:
    if given is not None:
        return given
    variable = os.environ.get(ENVIRONMENT_VARIABLE)
    return Path(variable) if variable else None


def _usual_folders() -> Iterator[Path]:
    package = Path(__file__).resolve().parent
    if (package.parent / "pyproject.toml").exists():
        yield package.parent / "models"
    yield package / "_models"


def _has_models(folder: Path) -> bool:
    return folder.is_dir() and any(folder.glob("*.onnx"))
