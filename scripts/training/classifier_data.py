"""Tile patches with class and turn, cut by the reader's own code from jittered quads."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import IterableDataset, get_worker_info

from scripts.training.pictures import LabelledPicture
from vision.geometry import box_iou, quad_bounds
from vision.reading import LABELS, NOT_A_TILE
from vision.rectify import rectify
from vision.teaching.augment import jittered, photometric, rescale_blur

UNKNOWN_TURN = -1
LOOSE = 0.1
"""Share of patches cut by a rectangle that does not follow the tile's sides."""
RARE = 0.75
"""0: classes as often as in the pictures, 1: equally often. Flowers are rare there, and hard."""
Sample = tuple[torch.Tensor, int, int]


@dataclass(slots=True)
class Pool:
    """Tiles of one kind of source with their sampling weights."""

    share: float
    pictures: list[LabelledPicture]
    index: NDArray[np.int64]
    """(N, 2) picture and tile."""
    weights: NDArray[np.float64]
    jitter: float
    """Corner noise in parts of the tile's sides."""


def make_pool(
    share: float,
    pictures: list[LabelledPicture],
    jitter: float,
    lowest_visible: float = 0.6,
    among: Collection[str] | None = None,
) -> Pool:
    """A pool of all sufficiently visible tiles (``among`` some kinds); rare sessions and classes
    are drawn more."""
    index, sessions, codes = [], [], []
    for p, picture in enumerate(pictures):
        for t, code in enumerate(picture.codes):
            if picture.visible[t] >= lowest_visible and (among is None or code in among):
                index.append((p, t))
                sessions.append(picture.session)
                codes.append(code)
    by_session, by_code = Counter(sessions), Counter(codes)
    weights = np.array([
        by_session[s] ** -0.5 * by_code[c] ** -RARE
        for s, c in zip(sessions, codes, strict=True)
    ])  # fmt: skip
    total = max(float(weights.sum()), 1e-12)
    return Pool(share if index else 0.0, pictures, np.array(index, np.int64).reshape(-1, 2),
                weights / total, jitter)  # fmt: skip


def load_single_tiles(photos: Path) -> list[LabelledPicture]:
    """The freely licensed pictures of single tiles (crops.csv, session camerash)."""
    pictures = []
    with (photos / "crops.csv").open(newline="") as lines:
        for row in csv.DictReader(lines):
            if row["session"] != "camerash":
                continue
            image = cv2.imread(str(photos / row["file"]))
            h, w = image.shape[:2]
            quad = np.array([[[0, 0], [w, 0], [w, h], [0, h]]], np.float32)
            pictures.append(
                LabelledPicture(image, quad, [row["code"]], np.ones(1, bool), True,
                                np.ones(1, np.float32), np.zeros((0, 4), np.float32),
                                "camerash", row["file"])
            )  # fmt: skip
    return pictures


class TilePatches(IterableDataset[Sample]):
    """Endless augmented patches: (3, 64, 64) uint8 BGR, class index, turn index or -1.

    ``turn`` is how often the corner list must be rolled back for corner 0 to be the tile's own
    top left.
    """

    def __init__(self, pools: list[Pool], seed: int, nothing: float = 0.1) -> None:
        self.pools = [p for p in pools if p.share > 0]
        self.seed = seed
        self.nothing = nothing

    def __iter__(self) -> Iterator[Sample]:
        cv2.setNumThreads(0)
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        shares = np.array([p.share for p in self.pools])
        while True:
            pool = self.pools[rng.choice(len(self.pools), p=shares / shares.sum())]
            for k in rng.choice(len(pool.index), 64, p=pool.weights):
                picture = pool.pictures[pool.index[k, 0]]
                if rng.random() < self.nothing and len(picture.codes) > 1:
                    sample = nothing_sample(picture, int(pool.index[k, 1]), rng)
                else:
                    sample = tile_sample(picture, int(pool.index[k, 1]), pool.jitter, rng)
                if sample is not None:
                    yield sample


def tile_sample(
    picture: LabelledPicture, tile: int, jitter: float, rng: np.random.Generator
) -> Sample:
    """One augmented patch of a tile."""
    quad = picture.quads[tile]
    turn = int(rng.integers(4))
    quad = jittered(quad, jitter, rng)
    if rng.random() < LOOSE:
        quad = loose_bounds(quad, rng)
    quad = np.roll(quad, turn, axis=0)
    label = LABELS.index(picture.codes[tile])
    known = picture.upright(tile) and bool(picture.quad_known[tile])
    return _finish(picture.image, quad, rng), label, turn if known else UNKNOWN_TURN


def loose_bounds(quad: NDArray[np.float32], rng: np.random.Generator) -> NDArray[np.float32]:
    """The rectangle around a quad along turned axes: what a box of a turned tile holds."""
    right = quad[1] + quad[2] - quad[0] - quad[3]
    angle = np.arctan2(right[1], right[0]) + np.deg2rad(rng.uniform(-42, 42))
    axes = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    along = quad @ axes.T
    (x0, y0), (x1, y1) = along.min(0), along.max(0)
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
    return (corners @ axes).astype(np.float32)


def nothing_sample(picture: LabelledPicture, tile: int, rng: np.random.Generator) -> Sample | None:
    """A patch that shows no single tile: background, between tiles, or a part of one."""
    quad = picture.quads[tile]
    right = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
    down = (quad[2] + quad[3] - quad[0] - quad[1]) / 2
    draw = rng.random()
    if draw < 0.3:
        step = rng.choice([-0.5, 0.5]) * (right if rng.random() < 0.6 else down)
        quad = quad + step * rng.uniform(0.85, 1.15)
    elif draw < 0.4:
        centre = quad.mean(0)
        factor = rng.choice([rng.uniform(0.35, 0.5), rng.uniform(1.8, 2.6)])
        quad = (quad - centre) * factor + centre + rng.normal(0, 0.1, 2) * np.linalg.norm(right)
    else:
        h, w = picture.image.shape[:2]
        quad = quad - quad.mean(0) + rng.uniform([0, 0], [w, h])
        box = quad_bounds(quad[None].astype(np.float32))
        others = np.concatenate([quad_bounds(picture.quads), picture.ignore])
        if box_iou(box, others).max(initial=0) > 0.05:
            return None
    quad = jittered(np.roll(quad, rng.integers(4), 0).astype(np.float32), 0.06, rng)
    return _finish(picture.image, quad, rng), LABELS.index(NOT_A_TILE), UNKNOWN_TURN


def _finish(
    image: NDArray[np.uint8], quad: NDArray[np.float32], rng: np.random.Generator
) -> torch.Tensor:
    patch = rectify(image, quad[None])[0]
    if rng.random() < 0.5:
        patch = rescale_blur(patch, rng, 0.22)
    patch = photometric(patch, rng)
    if rng.random() < 0.12:
        patch = _occlude(patch, rng)
    return torch.from_numpy(patch.transpose(2, 0, 1).copy())


def _occlude(patch: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Cover one side by up to a quarter, as a finger or a neighbour does."""
    out = patch.copy()
    depth = int(len(out) * rng.uniform(0.05, 0.25))
    colour = rng.integers(0, 256, 3)
    side = rng.integers(4)
    turned = np.rot90(out, side)
    turned[:depth] = np.clip(colour + rng.normal(0, 10, turned[:depth].shape), 0, 255)
    return out
