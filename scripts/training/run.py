"""From label files to a model folder: split, train, export, calibrate, compare, write the card.

    python scripts/train.py run --labels mine/labels.jsonl --out mymodels --minutes 8
    tilescore score hand.jpg --models mymodels

Begins with the shipped weights, so that some labelled pictures of a new set and some minutes are
enough. Pictures are held out by whole sessions: half of them watch the training, the other half
tell whether the new models read better than the old ones. An interrupted command is repeated as it
was and goes on. With --install the models are put in place, unless they are worse on any tracked
set: the sets of the label files, the pictures of --track, and the samples in datasets/samples.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from scripts.evaluation.labels import as_photo
from scripts.training.calibrate import (
    best_temperature,
    calibration_error,
    calibration_loss,
    tiles_seen,
)
from scripts.training.card import model_card
from scripts.training.comparing import Verdict, compare, tracked
from scripts.training.install import install, user_folder
from scripts.training.labelled import Pictures, load_one, with_quads
from scripts.training.photo_labels import spread
from scripts.training.replay import drawn_pictures, rendered_folder
from scripts.training.run_plan import (
    NETS,
    SAMPLES,
    SHIPPED,
    Plan,
    fingerprint,
    make_plan,
    open_folder,
    start_folder,
)
from vision.labels.lines import read_labels, write_whole
from vision.reader import Reader

FEWEST_TILES: Final = 200
"""Held-out tiles that a new temperature needs."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of a run."""
    parser.description = __doc__
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add = parser.add_argument
    add("--labels", type=Path, nargs="+", required=True, metavar="FILE",
        help="label files (labels.jsonl) or their folders")  # fmt: skip
    add("--out", type=Path, required=True, metavar="DIR", help="model folder to write")
    add("--start", default="shipped", metavar="MODELS",
        help="shipped (default), the folder of other models, or scratch")  # fmt: skip
    add("--minutes", type=float, default=8.0, help="at most so long for both networks, default 8")
    add("--steps", type=int, help="at most so many steps for each network; no limit by default")
    add("--only", choices=NETS, help="train this one, copy the other")
    add("--rendered", type=Path, nargs="+", default=[], metavar="DIR",
        help="rendered folders to mix in (scripts/render.py bulk)")  # fmt: skip
    add("--render", type=int, default=0, metavar="N",
        help="render N scenes to mix in; needs the extra render")  # fmt: skip
    add("--rendered-limit", type=int, default=600, help="scenes used at most, default 600")
    add("--flat", type=int, default=30, metavar="N",
        help="flat sheets and pages to draw and mix in, default 30 of each")  # fmt: skip
    add("--hold-out", nargs="+", default=[], metavar="NAME", help="sessions or sets to hold out")
    add("--share", type=float, default=0.25, help="of the pictures to hold out, default 0.25")
    add("--track", type=Path, nargs="+", default=[], metavar="FILE",
        help="more label files that the models must not get worse on")  # fmt: skip
    add("--against", type=Path, metavar="DIR",
        help="models to compare with; default those it starts from, else the shipped")  # fmt: skip
    add("--rate", type=float, help="peak learning rate")
    add("--seed", type=int, default=1)
    add("--threads", type=int, default=2)
    add("--workers", type=int, default=2, help="processes that prepare pictures, default 2")
    add("--restart", action="store_true", help="forget what --out holds of an earlier run")
    add("--install", nargs="?", const="", metavar="DIR",
        help="put the models into DIR, by default the user's own model folder")  # fmt: skip
    add("--force", action="store_true", help="install models that are worse or not measured")


def run(args: argparse.Namespace) -> int:
    """All steps; each says what it does."""
    from scripts.training import run_nets  # torch, which the rest can do without

    start = start_folder(args.start)
    plan = make_plan(args.labels, args.share, args.seed, args.hold_out)
    for note in plan.notes:
        _say(note)
    if open_folder(args.out, fingerprint(args), args.restart):
        _say(f"{args.out} holds this training already; it goes on.")
    _say(f"training: {plan.counted(plan.training)}")
    _say(f"watched while training: {plan.counted(plan.watched)}")
    _say(f"measured in the end: {plan.counted(plan.measured)}")

    reader = Reader.load(start or SHIPPED, args.threads)
    training, watched = _load(plan, plan.training, reader), _load(plan, plan.watched, reader)
    rendered = _rendered(args)
    flat = drawn_pictures(args.out / "work", args.flat, args.seed, _say)
    material = run_nets.Material(training, watched, rendered, *flat)
    states, records = {}, {}
    for name in run_nets.chosen(args.only):
        states[name], records[name] = run_nets.train(name, plan, material, start, args)
    temperature = reader.classifier.temperature if start else 1.0
    run_nets.write_models(states, start, temperature, args.out)
    fitted = calibration(args.out, watched, args.threads)
    if fitted["fitted"]:
        run_nets.set_temperature(args.out, fitted["temperature"])
    replayed = {"rendered scenes": len(rendered), "flat sheets": len(flat[0]),
                "printed pages": len(flat[1])}  # fmt: skip
    results = {
        "date": str(date.today()),
        "start": args.start,
        "nets": records,
        "calibration": fitted,
        "replayed": {k: v for k, v in replayed.items() if v},
    }
    return conclude(plan, args, results)


def conclude(plan: Plan, args: argparse.Namespace, results: dict[str, Any]) -> int:
    """Compares the finished models, writes the card and installs them if asked to."""
    against = args.against or start_folder(args.start) or SHIPPED
    photos = [as_photo(p, plan.folder_of(p)) for p in plan.measured]
    verdict = compare(against, args.out, tracked(photos, args.track, SAMPLES), args.threads)
    name = "shipped" if against == SHIPPED else against.name
    results = {**results, "against": name, "verdict": verdict.sentence}
    card = model_card(plan, verdict, results, command_of(args), args.out)
    write_whole(args.out / "README.md", card.encode())
    write_whole(args.out / "results.json", json.dumps(
        {**results, "tracked": [
            {"name": r.name, "before": r.before.to_json(), "after": r.after.to_json()}
            for r in verdict.rows
        ], "notes": [*plan.notes, *verdict.notes]}, indent=1,
    ).encode())  # fmt: skip
    _print_verdict(verdict, args.out)
    if args.install is not None:
        folder = Path(args.install) if args.install else user_folder()
        print(install(args.out, folder, verdict, args.force))
    return 0


def _print_verdict(verdict: Verdict, out: Path) -> None:
    for line in [*verdict.notes, *(r.sentence for r in verdict.rows)]:
        print(line)
    print(verdict.sentence)
    print(f"Models and card lie in {out}; try them with: tilescore score PHOTO --models {out}")


def calibration(models: Path, watched: Pictures, threads: int) -> dict[str, Any]:
    """The temperature that suits the held-out tiles, if they are enough."""
    reader = Reader.load(models, threads)
    before = reader.classifier.temperature
    seen = tiles_seen(reader, watched)
    if len(seen[1]) < FEWEST_TILES:
        why = f"not fitted: {len(seen[1])} held-out tiles are too few"
        return {"fitted": False, "temperature": before, "why": why}
    best = best_temperature(seen, before)
    gain = calibration_loss(seen, 1.0) - calibration_loss(seen, best / before)
    if gain <= 0:
        return {"fitted": False, "temperature": before, "why": "which suits the held-out tiles"}
    return {
        "fitted": True, "temperature": best, "tiles": len(seen[1]),
        "error_before": calibration_error(seen), "error": calibration_error(seen, best / before),
    }  # fmt: skip


def _load(plan: Plan, labels: Sequence[Any], reader: Reader) -> Pictures:
    pictures = [load_one(label, plan.folder_of(label) / label.file) for label in labels]
    pictures, number = with_quads(pictures, reader)
    if number:
        _say(f"{number} boxes became quads, fitted by the finder.")
    return pictures


def _rendered(args: argparse.Namespace) -> Pictures:
    folders = list(args.rendered)
    if args.render:
        folders.append(rendered_folder(args.out / "work", args.render, args.seed))
    found = [(label, folder) for folder in folders for label in read_labels(folder)]
    files = {id(label): folder for label, folder in found}
    chosen = spread([label for label, _ in found], args.rendered_limit)
    return [load_one(label, files[id(label)] / label.file) for label in chosen]


def command_of(args: argparse.Namespace) -> str:
    """The command that made this, folders by their names only."""
    words = ["python", "scripts/train.py", "run"]
    left_out = ("run", "install", "force", "restart", "threads", "workers")
    for key, value in vars(args).items():
        if key in left_out or value in (None, [], False):
            continue
        values = value if isinstance(value, list) else [value]
        words += [f"--{key.replace('_', '-')}", *(_name(v) for v in values)]
    return shlex.join(words)


def _name(value: object) -> str:
    return value.name if isinstance(value, Path) else str(value)


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
