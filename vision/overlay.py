"""Draws a reading on its picture: quads, codes, sets and players."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import SEAT_NAMES
from vision.errors import OutputError
from vision.frames import Picture
from vision.reading import PlayerReading, Reading, TileReading, tiles_by_id

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]

CONCEALED: Final[Colour] = (60, 180, 40)
"""Colours are BGR."""
FLOWER: Final[Colour] = (200, 60, 180)
LOOSE: Final[Colour] = (150, 150, 150)
DOUBTFUL: Final[Colour] = (0, 90, 255)
SETS: Final[tuple[Colour, ...]] = ((220, 120, 0), (200, 170, 0), (240, 80, 90), (170, 90, 30))
"""Taken in turn, so that neighbouring sets differ."""
PAPER: Final[Colour] = (255, 255, 255)
FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
FONT_HEIGHT: Final = 22.0
"""px of a capital of FONT at scale 1."""
SHORTEST_SIDE: Final = 1000
NARROWEST_TILE: Final = 48
LONGEST_SIDE: Final = 4000
"""px; smaller pictures, and those with smaller tiles, are enlarged so that codes can be read."""
SUFFIXES: Final = (".jpg", ".jpeg", ".png", ".webp")


def draw_reading(picture: Picture, reading: Reading) -> Image:
    """The picture with its reading drawn on it, (H, W, 3) uint8 BGR, a new array.

    Each tile has its outline in the colour of its group, a thick bar along its upper side, and a
    label with its id and code; doubtful ones are orange with a question mark. Sets and players are
    framed.
    """
    canvas, scale = _canvas(picture, reading)
    tiles = tiles_by_id(reading.tiles)
    quads = {t.id: np.asarray(t.quad, np.float32) * scale for t in reading.tiles}
    colours = _colours(reading)
    stroke = max(1, round(_tile_width(quads) / 25))
    for player in reading.players:
        _draw_sets(canvas, player, quads, stroke)
    for tile, quad in quads.items():
        _draw_outline(canvas, quad, colours[tile], stroke)
    size = float(np.clip(_tile_width(quads) / 5.2, 9, 60))
    for tile, quad in quads.items():
        text = _label(tiles[tile], tile in reading.doubtful)
        _draw_text(canvas, text, _label_place(quad), size, colours[tile])
    for player in reading.players:
        _draw_player(canvas, player, quads, size)
    return canvas


def save_overlay(path: Path, image: Image) -> None:
    """Writes a drawn picture as JPEG, PNG or WebP by its suffix.

    Raises:
        OutputError: another suffix, or the file cannot be written.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise OutputError(
            f"{path} was not written: its name must end in {', '.join(SUFFIXES[:-1])} or "
            f"{SUFFIXES[-1]}."
        )
    _, data = cv2.imencode(path.suffix.lower(), image)
    try:
        path.write_bytes(data.tobytes())  # not cv2.imwrite, which fails on non-ASCII names
    except OSError as error:
        raise OutputError(f"{path} cannot be written ({error.strerror}).") from error


def _canvas(picture: Picture, reading: Reading) -> tuple[Image, float]:
    """A copy of the picture large enough to read labels, and its px per full-size px."""
    rows, columns = picture.image.shape[:2]
    long_side = max(rows, columns)
    quads = {t.id: np.asarray(t.quad, np.float32) * picture.scale for t in reading.tiles}
    enlarge = max(1.0, SHORTEST_SIDE / long_side, NARROWEST_TILE / _tile_width(quads))
    enlarge = min(enlarge, max(1.0, LONGEST_SIDE / long_side))
    if enlarge == 1.0:
        return picture.image.copy(), picture.scale
    size = (round(columns * enlarge), round(rows * enlarge))
    canvas = cv2.resize(picture.image, size, interpolation=cv2.INTER_CUBIC)
    return np.asarray(canvas, np.uint8), picture.scale * enlarge


def _tile_width(quads: dict[int, NDArray[np.float32]]) -> float:
    """Median length of the tiles' upper sides, px; `NARROWEST_TILE` without tiles."""
    if not quads:
        return float(NARROWEST_TILE)
    sides = [np.linalg.norm(quad[1] - quad[0]) for quad in quads.values()]
    return max(1.0, float(np.median(sides)))


def _label_place(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """Near the tile's lower side, so that the face stays in sight."""
    return np.asarray(0.16 * quad[:2].mean(axis=0) + 0.84 * quad[2:].mean(axis=0), np.float32)


def _colours(reading: Reading) -> dict[int, Colour]:
    colours: dict[int, Colour] = {tile.id: LOOSE for tile in reading.tiles}
    for player in reading.players:
        colours |= dict.fromkeys(player.concealed, CONCEALED)
        colours |= dict.fromkeys(player.flowers, FLOWER)
        for number, found in enumerate(player.sets):
            colours |= dict.fromkeys(found.tiles, SETS[number % len(SETS)])
    return colours | dict.fromkeys(reading.doubtful, DOUBTFUL)


def _label(tile: TileReading, doubtful: bool) -> str:
    return f"{tile.id}:{tile.code}{'?' if doubtful else ''}"


def _draw_outline(canvas: Image, quad: NDArray[np.float32], colour: Colour, stroke: int) -> None:
    points = np.round(quad).astype(np.int32)
    cv2.polylines(canvas, [points], True, colour, stroke, cv2.LINE_AA)
    cv2.line(canvas, _point(quad[0]), _point(quad[1]), colour, 3 * stroke, cv2.LINE_AA)


def _draw_sets(
    canvas: Image, player: PlayerReading, quads: dict[int, NDArray[np.float32]], stroke: int
) -> None:
    for number, found in enumerate(player.sets):
        hull = _hull([quads[t] for t in found.tiles], 0.12 * _tile_width(quads))
        cv2.polylines(canvas, [hull], True, SETS[number % len(SETS)], 2 * stroke, cv2.LINE_AA)


def _hull(quads: list[NDArray[np.float32]], margin: float) -> NDArray[np.int32]:
    """The convex hull of some quads, moved outwards by about ``margin`` px."""
    hull = cv2.convexHull(np.concatenate(quads).astype(np.float32)).reshape(-1, 2)
    outwards = hull - hull.mean(axis=0)
    length = np.maximum(np.linalg.norm(outwards, axis=1, keepdims=True), 1.0)
    return np.asarray(np.round(hull + margin * outwards / length), np.int32)


def _draw_player(
    canvas: Image, player: PlayerReading, quads: dict[int, NDArray[np.float32]], size: float
) -> None:
    tiles = player.tiles
    if not tiles:
        return
    corners = np.concatenate([quads[t] for t in tiles])
    (left, top), right = corners.min(axis=0), corners[:, 0].max()
    middle = np.array([(left + right) / 2, top - 1.2 * size], np.float32)
    _draw_text(canvas, SEAT_NAMES[player.seat], middle, 1.2 * size, CONCEALED)


def _draw_text(
    canvas: Image, text: str, middle: NDArray[np.float32], height: float, colour: Colour
) -> None:
    """Text on a white plate with a coloured edge, kept inside the picture; ``height`` in px."""
    scale = height / FONT_HEIGHT
    thickness = max(1, round(height / 9))
    (wide, tall), _ = cv2.getTextSize(text, FONT, scale, thickness)
    pad = max(2, round(height / 5))
    rows, columns = canvas.shape[:2]
    x = int(np.clip(middle[0] - wide / 2, pad, max(pad, columns - wide - pad)))
    y = int(np.clip(middle[1] + tall / 2, tall + pad, max(tall + pad, rows - pad)))
    corner, opposite = (x - pad, y - tall - pad), (x + wide + pad, y + pad)
    cv2.rectangle(canvas, corner, opposite, PAPER, cv2.FILLED)
    cv2.rectangle(canvas, corner, opposite, colour, max(1, thickness // 2))
    cv2.putText(canvas, text, (x, y), FONT, scale, (20, 20, 20), thickness, cv2.LINE_AA)


def _point(corner: NDArray[np.float32]) -> tuple[int, int]:
    return round(float(corner[0])), round(float(corner[1]))
