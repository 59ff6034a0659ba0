"""Compares the scorer with the naive rules of the tests on many random deals.

    python scripts/compare_rules.py --deals 200000

Prints how often rare rules occurred, and every deal on which the two differ; the exit status is 1
when there is any.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "scoring")]

from comparing import agree, ours  # noqa: E402
from plainly import count_of, plainly  # noqa: E402
from random_deals import random_deal  # noqa: E402


@plainly()
def main(argv: list[str] | None = None) -> int:
    """Runs the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--deals", type=count_of, default=200_000, help="how many random deals")
    parser.add_argument("--seed", type=int, default=10_000_000, help="the first deal's seed")
    args = parser.parse_args(argv)
    seen: Counter[str] = Counter()
    different = 0
    start = time.perf_counter()
    for seed in range(args.seed, args.seed + args.deals):
        deal = random_deal(Random(seed))
        seen.update(set(rare_rules(deal, ours(deal))))
        if not agree(deal):
            different += 1
            print(f"seed {seed} differs: {json.dumps(deal)}", flush=True)
        if seed % 1000 == 0:
            print(f"{seed - args.seed}/{args.deals}", end="\r", file=sys.stderr, flush=True)
    print(f"{args.deals} deals, {different} differ, {time.perf_counter() - start:.0f} s")
    for name, number in sorted(seen.items()):
        print(f"{number:8d}  {name}")
    return 1 if different else 0


def rare_rules(deal: dict[str, Any], answer: dict[str, Any] | str) -> list[str]:
    """Names of the rare rules that a deal exercised."""
    if isinstance(answer, str):
        return [f"refused: {answer}"]
    names = [f"{len(deal['table'])} players", deal["rules"]]
    names += [f"house {key}={value}" for key, value in deal["house"].items()]
    names += [f"penalty {penalty['kind']}" for penalty in deal.get("penalties", ())]
    names += [key for key, value in (deal["win"] or {}).items() if value is True]
    names += [f"limit hand {name}" for s in answer["scores"].values() for name in s["limit"]]
    names += ["dead hand"] * any(hand.get("dead") for hand in deal["players"].values())
    names += ["partial deal"] * (not answer["complete"])
    verdict = answer["reckless"]
    if verdict:
        end = "applied" if verdict["applied"] else f"excuse {verdict['excuse']}"
        names.append(f"reckless case {verdict['case']}, {end}")
    return names


if __name__ == "__main__":
    sys.exit(main())
