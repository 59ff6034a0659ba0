"""Train the finder network on photographs, renders and pages; resumable stage by stage."""

from __future__ import annotations

import argparse

import torch
from torch.utils.data import DataLoader

from scripts.training import stage
from scripts.training.finder_data import FinderCrops
from scripts.training.finder_loss import finder_loss
from scripts.training.nets import Finder
from scripts.training.pictures import load_photographs, load_rendered, training_sessions

PAGES_SHARE = 0.06
"""Weight of printed pages beside 1 for all else."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the finder training."""
    stage.add_arguments(parser, minutes=30.0, rate=2.5e-3)
    parser.add_argument("--real-share", type=float, default=0.5)
    parser.add_argument("--sizes", type=float, nargs=2, default=(12.0, 120.0), metavar="PX")


def run(args: argparse.Namespace) -> int:
    """Train for the wished time; write an averaged checkpoint."""
    sessions = training_sessions(args.photos, args.left_out_fold) if args.photos else []
    real = load_photographs(args.photos, sessions, args.pseudo_quads) if args.photos else []
    rendered = [p for folder in args.rendered for p in load_rendered(folder)]
    pages = [p for folder in args.pages for p in load_rendered(folder)]
    print(
        f"{len(real)} photographs of {len(sessions)} sessions, {len(rendered)} rendered", flush=True
    )
    pools = [(args.real_share, real), (1 - args.real_share, rendered), (PAGES_SHARE, pages)]
    data = FinderCrops(pools, args.seed, tuple(args.sizes))
    loader = DataLoader(data, 16, num_workers=args.workers, prefetch_factor=4)
    stage.Stage(args, Finder, sessions, weight_decay=0.01).run(loader, loss_of)
    return 0


def loss_of(net: torch.nn.Module, batch: stage.Batch) -> tuple[torch.Tensor, dict[str, float]]:
    image, ids, rows = batch
    with stage.arithmetic():
        maps = net(image.float().to(memory_format=torch.channels_last))
    return finder_loss(maps, ids, rows)
