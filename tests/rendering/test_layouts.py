"""Hands laid on the table: every tile once, sets together, nothing inside anything else."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from rendered_scenes import BODY, HAND

from scripts.rendering.arrangements import ARRANGEMENTS
from scripts.rendering.deals import Wall, losing_hand, table_deal, winning_hand
from scripts.rendering.layouts import STYLES, HandStyle, place_hand
from scripts.rendering.played_arrangements import four_players
from scripts.rendering.scene import PlacedTile


def flat(tiles: list[PlacedTile]) -> list[PlacedTile]:
    return [t for t in tiles if abs(t.pose.rotation[2, 2]) > 0.9]


def corners(tile: PlacedTile) -> np.ndarray:
    half = np.array([[-0.5, -1], [0.5, -1], [0.5, 1], [-0.5, 1]]) * [1, BODY.height / 2]
    return half @ tile.pose.rotation[:2, :2].T + tile.pose.centre[:2]


def overlap(a: np.ndarray, b: np.ndarray) -> float:
    """How far two convex outlines reach into each other along the best separating axis."""
    best = np.inf
    for outline in (a, b):
        for edge in np.roll(outline, -1, 0) - outline:
            axis = np.array([-edge[1], edge[0]]) / np.linalg.norm(edge)
            p, q = a @ axis, b @ axis
            best = min(best, min(p.max(), q.max()) - max(p.min(), q.min()))
    return float(best)


@pytest.mark.parametrize("place", STYLES)
def test_every_tile_lies_once_where_it_belongs(place: str) -> None:
    tiles = place_hand(BODY, HAND, HandStyle.tidy(place), 0, np.random.default_rng(1))
    assert Counter(t.code for t in tiles if t.role == "hand") == Counter(HAND.concealed)
    assert [t.code for t in tiles if t.role == "flower"] == ["2f"]
    for number, plan in enumerate(HAND.sets):
        laid = [t for t in tiles if t.role == "set" and t.group == number]
        assert sorted(t.code for t in laid) == sorted(plan.codes)
        turned = [t.pose.rotation[2, 2] < 0 for t in laid]
        assert turned == ([True, False, False, True] if plan.concealed else [False] * 3)


@pytest.mark.parametrize("place", STYLES)
@pytest.mark.parametrize("seed", range(4))
def test_lying_tiles_do_not_overlap(place: str, seed: int) -> None:
    tiles = place_hand(BODY, HAND, HandStyle.tidy(place), 0, np.random.default_rng(seed))
    for a, b in combinations([corners(t) for t in flat(tiles)], 2):
        assert overlap(a, b) < 0.06


@pytest.mark.parametrize("seed", range(6))
def test_players_at_one_table_keep_apart(seed: int) -> None:
    tiles = [
        t for t in four_players(BODY, np.random.default_rng(seed)).tiles if t.player is not None
    ]
    for a, b in combinations(tiles, 2):
        if a.player != b.player:
            assert overlap(corners(a), corners(b)) < 0.0


def test_harr_lays_each_set_in_a_row_of_its_own_at_the_right() -> None:
    tiles = place_hand(BODY, HAND, HandStyle.tidy("harr"), 0, np.random.default_rng(3))
    hand_end = max(t.pose.centre[0] for t in tiles if t.role == "hand")
    rows = []
    for number in range(3):
        laid = [t.pose.centre for t in tiles if t.role == "set" and t.group == number]
        assert min(c[0] for c in laid) > hand_end + 1
        rows.append(np.mean([c[1] for c in laid]))
    assert min(np.diff(sorted(rows))) > BODY.height


@pytest.mark.parametrize("seed", range(20))
def test_hands_are_legal(seed: int) -> None:
    rng = np.random.default_rng(seed)
    wall = Wall(rng)
    won = winning_hand(wall, rng, None, seed % 3)
    lost = losing_hand(wall, rng, None, seed % 2)
    assert won.tile_count == 14
    assert lost.tile_count == 13
    assert won.winning is not None
    for plan in (*won.sets, *lost.sets):
        assert (plan.kind == "sequence") == (len(set(plan.codes)) == 3)


@pytest.mark.parametrize("seed", range(10))
def test_a_deal_uses_no_tile_more_often_than_the_set_has_it(seed: int) -> None:
    deal = table_deal(np.random.default_rng(seed))
    used = Counter(deal.rest)
    for hand in deal.hands:
        used.update(hand.concealed)
        used.update(hand.flowers)
        for plan in hand.sets:
            used.update(plan.codes)
    assert max(n for code, n in used.items() if code[1] != "f") <= 4
    assert max((n for code, n in used.items() if code[1] == "f"), default=1) == 1


@pytest.mark.parametrize("make", [make for make, _ in ARRANGEMENTS], ids=lambda make: make.__name__)
def test_arrangements_follow_from_the_seed(make) -> None:  # type: ignore[no-untyped-def]
    first = make(BODY, np.random.default_rng(9)).tiles
    again = make(BODY, np.random.default_rng(9)).tiles
    assert [t.code for t in first] == [t.code for t in again]
    for a, b in zip(first, again, strict=True):
        assert np.array_equal(a.pose.centre, b.pose.centre)
        assert a.pose.centre[2] > 0
        assert np.linalg.det(a.pose.rotation) == pytest.approx(1)
