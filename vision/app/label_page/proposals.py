"""What the model said of each picture, kept in a file of its own: it can always be made again."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from vision.labels.review_duplicates import SIDE, Print

Json = dict[str, Any]
NAME: Final = ".labels.proposals.jsonl"


class Proposals:
    """The answers of `vision.app.label_page.reading`, by picture; the newest line counts."""

    def __init__(self, folder: Path) -> None:
        """Reads what is there; lines that are none were cut off and are passed over."""
        self._folder = folder
        self._path = folder / NAME
        self._kept: dict[str, Json] = {}
        if self._path.exists():
            with self._path.open(encoding="utf-8", errors="replace") as lines:
                for line in lines:
                    self._take(line)

    def _take(self, line: str) -> None:
        try:
            data = json.loads(line)
            self._kept[data["file"]] = data
        except (ValueError, KeyError, TypeError):
            return

    def get(self, file: str) -> Json | None:
        """What was said of a picture; None while nothing was."""
        return self._kept.get(file)

    def add(self, file: str, answer: Json) -> None:
        """Keeps an answer; a disk that is full costs only the time to read the picture again."""
        label = answer.get("label")
        doubt = sum(1.0 - (t.get("confidence") or 0.0) for t in label["tiles"]) if label else 0.0
        kept = {name: value for name, value in answer.items() if name != "label"}
        self._kept[file] = {"file": file, "doubt": round(doubt, 4), **kept}
        line = json.dumps(self._kept[file], separators=(",", ":"))
        try:
            with self._path.open("a", encoding="utf-8") as out:
                out.write(line + "\n")
        except OSError:
            return

    def prints(self, files: list[str]) -> dict[str, Print]:
        """The prints of those pictures that have been read."""
        found = {}
        for file in files:
            kept = self._kept.get(file)
            if kept and "grey" in kept:
                grey = np.frombuffer(base64.b64decode(kept["grey"]), np.uint8)
                found[file] = Print(int(kept["hash"], 16), grey.reshape(SIDE, SIDE))
        return found
