"""From frames to a reading, a state in words and a take. Knows nothing of evenings or windows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from vision.app.live.frame_reader import Look
from vision.app.live.gate import Verdict
from vision.app.live.pending import Taken
from vision.app.live.states import (
    GLARE,
    NO_TILES,
    NOT_COUNTED,
    READY,
    SETTLING,
    Kind,
    LiveState,
    reading_state,
)
from vision.app.live.taking import Read, Taking
from vision.app.live.tracks import Track, Tracks
from vision.hand_builder import LayoutOptions, build_reading
from vision.reading import PlayerReading, Reading, tiles_by_id

STEADY: Final = LiveState(Kind.SETTLING, "complete, hold still a moment")
CLEAR: Final = LiveState(Kind.TAKEN, "taken; clear the table for the next hand")
MOVED_PX: Final = 2.0
"""How far a tile moves before the reading is made anew."""
SHADES: Final = 20
"""Steps of confidence that make no difference to a reading."""


class Looker(Protocol):
    """What reads single frames: `FrameReader`, or a script of looks in tests."""

    def look(self, image: NDArray[np.uint8], time: float) -> Look:
        """What a frame, (H, W, 3) uint8 BGR taken at ``time`` s, shows."""


@dataclass(frozen=True, slots=True, eq=False)
class Seeing:
    """What is known after a frame."""

    reading: Reading
    state: LiveState
    taken: Taken | None = None
    """The hand, where it was taken with this frame."""
    replaces: bool = False
    """Whether it takes the place of the hand taken before, whose tiles somebody moved."""


@dataclass(slots=True)
class TableWatch:
    """Watches one table. Frames come in order; their times are what all waiting is measured by."""

    looker: Looker
    options: LayoutOptions
    single_heads: bool = False
    tracks: Tracks = field(default_factory=Tracks)
    taking: Taking = field(default_factory=Taking)
    _size: tuple[int, int] = (0, 0)
    _reading: Reading = field(default_factory=lambda: Reading("camera", 0, 0))
    _made_from: tuple[object, ...] = ()
    _judged: LiveState = NO_TILES
    _judged_from: tuple[object, ...] = ()

    def look(self, image: NDArray[np.uint8], time: float) -> Seeing:
        """After one more frame, (H, W, 3) uint8 BGR taken at ``time`` s."""
        self._size = (image.shape[1], image.shape[0])
        look = self.looker.look(image, time)
        if look.verdict is not Verdict.STILL:
            blurred = look.verdict is Verdict.BLURRED
            self.taking = self.taking.unchanged() if blurred else self.taking.disturbed()
            return Seeing(self._reading, NOT_COUNTED[look.verdict])
        self.tracks = self.tracks.updated(time, look.seen)
        reading = self._read()
        state = self._state_of(reading)
        before = self.taking.taken
        self.taking = self.taking.counted(time, _read_of(reading, state is READY))
        if self.taking.take:
            return Seeing(reading, READY, self._taken(image), before is not None)
        return Seeing(reading, self._told(state, reading))

    def take(self, image: NDArray[np.uint8]) -> Taken | None:
        """What is seen now, taken by key; None where there are no tiles."""
        if not self.tracks.tracks:
            return None
        self.taking = self.taking.by_key()
        return self._taken(image)

    def turn(self, seat: str) -> None:
        """Another seat is at the picture's lower edge."""
        self.options = replace(self.options, seat=seat)
        self._made_from = ()

    def _state_of(self, reading: Reading) -> LiveState:
        """What the reading lacks; worked out anew only where something changed."""
        glare = _glare(reading, self.tracks.tracks)
        shiny = frozenset(tile for tile, share in glare.items() if share >= GLARE)
        key = (self._made_from, shiny, self.tracks.settled)
        if key != self._judged_from:
            self._judged_from = key
            self._judged = reading_state(
                reading, glare, single_heads=self.single_heads, settled=self.tracks.settled
            )
        return self._judged

    def _told(self, state: LiveState, reading: Reading) -> LiveState:
        """The state of the reading in the light of what was taken and of how long it has stood."""
        if self.taking.taken is not None and not self.taking.may_take(_codes(reading)):
            return CLEAR if state in (READY, SETTLING) else state
        if state is not READY:
            return state
        return READY if self.taking.ready else STEADY

    def _taken(self, image: NDArray[np.uint8]) -> Taken:
        return Taken(tuple(self.tracks.sightings()), *self._size, self.options, image)

    def _read(self) -> Reading:
        """The reading of the tiles followed; made anew only where something speaks for it."""
        key = (self.options.seat, *(_key(track) for track in self.tracks.tracks))
        if key != self._made_from:
            self._made_from = key
            self._reading = build_reading(
                self.tracks.sightings(),
                file="camera",
                width=self._size[0],
                height=self._size[1],
                options=self.options,
            )
        return self._reading


def _key(track: Track) -> tuple[object, ...]:
    sure = round(float(track.votes.probabilities.max()) * SHADES)
    place = tuple(np.round(track.quad.mean(0) / MOVED_PX).astype(int).tolist())
    return (track.id, track.code, sure, track.partly_hidden, place)


def _codes(reading: Reading) -> tuple[str, ...]:
    tiles = tiles_by_id(reading.tiles)
    return tuple(sorted(tiles[t].code for p in reading.players for t in _owned(p)))


def _owned(player: PlayerReading) -> list[int]:
    return [*player.concealed, *player.flowers, *(t for s in player.sets for t in s.tiles)]


def _read_of(reading: Reading, takeable: bool) -> Read:
    tiles = tiles_by_id(reading.tiles)
    layout = tuple(
        (
            player.seat,
            tuple(sorted(tiles[t].code for t in player.concealed)),
            tuple(sorted((s.concealed, *s.codes) for s in player.sets)),
        )
        for player in reading.players
    )
    return Read(_codes(reading), layout, takeable)


def _glare(reading: Reading, tracks: Sequence[Track]) -> Mapping[int, float]:
    """Share of each doubtful tile's face that is blown out, by its id in the reading."""
    if not tracks or not reading.doubtful:
        return {}
    middles = np.stack([t.quad.mean(0) for t in tracks])
    tiles = tiles_by_id(reading.tiles)
    glare = {}
    for tile in reading.doubtful:
        middle = np.asarray(tiles[tile].quad).mean(0)
        nearest = int(np.square(middles - middle).sum(1).argmin())
        glare[tile] = tracks[nearest].glare
    return glare
