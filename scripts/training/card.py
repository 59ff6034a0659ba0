"""The model card of a training run, written from its results."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from scripts.training.comparing import COLUMNS, Figures, Verdict
from scripts.training.run_plan import COPIED, NETS, Plan


def model_card(
    plan: Plan,
    verdict: Verdict,
    results: Mapping[str, Any],
    command: str,
    models: Path,
) -> str:
    """The card as Markdown.

    Args:
        plan: What was trained on, watched and measured.
        verdict: The comparison with the models that the training began from.
        results: What ``results.json`` holds: nets, calibration, rendered data, start, date.
        command: How to do it again.
        models: The folder with the ONNX files.
    """
    sections = [
        "# Model card",
        f"Made by `scripts/train.py run` on {results['date']} from the models "
        f"`{results['start']}`. {verdict.sentence}",
        _files(models),
        "## What it was trained on",
        _data(plan, results),
        "## How it was trained",
        _training(results["nets"], command),
        "## How it reads",
        _comparison(verdict, results["against"]),
        _calibration(results["calibration"]),
        *([_bullets([*plan.notes, *verdict.notes])] if plan.notes or verdict.notes else []),
        "## Use",
        "`tilescore score PHOTO --models DIR`, or name this folder in the variable "
        "`TILESCORE_MODELS`.",
    ]
    return "\n\n".join(sections) + "\n"


def _files(models: Path) -> str:
    rows = [["file", "bytes", "SHA-256"]]
    for name in (*NETS, *COPIED):
        if not (models / f"{name}.onnx").is_file():
            continue
        data = (models / f"{name}.onnx").read_bytes()
        digest = hashlib.sha256(data).hexdigest()
        rows.append([f"`{name}.onnx`", f"{len(data):,}", f"`{digest}`"])
    return table(rows)


def _data(plan: Plan, results: Mapping[str, Any]) -> str:
    lines = [
        f"- trained on: {plan.counted(plan.training)}",
        f"- watched while training, held out by whole {plan.by}s: {plan.counted(plan.watched)}",
        f"- measured, held out likewise: {plan.counted(plan.measured)}",
    ]
    pictures = [p for s in plan.sources for p in s.pictures]
    for what, number in _counted_sources(pictures):
        lines.append(f"- {number} pictures: {what}")
    for kind, number in results["replayed"].items():
        lines.append(f"- {number} {kind}, so that what was known is not forgotten")
    return "\n".join(lines)


def _counted_sources(pictures: Sequence[Any]) -> list[tuple[str, int]]:
    """Provenance and licence as the labels tell them."""
    said = Counter(
        ", ".join(f"{k} {v}" for k, v in sorted(p.source.items())) or "no source and licence named"
        for p in pictures
    )
    return said.most_common()


def _training(nets: Mapping[str, Any], command: str) -> str:
    rows = [["network", "samples", "minutes", "stopped early", "held out before", "and after"]]
    for name, record in nets.items():
        rows.append([
            name, f"{record['samples']:,}", f"{record['spent'] / 60:.1f}",
            "yes" if record["early"] else "no", str(record["start"] or "-"),
            str(record.get("end") or "-"),
        ])  # fmt: skip
    return f"```sh\n{command}\n```\n\n{table(rows)}"


def _comparison(verdict: Verdict, against: str) -> str:
    if not verdict.rows:
        return "Nothing could be measured."
    head = ["tracked set", "models", "pictures", "errors", *COLUMNS]
    rows = [head]
    for row in verdict.rows:
        rows.append([row.name, against, *_cells(row.before)])
        rows.append(["", "these", *_cells(row.after)])
    text = (
        f"The same pictures read by both; neither was trained on their sessions. 95 % intervals "
        f"(Wilson). {verdict.sentence}"
    )
    return f"{text}\n\n{table(rows)}\n\n{_bullets([r.sentence for r in verdict.rows])}"


def _cells(found: Figures) -> list[str]:
    shares = [str(getattr(found, name)) for name in COLUMNS.values()]
    return [str(found.pictures), str(found.errors), *shares]


def _calibration(fitted: Mapping[str, Any]) -> str:
    if not fitted["fitted"]:
        return f"Confidences: temperature {fitted['temperature']:.3f}, {fitted['why']}."
    return (
        f"Confidences: temperature {fitted['temperature']:.3f}, fitted on {fitted['tiles']} "
        f"held-out tiles; expected calibration error there {fitted['error_before']:.4f} before, "
        f"{fitted['error']:.4f} after."
    )


def _bullets(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def table(rows: Sequence[Sequence[str]]) -> str:
    """Rows as a Markdown table, the first one its head."""
    head, *body = rows
    lines = [head, ["---"] * len(head), *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
