"""Train the tile classifier on patches of photographs, renders and single-tile pictures."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import torch
from torch.nn import functional as F
from torch.utils.data import DataLoader

from scripts.training.classifier_data import (
    TilePatches,
    load_single_tiles,
    make_pool,
)
from scripts.training.nets import Classifier
from scripts.training.pictures import load_photographs, load_rendered, training_sessions
from scripts.training.train_finder import average, one_cycle, record_of
from vision.reading import LABELS


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the classifier training."""
    parser.add_argument("--photos", type=Path, help="folder of the photographs (boxes.json)")
    parser.add_argument("--rendered", type=Path, nargs="*", default=[], help="rendered folders")
    parser.add_argument("--pages", type=Path, nargs="*", default=[], help="folders of pages")
    parser.add_argument("--sheets", type=Path, nargs="*", default=[], help="folders of flat sheets")
    parser.add_argument("--pseudo-quads", type=Path, help="JSON of quads for boxed photographs")
    parser.add_argument("--flat-share", type=float, default=0.15,
                        help="weight of sheets and of pages beside photographs' 0.4")  # fmt: skip
    parser.add_argument("--left-out-fold", choices="ABCDEF", help="train without this fold")
    parser.add_argument("--no-photographs", action="store_true",
                        help="of --photos use the single tiles alone")  # fmt: skip
    parser.add_argument("--minutes", type=float, default=20.0, help="wall time of this stage")
    parser.add_argument("--rate", type=float, default=2e-3, help="peak learning rate")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="checkpoint to start from")
    parser.add_argument("--out", type=Path, required=True, help="checkpoint to write")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, default=2)


def run(args: argparse.Namespace) -> int:
    """Train for the wished time; write an averaged checkpoint."""
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    boxed = args.photos and not args.no_photographs
    sessions = training_sessions(args.photos, args.left_out_fold) if boxed else []
    pools = []
    if args.photos:
        real = load_photographs(args.photos, sessions, args.pseudo_quads, with_nothing=True)
        pools = [make_pool(0.4, real, 0.07), make_pool(0.1, load_single_tiles(args.photos), 0.05)]
    rendered = [p for folder in args.rendered for p in load_rendered(folder)]
    pools.append(make_pool(0.4, rendered, 0.06))
    for folders in (args.sheets, args.pages):
        flat = [p for folder in folders for p in load_rendered(folder)]
        pools.append(make_pool(args.flat_share, flat, 0.06))
    print([(p.share, len(p.index)) for p in pools], flush=True)
    loader = iter(DataLoader(TilePatches(pools, args.seed), args.batch, num_workers=args.workers,
                             prefetch_factor=4))  # fmt: skip
    net = Classifier(len(LABELS)).to(memory_format=torch.channels_last)
    mean = Classifier(len(LABELS))
    if args.start:
        net.load_state_dict(torch.load(args.start)["net"])
    mean.load_state_dict(net.state_dict())
    optimizer = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=0.03, fused=True)
    begin, step, seen, log = time.time(), 0, 0, {}
    while (progress := (time.time() - begin) / (60 * args.minutes)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = args.rate * one_cycle(progress)
        patch, label, turn = next(loader)
        patch = patch.float().to(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            logits, turns, _ = net(patch)
        loss = F.cross_entropy(logits.float(), label, label_smoothing=0.02)
        known = turn >= 0
        if known.any():
            loss = loss + 0.3 * F.cross_entropy(turns.float()[known], turn[known])
        optimizer.zero_grad(set_to_none=False)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        step, seen = step + 1, seen + len(patch)
        average(mean, net, min(0.998, step / (step + 20)))
        hit = float((logits.argmax(1) == label).float().mean())
        turned = float((turns.argmax(1) == turn)[known].float().mean()) if known.any() else 0.0
        for k, v in {"loss": float(loss), "hit": hit, "turn": turned}.items():
            log[k] = 0.98 * log.get(k, v) + 0.02 * v
        if step % 50 == 0:
            left = args.minutes * (1 - progress)
            text = " ".join(f"{k} {v:.3f}" for k, v in log.items())
            print(f"step {step} {seen / (time.time() - begin):.0f}/s {left:.1f} min left {text}",
                  flush=True)  # fmt: skip
        if step % 500 == 0:
            _save(args, net, mean, sessions, seen)
    _save(args, net, mean, sessions, seen)
    return 0


def _save(
    args: argparse.Namespace,
    net: torch.nn.Module,
    mean: torch.nn.Module,
    sessions: list[str],
    seen: int,
) -> None:
    history = torch.load(args.start)["history"] if args.start else []
    options = record_of(args)
    history = [*history, {"samples": seen, "options": options, "sessions": sessions}]
    trained = sorted({s for h in history for s in h["sessions"]})
    temporary = args.out.with_suffix(".part")
    torch.save({"net": mean.state_dict(), "raw": net.state_dict(), "sessions": trained,
                "history": history}, temporary)  # fmt: skip
    temporary.replace(args.out)
    args.out.with_suffix(".json").write_text(json.dumps(history, indent=1))
