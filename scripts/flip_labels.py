"""How many labels flipped at random the review would find: ``python scripts/flip_labels.py``.

A share of the true labels of the validation photographs (or of a label file) is exchanged for
random other codes. All labels are then ranked by how strongly the model contradicts them, as the
labelling page's review does; told is the share of the flipped ones among the most suspicious.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from plainly import count_of, plainly, share_of  # noqa: E402

from scripts.evaluation.labels import label_photos  # noqa: E402
from scripts.evaluation.matching import box_quads  # noqa: E402
from scripts.evaluation.running import UntrustedModelsError, trained_sessions  # noqa: E402
from scripts.evaluation.truth import Photo, boxed_photos, folds, photos_root  # noqa: E402
from vision.frames import load_picture  # noqa: E402
from vision.labels.review import judge  # noqa: E402
from vision.reader import Reader  # noqa: E402
from vision.reading import LABELS, NOT_A_TILE  # noqa: E402

CODES = tuple(code for code in LABELS if code != NOT_A_TILE)


def probabilities_of(reader: Reader, photos: Sequence[Photo]) -> tuple[NDArray, list[str]]:
    """The model's probabilities (N, 44) at every counted box, and the true codes."""
    rows, codes = [np.zeros((0, len(LABELS)), np.float32)], []
    for number, photo in enumerate(photos, 1):
        wanted = np.flatnonzero(photo.counts)
        picture = load_picture(photo.path)
        quads = box_quads(photo.boxes[wanted])
        rows.append(reader.classifier.classify(picture.image, quads).probabilities)
        codes += [photo.codes[j] for j in wanted]
        print(f"\r{number} of {len(photos)} pictures", end="", file=sys.stderr)
    print(file=sys.stderr)
    return np.concatenate(rows), codes


def found_share(
    probabilities: NDArray, codes: Sequence[str], flipped: float, looked_at: float,
    rng: np.random.Generator,
) -> float:  # fmt: skip
    """Of labels flipped at random, the share that is among the most suspicious."""
    labels = np.array(codes)
    chosen = rng.permutation(len(labels))[: round(flipped * len(labels))]
    for i in chosen:
        labels[i] = rng.choice([code for code in CODES if code != labels[i]])
    pairs = zip(probabilities, labels, strict=True)
    suspicions = np.array([judge(row, code).suspicion for row, code in pairs])
    worst = np.argsort(-suspicions, kind="stable")[: round(looked_at * len(labels))]
    return float(np.isin(chosen, worst).mean())


def validation_photos(shared: Path) -> list[Photo]:
    """The photographs of the validation sessions."""
    root = photos_root(shared)
    sessions = folds(root)[1]
    return [photo for photo in boxed_photos(root) if photo.session in sessions]


def parser(description: str) -> argparse.ArgumentParser:
    """The options on what is measured."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("--shared", type=Path, default=ROOT.parent / "shared", metavar="DIR",
                      help="where the photographs with truth lie")  # fmt: skip
    made.add_argument("--labels", type=Path, nargs="+", metavar="FILE",
                      help="label files (labels.jsonl or folders) in their place")  # fmt: skip
    made.add_argument("--models", type=Path, metavar="DIR", help="the recogniser's models")
    made.add_argument("--threads", type=count_of, default=2, metavar="N")
    made.add_argument("--every", type=count_of, default=1, metavar="N",
                      help="only each Nth picture")  # fmt: skip
    return made


def photos_of(args: argparse.Namespace, reader: Reader) -> list[Photo]:
    """The pictures that the options name, but none of a session that a model was trained on."""
    found = label_photos(args.labels)[0] if args.labels else validation_photos(args.shared)
    trained = trained_sessions(reader)
    allowed = [photo for photo in found if photo.session not in trained]
    if len(allowed) < len(found):
        print(f"{len(found) - len(allowed)} pictures are left out: a model was trained on their "
              "sessions", file=sys.stderr)  # fmt: skip
    return allowed[:: args.every]


@plainly(UntrustedModelsError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints."""
    options = parser(__doc__.splitlines()[0])
    options.add_argument("--flipped", type=share_of, default=0.05, help="share of wrong labels")
    options.add_argument("--looked-at", type=share_of, default=0.10, help="share that is looked at")
    options.add_argument("--repeats", type=count_of, default=20)
    options.add_argument("--seed", type=int, default=1)
    args = options.parse_args(arguments)
    reader = Reader.load(args.models, args.threads)
    photos = photos_of(args, reader)
    rows, codes = probabilities_of(reader, photos)
    rng = np.random.default_rng(args.seed)
    shares = [
        found_share(rows, codes, args.flipped, args.looked_at, rng) for _ in range(args.repeats)
    ]
    print(
        f"{len(photos)} pictures, {len(codes)} labels, {args.flipped:.0%} flipped, "
        f"{args.repeats} times: of these among the {args.looked_at:.0%} most suspicious "
        f"{np.mean(shares):.2%} on average, {min(shares):.2%} at worst"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
