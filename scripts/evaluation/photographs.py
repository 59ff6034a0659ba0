"""Photographs with a box per tile: what was found, what it was called, what was read exactly.

"Read exactly" is said of a whole picture: every counted box has a find on it whose code is right,
and no find is a false alarm. Captions, tiles under 20 px, ignored regions and unlabelled backs
count neither way. "Wrong in hands" leaves out false alarms that the reading calls nobody's, such as
bricks of a wall taken for white dragons: no settlement can rest on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from scoring.tiles import FACE_DOWN
from scripts.evaluation.matching import Match, match
from scripts.evaluation.running import Seen, look, name_boxes, reading_quads
from scripts.evaluation.statistics import Share, f1
from scripts.evaluation.truth import Photo
from vision.reader import Reader
from vision.reading import NOT_A_TILE

OPERATING_SCORES = (0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7)


@dataclass(frozen=True, slots=True, eq=False)
class PhotoResult:
    """One photograph measured.

    Attributes:
        finder: the finder alone against the boxes.
        answer: the reading's tiles against the boxes.
        named: the classifier's codes for all true boxes.
        codes: the reading's codes, in the order of ``answer``'s finds.
        named_confidence: how sure the classifier is of ``named``.
    """

    photo: Photo
    seen: Seen
    finder: Match
    answer: Match
    named: tuple[str, ...]
    codes: tuple[str, ...]
    named_confidence: tuple[float, ...] = ()

    @property
    def counted(self) -> int:
        """Boxes that count."""
        return int(self.photo.counts.sum())

    def _counted_pairs(self, found: Match) -> list[tuple[int, int]]:
        return [(i, j) for i, j in found.pairs.items() if self.photo.counts[j]]

    @property
    def recall(self) -> Share:
        """Counted boxes that the finder found."""
        return Share(self.counted - len(self.finder.missed), self.counted)

    @property
    def precision(self) -> Share:
        """Finds that are on counted boxes, of these and the false alarms."""
        right = len(self._counted_pairs(self.finder))
        return Share(right, right + len(self.finder.false))

    @property
    def accepted_precision(self) -> Share:
        """The same for the finds that the classifier let pass."""
        right = len(self._counted_pairs(self.answer))
        return Share(right, right + len(self.answer.false))

    @property
    def naming(self) -> Share:
        """Counted boxes whose code the classifier says right when it is given the box."""
        wanted = [j for j in range(len(self.named)) if self.photo.counts[j]]
        return Share(sum(self.named[j] == self.photo.codes[j] for j in wanted), len(wanted))

    @property
    def confusions(self) -> Counter[tuple[str, str]]:
        """(true, read) for every counted box, given the box."""
        return Counter(
            (self.photo.codes[j], self.named[j])
            for j in range(len(self.named))
            if self.photo.counts[j]
        )

    @property
    def wrong(self) -> tuple[tuple[int, int], ...]:
        """(find, box) of the reading's tiles with a wrong code."""
        return tuple(
            (i, j)
            for i, j in self._counted_pairs(self.answer)
            if self.codes[i] != self.photo.codes[j]
        )

    @property
    def tile_counts(self) -> tuple[int, int, int]:
        """Right tiles, wrong ones (false alarms and wrong codes), missed truths; end to end."""
        wrong = len(self.wrong)
        right = len(self._counted_pairs(self.answer)) - wrong
        return right, wrong + len(self.answer.false), self.counted - right

    @property
    def exact(self) -> bool:
        """Whether the picture was read exactly, see the module."""
        return not (self.answer.missed or self.answer.false or self.wrong)

    @property
    def owned(self) -> frozenset[int]:
        """The reading's tiles that lie before a player."""
        return frozenset(t for p in self.seen.reading.players for t in p.tiles)

    @property
    def wrong_in_hands(self) -> bool:
        """Whether a player's tile is wrong or a false alarm, or any tile was missed."""
        mistaken = {*self.answer.false, *(i for i, _ in self.wrong)}
        return bool(self.answer.missed) or not mistaken.isdisjoint(self.owned)

    @property
    def sure(self) -> bool:
        """Whether the reading calls no tile doubtful."""
        return not self.seen.reading.doubtful


def measure(reader: Reader, photo: Photo) -> PhotoResult:
    """Reads one photograph and holds it against its truth."""
    seen = look(reader, photo.path)
    named, chances = name_boxes(reader, seen.picture, photo.boxes)
    confidence = chances.max(axis=1, initial=0.0) / np.maximum(chances.sum(axis=1), 1e-9)
    found_codes = [FACE_DOWN if c == FACE_DOWN else NOT_A_TILE for c in seen.found_codes]
    codes = tuple(t.code for t in seen.reading.tiles)
    size = seen.picture.width, seen.picture.height
    return PhotoResult(
        photo=photo,
        seen=seen,
        finder=match(seen.found, found_codes, photo, size),
        answer=match(reading_quads(seen.reading), codes, photo, size),
        named=tuple(named),
        codes=codes,
        named_confidence=tuple(confidence.tolist()),
    )


def by_lowest_score(results: Sequence[PhotoResult]) -> dict[str, dict[str, Share]]:
    """The finder alone, of finds of at least some score: recall and precision by that score.

    The reader takes every find and lets the classifier reject what is no tile; used without one,
    a finder's score is where it is made to choose.
    """
    counted = sum(r.counted for r in results)
    answer = {}
    for lowest in OPERATING_SCORES:
        hits = false = 0
        for r in results:
            hits += sum(
                bool(r.photo.counts[j]) for i, j in r.finder.pairs.items()
                if r.seen.scores[i] >= lowest
            )  # fmt: skip
            false += sum(r.seen.scores[i] >= lowest for i in r.finder.false)
        answer[f"{lowest:.2f}"] = {
            "finder recall": Share(hits, counted),
            "finder precision": Share(hits, hits + false),
        }
    return answer


def summarise(results: Iterable[PhotoResult]) -> dict[str, Any]:
    """The figures of some photographs; shares with their intervals."""
    results = list(results)
    right = sum(r.tile_counts[0] for r in results)
    wrong = sum(r.tile_counts[1] for r in results)
    missed = sum(r.tile_counts[2] for r in results)
    sure = [r for r in results if r.sure]
    return {
        "pictures": len(results),
        "tiles": sum(r.counted for r in results),
        "finder recall": sum((r.recall for r in results), Share()),
        "finder precision": sum((r.precision for r in results), Share()),
        "precision with rejection": sum((r.accepted_precision for r in results), Share()),
        "tile accuracy given boxes": sum((r.naming for r in results), Share()),
        "tile F1 end to end": f1(right, wrong, missed),
        "pictures exact": Share(sum(r.exact for r in results), len(results)),
        "without doubt": Share(len(sure), len(results)),
        "of these wrong": Share(sum(not r.exact for r in sure), len(sure)),
        "of these wrong in hands": Share(sum(r.wrong_in_hands for r in sure), len(sure)),
    }
