"""The process that proposes labels and judges them: ``python -m vision.app.label_page.reading``.

Apart from the server, so that a file that kills a decoder costs one picture, and so that the page
answers while pictures are read.
"""

from __future__ import annotations

import base64
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vision.app.web.reading_process import main

if TYPE_CHECKING:
    from vision.frames import Picture
    from vision.reader import Reader
    from vision.tile_finder import FoundTile

Json = dict[str, Any]
SIDE: Final = 2000
"""px, the long side that is enough to read a picture."""
ALTERNATIVES: Final = 4


def answer(reader: Reader, request: Json) -> Json:
    """A proposal for a picture, or judgements of its labels if ``quads`` come with it."""
    from vision.frames import load_picture

    picture = load_picture(Path(request["path"]), wanted_side=SIDE)
    if "quads" in request:
        return {"judged": judged(reader, picture, request["quads"], request["codes"])}
    return propose(reader, picture, request["file"])


def propose(reader: Reader, picture: Picture, file: str) -> Json:
    """The label record, what else the tiles may be, where the finder sees any, and the print."""
    from vision.app.web.keeping import label_of
    from vision.hand_builder import build_reading
    from vision.labels.record import picture_json
    from vision.labels.review_duplicates import print_of

    found = reader.finder.find(picture.image)
    sightings = reader.sight(picture, found)
    reading = build_reading(
        sightings, file=picture.file, width=picture.width, height=picture.height
    ).to_json()
    label = replace(label_of(reading, {}, file), source={})
    seen = print_of(picture.image)
    return {
        "label": picture_json(label),
        "alternatives": {t["id"]: t["alternatives"][:ALTERNATIVES] for t in reading["tiles"]},
        "doubtful": reading["doubtful"],
        "finds": named_finds(reader, picture, found),
        "hash": f"{seen.hash:016x}",
        "grey": base64.b64encode(seen.grey.tobytes()).decode("ascii"),
    }


def named_finds(reader: Reader, picture: Picture, found: Sequence[FoundTile]) -> list[Json]:
    """Every face that the finder saw, read as a tile, whatever the reading made of it."""
    import numpy as np

    from vision.reading import LABELS, NOT_A_TILE

    if not found:
        return []
    quads = np.stack([f.quad for f in found])
    seen = reader.classifier.classify(picture.image, quads)
    shares = seen.probabilities.copy()
    shares[:, LABELS.index(NOT_A_TILE)] = 0.0
    codes = [LABELS[int(best)] for best in shares.argmax(axis=1)]
    upright = [np.roll(q, -int(t), 0) for q, t in zip(quads, seen.turns, strict=True)]
    return [
        {"quad": (quad / picture.scale).round(1).tolist(), "code": code}
        for quad, code in zip(upright, codes, strict=True)
    ]


def judged(reader: Reader, picture: Picture, quads: list[Any], codes: list[str]) -> list[Any]:
    """For each label: suspicion, the likeliest other name and its probability."""
    import numpy as np

    from vision.labels.review import judge

    if not codes:
        return []
    scaled = np.array(quads, np.float32) * picture.scale
    rows = reader.classifier.classify(picture.image, scaled).probabilities
    found = [judge(row, code) for row, code in zip(rows, codes, strict=True)]
    return [[round(j.suspicion, 3), j.likely, round(j.probability, 4)] for j in found]


if __name__ == "__main__":
    sys.exit(main(answer))
