"""The pictures' files beside the database. Names are made here, never taken from a client.

Of each picture there is the file as it came and, once it is read, a view: upright, shrunk, a JPEG
that the reading process wrote. Only views are opened in the server itself.
"""

from __future__ import annotations

import io
import os
import re
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO, Final

from vision.app.web.refusal import refuse

PART: Final = ".part"
"""Ending of a file that is still being written."""
BYTES_AT_MOST: Final = 30 * 1024 * 1024
MEGAPIXELS_AT_MOST: Final = 60
VIEW_SIDE: Final = 2000
"""px, the long side of a view."""
QUALITY: Final = 85
CROP_SIDE: Final = 320
CROP_MARGIN: Final = 0.35
"""Of a tile's size, shown around it."""
_ID: Final = re.compile(r"[0-9a-f]{32}")
_STARTS: Final = (
    (b"\xff\xd8\xff", 0, "jpg"),
    (b"\x89PNG\r\n\x1a\n", 0, "png"),
    (b"WEBP", 8, "webp"),
    (b"ftyp", 4, "heic"),
)


def kind_of(head: bytes) -> str | None:
    """What a file is by its first bytes: jpg, png, webp or heic."""
    for mark, at, kind in _STARTS:
        if head[at : at + len(mark)] == mark:
            return kind
    return None


class PictureFiles:
    """The folder of the pictures."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def new_id(self) -> str:
        """A name that nobody can guess."""
        return secrets.token_hex(16)

    def original(self, picture: str) -> Path:
        """The file as it came."""
        return self.folder / f"{_checked(picture)}.picture"

    def view(self, picture: str) -> Path:
        """The upright, shrunk picture."""
        return self.folder / f"{_checked(picture)}.view.jpg"

    def receive(self) -> tuple[Path, BinaryIO]:
        """A file to write an upload into; `keep` gives it its name."""
        path = self.folder / f"{secrets.token_hex(16)}{PART}"
        return path, path.open("wb")

    def keep(self, part: Path, file: BinaryIO, picture: str) -> None:
        """Makes a received file last: on the disk whole before anything names it."""
        file.flush()
        os.fsync(file.fileno())
        file.close()
        part.replace(self.original(picture))
        _sync_folder(self.folder)

    def write_original(self, picture: str, data: bytes) -> None:
        """Keeps a picture that was made here, such as the camera's."""
        part, file = self.receive()
        with file:
            file.write(data)
            self.keep(part, file, picture)

    def write_view(self, picture: str, data: bytes) -> None:
        """Keeps the view of a picture that was made here."""
        part = self.folder / f"{secrets.token_hex(16)}{PART}"
        part.write_bytes(data)
        part.replace(self.view(picture))

    def remove(self, picture: str) -> None:
        """Removes a picture's files."""
        self.original(picture).unlink(missing_ok=True)
        self.view(picture).unlink(missing_ok=True)

    def sweep(self, known: set[str], since: float) -> int:
        """Removes files that a crash left; how many.

        Pictures from before ``since`` (seconds of the epoch) stay although nothing names them:
        they belong to evenings whose file was moved away, perhaps to be mended.
        """
        left = [p for p in self.folder.iterdir() if p.name.split(".")[0] not in known]
        left = [p for p in left if p.suffix == PART or p.stat().st_mtime >= since]
        for path in left:
            path.unlink(missing_ok=True)
        return len(left)

    def shrunk(self, picture: str, side: int) -> bytes:
        """The view as JPEG with at most ``side`` px on its long side."""
        from PIL import Image

        path = self._existing(picture)
        with Image.open(path) as image:
            if side >= max(image.size):
                return path.read_bytes()
            image.draft("RGB", (side, side))
            image.thumbnail((side, side))
            return _jpeg(image.convert("RGB"))

    def crop(self, picture: str, quad: Sequence[Sequence[float]], width: int) -> bytes:
        """One tile with its surroundings as JPEG; ``quad`` in px of the picture ``width`` wide."""
        from PIL import Image

        with Image.open(self._existing(picture)) as image:
            scale = image.width / width
            xs, ys = [p[0] * scale for p in quad], [p[1] * scale for p in quad]
            margin = CROP_MARGIN * max(max(xs) - min(xs), max(ys) - min(ys), 1.0)
            box = (
                max(0, int(min(xs) - margin)),
                max(0, int(min(ys) - margin)),
                min(image.width, int(max(xs) + margin) + 1),
                min(image.height, int(max(ys) + margin) + 1),
            )
            if box[0] >= box[2] or box[1] >= box[3]:
                raise refuse(404, "no_picture", "That tile lies outside the picture.")
            cut = image.convert("RGB").crop(box)
            scale = CROP_SIDE / max(cut.size)
            if scale > 1:
                cut = cut.resize((round(cut.width * scale), round(cut.height * scale)))
            return _jpeg(cut)

    def _existing(self, picture: str) -> Path:
        path = self.view(picture)
        if not path.exists():
            raise refuse(404, "no_picture", "There is no such picture yet.")
        return path


def _jpeg(image: object) -> bytes:
    out = io.BytesIO()
    image.save(out, "JPEG", quality=QUALITY)  # type: ignore[attr-defined]
    return out.getvalue()


def _checked(picture: str) -> str:
    """The id, if it has the form of one: whatever else it were could be a path."""
    if not _ID.fullmatch(picture):
        raise refuse(404, "no_picture", "There is no such picture.")
    return picture


def _sync_folder(folder: Path) -> None:
    """So that the renaming lasts, too; only POSIX systems can say so of a folder."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
