"""Which pictures are trained on and which are held out: whole sessions or sets, never pictures."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Final

from vision.labels.record import PictureLabel

UNNAMED: Final = "unnamed"
LARGEST: Final = 0.6
"""A unit with more of all pictures than this is always trained on."""


@dataclass(frozen=True, slots=True)
class Split:
    """Pictures in two parts that share no unit."""

    training: tuple[PictureLabel, ...]
    held_out: tuple[PictureLabel, ...]
    by: str
    """``session`` or ``set``: what was kept whole."""

    def units(self, pictures: Iterable[PictureLabel]) -> list[str]:
        """The sessions or sets of some pictures, sorted."""
        return sorted({unit_of(p, self.by) for p in pictures})


def session_of(picture: PictureLabel) -> str:
    """The session's name; pictures that name none count as one session per folder.

    >>> session_of(PictureLabel("a.jpg", 9, 9)), session_of(PictureLabel("may/a.jpg", 9, 9))
    ('unnamed', 'may')
    """
    folder = str(PurePosixPath(picture.file.replace("\\", "/")).parent)
    return picture.session or (UNNAMED if folder == "." else folder)


def unit_of(picture: PictureLabel, by: str) -> str:
    """The session, or the set, that a picture belongs to."""
    return session_of(picture) if by == "session" else picture.set or UNNAMED


def split(
    pictures: Sequence[PictureLabel],
    share: float,
    seed: int = 1,
    named: Collection[str] = (),
) -> Split:
    """Holds out about ``share`` of the pictures in whole sessions.

    Sessions whose set other sessions show as well go first, so that a set is both trained on and
    measured. Where all pictures are of one session, sets are held out whole in place of sessions.
    A single session of a single set cannot be split: nothing is held out.

    Args:
        pictures: All labelled pictures.
        share: Of the pictures, 0..1.
        seed: Which sessions are taken where there is a choice.
        named: Sessions or sets to hold out in place of a choice.
    """
    by = "session" if len({session_of(p) for p in pictures}) > 1 else "set"
    if named:
        by = "session" if {session_of(p) for p in pictures} & set(named) else "set"
        chosen = set(named)
    else:
        chosen = _chosen(pictures, by, share, seed)
    held = tuple(p for p in pictures if unit_of(p, by) in chosen)
    return Split(tuple(p for p in pictures if unit_of(p, by) not in chosen), held, by)


def _chosen(pictures: Sequence[PictureLabel], by: str, share: float, seed: int) -> set[str]:
    sizes = Counter(unit_of(p, by) for p in pictures)
    sets = {unit: {p.set for p in pictures if unit_of(p, by) == unit} for unit in sizes}
    units = sorted(sizes)
    random.Random(seed).shuffle(units)
    chosen: set[str] = set()
    wanted = share * len(pictures)
    while len(chosen) < len(units) - 1 and sum(sizes[u] for u in chosen) < wanted:
        rest = [u for u in units if u not in chosen and sizes[u] <= LARGEST * len(pictures)]
        if not rest:
            break
        chosen.add(min(rest, key=lambda u: not _shown_elsewhere(u, units, chosen, sets)))
    return chosen


def _shown_elsewhere(
    unit: str, units: Sequence[str], chosen: set[str], sets: dict[str, set[str | None]]
) -> bool:
    kept: set[str | None] = set()
    for other in units:
        if other != unit and other not in chosen:
            kept |= sets[other]
    return sets[unit] <= kept


def halves(split_: Split) -> tuple[tuple[PictureLabel, ...], tuple[PictureLabel, ...]]:
    """The held-out pictures to watch training by, and those to measure on in the end.

    Every other unit each; a single unit has to serve for both.
    """
    units = split_.units(split_.held_out)
    if len(units) < 2:
        return split_.held_out, split_.held_out
    watched = set(units[::2])
    return (
        tuple(p for p in split_.held_out if unit_of(p, split_.by) in watched),
        tuple(p for p in split_.held_out if unit_of(p, split_.by) not in watched),
    )
