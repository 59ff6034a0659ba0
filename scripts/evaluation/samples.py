"""Rendered pictures with their truth beside them (``labels.jsonl``)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from scripts.evaluation.truth import Photo
from vision.geometry import quad_bounds
from vision.reading import Reading

WHOLE = 0.6
"""Tiles of which less is seen may be missed or misread without harm."""
Side = tuple[Counter[str], Counter[tuple[bool, tuple[str, ...]]], Counter[str]]


def sample_labels(folder: Path) -> list[dict[str, Any]]:
    """The labels of a folder of rendered pictures."""
    lines = (folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def as_photo(label: Mapping[str, Any], folder: Path) -> Photo:
    """A rendered picture as a photograph with boxes."""
    quads = np.array([t["quad"] for t in label["tiles"]], np.float32).reshape(-1, 4, 2)
    boxes = quad_bounds(quads).reshape(-1, 4)
    seen = np.array([t.get("visible", 1.0) >= WHOLE for t in label["tiles"]], bool)
    return Photo(
        name=label["file"],
        path=folder / label["file"],
        session=str(label.get("session", "")),
        fold="",
        kind="rendered",
        source="rendered",
        boxes=boxes,
        codes=tuple(t["code"] for t in label["tiles"]),
        counts=seen,
        ignore=np.zeros((0, 4), np.float32),
        backs_labelled=True,
    )


def hand_size(label: Mapping[str, Any]) -> int:
    """The game's number of tiles: 16 where a player holds more than a complete hand of 13."""
    held = [len(p["concealed"]) + 3 * len(p["sets"]) for p in label["players"]]
    return 16 if any(n > 14 for n in held) else 13


def groups_right(label: Mapping[str, Any], reading: Reading) -> bool:
    """Whether all hands, sets and flowers are right; of several players the sides too."""
    code = {t["id"]: t["code"] for t in label["tiles"]}
    wanted = {p["side"]: _side(p, code) for p in label["players"]}
    read = {
        p["side"]: _side(p, {t.id: t.code for t in reading.tiles})
        for p in reading.to_json()["players"]
    }
    if len(wanted) == 1 and len(read) == 1:
        return list(wanted.values()) == list(read.values())
    return wanted == read


def _side(player: Mapping[str, Any], code: Mapping[int, str]) -> Side:
    return (
        Counter(code[t] for t in player["concealed"]),
        Counter((bool(s["concealed"]), tuple(sorted(s["codes"]))) for s in player["sets"]),
        Counter(code[t] for t in player["flowers"]),
    )
