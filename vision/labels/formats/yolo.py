"""YOLO text files: axis-aligned boxes, or oriented boxes by their four corners."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from vision.errors import why_unreadable
from vision.labels.codes import CLASS_NUMBER, LABEL_CODES
from vision.labels.formats.common import (
    PLAIN_KINDS,
    Imported,
    box_of,
    codes_of,
    export_picture,
    exported_names,
    picture_size,
    quad_of,
)
from vision.labels.lines import write_whole
from vision.labels.parse import LabelError
from vision.labels.record import PictureLabel, Quad, TileLabel
from vision.labels.splits import split

Row = Callable[[TileLabel, PictureLabel], list[float]]
PLACES: Final = 8
"""Decimals of relative coordinates: far below 0.01 px of the largest picture."""
VALIDATION: Final = 0.2
"""Share of the pictures that ``val.txt`` names."""


def export_boxes(labels: list[PictureLabel], folder: Path, out: Path) -> list[str]:
    """Writes ``images/``, ``labels/``, ``data.yaml``, ``train.txt`` and ``val.txt``.

    Of a quad only its bounds are kept. The two lists share no session, see `splits`.
    """
    return _export(labels, folder, out, _box_row)


def export_oriented(labels: list[PictureLabel], folder: Path, out: Path) -> list[str]:
    """The same with four corners a tile, from its own top left where that is known."""
    return _export(labels, folder, out, _corner_row)


def _export(labels: list[PictureLabel], folder: Path, out: Path, row: Row) -> list[str]:
    names = exported_names(labels)
    (out / "labels").mkdir(parents=True, exist_ok=True)
    outside = 0
    for label in labels:
        export_picture(folder / label.file, out / "images" / names[label.file])
        lines = []
        for tile in label.tiles:
            x0, y0, x1, y1 = box_of(tile.quad, label.width, label.height)
            if x1 <= x0 or y1 <= y0:
                outside += 1
                continue
            numbers = " ".join(f"{v:.{PLACES}f}" for v in row(tile, label))
            lines.append(f"{CLASS_NUMBER[tile.code]} {numbers}\n")
        target = out / "labels" / Path(names[label.file]).with_suffix(".txt").name
        write_whole(target, "".join(lines).encode())
    write_whole(out / "data.yaml", _yaml().encode())
    notes = _write_lists(labels, names, out)
    if outside:
        left_out = f"{outside} tiles lie outside their pictures, which YOLO cannot say; left out."
        notes.append(left_out)
    return notes


def _yaml() -> str:
    names = "".join(f"  {i}: {json.dumps(code)}\n" for i, code in enumerate(LABEL_CODES))
    return f"path: .\ntrain: train.txt\nval: val.txt\nnames:\n{names}"


def _write_lists(labels: list[PictureLabel], names: Mapping[str, str], out: Path) -> list[str]:
    """``train.txt`` and ``val.txt``: pictures by whole sessions; says where that cannot be."""
    parts = split(labels, VALIDATION)
    held_out = parts.held_out or parts.training
    for name, part in (("train.txt", parts.training), ("val.txt", held_out)):
        lines = "".join(f"./images/{names[label.file]}\n" for label in part)
        write_whole(out / name, lines.encode())
    if parts.held_out or not labels:
        return []
    return ["All pictures are of one session and one set: val.txt names what train.txt names."]


def _box_row(tile: TileLabel, label: PictureLabel) -> list[float]:
    x0, y0, x1, y1 = box_of(tile.quad, label.width, label.height)
    w, h = label.width, label.height
    return [(x0 + x1) / 2 / w, (y0 + y1) / 2 / h, (x1 - x0) / w, (y1 - y0) / h]


def _corner_row(tile: TileLabel, label: PictureLabel) -> list[float]:
    """Corners clamped to the picture: trainers throw pictures away whose corners lie outside."""
    sides = (label.width, label.height)
    return [
        min(max(v / side, 0.0), 1.0) for c in tile.quad for v, side in zip(c, sides, strict=True)
    ]


def load(source: Path, given: Mapping[str, str]) -> Imported:
    """Reads a YOLO folder of either kind: ``data.yaml`` or ``classes.txt``, images and labels.

    Raises:
        LabelError: A file does not fit or a class name is not known.
    """
    names = _class_names(source)
    found = sorted(
        p
        for p in source.rglob("*")
        if p.suffix.lower() in PLAIN_KINDS and "images" in p.relative_to(source).parts
    )
    if not found:
        raise LabelError(f"{source} holds no pictures in a folder images/.")
    rows = {path: _rows(_text_beside(path, source), len(names)) for path in found}
    used = dict.fromkeys(names[number] for lines in rows.values() for number, _ in lines)
    codes = codes_of(list(used), given)
    labels, pictures = [], {}
    for path, lines in rows.items():
        file = "/".join(p for p in path.relative_to(source).parts if p != "images")
        size = picture_size(path)
        tiles = tuple(
            _tile(i, codes[names[number]], values, *size)
            for i, (number, values) in enumerate(lines)
        )
        labels.append(PictureLabel(file, *size, tiles=tiles))
        pictures[file] = path
    return Imported(tuple(labels), pictures)


def _text_beside(path: Path, source: Path) -> Path:
    steps = ["labels" if p == "images" else p for p in path.relative_to(source).parts]
    return source.joinpath(*steps).with_suffix(".txt")


def _rows(path: Path, classes: int) -> list[tuple[int, list[float]]]:
    if not path.is_file():  # a picture without tiles may have no file
        return []
    rows = []
    for number, line in enumerate(_read(path).splitlines(), 1):
        if not line.strip():
            continue
        where = f"{path.name} line {number}"
        try:
            values = [float(v) for v in line.split()]
        except ValueError as error:
            raise LabelError(f"{where}: numbers are wanted, not {line[:40]!r}.") from error
        if len(values) not in (5, 9) or not all(-1 <= v <= 2 for v in values[1:]):
            raise LabelError(
                f"{where}: a class with 4 (box) or 8 (corners) shares of the picture's sides is "
                f"wanted, not {line[:40]!r}."
            )
        if values[0] != int(values[0]) or not 0 <= values[0] < classes:
            raise LabelError(f"{where}: there is no class {values[0]:g}, only 0 to {classes - 1}.")
        rows.append((int(values[0]), values[1:]))
    return rows


def _tile(number: int, code: str, values: list[float], width: int, height: int) -> TileLabel:
    if len(values) == 4:
        x, y, w, h = values[0] * width, values[1] * height, values[2] * width, values[3] * height
        quad: Quad = quad_of((x - w / 2, y - h / 2, x + w / 2, y + h / 2))
        return TileLabel(number, code, quad, outline="box", by="import")
    px = [round(v * (height if i % 2 else width), 2) for i, v in enumerate(values)]
    corners = (px[0], px[1]), (px[2], px[3]), (px[4], px[5]), (px[6], px[7])
    return TileLabel(number, code, corners, outline="turned", by="import")


def _class_names(source: Path) -> list[str]:
    classes = source / "classes.txt"
    if not (source / "data.yaml").is_file() and classes.is_file():
        return [line.strip() for line in _read(classes).splitlines() if line.strip()]
    try:
        import yaml
    except ImportError as error:
        raise LabelError(
            "Reading data.yaml needs PyYAML; run: pip install 'tilescore[labels]', or put the "
            "class names, one a line, into classes.txt in its place."
        ) from error
    try:
        data = yaml.safe_load(_read(source / "data.yaml"))
        names = data["names"]
        if isinstance(names, dict):
            return [str(names[i]) for i in range(len(names))]
        return [str(name) for name in names]
    except (yaml.YAMLError, KeyError, TypeError) as error:
        raise LabelError(f"{source / 'data.yaml'} does not name the classes ({error}).") from error


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise LabelError(f"{path} cannot be read: {why_unreadable(error)}.") from error
