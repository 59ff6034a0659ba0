"""Poses of single tiles and rows of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scripts.rendering.scene import Body, Pose, about_x, about_y, about_z


def lying(body: Body, x: float, y: float, turn_rad: float = 0.0, level: int = 0) -> Pose:
    """Face up; ``turn_rad`` counter-clockwise seen from above, ``level`` tiles below it."""
    return Pose(about_z(turn_rad), np.array([x, y, body.depth * (level + 0.5)]))


def face_down(body: Body, x: float, y: float, turn_rad: float = 0.0, level: int = 0) -> Pose:
    """Face down, turned over sideways."""
    return Pose(about_z(turn_rad) @ about_y(np.pi), np.array([x, y, body.depth * (level + 0.5)]))


def standing(body: Body, x: float, y: float, turn_rad: float = 0.0, lean_rad: float = 0.0) -> Pose:
    """On its lower edge, the face towards negative y; ``lean_rad`` tilts the top backwards."""
    tilt = about_x(np.pi / 2 - lean_rad)
    height = body.height / 2 * np.cos(lean_rad) + body.depth / 2 * np.sin(lean_rad)
    return Pose(about_z(turn_rad) @ tilt, np.array([x, y, height]))


def on_side(body: Body, x: float, y: float, turn_rad: float = 0.0) -> Pose:
    """Standing on its long edge, the face towards negative y."""
    tilt = about_x(np.pi / 2) @ about_z(np.pi / 2)
    return Pose(about_z(turn_rad) @ tilt, np.array([x, y, 0.5]))


@dataclass(frozen=True, slots=True)
class Sloppiness:
    """How carelessly tiles are laid: standard deviations in tile widths and radians."""

    along: float
    across: float
    turn: float

    @classmethod
    def sample(cls, rng: np.random.Generator) -> Sloppiness:
        """Mostly tidy, sometimes careless."""
        level = float(rng.choice([0.0, 0.3, 1.0, 2.5], p=[0.2, 0.4, 0.3, 0.1]))
        return cls(0.03 * level, 0.05 * level, 0.025 * level)

    def jitter(self, rng: np.random.Generator) -> tuple[float, float, float]:
        """An extra gap (>= 0), a sideways offset and a turn."""
        return (
            abs(float(rng.normal(0, self.along))),
            float(rng.normal(0, self.across)),
            float(rng.normal(0, self.turn)),
        )


@dataclass(frozen=True, slots=True)
class RowStyle:
    """How a row of tiles lies."""

    stands: bool
    lean_rad: float = 0.0
    gap: float = 0.0


def row(
    body: Body,
    count: int,
    start: tuple[float, float],
    style: RowStyle,
    sloppy: Sloppiness,
    rng: np.random.Generator,
    gaps_after: Sequence[int] = (),
    wide_gap: float = 0.5,
) -> list[Pose]:
    """``count`` poses from left to right; ``start`` is the left end of the first tile.

    ``gaps_after`` lists indices after which the row is interrupted by ``wide_gap``.
    """
    poses: list[Pose] = []
    x, y = start
    for i in range(count):
        gap, offset, turn = sloppy.jitter(rng)
        x += gap
        if style.stands:
            poses.append(standing(body, x + 0.5, y + offset * 0.6, turn * 0.6, style.lean_rad))
        else:
            poses.append(lying(body, x + 0.5, y + offset, turn))
        x += 1.0 + style.gap + (wide_gap if i in gaps_after else 0.0)
    return poses


def crosswise(body: Body, pose: Pose, counter_clockwise: bool) -> Pose:
    """A lying tile turned by a quarter about its middle, its lower edge kept on the row's line."""
    turn = np.pi / 2 if counter_clockwise else -np.pi / 2
    centre = pose.centre - pose.rotation[:, 1] * (body.height - 1) / 2
    return Pose(pose.rotation @ about_z(turn), centre)
