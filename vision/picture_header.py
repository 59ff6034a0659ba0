"""What a picture file says before it is decoded: kind, size, orientation; and if it is whole."""

from __future__ import annotations

import io
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vision.errors import PictureError

if TYPE_CHECKING:
    from PIL.Image import Image

MEGAPIXELS_AT_MOST: Final = 120
ORIENTATION_TAG: Final = 0x0112
FORMATS: Final = ("JPEG", "MPO", "PNG", "WEBP", "AVIF", "TIFF", "BMP", "GIF", "PPM", "JPEG2000")
"""Pillow's names; others, such as PostScript, are not pictures that a camera makes."""
HEIF_BRANDS: Final = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1")


@dataclass(frozen=True, slots=True)
class PictureHeader:
    """``width`` and ``height`` in px as stored; ``mode`` in Pillow's names; EXIF ``orientation``
    1..8 still to be applied (always 1 for HEIC, whose decoder turns the picture itself)."""

    kind: str
    width: int
    height: int
    mode: str
    orientation: int


def read_header(data: bytes, name: str) -> PictureHeader:
    """Reads and checks the header of a picture file's contents.

    Raises:
        PictureError: Not a picture, cut short, or larger than `MEGAPIXELS_AT_MOST`.
    """
    if not data:
        raise PictureError(f"{name} is empty (0 bytes); copy or save the picture again.")
    header = _heif_header(data, name) if is_heif(data) else _pillow_header(data, name)
    megapixels = header.width * header.height / 1e6
    if megapixels > MEGAPIXELS_AT_MOST:
        raise PictureError(
            f"{name} has {header.width} x {header.height} pixels, more than the "
            f"{MEGAPIXELS_AT_MOST} megapixels that are read; save it smaller."
        )
    if _cut_short(data, header.kind):
        raise cut_short(name)
    return header


def is_heif(data: bytes) -> bool:
    """Whether the contents begin like a HEIC or HEIF file."""
    return data[4:8] == b"ftyp" and (
        data[8:12] in HEIF_BRANDS or any(brand in data[16:40] for brand in HEIF_BRANDS[:4])
    )


def cut_short(name: str) -> PictureError:
    """The error for a file whose end is missing."""
    return PictureError(f"{name} is cut short or damaged; copy or take the picture again.")


def open_with_pillow(data: bytes, name: str) -> Image:
    """The picture opened but not decoded.

    Raises:
        PictureError: The contents are no picture that Pillow knows.
    """
    from PIL import Image, UnidentifiedImageError

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its bomb warning is ours to give, at our own limit
        try:
            image = Image.open(io.BytesIO(data))
        except Image.DecompressionBombError as error:
            raise PictureError(
                f"{name} has far more than the {MEGAPIXELS_AT_MOST} megapixels that are read; "
                "save it smaller."
            ) from error
        except UnidentifiedImageError as error:
            raise _no_picture(name) from error
        except (OSError, ValueError, SyntaxError, EOFError) as error:
            raise cut_short(name) from error
    if image.format not in FORMATS:
        raise _no_picture(name)
    return image


def _no_picture(name: str) -> PictureError:
    return PictureError(
        f"{name} is not a picture that can be read; give a JPEG, PNG, WebP or HEIC file."
    )


def _pillow_header(data: bytes, name: str) -> PictureHeader:
    with open_with_pillow(data, name) as image:
        kind = "JPEG" if image.format == "MPO" else str(image.format)
        return PictureHeader(kind, image.width, image.height, image.mode, _orientation(image))


def _heif_header(data: bytes, name: str) -> PictureHeader:
    import pillow_heif

    try:
        image = pillow_heif.open_heif(data)
    except (OSError, ValueError, RuntimeError, EOFError, SyntaxError) as error:
        raise cut_short(name) from error
    width, height = image.size
    return PictureHeader("HEIF", width, height, str(image.mode), 1)


def _orientation(image: Image) -> int:
    try:
        orientation = image.getexif().get(ORIENTATION_TAG, 1)
    except Exception:  # a broken EXIF block can fail in any way and is no reason to refuse
        return 1
    return orientation if orientation in range(1, 9) else 1


def _cut_short(data: bytes, kind: str) -> bool:
    """Whether the file's end is missing, which OpenCV would answer with a half-grey picture."""
    if kind == "JPEG":
        return data.find(b"\xff\xd9", _first_scan(data)) < 0
    if kind == "PNG":
        return data.rfind(b"IEND") < 0
    if kind == "WEBP":
        return len(data) < int.from_bytes(data[4:8], "little") + 8
    return False


def _first_scan(data: bytes) -> int:
    """Where a JPEG's picture data begin: past the EXIF block, whose thumbnail has its own end."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
            continue
        if marker == 0xDA:
            return at
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return at
