"""Face artwork of other free projects, read from where their packages put it.

None of it is in the repository; where a package is not installed its sets are left out.
"""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scripts.rendering.canvas import FACE_HEIGHT, FACE_WIDTH
from scripts.rendering.drawn import DrawnDesign, drawn_design
from scripts.rendering.glyphs import Font, glyph

KDE_FOLDER = Path("/usr/share/kmahjongglib/tilesets")
_SUITS = {"m": "CHARACTER", "p": "ROD", "s": "BAMBOO"}
_WIND_IDS = {1: 3, 2: 2, 3: 4, 4: 1}
"""KDE counts winds N, S, E, W."""
_SMOOTH_ORDER = (
    *(f"{n}p" for n in range(1, 10)), "4z", "3z", "2z", "1z", "7z", "6z",
    *(f"{n}m" for n in range(1, 10)), *(f"{n}s" for n in range(1, 10)),
    "2f", "3f", "1f", "4f", "5z", "5f", "6f", "7f", "8f",
)  # fmt: skip
_FLUFFY = {
    **{f"{n}m": f"Man{n}" for n in range(1, 10)},
    **{f"{n}p": f"Pin{n}" for n in range(1, 10)},
    **{f"{n}s": f"Sou{n}" for n in range(1, 10)},
    "1z": "Ton", "2z": "Nan", "3z": "Shaa", "4z": "Pei", "5z": "Haku", "6z": "Hatsu", "7z": "Chun",
}  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class PictureDesign:
    """A set whose faces are finished pictures: code -> (256, 192, 4) uint8 RGBA."""

    name: str
    licence: str
    faces: Mapping[str, NDArray[np.uint8]]
    substitute: DrawnDesign
    committable: bool = False

    def face(self, code: str, rng: np.random.Generator) -> NDArray[np.uint8]:
        """The face of ``code``; what the set lacks (flowers, mostly) is of our own drawing."""
        found = self.faces.get(code)
        return self.substitute.face(code, rng) if found is None else found


def cache_folder() -> Path:
    """Where extracted artwork is kept (``TILESCORE_ARTWORK`` overrides)."""
    given = os.environ.get("TILESCORE_ARTWORK")
    folder = Path(given) if given else Path.home() / ".cache" / "tilescore" / "artwork"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def fitted(rgba: NDArray[np.uint8], fill: float = 0.86) -> NDArray[np.uint8]:
    """Ink cut to its alpha box and scaled into the middle of an empty face."""
    face = np.zeros((FACE_HEIGHT, FACE_WIDTH, 4), np.uint8)
    ys, xs = np.nonzero(rgba[..., 3] > 16)
    if len(ys) == 0:
        return face
    ink = rgba[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    return _centred(
        face, ink, min(fill * FACE_WIDTH / ink.shape[1], fill * FACE_HEIGHT / ink.shape[0])
    )


def _centred(face: NDArray[np.uint8], ink: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    w = min(FACE_WIDTH, max(1, round(ink.shape[1] * scale)))
    h = min(FACE_HEIGHT, max(1, round(ink.shape[0] * scale)))
    y, x = (FACE_HEIGHT - h) // 2, (FACE_WIDTH - w) // 2
    face[y : y + h, x : x + w] = cv2.resize(ink, (w, h), interpolation=cv2.INTER_AREA)
    return face


def kde_design(name: str) -> PictureDesign | None:
    """One of KDE's sets (default, traditional, jade, classic), or None when it is not installed."""
    source = KDE_FOLDER / f"{name}.svgz"
    converter = shutil.which("rsvg-convert")
    if not source.exists() or converter is None:
        return None
    kept = cache_folder() / f"kde-{name}.npz"
    if not kept.exists():
        # Renderers start side by side: none may read what another has half written.
        half = kept.with_suffix(f".{os.getpid()}.npz")
        np.savez_compressed(half, **_extract_svg(source, converter))
        half.replace(kept)
    with np.load(kept) as stored:
        faces = {code: stored[code] for code in stored.files}
    if name == "classic":
        faces["1f"], faces["2f"] = faces["2f"], faces["1f"]
    if name == "jade":
        faces = {code: _coloured(face[..., 3], code) for code, face in faces.items()}
    return PictureDesign(f"kde-{name}", "GPL-2+", faces, drawn_design(900))


def _kde_ids() -> dict[str, str]:
    ids = {f"{n}{s}": f"{word}_{n}" for s, word in _SUITS.items() for n in range(1, 10)}
    ids |= {f"{n}z": f"WIND_{k}" for n, k in _WIND_IDS.items()}
    ids |= {"5z": "DRAGON_1", "6z": "DRAGON_2", "7z": "DRAGON_3"}
    ids |= {f"{n}f": f"FLOWER_{n}" for n in range(1, 5)}
    return ids | {f"{n + 4}f": f"SEASON_{n}" for n in range(1, 5)}


def _extract_svg(source: Path, converter: str) -> dict[str, NDArray[np.uint8]]:
    with tempfile.TemporaryDirectory() as folder:
        svg = Path(folder) / "set.svg"
        svg.write_bytes(gzip.decompress(source.read_bytes()))
        drawn: dict[str, NDArray[np.uint8]] = {}
        for code, element in _kde_ids().items():
            out = Path(folder) / f"{code}.png"
            command = [converter, f"--export-id={element}", "-z", "4", str(svg), "-o", str(out)]
            done = subprocess.run(command, capture_output=True, check=False)
            if done.returncode == 0 and out.exists():
                drawn[code] = np.asarray(Image.open(out).convert("RGBA"))
    return _same_scale(drawn)


def _same_scale(drawn: dict[str, NDArray[np.uint8]]) -> dict[str, NDArray[np.uint8]]:
    """Faces scaled alike, so that a small mark stays small."""
    cut: dict[str, NDArray[np.uint8]] = {}
    for code, rgba in drawn.items():
        ys, xs = np.nonzero(rgba[..., 3] > 16)
        if len(ys):
            cut[code] = rgba[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]
    w = float(np.percentile([c.shape[1] for c in cut.values()], 98))
    h = float(np.percentile([c.shape[0] for c in cut.values()], 98))
    scale = min(0.88 * FACE_WIDTH / w, 0.88 * FACE_HEIGHT / h)
    blank = np.zeros((FACE_HEIGHT, FACE_WIDTH, 4), np.uint8)
    faces = {code: _centred(blank.copy(), ink, scale) for code, ink in cut.items()}
    for code in drawn.keys() - faces.keys():
        faces[code] = blank
    return faces


def smooth_design(folder: Path) -> PictureDesign | None:
    """GNOME Mahjongg's ``smooth`` set from an unpacked package, or None."""
    found = sorted(folder.rglob("themes/smooth.png"))
    if not found:
        return None
    sheet = np.asarray(Image.open(found[0]).convert("RGBA"))
    w, h = sheet.shape[1] // 43, sheet.shape[0] // 2
    faces = {}
    for place, code in enumerate(_SMOOTH_ORDER):
        tile = sheet[:h, place * w : (place + 1) * w]
        blank = sheet[:h, 42 * w : 43 * w]
        faces[code] = fitted(_ink_against(tile, blank), 0.82)
    return PictureDesign("gnome-smooth", "GPL-2+", faces, drawn_design(901))


def _ink_against(tile: NDArray[np.uint8], blank: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """What was printed on ``blank`` to make ``tile``, as ink with transparency."""
    difference = np.abs(tile[..., :3].astype(int) - blank[..., :3]).max(2)
    alpha = np.clip((difference - 12) * 4, 0, 255).astype(np.uint8)
    return np.dstack([tile[..., :3], alpha])


def fluffy_design(folder: Path) -> PictureDesign | None:
    """FluffyStuff's regular set from an unpacked ``mahjong-learner`` wheel, or None."""
    found = sorted(folder.rglob("tiles_img/Man1.png"))
    if not found:
        return None
    faces = {}
    for code, stem in _FLUFFY.items():
        rgba = np.asarray(Image.open(found[0].with_name(f"{stem}.png")).convert("RGBA"))
        whole = cv2.resize(rgba, (FACE_WIDTH, FACE_HEIGHT), interpolation=cv2.INTER_AREA)
        faces[code] = whole if whole[..., 3].mean() < 200 else _paper_to_alpha(whole)
    return PictureDesign(
        "fluffystuff-regular",
        "CC0-1.0",
        faces,
        drawn_design(902, "chinese", True),
        committable=True,
    )


def _paper_to_alpha(rgba: NDArray[np.uint8]) -> NDArray[np.uint8]:
    paper = np.median(rgba[..., :3].reshape(-1, 3), axis=0).astype(np.uint8)
    blank = np.broadcast_to(paper, rgba[..., :3].shape)
    return _ink_against(rgba, blank)


_LEAST_COVERAGE = 7.0
"""Mean alpha below which a symbol went away with its frame."""
_SYMBOLS = {
    **{f"{n}m": 0x1F006 + n for n in range(1, 10)},
    **{f"{n}s": 0x1F00F + n for n in range(1, 10)},
    **{f"{n}p": 0x1F018 + n for n in range(1, 10)},
    "1z": 0x1F000, "2z": 0x1F001, "3z": 0x1F002, "4z": 0x1F003,
    "7z": 0x1F004, "6z": 0x1F005, "5z": 0x1F006,
    "1f": 0x1F022, "2f": 0x1F023, "4f": 0x1F024, "3f": 0x1F025,
    "5f": 0x1F026, "6f": 0x1F027, "7f": 0x1F028, "8f": 0x1F029,
}  # fmt: skip
SYMBOL_FONTS = (
    Font("Noto Sans Symbols2", "noto/NotoSansSymbols2-Regular.ttf", "OFL-1.1", True),
    Font("Symbola", "ancient-scripts/Symbola_hint.ttf", "free for any use", False),
    Font("FreeSerif", "freefont/FreeSerif.ttf", "GPL-3+ with font exception", False),
)


def symbol_design(font: Font) -> PictureDesign | None:
    """The Unicode tile symbols of ``font``, frames taken off and coloured by suit, or None."""
    if not font.path.exists():
        return None
    faces = {}
    for code, point in _SYMBOLS.items():
        mask = glyph(font, chr(point))
        if mask is None:
            return None
        face = fitted(_coloured(_without_frame(mask), code), 0.84)
        if face[..., 3].mean() > _LEAST_COVERAGE or code == "5z":
            faces[code] = face
    own = drawn_design(903, "chinese", font.committable)
    return PictureDesign(f"symbols-{font.name}", font.licence, faces, own, font.committable)


def _without_frame(mask: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The glyph inside the tile's outline: drops the components that touch the border."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats((mask > 90).astype(np.uint8))
    h, w = mask.shape
    keep = np.zeros(count, bool)
    for i in range(1, count):
        x, y, cw, ch = stats[i][:4]
        keep[i] = cw < 0.9 * w and ch < 0.9 * h and x > 0.02 * w and y > 0.02 * h
    near = cv2.dilate(keep[labels].astype(np.uint8), np.ones((3, 3), np.uint8))
    return np.where(near > 0, mask, 0).astype(np.uint8)


def _coloured(mask: NDArray[np.uint8], code: str) -> NDArray[np.uint8]:
    red, green, blue, black = (190, 30, 40), (20, 110, 60), (35, 50, 150), (30, 30, 34)
    h, w = mask.shape
    colours = np.empty((h, w, 3), np.uint8)
    number, suit = int(code[0]), code[1]
    colours[:] = {"p": blue, "s": green, "m": red, "f": green}.get(suit, black)
    if suit == "m":
        colours[: h // 2] = black
    elif suit == "p":
        colours[h // 3 : 2 * h // 3] = red
        colours[: h // 3] = green if number > 2 else blue
    elif suit == "s" and number in (5, 7, 9):
        colours[:, 2 * w // 5 : 3 * w // 5] = red
    elif suit == "z" and number > 4:
        colours[:] = {5: blue, 6: green, 7: red}[number]
    elif suit == "f":
        colours[: h // 3] = red if number > 4 else blue
        colours[h // 3 : 2 * h // 3] = red
    return np.dstack([colours, mask])


@lru_cache(maxsize=1)
def artwork_designs() -> tuple[PictureDesign, ...]:
    """Every set of other projects that is installed here."""
    folder = cache_folder()
    found = [kde_design(name) for name in ("default", "traditional", "jade", "classic")]
    found += [smooth_design(folder), fluffy_design(folder)]
    found += [symbol_design(font) for font in SYMBOL_FONTS]
    return tuple(design for design in found if design is not None)
