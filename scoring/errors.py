"""What can be wrong with a deal or a typed hand: problems as data, and errors that carry them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, where it is, and what to do about it."""

    code: str
    """A stable name for programs, such as ``five_of_a_kind``."""
    message: str
    """One plain sentence for people."""
    seat: str | None = None
    tile: str | None = None
    field: str | None = None

    def to_json(self) -> dict[str, str | None]:
        """The problem as plain JSON values."""
        return {
            "code": self.code,
            "seat": self.seat,
            "tile": self.tile,
            "field": self.field,
            "message": self.message,
        }


class ScoringError(ValueError):
    """Any refusal of this package."""


class DealError(ScoringError):
    """A deal that cannot be scored; ``problems`` lists everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problem.message for problem in self.problems))

    def to_json(self) -> dict[str, list[dict[str, str | None]]]:
        """The documented form of an error answer."""
        return {"errors": [problem.to_json() for problem in self.problems]}


class NotationError(ScoringError):
    """A typed hand that cannot be read; ``position`` is the index of the offending character."""

    def __init__(self, text: str, position: int, reason: str) -> None:
        self.text = text
        self.position = position
        self.reason = reason
        shown = "".join(" " if c.isspace() else c for c in text)
        super().__init__(f"{reason}\n  {shown}\n  {' ' * position}^")

    def to_problem(self, seat: str | None = None, field: str | None = None) -> Problem:
        """The same as a deal's problem."""
        message = f"{self.reason} (character {self.position + 1} of {self.text!r})"
        return Problem("notation", message, seat=seat, field=field)
