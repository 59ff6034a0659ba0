"""Puts trained models where tilescore is told to look for them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

from scripts.training.comparing import Verdict
from scripts.training.run_plan import COPIED, NETS, TrainingError
from vision.errors import OutputError
from vision.model_files import ENVIRONMENT_VARIABLE

FILES: Final = (*(f"{name}.onnx" for name in (*NETS, *COPIED)), "README.md")
PREVIOUS: Final = "previous"
"""Folder inside the model folder that keeps what lay there before."""


def user_folder() -> Path:
    """The user's own model folder: the one of TILESCORE_MODELS, else one beside his data.

    Raises:
        TrainingError: platformdirs is missing.
    """
    named = os.environ.get(ENVIRONMENT_VARIABLE)
    if named:
        return Path(named)
    try:
        from platformdirs import user_data_path
    except ImportError as error:
        raise TrainingError(
            "--install without a folder needs platformdirs; run: pip install 'tilescore[train]', "
            "or name the folder."
        ) from error
    return user_data_path("tilescore", appauthor=False) / "models"


def install(models: Path, folder: Path, verdict: Verdict, force: bool) -> str:
    """Copies models to another folder; what lay there is kept in its folder ``previous``.

    Returns:
        What to do to use them.

    Raises:
        TrainingError: They are worse on a tracked set or were not measured, and nobody insists.
        OutputError: The folder cannot be written.
    """
    if not verdict.may_install and not force:
        raise TrainingError(f"{verdict.sentence} Nothing was installed; --force does it anyway.")
    if folder.resolve() == models.resolve():
        raise TrainingError(f"{folder} is where the models are already; name another folder.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _keep_previous(folder)
        for name in FILES:
            if not (models / name).is_file():
                (folder / name).unlink(missing_ok=True)
                continue
            part = folder / f".{name}.part"
            shutil.copyfile(models / name, part)
            part.replace(folder / name)
    except OSError as error:
        raise OutputError(f"{folder} cannot be written ({error.strerror or error}).") from error
    if os.environ.get(ENVIRONMENT_VARIABLE) and folder == Path(os.environ[ENVIRONMENT_VARIABLE]):
        return f"Installed in {folder}, which {ENVIRONMENT_VARIABLE} names: tilescore uses it now."
    return f"Installed in {folder}; say --models {folder}, or set {ENVIRONMENT_VARIABLE} to it."


def _keep_previous(folder: Path) -> None:
    there = [name for name in FILES if (folder / name).is_file()]
    if not there:
        return
    (folder / PREVIOUS).mkdir(exist_ok=True)
    for name in there:
        shutil.copyfile(folder / name, folder / PREVIOUS / name)
