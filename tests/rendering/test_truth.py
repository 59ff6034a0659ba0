"""Projection, quads, sides and groups, without drawing anything."""

from __future__ import annotations

import numpy as np
import pytest
from rendered_scenes import BODY, HAND, overhead, scene_of

from scripts.rendering.camera import clip_matrix, project
from scripts.rendering.layouts import HandStyle, place_hand
from scripts.rendering.poses import face_down, lying, standing
from scripts.rendering.scene import PlacedTile
from scripts.rendering.truth import area, labels, seen_tile

NOTHING = np.zeros((360, 480), np.int32)


def test_projection_agrees_with_the_matrix_given_to_opengl() -> None:
    camera = overhead(9, 47, 20)
    points = np.random.default_rng(0).uniform(-2, 2, (20, 3))
    clip = np.c_[points, np.ones(20)] @ clip_matrix(camera).T
    ndc = clip[:, :2] / clip[:, 3:]
    expected = np.stack([(ndc[:, 0] + 1) * 240, (1 - ndc[:, 1]) * 180], 1)
    assert project(camera, points)[0] == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("turn_deg", [0, 90, 180, 270, 33])
def test_a_lying_tiles_quad_is_clockwise_from_its_own_top_left(turn_deg: int) -> None:
    pose = lying(BODY, 0, 0, np.deg2rad(turn_deg))
    seen = seen_tile(overhead(), BODY, PlacedTile("1m", pose))
    assert seen.shows_face
    assert area(seen.quad) > 0
    up = (seen.quad[0] + seen.quad[1] - seen.quad[2] - seen.quad[3]) / 2
    angle = np.rad2deg(np.arctan2(-up[0], -up[1]))
    assert (angle - turn_deg + 180) % 360 - 180 == pytest.approx(0, abs=6)


def test_backs_are_clockwise_too() -> None:
    seen = seen_tile(overhead(), BODY, PlacedTile("1m", face_down(BODY, 1, 1)))
    assert not seen.shows_face
    assert area(seen.quad) > 0


def test_a_standing_tile_shows_its_face_to_its_owner_and_its_back_to_others() -> None:
    tile = PlacedTile("1m", standing(BODY, 0, 0))
    assert seen_tile(overhead(10, 20, 0), BODY, tile).shows_face
    assert not seen_tile(overhead(10, 20, 180), BODY, tile).shows_face


def test_groups_name_every_tile_of_the_player_once() -> None:
    tiles = place_hand(BODY, HAND, HandStyle.tidy("behind"), 0, np.random.default_rng(2))
    truth = labels(scene_of(tiles, overhead(24)), NOTHING, NOTHING.astype(np.int8), "a.jpg", "t")
    (player,) = truth["players"]
    assert (player["side"], player["seat"]) == ("bottom", "E")
    ids = [*player["concealed"], *player["flowers"]]
    for group in player["sets"]:
        ids += group["tiles"]
    assert sorted(ids) == [t["id"] for t in truth["tiles"]]
    four = next(s for s in player["sets"] if s["kind"] == "kong")
    assert four["concealed"]
    shown = [truth["tiles"][i]["code"] for i in four["tiles"]]
    assert shown == ["0z", "9p", "9p", "0z"]
    assert four["codes"] == ["9p"] * 4


@pytest.mark.parametrize(
    ("azimuth", "side"), [(0, "bottom"), (-90, "right"), (180, "top"), (90, "left")]
)
def test_the_side_is_where_the_tiles_lower_edges_point(azimuth: int, side: str) -> None:
    tiles = place_hand(BODY, HAND, HandStyle.tidy("behind"), 0, np.random.default_rng(2))
    scene = scene_of(tiles, overhead(24, 70, azimuth))
    truth = labels(scene, NOTHING, NOTHING.astype(np.int8), "a.jpg", "t")
    assert truth["players"][0]["side"] == side
