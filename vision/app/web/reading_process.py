"""The process that reads pictures: ``python -m vision.app.web.reading_process``.

Apart from the server, so that a file that kills a decoder, or makes it take all memory, costs one
picture and no evening. One JSON line in on standard input, one out; ends with its input.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

from vision.app.taught_sets import add_set_options, load_reader
from vision.app.web.disk import disk_error
from vision.app.web.picture_files import MEGAPIXELS_AT_MOST, QUALITY, VIEW_SIDE
from vision.errors import PictureError, UserError

if TYPE_CHECKING:
    from vision.frames import Picture
    from vision.reader import Reader

Json = dict[str, Any]
NEARLY: Final = 0.8
"""A picture that little larger than a view is one as it is."""
MEMORY_FOR_PICTURES: Final = 1536 * 1024**2
"""Bytes of address space beyond what the loaded networks and libraries reserve."""


def main(read: Callable[[Reader, Json], Json] | None = None) -> int:
    """Answers requests until there are no more; ``read`` answers them in another way."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--models", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    add_set_options(parser)
    args = parser.parse_args()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what libraries print is no answer
    try:
        return _serve(args, answers, read or _read)
    except BrokenPipeError:  # the server is gone, and nobody wants to know
        os.dup2(os.open(os.devnull, os.O_WRONLY), answers.fileno())
        return 1


def _serve(args: argparse.Namespace, answers: TextIO, read: Callable[[Reader, Json], Json]) -> int:
    try:
        reader = load_reader(args)
    except UserError as error:
        print(json.dumps({"error": str(error)}), file=answers, flush=True)
        return 1
    except Exception as error:  # such as a library that does not fit this machine
        reason = f"its networks cannot be loaded ({type(error).__name__}: {error})."
        print(json.dumps({"error": reason}), file=answers, flush=True)
        return 1
    _limit_memory()
    print(json.dumps({"ready": True}), file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps(_answer(read, reader, json.loads(line))), file=answers, flush=True)
    return 0


def _limit_memory() -> None:
    """Lets a picture that wants more than any picture needs fail, where the system can (Linux)."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except (ImportError, OSError):
        return
    most = pages * resource.getpagesize() + MEMORY_FOR_PICTURES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _answer(read: Callable[[Reader, Json], Json], reader: Reader, request: Json) -> Json:
    try:
        return read(reader, request)
    except UserError as error:
        return {"error": str(error).replace(Path(request["path"]).name, "The picture")}
    except MemoryError:
        return {"error": "The picture needs too much memory; save it smaller."}
    except Exception as error:  # whatever a file does to a decoder: this picture cannot be read
        print(f"tilescore: a picture made the reader fail: {error!r}", file=sys.stderr)
        return {"error": "The picture cannot be read; take it again."}


def _read(reader: Reader, request: Json) -> Json:
    from vision.frames import load_picture
    from vision.layout.options import LayoutOptions
    from vision.picture_header import read_header

    path = Path(request["path"])
    header = read_header(path.read_bytes(), path.name)
    if header.width * header.height > MEGAPIXELS_AT_MOST * 1e6:
        raise PictureError(
            f"The picture has {header.width} x {header.height} pixels, more than the "
            f"{MEGAPIXELS_AT_MOST} megapixels that are read; save it smaller."
        )
    picture = load_picture(path, wanted_side=VIEW_SIDE)
    seat = request.get("seat")
    options = LayoutOptions(seat or "E", 13, "hand" if seat else "auto")
    reading = reader.read(picture, options)
    try:
        _write_view(picture, Path(request["view"]))
    except OSError as error:
        raise disk_error(error) from error
    return {"reading": reading.to_json()}


def _write_view(picture: Picture, path: Path) -> None:
    import cv2
    import numpy as np

    from vision.labels.lines import write_whole

    image = picture.image
    scale = VIEW_SIDE / max(image.shape[:2])
    if scale < NEARLY:
        size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    write_whole(path, data.tobytes())


if __name__ == "__main__":
    sys.exit(main())
