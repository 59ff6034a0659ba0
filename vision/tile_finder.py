"""Find tile faces: a small network maps centres and quads, OpenCV and numpy make quads of them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.geometry import side_lengths
from vision.onnx_session import OnnxModel
from vision.quad_codes import decode_quads

STRIDE = 4
"""Input px per cell of the network's maps."""
LOG_SIZE_UNIT = 32.0
FIRST_SIDE = 640
"""Long side of the first look, px."""
LARGEST_SIDE = 2048
COMFORT = (24.0, 110.0)
"""Median tile widths, px at the network's input, that need no second look."""
AIM = 36.0
"""Tile width the second look aims at."""
LOWEST_HEAT = 0.4
"""Centres less certain than this are more often prints and table edges than tiles."""
FAINT = 0.25
"""The same for what lies in a row of tiles that are seen clearly."""
HIDDEN_BELOW = 0.4
"""Below this "wholly seen" probability a tile is called partly hidden."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundTile:
    """A tile face: (4, 2) px quad, clockwise from its upper left corner on the picture."""

    quad: NDArray[np.float32]
    score: float
    partly_hidden: bool


class TileFinder:
    """Finds every tile face of a picture."""

    def __init__(self, model: OnnxModel) -> None:
        self.model = model

    def find(self, image: NDArray[np.uint8], lowest: float = LOWEST_HEAT) -> list[FoundTile]:
        """The tile faces of an (H, W, 3) BGR picture, quads in its px.

        Looks once at 640 px; where the tiles found are too small or too large for the network,
        looks again at the scale that suits them, only where there are tiles.

        Args:
            lowest: Score from which something is told.
        """
        return [f for f in self._looked_for(image) if f.score >= lowest]

    def _looked_for(self, image: NDArray[np.uint8]) -> list[FoundTile]:
        """What `find` may tell, with everything faint."""
        long_side = max(image.shape[:2])
        scale = FIRST_SIDE / long_side
        found = self.look(image, scale)
        clear = [f for f in found if f.score >= LOWEST_HEAT]
        if not clear:
            again = min(1.0, 2.5 * scale)
            return self.look(image, again) if again > 1.3 * scale else []
        width = float(np.median([side_lengths(f.quad[None]).min() for f in clear])) * scale
        if COMFORT[0] <= width <= COMFORT[1]:
            return found
        wanted = float(np.clip(scale * AIM / width, 0.1 * scale, LARGEST_SIDE / long_side))
        wanted = min(wanted, 2.0) if width < COMFORT[0] else wanted
        if wanted < scale:
            return self.look(image, wanted) or found
        if wanted < 1.25 * scale:
            return found
        return self._closer(image, clear, wanted) or found

    def _closer(
        self, image: NDArray[np.uint8], found: list[FoundTile], scale: float
    ) -> list[FoundTile]:
        """A second look at the area of the tiles, enlarged."""
        corners = np.concatenate([f.quad for f in found])
        pad = 3 * float(np.median([side_lengths(f.quad[None]).max() for f in found]))
        h, w = image.shape[:2]
        x0, y0 = np.clip(np.floor(corners.min(0) - pad), 0, None).astype(int)
        x1, y1 = np.clip(np.ceil(corners.max(0) + pad), 0, [w, h]).astype(int)
        part = self.look(image[y0:y1, x0:x1], scale)
        shift = np.array([x0, y0], np.float32)
        return [FoundTile(f.quad + shift, f.score, f.partly_hidden) for f in part]

    def look(self, image: NDArray[np.uint8], scale: float) -> list[FoundTile]:
        """One pass of the network over the picture resized by ``scale``."""
        h, w = image.shape[:2]
        blob, size = self.blob(image, scale)
        maps = self.model.run(blob)[0][0]
        quads, scores, whole = decode_maps(maps)
        factor = np.array([w / size[0], h / size[1]], np.float32)
        return [
            FoundTile(q * factor, float(s), bool(v < HIDDEN_BELOW))
            for q, s, v in zip(quads, scores, whole, strict=True)
        ]

    @staticmethod
    def blob(image: NDArray[np.uint8], scale: float) -> tuple[NDArray[np.float32], tuple[int, int]]:
        """The network's input (1, 3, H, W) for a look at ``scale``, and the part filled (w, h)."""
        h, w = image.shape[:2]
        size = (max(1, round(w * scale)), max(1, round(h * scale)))
        method = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = image if size == (w, h) else cv2.resize(image, size, interpolation=method)
        blob = np.full((1, 3, -(-size[1] // 32) * 32, -(-size[0] // 32) * 32), 114, np.float32)
        blob[0, :, : size[1], : size[0]] = small.transpose(2, 0, 1)
        return blob, size


def decode_maps(
    maps: NDArray[np.float32],
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Quads (N, 4, 2) in input px, scores (N,) and whole-tile probabilities (N,) from (12, h, w).

    Every cell of a face votes for its tile's centre and code; the votes that land on a peak of
    the centre map are averaged, the nearer to the centre the heavier.
    """
    heat = _sigmoid(maps[0])
    ys, xs, scores = _peaks(heat)
    if not len(ys):
        empty = np.zeros((0,), np.float32)
        return np.zeros((0, 4, 2), np.float32), empty, empty
    owner, rows, cols = _votes(maps, heat, ys, xs)
    values = maps[2:, rows, cols]
    centres = np.stack([cols + 0.5 + maps[3, rows, cols], rows + 0.5 + maps[4, rows, cols]])
    weight = heat[rows, cols] + 1e-3
    total = np.bincount(owner, weight, len(ys)) + 1e-9
    mean = [np.bincount(owner, weight * v, len(ys)) / total for v in (*centres, *values)]
    centre = np.stack(mean[:2], -1) * STRIDE
    code = np.stack(mean[5:], -1)
    code[:, 0] += np.log(LOG_SIZE_UNIT)
    quads = decode_quads(centre.astype(np.float32), code.astype(np.float32))
    whole = _sigmoid(np.asarray(mean[2], np.float32))
    keep = _without_doubles(quads, scores)
    return quads[keep], scores[keep], whole[keep]


def _sigmoid(x: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -30, 30))), np.float32)


def _peaks(
    heat: NDArray[np.float32],
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float32]]:
    top = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= top) & (heat > FAINT))
    return ys, xs, heat[ys, xs]


def _votes(
    maps: NDArray[np.float32],
    heat: NDArray[np.float32],
    ys: NDArray[np.intp],
    xs: NDArray[np.intp],
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """Which peak each voting cell belongs to, and the cells' rows and columns."""
    h, w = heat.shape
    owner_map = np.full((h, w), -1, np.intp)
    order = np.argsort(heat[ys, xs])  # where peaks meet, the clearer one gets the votes
    for dy, dx in ((-1, -1), (-1, 1), (1, -1), (1, 1), (-1, 0), (1, 0), (0, -1), (0, 1), (0, 0)):
        rows, cols = np.clip(ys[order] + dy, 0, h - 1), np.clip(xs[order] + dx, 0, w - 1)
        owner_map[rows, cols] = order
    rows, cols = np.nonzero(heat > 0.1)
    to_row = np.clip((rows + 0.5 + maps[4, rows, cols]).astype(int), 0, h - 1)
    to_col = np.clip((cols + 0.5 + maps[3, rows, cols]).astype(int), 0, w - 1)
    owner = owner_map[to_row, to_col]
    rows = np.concatenate([rows[owner >= 0], ys])
    cols = np.concatenate([cols[owner >= 0], xs])
    return np.concatenate([owner[owner >= 0], np.arange(len(ys))]), rows, cols


def _without_doubles(quads: NDArray[np.float32], scores: NDArray[np.float32]) -> NDArray[np.intp]:
    """Indices to keep: of two quads with nearly the same centre the better one stays."""
    order = np.argsort(-scores)
    centres = quads.mean(1)
    short = side_lengths(quads).min(1)
    kept: list[int] = []
    for i in order:
        if kept:
            gap = np.linalg.norm(centres[kept] - centres[i], axis=1)
            if (gap < 0.45 * np.minimum(short[kept], short[i])).any():
                continue
        kept.append(int(i))
    return np.array(sorted(kept), np.intp)
