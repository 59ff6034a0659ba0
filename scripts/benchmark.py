"""How long a picture takes, stage by stage, and how much memory.

    python scripts/benchmark.py                 a committed sample, enlarged to 12 megapixels
    python scripts/benchmark.py PHOTO...        these pictures instead
    python scripts/benchmark.py --labels FILE   pictures of a label file, spread evenly over it

Times are medians after warming up, models loaded. `cv2.imread` of the same file stands beside
them, and frames of a camera: one hand, and a table of four hands. Start-up and peak memory are
those of the command as people start it. How many winning hands a second the scorer does stands at
the end; scripts/benchmark_scoring.py measures that alone.

--rival PYTHON also times the package mahjong-detector on the same files. PYTHON is the interpreter
of an environment of its own where `pip install mahjong-detector` was run: its weights are under the
AGPL and must not get into this project.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import benchmark_scoring  # noqa: E402
import cv2  # noqa: E402
import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from plainly import count_of, plainly  # noqa: E402

from scoring import DealError, score_deal  # noqa: E402
from vision.app.dealing import make_deal, tiles_of_players  # noqa: E402
from vision.app.photos import WANTED_SIDE  # noqa: E402
from vision.frames import Picture, load_picture  # noqa: E402
from vision.labels.lines import read_labels  # noqa: E402
from vision.reader import Reader  # noqa: E402
from vision.reading import Reading  # noqa: E402

TWELVE_MEGAPIXELS: Final = (4032, 3024)
FRAME: Final = (1280, 720)
TABLE_TILES: Final = 60
WARM_UP: Final = 3
JPEG_QUALITY: Final = 92
SAMPLES: Final = ROOT / "datasets" / "samples"
COMMAND: Final = "import sys; from vision.app.cli import main; sys.exit(main())"


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("photos", nargs="*", type=Path, metavar="PHOTO")
    made.add_argument("--labels", type=Path, nargs="+", default=[], metavar="FILE",
                      help="label files (labels.jsonl) or their folders")  # fmt: skip
    made.add_argument("--limit", type=count_of, default=8, help="at most so many of --labels")
    made.add_argument("--models", type=Path, help="folder of the models, default those shipped")
    made.add_argument("--threads", type=count_of, default=2)
    made.add_argument("--repeat", type=count_of, default=15, help="timed runs of each kind")
    made.add_argument(
        "--hands", type=int, default=benchmark_scoring.HANDS, help="hands scored for the speed"
    )
    made.add_argument(
        "--rival", metavar="PYTHON", help="Python of an environment with mahjong-detector installed"
    )
    made.add_argument("--json", action="store_true")
    return made


def timed(work: Callable[[], object], repeat: int) -> float:
    """Median milliseconds of some work, warmed up."""
    times = []
    for number in range(WARM_UP + repeat):
        start = time.perf_counter()
        work()
        if number >= WARM_UP:
            times.append(1e3 * (time.perf_counter() - start))
    return median(times)


def settle(reading: Reading) -> bool:
    """Scores and settles what was read; False where no hand is complete."""
    try:
        dealing = make_deal({}, tiles_of_players(reading), score_deal)
        score_deal(dealing.deal)
    except DealError:
        return False
    return True


def time_photo(reader: Reader, path: Path, repeat: int) -> dict[str, Any]:
    """One picture from file to settlement, and `cv2.imread` of the whole of it."""
    stages: list[dict[str, float]] = []

    def whole() -> None:
        start = time.perf_counter()
        picture = load_picture(path, wanted_side=WANTED_SIDE)
        reading = reader.read(picture)
        read = time.perf_counter()
        settle(reading)
        end = time.perf_counter()
        stages.append(
            {**reading.milliseconds, "settle": 1e3 * (end - read), "total": 1e3 * (end - start)}
        )

    timed(whole, repeat)
    stages = stages[WARM_UP:]
    picture = load_picture(path, wanted_side=WANTED_SIDE)
    reading = reader.read(picture)
    return {
        "file": path.name,
        "pixels": [picture.width, picture.height],
        "tiles": len(reading.tiles),
        "settled": settle(reading),
        "milliseconds": medians(stages),
        "cv2.imread": timed(lambda: cv2.imread(str(path)), repeat),
    }


def time_frame(reader: Reader, path: Path, repeat: int) -> dict[str, Any]:
    """The picture as a camera frame of 1280 x 720, decoded already."""
    image = letterboxed(load_picture(path, wanted_side=max(FRAME)).image, FRAME)
    picture = Picture(image, *FRAME, 1.0, path.name)
    stages: list[dict[str, float]] = []
    milliseconds = timed(lambda: stages.append(reader.read(picture).milliseconds), repeat)
    return {
        "file": path.name,
        "tiles": len(reader.read(picture).tiles),
        "milliseconds": milliseconds,
        "stages": medians(stages[WARM_UP:]),
    }


def medians(stages: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The median of every stage over several runs."""
    return {name: median([s[name] for s in stages]) for name in stages[0]}


def time_rival(python: str, photos: Sequence[Path], repeat: int) -> list[float] | None:
    """Median ms of mahjong-detector from file to names, a picture each; None where it fails."""
    task = json.dumps([[str(p) for p in photos], WARM_UP, repeat])
    try:
        done = subprocess.run(
            [python, "-c", _RIVAL, task], capture_output=True, text=True, check=True
        )
        return [float(x) for x in json.loads(done.stdout.splitlines()[-1])]
    except (OSError, subprocess.CalledProcessError, IndexError, ValueError):
        return None


_RIVAL: Final = """
import json, statistics, sys, time
from mahjong_detector import detect_tiles
photos, warm_up, repeat = json.loads(sys.argv[1])
answer = []
for photo in photos:
    times = []
    for _ in range(warm_up + repeat):
        start = time.perf_counter()
        detect_tiles(photo)
        times.append(1e3 * (time.perf_counter() - start))
    answer.append(statistics.median(times[warm_up:]))
print(json.dumps(answer))
"""


def letterboxed(image: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """The whole picture inside a frame of another shape, its border stretched outwards."""
    height, width = image.shape[:2]
    scale = min(size[0] / width, size[1] / height)
    small = cv2.resize(image, (round(width * scale), round(height * scale)))
    right, below = size[0] - small.shape[1], size[1] - small.shape[0]
    framed = cv2.copyMakeBorder(
        small, below // 2, below - below // 2, right // 2, right - right // 2, cv2.BORDER_REPLICATE
    )
    return np.asarray(framed, np.uint8)


def enlarged(path: Path, folder: Path) -> Path:
    """A sample as a 12-megapixel JPEG."""
    image = letterboxed(load_picture(path).image, TWELVE_MEGAPIXELS)
    target = folder / f"{path.stem}-12-megapixels.jpg"
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    target.write_bytes(data.tobytes())
    return target


def command(*arguments: str) -> tuple[float, float | None]:
    """Seconds that the command takes and its peak memory in MB, None where nobody tells.

    A process of its own starts the command, so that the memory is that command's alone.
    """
    program = [sys.executable, "-c", COMMAND, *arguments]
    start = time.perf_counter()
    process = subprocess.run(
        [sys.executable, "-c", _PROBE, json.dumps(program)],
        capture_output=True, text=True, cwd=ROOT, check=False,
    )  # fmt: skip
    seconds = time.perf_counter() - start
    try:
        answer = json.loads(process.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        return seconds, None
    return answer["seconds"], answer["megabytes"]


_PROBE: Final = """
import json, subprocess, sys, time
start = time.perf_counter()
subprocess.run(json.loads(sys.argv[1]), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
seconds = time.perf_counter() - start
try:
    import resource
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    megabytes = peak / (2**20 if sys.platform == "darwin" else 2**10)
except ImportError:
    megabytes = None
print(json.dumps({"seconds": seconds, "megabytes": megabytes}))
"""


def time_command(photo: Path, args: argparse.Namespace) -> dict[str, Any]:
    """Start-up and memory of the command."""
    options = ["--threads", str(args.threads)]
    if args.models:
        options += ["--models", str(args.models)]
    starts = [command("--version")[0] for _ in range(5)]
    runs = [command("score", str(photo), *options) for _ in range(3)]
    known = [megabytes for _, megabytes in runs if megabytes is not None]
    return {
        "start-up, s": median(starts),
        "score, start to end, s": median([seconds for seconds, _ in runs]),
        "peak memory, MB": max(known) if known else None,
    }


def benchmark(args: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """Everything that is measured."""
    named = [*args.photos, *labelled(args.labels, args.limit)]
    photos = named or [enlarged(sample(), folder)]
    framed = named or [photos[0], sample(players=4)]
    cv2.setNumThreads(args.threads)
    start = time.perf_counter()
    reader = Reader.load(args.models, args.threads)
    loading = 1e3 * (time.perf_counter() - start)
    return {
        "threads": args.threads,
        "loading the models, ms": loading,
        "pictures": [time_photo(reader, photo, args.repeat) for photo in photos],
        "frames": [time_frame(reader, photo, args.repeat) for photo in framed],
        "mahjong-detector": time_rival(args.rival, photos, args.repeat) if args.rival else None,
        "command": time_command(photos[0], args),
        "scoring, hands/s": benchmark_scoring.scoring_speeds(args.hands, benchmark_scoring.SEED),
    }


def labelled(files: Sequence[Path], limit: int) -> list[Path]:
    """At most ``limit`` pictures of label files, spread evenly over them."""
    paths = [
        (file if file.is_dir() else file.parent) / label.file
        for file in files
        for label in read_labels(file)
    ]
    count = min(limit, len(paths))
    return [paths[k * len(paths) // count] for k in range(count)]


def sample(players: int = 1) -> Path:
    """The first committed sample of one complete hand, or of four players with about 60 tiles.

    Raises:
        FileNotFoundError: there is none.
    """
    labels = SAMPLES / "labels.jsonl"
    text = labels.read_text(encoding="utf-8") if labels.is_file() else ""
    fitting = [
        label
        for label in map(json.loads, text.splitlines())
        if len(label.get("players", [])) == players
        and (players > 1 or len(label["players"][0]["concealed"]) == 14)
    ]
    if not fitting:
        raise FileNotFoundError(
            f"{labels} lists no such hands; name a picture on the command line."
        )
    best = fitting[0] if players == 1 else min(fitting, key=_from_sixty)
    return SAMPLES / str(best["file"])


def _from_sixty(label: Mapping[str, Any]) -> int:
    return abs(len(label["tiles"]) - TABLE_TILES)


def to_text(figures: dict[str, Any]) -> str:
    """The figures for people."""
    lines = [
        f"{figures['threads']} threads; models load in {figures['loading the models, ms']:.0f} ms"
    ]
    for photo in figures["pictures"]:
        stages = ", ".join(f"{k} {v:.1f}" for k, v in photo["milliseconds"].items())
        width, height = photo["pixels"]
        settled = "settled" if photo["settled"] else "no complete hand to settle"
        lines.append(f"{photo['file']} {width} x {height}, {photo['tiles']} tiles, {settled}")
        lines.append(f"  ms: {stages}; cv2.imread {photo['cv2.imread']:.1f}")
    for frame in figures["frames"]:
        name = f"{FRAME[0]} x {FRAME[1]} frame of {frame['file']}, {frame['tiles']} tiles"
        stages = ", ".join(f"{k} {v:.1f}" for k, v in frame["stages"].items() if k != "decode")
        lines.append(f"{name}: {frame['milliseconds']:.1f} ms ({stages})")
    if figures["mahjong-detector"] is not None:
        times = ", ".join(f"{ms:.1f}" for ms in figures["mahjong-detector"])
        lines.append(f"mahjong-detector, the same files, file to names, ms: {times}")
    else:
        lines.append("(mahjong-detector was not measured; --rival PYTHON names its environment)")
    for name, value in figures["command"].items():
        lines.append(f"{name}: {'-' if value is None else format(value, '.2f')}")
    lines.append(benchmark_scoring.to_text(figures["scoring, hands/s"]))
    return "\n".join(lines)


@plainly()
def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command; answers the exit status."""
    args = parser().parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        figures = benchmark(args, Path(folder))
    print(json.dumps(figures, indent=1) if args.json else to_text(figures))
    return 0


if __name__ == "__main__":
    sys.exit(main())
