"""Makes thousands of pictures with their truth, in several processes, and can be resumed."""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scripts.rendering.artwork import artwork_designs
from scripts.rendering.compose import Composed, SetShelf, compose
from scripts.rendering.pathtrace import PathTracer, Quality
from scripts.rendering.photographed import photographed_designs
from scripts.rendering.postprocess import exposed
from scripts.rendering.raster import Rasteriser, Rendered, crevice_shade
from scripts.rendering.textures import backdrop
from scripts.rendering.truth import labels


@dataclass(frozen=True, slots=True)
class BulkJob:
    """What to make; picture ``i`` depends on ``seed`` and ``i`` alone."""

    out: Path
    count: int
    seed: int
    size: tuple[int, int] = (640, 480)
    sets: int = 400
    varied: float = 0.0
    """Share of the sets whose figures are composed at random."""
    faces: Path | None = None
    """Folder of photographed tile crops to mix in (their pictures are not for the repository)."""
    surfaces: Path | None = None
    """Folder of photographs of tables without tiles."""
    only: str = ""
    """Name of one kind of arrangement (`arrangements.MEASURED`); empty: those of training."""
    samples: int = 0
    """Light paths per pixel; 0 draws with OpenGL instead."""


class Studio:
    """One process's renderer and sets."""

    def __init__(self, job: BulkJob) -> None:
        cv2.setNumThreads(1)
        self._job = job
        designs = [*artwork_designs(), *photographed_designs(job.faces)]
        self._shelf = SetShelf(designs, job.seed, job.sets, job.varied)
        self._surfaces = tuple(sorted(job.surfaces.glob("*.jpg"))) if job.surfaces else ()
        self._raster = Rasteriser()
        self._tracer = PathTracer() if job.samples else None

    def make(self, index: int) -> dict[str, Any]:
        """Draws picture ``index``, writes it, and answers its truth."""
        job = self._job
        rng = np.random.default_rng([job.seed, index])
        composed = compose(self._shelf, rng, job.size, self._surfaces, job.only)
        drawn = self._raster.draw(composed.scene)
        light = self._light(composed, drawn, index)
        if rng.random() < 0.5:
            room = (backdrop(rng, job.size).astype(np.float32) / 255) ** 2
            light = np.where((drawn.depth <= 0)[..., None], room, light)
        picture = exposed(light, drawn.depth, composed.optics, rng)
        name = f"{index:06d}.jpg"
        quality = [cv2.IMWRITE_JPEG_QUALITY, composed.optics.jpeg]
        if not cv2.imwrite(str(job.out / name), picture, quality):
            raise OSError(f"{job.out / name} could not be written.")
        return labels(composed.scene, drawn.ids, drawn.sides, name, f"bulk-{job.seed}")

    def _light(self, composed: Composed, drawn: Rendered, index: int) -> NDArray[np.float32]:
        """(H, W, 3) linear light, traced or drawn."""
        optics, job = composed.optics, self._job
        if self._tracer is not None:
            aperture = 0.25 if optics.depth_blur > 1 else 0.0
            quality = Quality(job.samples, aperture)
            return self._tracer.draw(composed.scene, quality, index)
        shade = crevice_shade(drawn.depth, optics.crevices, job.size[1] / 160)
        return drawn.image * shade[..., None]


def _work(job: BulkJob, part: int, parts: int) -> Iterator[int]:
    studio = Studio(job)
    part_file = job.out / f"labels.{part}of{parts}.part"
    done = _finished(part_file)
    with part_file.open("a", encoding="utf-8") as lines:
        for index in range(part, job.count, parts):
            if index not in done:
                truth = studio.make(index)
                lines.write(json.dumps(truth, separators=(",", ":")) + "\n")
                lines.flush()
            yield index


def _finished(part_file: Path) -> set[int]:
    """Indices already there; a line cut short by an interruption is dropped."""
    if not part_file.exists():
        return set()
    whole = []
    for line in part_file.read_text(encoding="utf-8").splitlines():
        try:
            whole.append((int(json.loads(line)["file"].split(".")[0]), line))
        except (ValueError, KeyError):
            continue
    part_file.write_text("".join(f"{line}\n" for _, line in whole), encoding="utf-8")
    return {index for index, _ in whole}


def _run_part(job: BulkJob, part: int, parts: int, counter: Any) -> None:
    for _ in _work(job, part, parts):
        with counter.get_lock():
            counter.value += 1


def run(job: BulkJob, processes: int) -> None:
    """Makes all pictures of ``job`` and joins ``labels.jsonl``.

    Raises:
        RuntimeError: a process failed; what is finished stays, so the command can be repeated.
    """
    job.out.mkdir(parents=True, exist_ok=True)
    for name in ("OMP_NUM_THREADS", "LP_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    context = multiprocessing.get_context("spawn")
    counter = context.Value("i", 0)
    workers = [
        context.Process(target=_run_part, args=(job, part, processes, counter))
        for part in range(processes)
    ]
    started = time.monotonic()
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        time.sleep(1)
        _progress(counter.value, job.count, time.monotonic() - started)
        if any(worker.exitcode for worker in workers):  # the others' work could not be joined
            for worker in workers:
                worker.terminate()
    print(file=sys.stderr)
    if any(worker.exitcode for worker in workers):
        raise RuntimeError("A rendering process failed; repeat the command to continue.")
    _join(job, processes)


def _progress(done: int, count: int, seconds: float) -> None:
    left = (count - done) * seconds / done if done else float("nan")
    text = f"\r{done}/{count} pictures, {seconds:.0f} s, about {left:.0f} s left   "
    print(text, end="", file=sys.stderr, flush=True)


def _join(job: BulkJob, parts: int) -> None:
    lines: list[tuple[int, str]] = []
    for part in range(parts):
        part_file = job.out / f"labels.{part}of{parts}.part"
        for line in part_file.read_text(encoding="utf-8").splitlines():
            lines.append((int(json.loads(line)["file"].split(".")[0]), line))
    text = "".join(f"{line}\n" for _, line in sorted(lines))
    (job.out / "labels.jsonl").write_text(text, encoding="utf-8")
