"""``tilescore label FOLDER``: the labelling page, and labels into other tools' formats and back."""

from __future__ import annotations

import argparse
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from vision.app.output import complain
from vision.errors import MissingLibraryError, UsageError

PORT: Final = 8766
MISSING: Final = (
    "The labelling page needs packages that are not installed: python3 scripts/bootstrap.py web "
    "installs them in a checkout, pip install 'tilescore[web]' elsewhere."
)


def add_parser(subparsers: Any) -> None:
    """Adds the command to the parser."""
    parser = subparsers.add_parser(
        "label",
        help="the labelling page; carry labels of pictures between formats",
        description="Opens a page in this machine's browser to label the pictures in FOLDER and "
        "below it: the model proposes, the least certain picture comes first, every change is "
        "saved at once in FOLDER/labels.jsonl (see datasets/README.md), and the page's ? lists its "
        "keys. FOLDER may also be a video, with --every, or the folder of readings that `tilescore "
        "serve` keeps, with --kept.",
        epilog="With --export the labels are written with the pictures in another tool's format, "
        "with --import they are read; no page opens then. Formats: coco (boxes and polygons), yolo "
        "(boxes), yolo-obb (oriented boxes), voc (Pascal VOC), label-studio (tasks with "
        "predictions), folders (a folder of single tiles per class), jsonl (our own). "
        'Example: tilescore label mine --import yolo ../theirs --name "joker=unknown"',
    )
    parser.add_argument("folder", type=Path, nargs="?", metavar="FOLDER",
                        help="pictures, with or without labels.jsonl")  # fmt: skip
    _page_options(parser.add_argument_group("the page"))
    ways = parser.add_argument_group("other formats").add_mutually_exclusive_group()
    ways.add_argument("--export", nargs=2, metavar=("FORMAT", "OUT"), help="write to a new folder")
    ways.add_argument("--import", nargs=2, metavar=("FORMAT", "IN"), dest="bring",
                      help="read labels and copy their pictures into FOLDER")  # fmt: skip
    parser.add_argument("--name", action="append", default=[], metavar='"NAME=5p"',
                        help="what a class name means that is not known")  # fmt: skip
    parser.add_argument("--replace", action="store_true",
                        help="imported labels take the place of those FOLDER has")  # fmt: skip
    parser.set_defaults(run=run)


def _page_options(group: Any) -> None:
    group.add_argument(
        "--every", type=_seconds, metavar="SECONDS",
        help="take a frame of every video in FOLDER so often; they stay as pictures beside it",
    )  # fmt: skip
    group.add_argument(
        "--kept", action="store_true", help="the pictures of game nights, where they were kept"
    )
    group.add_argument(
        "--data", type=Path, metavar="DIR", help="where `tilescore serve` keeps its evenings"
    )
    group.add_argument("--no-browser", action="store_true", help="only print the page's address")
    group.add_argument("--port", type=_port, default=PORT, metavar="N",
                       help=f"its port (default: {PORT}; 0 takes any that is free)")  # fmt: skip
    group.add_argument("--no-model", action="store_true", help="propose nothing")
    group.add_argument(
        "--models", type=Path, metavar="DIR", help="folder of the recogniser's models"
    )
    group.add_argument("--threads", type=int, choices=range(1, 65), default=2, metavar="N",
                       help="processor threads (default: 2)")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Exports, imports or opens the page."""
    folder = _folder(args)
    if (args.name or args.replace) and not args.bring:
        raise UsageError("--name and --replace say how to --import labels; give that too.")
    if args.export:
        return _export(folder, args.export[0], Path(args.export[1]))
    if args.bring:
        return _import(folder, args.bring[0], Path(args.bring[1]), args)
    return _open_page(folder, args)


def _folder(args: argparse.Namespace) -> Path:
    """The folder that is meant."""
    if args.kept:
        _need_web()
        from vision.app.web.site import TRAINING, data_folder

        kept = data_folder(args.data) / TRAINING
        if not kept.is_dir():
            raise UsageError(
                f"No pictures of game nights are kept in {kept}; switch on 'keep for training' on "
                "the page of tilescore serve."
            )
        return kept
    if args.folder is None:
        raise UsageError("Name the FOLDER with the pictures, or --kept for those of game nights.")
    folder: Path = args.folder
    return folder


def _export(folder: Path, kind: str, out: Path) -> int:
    from vision.labels.exchange import check_export, counted, export_labels, labels_of

    check_export(kind, out)
    labels = labels_of(folder)
    for note in export_labels(labels, folder, kind, out):
        complain(note)
    print(f"{counted(labels)} written to {out}.")
    return 0


def _import(folder: Path, kind: str, source: Path, args: argparse.Namespace) -> int:
    from vision.labels import exchange
    from vision.labels.lines import LABELS_NAME

    imported = exchange.load_labels(kind, source, exchange.given_names(args.name))
    if not args.replace and (folder / LABELS_NAME).is_file():
        there = [label.file for label in exchange.labels_of(folder)]
        advice = "say --replace to take the imported ones."
        exchange.check_free(imported, there, folder, advice)
    exchange.copy_pictures(imported, folder)
    exchange.keep_labels(folder, imported.labels)
    print(f"{exchange.counted(imported.labels)} read into {folder}.")
    return 0


def _open_page(folder: Path, args: argparse.Namespace) -> int:
    _need_web()
    from vision.app.label_page.desk import Desk, DeskOptions
    from vision.app.label_page.server import label_server
    from vision.app.web.server import listen
    from vision.model_files import models_folder

    if not args.no_model:
        models_folder(args.models)  # a sentence now, not at the first picture
    folder = _with_frames(folder, args.every)
    try:
        sock = listen("127.0.0.1", args.port)
    except OSError as error:
        reason = error.strerror or error
        message = f"Port {args.port} cannot be used ({reason}); name another with --port."
        raise UsageError(message) from error
    options = DeskOptions(folder, args.models, args.threads, reads=not args.no_model)
    with sock, Desk(options) as desk:
        address = f"http://localhost:{sock.getsockname()[1]}/"
        print(f"{len(desk.files)} pictures in {folder}")
        print(f"open {address} in this machine's browser; Ctrl-C ends", flush=True)
        if not args.no_browser:
            webbrowser.open(address)
        with suppress(KeyboardInterrupt):  # the usual way to end it
            label_server(desk).run(sockets=[sock])
    return 0


def _with_frames(folder: Path, every: float | None) -> Path:
    """The folder of pictures, frames of videos among them where that is wanted."""
    from vision.app.label_page.sources import frames_folder, frames_of, pictures_in, take_frames

    if folder.is_file():
        if every is None:
            raise UsageError(f"{folder} is a file; say --every SECONDS if it is a video.")
        complain(f"{frames_of(folder, every)} new frames taken from {folder.name}")
        return frames_folder(folder)
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder}; check its name.")
    if every is not None:
        complain(f"{take_frames(folder, every)} new frames taken from the videos in {folder}")
    if not pictures_in(folder):
        raise UsageError(f"{folder} holds no pictures; for those of a video say --every SECONDS.")
    return folder


def _need_web() -> None:
    try:
        import platformdirs
        import starlette
        import uvicorn
    except ImportError as error:
        raise MissingLibraryError(MISSING) from error
    del platformdirs, starlette, uvicorn


def _seconds(text: str) -> float:
    with suppress(ValueError):
        if 0 < (value := float(text)) < 1e6:
            return value
    raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a port from 0 to 65535")
