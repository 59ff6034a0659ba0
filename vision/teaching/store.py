"""Taught sets on the user's disk: one file each, readable by name."""

from __future__ import annotations

import contextlib
import os
import zipfile
import zlib
from hashlib import sha256
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import numpy as np

from vision.errors import OutputError, UsageError, UserError
from vision.reading import LABELS
from vision.rectify import PATCH
from vision.teaching.refit import Adaptation
from vision.teaching.taught import TaughtSet

VARIABLE: Final = "TILESCORE_DATA"
"""Names the folder of the user's data; ``sets`` in it holds the taught sets."""
NO_SET: Final = "none"
"""``--set none``: no taught set, whatever the picture looks like."""
LONGEST_NAME: Final = 60
LONGEST_STEM: Final = 200
"""Letters of a file's name before its ending."""


_DAMAGES: Final = (
    OSError, ValueError, TypeError, KeyError, IndexError, AttributeError, EOFError,
    NotImplementedError, RuntimeError, MemoryError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip
"""What the parts of a damaged archive may raise."""


class UnknownSetError(UserError):
    """No set of that name was taught."""

    code = "unknown_set"


class DamagedSetError(UserError):
    """A taught set's file cannot be read."""

    code = "damaged_set"


def sets_folder(given: Path | None = None) -> Path:
    """Where the taught sets are: the folder given, the variable's, or the user's data folder."""
    if given is not None:
        return given
    variable = os.environ.get(VARIABLE)
    if variable:
        return Path(variable) / "sets"
    from platformdirs import user_data_path

    return user_data_path("tilescore", appauthor=False) / "sets"


def set_name(text: str) -> str:
    """A name as it is stored.

    Raises:
        UsageError: it is empty, too long, or taken by ``--set none``.
    """
    name = " ".join(text.split())
    if not name or not name.isprintable() or len(name) > LONGEST_NAME:
        raise UsageError(f"A set's name has 1 to {LONGEST_NAME} letters, not {text!r}.")
    if name.casefold() == NO_SET:
        raise UsageError(f'A set cannot be called "{NO_SET}", which means no set; name it anew.')
    return name


def set_file(folder: Path, name: str) -> Path:
    """The file of a set; names that differ only in case are the same."""
    stem = quote(name.casefold(), safe="")
    if len(stem) > LONGEST_STEM:  # few letters may be many bytes, and file systems have a limit
        stem = f"{stem[: LONGEST_STEM // 2]}-{sha256(stem.encode()).hexdigest()[:32]}"
    return folder / f"{stem}.npz"


def set_files(folder: Path) -> list[Path]:
    """The files of all taught sets."""
    return sorted(folder.glob("*.npz")) if folder.is_dir() else []


def save_set(folder: Path, taught: TaughtSet) -> Path:
    """Writes a set, over an earlier one of the same name, all or nothing.

    Raises:
        OutputError: it cannot be written.
    """
    path = set_file(folder, taught.name)
    half = path.with_suffix(f".{os.getpid()}.part")
    adaptation = taught.adaptation
    none = np.zeros((0, 0), np.float32)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with half.open("wb") as file:
            np.savez_compressed(
                file,
                name=np.array(taught.name),
                codes=np.array(taught.codes),
                patches=taught.patches,
                network=np.array(taught.network),
                change=adaptation.change if adaptation else none,
                centre=adaptation.centre if adaptation else none,
                pull=np.array(adaptation.pull if adaptation else 0.0),
            )
        half.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            half.unlink()
        raise OutputError(
            f"The taught set cannot be written to {folder} ({error.strerror}); "
            f"name another with --sets-folder or in the variable {VARIABLE}."
        ) from error
    return path


def load_set(path: Path) -> TaughtSet:
    """A taught set.

    Raises:
        DamagedSetError: the file is no taught set.
    """
    try:
        with np.load(path, allow_pickle=False) as data:
            return _checked({key: data[key] for key in data.files})
    except _DAMAGES as error:
        raise DamagedSetError(
            f"The taught set {path} cannot be read, it is damaged; "
            "teach it again, or delete that file."
        ) from error


def _checked(data: dict[str, Any]) -> TaughtSet:
    """The set in a file's arrays; ValueError where they do not fit together."""
    codes, patches = tuple(map(str, data["codes"])), data["patches"]
    if patches.dtype != np.uint8 or patches.shape != (len(codes), PATCH, PATCH, 3):
        raise ValueError("patches")
    if not codes or not set(codes) <= set(LABELS):
        raise ValueError("codes")
    change, centre = data["change"].astype(np.float32), data["centre"].astype(np.float32)
    adaptation = None
    if change.size:
        if change.shape != (len(LABELS), len(centre) + 1) or not np.isfinite(change).all():
            raise ValueError("change")
        if centre.ndim != 1 or not np.isfinite(centre).all():
            raise ValueError("centre")
        adaptation = Adaptation(change, centre, float(data["pull"]))
    return TaughtSet(str(data["name"]), codes, patches, adaptation, str(data["network"]))


def find_set(folder: Path, name: str) -> Path:
    """The file of the set that the user names.

    Raises:
        UnknownSetError: there is none; the message lists those there are.
    """
    path = set_file(folder, set_name(name))
    if path.is_file():
        return path
    known = ", ".join(f'"{known}"' for known in known_names(folder))
    there = f"taught are {known}" if known else "none was taught yet"
    raise UnknownSetError(
        f'There is no taught set "{name}" ({there}); '
        f'teach it with: tilescore teach PHOTO --set "{name}"'
    )


def known_names(folder: Path) -> list[str]:
    """Names of the taught sets that can be read."""
    names = []
    for path in set_files(folder):
        try:
            names.append(load_set(path).name)
        except DamagedSetError:
            continue
    return sorted(names)


def remove_set(folder: Path, name: str) -> None:
    """Forgets a set.

    Raises:
        UnknownSetError: there is none of that name.
        OutputError: its file cannot be deleted.
    """
    path = find_set(folder, name)
    try:
        path.unlink()
    except OSError as error:
        raise OutputError(f"{path} cannot be deleted ({error.strerror}).") from error
