"""The pictures that the labelling scripts measure on."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from scripts.evaluation.labels import label_photos
from scripts.evaluation.running import trained_sessions
from scripts.evaluation.truth import Photo, boxed_photos, folds, photos_root
from vision.reader import Reader

ROOT: Final = Path(__file__).resolve().parents[2]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Which pictures, how many, and which models."""
    parser.add_argument("--shared", type=Path, default=ROOT.parent / "shared", metavar="DIR",
                        help="the shared materials, of which the validation sessions are "
                        "taken")  # fmt: skip
    parser.add_argument("--labels", type=Path, nargs="+", default=[], metavar="FILE",
                        help="label files (labels.jsonl) or their folders instead")  # fmt: skip
    parser.add_argument("--limit", type=int, metavar="N",
                        help="at most so many pictures, spread evenly")  # fmt: skip
    parser.add_argument("--models", type=Path, metavar="DIR", help="default: those shipped")
    parser.add_argument("--threads", type=int, default=2, metavar="N")
    parser.add_argument("--json", action="store_true", help="JSON on stdout")


def chosen_photos(args: argparse.Namespace, reader: Reader) -> list[Photo]:
    """The pictures with their truth; none of a session that a model was trained on.

    Raises:
        FileNotFoundError: the shared photographs are not there.
        LabelError: a label file cannot be read.
    """
    if args.labels:
        photos = label_photos(args.labels)[0]
    else:
        root = photos_root(args.shared)
        validation = folds(root)[1]
        photos = [p for p in boxed_photos(root) if p.session in validation]
    trained = trained_sessions(reader)
    return spread([p for p in photos if p.session not in trained], args.limit)


def spread(photos: Sequence[Photo], limit: int | None) -> list[Photo]:
    """At most ``limit`` pictures, evenly over all."""
    if limit is None or limit >= len(photos):
        return list(photos)
    return [photos[i * len(photos) // limit] for i in range(limit)]
