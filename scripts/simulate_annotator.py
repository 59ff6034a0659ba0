"""Key strokes and clicks per tile on the labelling page: ``python scripts/simulate_annotator.py``.

A person who knows the truth labels the validation photographs (or a label file's pictures) on the
page, once from the model's real proposals, once from an empty picture. Counted is what the page
needs for each kind of mistake and to confirm pictures, see `ACTIONS`.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from plainly import plainly  # noqa: E402

from scripts.evaluation.photographs import PhotoResult, measure  # noqa: E402
from scripts.evaluation.running import UntrustedModelsError  # noqa: E402
from scripts.flip_labels import parser, photos_of  # noqa: E402
from vision.app.label_page.desk import ON_A_SHEET  # noqa: E402
from vision.geometry import box_iou, quad_bounds  # noqa: E402
from vision.reader import Reader  # noqa: E402
from vision.reading import LABELS, NOT_A_TILE  # noqa: E402

ACTIONS = {
    "choose": 1,  # a click on the tile, or the key to the next doubtful one
    "delete": 1,  # Alt and a click
    "take": 1,  # a click on a dashed outline: a face that the finder saw and the reading left out
    "draw": 3,  # a and two clicks
    "split": 2,  # t and Enter: what was drawn over a row becomes its tiles
    "guess": 1,  # . takes the model's next guess
    "confirm": 1,  # Enter
    "open": 1,  # a click on a picture of the sheet
}
OVERLAP = 0.5
KINDS = ("wrong code", "no tile", "missing")


@dataclass(frozen=True, slots=True)
class Work:
    """What one picture costs."""

    session: str
    tiles: int
    mistakes: Counter[str]
    """Actions by kind of mistake."""
    scratch: int
    """Actions without any proposal: every tile is drawn and named."""

    @property
    def corrections(self) -> int:
        """Actions that put the proposals right."""
        return sum(self.mistakes.values())


def naming(code: str) -> int:
    """Keys that name a tile: a letter for honours and backs, else a number and a suit."""
    return 1 if code[1] == "z" else 2


def work_on(reader: Reader, result: PhotoResult) -> Work:
    """What a picture costs whose reading is held against its truth."""
    wanted = [result.photo.codes[j] for j in np.flatnonzero(result.photo.counts)]
    return Work(
        session=result.photo.session,
        tiles=result.counted,
        mistakes=mistakes(reader, result),
        scratch=sum(ACTIONS["draw"] + naming(code) for code in wanted),
    )


def mistakes(reader: Reader, result: PhotoResult) -> Counter[str]:
    """Actions by kind of mistake that the proposals of one picture cost."""
    actions: Counter[str] = Counter()
    tiles, truth = result.seen.reading.tiles, result.photo.codes
    for find, box in result.wrong:
        guesses = [code for code, _ in tiles[find].alternatives if code != tiles[find].code]
        next_guess = guesses[:1] == [truth[box]]
        named = ACTIONS["guess"] if next_guess else naming(truth[box])
        actions["wrong code"] += ACTIONS["choose"] + named
    actions["no tile"] = len(result.answer.false) * ACTIONS["delete"]
    unseen = []
    for box in result.answer.missed:
        guess = _guess_at(reader, result, box)
        if guess is None:
            unseen.append(box)
        else:
            actions["missing"] += ACTIONS["take"]
        actions["missing"] += 0 if guess == truth[box] else naming(truth[box])
    for length in row_lengths(result.photo.boxes[unseen]):
        row = ACTIONS["draw"] + ACTIONS["split"]
        actions["missing"] += min(row, length * ACTIONS["draw"])
    return actions


def row_lengths(boxes: NDArray[np.float32]) -> list[int]:
    """How many of the boxes (N, 4) stand side by side, alike in height: rows to draw at once."""
    rows: list[list[NDArray[np.float32]]] = []
    for box in sorted(boxes, key=lambda b: float(b[0])):
        row = next((row for row in rows if _follows(row[-1], box)), None)
        if row is None:
            rows.append([box])
        else:
            row.append(box)
    return [len(row) for row in rows]


def _follows(left: NDArray[np.float32], right: NDArray[np.float32]) -> bool:
    height, width = left[3] - left[1], left[2] - left[0]
    level = max(abs(left[1] - right[1]), abs(left[3] - right[3])) < 0.15 * height
    return bool(level and abs(right[0] - left[2]) < 0.25 * width)


def _guess_at(reader: Reader, result: PhotoResult, box: int) -> str | None:
    """What the page names the face that the finder saw at a box; None where it saw none."""
    seen = result.seen
    if not len(seen.found):
        return None
    overlap = box_iou(quad_bounds(seen.found), result.photo.boxes[[box]])[:, 0]
    if overlap.max() < OVERLAP:
        return None
    quad = seen.found[[int(overlap.argmax())]] * np.float32(seen.picture.scale)
    shares = reader.classifier.classify(seen.picture.image, quad).probabilities[0].copy()
    shares[LABELS.index(NOT_A_TILE)] = 0.0
    return LABELS[int(shares.argmax())]


def confirming(works: Sequence[Work]) -> int:
    """Actions that confirm pictures: right ones by the sheet, wrong ones opened from it."""
    wrong = sum(work.corrections > 0 for work in works)
    sheets = -(-(len(works) - wrong) // ON_A_SHEET)
    return sheets * ACTIONS["confirm"] + wrong * (ACTIONS["open"] + ACTIONS["confirm"])


@plainly(UntrustedModelsError)
def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints."""
    args = parser(__doc__.splitlines()[0]).parse_args(arguments)
    reader = Reader.load(args.models, args.threads)
    photos = photos_of(args, reader)
    works = []
    for number, photo in enumerate(photos, 1):
        works.append(work_on(reader, measure(reader, photo)))
        print(f"\r{number} of {len(photos)} pictures", end="", file=sys.stderr)
    print(file=sys.stderr)
    for session in dict.fromkeys(work.session for work in works):
        print(line(session, [work for work in works if work.session == session]))
    print(line("all", works))
    return 0


def line(name: str, works: Sequence[Work]) -> str:
    """The figures of some pictures."""
    tiles = max(1, sum(work.tiles for work in works))
    by_kind = sum((work.mistakes for work in works), Counter())
    mended, kept = sum(by_kind.values()), confirming(works)
    kinds = ", ".join(f"{kind} {by_kind[kind] / tiles:.3f}" for kind in KINDS)
    scratch = sum(work.scratch for work in works) + len(works)
    right = sum(not work.corrections for work in works)
    return (
        f"{name}: {len(works)} pictures, {tiles} tiles; actions per tile "
        f"{(mended + kept) / tiles:.3f} (corrections {mended / tiles:.3f}: {kinds}; "
        f"confirming {kept / tiles:.3f}), from scratch {scratch / tiles:.2f}; "
        f"{right} need no correction"
    )


if __name__ == "__main__":
    sys.exit(main())
