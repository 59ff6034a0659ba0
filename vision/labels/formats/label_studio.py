"""Label Studio tasks: confirmed labels are annotations, a model's proposals are predictions."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qs, quote, unquote, urlsplit

from vision.labels.codes import LABEL_CODES
from vision.labels.formats.common import (
    Imported,
    codes_of,
    export_picture,
    exported_names,
    picture_size,
    read_json,
    what_is_wrong,
)
from vision.labels.lines import write_whole
from vision.labels.parse import LabelError, parse_picture
from vision.labels.record import PictureLabel, TileLabel, picture_json, tile_json

NAME: Final = "tasks.json"
OURS: Final = "tilescore"
LOCAL: Final = "/data/local-files/?d="
"""How Label Studio names files below its document root, which is to be the exported folder."""


def export(labels: list[PictureLabel], folder: Path, out: Path) -> list[str]:
    """Writes ``tasks.json``, ``label_config.xml`` and ``images/``; nothing is lost."""
    names = exported_names(labels)
    tasks = []
    for number, label in enumerate(labels, 1):
        export_picture(folder / label.file, out / "images" / names[label.file])
        rest = picture_json(label)
        del rest["tiles"]
        result = [_region(tile, label, number) for tile in label.tiles]
        tasks.append({
            "id": number,
            "data": {"image": f"{LOCAL}images/{quote(names[label.file])}", OURS: rest},
            "annotations": [{"id": number, "result": result}] if label.checked else [],
            "predictions": [] if label.checked else [
                {"model_version": OURS, "score": _score(label), "result": result}
            ],
        })  # fmt: skip
    write_whole(out / NAME, json.dumps(tasks, ensure_ascii=False).encode())
    write_whole(out / "label_config.xml", _config().encode())
    return []


def _score(label: PictureLabel) -> float:
    """The least certain tile decides, so that Label Studio can show such pictures first."""
    return min((t.confidence for t in label.tiles if t.confidence is not None), default=1.0)


def _region(tile: TileLabel, label: PictureLabel, task: int) -> dict[str, Any]:
    points = [[100 * x / label.width, 100 * y / label.height] for x, y in tile.quad]
    rest = tile_json(tile)
    return {
        "id": f"{task}-{tile.id}",
        "type": "polygonlabels",
        "from_name": "tiles",
        "to_name": "image",
        "original_width": label.width,
        "original_height": label.height,
        "image_rotation": 0,
        "value": {"points": points, "closed": True, "polygonlabels": [tile.code]},
        "meta": {OURS: {k: v for k, v in rest.items() if k not in ("code", "quad")}},
        **({} if tile.confidence is None else {"score": tile.confidence}),
    }


def _config() -> str:
    rows = "".join(f'    <Label value="{code}"/>\n' for code in LABEL_CODES)
    return (
        '<View>\n  <Image name="image" value="$image" zoom="true"/>\n'
        f'  <PolygonLabels name="tiles" toName="image">\n{rows}  </PolygonLabels>\n'
        "  <RectangleLabels name=\"boxes\" toName=\"image\" canRotate=\"true\">\n"
        f"{rows}  </RectangleLabels>\n</View>\n"
    )  # fmt: skip


def load(source: Path, given: Mapping[str, str]) -> Imported:
    """Reads Label Studio's JSON export: the last annotation of each task, else its prediction.

    Raises:
        LabelError: It is no such file, a picture is missing, or a region is no polygon or box.
    """
    path = source / NAME if source.is_dir() else source
    tasks = _tasks(path)
    try:
        results = [_result(task) for task in tasks]
        names = [_name(r) for result, _ in results for r in result]
        codes = codes_of(list(dict.fromkeys(names)), given)
        labels, pictures = [], {}
        for task, (result, checked) in zip(tasks, results, strict=True):
            picture = _picture(path.parent, str(task["data"]["image"]))
            width, height = picture_size(picture)
            rest = {"file": picture.name, **task["data"].get(OURS, {})}
            tiles = [_tile(i, r, codes[_name(r)], width, height) for i, r in enumerate(result)]
            data = {**rest, "width": width, "height": height, "tiles": tiles, "checked": checked}
            label = parse_picture(data, f"{path.name}, {picture.name}")
            labels.append(label)
            pictures[label.file] = picture
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise LabelError(
            f"{path.name} holds no Label Studio tasks ({what_is_wrong(error)})."
        ) from error
    return Imported(tuple(labels), pictures)


def _tasks(path: Path) -> list[Any]:
    data = read_json(path)
    if not isinstance(data, list):
        raise LabelError(f"{path.name} is no list of Label Studio tasks.")
    return data


def _result(task: Mapping[str, Any]) -> tuple[list[dict[str, Any]], bool]:
    done = [a for a in task.get("annotations", []) if not a.get("was_cancelled")]
    proposed = task.get("predictions", [])
    chosen = done or proposed
    result = chosen[-1]["result"] if chosen else []
    return [r for r in result if r["type"].endswith("labels")], bool(done) or not proposed


def _name(region: Mapping[str, Any]) -> str:
    return str(region["value"][region["type"]][0])


def _tile(
    number: int, region: Mapping[str, Any], code: str, width: int, height: int
) -> dict[str, Any]:
    value = region["value"]
    quad, outline = _quad(region["type"], value, width, height)
    rest = region.get("meta", {}).get(OURS) or {"id": number, "outline": outline, "by": "import"}
    return {**rest, "code": code, "quad": quad}


def _quad(
    kind: str, value: Mapping[str, Any], width: int, height: int
) -> tuple[list[list[float]], str]:
    if kind == "polygonlabels" and len(value["points"]) == 4:
        points = [[x * width / 100, y * height / 100] for x, y in value["points"]]
        return [[round(x, 2), round(y, 2)] for x, y in points], "turned"
    if kind != "rectanglelabels":
        raise LabelError(f"A region of the kind {kind} is neither a box nor of four corners.")
    x, y = value["x"] * width / 100, value["y"] * height / 100
    w, h = value["width"] * width / 100, value["height"] * height / 100
    angle = math.radians(value.get("rotation", 0))
    cos, sin = math.cos(angle), math.sin(angle)  # turned about its upper left corner
    corners = [(0, 0), (w, 0), (w, h), (0, h)]
    quad = [[round(x + a * cos - b * sin, 2), round(y + a * sin + b * cos, 2)] for a, b in corners]
    return quad, "turned" if angle else "box"


def _picture(folder: Path, url: str) -> Path:
    parts = urlsplit(url)
    name = unquote(parse_qs(parts.query).get("d", [parts.path])[0]).rsplit("/", 1)[-1]
    for place in (folder / "images" / name, folder / name):
        if place.is_file():
            return place
    raise LabelError(f"The picture {name} is neither beside the tasks nor in images/.")
