"""How many keys and clicks a tile costs on the labelling page: corrected, and from scratch.

    python scripts/simulate_annotator.py                 the validation sessions
    python scripts/simulate_annotator.py --labels FILE   any confirmed labels

The annotator is simulated: he knows the truth, the model's proposals are real, and each of his
actions is a key or a click that the page needs. A wrong name is selected and named (the model's
next guess is one key), a false alarm is selected and deleted, a missing tile is inserted where the
finder proposes it or drawn, and named. Outlines count as right from IoU 0.5 of their bounds on,
since the photographs' truth is bounds; up-directions and groups have no truth and are not counted.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scripts.labelling.actions import Work, work_on  # noqa: E402
from scripts.labelling.pictures import add_options, chosen_photos  # noqa: E402
from vision.app.label_page.reading import SIDE, propose  # noqa: E402
from vision.errors import UserError  # noqa: E402
from vision.frames import load_picture  # noqa: E402
from vision.reader import Reader  # noqa: E402

FLOOR = 0.08


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_options(made)
    return made


def measure(args: argparse.Namespace) -> dict[str, Work]:
    """The work on each session's pictures."""
    reader = Reader.load(args.models, args.threads)
    photos = chosen_photos(args, reader)
    sessions: dict[str, Work] = defaultdict(Work)
    for number, photo in enumerate(photos, 1):
        print(f"\r{number}/{len(photos)}", end="", file=sys.stderr, flush=True)
        proposal = propose(reader, load_picture(photo.path, wanted_side=SIDE), photo.name)
        sessions[photo.session] += work_on(photo, proposal)
    print(file=sys.stderr)
    return dict(sessions)


def figures(work: Work) -> dict[str, Any]:
    """Actions per tile."""
    tiles = max(1, work.tiles)
    return {
        "tiles": work.tiles,
        "pictures": work.confirming,
        "corrections": round(work.correcting / tiles, 4),
        "of these": {
            "renaming": work.renaming, "deleting": work.deleting, "adding": work.adding,
        },
        "with confirming": round((work.correcting + work.confirming) / tiles, 4),
        "from scratch": round(work.scratch / tiles, 4),
    }  # fmt: skip


def text(sessions: Mapping[str, Work]) -> str:
    """The figures for people."""
    rows = [f"{'session':32} {'pictures':>8} {'tiles':>6} {'corrected':>9} {'scratch':>8}"]
    rows += [_row(name, work) for name, work in sorted(sessions.items())]
    total = sum(sessions.values(), Work())
    all_ = figures(total)
    parts = ", ".join(f"{count} {name}" for name, count in all_["of these"].items())
    verdict = "reached" if all_["corrections"] <= FLOOR else "NOT reached"
    return "\n".join([
        *rows,
        _row("all", total),
        f"actions per tile to correct the proposals: {all_['corrections']:.3f} ({parts}); "
        f"with one key per picture to confirm it: {all_['with confirming']:.3f}; "
        f"from scratch: {all_['from scratch']:.2f}",
        f"at most {FLOOR} corrections per tile: {verdict}",
    ])  # fmt: skip


def _row(name: str, work: Work) -> str:
    own = figures(work)
    return (
        f"{name:32} {work.confirming:8} {work.tiles:6} {own['corrections']:9.3f} "
        f"{own['from scratch']:8.2f}"
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Measures and prints; 1 where there is nothing to measure on."""
    args = parser().parse_args(argv)
    try:
        sessions = measure(args)
    except (UserError, FileNotFoundError) as error:
        print(f"simulate_annotator: {error}", file=sys.stderr)
        return 1
    if args.json:
        print(json.dumps(figures(sum(sessions.values(), Work()))))
    else:
        print(text(sessions))
    return 0


if __name__ == "__main__":
    sys.exit(main())
