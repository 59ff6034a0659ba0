"""Tiles followed from frame to frame. Pure: a function of the time and of what was seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.app.live.votes import Votes
from vision.geometry import side_lengths
from vision.reading import NOT_A_TILE, Sighting

SAME_PLACE: Final = 0.5
"""Share of a tile's shorter side that its middle may move between two frames."""
GONE_AFTER: Final = 0.3
"""Seconds of counted frames without a tile after which it is gone."""
SMOOTHING: Final = 0.4
"""Share of the newest quad in the quad that is kept ..."""
JITTER: Final = 0.1
"""... unless the tile moved by more than this share of its shorter side."""
ORDERS: Final = (np.arange(4)[:, None] + np.arange(4)) % 4
"""The four orders in which a quad's corners can be told."""
LEAST_VOTES: Final = 3
"""Frames that must have voted on a tile before anything rests on it."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A tile in one frame."""

    quad: NDArray[np.float32]
    """(4, 2) px, clockwise from the tile's own top left."""
    probabilities: NDArray[np.float32] | None = None
    """(44,) calibrated; None where this frame was not asked again."""
    found: float = 1.0
    partly_hidden: bool = False
    glare: float = 0.0
    """Share of the face that is blown out, 0..1."""


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """One tile on the table, followed over frames."""

    id: int
    quad: NDArray[np.float32]
    votes: Votes
    found: float
    partly_hidden: bool
    glare: float
    unseen: float = 0.0
    """Seconds of counted frames since it was last seen."""

    @property
    def code(self) -> str:
        """What the tile is taken for."""
        return self.votes.code

    @property
    def settled(self) -> bool:
        """Whether enough frames have voted, none of them lately against it."""
        return self.votes.count >= LEAST_VOTES and not self.votes.contrary and not self.unseen

    def sighting(self) -> Sighting:
        """The tile as the layout stages want it."""
        return Sighting(self.quad, self.votes.probabilities, self.found, self.partly_hidden)


@dataclass(frozen=True, slots=True)
class Tracks:
    """All tiles followed at one moment."""

    tracks: tuple[Track, ...] = ()
    time: float | None = None
    """When the last counted frame was taken, s."""
    next_id: int = 0

    def updated(self, time: float, seen: Sequence[Seen]) -> Tracks:
        """After a counted frame that was taken at ``time`` (s) and shows ``seen``.

        Frames that do not count (blurred, a hand in the way) are simply not given.
        """
        passed = 0.0 if self.time is None else min(max(0.0, time - self.time), GONE_AFTER / 2)
        pairs = matched([t.quad for t in self.tracks], [s.quad for s in seen])
        kept = [
            _seen_again(track, seen[pairs[k]]) if k in pairs else _missed(track, passed)
            for k, track in enumerate(self.tracks)
        ]
        taken = set(pairs.values())
        fresh = [s for k, s in enumerate(seen) if k not in taken and s.probabilities is not None]
        new = [_new(self.next_id + k, s) for k, s in enumerate(fresh)]
        alive = [t for t in (*kept, *new) if t.unseen < GONE_AFTER and t.code != NOT_A_TILE]
        return Tracks(tuple(alive), time, self.next_id + len(new))

    @property
    def settled(self) -> bool:
        """Whether every tile has been voted on enough and is in sight."""
        return all(track.settled for track in self.tracks)

    def sightings(self) -> list[Sighting]:
        """The tiles as the layout stages want them."""
        return [track.sighting() for track in self.tracks]


def matched(
    before: Sequence[NDArray[np.float32]], now: Sequence[NDArray[np.float32]]
) -> dict[int, int]:
    """Which quads of ``now`` (values) are those of ``before`` (keys): nearest middles first."""
    if not before or not now:
        return {}
    old, new = np.stack(before), np.stack(now)
    gaps = np.linalg.norm(old.mean(1)[:, None] - new.mean(1)[None], axis=-1)
    short = np.minimum(side_lengths(old).min(1)[:, None], side_lengths(new).min(1)[None])
    pairs: dict[int, int] = {}
    used: set[int] = set()
    for at in np.argsort(gaps, axis=None):
        i, j = divmod(int(at), len(new))
        if i not in pairs and j not in used and gaps[i, j] < SAME_PLACE * short[i, j]:
            pairs[i] = j
            used.add(j)
    return pairs


def aligned(quad: NDArray[np.float32], like: NDArray[np.float32]) -> NDArray[np.float32]:
    """The quad's corners in the order that fits ``like`` best; both (4, 2), clockwise."""
    turns = quad[ORDERS]
    apart = np.abs(turns - (quad.mean(0) - like.mean(0)) - like).sum(axis=(1, 2))
    return np.asarray(turns[int(apart.argmin())], np.float32)


def _seen_again(track: Track, seen: Seen) -> Track:
    near = aligned(seen.quad, track.quad)
    step = near - track.quad
    jitters = float(np.abs(step.mean(0)).max()) < JITTER * float(side_lengths(near[None]).min())
    smooth = track.quad + (SMOOTHING if jitters else 1.0) * step
    votes = track.votes
    if seen.probabilities is not None:
        votes = votes.with_vote(seen.probabilities)
        if votes.count == 1:
            smooth = seen.quad  # another tile, or the first look was upside down
    return replace(
        track,
        quad=np.asarray(smooth, np.float32),
        votes=votes,
        found=seen.found,
        partly_hidden=seen.partly_hidden,
        glare=seen.glare,
        unseen=0.0,
    )


def _missed(track: Track, passed: float) -> Track:
    return replace(track, unseen=track.unseen + max(passed, 1e-3))


def _new(number: int, seen: Seen) -> Track:
    assert seen.probabilities is not None
    return Track(
        number,
        seen.quad,
        Votes.first(seen.probabilities),
        seen.found,
        seen.partly_hidden,
        seen.glare,
    )
