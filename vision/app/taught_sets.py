"""``--set`` and the sets that are recognised by themselves: what every reading command shares."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vision.app.output import complain

if TYPE_CHECKING:
    from vision.reader import Reader
    from vision.teaching.taught import TaughtSet


def add_set_options(group: Any) -> None:
    """Adds ``--set`` and ``--sets-folder`` to a parser or a group of its options."""
    group.add_argument(
        "--set",
        dest="tile_set",
        metavar="NAME",
        help="read these tiles as the set that was taught under this name; none: as no taught set "
        "(default: a taught set where the picture clearly shows it)",
    )
    add_folder_option(group)


def add_folder_option(group: Any) -> None:
    """Adds ``--sets-folder``."""
    group.add_argument(
        "--sets-folder",
        type=Path,
        metavar="DIR",
        help="where taught sets are kept (default: the user's data folder, or sets in the folder "
        "that TILESCORE_DATA names)",
    )


def load_reader(args: argparse.Namespace) -> Reader:
    """The reader that ``--models``, ``--threads``, ``--set`` and ``--sets-folder`` describe.

    Raises:
        UserError: there is no recogniser, or no such set.
    """
    return with_taught_sets(load_plain_reader(args), args)


def load_plain_reader(args: argparse.Namespace) -> Reader:
    """The reader that ``--models`` and ``--threads`` describe, without taught sets.

    Raises:
        UserError: there is no recogniser.
    """
    import cv2

    from vision.reader import Reader

    cv2.setNumThreads(args.threads)
    return Reader.load(args.models, args.threads)


def check_set(args: argparse.Namespace) -> None:
    """Looks for the set named with ``--set`` without loading the recogniser.

    Raises:
        UserError: there is no such set.
    """
    from vision.teaching.store import NO_SET, find_set, sets_folder

    name: str | None = args.tile_set
    if name is not None and name.strip().casefold() != NO_SET:
        find_set(sets_folder(args.sets_folder), name)


def with_taught_sets(reader: Reader, args: argparse.Namespace) -> Reader:
    """A reader for the set named, or one that recognises the taught sets by itself.

    Raises:
        UserError: the set named is not there or damaged; others that are damaged are left out.
    """
    from vision.teaching.store import NO_SET, find_set, load_set, set_files, sets_folder

    folder = sets_folder(args.sets_folder)
    name: str | None = args.tile_set
    if name is not None and name.strip().casefold() == NO_SET:
        return reader
    if name is not None:
        path = find_set(folder, name)
        return reader.of_set(_fitting(load_set(path), reader, folder))
    return replace(reader, taught=tuple(_readable(set_files(folder), reader, folder)))


def _readable(paths: list[Path], reader: Reader, folder: Path) -> list[TaughtSet]:
    from vision.teaching.store import DamagedSetError, load_set

    sets = []
    for path in paths:
        try:
            sets.append(_fitting(load_set(path), reader, folder))
        except DamagedSetError as error:
            complain(str(error))
    return sets


def _fitting(taught: TaughtSet, reader: Reader, folder: Path) -> TaughtSet:
    """The set learnt anew, from its stored tiles, where the network is another than it was."""
    from vision.errors import OutputError
    from vision.teaching.store import save_set
    from vision.teaching.taught import teach

    if taught.network == reader.classifier.model.fingerprint():
        return taught
    complain(f'The recogniser is another one now; the set "{taught.name}" is learnt anew for it.')
    anew = teach(taught.name, taught.patches, taught.codes, reader.classifier)
    try:
        save_set(folder, anew)
    except OutputError as error:
        complain(str(error))
    return anew
