"""Train the network that numbers flowers and seasons, on upright patches of them alone."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from scoring.tiles import FLOWERS
from scripts.training import stage
from scripts.training.classifier_data import Pool, load_single_tiles, make_pool
from scripts.training.nets import FlowerClassifier
from scripts.training.pictures import (
    LabelledPicture,
    load_photographs,
    load_rendered,
    training_sessions,
)
from vision.flower_classifier import SIDE
from vision.rectify import rectify
from vision.teaching.augment import jittered, photometric, rescale_blur

SMALLEST = 0.24
"""Share of a patch's side to which it is reduced at most, and enlarged again: 20 px a tile."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the training."""
    stage.add_arguments(parser, minutes=12.0, rate=2e-3)
    parser.add_argument("--sheets", type=Path, nargs="*", default=[], help="folders of flat sheets")
    parser.add_argument("--batch", type=int, default=96)


def run(args: argparse.Namespace) -> int:
    """Train for the wished time; write an averaged checkpoint."""
    sessions = training_sessions(args.photos, args.left_out_fold) if args.photos else []
    pools = _pools(args, sessions)
    print([(p.share, len(p.index)) for p in pools], flush=True)
    patches = FlowerPatches(pools, args.seed)
    loader = DataLoader(patches, args.batch, num_workers=args.workers, prefetch_factor=4)
    stage.Stage(args, FlowerClassifier, sessions, weight_decay=0.05).run(loader, loss_of)
    return 0


def _pools(args: argparse.Namespace, sessions: list[str]) -> list[Pool]:
    pools = []
    if args.photos:
        real = load_photographs(args.photos, sessions, args.pseudo_quads)
        single = load_single_tiles(args.photos)
        pools = [make_pool(0.35, [_upright(p) for p in real], 0.05, among=FLOWERS),
                 make_pool(0.05, single, 0.04, among=FLOWERS)]  # fmt: skip
    for share, folders in ((0.35, args.rendered), (0.25, args.sheets)):
        pictures = [p for f in folders for p in load_rendered(f)]
        pools.append(make_pool(share, pictures, 0.05, 0.8, FLOWERS))
    return [p for p in pools if p.share > 0]


def _upright(picture: LabelledPicture) -> LabelledPicture:
    """The picture without the tiles whose own top left is not known."""
    for i in range(len(picture.codes)):
        if not (picture.upright(i) and picture.quad_known[i]):
            picture.visible[i] = 0.0
    return picture


class FlowerPatches(IterableDataset[tuple[torch.Tensor, int]]):
    """Endless augmented upright patches: (3, 96, 96) uint8 BGR, place in `FLOWERS`."""

    def __init__(self, pools: list[Pool], seed: int) -> None:
        self.pools = pools
        self.seed = seed

    def __iter__(self) -> Iterator[tuple[torch.Tensor, int]]:
        cv2.setNumThreads(0)
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        shares = np.array([p.share for p in self.pools])
        while True:
            pool = self.pools[rng.choice(len(self.pools), p=shares / shares.sum())]
            for k in rng.choice(len(pool.index), 16, p=pool.weights):
                picture, tile = pool.pictures[pool.index[k, 0]], int(pool.index[k, 1])
                quad = jittered(picture.quads[tile], pool.jitter, rng)
                patch = rectify(picture.image, quad[None], SIDE)[0]
                if rng.random() < 0.6:
                    patch = rescale_blur(patch, rng, SMALLEST)
                patch = photometric(patch, rng)
                seen = torch.from_numpy(patch.transpose(2, 0, 1).copy())
                yield seen, FLOWERS.index(picture.codes[tile])


def loss_of(net: torch.nn.Module, batch: stage.Batch) -> tuple[torch.Tensor, dict[str, float]]:
    patch, label = batch
    with stage.arithmetic():
        logits = net(patch.float().to(memory_format=torch.channels_last))
    loss = F.cross_entropy(logits.float(), label, label_smoothing=0.02)
    hit = float((logits.argmax(1) == label).float().mean())
    return loss, {"loss": float(loss.detach()), "hit": hit}
