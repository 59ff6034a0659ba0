"""Is the evening safe? Kills, load, memory and nonsense, on a server of its own on loopback.

``python scripts/stress_evening.py kills --count 200`` and likewise ``load``, ``memory``, ``fuzz``.
Exit status 1 if anything went wrong.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from plainly import count_of, plainly, seconds_of
from stress_fuzz import fuzz
from stress_kills import kills
from stress_load import load, memory

SHOWN = 10


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    top.add_argument("what", choices=("kills", "load", "memory", "fuzz"))
    top.add_argument("--count", type=count_of, help="kills (200), uploads (500) or requests (2000)")
    top.add_argument("--phones", type=count_of, default=20, help="for load (default: 20)")
    top.add_argument("--seconds", type=seconds_of, default=120, help="for load (default: 120)")
    top.add_argument("--every", type=seconds_of, default=5, help="s between a phone's pictures")
    top.add_argument("--threads", type=count_of, default=2, help="processor threads of the reader")
    top.add_argument("--seed", type=int, default=1)
    return top


@plainly()
def main() -> int:
    """Runs one of them; answers the exit status."""
    args = parser().parse_args()
    rng = random.Random(args.seed)
    started = time.monotonic()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if args.what == "kills":
            wrong = kills(folder, args.count or 200, rng)
        elif args.what == "load":
            wrong = load(folder, args.phones, args.seconds, args.every, args.threads)
        elif args.what == "memory":
            wrong = memory(folder, args.count or 500, args.threads)
        else:
            wrong = fuzz(folder, args.count or 2000, rng)
    for line in wrong[:SHOWN]:
        print(f"wrong: {line}")
    print(f"{time.monotonic() - started:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
