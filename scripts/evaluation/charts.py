"""Small charts as SVG, without any plotting library."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise

from scripts.evaluation.confidence import Bin
from scripts.evaluation.statistics import wilson
from vision.reading import LABELS

SIDE = 360
"""px of a chart's plotting area."""
MARGIN = 56
GRID = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
CELL = 15
"""px of a cell of the confusion matrix."""
COLOURS = ("#1668b0", "#b01668", "#2f8a3c")

Place = Callable[[float], float]


def reliability_chart(bins: Sequence[Bin], title: str) -> str:
    """Share right over mean confidence with 95 % intervals; the diagonal is what is wished."""
    x, y = _axis(0, 1, MARGIN, SIDE), _axis(0, 1, SIDE + MARGIN, -SIDE)
    parts = [_line(x(0), y(0), x(1), y(1), "#999", dashed=True)]
    for b in bins:
        low, high = wilson(b.right.hits, b.right.total)
        right = b.right.hits / b.right.total
        tip = f"{b.right}; mean confidence {b.confidence:.3f}"
        parts.append(_line(x(b.confidence), y(low), x(b.confidence), y(high), COLOURS[0]))
        radius = 2 + min(b.right.total, 400) ** 0.5 / 4
        parts.append(_dot(x(b.confidence), y(right), radius, COLOURS[0], tip))
    return _chart(title, "confidence", "right", (x, y), GRID, GRID, parts)


def curves_chart(
    curves: dict[str, Sequence[tuple[float, float, str]]],
    title: str,
    axes: tuple[str, str],
    top: float,
) -> str:
    """Lines through points (x in 0..1, y in 0..``top``, what the point is)."""
    x, y = _axis(0, 1, MARGIN, SIDE), _axis(0, top, SIDE + MARGIN, -SIDE)
    parts = []
    for k, (name, points) in enumerate(curves.items()):
        colour = COLOURS[k % len(COLOURS)]
        for a, b in pairwise(points):
            parts.append(_line(x(a[0]), y(a[1]), x(b[0]), y(b[1]), colour))
        parts += [_dot(x(p[0]), y(p[1]), 4, colour, p[2]) for p in points]
        parts.append(_text(MARGIN + 8, MARGIN + 16 * (k + 1), name, colour))
    ticks = [round(top * k / 5, 3) for k in range(6)]
    return _chart(title, *axes, (x, y), GRID, ticks, parts)


def confusion_matrix(confusions: Counter[tuple[str, str]]) -> str:
    """True codes down, read codes across; the darker, the larger the share of the row."""
    used = {code for pair in confusions for code in pair}
    codes = [code for code in LABELS if code in used]
    totals = Counter[str]()
    for (true, _), number in confusions.items():
        totals[true] += number
    size = 2 * MARGIN + CELL * len(codes)
    parts = []
    for k, code in enumerate(codes):
        place = MARGIN + CELL * k
        parts.append(_text(MARGIN - 24, place + 12, code, "#222"))
        parts.append(_text(place, MARGIN - 6, code, "#222", small=True))
    for (true, read), number in sorted(confusions.items()):
        left, top = (MARGIN + CELL * codes.index(code) for code in (read, true))
        colour = "47,138,60" if true == read else "200,30,30"
        strength = 0.25 + 0.75 * number / totals[true]
        tip = f"{number} of {totals[true]} {true} read as {read}"
        parts.append(
            f"<rect x='{left}' y='{top}' width='{CELL - 1}' height='{CELL - 1}' "
            f"fill='rgba({colour},{strength:.2f})'><title>{html.escape(tip)}</title></rect>"
        )
    return _svg(size, size, parts)


def _axis(low: float, high: float, start: float, length: float) -> Place:
    return lambda value: start + length * (value - low) / (high - low)


def _chart(
    title: str,
    across: str,
    up: str,
    places: tuple[Place, Place],
    ticks_x: Sequence[float],
    ticks_y: Sequence[float],
    parts: Sequence[str],
) -> str:
    x, y = places
    frame = [_text(MARGIN, 20, title, "#000")]
    for tick in ticks_x:
        frame.append(_line(x(tick), MARGIN, x(tick), SIDE + MARGIN, "#e4e4e4"))
        frame.append(_text(x(tick) - 8, SIDE + MARGIN + 16, f"{tick:g}", "#444"))
    for tick in ticks_y:
        frame.append(_line(MARGIN, y(tick), SIDE + MARGIN, y(tick), "#e4e4e4"))
        frame.append(_text(8, y(tick) + 4, f"{tick:g}", "#444"))
    frame.append(_text(MARGIN, SIDE + MARGIN + 38, across, "#222"))
    frame.append(_text(8, MARGIN - 16, up, "#222"))
    return _svg(SIDE + 2 * MARGIN, SIDE + 2 * MARGIN, [*frame, *parts])


def _svg(width: int, height: int, parts: Sequence[str]) -> str:
    head = f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' role='img'>"
    return head + "".join(parts) + "</svg>"


def _line(x0: float, y0: float, x1: float, y1: float, colour: str, *, dashed: bool = False) -> str:
    dash = " stroke-dasharray='5 4'" if dashed else ""
    return (
        f"<line x1='{x0:.1f}' y1='{y0:.1f}' x2='{x1:.1f}' y2='{y1:.1f}' "
        f"stroke='{colour}' stroke-width='1.5'{dash}/>"
    )


def _dot(x: float, y: float, radius: float, colour: str, tip: str) -> str:
    return (
        f"<circle cx='{x:.1f}' cy='{y:.1f}' r='{radius:.1f}' fill='{colour}' fill-opacity='0.8'>"
        f"<title>{html.escape(tip)}</title></circle>"
    )


def _text(x: float, y: float, text: str, colour: str, *, small: bool = False) -> str:
    size = 8 if small else 12
    return (
        f"<text x='{x:.1f}' y='{y:.1f}' fill='{colour}' font-size='{size}' "
        f"font-family='sans-serif'>{html.escape(text)}</text>"
    )
