"""What a picture shows: quads, visibility, codes, groups and players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scripts.rendering.camera import project
from scripts.rendering.scene import Body, Camera, FloatArray, PlacedTile, Scene

SEATS = "ESWN"
SIDES = ("bottom", "right", "top", "left")
"""Picture edges in the order of play, counter-clockwise."""
_GRAZING = 0.07
"""Cosine of the angle below which neither face nor back counts as seen."""
_LEAST_VISIBLE = 0.02


@dataclass(frozen=True, slots=True, eq=False)
class SeenTile:
    """The side of a tile that looks at the camera."""

    quad: FloatArray
    """(4, 2) px, clockwise from the tile's own top left."""
    shows_face: bool
    facing: float
    """Cosine between the side's normal and the direction to the camera."""
    in_front: bool


def side_corners(
    body: Body, pose_rotation: FloatArray, centre: FloatArray, face: bool
) -> FloatArray:
    """World corners (4, 3) of the outline of a tile's face or back.

    The outline runs along the middle of the rounded edge. The back's corners are named as seen
    by who looks at the back.
    """
    inset = body.radius * (1 - np.sqrt(0.5))
    x, y = 0.5 - inset, body.height / 2 - inset
    z = (body.depth / 2 - inset) * (1 if face else -1)
    local = np.array([[-x, y, z], [x, y, z], [x, -y, z], [-x, -y, z]])
    if not face:
        local[:, 0] *= -1
    return local @ pose_rotation.T + centre


def seen_tile(camera: Camera, body: Body, tile: PlacedTile) -> SeenTile:
    """Which side of the tile the camera sees, and its outline."""
    rotation, centre = tile.pose.rotation, tile.pose.centre
    best: SeenTile | None = None
    for face in (True, False):
        corners = side_corners(body, rotation, centre, face)
        normal = rotation[:, 2] * (1 if face else -1)
        towards = np.asarray(camera.eye) - corners.mean(axis=0)
        facing = float(normal @ towards / np.linalg.norm(towards))
        quad, depth = project(camera, corners)
        seen = SeenTile(quad, face, facing, bool((depth > 0.1).all()))
        if best is None or seen.facing > best.facing:
            best = seen
    assert best is not None
    return best


def area(quad: FloatArray) -> float:
    """Area of a quad, positive for corners clockwise on the screen."""
    x, y = quad[:, 0], quad[:, 1]
    return float(0.5 * np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))


def visibilities(
    seen: list[SeenTile], ids: NDArray[np.int32], sides: NDArray[np.int8]
) -> list[float]:
    """Share of every tile's shown side that the picture shows, 0..1."""
    count = len(seen) + 1
    faces = np.bincount(ids[sides == 1].ravel(), minlength=count)
    backs = np.bincount(ids[sides == 2].ravel(), minlength=count)
    shares = []
    for i, tile in enumerate(seen):
        pixels = faces[i + 1] if tile.shows_face else backs[i + 1]
        whole = abs(area(tile.quad))
        full = whole > 0 and tile.in_front and tile.facing > _GRAZING
        shares.append(min(1.0, float(pixels) / max(whole, 1.0)) if full else 0.0)
    return shares


def labels(
    scene: Scene, ids: NDArray[np.int32], sides: NDArray[np.int8], file: str, session: str
) -> dict[str, Any]:
    """The line of ``labels.jsonl`` that tells all about one picture."""
    seen = [seen_tile(scene.camera, scene.body, t) for t in scene.tiles]
    shares = visibilities(seen, ids, sides)
    numbers: dict[int, int] = {}
    tiles = []
    for i, (tile, side, share) in enumerate(zip(scene.tiles, seen, shares, strict=True)):
        if share < _LEAST_VISIBLE and (tile.player is None or not side.in_front):
            continue
        numbers[i] = len(tiles)
        tiles.append(
            {
                "id": numbers[i],
                "code": tile.code if side.shows_face else "0z",
                "quad": [[round(float(x), 2), round(float(y), 2)] for x, y in side.quad],
                "visible": round(share, 3),
                "facing": round(side.facing, 3),
            }
        )
    players = _players(scene, seen, numbers)
    loose = [n for i, n in numbers.items() if scene.tiles[i].player is None]
    return {
        "file": file,
        "width": scene.camera.width,
        "height": scene.camera.height,
        "session": session,
        "set": scene.parameters.get("set"),
        "tiles": tiles,
        "players": players,
        "loose": loose,
        "parameters": scene.parameters,
    }


def _players(scene: Scene, seen: list[SeenTile], numbers: dict[int, int]) -> list[dict[str, Any]]:
    owners = sorted({t.player for t in scene.tiles if t.player is not None})
    if not owners:
        return []
    sides = _sides(scene, seen, owners)
    found = [_player(scene, numbers, owner, sides[owner]) for owner in owners]
    return sorted(found, key=lambda p: SIDES.index(p["side"]))


def _player(scene: Scene, numbers: dict[int, int], owner: int, side: str) -> dict[str, Any]:
    mine = [i for i in numbers if scene.tiles[i].player == owner]
    sets: dict[int, list[int]] = {}
    for i in mine:
        if scene.tiles[i].role == "set":
            sets.setdefault(scene.tiles[i].group or 0, []).append(i)
    hand = [i for i in mine if scene.tiles[i].role == "hand"]
    winning = [i for i in hand if scene.tiles[i].winning]
    return {
        "side": side,
        "seat": SEATS[SIDES.index(side)],
        "concealed": [numbers[i] for i in hand],
        "flowers": [numbers[i] for i in mine if scene.tiles[i].role == "flower"],
        "sets": [_set(scene, numbers, members) for members in sets.values()],
        "winning_tile": numbers[winning[0]] if winning and scene.tiles[winning[0]].apart else None,
        "won_with": numbers[winning[0]] if winning else None,
    }


def _set(scene: Scene, numbers: dict[int, int], members: list[int]) -> dict[str, Any]:
    codes = [scene.tiles[i].code for i in members]
    turned = [scene.tiles[i].pose.rotation[2, 2] < -0.5 for i in members]
    kind = "kong" if len(codes) == 4 else ("pung" if len(set(codes)) == 1 else "sequence")
    return {
        "tiles": [numbers[i] for i in members],
        "kind": kind,
        "concealed": any(turned),
        "codes": codes,
    }


def _sides(scene: Scene, seen: list[SeenTile], owners: list[int]) -> dict[int, str]:
    """At which edge of the picture each player sits.

    With several players: by where their tiles lie; one alone sits where his tiles' lower edges
    point to.
    """
    middles = {o: _middle(scene, seen, o) for o in owners}
    if len(owners) == 1:
        return {owners[0]: _edge(_downwards(scene, seen, owners[0]))}
    centre, _ = project(scene.camera, np.zeros(3))
    directions = {o: middles[o] - centre for o in owners}
    base = min(owners)
    turn = np.mean([_turn_from_base(directions, o, base) for o in owners])
    first = (round(float(turn) / (np.pi / 2))) % 4
    return {o: SIDES[(first + o - base) % 4] for o in owners}


def _turn_from_base(directions: dict[int, FloatArray], owner: int, base: int) -> float:
    """Counter-clockwise angle of the base player's side from the bottom, judged by ``owner``."""
    x, y = directions[owner]
    angle = np.arctan2(x, y) - (owner - base) * np.pi / 2
    first_x, first_y = directions[base]
    reference = np.arctan2(first_x, first_y)
    return float(reference + (angle - reference + np.pi) % (2 * np.pi) - np.pi)


def _middle(scene: Scene, seen: list[SeenTile], owner: int) -> FloatArray:
    quads = [s.quad for s, t in zip(seen, scene.tiles, strict=True) if t.player == owner]
    return np.mean(np.concatenate(quads), axis=0)


def _downwards(scene: Scene, seen: list[SeenTile], owner: int) -> FloatArray:
    quads = [
        s.quad
        for s, t in zip(seen, scene.tiles, strict=True)
        if t.player == owner and t.role in ("hand", "set") and s.shows_face
    ]
    directions = [q[2] + q[3] - q[0] - q[1] for q in quads]
    if not directions:
        return np.array([0.0, 1.0])
    units = [d / (np.linalg.norm(d) + 1e-9) for d in directions]
    return np.median(np.stack(units), axis=0)


def _edge(direction: FloatArray) -> str:
    angle = np.arctan2(direction[0], direction[1])
    return SIDES[round(float(angle) / (np.pi / 2)) % 4]
