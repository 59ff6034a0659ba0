"""Votes on one tile: steadier than any single frame, open to another tile."""

from __future__ import annotations

import numpy as np
import pytest
from scripted import split

from vision.app.live.votes import CONTRARY, MEMORY, OVERTURNED, Votes
from vision.reading import LABELS, probabilities_of


def votes_of(*frames: np.ndarray) -> Votes:
    votes = Votes.first(frames[0])
    for frame in frames[1:]:
        votes = votes.with_vote(frame)
    return votes


@pytest.mark.parametrize("count", [1, 2, 5, 40])
def test_the_same_vote_again_makes_no_surer(count: int) -> None:
    frame = split("5p", "6p", 0.7)
    votes = votes_of(*[frame] * count)
    assert votes.probabilities == pytest.approx(frame, abs=1e-5)
    assert votes.count == min(count, MEMORY)


def test_frames_that_differ_meet_in_the_middle() -> None:
    votes = votes_of(split("5p", "6p", 0.8), split("5p", "6p", 0.5))
    p5, p6 = (votes.probabilities[LABELS.index(c)] for c in ("5p", "6p"))
    assert p5 / p6 == pytest.approx(np.sqrt(0.8 / 0.2), rel=1e-3)


@pytest.mark.parametrize(
    ("shares", "code"),
    [
        ([0.6, 0.45], "5p"),  # hardly behind: no change of mind
        ([0.6, 0.45, 0.4, 0.45], "5p"),
        ([0.6, 0.15, 0.15], "6p"),  # clearly behind
        ([0.9] * 5 + [0.3], "5p"),
    ],
)
def test_it_changes_its_mind_only_for_a_clear_lead(shares: list[float], code: str) -> None:
    assert votes_of(*(split("5p", "6p", share) for share in shares)).code == code


def test_a_single_contrary_frame_does_not_count() -> None:
    votes = votes_of(*[probabilities_of("5p", 0.95)] * 4, probabilities_of("7z", 0.99))
    assert votes.code == "5p"
    assert votes.contrary == 1
    assert votes.probabilities[LABELS.index("5p")] > 0.94
    assert votes.with_vote(probabilities_of("5p", 0.95)).contrary == 0


def test_another_tile_in_the_same_place_is_believed_after_a_few_frames() -> None:
    votes = votes_of(*[probabilities_of("5p", 0.95)] * MEMORY)
    for _ in range(OVERTURNED):
        assert votes.code == "5p"
        votes = votes.with_vote(probabilities_of("7z", 0.95))
    assert (votes.code, votes.count, votes.contrary) == ("7z", 1, 0)


def test_the_code_is_never_behind_in_the_answer() -> None:
    votes = votes_of(split("5p", "6p", 0.6), split("5p", "6p", 0.42))
    assert LABELS[int(votes.probabilities.argmax())] == votes.code
    assert 1 - CONTRARY > float(votes.probabilities.max()) > 0.45
