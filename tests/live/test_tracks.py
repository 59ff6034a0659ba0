"""Tiles followed from frame to frame."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scripted import quad_at, row_of, seen

from vision.app.live.tracks import GONE_AFTER, LEAST_VOTES, Seen, Tracks, aligned, matched
from vision.reading import probabilities_of

HAND = ("1m", "2m", "3m", "7p")


def after(frames: list[tuple[Seen, ...]], step: float = 0.04) -> Tracks:
    tracks = Tracks()
    for number, frame in enumerate(frames):
        tracks = tracks.updated(number * step, frame)
    return tracks


def test_tiles_keep_their_numbers_and_settle_after_a_few_votes() -> None:
    frames = [row_of(HAND)] * LEAST_VOTES
    assert not after(frames[:-1]).settled
    tracks = after(frames)
    assert [(t.id, t.code) for t in tracks.tracks] == list(enumerate(HAND))
    assert tracks.settled


def test_a_tile_that_is_not_asked_again_stays_as_it_is() -> None:
    quiet = tuple(Seen(s.quad) for s in row_of(HAND))
    tracks = after([row_of(HAND)] * 3 + [quiet] * 20)
    assert [t.code for t in tracks.tracks] == list(HAND)
    assert tracks.settled


def test_a_tile_is_gone_only_after_a_while() -> None:
    full, without = row_of(HAND), row_of(HAND)[:3]
    assert len(after([full] * 3 + [without] * 2).tracks) == 4
    assert not after([full] * 3 + [without] * 2).settled
    assert len(after([full] * 3 + [without] * (int(GONE_AFTER / 0.04) + 2)).tracks) == 3


def test_a_long_pause_does_not_make_tiles_vanish_at_once() -> None:
    tracks = after([row_of(HAND)] * 3).updated(60.0, row_of(HAND)[:3])
    assert len(tracks.tracks) == 4


def test_a_new_tile_needs_a_vote_to_be_one() -> None:
    unknown = Seen(quad_at(9))
    assert len(after([(*row_of(HAND), unknown)]).tracks) == 4


def test_what_turns_out_to_be_no_tile_is_dropped() -> None:
    assert after([(seen("none", 0), seen("5p", 1))]).tracks[0].code == "5p"


def test_tiles_that_slide_are_followed() -> None:
    frames = [tuple(replace(s, quad=s.quad + 6 * k) for s in row_of(HAND)) for k in range(8)]
    tracks = after(frames)
    assert [t.id for t in tracks.tracks] == [0, 1, 2, 3]
    assert np.abs(tracks.tracks[0].quad - frames[-1][0].quad).max() < 15


def test_a_corner_order_that_jumps_does_not_fold_the_quad() -> None:
    turned = tuple(replace(s, quad=np.roll(s.quad, 2, 0)) for s in row_of(HAND))
    tracks = after([row_of(HAND)] * 3 + [turned] * 3)
    assert tracks.tracks[0].quad == pytest.approx(quad_at(0), abs=0.01)


def test_neighbours_are_not_mixed_up() -> None:
    row = [quad_at(k) for k in range(6)]
    moved = [quad_at(k + 0.3) for k in range(6)]
    assert matched(row, moved) == {k: k for k in range(6)}
    assert matched(row, []) == {}
    assert matched(row, [quad_at(2.5, 3)]) == {}


@pytest.mark.parametrize("turn", range(4))
def test_aligned(turn: int) -> None:
    quad = quad_at(0)
    assert aligned(np.roll(quad, turn, 0) + 5, quad) == pytest.approx(quad + 5)


def test_votes_of_a_tile_are_those_of_its_place() -> None:
    tracks = after([row_of(HAND)] * 4 + [row_of(("1m", "2m", "3m", "8p"))] * 3)
    assert tracks.tracks[3].code == "8p"
    assert tracks.sightings()[3].code == "8p"
    assert tracks.sightings()[0].probabilities == pytest.approx(probabilities_of("1m", 0.99), 1e-3)
