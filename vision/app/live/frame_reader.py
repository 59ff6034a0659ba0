"""Reads frame after frame with as little work as the picture allows.

A still frame costs a thumbnail and a comparison of the tiles' patches; the finder runs where
something changed, the classifier on new or changed tiles, on tiles that few frames have voted on,
and otherwise on a few in turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.admission import BELIEVED, KNOWN
from vision.app.live import patches as pictures
from vision.app.live.gate import (
    CHANGED,
    FEWEST,
    Gatekeeper,
    Verdict,
    cells_of,
    difference,
    scale_of,
)
from vision.app.live.tracks import LEAST_VOTES, Seen, aligned, matched
from vision.reader import Reader
from vision.rectify import rectify
from vision.tile_classifier import family_masses
from vision.tile_finder import FoundTile

Image = NDArray[np.uint8]

ALIKE: Final = 0.8
"""Likeness of a patch below which another tile may lie there."""
SEARCH_EVERY: Final = 2.0
"""Seconds after which the finder looks again though nothing changed."""
SEARCH_APART: Final = 0.15
"""Seconds between two looks of the finder while nothing moves."""
ASK_AGAIN: Final = 2
"""Tiles of a settled table that are classified again, each frame, in turn."""
BLURRED: Final = 0.4
"""Share of its usual sharpness below which a frame is blurred."""
FORGETS: Final = 0.99
"""How much of the best sharpness is remembered, each frame."""
ENOUGH_TO_JUDGE: Final = 3
"""Tiles from which on a frame can be called blurred."""


UPRIGHT: Final = 0.9
"""Certainty of its up-direction from which a tile can tell that of its neighbours."""
ALONG: Final = 0.7
"""Cosine from which two tiles lie along each other."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What one frame showed."""

    verdict: Verdict
    seen: tuple[Seen, ...] = ()
    """Empty where the frame does not count."""
    searched: bool = False
    """Whether the finder ran."""
    asked: int = 0
    """Tiles that the classifier was asked about."""


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """One place where the finder saw something."""

    quad: NDArray[np.float32]
    found: float
    partly_hidden: bool
    print_: NDArray[np.float32] | None = None
    """Its look when it was last classified; None: not yet."""
    asked: int = 0
    is_tile: bool = False
    upright: float = 0.0
    """How sure its up-direction is, 0..1; many bamboo and dots look the same upside down."""
    sharpest: float = 0.0


@dataclass(slots=True)
class FrameReader:
    """Reads a camera's frames one after the other. With another size of frame it begins anew."""

    reader: Reader
    _gate: Gatekeeper = field(default_factory=Gatekeeper)
    _known: list[_Known] = field(default_factory=list)
    _searched: NDArray[np.float32] | None = None
    """The thumbnail that the finder last saw; None: something moved since."""
    _searched_at: float = -1e9
    _turn: int = 0
    _shape: tuple[int, ...] = ()

    def look(self, image: Image, time: float) -> Look:
        """What a frame, (H, W, 3) uint8 BGR taken at ``time`` s, shows."""
        if image.shape != self._shape:
            self._shape, self._known, self._searched = image.shape, [], None
            self._gate = Gatekeeper()
        cells = cells_of(image)
        tiles = [k.quad for k in self._known if k.is_tile]
        verdict = self._gate.judge(cells, time, tiles, scale_of(image))
        if verdict is Verdict.MOVING:
            self._searched = None
            return Look(verdict)
        seen = self._patches(image)
        if self._is_blurred(seen):
            return Look(Verdict.BLURRED)
        search = self._must_search(cells, time, seen)
        if search:
            self._search(image)
            self._searched, self._searched_at = cells, time
            seen = self._patches(image)
        votes = self._vote(image, seen)
        if verdict is Verdict.ARM:  # searched all the same: it may be tiles just laid at the edge
            return Look(verdict, (), search, len(votes))
        glare = pictures.glare(seen)
        told = tuple(
            Seen(k.quad, votes.get(i), k.found, k.partly_hidden, float(glare[i]))
            for i, k in enumerate(self._known)
            if k.is_tile
        )
        return Look(verdict, told, search, len(votes))

    def _patches(self, image: Image) -> pictures.Patches:
        return rectify(image, _stacked([k.quad for k in self._known]))

    def _is_blurred(self, seen: pictures.Patches) -> bool:
        """Whether most tiles show far less detail than lately; keeps what they showed best."""
        if not self._known:
            return False
        now = pictures.sharpness(seen)
        best = np.array([k.sharpest for k in self._known])
        known = [
            replace(k, sharpest=max(float(s), FORGETS * k.sharpest))
            for k, s in zip(self._known, now, strict=True)
        ]
        self._known = known
        judged = np.array([k.is_tile for k in known]) & (best > 0)
        if int(judged.sum()) < ENOUGH_TO_JUDGE:
            return False
        return bool(np.median(now[judged] / best[judged]) < BLURRED)

    def _must_search(self, cells: NDArray[np.float32], time: float, seen: pictures.Patches) -> bool:
        if self._searched is None or time - self._searched_at > SEARCH_EVERY:
            return True
        if time - self._searched_at < SEARCH_APART:
            return False  # nothing moved since: it can only be the light
        if int((difference(cells, self._searched) > CHANGED).sum()) >= FEWEST:
            return True
        return bool(self._changed(seen).any())

    def _changed(self, seen: pictures.Patches) -> NDArray[np.bool_]:
        """(N,) whether the tile at each known place no longer looks as it did."""
        if not self._known:
            return np.zeros(0, bool)
        now = pictures.prints_of(seen)
        before = np.stack([p if k.print_ is None else k.print_
                           for k, p in zip(self._known, now, strict=True)])  # fmt: skip
        return np.asarray(pictures.likeness(now, before) < ALIKE)

    def _search(self, image: Image) -> None:
        found = self.reader.finder.find(image)
        pairs = matched([k.quad for k in self._known], [f.quad for f in found])
        old = {j: self._known[i] for i, j in pairs.items()}
        self._known = [_renewed(f, old.get(j)) for j, f in enumerate(found)]

    def _vote(self, image: Image, seen: pictures.Patches) -> dict[int, NDArray[np.float32]]:
        """Probabilities (44,) of the known places that this frame is asked about."""
        if not self._known:
            return {}
        changed = self._changed(seen)
        fresh = [i for i, k in enumerate(self._known) if k.print_ is None or changed[i]]
        again = [i for i in self._few_votes() if i not in fresh] or self._in_turn(fresh)
        votes = self._first_looks(image, fresh)
        if again:
            quads = _stacked([self._known[i].quad for i in again])
            p = self.reader.classifier.classify_upright(image, quads, seen[again])
            votes |= {i: p[k] for k, i in enumerate(again)}
        self._remember(image, votes, fresh)
        return votes

    def _few_votes(self) -> list[int]:
        return [i for i, k in enumerate(self._known) if k.asked <= LEAST_VOTES]

    def _in_turn(self, but: Sequence[int]) -> list[int]:
        likely = [k.is_tile or k.found >= BELIEVED / KNOWN for k in self._known]
        tiles = [i for i, is_likely in enumerate(likely) if is_likely and i not in but]
        if not tiles:
            return []
        start = self._turn % len(tiles)
        self._turn += ASK_AGAIN
        return (tiles[start:] + tiles[:start])[:ASK_AGAIN]

    def _first_looks(self, image: Image, fresh: Sequence[int]) -> dict[int, NDArray[np.float32]]:
        """New or changed places, classified in whichever direction they lie."""
        if not fresh:
            return {}
        quads = _stacked([self._known[i].quad for i in fresh])
        answer = self.reader.classifier.classify(image, quads)
        for k, i in enumerate(fresh):
            turned = np.asarray(np.roll(quads[k], -int(answer.turns[k]), 0), np.float32)
            sure = float(answer.turn_probabilities[k].max())
            self._known[i] = replace(
                self._known[i], quad=turned, asked=0, print_=None, upright=sure
            )
        for i in fresh:
            if self._known[i].upright < UPRIGHT:
                self._turn_like_neighbour(i)
        return {i: answer.probabilities[k] for k, i in enumerate(fresh)}

    def _turn_like_neighbour(self, at: int) -> None:
        """Turns a tile whose up-direction is unclear by half a turn if its neighbour's is other."""
        quad = self._known[at].quad
        sure = [k.quad for k in self._known if k.upright >= UPRIGHT]
        along = [q for q in sure if abs(float(_up(q) @ _up(quad))) > ALONG]
        if not along:
            return
        nearest = min(along, key=lambda q: float(np.linalg.norm(q.mean(0) - quad.mean(0))))
        if float(_up(nearest) @ _up(quad)) < 0:
            turned = np.asarray(np.roll(quad, 2, 0), np.float32)
            self._known[at] = replace(self._known[at], quad=turned)

    def _remember(
        self, image: Image, votes: dict[int, NDArray[np.float32]], fresh: Sequence[int]
    ) -> None:
        """Counts the votes, and keeps how the places looked."""
        if not votes:
            return
        places = sorted(votes)
        prints = pictures.prints_of(rectify(image, _stacked([self._known[i].quad for i in places])))
        masses = family_masses(np.stack([votes[i] for i in places]))
        for i, look, mass in zip(places, prints, masses, strict=True):
            known = self._known[i]
            tile = bool(mass >= KNOWN and known.found * mass >= BELIEVED)
            is_tile = tile if i in fresh else known.is_tile or tile
            self._known[i] = replace(known, print_=look, asked=known.asked + 1, is_tile=is_tile)


def _up(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """(2,) unit vector along a tile's up-direction."""
    way = quad[:2].mean(0) - quad[2:].mean(0)
    return np.asarray(way / max(float(np.linalg.norm(way)), 1e-6), np.float32)


def _renewed(found: FoundTile, old: _Known | None) -> _Known:
    if old is None:
        return _Known(found.quad, found.score, found.partly_hidden)
    quad = aligned(found.quad, old.quad)
    near = np.asarray((quad + old.quad) / 2, np.float32)
    return replace(old, quad=near, found=found.score, partly_hidden=found.partly_hidden)


def _stacked(quads: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """(N, 4, 2), also of none."""
    return np.asarray(quads, np.float32).reshape(-1, 4, 2)
