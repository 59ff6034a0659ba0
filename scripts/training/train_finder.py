"""Train the finder network; a checkpoint every few hundred steps, resumable stage by stage."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import torch
from torch.utils.data import DataLoader

from scripts.training.finder_data import FinderCrops
from scripts.training.finder_loss import finder_loss
from scripts.training.nets import Finder
from scripts.training.pictures import load_photographs, load_rendered, training_sessions

PAGES_SHARE = 0.06
"""Weight of printed pages beside 1 for all else."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the finder training."""
    parser.add_argument("--photos", type=Path, help="folder of the photographs (boxes.json)")
    parser.add_argument("--rendered", type=Path, nargs="*", default=[], help="rendered folders")
    parser.add_argument("--pages", type=Path, nargs="*", default=[], help="folders of pages")
    parser.add_argument("--pseudo-quads", type=Path, help="JSON of quads for boxed photographs")
    parser.add_argument("--left-out-fold", choices="ABCDEF", help="train without this fold")
    parser.add_argument("--real-share", type=float, default=0.5)
    parser.add_argument("--minutes", type=float, default=30.0, help="wall time of this stage")
    parser.add_argument("--rate", type=float, default=2.5e-3, help="peak learning rate")
    parser.add_argument("--sizes", type=float, nargs=2, default=(12.0, 120.0), metavar="PX")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="checkpoint to start from")
    parser.add_argument("--out", type=Path, required=True, help="checkpoint to write")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, default=2)


def run(args: argparse.Namespace) -> int:
    """Train for the wished time with a one-cycle rate; write an averaged checkpoint."""
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    sessions = training_sessions(args.photos, args.left_out_fold) if args.photos else []
    real = load_photographs(args.photos, sessions, args.pseudo_quads) if args.photos else []
    rendered = [p for folder in args.rendered for p in load_rendered(folder)]
    print(
        f"{len(real)} photographs of {len(sessions)} sessions, {len(rendered)} rendered", flush=True
    )
    pages = [p for folder in args.pages for p in load_rendered(folder)]
    pools = [(args.real_share, real), (1 - args.real_share, rendered), (PAGES_SHARE, pages)]
    data = FinderCrops(pools, args.seed, tuple(args.sizes))
    loader = iter(DataLoader(data, 16, num_workers=args.workers, prefetch_factor=4))
    net = Finder().to(memory_format=torch.channels_last)
    mean = Finder()
    if args.start:
        net.load_state_dict(torch.load(args.start)["net"])
    mean.load_state_dict(net.state_dict())
    optimizer = torch.optim.AdamW(net.parameters(), args.rate, weight_decay=0.01, fused=True)
    begin, step, seen, log = time.time(), 0, 0, {}
    while (progress := (time.time() - begin) / (60 * args.minutes)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = args.rate * one_cycle(progress)
        image, ids, rows = next(loader)
        image = image.float().to(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            maps = net(image)
        loss, parts = finder_loss(maps, ids, rows)
        optimizer.zero_grad(set_to_none=False)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        step, seen = step + 1, seen + len(image)
        average(mean, net, min(0.998, step / (step + 20)))
        for k, v in parts.items():
            log[k] = 0.98 * log.get(k, v) + 0.02 * v
        if step % 50 == 0:
            left = args.minutes * (1 - progress)
            text = " ".join(f"{k} {v:.3f}" for k, v in log.items())
            print(f"step {step} {seen / (time.time() - begin):.0f}/s {left:.1f} min left {text}",
                  flush=True)  # fmt: skip
        if step % 400 == 0:
            _save(args, net, mean, sessions, seen)
    _save(args, net, mean, sessions, seen)
    return 0


def one_cycle(progress: float) -> float:
    """Share of the peak rate at ``progress`` 0..1: short warm-up, cosine down."""
    warm = min(1.0, progress / 0.04)
    return warm * (0.5 * (1 + float(torch.cos(torch.tensor(progress * torch.pi)))) + 0.01)


@torch.no_grad()
def average(mean: torch.nn.Module, net: torch.nn.Module, keep: float) -> None:
    """Move the running mean of the weights towards the net."""
    for a, b in zip(mean.state_dict().values(), net.state_dict().values(), strict=True):
        if a.dtype.is_floating_point:
            a.lerp_(b, 1 - keep)
        else:
            a.copy_(b)


def record_of(args: argparse.Namespace) -> dict[str, str]:
    """The options of a run as text, folders by their name only."""

    def text(value: object) -> str:
        if isinstance(value, list | tuple):
            return " ".join(text(v) for v in value)
        return value.name if isinstance(value, Path) else str(value)

    return {k: text(v) for k, v in vars(args).items() if k != "run"}


def _save(
    args: argparse.Namespace,
    net: torch.nn.Module,
    mean: torch.nn.Module,
    sessions: list[str],
    seen: int,
) -> None:
    history = torch.load(args.start)["history"] if args.start else []
    options = record_of(args)
    record = {"samples": seen, "options": options}
    trained = sorted({s for h in history for s in h.get("sessions", [])} | set(sessions))
    state = {
        "net": mean.state_dict(),
        "raw": net.state_dict(),
        "sessions": trained,
        "history": [*history, {**record, "sessions": sessions}],
    }
    temporary = args.out.with_suffix(".part")
    torch.save(state, temporary)
    temporary.replace(args.out)
    args.out.with_suffix(".json").write_text(json.dumps(state["history"], indent=1))
