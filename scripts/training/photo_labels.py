"""Boxed photographs (boxes.json) as a label file of the project's own form, with their pictures."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from vision.errors import UserError
from vision.labels.codes import UNKNOWN
from vision.labels.lines import LABELS_NAME, write_labels
from vision.labels.record import PictureLabel, Quad, TileLabel


class PhotographsError(UserError):
    """Photographs that are not there."""

    code = "photographs"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the conversion."""
    parser.description = __doc__
    add = parser.add_argument
    add("--photos", type=Path, required=True, help="folder of the photographs (boxes.json)")
    add("--sessions", nargs="+", required=True, metavar="NAME", help="only these sessions")
    add("--kind", help="only pictures of this kind, such as row_or_hand")
    add("--count", type=int, help="at most so many pictures, spread evenly")
    add("--out", type=Path, required=True, help="folder to write")


def run(args: argparse.Namespace) -> int:
    """Copies the pictures and writes their labels."""
    entries = json.loads((args.photos / "boxes.json").read_text(encoding="utf-8"))
    chosen = [
        e for e in entries
        if e["session"] in args.sessions and args.kind in (None, e["kind"]) and e["tiles"]
    ]  # fmt: skip
    if not chosen:
        raise PhotographsError("No photograph is of these sessions and this kind.")
    chosen = spread(chosen, args.count or len(chosen))
    args.out.mkdir(parents=True, exist_ok=True)
    for entry in chosen:
        shutil.copyfile(args.photos / entry["file"], args.out / Path(entry["file"]).name)
    write_labels(args.out / LABELS_NAME, [picture_label(e) for e in chosen])
    tiles = sum(len(e["tiles"]) for e in chosen)
    print(f"{args.out}: {len(chosen)} pictures, {tiles} tiles")
    return 0


def picture_label(entry: Mapping[str, Any]) -> PictureLabel:
    """One entry of boxes.json; what it leaves open becomes tiles that nobody could name."""
    tiles = [_tile(i, t["box"], _code(t)) for i, t in enumerate(entry["tiles"])]
    for region in [*(entry.get("ignore") or []), *(entry.get("unverified") or [])]:
        box = region["box"] if isinstance(region, dict) else region
        tiles.append(_tile(len(tiles), box, UNKNOWN))
    return PictureLabel(
        Path(entry["file"]).name,
        entry["width"],
        entry["height"],
        entry["session"],
        tiles=tuple(tiles),
        source={"from": entry["source"], "licence": entry["licence"]},
    )


def _code(tile: Mapping[str, Any]) -> str:
    return UNKNOWN if tile.get("box_scope") == "text_strip" else str(tile["code"])


def _tile(number: int, box: Sequence[float], code: str) -> TileLabel:
    x0, y0, x1, y1 = (float(v) for v in box)
    quad: Quad = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
    return TileLabel(number, code, quad, outline="box", by="import")


def spread(items: Sequence[Any], limit: int) -> list[Any]:
    """At most ``limit`` of the items, spread evenly over them."""
    count = min(limit, len(items))
    return [items[k * len(items) // count] for k in range(count)]
