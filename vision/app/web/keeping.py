"""Readings kept for training, where that is wanted: pictures and labels in the project's form."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from scoring.tiles import FACE_DOWN
from vision.app.fixes import DELETED
from vision.app.output import complain
from vision.app.web.draft import Draft, PictureUse
from vision.app.web.picture_files import PictureFiles
from vision.app.web.picture_table import PictureRow
from vision.app.web.store import Store
from vision.errors import UserError
from vision.labels.lines import LABELS_NAME, read_labels, write_labels
from vision.labels.record import PictureLabel, PlayerLabel, SetLabel, TileLabel

FOLDER: Final = "pictures"


def keep_readings(
    folder: Path, store: Store, files: PictureFiles, evening: int, draft: Draft
) -> None:
    """Adds a confirmed hand's pictures to the label folder; a failure is said, no more."""
    try:
        for use in draft.pictures:
            row = store.pictures.get(use.id)
            if row is not None and row.reading is not None:
                _keep(folder, files, row, use, f"evening-{evening}")
    except (UserError, OSError) as error:
        complain(f"A reading was not kept for training: {error}")


def _keep(
    folder: Path, files: PictureFiles, row: PictureRow, use: PictureUse, session: str
) -> None:
    name = f"{FOLDER}/{row.id}.{row.kind}"
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    shutil.copyfile(files.original(row.id), folder / name)
    path = folder / LABELS_NAME
    known = [label for label in read_labels(path) if label.file != name] if path.exists() else []
    label = label_of(row.reading or {}, use.fixed, name)
    write_labels(path, [*known, replace(label, session=session)])


def label_of(reading: Mapping[str, Any], fixed: Mapping[int, str], file: str) -> PictureLabel:
    """A reading with a person's corrections as a label that nobody has checked as a whole yet."""
    gone = {tile for tile, code in fixed.items() if code == DELETED}
    down = {t["id"] for t in reading["tiles"] if t["code"] == FACE_DOWN}
    fixed = {tile: code for tile, code in fixed.items() if tile not in down}  # still a back
    tiles = tuple(
        TileLabel(
            id=t["id"],
            code=fixed.get(t["id"], t["code"]),
            quad=tuple((float(x), float(y)) for x, y in t["quad"]),  # type: ignore[arg-type]
            partly_hidden=t["partly_hidden"],
            by="person" if t["id"] in fixed else "model",
            confidence=None if t["id"] in fixed else t["confidence"],
        )
        for t in reading["tiles"]
        if t["id"] not in gone
    )
    return PictureLabel(
        file=file,
        width=reading["image"]["width"],
        height=reading["image"]["height"],
        tiles=tiles,
        players=tuple(_player(p, fixed, gone) for p in reading["players"]),
        loose=tuple(t for t in reading["loose"] if t not in gone),
        checked=False,
        source={"from": "a game evening"},
    )


def _player(player: Mapping[str, Any], fixed: Mapping[int, str], gone: set[int]) -> PlayerLabel:
    whole = [s for s in player["sets"] if not gone & set(s["tiles"])]
    broken = [t for s in player["sets"] if gone & set(s["tiles"]) for t in s["tiles"]]
    won = player["winning_tile"]
    return PlayerLabel(
        side=player["side"],
        seat=player["seat"],
        concealed=tuple(t for t in [*player["concealed"], *broken] if t not in gone),
        flowers=tuple(t for t in player["flowers"] if t not in gone),
        sets=tuple(
            SetLabel(
                tiles=tuple(s["tiles"]),
                kind=s["kind"],
                concealed=s["concealed"],
                codes=tuple(fixed.get(t, c) for t, c in zip(s["tiles"], s["codes"], strict=True)),
            )
            for s in whole
        ),
        winning_tile=None if won in gone else won,
    )
