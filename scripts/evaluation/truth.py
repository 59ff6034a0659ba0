"""Pictures with their truth, from the shared materials; nothing here is ever committed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

SMALLEST_PX = 20.0
"""Tiles whose box is narrower are neither hits nor errors."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A photograph with a box per tile.

    Attributes:
        name: ``boxes/...`` or ``rows/...``, as in the truth files.
        path: the picture.
        boxes: (N, 4) float32 px x0, y0, x1, y1 of the upright picture.
        codes: of the N tiles.
        counts: (N,) bool, False where the box is no hit and no error: captions, tiny tiles.
        ignore: (M, 4) regions in which nothing counts.
        backs_labelled: whether tiles lying face down have boxes.
        complete: whether every face has a box; otherwise finds elsewhere are not counted.
        set: the physical set's name, where it is known.
    """

    name: str
    path: Path
    session: str
    fold: str
    kind: str
    source: str
    boxes: NDArray[np.float32]
    codes: tuple[str, ...]
    counts: NDArray[np.bool_]
    ignore: NDArray[np.float32]
    backs_labelled: bool
    complete: bool = True
    set: str = ""


def photos_root(shared: Path) -> Path:
    """The folder of the photographs.

    Raises:
        FileNotFoundError: it is not there.
    """
    root = shared / "photos"
    if not (root / "folds.json").is_file():
        raise FileNotFoundError(f"{root} has no folds.json: the photographs are not there.")
    return root


def _load(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def folds(root: Path) -> tuple[dict[str, str], set[str]]:
    """The fold letters of each session (``AB`` where it is in two) and the validation sessions."""
    data = _load(root / "folds.json")
    of_session: dict[str, str] = {}
    for letter, sessions in data["folds"].items():
        for session in sessions:
            of_session[session] = of_session.get(session, "") + letter
    return of_session, set(data["validation_sessions"])


def boxed_photos(root: Path) -> list[Photo]:
    """All pictures of boxes.json."""
    of_session, _ = folds(root)
    return [_boxed(root, entry, of_session) for entry in _load(root / "boxes.json")]


def _boxed(root: Path, entry: dict[str, Any], of_session: dict[str, str]) -> Photo:
    boxes = _array([t["box"] for t in entry["tiles"]])
    strips = np.array([t.get("box_scope") == "text_strip" for t in entry["tiles"]], bool)
    return Photo(
        name=entry["file"],
        path=root / entry["file"],
        session=entry["session"],
        fold=of_session.get(entry["session"], ""),
        kind=entry["kind"],
        source=entry["source"],
        boxes=boxes,
        codes=tuple(t["code"] for t in entry["tiles"]),
        counts=~strips & _large(boxes),
        ignore=_array([*entry.get("ignore", []), *map(_region, entry.get("unverified", []))]),
        backs_labelled=bool(entry["backs_labelled"]),
    )


def _region(entry: Any) -> Any:
    return entry["box"] if isinstance(entry, dict) else entry


def row_photos(root: Path) -> list[Photo]:
    """The pictures of rows.json that have boxes, kinds prefixed by ``rows:``."""
    return [_rows(root, entry) for entry in _load(root / "rows.json") if entry["boxes"]]


def _rows(root: Path, entry: dict[str, Any]) -> Photo:
    pairs = [
        (code, box)
        for codes, boxes in zip(entry["rows"], entry["boxes"], strict=True)
        for code, box in zip(codes, boxes or [None] * len(codes), strict=True)
    ]
    boxed = [(code, box) for code, box in pairs if box is not None]
    boxes = _array([box for _, box in boxed])
    return Photo(
        name=entry["file"],
        path=root / entry["file"],
        session=entry["session"],
        fold="",
        kind=f"rows:{entry['kind']}",
        source=entry["source"],
        boxes=boxes,
        codes=tuple(code for code, _ in boxed),
        counts=_large(boxes),
        ignore=_array([]),
        backs_labelled=not entry["backs"],
        complete=bool(entry["complete"]) and not entry["unreadable"] and len(boxed) == len(pairs),
    )


def _large(boxes: NDArray[np.float32]) -> NDArray[np.bool_]:
    return np.asarray((boxes[:, 2:] - boxes[:, :2]).min(axis=1) >= SMALLEST_PX, bool)


def _array(boxes: list[Any]) -> NDArray[np.float32]:
    return np.array(boxes, np.float32).reshape(-1, 4)


@dataclass(frozen=True, slots=True)
class Grouped:
    """Which tiles of a photograph are whose; indices into its boxes."""

    photo: str
    concealed: tuple[int, ...]
    sets: tuple[tuple[int, ...], ...]
    flowers: tuple[int, ...]
    loose: tuple[int, ...]
    unfinished: tuple[int, ...]
    """Tiles of a set that is still being made: they may be read as anything but a set."""
    complete: bool
    """A complete winning hand."""

    @property
    def number(self) -> int:
        """Tiles held, fours counted as three."""
        return len(self.concealed) + 3 * len(self.sets)

    @property
    def hand_size(self) -> int:
        """The game's number of tiles, as its players would say it: 13 or 16."""
        return 16 if self.number + (1 if self.unfinished else 0) > 14 else 13


def grouped_photos(root: Path) -> list[Grouped]:
    """All of groups.json."""
    return [
        Grouped(
            photo=entry["file"],
            concealed=tuple(entry["concealed"]),
            sets=tuple(tuple(s["tiles"]) for s in entry["sets"] if s["kind"] != "other"),
            flowers=tuple(entry["flowers"]),
            loose=tuple(entry["loose"]),
            unfinished=tuple(t for s in entry["sets"] if s["kind"] == "other" for t in s["tiles"]),
            complete=bool(entry["complete_winning_hand"]),
        )
        for entry in _load(root / "groups.json")
    ]
