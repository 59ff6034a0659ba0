"""What a training run is made of: options, the labels split by sessions, and its folder."""

from __future__ import annotations

import argparse
import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from scripts.evaluation.running import of_set
from vision.errors import UserError
from vision.labels.lines import read_labels, write_whole
from vision.labels.record import PictureLabel
from vision.labels.splits import halves, session_of, split, unit_of

ROOT: Final = Path(__file__).resolve().parents[2]
SHIPPED: Final = ROOT / "models"
SAMPLES: Final = ROOT / "datasets" / "samples"
NETS: Final = ("classifier", "finder")
COPIED: Final = ("flowers",)
"""Networks that a training run leaves as they are, where the models it starts from have them."""
ONE_SESSION: Final = "All pictures are of one session and one set, so none can be held out"
FREE: Final = ("out", "install", "force", "restart", "threads", "workers", "track", "run")
"""Options that may differ when a run is taken up again."""


class TrainingError(UserError):
    """A training run that cannot be done as asked."""

    code = "training"


@dataclass(frozen=True, slots=True)
class Source:
    """One label file, with the folder of its pictures."""

    file: Path
    folder: Path
    pictures: tuple[PictureLabel, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Which pictures serve for what. The three parts share no session."""

    sources: tuple[Source, ...]
    training: tuple[PictureLabel, ...]
    watched: tuple[PictureLabel, ...]
    """Held out; stop the training and fix the temperature."""
    measured: tuple[PictureLabel, ...]
    """Held out; the verdict rests on them."""
    by: str
    notes: tuple[str, ...] = field(default=())

    def folder_of(self, picture: PictureLabel) -> Path:
        """Where a picture's file lies."""
        return next(s.folder for s in self.sources if any(p is picture for p in s.pictures))

    @property
    def sessions(self) -> list[str]:
        """What is trained on, as models name it: sessions, or parts of one by their set."""
        if self.by == "session":
            return sorted({session_of(p) for p in self.training})
        return sorted({of_set(session_of(p), unit_of(p, "set")) for p in self.training})

    def counted(self, pictures: tuple[PictureLabel, ...]) -> str:
        """How many pictures and tiles, of which sessions."""
        if not pictures:
            return "none"
        tiles = sum(len(p.tiles) for p in pictures)
        names = sorted({session_of(p) for p in pictures})
        listed = ", ".join(names[:6]) + (", ..." if len(names) > 6 else "")
        return f"{len(pictures)} pictures, {tiles} tiles, {len(names)} sessions ({listed})"


def read_sources(files: list[Path]) -> tuple[list[Source], list[str]]:
    """The confirmed pictures of label files, and what must be said of the others.

    Raises:
        LabelError: A file cannot be read or does not fit.
        TrainingError: Nothing in them can be trained on.
    """
    sources, notes = [], []
    for file in files:
        labels = read_labels(file)
        checked = tuple(p for p in labels if p.checked)
        if len(checked) < len(labels):
            notes.append(
                f"{file}: {len(labels) - len(checked)} pictures are left out, since no person has "
                "confirmed their labels."
            )
        sources.append(Source(file, file if file.is_dir() else file.parent, checked))
    if not any(p.tiles for s in sources for p in s.pictures):
        raise TrainingError("The label files hold no tile that a person has confirmed.")
    return sources, notes


def make_plan(files: list[Path], share: float, seed: int, hold_out: list[str]) -> Plan:
    """Splits the pictures of label files by whole sessions, see `vision.labels.splits`.

    Raises:
        TrainingError: A session or set to hold out is not there, or nothing is left to train on.
    """
    sources, notes = read_sources(files)
    pictures = [p for s in sources for p in s.pictures]
    known = {session_of(p) for p in pictures} | {p.set for p in pictures}
    strange = [name for name in hold_out if name not in known]
    if strange:
        raise TrainingError(f"--hold-out: no session or set is called {', '.join(strange)}.")
    parts = split(pictures, share, seed, hold_out)
    if not parts.training:
        raise TrainingError("All pictures are held out; name fewer sessions with --hold-out.")
    watched, measured = halves(parts)
    if not parts.held_out:
        notes.append(
            f"{'Nothing is held out' if not share else ONE_SESSION}: the training cannot stop "
            "early and its gain is not measured. Label a second session for that."
        )
    elif watched == measured:
        notes.append(
            f"Only one {parts.by} is held out; it watches the training and measures it, so its "
            "figures are a little kind."
        )
    return Plan(tuple(sources), parts.training, watched, measured, parts.by, tuple(notes))


def fingerprint(args: argparse.Namespace) -> dict[str, Any]:
    """What must be equal for a run to be taken up again: options, and the label files' content."""
    options = {k: _plain(v) for k, v in sorted(vars(args).items()) if k not in FREE}
    digests = {}
    for file in args.labels:
        path = file / "labels.jsonl" if file.is_dir() else file
        digests[str(file)] = hashlib.sha256(path.read_bytes()).hexdigest()
    return {"options": options, "labels": digests}


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(v) for v in value]
    return str(value) if isinstance(value, Path) else value


def open_folder(out: Path, wanted: dict[str, Any], restart: bool) -> bool:
    """Makes or takes up the run's folder; answers whether there is something to go on from.

    Raises:
        TrainingError: It holds another run, or something else.
    """
    file = out / "work" / "run.json"
    found = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else None
    if found is None and out.exists() and any(out.iterdir()):
        raise TrainingError(f"{out} is there already and holds no training; name a new folder.")
    if found is not None and found != wanted and not restart:
        differing = [
            k for k in wanted["options"] if wanted["options"][k] != found["options"].get(k)
        ]
        what = ", ".join(differing) or "the label files' content"
        raise TrainingError(
            f"{out} holds a training that differs in {what}; repeat its command to go on with it, "
            "name a new folder, or say --restart to begin again."
        )
    file.parent.mkdir(parents=True, exist_ok=True)
    if restart:
        for name in NETS:
            checkpoint(out, name).unlink(missing_ok=True)
    write_whole(file, json.dumps(wanted, indent=1).encode())
    return found is not None and not restart


def checkpoint(out: Path, name: str) -> Path:
    """Where a network in training is kept."""
    return out / "work" / f"{name}.pt"


def start_folder(start: str) -> Path | None:
    """The folder of the models to start from; None for new weights.

    Raises:
        TrainingError: There are no such models.
    """
    if start == "scratch":
        return None
    folder = SHIPPED if start == "shipped" else Path(start)
    missing = [f"{name}.onnx" for name in NETS if not (folder / f"{name}.onnx").is_file()]
    if missing:
        raise TrainingError(
            f"--start {start}: {folder} has no {' and no '.join(missing)}; say shipped, scratch or "
            "the folder of a model."
        )
    return folder
