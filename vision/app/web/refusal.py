"""What the server refuses: always a status of the 400s and plain sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.errors import Problem
from vision.app.web.form_words import label_of

Json = dict[str, Any]


class RefusalError(Exception):
    """A request that cannot be carried out."""

    def __init__(self, status: int, problems: Sequence[Problem], more: Json | None = None) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.status = status
        self.problems = tuple(problems)
        self.more = more or {}
        """Sent beside the errors."""

    def to_json(self) -> Json:
        """The documented form of an error answer."""
        return {**self.more, "errors": [problem.to_json() for problem in self.problems]}


def refuse(status: int, code: str, message: str, **where: str | None) -> RefusalError:
    """A refusal with one problem; ``where`` may name its seat, tile or field."""
    return RefusalError(status, [Problem(code, message, **where)])


def bad(field: str, message: str, **where: str | None) -> RefusalError:
    """A value that cannot be."""
    return refuse(400, "bad_value", f"{label_of(field)}: {message}.", field=field, **where)
