"""Measures reading on freshly rendered pictures that no training has seen.

    python scripts/yardsticks.py tables --count 200           four-player tables, tilt 0-50 degrees
    python scripts/yardsticks.py piles backs white-dragons    what else there is to measure

The sets of tiles are new with every seed: figures composed at random, other bodies, backs, tables
and lamps than any training picture's. Needs the render extra. Pictures stay in --out, to be looked
at, and are not made again.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from plainly import count_of, plainly

from scripts.evaluation.statistics import wilson
from scripts.evaluation.yardsticks import FACE_DOWN, WHITE, Measured, measure
from scripts.rendering.arrangements import MEASURED
from scripts.rendering.bulk import BulkJob, run
from vision.reader import Reader

SEED = 90210
SIZES = {"tables": (1600, 1200), "piles": (1280, 960)}
SMALL = (960, 720)


@plainly(RuntimeError)
def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kinds", nargs="+", choices=sorted(MEASURED), metavar="KIND",
                        help=", ".join(sorted(MEASURED)))  # fmt: skip
    parser.add_argument("--count", type=count_of, default=200, help="pictures of each kind")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--processes", type=count_of, default=2)
    parser.add_argument("--models", type=Path, help="folder of the models, default those shipped")
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures")
    args = parser.parse_args(argv)
    for kind in args.kinds:
        job = BulkJob(args.out / kind, args.count, args.seed, SIZES.get(kind, SMALL),
                      sets=args.count, varied=1.0, only=kind)  # fmt: skip
        run(job, args.processes)
        print("\n".join(lines(kind, measure(job.out, Reader.load(args.models)))), flush=True)
    return 0


def lines(kind: str, m: Measured) -> list[str]:
    """The figures in words, with 95 % Wilson intervals."""
    answer = [
        f"{kind}: {m.pictures} pictures, {m.tiles} tiles of which at least 80 % is seen",
        f"  found                       {share(m.found, m.tiles)}",
        f"  named right, of those found {share(m.right, m.found)}",
    ]
    if kind == "tables":
        answer += [
            f"  tables with every tile right            {share(m.exact, m.pictures)}",
            f"  and every hand, set and flower as well  {share(m.grouped, m.pictures)}",
        ]
    for true, read, words in ((FACE_DOWN, WHITE, "backs read as white dragons"),
                              (WHITE, FACE_DOWN, "white dragons read as backs")):  # fmt: skip
        wrong, of = m.confused(true, read)
        if of:
            answer.append(f"  {words} {share(wrong, of)}")
    return answer


def share(part: int, whole: int) -> str:
    """A share with its interval."""
    if not whole:
        return "-"
    low, high = wilson(part, whole)
    return f"{100 * part / whole:.1f} % ({part}/{whole}, {100 * low:.1f}-{100 * high:.1f})"


if __name__ == "__main__":
    sys.exit(main())
