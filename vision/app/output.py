"""Where a command's answers go: text or JSON to stdout, diagnostics to stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from typing import Any

from vision.errors import UserError


def print_json(answer: Mapping[str, Any]) -> None:
    """One JSON answer on a line of its own."""
    print(json.dumps(answer), flush=True)


def complain(message: str) -> None:
    """One diagnostic sentence on stderr."""
    if sys.stderr is None:  # closed by the caller; print would fall back on stdout
        return
    print(f"tilescore: {message}", file=sys.stderr, flush=True)


def complain_all(messages: Iterable[str]) -> int:
    """Says every message and answers the exit status they call for: 1, or 0 without any."""
    status = 0
    for message in messages:
        complain(message)
        status = 1
    return status


def errors_json(*errors: UserError) -> dict[str, Any]:
    """The documented form of an error answer."""
    return {"errors": [error.to_json() for error in errors]}
