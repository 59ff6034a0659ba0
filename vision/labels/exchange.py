"""A folder's labels into other tools' formats and back, with the pictures."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vision.errors import OutputError, UsageError
from vision.labels.codes import LABEL_CODES
from vision.labels.history import HISTORY_NAME
from vision.labels.lines import LABELS_NAME, read_labels, write_labels
from vision.labels.parse import LabelError
from vision.labels.store import LabelStore

if TYPE_CHECKING:
    from vision.labels.formats.common import Imported
    from vision.labels.record import PictureLabel

FORMATS: Final = ("coco", "yolo", "yolo-obb", "voc", "label-studio", "folders", "jsonl")


def labels_of(folder: Path) -> list[PictureLabel]:
    """A folder's labels, with what a killed page had saved but not yet put into the label file.

    Raises:
        LabelError: There are none, or they are damaged.
        OutputError: A page is editing them.
    """
    if not (folder / HISTORY_NAME).exists():
        return read_labels(folder)
    with LabelStore(folder) as store:
        return store.labels()


def keep_labels(folder: Path, labels: Iterable[PictureLabel]) -> None:
    """Puts labels into a folder, in place of those of the same pictures.

    Raises:
        OutputError: They cannot be written, or a page is editing them.
    """
    if (folder / HISTORY_NAME).exists():
        with LabelStore(folder) as store:
            store.change(labels)
        return
    there = read_labels(folder) if (folder / LABELS_NAME).is_file() else []
    kept = {label.file: label for label in there}
    kept.update({label.file: label for label in labels})
    write_labels(folder / LABELS_NAME, kept.values())


def export_labels(labels: list[PictureLabel], folder: Path, kind: str, out: Path) -> list[str]:
    """Writes a folder's labels and pictures into a new folder; what the format could not hold.

    Raises:
        UsageError: There is no such format.
        LabelError: There are no labels.
        OutputError: The new folder is not empty or cannot be written.
    """
    from vision.labels.formats import coco, folders, label_studio, own, voc, yolo

    writers: dict[str, Callable[[list[PictureLabel], Path, Path], list[str]]] = {
        "coco": coco.export,
        "yolo": yolo.export_boxes,
        "yolo-obb": yolo.export_oriented,
        "voc": voc.export,
        "label-studio": label_studio.export,
        "folders": folders.export,
        "jsonl": own.export,
    }
    check_export(kind, out)
    if not labels:
        raise LabelError(f"{folder} has no labels yet; label its pictures before they are written.")
    return writers[kind](labels, folder, out)


def check_export(kind: str, out: Path) -> None:
    """Refuses what cannot be exported, before anything is read.

    Raises:
        UsageError: There is no such format.
        OutputError: The folder is there and not empty.
    """
    _check(kind)
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise OutputError(f"{out} is there already and not empty; name a new folder.")


def load_labels(kind: str, source: Path, given: Mapping[str, str]) -> Imported:
    """Reads another tool's labels.

    Raises:
        UsageError: There is no such format.
        LabelError: They do not fit, or name classes that nobody knows.
    """
    from vision.labels.formats import coco, folders, label_studio, own, voc, yolo

    readers: dict[str, Callable[[Path, Mapping[str, str]], Imported]] = {
        "coco": coco.load,
        "yolo": yolo.load,
        "yolo-obb": yolo.load,
        "voc": voc.load,
        "label-studio": label_studio.load,
        "folders": folders.load,
        "jsonl": own.load,
    }
    _check(kind)
    if not source.exists():
        raise LabelError(f"There is no file or folder {source}; check its name.")
    return readers[kind](source, given)


def check_free(imported: Imported, files: Iterable[str], folder: Path, advice: str) -> None:
    """Refuses labels of pictures that have some already.

    Raises:
        OutputError: There are such; ``advice`` says what to do.
    """
    known = set(files)
    twice = [label.file for label in imported.labels if label.file in known]
    if twice:
        raise OutputError(
            f"{len(twice)} of these pictures have labels in {folder} already ({twice[0]}, ...); "
            f"{advice}"
        )


def copy_pictures(imported: Imported, folder: Path) -> None:
    """Copies the pictures of imported labels, but for those that are there.

    Raises:
        OutputError: One cannot be copied, or is there as another picture.
    """
    from vision.labels.formats.common import picture_size

    for label in imported.labels:
        source, target = imported.pictures[label.file], folder / label.file
        if target.exists():
            if picture_size(target) != (label.width, label.height):
                raise OutputError(f"{target} is another picture, of another size; rename one.")
            continue
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
        except OSError as error:
            raise OutputError(f"{source} cannot be copied to {target} ({error}).") from error


def given_names(texts: Iterable[str]) -> dict[str, str]:
    """What a person says of class names: each text is ``NAME=CODE``.

    Raises:
        UsageError: One is not.
    """
    given = {}
    for text in texts:
        name, sign, code = text.rpartition("=")
        if not sign or code.strip() not in LABEL_CODES:
            raise UsageError(f'--name "{text}" is no NAME=CODE with a code such as 5p or unknown.')
        given[name] = code.strip()
    return given


def counted(labels: Iterable[PictureLabel]) -> str:
    """How much that is, in words."""
    kept = list(labels)
    return f"{len(kept)} pictures with {sum(len(label.tiles) for label in kept)} tiles"


def _check(kind: str) -> None:
    if kind not in FORMATS:
        raise UsageError(f"{kind} is no label format; there are {', '.join(FORMATS)}.")
