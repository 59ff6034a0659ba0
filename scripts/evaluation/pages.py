"""A page to look at: charts, figures and the worst pictures, annotated."""

from __future__ import annotations

import html
import subprocess
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scripts.evaluation import charts
from scripts.evaluation.confidence import (
    Operating,
    by_size,
    end_to_end,
    given_boxes,
    operating_points,
    reliability,
)
from scripts.evaluation.photographs import PhotoResult
from scripts.evaluation.report import Report, to_text
from scripts.evaluation.statistics import Share

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
STYLE = (
    "body{font:15px sans-serif;margin:2em}pre{overflow:auto}img{max-width:100%}"
    "figure{margin:2em 0}td,th{padding:.2em .8em;text-align:left}"
)
WIDTH = 1100
MOST = 40


class FolderInRepositoryError(Exception):
    """The page would lie where its pictures could be committed."""


def check_folder(folder: Path, root: Path) -> None:
    """Refuses a folder inside the repository that git does not ignore.

    The page holds parts of photographs that must not be published.

    Raises:
        FolderInRepositoryError: it is one.
    """
    folder = folder.resolve()
    if not folder.is_relative_to(root.resolve()):
        return
    command = ["git", "-C", str(root), "check-ignore", "--quiet", f"{folder}/index.html"]
    try:
        ignored = subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        ignored = False
    if not ignored:
        raise FolderInRepositoryError(
            f"{folder} lies in the repository and git does not ignore it: the page shows parts of "
            "photographs that must not be committed; name a folder elsewhere, or one below work/."
        )


def write_page(
    folder: Path, report: Report, results: Sequence[PhotoResult], kinds: Collection[str] = ()
) -> Path:
    """Writes ``index.html`` with the pictures beside it; answers its path.

    The charts are of the photographs of ``kinds``, or of all where there are none of them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    headline = [r for r in results if r.photo.kind in kinds] or results
    worst = sorted((r for r in results if not r.exact), key=_badness, reverse=True)[:MOST]
    figures = []
    for number, result in enumerate(worst):
        name = f"worst_{number:03d}.jpg"
        cv2.imwrite(str(folder / name), annotate(result))
        figures.append(_figure(name, result))
    page = folder / "index.html"
    page.write_text(
        "<!doctype html><html lang='en'><meta charset='utf-8'><title>Reader, measured</title>"
        f"<style>{STYLE}</style><h1>Reader, measured</h1>"
        + _charts(headline)
        + f"<h2>True codes down, read codes across, given the boxes</h2>"
        f"<div>{charts.confusion_matrix(report.confusions)}</div>"
        f"<h2>All figures</h2><pre>{html.escape(to_text(report))}</pre>"
        f"<h2>Worst pictures</h2><p>{LEGEND}</p>" + "".join(figures),
        encoding="utf-8",
    )
    return page


def _charts(results: Sequence[PhotoResult]) -> str:
    """Reliability, what doubt costs, and accuracy by the size of the tiles."""
    boxes, whole = given_boxes(results), end_to_end(results)
    points = operating_points(results)
    top = max(0.05, *(p.wrong.value or 0.0 for p in points))
    curves = {
        "not read exactly": [_point(p, p.wrong) for p in points],
        "an error before a player": [_point(p, p.wrong_in_hands) for p in points],
    }
    axes = ("pictures without doubt", "of these wrong")
    drawn = (
        charts.reliability_chart(reliability(boxes), "Confidence given the boxes"),
        charts.reliability_chart(reliability(whole), "Confidence end to end"),
        charts.curves_chart(curves, "Other limits of confidence", axes, top),
    )
    sizes = {"given boxes": by_size(boxes), "end to end": by_size(whole)}
    return f"<div>{''.join(drawn)}</div>" + _size_table(sizes)


def _point(point: Operating, wrong: Share) -> tuple[float, float, str]:
    tip = f"doubtful below {point.limit:g}: without doubt {point.sure}, of these wrong {wrong}"
    return point.sure.value or 0.0, wrong.value or 0.0, tip


def _size_table(sizes: Mapping[str, Mapping[str, Share]]) -> str:
    names = list(dict.fromkeys(name for shares in sizes.values() for name in shares))
    rows = "".join(
        f"<tr><th>{name}</th>"
        + "".join(f"<td>{shares.get(name, Share())}</td>" for shares in sizes.values())
        + "</tr>"
        for name in names
    )
    head = "".join(f"<th>{name}</th>" for name in sizes)
    return f"<h2>Right by width of the tile, px</h2><table><tr><th></th>{head}</tr>{rows}</table>"


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
