"""Labelled pictures as the two trainings see them: the shared photographs and our own renders."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACE_DOWN
from vision.reading import NOT_A_TILE


@dataclass(slots=True)
class LabelledPicture:
    """One picture with its truth, decoded."""

    image: NDArray[np.uint8]
    """(H, W, 3) BGR."""
    quads: NDArray[np.float32]
    """(N, 4, 2) px, clockwise; from the tile's own top left where `turn_known`."""
    codes: list[str]
    quad_known: NDArray[np.bool_]
    """(N,) False: the quad is only the axis-aligned bounds of the face."""
    turn_known: bool
    """Corner 0 is the tile's own top left."""
    visible: NDArray[np.float32]
    """(N,) share of the face that is seen; below 0.45 the tile is ignored."""
    ignore: NDArray[np.float32]
    """(M, 4) boxes x0, y0, x1, y1 that are left out of every loss."""
    session: str
    file: str
    extra: dict[str, object] = field(default_factory=dict)
    turns: NDArray[np.bool_] | None = None
    """(N,) of which tiles corner 0 is their own top left, where that differs between them."""

    def upright(self, tile: int) -> bool:
        """Whether corner 0 of a tile is its own top left."""
        return bool(self.turn_known if self.turns is None else self.turns[tile])


def box_quads(boxes: NDArray[np.float32]) -> NDArray[np.float32]:
    """Boxes (N, 4) as x0, y0, x1, y1 to quads (N, 4, 2)."""
    x0, y0, x1, y1 = boxes.T
    return np.stack(
        [np.stack([x0, y0], -1), np.stack([x1, y0], -1), np.stack([x1, y1], -1),
         np.stack([x0, y1], -1)], 1).astype(np.float32)  # fmt: skip


def session_folds(photos: Path) -> tuple[dict[str, list[str]], list[str]]:
    """Folds of physical sets and the validation sessions."""
    folds = json.loads((photos / "folds.json").read_text())
    return folds["folds"], folds["validation_sessions"]


def training_sessions(photos: Path, left_out_fold: str | None = None) -> list[str]:
    """Every session that may be trained on: no validation session, none of the fold left out."""
    folds, validation = session_folds(photos)
    barred = set(validation)
    if left_out_fold:
        barred |= set(folds[left_out_fold])
    sessions = {x["session"] for x in json.loads((photos / "boxes.json").read_text())}
    return sorted(sessions - barred)


def load_photographs(
    photos: Path,
    sessions: Iterable[str],
    pseudo_quads: Path | None = None,
    with_nothing: bool = False,
) -> list[LabelledPicture]:
    """The boxed photographs of the given sessions, truth quads from ``pseudo_quads`` if given.

    ``pseudo_quads`` is a JSON object: file -> {"quads": [quad or null per
    tile], "turned": quads start at the tiles' own top left, "ignore": [quads of faces without a
    label], "backs": [quads of unlabelled backs], "nothing": [quads of false alarms]}. The last two
    become tiles ``with_nothing`` ("none"), as the classifier wants; the finder ignores the backs.
    """
    wanted = set(sessions)
    pseudo = json.loads(pseudo_quads.read_text()) if pseudo_quads else {}
    pictures = []
    for entry in json.loads((photos / "boxes.json").read_text()):
        if entry["session"] not in wanted:
            continue
        image = cv2.imread(str(photos / entry["file"]))
        boxes = np.array([t["box"] for t in entry["tiles"]], np.float32).reshape(-1, 4)
        strip = np.array([t.get("box_scope") == "text_strip" for t in entry["tiles"]], bool)
        ignore = [list(b) for b in entry.get("ignore", [])]
        ignore += [u if isinstance(u, list) else u["box"] for u in entry.get("unverified", [])]
        ignore += [strip_neighbourhood(b) for b in boxes[strip]]
        guess = pseudo.get(entry["file"], {})
        unlabelled = [*guess.get("ignore", []), *guess.get("backs", [])]
        ignore += [[*np.min(q, axis=0), *np.max(q, axis=0)] for q in unlabelled]
        quads, known = box_quads(boxes), np.zeros(len(boxes), bool)
        keep = ~strip
        for i, quad in zip(np.flatnonzero(keep), guess.get("quads", []), strict=False):
            if quad is not None:
                quads[i], known[i] = np.array(quad, np.float32), True
        codes = [t["code"] for t, k in zip(entry["tiles"], keep, strict=True) if k]
        quads, known = quads[keep], known[keep]
        for kind, code in (("nothing", NOT_A_TILE), ("backs", FACE_DOWN)):
            more = np.array(guess.get(kind, []), np.float32).reshape(-1, 4, 2)
            if with_nothing and len(more):
                quads = np.concatenate([quads, more])
                known = np.concatenate([known, np.zeros(len(more), bool)])
                codes += [code] * len(more)
        pictures.append(
            LabelledPicture(
                image,
                quads,
                codes,
                known,
                bool(guess.get("turned", False)),
                np.ones(len(codes), np.float32),
                np.array(ignore, np.float32).reshape(-1, 4),
                entry["session"],
                entry["file"],
            )
        )
    return pictures


def strip_neighbourhood(box: NDArray[np.float32]) -> list[float]:
    """Where the tile of a caption-strip box must lie: the strip is its top 40 %."""
    x0, y0, x1, y1 = (float(v) for v in box)
    height = y1 - y0
    return [x0 - 0.15 * (x1 - x0), y0 - 0.3 * height, x1 + 0.15 * (x1 - x0), y1 + 2.2 * height]


def load_rendered(folder: Path, limit: int | None = None) -> list[LabelledPicture]:
    """Rendered pictures of ``folder`` with the truth in its ``labels.jsonl``."""
    pictures = []
    lines = (folder / "labels.jsonl").read_text().splitlines()
    for line in lines[:limit]:
        entry = json.loads(line)
        image = cv2.imread(str(folder / entry["file"]))
        if image is None:
            continue
        tiles = entry["tiles"]
        pictures.append(
            LabelledPicture(
                image,
                np.array([t["quad"] for t in tiles], np.float32).reshape(-1, 4, 2),
                [t["code"] for t in tiles],
                np.ones(len(tiles), bool),
                True,
                np.array([t.get("visible", 1.0) for t in tiles], np.float32),
                np.zeros((0, 4), np.float32),
                entry.get("session", "rendered"),
                entry["file"],
            )
        )
    return pictures


def write_pictures(folder: Path, pictures: Iterable[LabelledPicture], stem: str) -> None:
    """Write pictures as JPEG with a ``labels.jsonl`` in the project's label format."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "labels.jsonl").open("w", encoding="utf-8") as labels:
        for i, picture in enumerate(pictures):
            file = f"{stem}{i:05d}.jpg"
            cv2.imwrite(str(folder / file), picture.image, [cv2.IMWRITE_JPEG_QUALITY, 92])
            height, width = picture.image.shape[:2]
            tiles = [
                {"id": k, "code": code, "quad": quad.tolist(), "visible": float(seen)}
                for k, (code, quad, seen) in enumerate(
                    zip(picture.codes, picture.quads, picture.visible, strict=True)
                )
            ]
            entry = {"file": file, "width": width, "height": height, "session": picture.session,
                     "set": picture.session, "tiles": tiles}  # fmt: skip
            labels.write(json.dumps(entry) + "\n")
