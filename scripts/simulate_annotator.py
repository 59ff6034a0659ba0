"""Key strokes and clicks per tile on the labelling page: ``python scripts/simulate_annotator.py``.

A person who knows the truth labels the validation photographs (or a label file's pictures) on the
page, once from the model's real proposals, once from an empty picture. Counted is what the page
needs for each kind of mistake, see `ACTIONS`; to confirm a picture is one key more.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from scripts.evaluation.photographs import PhotoResult, measure  # noqa: E402
from scripts.flip_labels import parser, photos_of  # noqa: E402
from vision.geometry import box_iou, quad_bounds  # noqa: E402
from vision.reader import Reader  # noqa: E402

ACTIONS = {
    "choose": 1,  # a click on the tile, or the key to the next doubtful one
    "delete": 1,  # d
    "insert": 1,  # i: the finder's nearest proposal that is nobody's
    "draw": 3,  # a and two clicks
    "guess": 1,  # . takes the model's next guess
}
OVERLAP = 0.5


def naming(code: str) -> int:
    """Keys that name a tile: a letter for honours and backs, else a number and a suit."""
    return 1 if code[1] == "z" else 2


def corrections(result: PhotoResult) -> Counter[str]:
    """Actions by kind of mistake that the proposals of one picture cost."""
    actions: Counter[str] = Counter()
    tiles, truth = result.seen.reading.tiles, result.photo.codes
    for find, box in result.wrong:
        guesses = [code for code, _ in tiles[find].alternatives if code != tiles[find].code]
        next_guess = bool(guesses) and guesses[0] == truth[box]
        named = ACTIONS["guess"] if next_guess else naming(truth[box])
        actions["wrong code"] += ACTIONS["choose"] + named
    actions["no tile"] = len(result.answer.false) * (ACTIONS["choose"] + ACTIONS["delete"])
    for box in result.answer.missed:
        proposed = ACTIONS["choose"] + ACTIONS["insert"]
        made = proposed if _is_found(result, box) else ACTIONS["draw"]
        actions["missing"] += made + naming(truth[box])
    return actions


def _is_found(result: PhotoResult, box: int) -> bool:
    """Whether the finder saw a tile that the reading left out."""
    if not len(result.seen.found):
        return False
    overlap = box_iou(quad_bounds(result.seen.found), result.photo.boxes[[box]])
    return bool(np.max(overlap) >= OVERLAP)


def from_scratch(result: PhotoResult) -> int:
    """Actions without any proposal: every tile is drawn and named."""
    wanted = np.flatnonzero(result.photo.counts)
    return sum(ACTIONS["draw"] + naming(result.photo.codes[j]) for j in wanted)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints."""
    args = parser(__doc__.splitlines()[0]).parse_args(arguments)
    reader = Reader.load(args.models, args.threads)
    photos = photos_of(args, reader)
    total: Counter[str] = Counter()
    by_session: dict[str, Counter[str]] = {}
    for number, photo in enumerate(photos, 1):
        result = measure(reader, photo)
        found = corrections(result)
        kept = Counter(
            found, tiles=result.counted, pictures=1, scratch=from_scratch(result),
            untouched=int(not sum(found.values())),
        )  # fmt: skip
        total += kept
        by_session.setdefault(photo.session, Counter()).update(kept)
        print(f"\r{number} of {len(photos)} pictures", end="", file=sys.stderr)
    print(file=sys.stderr)
    for session, counts in [*by_session.items(), ("all", total)]:
        print(line(session, counts))
    return 0


def line(name: str, counts: Counter[str]) -> str:
    """The figures of some pictures."""
    tiles = max(1, counts["tiles"])
    mended = counts["wrong code"] + counts["no tile"] + counts["missing"]
    return (
        f"{name}: {counts['pictures']} pictures, {counts['tiles']} tiles; corrections per tile "
        f"{mended / tiles:.3f} (wrong code {counts['wrong code'] / tiles:.3f}, no tile "
        f"{counts['no tile'] / tiles:.3f}, missing {counts['missing'] / tiles:.3f}), with the key "
        f"that confirms {(mended + counts['pictures']) / tiles:.3f}, from scratch "
        f"{counts['scratch'] / tiles:.2f}; {counts['untouched']} pictures need no correction"
    )


if __name__ == "__main__":
    sys.exit(main())
