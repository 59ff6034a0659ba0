"""Flat sheets of face designs: every kind of tile of many sets, for the classifier."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FLOWERS
from scripts.rendering.faces import FACE_CODES, Design, Wear, load_designs, worn
from scripts.training.pictures import LabelledPicture, write_pictures

COLUMNS = 7
BODIES = ((236, 242, 246), (215, 236, 246), (200, 228, 240), (190, 215, 225), (180, 225, 240),
          (245, 245, 245), (225, 232, 228), (120, 190, 215))  # fmt: skip
"""Body colours, BGR: white, ivory, bone, old bone, yellow, plain white, grey, amber."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the sheet generator."""
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--drawn", type=int, default=120, help="sets drawn by code among them")
    parser.add_argument("--varied", type=int, default=0, help="more with composed figures")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--flowers", action="store_true", help="flowers and seasons alone")
    parser.add_argument("--out", type=Path, required=True, help="folder to write")


def run(args: argparse.Namespace) -> int:
    """Write sheets and their labels.jsonl."""
    designs = load_designs(args.drawn, varied=args.varied)
    codes = FLOWERS if args.flowers else FACE_CODES
    write_pictures(args.out, face_sheets(args.count, args.seed, designs, codes), "sheet")
    return 0


def face_sheets(
    count: int, seed: int, designs: list[Design], codes: Sequence[str] = FACE_CODES
) -> Iterator[LabelledPicture]:
    """``count`` sheets of all tiles of ``codes``, each sheet of another design and wear."""
    rng = np.random.default_rng(seed)
    for i in range(count):
        yield _sheet(designs[i % len(designs)], codes, rng, f"sheet{i}")


def _sheet(
    design: Design, codes: Sequence[str], rng: np.random.Generator, name: str
) -> LabelledPicture:
    width, height = 96, int(96 * rng.uniform(1.25, 1.45))
    gap = int(rng.integers(1, 14))
    body = np.clip(np.array(BODIES[rng.integers(len(BODIES))]) + rng.normal(0, 5, 3), 0, 255)
    dark = rng.random() < 0.04
    rows = -(-len(codes) // COLUMNS)
    canvas = np.empty((rows * (height + gap) + gap, COLUMNS * (width + gap) + gap, 3), np.uint8)
    canvas[:] = rng.integers(0, 256, 3)
    wear, quads = Wear.sample(rng), []
    for i, code in enumerate(codes):
        x, y = gap + i % COLUMNS * (width + gap), gap + i // COLUMNS * (height + gap)
        face = worn(design.face(code, rng), wear, rng)
        canvas[y : y + height, x : x + width] = draw_tile(face, body, (width, height), dark)
        quads.append([[x, y], [x + width, y], [x + width, y + height], [x, y + height]])
    n = len(quads)
    return LabelledPicture(canvas, np.array(quads, np.float32), list(codes), np.ones(n, bool),
                           True, np.ones(n, np.float32), np.zeros((0, 4), np.float32),
                           name, name)  # fmt: skip


def draw_tile(
    face: NDArray[np.uint8], body: NDArray[np.float64], size: tuple[int, int], dark: bool
) -> NDArray[np.uint8]:
    """A face (256, 192, 4) RGBA on a body colour with a shaded rim, (h, w, 3) BGR."""
    small = cv2.resize(face, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    alpha = small[..., 3:] / 255
    ink = small[..., 2::-1]
    if dark:
        body, ink = 255 - body, 255 - 0.6 * ink
    tile = body * (1 - alpha) + ink * alpha
    rim = np.ones(tile.shape[:2], np.float32)
    cv2.rectangle(rim, (0, 0), (size[0] - 1, size[1] - 1), 0.8, 2)
    return np.clip(tile * rim[..., None], 0, 255).astype(np.uint8)
