"""What deserves a second look: doubtful labels, pictures that are there twice, counts, the wall."""

from __future__ import annotations

import zlib
from collections import Counter
from typing import Any, Final

from vision.app.label_page.desk import Desk
from vision.labels.codes import LABEL_CODES
from vision.labels.review import counts
from vision.labels.review_duplicates import near_duplicates

Json = dict[str, Any]
SHOWN: Final = 200
"""Tiles that one answer lists."""


def suspicious(desk: Desk, start: int = 0) -> Json:
    """Labels that the model contradicts, the most suspicious first."""
    desk.judge()
    with desk.lock:
        rows = [row for file in desk.judged for row in _judged(desk, file) if row["suspicion"] > 0]
        rows.sort(key=lambda row: -row["suspicion"])
        part = rows[start : start + SHOWN]
        return {"total": len(rows), "waiting": desk.unjudged, "tiles": part}


def _judged(desk: Desk, file: str) -> list[Json]:
    """The judgements of a picture's tiles that are still as they were judged."""
    tiles, answers = desk.judged[file]
    now = {t["id"]: t for t in (desk.store.raw(file) or {}).get("tiles", ())}
    rows = []
    for tile, (suspicion, likely, probability) in zip(tiles, answers, strict=False):
        there = now.get(tile.id)
        if there is not None and there["code"] == tile.code:
            rows.append({
                "file": file, "tile": tile.id, "code": tile.code, "suspicion": suspicion,
                "likely": likely, "probability": probability,
                "by": there.get("by"), "v": _version(there),
            })  # fmt: skip
    return rows


def wall(desk: Desk, code: str, start: int = 0) -> Json:
    """All tiles of one code, those first that the model takes for something else.

    Without a code it is the first of which there are tiles.
    """
    with desk.lock:
        code = code or _first_code(desk)
        doubts = {
            (row["file"], row["tile"]): row["suspicion"]
            for file in desk.judged
            for row in _judged(desk, file)
        }
        rows = [
            {"file": file, "tile": t["id"], "code": code, "v": _version(t)}
            for file in desk.files
            for t in (desk.store.raw(file) or {}).get("tiles", ())
            if t.get("code") == code
        ]
    rows.sort(key=lambda row: -doubts.get((row["file"], row["tile"]), -99.0))
    return {"code": code, "total": len(rows), "tiles": rows[start : start + SHOWN]}


def _first_code(desk: Desk) -> str:
    there = {t.get("code") for record in desk.store.records() for t in record.get("tiles", ())}
    return next((code for code in LABEL_CODES if code in there), LABEL_CODES[0])


def class_counts(desk: Desk) -> Json:
    """How many tiles of each code, and how many pictures of each session and set."""
    with desk.lock:
        records = [record for record in map(desk.store.raw, desk.files) if record is not None]
        codes = [tile.get("code") for record in records for tile in record.get("tiles", ())]
    units = Counter((record.get("session") or "", record.get("set")) for record in records)
    sessions = [{"session": s, "set": name, "pictures": n} for (s, name), n in units.items()]
    return {"codes": counts(codes), "sessions": sessions}


def duplicates(desk: Desk) -> Json:
    """Groups of pictures that show the same; how many pictures are still to be compared."""
    with desk.lock:
        prints = desk.proposals.prints(desk.files)
    sessions = {}
    groups = near_duplicates(prints)
    for file in (file for group in groups for file in group):
        label = desk.label_or_none(file)
        sessions[file] = label.session if label else ""
    return {"waiting": len(desk.files) - len(prints), "groups": groups, "sessions": sessions}


def _version(tile: Json) -> str:
    """Changes with the quad, so that a browser may keep crops."""
    return format(zlib.crc32(str(tile["quad"]).encode()), "x")
