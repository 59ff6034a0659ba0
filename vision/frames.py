"""Pictures from files: decoded once, upright, 8-bit BGR, no larger than wanted."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PictureError
from vision.picture_header import PictureHeader, cut_short, open_with_pillow, read_header

Image = NDArray[np.uint8]

REDUCED: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
BYTES_AT_MOST: Final = 1 << 29
"""Of a file; 120 megapixels that no compression helped take fewer."""

BEHIND_TRANSPARENT: Final = 128
"""Mid grey: on white, the pale faces of cut-out tiles would lose their edges."""

OPENCV_MODES: Final = ("RGB", "L", "1", "I;16", "I;16B")
"""Pillow's names of the pixel forms that OpenCV turns into 8-bit BGR as it should."""

TURNS: Final = {
    2: ("flip", 1),
    3: ("rotate", cv2.ROTATE_180),
    4: ("flip", 0),
    5: ("transpose",),
    6: ("rotate", cv2.ROTATE_90_CLOCKWISE),
    7: ("transverse",),
    8: ("rotate", cv2.ROTATE_90_COUNTERCLOCKWISE),
}


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """One upright picture."""

    image: Image
    """(H, W, 3) uint8 BGR, perhaps smaller than the file's picture by ``scale``."""
    width: int
    """px of the full-size upright picture; readings are given in these."""
    height: int
    scale: float
    """``image`` px per full-size px: 1, 1/2, 1/4 or 1/8."""
    file: str
    """The file's name without its folder."""
    milliseconds: float = 0.0
    """What reading and decoding took."""


def load_picture(path: str | Path, *, wanted_side: int | None = None) -> Picture:
    """Reads a picture file: JPEG, PNG, WebP, HEIC or what else Pillow knows.

    The EXIF orientation is applied once. Grey, 16-bit, palette and CMYK pictures become 8-bit BGR;
    transparent ones are laid on mid grey. Of an animation the first picture is taken.

    Args:
        path: The file; any name that the system allows.
        wanted_side: Long side in px that is enough; the picture is halved up to three times as
            long as its long side stays at least this. JPEGs are decoded smaller at once.

    Raises:
        PictureError: No such file, a folder, empty, cut short, too large or not a picture.
    """
    started = time.perf_counter()
    path = Path(path)
    data = _contents(path)
    header = read_header(data, path.name)
    shrink = _shrink(max(header.width, header.height), wanted_side)
    image = upright(_decode(data, header, shrink, path.name), header.orientation)
    width, height = header.width, header.height
    if header.orientation >= 5:
        width, height = height, width
    milliseconds = (time.perf_counter() - started) * 1000
    return Picture(image, width, height, 1 / shrink, path.name, milliseconds)


def upright(image: Image, orientation: int) -> Image:
    """The picture turned and mirrored as an EXIF orientation 1..8 asks."""
    turn: tuple[Any, ...] = TURNS.get(orientation, ())
    if not turn:
        return image
    if turn[0] == "flip":
        return cv2.flip(image, turn[1])  # type: ignore[return-value]
    if turn[0] == "rotate":
        return cv2.rotate(image, turn[1])  # type: ignore[return-value]
    turned = cv2.transpose(image)
    return turned if turn[0] == "transpose" else cv2.rotate(turned, cv2.ROTATE_180)  # type: ignore[return-value]


def _contents(path: Path) -> bytes:
    try:
        if path.is_dir():
            raise PictureError(f"{path} is a folder; name the pictures in it.")
        # not cv2.imread, which fails on non-ASCII names under Windows; a device may never end
        with path.open("rb") as file:
            data = file.read(BYTES_AT_MOST + 1)
    except FileNotFoundError as error:
        raise PictureError(f"There is no file {path}; check its name.") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise PictureError(f"{path} cannot be read ({reason}); check its name.") from error
    if len(data) > BYTES_AT_MOST:
        raise PictureError(f"{path} is larger than any picture that is read; save it smaller.")
    return data


def _shrink(long_side: int, wanted_side: int | None) -> int:
    if wanted_side is None:
        return 1
    return max(n for n in REDUCED if n == 1 or long_side / n >= wanted_side)


def _decode(data: bytes, header: PictureHeader, shrink: int, name: str) -> Image:
    """The picture as stored, in BGR, ``1 / shrink`` of its size."""
    if header.kind == "JPEG" and header.mode != "CMYK":
        return _decode_with_opencv(data, REDUCED[shrink], name)
    if header.kind == "HEIF":
        image = _decode_heif(data, name)
    elif header.kind in ("PNG", "WEBP", "TIFF") and header.mode in OPENCV_MODES:
        image = _decode_with_opencv(data, cv2.IMREAD_COLOR, name)
    else:
        image = _decode_with_pillow(data, name)
    if shrink == 1:
        return image
    size = (-(-header.width // shrink), -(-header.height // shrink))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA)  # type: ignore[return-value]


def _decode_with_opencv(data: bytes, flags: int, name: str) -> Image:
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), flags | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error as error:
        raise cut_short(name) from error
    if image is None:
        raise cut_short(name)
    return image  # type: ignore[return-value]


def _decode_heif(data: bytes, name: str) -> Image:
    import pillow_heif

    try:
        heif = pillow_heif.open_heif(data, convert_hdr_to_8bit=True, bgr_mode=True)
        pixels = np.asarray(heif)
    except (OSError, ValueError, RuntimeError, EOFError, SyntaxError) as error:
        raise cut_short(name) from error
    if pixels.ndim == 2:
        return cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR)  # type: ignore[return-value]
    return _without_alpha(pixels) if pixels.shape[2] == 4 else pixels


def _decode_with_pillow(data: bytes, name: str) -> Image:
    with open_with_pillow(data, name) as image:
        try:
            if image.has_transparency_data:
                rgba = np.asarray(image.convert("RGBA"))
                return _without_alpha(cv2.cvtColor(rgba, cv2.COLOR_RGBA2BGRA))
            return cv2.cvtColor(np.asarray(image.convert("RGB")), cv2.COLOR_RGB2BGR)  # type: ignore[return-value]
        except (OSError, ValueError, SyntaxError, EOFError) as error:
            raise cut_short(name) from error


def _without_alpha(bgra: NDArray[Any]) -> Image:
    """(H, W, 4) BGRA laid on mid grey, in strips so that no full-size wide copy is made."""
    bgr = np.empty((*bgra.shape[:2], 3), np.uint8)
    for top in range(0, len(bgra), 256):
        strip = bgra[top : top + 256].astype(np.uint16)
        alpha = strip[..., 3:]
        mixed = strip[..., :3] * alpha + BEHIND_TRANSPARENT * (255 - alpha)
        bgr[top : top + 256] = (mixed + 127) // 255
    return bgr
