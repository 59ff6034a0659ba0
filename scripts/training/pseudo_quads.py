"""Exact quads for boxed photographs: a trained finder's quads, stretched to the boxes."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACE_DOWN
from scripts.training.pictures import LabelledPicture, load_photographs, training_sessions
from vision.geometry import box_iou, quad_bounds
from vision.onnx_session import OnnxModel
from vision.reading import LABELS, NOT_A_TILE
from vision.rectify import rectify
from vision.tile_classifier import TileClassifier
from vision.tile_finder import TileFinder

SAME = 0.7
"""Bounds of a found quad must overlap the box this much (IoU)."""
NO_BACKS = ("kim_yellow_pile_pairs",)
"""Sessions that show no tile backs: a "back" there is a square of the cutting mat."""
FRAMED_WHITE = ("ac_fb", "kim_home", "kim_video")
"""Sets whose white dragon is a frame: a blank tile there lies face down."""
PRINTS = ("kim_video",)
"""Sessions whose every face is labelled, among dice, letters and printed tiles."""
BLANK = 14.0
"""Largest standard deviation, in grey levels, of a blank tile."""
AGREED = 0.8
"""Length of the mean up-vector of a picture whose tiles stand the same way."""
Quad = list[list[float]]
EXTRA = 0.35
"""A find of at least this score away from all boxes is taken for an unlabelled tile."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the quad fitting."""
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument(
        "--models", type=Path, required=True, help="folder of finder.onnx, classifier.onnx"
    )
    parser.add_argument("--left-out-fold", choices="ABCDEF")
    parser.add_argument("--out", type=Path, required=True, help="JSON to write")


def run(args: argparse.Namespace) -> int:
    """Fit all training pictures; print how many tiles of each session got a quad."""
    finder = TileFinder(OnnxModel(args.models / "finder.onnx"))
    classifier = TileClassifier(OnnxModel(args.models / "classifier.onnx"))
    result, counts = {}, {}
    for picture in load_photographs(
        args.photos, training_sessions(args.photos, args.left_out_fold)
    ):
        quads, extra = fit(finder, picture)
        quads, turned = upright(classifier, picture, quads)
        kinds = judged(classifier, picture, extra)
        result[picture.file] = {"quads": quads, "turned": turned, **kinds}
        fitted, total = counts.get(picture.session, (0, 0))
        counts[picture.session] = (fitted + sum(q is not None for q in quads), total + len(quads))
    args.out.write_text(json.dumps(result))
    for session, (fitted, total) in sorted(counts.items()):
        print(f"{session:24s} {fitted:5d} of {total:5d}")
    return 0


def fit(
    finder: TileFinder, picture: LabelledPicture
) -> tuple[list[Quad | None], list[NDArray[np.float32]]]:
    """A quad (or None) per box of the picture, and the quads of finds without a label."""
    found = finder.find(picture.image)
    boxes = quad_bounds(picture.quads)
    quads: list[Quad | None] = [None] * len(boxes)
    if not found or not len(boxes):
        return quads, [f.quad for f in found if f.score > EXTRA]
    iou = box_iou(quad_bounds(np.stack([f.quad for f in found])), boxes)
    extra = []
    for k, f in enumerate(found):
        best = int(iou[k].argmax())
        if iou[k, best] >= SAME and iou[:, best].argmax() == k:
            quads[best] = stretched(f.quad, boxes[best]).tolist()
        elif iou[k, best] < 0.3 and f.score > EXTRA:
            extra.append(f.quad)
    return quads, extra


def judged(
    classifier: TileClassifier, picture: LabelledPicture, extra: list[NDArray[np.float32]]
) -> dict[str, list[Quad]]:
    """Quads of unlabelled finds by what they are: "ignore" (faces nobody labelled), "backs" of
    walls, and "nothing": the printed table, dice, letters.
    """
    kinds: dict[str, list[Quad]] = {"ignore": [], "backs": [], "nothing": []}
    if not extra:
        return kinds
    quads = np.stack(extra)
    best = classifier.classify(picture.image, quads).probabilities.argmax(1)
    patches = rectify(picture.image, quads)
    for quad, patch, k in zip(quads, patches, best, strict=True):
        kinds[_kind(LABELS[k], patch, picture.session)].append(quad.tolist())
    return kinds


def _kind(code: str, patch: NDArray[np.uint8], session: str) -> str:
    """What an unlabelled find is, given what is known of its session."""
    blank = float(patch[14:-14, 14:-14].std(axis=(0, 1)).max()) < BLANK
    if code == NOT_A_TILE or (code == FACE_DOWN and session in NO_BACKS):
        return "nothing"
    if code == FACE_DOWN or (code == "5z" and blank and session.startswith(FRAMED_WHITE)):
        return "backs"
    return "nothing" if session.startswith(PRINTS) and code != "5z" else "ignore"


def upright(
    classifier: TileClassifier, picture: LabelledPicture, quads: list[Quad | None]
) -> tuple[list[Quad | None], bool]:
    """Quads from each tile's own top left, and whether the picture's up-direction is sure.

    The tiles of a picture mostly stand the same way: the direction that they agree on decides,
    except for a tile whose own view is very clear.
    """
    index = [i for i, q in enumerate(quads) if q is not None]
    if not index:
        return quads, False
    corners = np.array([quads[i] for i in index], np.float32)
    seen = classifier.classify(picture.image, corners)
    ups = np.stack([_ups(np.roll(corners, -k, 1)) for k in range(4)], 1)
    sure = seen.turn_probabilities.max(1) * (seen.turn_probabilities.max(1) > 0.7)
    voted = (ups[np.arange(len(index)), seen.turns] * sure[:, None]).sum(0)
    if sure.sum() < 2 or np.linalg.norm(voted) < AGREED * sure.sum():
        return quads, False
    agreed = (ups @ voted).argmax(1)
    turns = np.where(seen.turn_probabilities.max(1) > 0.97, seen.turns, agreed)
    turned = list(quads)
    for i, quad, turn in zip(index, corners, turns, strict=True):
        turned[i] = np.roll(quad, -int(turn), 0).tolist()
    return turned, True


def _ups(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Unit up-vectors (N, 2) of quads whose corner 0 is the top left."""
    up = quads[:, 0] + quads[:, 1] - quads[:, 2] - quads[:, 3]
    return np.asarray(up / np.maximum(np.linalg.norm(up, axis=1, keepdims=True), 1e-6), np.float32)


def stretched(quad: NDArray[np.float32], box: NDArray[np.float32]) -> NDArray[np.float32]:
    """The quad moved and scaled along the axes so that its bounds are the box."""
    low, high = quad.min(0), quad.max(0)
    return (quad - low) / np.maximum(high - low, 1e-3) * (box[2:] - box[:2]) + box[:2]
