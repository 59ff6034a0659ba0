"""What the formats share: pictures in and out, quads and boxes, the result of an import."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PIL import Image, ImageOps

from vision.errors import OutputError, why_unreadable
from vision.frames import load_picture
from vision.labels.parse import LabelError
from vision.labels.record import PictureLabel, Quad
from vision.labels.spellings import read_spellings

PLAIN_KINDS: Final = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
"""Files that other tools read as they are; anything else is exported as JPEG."""
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Imported:
    """Labels read from another tool's files, with where each picture lies."""

    labels: tuple[PictureLabel, ...]
    pictures: Mapping[str, Path]
    """``file`` of a label -> the picture's path."""


class UnknownNamesError(LabelError):
    """Class names that the table of spellings does not know."""

    def __init__(self, names: tuple[str, ...]) -> None:
        listed = ", ".join(f'"{name}"' for name in names)
        super().__init__(
            f"These class names are not known or may mean two things: {listed}; say what each is, "
            f'such as --name "{names[0]}=5p" (a tile, 0z, none or unknown). Nothing was imported.'
        )
        self.names = names


def codes_of(names: list[str], given: Mapping[str, str]) -> Mapping[str, str]:
    """The code of every class name.

    Raises:
        UnknownNamesError: For all names that nobody knows, at once.
    """
    spelled = read_spellings(names, given)
    if spelled.unknown:
        raise UnknownNamesError(spelled.unknown)
    return spelled.codes


def read_json(path: Path) -> Any:
    """The content of a JSON file.

    Raises:
        LabelError: It cannot be read or is no JSON.
    """
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise LabelError(f"{path} cannot be read: {why_unreadable(error)}.") from error
    except (ValueError, RecursionError) as error:
        raise LabelError(f"{path.name} is no JSON ({error}).") from error


def what_is_wrong(error: Exception) -> str:
    """What another tool's file lacks, in words: an error of Python's own says little more."""
    if isinstance(error, KeyError):
        return f"{error} is missing"
    return "a value is of another kind than it should be"


def exported_names(labels: list[PictureLabel]) -> dict[str, str]:
    """``file`` -> a file name without folders for the other tool; no two share a stem."""
    names: dict[str, str] = {}
    stems: set[str] = set()
    for label in labels:
        path = Path(label.file.replace("\\", "/").replace("/", "__"))
        suffix = path.suffix if path.suffix.lower() in PLAIN_KINDS else ".jpg"
        stem, number = path.stem, 2
        while stem.lower() in stems:
            stem, number = f"{path.stem}-{number}", number + 1
        stems.add(stem.lower())
        names[label.file] = stem + suffix
    return names


def export_picture(source: Path, target: Path) -> None:
    """Copies a picture, its EXIF orientation baked in so that every tool sees it upright.

    Raises:
        OutputError: It cannot be read or written.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.suffix.lower() not in PLAIN_KINDS:
            bgr = load_picture(source).image
            Image.fromarray(bgr[..., ::-1].copy()).save(target, quality=95)
            return
        with Image.open(source) as image:
            if image.getexif().get(0x0112, 1) == 1:
                shutil.copyfile(source, target)
                return
            upright = ImageOps.exif_transpose(image)
            if target.suffix.lower() in (".jpg", ".jpeg"):
                upright.save(target, quality=95)
            else:
                upright.save(target)
    except OSError as error:
        raise OutputError(f"{source} cannot be copied to {target} ({error}).") from error


def picture_size(path: Path) -> tuple[int, int]:
    """Width and height of the upright picture, px.

    Raises:
        LabelError: It is no picture.
    """
    try:
        with Image.open(path) as image:
            turned = image.getexif().get(0x0112, 1) >= 5
            return (image.height, image.width) if turned else (image.width, image.height)
    except OSError as error:
        raise LabelError(f"{path} is no picture that can be read ({error}).") from error


def box_of(quad: Quad, width: int, height: int) -> Box:
    """The quad's bounds inside the picture: x0, y0, x1, y1."""
    xs, ys = [x for x, _ in quad], [y for _, y in quad]
    return (
        min(max(min(xs), 0.0), width), min(max(min(ys), 0.0), height),
        max(min(max(xs), width), 0.0), max(min(max(ys), height), 0.0),
    )  # fmt: skip


def quad_of(box: Box) -> Quad:
    """A box as a quad, clockwise from the upper left, rounded to 0.01 px."""
    x0, y0, x1, y1 = (round(v, 2) for v in box)
    return (x0, y0), (x1, y0), (x1, y1), (x0, y1)
