"""How many wrong labels the review brings up: labels are flipped at random and looked for.

    python scripts/flip_labels.py                      the validation sessions
    python scripts/flip_labels.py --labels FILE        any confirmed labels

Of a clean set, a share of the labels is replaced by any other tile's. Then all labels are sorted by
the suspicion that the labelling page's review shows, and it is counted how many of the flipped
ones are among the most suspicious. Nothing is written.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from scripts.evaluation.statistics import Share  # noqa: E402
from scripts.labelling.flips import brought_up, look_at  # noqa: E402
from scripts.labelling.pictures import add_options, chosen_photos  # noqa: E402
from vision.errors import UserError  # noqa: E402
from vision.reader import Reader  # noqa: E402

FLOOR = 0.95


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_options(made)
    made.add_argument("--share", type=float, default=0.05, help="of labels flipped, 0..1")
    made.add_argument("--look-at", type=float, default=0.1, help="share that is looked at, 0..1")
    made.add_argument("--seed", type=int, default=1)
    made.add_argument("--repeat", type=int, default=20, help="how often other labels are flipped")
    return made


def main(argv: Sequence[str] | None = None) -> int:
    """Measures and prints; 1 where there is nothing to measure on."""
    args = parser().parse_args(argv)
    try:
        reader = Reader.load(args.models, args.threads)
        labelled = look_at(reader, chosen_photos(args, reader))
    except (UserError, FileNotFoundError) as error:
        print(f"flip_labels: {error}", file=sys.stderr)
        return 1
    draw = np.random.default_rng(args.seed)
    runs = [brought_up(labelled, args.share, args.look_at, draw) for _ in range(args.repeat)]
    found = Share(sum(hits for hits, _ in runs), sum(number for _, number in runs))
    least = min((hits / number for hits, number in runs if number), default=0.0)
    if args.json:
        print(json.dumps({"tiles": len(labelled.codes), "least": least, **found.to_json()}))
        return 0
    verdict = "reached" if found.value is not None and found.value >= FLOOR else "NOT reached"
    print(
        f"{len(labelled.codes)} labels, {args.share:.0%} flipped {args.repeat} times: {found} are "
        f"among the {args.look_at:.0%} most suspicious, in the worst run {least:.1%}"
    )
    print(f"at least {FLOOR:.0%}: {verdict}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
