"""The command line of the scene generator."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from scripts.plainly import count_of, plainly
from scripts.rendering.arrangements import MEASURED
from scripts.rendering.artwork import artwork_designs
from scripts.rendering.bulk import BulkJob, run
from scripts.rendering.film_stories import sample_story, stories
from scripts.rendering.samples import make_samples
from scripts.rendering.video import make_films


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    try:
        size = int(width), int(height)
    except ValueError:
        raise argparse.ArgumentTypeError("give a size like 640x480") from None
    if min(size) < 64 or max(size) > 4096:
        raise argparse.ArgumentTypeError("sides must be 64 to 4096 px")
    return size


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="render.py", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    _add_job(commands.add_parser("bulk", help="many rasterised training pictures"))
    real = commands.add_parser("realistic", help="fewer, path-traced pictures of the same kind")
    _add_job(real)
    real.add_argument("--samples", type=count_of, default=24, help="light paths per pixel")
    again = commands.add_parser("samples", help="the pictures of datasets/samples again")
    again.add_argument("--out", type=Path, required=True, help="folder, made if missing")
    again.add_argument("--only", help="name of a single sample")
    films = commands.add_parser("video", help="films of hands being laid down, for the live camera")
    films.add_argument("--out", type=Path, required=True, help="folder, made if missing")
    films.add_argument("--count", type=count_of, default=1)
    films.add_argument("--seed", type=int, default=1)
    films.add_argument("--size", type=_size, default=(1280, 720), help="WxH, default 1280x720")
    films.add_argument("--fps", type=float, default=25.0)
    films.add_argument("--sample", action="store_true", help="only the film of the tests")
    films.add_argument("--codec", default="MJPG:avi", help="FOURCC:suffix, default MJPG:avi")
    return parser


def _add_job(bulk: argparse.ArgumentParser) -> None:
    bulk.add_argument("--out", type=Path, required=True, help="folder, made if missing")
    bulk.add_argument("--count", type=count_of, required=True)
    bulk.add_argument("--seed", type=int, default=1)
    bulk.add_argument("--processes", type=count_of, default=2)
    bulk.add_argument("--size", type=_size, default=(640, 480), help="WxH, default 640x480")
    bulk.add_argument("--sets", type=count_of, default=400, help="number of physical sets")
    bulk.add_argument("--varied", type=float, default=0.3, help="share of sets whose figures are "
                      "composed at random, default 0.3")  # fmt: skip
    bulk.add_argument("--faces", type=Path, help="folder of photographed tile crops to mix in")
    bulk.add_argument("--only", choices=sorted(MEASURED), default="",
                      help="one kind of arrangement, wholly in the picture")  # fmt: skip
    bulk.add_argument("--surfaces", type=Path, help="folder of photographs of empty tables")


@plainly(RuntimeError)
def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; answers the exit status."""
    options = _parser().parse_args(argv)
    if options.command == "samples":
        make_samples(options.out, options.only)
    elif options.command == "video":
        _films(options)
    else:
        _bulk(options)
    return 0


def _films(options: argparse.Namespace) -> None:
    codec, _, suffix = options.codec.partition(":")
    if options.sample:
        told = iter([sample_story(options.size, options.fps)])
    else:
        told = stories(options.count, options.seed, options.size, artwork_designs(), options.fps)
    make_films(options.out, told, codec, suffix or "avi")


def _bulk(options: argparse.Namespace) -> None:
    job = BulkJob(
        out=options.out,
        count=options.count,
        seed=options.seed,
        size=options.size,
        sets=options.sets,
        varied=options.varied,
        faces=options.faces,
        surfaces=options.surfaces,
        only=options.only,
        samples=getattr(options, "samples", 0),
    )
    run(job, options.processes)
