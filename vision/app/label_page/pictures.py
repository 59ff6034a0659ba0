"""Pictures as the page shows them: upright, shrunk, and cut into tiles, each made once."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import load_picture
from vision.labels.record import PictureLabel
from vision.rectify import rectify

QUALITY: Final = 88
CROP_SIDE: Final = 2000
"""px of the long side of a picture that tiles are cut from."""
BYTES_KEPT: Final = 96 * 1024 * 1024


class Kept:
    """The newest results of slow work, up to a number of bytes."""

    def __init__(self, most: int = BYTES_KEPT) -> None:
        self._most = most
        self._size = 0
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """What belongs to the key, made now if it is not there."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            if key not in self._kept:
                self._kept[key] = made
                self._size += len(made)
            while self._size > self._most and len(self._kept) > 1:
                self._size -= len(self._kept.popitem(last=False)[1])
        return made


class PictureViews:
    """The views of a folder's pictures."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._kept = Kept()

    def view(self, file: str, side: int) -> bytes:
        """The upright picture as JPEG, its long side at most ``side`` px.

        Raises:
            PictureError: it cannot be read.
        """
        path = self._folder / file
        return self._kept.get((file, side, _stamp(path)), lambda: _view(path, side))

    def crop(self, file: str, label: PictureLabel, tile: int) -> bytes:
        """One tile, rectified and upright, as JPEG of 64 x 64 px.

        Raises:
            PictureError: the picture cannot be read.
            KeyError: there is no such tile.
        """
        quad = label.tile(tile).quad
        key = (file, quad, _stamp(self._folder / file))
        return self._kept.get(key, lambda: self._crops(file, label, quad))

    def _crops(self, file: str, label: PictureLabel, wanted: object) -> bytes:
        """Cuts all tiles of a picture at once, since decoding it is what takes the time."""
        path = self._folder / file
        picture = load_picture(path, wanted_side=CROP_SIDE)
        quads = np.array([tile.quad for tile in label.tiles], np.float32) * picture.scale
        result = b""
        for tile, patch in zip(label.tiles, rectify(picture.image, quads), strict=True):
            data = _jpeg(patch)
            if tile.quad == wanted:
                result = data
            else:
                self._kept.get((file, tile.quad, _stamp(path)), lambda data=data: data)  # type: ignore[misc]
        return result


def _view(path: Path, side: int) -> bytes:
    image = load_picture(path, wanted_side=side).image
    scale = side / max(image.shape[:2])
    if scale < 1:
        size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    return _jpeg(image)


def _jpeg(image: NDArray[np.uint8]) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def _stamp(path: Path) -> tuple[int, int]:
    try:
        status = path.stat()
    except OSError:
        return (0, 0)
    return status.st_mtime_ns, status.st_size
