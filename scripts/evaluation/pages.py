"""A page to look at: the figures and the worst pictures, annotated."""

from __future__ import annotations

import html
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scripts.evaluation.photographs import PhotoResult
from scripts.evaluation.report import Report, to_text

RIGHT, MISSED, FALSE, WRONG, UNCOUNTED = (
    (60, 180, 60),
    (40, 40, 230),
    (0, 150, 255),
    (220, 0, 220),
    (150, 150, 150),
)
"""Colours, BGR."""
LEGEND = (
    "green: right; violet: wrong code (read, true); red: missed; orange: false alarm; "
    "grey: does not count"
)
WIDTH = 1100
MOST = 40


def write_page(folder: Path, report: Report, results: Sequence[PhotoResult]) -> Path:
    """Writes ``index.html`` with the pictures beside it; answers its path."""
    folder.mkdir(parents=True, exist_ok=True)
    worst = sorted((r for r in results if not r.exact), key=_badness, reverse=True)[:MOST]
    figures = []
    for number, result in enumerate(worst):
        name = f"worst_{number:03d}.jpg"
        cv2.imwrite(str(folder / name), annotate(result))
        figures.append(_figure(name, result))
    page = folder / "index.html"
    text = html.escape(to_text(report))
    page.write_text(
        "<!doctype html><meta charset='utf-8'><title>Reader, measured</title>"
        "<style>body{font:15px sans-serif;margin:2em}pre{overflow:auto}img{max-width:100%}"
        "figure{margin:2em 0}</style>"
        f"<h1>Reader, measured</h1><pre>{text}</pre><h2>Worst pictures</h2><p>{LEGEND}</p>"
        + "".join(figures),
        encoding="utf-8",
    )
    return page


def _badness(result: PhotoResult) -> int:
    _, wrong, missed = result.tile_counts
    return wrong + missed


def _figure(name: str, result: PhotoResult) -> str:
    right, wrong, missed = result.tile_counts
    caption = (
        f"{result.photo.name} ({result.photo.session}, {result.photo.kind}): {right} right, "
        f"{wrong} wrong or false, {missed} missed; {len(result.seen.reading.doubtful)} doubtful"
    )
    return f"<figure><img src='{name}'><figcaption>{html.escape(caption)}</figcaption></figure>"


def annotate(result: PhotoResult) -> NDArray[np.uint8]:
    """The picture with finds and boxes in the colours of `LEGEND`."""
    picture = result.seen.picture
    scale = min(2.0, WIDTH / picture.width)
    size = (round(picture.width * scale), round(picture.height * scale))
    canvas = np.asarray(cv2.resize(picture.image, size), np.uint8).copy()
    wrong = dict(result.wrong)
    quads = [np.array(t.quad) * scale for t in result.seen.reading.tiles]
    for i, box in result.answer.pairs.items():
        if not result.photo.counts[box]:
            colour, label = UNCOUNTED, result.codes[i]
        elif i in wrong:
            colour, label = WRONG, f"{result.codes[i]},{result.photo.codes[box]}"
        else:
            colour, label = RIGHT, result.codes[i]
        _outline(canvas, quads[i], label, colour)
    for i in result.answer.false:
        _outline(canvas, quads[i], result.codes[i], FALSE)
    for j in result.answer.missed:
        x0, y0, x1, y1 = result.photo.boxes[j] * scale
        corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
        _outline(canvas, corners, result.photo.codes[j], MISSED)
    return canvas


def _outline(
    canvas: NDArray[np.uint8], quad: NDArray[np.float64], label: str, colour: tuple[int, int, int]
) -> None:
    cv2.polylines(canvas, [np.round(quad).astype(np.int32)], True, colour, 2, cv2.LINE_AA)
    x, y = (int(v) for v in quad.min(axis=0))
    where = (x, max(12, y - 3))
    cv2.putText(canvas, label, where, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (255, 255, 255), 3)
    cv2.putText(canvas, label, where, cv2.FONT_HERSHEY_SIMPLEX, 0.45, colour, 1, cv2.LINE_AA)
