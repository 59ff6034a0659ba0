"""How the live camera does on films: ``scripts/watch_films.py FOLDER``.

FOLDER is what ``scripts/render.py video --out FOLDER --count N`` wrote. Every frame of each film is
read in film time, as a camera would be by a machine that keeps up. Told are wrong takes (another
hand than lies there, one that is not complete, or the same twice), complete hands that were missed,
the time from the last movement to "ready", and what reading a frame takes.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import cv2  # noqa: E402
import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from plainly import count_of, plainly  # noqa: E402

from vision.app.live.frame_reader import FrameReader  # noqa: E402
from vision.app.live.pending import Taken  # noqa: E402
from vision.app.live.watching import TableWatch  # noqa: E402
from vision.frames import Picture  # noqa: E402
from vision.hand_builder import LayoutOptions  # noqa: E402
from vision.reader import Reader  # noqa: E402
from vision.reading import Reading  # noqa: E402

Tiles = Counter[str]


@dataclass(frozen=True, slots=True)
class Watched:
    """What became of one film."""

    film: str
    complete: bool
    takes: tuple[int, ...]
    """Frames at which something was taken."""
    wrong: int
    """Takes that should not have been, or that read other tiles."""
    seconds_to_ready: float | None
    """From the last movement of the laying hand to the take."""
    last_state: str
    readable: bool
    """Whether its last frame, read as a single picture, is right and without doubt."""
    frames: int
    wall_seconds: float
    cpu_seconds: float

    @property
    def missed(self) -> bool:
        """Whether a complete hand was not taken."""
        return self.complete and not self.takes


def parser() -> argparse.ArgumentParser:
    """The command line."""
    made = argparse.ArgumentParser(prog="watch_films.py", description=__doc__)
    made.add_argument("folder", type=Path)
    made.add_argument("--limit", type=count_of, help="only the first N films")
    made.add_argument("--models", type=Path, help="the recogniser's models")
    made.add_argument("--threads", type=count_of, default=2)
    made.add_argument("--json", action="store_true", help="one line per film")
    return made


def watch(reader: Reader, row: dict[str, Any], folder: Path) -> Watched:
    """Plays one film to the camera."""
    table = TableWatch(FrameReader(reader), LayoutOptions())
    takes: list[tuple[int, Taken]] = []
    state, frames = "", 0
    wall = cpu = 0.0
    for frames, image in enumerate(frames_of(folder / row["file"]), 1):
        start, start_cpu = time.perf_counter(), time.process_time()
        seeing = table.look(image, frames / row["fps"])
        wall += time.perf_counter() - start
        cpu += time.process_time() - start_cpu
        state = seeing.state.text
        if seeing.taken is not None:
            takes.append((frames - 1, seeing.taken))
    right = [
        row["complete"] and tiles_read(taken.reading({})) == tiles_there(row) for _, taken in takes
    ]
    first = takes[0][0] if takes else None
    return Watched(
        film=row["film"],
        complete=row["complete"],
        takes=tuple(number for number, _ in takes),
        wrong=len(takes) - min(1, sum(right)),
        seconds_to_ready=None if first is None else (first - row["still_from"]) / row["fps"],
        last_state=state,
        readable=is_readable(reader, image, row),
        frames=frames,
        wall_seconds=wall,
        cpu_seconds=cpu,
    )


def frames_of(path: Path) -> Iterator[NDArray[np.uint8]]:
    """The film's frames, (H, W, 3) uint8 BGR."""
    capture = cv2.VideoCapture(str(path))
    while True:
        there, image = capture.read()
        if not there:
            return
        yield np.asarray(image, np.uint8)


def tiles_there(row: dict[str, Any]) -> tuple[Tiles, Tiles]:
    """The tiles of the film's player: in hand with flowers, and set by set."""
    codes = {tile["id"]: tile["code"] for tile in row["tiles"]}
    (player,) = row["players"]
    loose = [codes[t] for t in (*player["concealed"], *player["flowers"])]
    return Counter(loose), Counter("".join(sorted(s["codes"])) for s in player["sets"])


def is_readable(reader: Reader, image: NDArray[np.uint8], row: dict[str, Any]) -> bool:
    """Whether a frame, (H, W, 3) uint8 BGR, is read rightly and without doubt by itself."""
    height, width = image.shape[:2]
    reading = reader.read(Picture(image, width, height, 1.0, row["film"]))
    return not reading.doubtful and tiles_read(reading) == tiles_there(row)


def tiles_read(reading: Reading) -> tuple[Tiles, Tiles]:
    """The same of a reading; nothing where it sees several players, or none."""
    codes = {tile.id: tile.code for tile in reading.tiles}
    if len(reading.players) != 1:
        return Counter(), Counter()
    (player,) = reading.players
    loose = [codes[t] for t in (*player.concealed, *player.flowers)]
    return Counter(loose), Counter("".join(sorted(s.codes)) for s in player.sets)


def to_text(films: Sequence[Watched]) -> str:
    """The figures for people."""
    waits = sorted(f.seconds_to_ready for f in films if f.seconds_to_ready is not None)
    frames = sum(f.frames for f in films)
    rate = frames / max(sum(f.wall_seconds for f in films), 1e-9)
    cpu = 1e3 * sum(f.cpu_seconds for f in films) / max(frames, 1)
    complete = sum(f.complete for f in films)
    clear = [f for f in films if f.complete and f.readable]
    lines = [
        f"{len(films)} films, {complete} of them with a complete hand",
        f"wrong takes: {sum(f.wrong for f in films)}",
        f"missed: {sum(f.missed for f in films)} of {complete}; of the "
        f"{len(clear)} that a single still picture shows rightly and without doubt: "
        f"{sum(f.missed for f in clear)}",
        f"frames read per second: {rate:.1f}; processor time per frame: {cpu:.1f} ms",
    ]
    if waits:
        ninth = waits[min(len(waits) - 1, round(0.9 * len(waits)))]
        lines.append(f"from still to ready: median {median(waits):.2f} s, 90 % {ninth:.2f} s")
    lines += [f"  wrong: {f.film} at {f.takes}" for f in films if f.wrong]
    lines += [f"  missed: {f.film}: {f.last_state}" for f in films if f.missed]
    return "\n".join(lines)


@plainly()
def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command; answers the exit status."""
    args = parser().parse_args(argv)
    lines = (args.folder / "labels.jsonl").read_text(encoding="utf-8").splitlines()
    cv2.setNumThreads(args.threads)
    reader = Reader.load(args.models, args.threads)
    films = []
    for line in lines[: args.limit]:
        films.append(watch(reader, json.loads(line), args.folder))
        if args.json:
            print(json.dumps({k: getattr(films[-1], k) for k in Watched.__slots__}), flush=True)
        else:
            print(f"\r{len(films)} films", end="", file=sys.stderr, flush=True)
    if not args.json:
        print("\n" + to_text(films))
    return 0


if __name__ == "__main__":
    sys.exit(main())
