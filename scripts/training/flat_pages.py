"""Printed pages that show tiles as flat pictures, as rule books and leaflets do."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.tiles import FACE_DOWN, FLOWERS
from scripts.rendering.faces import FACE_CODES, Design, Wear, load_designs, worn
from scripts.training.face_sheets import BODIES, draw_tile
from scripts.training.pictures import LabelledPicture, box_quads, write_pictures

PAGE = (640, 480)
"""Width and height, px."""
Faces = dict[tuple[str, str], NDArray[np.uint8]]
FIGURES = ("1s", "5z", "6z", "7z", *FLOWERS)
"""Codes whose faces are figures, which no two sets draw alike."""
GREY = 0.6
"""Share of pages printed in grey."""
LETTERS = "ABCDEFGHIKLMNOPRSTUWabcdefghiklmnoprstuw"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the page generator."""
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True, help="folder to write")


def run(args: argparse.Namespace) -> int:
    """Write pages and their labels.jsonl."""
    write_pictures(args.out, flat_pages(args.count, args.seed), "page")
    return 0


def flat_pages(
    count: int, seed: int, designs: list[Design] | None = None
) -> Iterator[LabelledPicture]:
    """``count`` pages with rows of flat tiles, gaps between them, captions and arrows."""
    designs = designs or load_designs(drawn=60, varied=400)
    rng = np.random.default_rng(seed)
    western = [d for d in designs if "western" in d.name or "etching" in d.name]
    faces: Faces = {}
    for i in range(count):
        pool = western if western and rng.random() < 0.75 else designs
        yield _page(pool[rng.integers(len(pool))], faces, rng, f"page{i}")


def _face(design: Design, code: str, faces: Faces, rng: np.random.Generator) -> NDArray[np.uint8]:
    key = (design.name, code)
    if key not in faces:
        faces[key] = design.face(code, rng)
    return faces[key]


def _page(design: Design, faces: Faces, rng: np.random.Generator, name: str) -> LabelledPicture:
    paper = np.full((PAGE[1], PAGE[0], 3), rng.uniform(190, 255), np.float32)
    paper += rng.normal(0, rng.uniform(0, 6), paper.shape)
    page = np.clip(paper * rng.uniform(0.92, 1, 3), 0, 255).astype(np.uint8)
    width = int(np.exp(rng.uniform(np.log(16), np.log(80))))
    size = (width, int(width * rng.uniform(1.2, 1.45)))
    gap = int(width * (rng.uniform(0.02, 0.12) if rng.random() < 0.4 else rng.uniform(0.1, 0.6)))
    body = np.clip(np.array(BODIES[rng.integers(len(BODIES))]) * rng.uniform(0.75, 1.05), 0, 255)
    wear = Wear.sample(rng)

    def tile(code: str) -> NDArray[np.uint8]:
        if code == FACE_DOWN:
            return _back(size, rng)
        face = worn(_face(design, code, faces, rng), wear, rng)
        if code in FIGURES:
            face = _bent(face, rng)
        return draw_tile(face, body * rng.uniform(0.93, 1.03), size, dark=False)

    corners: list[tuple[int, int]] = []
    codes: list[str] = []
    y = int(rng.uniform(2, 60))
    while y + size[1] < PAGE[1] - 2:
        for x, code in _row(size[0], gap, rng):
            left, top = np.maximum([x, y] + rng.normal(0, 0.02 * width, 2), 0).astype(int)
            room = page[top : top + size[1], left : left + size[0]]
            room[:] = tile(code)[: room.shape[0], : room.shape[1]]
            corners.append((left, top))
            codes.append(code)
        y += size[1] + int(max(2, gap * rng.uniform(0.3, 2)))
        if rng.random() < 0.4:
            y = _caption(page, y, rng)
    if rng.random() < GREY:
        page = _printed(page, rng)
    first = np.array(corners, np.float32).reshape(-1, 2)
    boxes = np.concatenate([first, first + np.array(size, np.float32)], 1)
    n = len(codes)
    return LabelledPicture(page, box_quads(boxes), codes, np.ones(n, bool), True,
                           np.ones(n, np.float32), np.zeros((0, 4), np.float32),
                           name, name)  # fmt: skip


def _row(width: int, gap: int, rng: np.random.Generator) -> Iterator[tuple[int, str]]:
    """Left edges and codes of one row: runs of equal tiles, wider gaps, some face down."""
    x = int(rng.uniform(2, 200))
    code = FACE_CODES[rng.integers(len(FACE_CODES))]
    for _ in range(int(rng.integers(2, 15))):
        if x + width >= PAGE[0] - 2:
            return
        if rng.random() < 0.6:
            code = FACE_CODES[rng.integers(len(FACE_CODES))]
        yield x, FACE_DOWN if rng.random() < 0.08 else code
        x += width + gap if rng.random() < 0.9 else width + 4 * gap


def _bent(face: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """A figure drawn by another hand: bent smoothly by up to a tenth of its size."""
    h, w = face.shape[:2]
    bend = cv2.resize(rng.normal(0, 0.045, (4, 3, 2)).astype(np.float32), (w, h),
                      interpolation=cv2.INTER_CUBIC)  # fmt: skip
    ys, xs = np.mgrid[:h, :w].astype(np.float32)
    return np.asarray(
        cv2.remap(face, xs + w * bend[..., 0], ys + w * bend[..., 1], cv2.INTER_LINEAR), np.uint8
    )


def _printed(page: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """The page as a grey half-tone print: less contrast, dots of a screen, soft."""
    grey = cv2.cvtColor(page, cv2.COLOR_BGR2GRAY).astype(np.float32)
    dark, bright = rng.uniform(10, 80), rng.uniform(200, 255)
    grey = dark + grey * (bright - dark) / 255
    ys, xs = np.mgrid[: grey.shape[0], : grey.shape[1]]
    pitch = rng.uniform(2.2, 4.0)
    screen = np.sin(2 * np.pi * (xs + ys) / pitch) * np.sin(2 * np.pi * (xs - ys) / pitch)
    grey += rng.uniform(0, 30) * screen + rng.normal(0, rng.uniform(2, 12), grey.shape)
    soft = cv2.GaussianBlur(grey, (0, 0), rng.uniform(0.4, 1.1))
    return cv2.cvtColor(np.clip(soft, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR)


def _back(size: tuple[int, int], rng: np.random.Generator) -> NDArray[np.uint8]:
    shade = rng.uniform(20, 110) * rng.uniform(0.7, 1.2, 3)
    tile = rng.normal(0, 6, (size[1], size[0], 3)) + shade
    return np.clip(tile, 0, 255).astype(np.uint8)


def _caption(page: NDArray[np.uint8], y: int, rng: np.random.Generator) -> int:
    """A line of text and sometimes an arrow below row y; answers where the next row may start."""
    size = rng.uniform(0.4, 0.9)
    step = int(34 * size)
    words = [
        "".join(rng.choice(list(LETTERS), rng.integers(2, 9))) for _ in range(rng.integers(1, 7))
    ]
    ink = tuple(int(v) for v in np.full(3, rng.uniform(0, 90)))
    x = int(rng.uniform(5, 300))
    cv2.putText(page, " ".join(words), (x, y + step), int(rng.choice([0, 2, 3, 6])), size, ink,
                int(rng.integers(1, 3)), cv2.LINE_AA)  # fmt: skip
    if rng.random() < 0.5:
        cv2.arrowedLine(page, (x + 40, y + step + 4), (x + 40, y + 2 * step), ink, 2, cv2.LINE_AA)
        step *= 2
    return y + step + 6
