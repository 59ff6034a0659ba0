"""Random crops with their finder truth: a map of tile ids and a table of quads."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.utils.data import IterableDataset, get_worker_info

from scripts.training.pictures import LabelledPicture
from vision.teaching.augment import photometric

CROP = 320
STRIDE = 4
MAX_TILES = 256
HIDDEN = 0.45
"""Tiles seen less than this are neither face nor background."""

Sample = tuple[torch.Tensor, torch.Tensor, torch.Tensor]


class FinderCrops(IterableDataset[Sample]):
    """Endless augmented crops: image (3, 320, 320) uint8, ids (80, 80), tiles (256, 10).

    ids: -1 ignored, 0 background, k > 0 tile k - 1. A tile row holds its quad (8 px values),
    whether the quad is exact (else only its bounds are) and the visible share.
    """

    def __init__(
        self,
        pools: list[tuple[float, list[LabelledPicture]]],
        seed: int,
        sizes: tuple[float, float] = (12.0, 120.0),
    ) -> None:
        self.pools = [(share, pool, _session_weights(pool)) for share, pool in pools if pool]
        self.seed = seed
        self.sizes = sizes

    def __iter__(self) -> Iterator[Sample]:
        cv2.setNumThreads(0)
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        shares = np.array([s for s, _, _ in self.pools])
        while True:
            _, pool, weights = self.pools[rng.choice(len(self.pools), p=shares / shares.sum())]
            yield crop_sample(pool[rng.choice(len(pool), p=weights)], rng, self.sizes)


def _session_weights(pool: list[LabelledPicture]) -> NDArray[np.float64]:
    """Sessions drawn with the square root of their size, pictures evenly within."""
    names = [p.session for p in pool]
    count = {n: names.count(n) for n in set(names)}
    weights = np.array([1 / np.sqrt(count[n]) for n in names])
    return weights / weights.sum()


def crop_sample(
    picture: LabelledPicture, rng: np.random.Generator, sizes: tuple[float, float]
) -> Sample:
    """One augmented crop of a picture."""
    matrix = _random_view(picture, rng, sizes)
    fill = tuple(int(v) for v in rng.integers(0, 256, 3))
    scale = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    border = cv2.BORDER_CONSTANT if rng.random() < 0.5 else cv2.BORDER_REFLECT_101
    interpolation = cv2.INTER_LINEAR
    image = picture.image
    if scale < 0.6:
        # Warping down by much would alias: reduce by area first.
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        pre = np.diag([1 / (image.shape[1] / picture.image.shape[1]),
                       1 / (image.shape[0] / picture.image.shape[0])])  # fmt: skip
        warp = np.hstack([matrix[:, :2] @ pre, matrix[:, 2:]])
    else:
        warp = matrix
    out = cv2.warpAffine(image, warp, (CROP, CROP), flags=interpolation, borderMode=border,
                         borderValue=fill)  # fmt: skip
    quads = picture.quads @ matrix[:, :2].T + matrix[:, 2]
    if np.linalg.det(matrix[:, :2]) < 0:
        quads = quads[:, ::-1]
    ids, rows = _truth(picture, quads, matrix)
    if border == cv2.BORDER_REFLECT_101:
        ids = _ignore_mirrored(ids, picture.image.shape[:2], matrix)
    out = photometric(out, rng)
    return torch.from_numpy(out.transpose(2, 0, 1).copy()), torch.from_numpy(ids), rows


def _random_view(
    picture: LabelledPicture, rng: np.random.Generator, sizes: tuple[float, float]
) -> NDArray[np.float64]:
    """A random affine view (2, 3) that brings a random tile to a random size in the crop."""
    h, w = picture.image.shape[:2]
    exact = bool(picture.quad_known.all())
    if len(picture.quads):
        target = picture.quads[rng.integers(len(picture.quads))]
        short = max(4.0, float(np.linalg.norm(np.roll(target, -1, 0) - target, axis=1).min()))
        centre = target.mean(0) + rng.normal(0, 0.25 * CROP, 2) * short / 40
        goal = float(np.exp(rng.uniform(*np.log(sizes))))
        zoom = np.clip(goal / short, 0.25, 3.0)
    else:
        centre = rng.uniform(0, 1, 2) * [w, h]
        zoom = float(np.exp(rng.uniform(np.log(0.4), np.log(2.5))))
    if exact:
        angle = rng.normal(0, 8) if rng.random() < 0.45 else rng.uniform(-180, 180)
    else:
        angle = 90.0 * rng.integers(0, 4) if rng.random() < 0.3 else 0.0
    a = np.deg2rad(angle)
    rotation = np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]])
    stretch = np.diag(np.exp(rng.normal(0, 0.07, 2)))
    if exact and rng.random() < 0.5:
        stretch = stretch @ np.array([[1, rng.normal(0, 0.08)], [0, 1]])
    if rng.random() < 0.5:
        stretch = stretch @ np.diag([-1.0, 1.0])
    linear = zoom * rotation @ stretch
    shift = CROP * (0.5 + rng.uniform(-0.35, 0.35, 2)) - linear @ centre
    return np.hstack([linear, shift[:, None]])


def _truth(
    picture: LabelledPicture, quads: NDArray[np.float32], matrix: NDArray[np.float64]
) -> tuple[NDArray[np.int32], torch.Tensor]:
    cells = CROP // STRIDE
    ids = np.zeros((cells, cells), np.int32)
    rows = np.zeros((MAX_TILES, 10), np.float32)
    for box in picture.ignore:
        x0, y0, x1, y1 = box
        corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) @ matrix[:, :2].T
        _fill(ids, corners + matrix[:, 2], -1)
    bounds = np.concatenate([quads.min(1), quads.max(1)], 1)
    inside = np.flatnonzero(
        (bounds[:, 2] > 0) & (bounds[:, 3] > 0) & (bounds[:, 0] < CROP) & (bounds[:, 1] < CROP)
    )[: MAX_TILES - 1]
    # The best seen tiles are drawn last: they lie on top where quads overlap.
    order = inside[np.argsort(picture.visible[inside], kind="stable")]
    for slot, i in enumerate(order):
        hidden = picture.visible[i] < HIDDEN
        _fill(ids, quads[i], -1 if hidden else slot + 1)
        rows[slot, :8] = quads[i].reshape(-1)
        rows[slot, 8] = picture.quad_known[i]
        rows[slot, 9] = picture.visible[i]
    return ids, torch.from_numpy(rows)


def _fill(ids: NDArray[np.int32], quad: NDArray[np.float64], value: int) -> None:
    """Fill a quad given in px into the map of cells (cell centres decide)."""
    points = np.round((np.asarray(quad) / STRIDE - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(ids, cv2.convexHull(points), value, lineType=cv2.LINE_8, shift=4)


def _ignore_mirrored(
    ids: NDArray[np.int32], size: tuple[int, int], matrix: NDArray[np.float64]
) -> NDArray[np.int32]:
    """Outside the picture its mirror image shows tiles that have no truth."""
    h, w = size
    inside = np.zeros_like(ids)
    corners = np.array([[0, 0], [w, 0], [w, h], [0, h]]) @ matrix[:, :2].T + matrix[:, 2]
    _fill(inside, corners, 1)
    return np.where(inside == 1, ids, -1)
