"""A folder per class with a picture per tile: what classifiers of single tiles are trained on."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import OutputError, why_unreadable
from vision.frames import load_picture
from vision.geometry import side_lengths
from vision.labels.formats.common import (
    PLAIN_KINDS,
    Imported,
    box_of,
    codes_of,
    exported_names,
    picture_size,
    quad_of,
)
from vision.labels.lines import write_whole
from vision.labels.parse import LabelError
from vision.labels.record import PictureLabel, Quad, TileLabel

INDEX: Final = "tiles.csv"
"""Beside the class folders: what a folder cannot say of its pictures."""
COLUMNS: Final = ("file", "code", "session", "set", "picture", "tile", "outline")
SMALLEST: Final = 4
"""Shortest side of an exported tile, px."""
KINDS: Final = (*PLAIN_KINDS, ".heic", ".heif", ".tif", ".tiff", ".gif")


def export(labels: list[PictureLabel], folder: Path, out: Path) -> list[str]:
    """Writes ``CODE/PICTURE_TILE.png``, each tile cut along its quad, and ``tiles.csv``.

    Tiles keep their size in px; those whose up-direction is known stand upright.
    """
    names = exported_names(labels)
    rows: list[dict[str, Any]] = []
    outside = 0
    for label in labels:
        image = load_picture(folder / label.file).image
        for tile in label.tiles:
            x0, y0, x1, y1 = box_of(tile.quad, label.width, label.height)
            if x1 - x0 < 1 or y1 - y0 < 1:
                outside += 1
                continue
            file = f"{tile.code}/{Path(names[label.file]).stem}_{tile.id}.png"
            _write(out / file, tile_picture(image, tile.quad))
            rows.append({
                "file": file, "code": tile.code, "session": label.session, "set": label.set or "",
                "picture": label.file, "tile": tile.id, "outline": tile.outline,
            })  # fmt: skip
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
    out.mkdir(parents=True, exist_ok=True)
    write_whole(out / INDEX, text.getvalue().encode())
    if not outside:
        return []
    return [f"{outside} tiles lie outside their pictures and cannot be cut out; left out."]


def tile_picture(image: NDArray[np.uint8], quad: Quad) -> NDArray[np.uint8]:
    """One tile of an (H, W, 3) BGR picture as a rectangle of the quad's own size."""
    corners = np.array(quad, np.float32)
    top, right, bottom, left = side_lengths(corners[None])[0]
    w = max(SMALLEST, round(float(top + bottom) / 2))
    h = max(SMALLEST, round(float(left + right) / 2))
    # Outlines run along the px' edges, which lie half a px from their centres.
    target = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(corners - np.float32(0.5), target)
    flat = cv2.warpPerspective(image, matrix, (w, h), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def _write(path: Path, image: NDArray[np.uint8]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(f"{path.parent} cannot be made ({error.strerror or error}).") from error
    write_whole(path, cv2.imencode(".png", image)[1].tobytes())


def load(source: Path, given: Mapping[str, str]) -> Imported:
    """Reads pictures of single tiles whose folders are named by their class, at any depth.

    Each picture becomes a label of one tile that fills it. Session and set are taken from
    ``tiles.csv`` where it is there.

    Raises:
        LabelError: There are no such pictures, or a folder's name is not known.
    """
    found = sorted(
        p
        for p in source.rglob("*")
        if p.suffix.lower() in KINDS and p.parent != source and p.is_file()
    )
    if not found:
        raise LabelError(f"{source} holds no folders with pictures; one per class is wanted.")
    codes = codes_of(list(dict.fromkeys(p.parent.name for p in found)), given)
    known = {row["file"]: row for row in _index(source / INDEX)}
    labels, pictures = [], {}
    for path in found:
        file = path.relative_to(source).as_posix()
        label = _label(path, file, codes[path.parent.name], known.get(file, {}))
        labels.append(label)
        pictures[file] = path
    return Imported(tuple(labels), pictures)


def _label(path: Path, file: str, code: str, row: Mapping[str, str]) -> PictureLabel:
    width, height = picture_size(path)
    outline = row.get("outline", "box")
    tile = TileLabel(
        0,
        code,
        quad_of((0, 0, width, height)),
        outline=outline if outline in ("quad", "turned") else "box",
        by="import",
    )
    return PictureLabel(
        file, width, height, row.get("session", ""), row.get("set") or None, (tile,)
    )


def _index(path: Path) -> Iterator[dict[str, str]]:
    if not path.is_file():
        return
    try:
        with path.open(newline="", encoding="utf-8-sig") as lines:
            for row in csv.DictReader(lines):
                if not row.get("file"):
                    raise LabelError(f"{path.name}: a line without a file.")
                yield {k: v for k, v in row.items() if k and isinstance(v, str)}
    except (OSError, UnicodeDecodeError) as error:
        raise LabelError(f"{path} cannot be read: {why_unreadable(error)}.") from error
    except csv.Error as error:
        raise LabelError(f"{path.name} is no table of comma-separated values ({error}).") from error
