"""Pictures of tiles laid out in order, drawn flat from designs that the models know little of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.teaching.order_rows import ORDER_ROWS

WIDE, TALL, GAP = 84, 112, 6
BODY = np.array((205, 225, 236), np.float32)
TABLE = (58, 84, 40)


def laid_out(
    design: Any, rows: Sequence[Sequence[str]] = ORDER_ROWS, seed: int = 1, turns: int = 0
) -> NDArray[np.uint8]:
    """Rows of tiles on a cloth, (H, W, 3) uint8 BGR, the camera turned by quarter turns."""
    rng = np.random.default_rng(seed)
    columns = max(map(len, rows))
    shape = (len(rows) * (TALL + 24) + 220, columns * (WIDE + GAP) + 260, 3)
    sheet = np.clip(rng.normal(TABLE, 4, shape), 0, 255).astype(np.uint8)
    for r, row in enumerate(rows):
        for c, code in enumerate(row):
            x, y = 130 + c * (WIDE + GAP), 110 + r * (TALL + 24)
            face = cv2.resize(design.face(code, rng), (WIDE, TALL), interpolation=cv2.INTER_AREA)
            alpha = face[..., 3:] / np.float32(255)
            tile = BODY * (1 - alpha) + face[..., 2::-1] * alpha
            rim = np.ones((TALL, WIDE), np.float32)
            cv2.rectangle(rim, (0, 0), (WIDE - 1, TALL - 1), 0.75, 2)
            sheet[y : y + TALL, x : x + WIDE] = np.clip(tile * rim[..., None], 0, 255)
            sheet[y + TALL : y + TALL + 8, x : x + WIDE] = (110, 140, 150)
    blurred = cv2.GaussianBlur(sheet, (0, 0), 0.8)
    return np.ascontiguousarray(np.rot90(blurred, turns))
