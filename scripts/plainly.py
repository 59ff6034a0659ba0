"""What the command lines here share: numbers that can be meant, and refusals in one sentence."""

from __future__ import annotations

import argparse
import functools
import math
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from vision.errors import UserError  # noqa: E402

INTERRUPTED = 130


def count_of(text: str) -> int:
    """A whole number from 1."""
    if text.isascii() and text.isdigit() and len(text) <= 9 and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1")


def share_of(text: str) -> float:
    """A share, above 0 and at most 1."""
    value = _number(text)
    if 0 < value <= 1:
        return value
    raise argparse.ArgumentTypeError(f"{text!r} is no share above 0 and at most 1")


def seconds_of(text: str) -> float:
    """A time above 0 s."""
    value = _number(text)
    if 0 < value < math.inf:
        return value
    raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds above 0")


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return math.nan


def plainly(*refusals: type[Exception]) -> Callable[[Callable[..., int]], Callable[..., int]]:
    """Makes a script's ``main`` say in one sentence what a person can mend; status 1 then.

    Args:
        refusals: what it raises besides `UserError` and OSError.
    """

    def wrap(main: Callable[..., int]) -> Callable[..., int]:
        @functools.wraps(main)
        def run(*arguments: object) -> int:
            try:
                return main(*arguments)
            except KeyboardInterrupt:
                return INTERRUPTED
            except (UserError, OSError, *refusals) as error:
                print(f"{Path(sys.argv[0]).name}: {_words(error)}", file=sys.stderr)
                return 1

        return run

    return wrap


def _words(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename and error.strerror:
        return f"{error.filename} cannot be used ({error.strerror}); name another."
    return str(error)
