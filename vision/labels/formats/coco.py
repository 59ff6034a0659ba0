"""COCO detection files: boxes and polygons; what COCO has no field for stands in added ones."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from vision.geometry import quad_area
from vision.labels.codes import CLASS_NUMBER
from vision.labels.formats.common import (
    Imported,
    box_of,
    codes_of,
    export_picture,
    exported_names,
    picture_size,
    quad_of,
    read_json,
    what_is_wrong,
)
from vision.labels.lines import write_whole
from vision.labels.parse import LabelError, parse_picture
from vision.labels.record import PictureLabel, Quad, TileLabel, picture_json, tile_json

NAME: Final = "annotations.json"
OURS: Final = "tilescore"
"""The added field: our own record without what COCO itself says."""


def export(labels: list[PictureLabel], folder: Path, out: Path) -> list[str]:
    """Writes ``annotations.json`` and ``images/``; our importer reads all of it back."""
    names = exported_names(labels)
    images: list[dict[str, Any]] = []
    annotations: list[dict[str, Any]] = []
    for number, label in enumerate(labels, 1):
        export_picture(folder / label.file, out / "images" / names[label.file])
        rest = {k: v for k, v in picture_json(label).items() if k not in _COCO_SAYS}
        images.append({
            "id": number, "file_name": names[label.file], "width": label.width,
            "height": label.height, OURS: rest,
        })  # fmt: skip
        for tile in label.tiles:
            annotations.append({"id": len(annotations) + 1, **_annotation(tile, label, number)})
    categories = [
        {"id": i + 1, "name": code, "supercategory": "tile"} for code, i in CLASS_NUMBER.items()
    ]
    document = {
        "info": {"description": "Mah-Jongg tiles"}, "licenses": [],
        "categories": categories, "images": images, "annotations": annotations,
    }  # fmt: skip
    write_whole(out / NAME, json.dumps(document, ensure_ascii=False).encode())
    return []


_COCO_SAYS: Final = ("width", "height", "tiles")


def _annotation(tile: TileLabel, label: PictureLabel, image: int) -> dict[str, Any]:
    x0, y0, x1, y1 = box_of(tile.quad, label.width, label.height)
    rest = {k: v for k, v in tile_json(tile).items() if k not in ("code", "quad")}
    return {
        "image_id": image,
        "category_id": CLASS_NUMBER[tile.code] + 1,
        "bbox": [x0, y0, x1 - x0, y1 - y0],
        "segmentation": [[v for corner in tile.quad for v in corner]],
        "area": abs(float(quad_area(np.array([tile.quad], np.float32))[0])),
        "iscrowd": 0,
        OURS: rest,
    }


def load(source: Path, given: Mapping[str, str]) -> Imported:
    """Reads a COCO file, or the only JSON file of a folder; pictures beside it or in ``images/``.

    Raises:
        LabelError: It is no COCO file, a picture is missing, or a class name is not known.
    """
    path = _json_file(source)
    data = _document(path)
    try:
        categories = {c["id"]: str(c["name"]) for c in data["categories"]}
        used = list(dict.fromkeys(categories[a["category_id"]] for a in data["annotations"]))
        codes = codes_of(used, given)
        of_image: dict[Any, list[dict[str, Any]]] = {i["id"]: [] for i in data["images"]}
        for annotation in data["annotations"]:
            of_image[annotation["image_id"]].append(annotation)
        labels, pictures = [], {}
        for image in data["images"]:
            found = _picture(path.parent, image["file_name"])
            tiles = [
                _tile(n, a, codes[categories[a["category_id"]]])
                for n, a in enumerate(of_image[image["id"]])
            ]
            label = _label(image, tiles, found, path.name)
            labels.append(label)
            pictures[label.file] = found
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise LabelError(
            f"{path.name} is no complete COCO detection file ({what_is_wrong(error)})."
        ) from error
    return Imported(tuple(labels), pictures)


def _label(
    image: Mapping[str, Any], tiles: list[dict[str, Any]], path: Path, name: str
) -> PictureLabel:
    width, height = picture_size(path)
    if (width, height) != (image.get("width", width), image.get("height", height)):
        raise LabelError(
            f"{name}: {path.name} is {width} x {height} px upright, the file says "
            f"{image['width']} x {image['height']}; its boxes would lie wrong."
        )
    rest = image.get(OURS) or {"file": Path(image["file_name"]).name}
    data = {"width": width, "height": height, **rest, "tiles": tiles}
    return parse_picture(data, f"{name}, {image['file_name']}")


def _tile(number: int, annotation: Mapping[str, Any], code: str) -> dict[str, Any]:
    quad, outline = _quad(annotation)
    rest = annotation.get(OURS) or {"id": number, "outline": outline, "by": "import"}
    return {**rest, "code": code, "quad": quad}


def _quad(annotation: Mapping[str, Any]) -> tuple[Quad | list[Any], str]:
    """The quad of a polygon of four corners, around one of more, or of the box."""
    polygons = annotation.get("segmentation")
    if isinstance(polygons, list) and len(polygons) == 1 and len(polygons[0]) >= 6:
        points = np.array(polygons[0], np.float32).reshape(-1, 2)
        if len(points) == 4:
            values = polygons[0]
            return [[values[i], values[i + 1]] for i in range(0, 8, 2)], "turned"
        return cv2.boxPoints(cv2.minAreaRect(points)).round(2).tolist(), "turned"
    x, y, w, h = (float(v) for v in annotation["bbox"])
    return quad_of((x, y, x + w, y + h)), "box"


def _json_file(source: Path) -> Path:
    if not source.is_dir():
        return source
    found = sorted(source.glob("*.json"))
    if len(found) != 1:
        raise LabelError(f"{source} holds {len(found)} JSON files; name the one that is COCO.")
    return found[0]


def _document(path: Path) -> dict[str, Any]:
    data = read_json(path)
    if not isinstance(data, dict):
        raise LabelError(f"{path.name} is no COCO file.")
    return data


def _picture(folder: Path, name: str) -> Path:
    for path in (folder / name, folder / "images" / name, folder / "images" / Path(name).name):
        if path.is_file():
            return path
    raise LabelError(f"The picture {name} is neither beside the COCO file nor in images/.")
