"""What a scene is made of. Pure values; lengths in tile widths, the table is the plane z = 0.

A tile's own frame: x to the right and y upwards on its face, z out of the face. A player at the
bottom sits at negative y and looks towards positive y.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
Rgb = tuple[float, float, float]
"""Linear-ish colour, 0..1."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """Where a body is: ``rotation`` (3, 3) has its axes as columns, ``centre`` (3,)."""

    rotation: FloatArray
    centre: FloatArray

    def turned(self, yaw_rad: float, shift: tuple[float, float] = (0.0, 0.0)) -> Pose:
        """The pose after turning the whole table counter-clockwise and then shifting it."""
        turn = about_z(yaw_rad)
        return Pose(turn @ self.rotation, turn @ self.centre + np.array([*shift, 0.0]))


@dataclass(frozen=True, slots=True, eq=False)
class PlacedTile:
    """One tile. ``code`` is what its face shows, also when the face is turned down."""

    code: str
    pose: Pose
    role: str = "loose"
    """``hand``, ``set``, ``flower`` or ``loose``."""
    player: int | None = None
    group: int | None = None
    """Number of the set among the player's sets."""
    winning: bool = False
    apart: bool = False
    """Whether a winning tile lies apart from the hand, so that a picture shows which it is."""


@dataclass(frozen=True, slots=True)
class SetPlan:
    """A set on the table: `codes` in the order in which they lie."""

    codes: tuple[str, ...]
    kind: str
    concealed: bool = False


@dataclass(frozen=True, slots=True)
class HandPlan:
    """What one player has; ``winning`` is an index into ``concealed``."""

    concealed: tuple[str, ...]
    sets: tuple[SetPlan, ...] = ()
    flowers: tuple[str, ...] = ()
    winning: int | None = None

    @property
    def tile_count(self) -> int:
        """Playing tiles, each four counted as three."""
        return len(self.concealed) + 3 * len(self.sets)


@dataclass(frozen=True, slots=True)
class Body:
    """The material and measures of one physical set's tiles (width 1)."""

    height: float
    depth: float
    radius: float
    face: Rgb
    back: Rgb
    back_share: float
    """Share of the depth that has the back's colour."""
    gloss: float
    """0 dull .. 1 polished."""
    engraving: float
    grain: float = 0.0
    """Strength of stripes on the back (bamboo)."""


@dataclass(frozen=True, slots=True, eq=False)
class Clutter:
    """Something that is no tile: a rounded box or, with ``round_``, a cylinder."""

    pose: Pose
    half: tuple[float, float, float]
    radius: float
    colour: Rgb
    gloss: float = 0.2
    round_: bool = False
    texture: int | None = None
    """Index into the scene's clutter textures, shown on the top."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp far away in direction ``towards`` (unit vector from the table)."""

    towards: tuple[float, float, float]
    colour: Rgb
    softness: float = 0.02


@dataclass(frozen=True, slots=True)
class Lighting:
    """Ambient light from above and below, lamps, and a window mirrored by what is polished."""

    sky: Rgb
    ground: Rgb
    lamps: tuple[Lamp, ...]
    window: tuple[float, float, float, float]
    """Centre x, y and half sizes of the window at height 12."""
    window_strength: float
    occlusion: float


@dataclass(frozen=True, slots=True)
class Camera:
    """A pinhole: at ``eye`` looking at ``target``, turned by ``roll_deg`` about its axis."""

    eye: tuple[float, float, float]
    target: tuple[float, float, float]
    roll_deg: float
    fov_deg: float
    """Vertical field of view."""
    width: int
    height: int


@dataclass(frozen=True, slots=True, eq=False)
class Surface:
    """The table top: texture (H, W, 3) uint8 RGB repeated every ``period`` tile widths."""

    texture: NDArray[np.uint8]
    period: float
    gloss: float
    half: tuple[float, float]
    """Half sizes of the table."""
    floor: Rgb


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Everything a renderer needs."""

    tiles: tuple[PlacedTile, ...]
    body: Body
    faces: dict[str, NDArray[np.uint8]]
    """Code -> (256, 192, 4) uint8 RGBA."""
    surface: Surface
    lighting: Lighting
    camera: Camera
    clutter: tuple[Clutter, ...] = ()
    clutter_textures: tuple[NDArray[np.uint8], ...] = ()
    parameters: dict[str, Any] = field(default_factory=dict)
    """Every choice made, as plain JSON values, for the truth file."""

    def seen_by(self, camera: Camera) -> Scene:
        """The same scene from another camera."""
        return replace(self, camera=camera)


def about_z(rad: float) -> FloatArray:
    """Rotation by ``rad`` counter-clockwise about the vertical."""
    c, s = np.cos(rad), np.sin(rad)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def about_x(rad: float) -> FloatArray:
    """Rotation by ``rad`` about the x axis."""
    c, s = np.cos(rad), np.sin(rad)
    return np.array([[1.0, 0.0, 0.0], [0.0, c, -s], [0.0, s, c]])


def about_y(rad: float) -> FloatArray:
    """Rotation by ``rad`` about the y axis."""
    c, s = np.cos(rad), np.sin(rad)
    return np.array([[c, 0.0, s], [0.0, 1.0, 0.0], [-s, 0.0, c]])
