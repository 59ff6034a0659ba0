"""Train the tile classifier on patches of photographs, renders and single-tile pictures."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import torch
from torch.nn import functional as F
from torch.utils.data import DataLoader

from scripts.training import stage
from scripts.training.classifier_data import Pool, TilePatches, load_single_tiles, make_pool
from scripts.training.nets import Classifier
from scripts.training.pictures import load_photographs, load_rendered, training_sessions
from vision.reading import LABELS

TURN_WEIGHT = 0.3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the classifier training."""
    stage.add_arguments(parser, minutes=20.0, rate=2e-3)
    parser.add_argument("--sheets", type=Path, nargs="*", default=[], help="folders of flat sheets")
    parser.add_argument("--flat-share", type=float, default=0.15,
                        help="weight of sheets and of pages beside photographs' 0.4")  # fmt: skip
    parser.add_argument("--no-photographs", action="store_true",
                        help="of --photos use the single tiles alone")  # fmt: skip
    parser.add_argument("--batch", type=int, default=128)


def run(args: argparse.Namespace) -> int:
    """Train for the wished time; write an averaged checkpoint."""
    boxed = args.photos and not args.no_photographs
    sessions = training_sessions(args.photos, args.left_out_fold) if boxed else []
    pools = _pools(args, sessions)
    print([(p.share, len(p.index)) for p in pools], flush=True)
    loader = DataLoader(
        TilePatches(pools, args.seed), args.batch, num_workers=args.workers, prefetch_factor=4
    )
    stage.Stage(args, partial(Classifier, len(LABELS)), sessions, weight_decay=0.03).run(
        loader, loss_of
    )
    return 0


def _pools(args: argparse.Namespace, sessions: list[str]) -> list[Pool]:
    pools = []
    if args.photos:
        real = load_photographs(args.photos, sessions, args.pseudo_quads, with_nothing=True)
        pools = [make_pool(0.4, real, 0.07), make_pool(0.1, load_single_tiles(args.photos), 0.05)]
    for share, folders in (
        (0.4, args.rendered),
        (args.flat_share, args.sheets),
        (args.flat_share, args.pages),
    ):
        pools.append(make_pool(share, [p for f in folders for p in load_rendered(f)], 0.06))
    return pools


def loss_of(net: torch.nn.Module, batch: stage.Batch) -> tuple[torch.Tensor, dict[str, float]]:
    patch, label, turn = batch
    with stage.arithmetic():
        logits, turns, _ = net(patch.float().to(memory_format=torch.channels_last))
    loss = F.cross_entropy(logits.float(), label, label_smoothing=0.02)
    known = turn >= 0
    turned = 0.0
    if known.any():
        loss = loss + TURN_WEIGHT * F.cross_entropy(turns.float()[known], turn[known])
        turned = float((turns.argmax(1) == turn)[known].float().mean())
    hit = float((logits.argmax(1) == label).float().mean())
    return loss, {"loss": float(loss.detach()), "hit": hit, "turn": turned}
