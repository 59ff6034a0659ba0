"""What happens when in a film: which tiles come at which frame, where the arm is, how light mixes.

Sets and flowers come first, a few tiles at a time, then the hand, its last tiles one by one. Once
everything lies there and the arm is gone the table is still, then an arm passes and it is still
again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scripts.rendering.camera import project
from scripts.rendering.scene import PlacedTile, Scene

Place = tuple[float, float]

BEFORE_S, STILL_S, AFTER_S = 0.3, 1.2, 1.0
STEP_S = 0.28
"""How long an arm is in the picture to lay a tile or a few."""
PAUSE_S = (0.04, 0.3)
PASS_S = 0.5
SINGLE = 3
"""So many tiles come one by one at the end."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One frame."""

    stage: int
    """How many steps have been laid."""
    mix: tuple[float, float]
    """Weights of the two lights."""
    arm: Place | None = None
    """Where the palm is, px, if it is in the picture."""
    laying: bool = False
    """Whether the table is still to change or the arm to leave for the first time."""


def steps_of(tiles: Sequence[PlacedTile], rng: np.random.Generator) -> list[list[int]]:
    """Tiles by index in the order in which they are laid, some together."""
    groups: dict[tuple[str, int | None], list[int]] = {}
    for i, tile in enumerate(tiles):
        if tile.role != "hand":
            groups.setdefault((tile.role, tile.group), []).append(i)
    steps = list(groups.values())
    hand = [i for i, tile in enumerate(tiles) if tile.role == "hand"]
    single = min(SINGLE, len(hand))
    rest = hand[: len(hand) - single]
    while rest:
        count = int(rng.integers(2, 6))
        steps.append(rest[:count])
        rest = rest[count:]
    return steps + [[i] for i in hand[len(hand) - single :]]


def shots_of(
    steps: Sequence[Sequence[int]],
    scene: Scene,
    away: Place,
    fps: float,
    rng: np.random.Generator,
) -> list[Shot]:
    """Every frame of a film; ``away`` is the direction on the picture from which the arm comes."""
    shots: list[Shot] = []
    width, height = scene.camera.width, scene.camera.height
    reach = 0.75 * (abs(away[0]) * width + abs(away[1]) * height) + 0.3 * height
    off = (away[0] * reach, away[1] * reach)

    def wait(seconds: float, stage: int, laying: bool) -> None:
        shots.extend([Shot(stage, (0, 0), None, laying)] * max(1, round(seconds * fps)))

    wait(BEFORE_S, 0, True)
    for stage, step in enumerate(steps):
        middle = np.mean([scene.tiles[i].pose.centre for i in step], axis=0)
        at, _ = project(scene.camera, middle)
        way = _there_and_back(off, (float(at[0]), float(at[1])), max(5, round(STEP_S * fps)))
        turn = len(way) // 2
        shots += [Shot(stage + (k > turn), (0, 0), p, True) for k, p in enumerate(way)]
        if stage + 1 < len(steps):
            wait(float(rng.uniform(*PAUSE_S)), stage + 1, True)
    wait(STILL_S, len(steps), False)
    over = _somewhere(scene, rng)
    way = _there_and_back(off, over, max(6, round(PASS_S * fps)))
    shots += [Shot(len(steps), (0, 0), place) for place in way]
    wait(AFTER_S, len(steps), False)
    return _lit(shots, fps, rng)


def _lit(shots: Sequence[Shot], fps: float, rng: np.random.Generator) -> list[Shot]:
    """The shots under a lamp that wanders to and fro and a power supply that wavers."""
    period, phase = float(rng.uniform(3, 9)), float(rng.uniform(0, 6.3))
    lit = []
    for number, shot in enumerate(shots):
        seconds = number / fps
        share = 0.5 + 0.5 * np.sin(6.283 * seconds / period + phase)
        power = 1 + 0.05 * np.sin(6.283 * seconds / 1.7 + 2 * phase)
        mix = (float(power * share), float(power * (1 - share)))
        lit.append(Shot(shot.stage, mix, shot.arm, shot.laying))
    return lit


def _there_and_back(off: Place, at: Place, frames: int) -> list[Place]:
    """From outside the picture to a place and back again, slow where it turns."""
    still_out = 1 - np.sin(np.linspace(0.12, np.pi - 0.12, frames))
    return [(at[0] + out * off[0], at[1] + out * off[1]) for out in still_out.tolist()]


def _somewhere(scene: Scene, rng: np.random.Generator) -> Place:
    """A place over one of the tiles."""
    tile = scene.tiles[int(rng.integers(len(scene.tiles)))]
    at, _ = project(scene.camera, tile.pose.centre)
    return (float(at[0]), float(at[1]))
