"""New models against old ones on the same pictures, and what follows from it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from scripts.evaluation.labels import label_photos
from scripts.evaluation.photographs import PhotoResult, measure
from scripts.evaluation.running import trained_on, trained_sessions
from scripts.evaluation.statistics import Share, wilson
from scripts.evaluation.truth import Photo
from vision.reader import Reader

SAMPLES_NAME: Final = "rendered samples"
MOST: Final = 400
"""Pictures measured of one tracked set."""


@dataclass(frozen=True, slots=True)
class Figures:
    """How some models read some pictures."""

    pictures: int
    errors: int
    """False alarms, wrong codes and missed tiles, end to end."""
    right: Share
    """Tiles found and named right, end to end."""
    named: Share
    """Tiles named right given their boxes."""
    precision: Share
    """Finds shown that are tiles."""
    exact: Share
    """Pictures read without any error."""

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values."""
        shares = {name: getattr(self, name).to_json() for name in COLUMNS.values()}
        return {"pictures": self.pictures, "errors": self.errors, **shares}


COLUMNS: Final = {
    "tiles right, end to end": "right", "named right, given boxes": "named",
    "finds that are tiles": "precision", "pictures exact": "exact",
}  # fmt: skip


def figures(results: Iterable[PhotoResult]) -> Figures:
    """The figures of some measured pictures."""
    results = list(results)
    counts = [r.tile_counts for r in results]
    right, tiles = sum(c[0] for c in counts), sum(r.counted for r in results)
    false = sum(len(r.answer.false) for r in results)
    return Figures(
        len(results),
        false + tiles - right,
        Share(right, tiles),
        sum((r.naming for r in results), Share()),
        sum((r.accepted_precision for r in results), Share()),
        Share(sum(r.exact for r in results), len(results)),
    )


@dataclass(frozen=True, slots=True)
class Row:
    """One tracked set, read by both models."""

    name: str
    before: Figures
    after: Figures

    @property
    def worse(self) -> bool:
        """Whether the new models make more errors."""
        return self.after.errors > self.before.errors

    @property
    def sentence(self) -> str:
        """The change in words."""
        old, new = self.before, self.after
        if new.errors == old.errors:
            change = f"{new.errors} errors, as before"
        else:
            change = f"{new.errors} errors in place of {old.errors}"
            if not _apart(old.right, new.right):
                change += " (the intervals overlap: it may be chance)"
        return f"{self.name}: {change}, on {new.right.total} tiles of {new.pictures} pictures."


def _apart(a: Share, b: Share) -> bool:
    (low_a, high_a), (low_b, high_b) = wilson(a.hits, a.total), wilson(b.hits, b.total)
    return low_a > high_b or low_b > high_a


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether the new models may take the old ones' place."""

    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    measured: bool = True
    """Whether any of the user's own pictures could be measured."""

    @property
    def worse(self) -> list[str]:
        """The tracked sets on which the new models make more errors."""
        return [r.name for r in self.rows if r.worse]

    @property
    def may_install(self) -> bool:
        """Whether nothing speaks against it."""
        return self.measured and not self.worse

    @property
    def sentence(self) -> str:
        """The verdict in one plain sentence."""
        if self.worse:
            return f"Worse than before on {', '.join(self.worse)}: not to be installed."
        if not self.measured:
            return "Not measured on pictures of your own: nobody knows whether it is better."
        before, after = (sum(getattr(r, w).errors for r in self.rows) for w in ("before", "after"))
        if before == after:
            return "No better and no worse than before: there is no reason to install it."
        return f"Better: {after} errors in place of {before}, and worse on no set."


def tracked(
    photos: Sequence[Photo], files: Sequence[Path], samples: Path
) -> dict[str, list[Photo]]:
    """Pictures by the set that they are tracked as: own sets, files of --track, the samples.

    Of large sets `MOST` pictures are taken, spread evenly.
    """
    found: dict[str, list[Photo]] = {}
    for photo in photos:
        found.setdefault(f"set {photo.set}", []).append(photo)
    for file in files:
        name = file.name if file.is_dir() or file.stem != "labels" else file.parent.name
        found.setdefault(f"file {name}", []).extend(label_photos([file])[0])
    if (samples / "labels.jsonl").is_file():
        found[SAMPLES_NAME] = label_photos([samples])[0]
    return {name: _spread(part) for name, part in found.items() if part}


def _spread(photos: list[Photo]) -> list[Photo]:
    count = min(MOST, len(photos))
    return [photos[k * len(photos) // count] for k in range(count)]


def compare(before: Path, after: Path, sets: dict[str, list[Photo]], threads: int) -> Verdict:
    """Reads every tracked picture with both models.

    Pictures of sessions that either was trained on are left out and named.
    """
    readers = {"before": Reader.load(before, threads), "after": Reader.load(after, threads)}
    barred = {name: trained_sessions(reader) for name, reader in readers.items()}
    rows, notes = [], []
    for name, photos in sets.items():
        fair = [p for p in photos if not any(trained_on(p, b) for b in barred.values())]
        refused = sorted({p.session for p in photos} - {p.session for p in fair})
        if refused:
            sessions = ", ".join(refused)
            notes.append(f"{name}: {sessions} is not measured; a model was trained on it.")
        if fair:
            rows.append(Row(name, *(_measured(readers[r], fair, f"{name}, {r}") for r in readers)))
    own = any(not row.name.startswith((SAMPLES_NAME, "file ")) for row in rows)
    return Verdict(tuple(rows), tuple(notes), own)


def _measured(reader: Reader, photos: Sequence[Photo], title: str) -> Figures:
    results = []
    for number, photo in enumerate(photos, 1):
        if sys.stderr.isatty():
            print(f"\r{title}: {number} of {len(photos)}  ", end="", file=sys.stderr, flush=True)
        results.append(measure(reader, photo))
    if sys.stderr.isatty():
        print(file=sys.stderr)
    return figures(results)
