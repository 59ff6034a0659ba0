"""``tilescore label FOLDER``: a folder's labels into other tools' formats and back."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vision.app.output import complain
from vision.errors import OutputError, UsageError

if TYPE_CHECKING:
    from vision.labels.formats.common import Imported
    from vision.labels.record import PictureLabel

FORMATS: Final = ("coco", "yolo", "yolo-obb", "voc", "label-studio", "folders", "jsonl")


def add_parser(subparsers: Any) -> None:
    """Adds the command to the parser."""
    parser = subparsers.add_parser(
        "label",
        help="carry labels of pictures between formats",
        description="Writes the labels of FOLDER (its labels.jsonl, see datasets/README.md) with "
        "the pictures in another tool's format, or reads such labels into FOLDER. Formats: coco "
        "(boxes and polygons), yolo (boxes), yolo-obb (oriented boxes), voc (Pascal VOC), "
        "label-studio (tasks with predictions), folders (a folder of single tiles per class), "
        "jsonl (our own).",
        epilog='Example: tilescore label mine --import yolo ../theirs --name "joker=unknown"',
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="pictures with labels.jsonl")
    ways = parser.add_mutually_exclusive_group(required=True)
    ways.add_argument("--export", nargs=2, metavar=("FORMAT", "OUT"), help="write to a new folder")
    ways.add_argument("--import", nargs=2, metavar=("FORMAT", "IN"), dest="bring",
                      help="read labels and copy their pictures into FOLDER")  # fmt: skip
    parser.add_argument("--name", action="append", default=[], metavar='"NAME=5p"',
                        help="what a class name means that is not known")  # fmt: skip
    parser.add_argument("--replace", action="store_true",
                        help="imported labels take the place of those FOLDER has")  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Exports or imports; says how much."""
    kind, place = args.export or args.bring
    if kind not in FORMATS:
        raise UsageError(f"{kind} is no label format; there are {', '.join(FORMATS)}.")
    if args.export:
        return _export(args.folder, kind, Path(place))
    return _import(args.folder, kind, Path(place), _given(args.name), args.replace)


def _export(folder: Path, kind: str, out: Path) -> int:
    from vision.labels.formats import coco, folders, label_studio, own, voc, yolo
    from vision.labels.lines import read_labels

    writers: dict[str, Callable[[list[PictureLabel], Path, Path], list[str]]] = {
        "coco": coco.export,
        "yolo": yolo.export_boxes,
        "yolo-obb": yolo.export_oriented,
        "voc": voc.export,
        "label-studio": label_studio.export,
        "folders": folders.export,
        "jsonl": own.export,
    }
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise OutputError(f"{out} is there already and not empty; name a new folder.")
    labels = read_labels(folder)
    for note in writers[kind](labels, folder, out):
        complain(note)
    print(f"{_counted(labels)} written to {out}.")
    return 0


def _import(folder: Path, kind: str, source: Path, given: Mapping[str, str], replace: bool) -> int:
    from vision.labels.formats import coco, folders, label_studio, own, voc, yolo
    from vision.labels.lines import LABELS_NAME, read_labels, write_labels

    readers: dict[str, Callable[[Path, Mapping[str, str]], Imported]] = {
        "coco": coco.load,
        "yolo": yolo.load,
        "yolo-obb": yolo.load,
        "voc": voc.load,
        "label-studio": label_studio.load,
        "folders": folders.load,
        "jsonl": own.load,
    }
    imported = readers[kind](source, given)
    there = read_labels(folder) if (folder / LABELS_NAME).is_file() else []
    labels = {label.file: label for label in there}
    twice = [label.file for label in imported.labels if label.file in labels]
    if twice and not replace:
        raise OutputError(
            f"{len(twice)} of these pictures have labels in {folder} already ({twice[0]}, ...); "
            "say --replace to take the imported ones."
        )
    _copy_pictures(imported, folder)
    labels.update({label.file: label for label in imported.labels})
    write_labels(folder / LABELS_NAME, labels.values())
    print(f"{_counted(list(imported.labels))} read into {folder}.")
    return 0


def _copy_pictures(imported: Imported, folder: Path) -> None:
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


def _given(texts: list[str]) -> dict[str, str]:
    from vision.labels.codes import LABEL_CODES

    given = {}
    for text in texts:
        name, sign, code = text.rpartition("=")
        if not sign or code.strip() not in LABEL_CODES:
            raise UsageError(f'--name "{text}" is no NAME=CODE with a code such as 5p or unknown.')
        given[name] = code.strip()
    return given


def _counted(labels: list[PictureLabel]) -> str:
    return f"{len(labels)} pictures with {sum(len(label.tiles) for label in labels)} tiles"
