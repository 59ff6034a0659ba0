"""The figures put together and written as text, Markdown or JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scripts.evaluation.confidence import calibration_error, end_to_end, given_boxes
from scripts.evaluation.photographs import PhotoResult, by_lowest_score, summarise
from scripts.evaluation.statistics import FAMILIES, Share, family_errors

Row = Mapping[str, Any]
COLUMNS = (
    "pictures",
    "tiles",
    "finder recall",
    "finder precision",
    "precision with rejection",
    "tile accuracy given boxes",
    "tile F1 end to end",
    "pictures exact",
    "without doubt",
    "of these wrong",
    "of these wrong in hands",
)
MOST_CONFUSED = 15


@dataclass(frozen=True, slots=True, eq=False)
class Report:
    """Everything that was measured.

    Attributes:
        tables: title -> (name of the first column, rows by their name).
        shares: single figures by their name.
        confusions: (true, read) given the boxes.
        calibration: expected calibration errors by what they are of.
        milliseconds: median per stage.
        notes: what a reader of the figures must know.
    """

    tables: dict[str, tuple[str, dict[str, Row]]] = field(default_factory=dict)
    shares: dict[str, Share] = field(default_factory=dict)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    calibration: dict[str, float] = field(default_factory=dict)
    milliseconds: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def add_photographs(self, title: str, results: Sequence[PhotoResult], kinds: set[str]) -> None:
        """Tables of photographs: the headline kinds, then by session, fold and kind."""
        if not results:
            return
        headline = [r for r in results if r.photo.kind in kinds]
        first: dict[str, Row] = {
            " and ".join(sorted(kinds)): summarise(headline),
            "all kinds": summarise(results),
        }
        self.tables[title] = ("pictures of", first)
        if all(len(r.seen.scores) == len(r.seen.found) for r in results):
            points = by_lowest_score(headline or results)
            self.tables[f"{title}, the finder alone"] = ("finds of at least", {**points})
        for name, of in _GROUPINGS.items():
            parts = _by(headline or results, of)
            if len(parts) > 1:
                self.tables[f"{title}, by {name}"] = (name, parts)
        parts = _by(results, lambda r: [r.photo.kind])
        if len(parts) > 1:
            self.tables[f"{title}, by kind"] = ("kind", parts)
        for name, of in (("given boxes", given_boxes), ("end to end", end_to_end)):
            error = calibration_error(of(headline or results))
            if error is not None:
                self.calibration[f"{title}, {name}"] = error
        for result in results:
            self.confusions.update(result.confusions)

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {
            "tables": {
                title: {name: _json_row(row) for name, row in rows.items()}
                for title, (_, rows) in self.tables.items()
            },
            "shares": {name: share.to_json() for name, share in self.shares.items()},
            "confusions": [
                {"true": true, "read": read, "tiles": n}
                for (true, read), n in _wrong(self.confusions)
            ],
            "families": {n: s.to_json() for n, s in family_errors(self.confusions).items()},
            "calibration": {k: round(v, 5) for k, v in self.calibration.items()},
            "milliseconds": {k: round(v, 1) for k, v in self.milliseconds.items()},
            "notes": self.notes,
        }


_GROUPINGS: dict[str, Callable[[PhotoResult], Iterable[str]]] = {
    "fold": lambda r: list(r.photo.fold) or ["-"],
    "set": lambda r: [r.photo.set],
    "session": lambda r: [r.photo.session],
    "source": lambda r: [r.photo.source.split("__")[0]],
}


def _by(
    results: Sequence[PhotoResult], of: Callable[[PhotoResult], Iterable[str]]
) -> dict[str, Row]:
    names = sorted({name for r in results for name in of(r)})
    return {name: summarise([r for r in results if name in of(r)]) for name in names}


def _json_row(row: Row) -> dict[str, Any]:
    return {k: v.to_json() if isinstance(v, Share) else v for k, v in row.items()}


def _wrong(confusions: Counter[tuple[str, str]]) -> list[tuple[tuple[str, str], int]]:
    return [(pair, n) for pair, n in confusions.most_common() if pair[0] != pair[1]]


def _cell(value: Any) -> str:
    if value is None:
        return "-"
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def to_markdown(report: Report) -> str:
    """The tables as Markdown."""
    return "\n\n".join(_sections(report, _markdown_table))


def to_text(report: Report) -> str:
    """The tables for a terminal."""
    return "\n\n".join(_sections(report, _text_table))


def _sections(report: Report, table: Callable[[Sequence[Sequence[str]]], str]) -> list[str]:
    parts = []
    for title, (first, rows) in report.tables.items():
        columns = [c for c in COLUMNS if any(c in row for row in rows.values())]
        body = [[name, *(_cell(row.get(c)) for c in columns)] for name, row in rows.items()]
        parts.append(f"{title}:\n\n" + table([[first, *columns], *body]))
    if report.shares:
        body = [[name, str(share)] for name, share in report.shares.items()]
        parts.append("Whole pictures and hands:\n\n" + table([["what", "right"], *body]))
    if report.confusions:
        families = family_errors(report.confusions)
        body = [[name, str(families[name])] for name in FAMILIES]
        parts.append(
            "Taken for each other, given the boxes:\n\n" + table([["tiles", "wrong"], *body])
        )
        worst = [[t, r, str(n)] for (t, r), n in _wrong(report.confusions)[:MOST_CONFUSED]]
        if worst:
            parts.append("Most frequent errors:\n\n" + table([["true", "read", "tiles"], *worst]))
    if report.calibration:
        body = [[name, f"{error:.4f}"] for name, error in report.calibration.items()]
        parts.append("Expected calibration error:\n\n" + table([["confidence", "error"], *body]))
    if report.milliseconds:
        body = [[k, f"{v:.1f}"] for k, v in report.milliseconds.items()]
        parts.append("Milliseconds per picture (median):\n\n" + table([["stage", "ms"], *body]))
    if report.notes:
        parts.append("\n".join(f"Note: {note}" for note in report.notes))
    return parts


def _markdown_table(rows: Sequence[Sequence[str]]) -> str:
    head, *body = rows
    lines = [head, ["---"] * len(head), *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def _text_table(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )
