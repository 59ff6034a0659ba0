"""An arm that reaches over the table, drawn once with its shadow and moved from frame to frame."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scripts.rendering.camera import project
from scripts.rendering.raster import Rasteriser
from scripts.rendering.scene import Camera, Clutter, Pose, Scene, about_y, about_z

WIDER = 2
"""The arm is drawn on a picture so many times as large, so that its sleeve goes on."""
SKIN = np.array([0.62, 0.40, 0.29])
SOFT_PX = 1.2


@dataclass(frozen=True, slots=True, eq=False)
class ArmSprite:
    """An arm with its shadow; ``hand`` (2,) is where the middle of its palm lies, px."""

    light: NDArray[np.float32]
    """(h, w, 3) linear RGB."""
    alpha: NDArray[np.float32]
    """(h, w, 1)."""
    shade: NDArray[np.float32]
    """(h, w, 3) factor on what lies below."""
    hand: NDArray[np.float64]
    away: NDArray[np.float64]
    """(2,) unit vector on the picture from the hand to the elbow."""

    def put(self, light: NDArray[np.float32], at: tuple[float, float]) -> None:
        """Draws the arm into ``light`` (H, W, 3), the palm at ``at`` px."""
        height, width = light.shape[:2]
        x, y = (round(float(a - h)) for a, h in zip(at, self.hand, strict=True))
        x0, y0 = max(0, x), max(0, y)
        x1, y1 = min(width, x + self.alpha.shape[1]), min(height, y + self.alpha.shape[0])
        if x0 >= x1 or y0 >= y1:
            return
        own = np.s_[y0 - y : y1 - y, x0 - x : x1 - x]
        there = np.s_[y0:y1, x0:x1]
        alpha = self.alpha[own]
        light[there] = light[there] * self.shade[own] * (1 - alpha) + self.light[own] * alpha


def arm_sprite(raster: Rasteriser, scene: Scene, rng: np.random.Generator) -> ArmSprite:
    """Some person's arm as the scene's camera sees it over the bare table."""
    camera = _wider(scene.camera)
    bare = replace(scene, tiles=(), clutter=(), clutter_textures=(), camera=camera)
    turn = float(np.deg2rad(rng.choice([0, -90, 90]) + rng.normal(0, 14))) + np.pi / 2
    middle = np.asarray(scene.camera.target) * [1, 1, 0]
    with_arm = raster.draw(replace(bare, clutter=tuple(_arm(rng, middle, turn))))
    without = raster.draw(bare)
    solid = (np.abs(with_arm.depth - without.depth) > 0.05).astype(np.float32)
    shade = np.clip((with_arm.image + 1e-3) / (without.image + 1e-3), 0, 1)
    shade[solid > 0] = 1.0
    shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), 2 * SOFT_PX), np.float32)
    alpha = np.asarray(cv2.GaussianBlur(solid, (0, 0), SOFT_PX), np.float32)
    palm, _ = project(camera, middle + [0, 0, 0.9])
    elbow, _ = project(camera, middle + [0, 0, 0.9] - 4 * about_z(turn)[:, 0])
    rows, columns = np.nonzero((alpha > 0.01) | (shade.min(axis=2) < 0.97))
    top, left = rows.min(), columns.min()
    part = np.s_[top : rows.max() + 1, left : columns.max() + 1]
    away = (elbow - palm) / max(float(np.linalg.norm(elbow - palm)), 1e-6)
    return ArmSprite(
        with_arm.image[part], alpha[part][..., None], shade[part], palm - [left, top], away
    )


def _wider(camera: Camera) -> Camera:
    """The same view with more of the table round it, at the same px per tile."""
    fov = 2 * np.arctan(WIDER * np.tan(np.deg2rad(camera.fov_deg) / 2))
    return replace(
        camera,
        fov_deg=float(np.rad2deg(fov)),
        width=WIDER * camera.width,
        height=WIDER * camera.height,
    )


def _arm(rng: np.random.Generator, at: NDArray[np.float64], turn: float) -> list[Clutter]:
    """Palm, fingers and a long sleeve, pointing along ``turn``."""
    tone = SKIN * rng.uniform(0.35, 1.1)
    skin = (float(tone[0]), float(tone[1]), float(tone[2]))
    cloth = (float(rng.uniform(0, 0.6)), float(rng.uniform(0, 0.6)), float(rng.uniform(0, 0.6)))
    along, across = about_z(turn)[:, 0], about_z(turn)[:, 1]
    palm = at + [0, 0, 1.3]
    parts = [Clutter(Pose(about_z(turn), palm), (1.5, 1.3, 0.45), 0.44, skin, 0.25)]
    for k in range(4):
        tilt = about_z(turn + float(rng.normal(0, 0.08))) @ about_y(float(rng.uniform(0, 0.3)))
        middle = palm + along * 2.3 + across * (k - 1.5) * 0.7
        parts.append(Clutter(Pose(tilt, middle), (1.2, 0.32, 0.32), 0.31, skin, 0.25))
    sleeve = palm - along * 15.0 + np.array([0, 0, 0.3])
    parts.append(Clutter(Pose(about_z(turn), sleeve), (14.0, 1.25, 0.9), 0.85, cloth, 0.05))
    return parts
