"""Other tools' formats from the page: the same as the command's ``--export`` and ``--import``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from vision.app.label_page.desk import Desk
from vision.app.web.refusal import bad
from vision.labels import exchange

Json = dict[str, Any]


def export(desk: Desk, data: Json) -> Json:
    """Writes the labels and pictures into the new folder ``place``.

    Raises:
        RefusalError: the request is none.
        UserError: it cannot be written.
    """
    kind, place = _named(data)
    with desk.lock:
        labels = desk.store.labels()
    notes = exchange.export_labels(labels, desk.folder, kind, place)
    return {"words": f"{exchange.counted(labels)} written to {place}.", "notes": notes}


def bring(desk: Desk, data: Json) -> Json:
    """Reads labels from ``place``: one change for undo.

    Raises:
        RefusalError: the request is none.
        UserError: they cannot be read, or name classes that nobody knows.
    """
    kind, place = _named(data)
    names = data.get("names", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise bad("names", "must be a list of texts")
    imported = exchange.load_labels(kind, place, exchange.given_names(names))
    with desk.lock:
        if not data.get("replace"):
            checked = [f for f in desk.store.files if desk.is_checked(f)]
            advice = "tick “in place of checked labels” to take the imported ones."
            exchange.check_free(imported, checked, desk.folder, advice)
        exchange.copy_pictures(imported, desk.folder)
        desk.store.change(imported.labels)
        desk.changed([label.file for label in imported.labels])
    desk.refresh()
    return {"words": f"{exchange.counted(imported.labels)} read from {place}.", "notes": []}


def _named(data: Json) -> tuple[str, Path]:
    kind, place = data.get("format"), data.get("place")
    if not isinstance(kind, str) or not isinstance(place, str) or not place.strip():
        raise bad("place", "must be a folder of this machine")
    return kind, Path(place.strip()).expanduser()
