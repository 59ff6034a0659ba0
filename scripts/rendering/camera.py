"""Pinhole projection, shared by both renderers and by the truth."""

from __future__ import annotations

import numpy as np

from scripts.rendering.scene import Camera, FloatArray


def axes(camera: Camera) -> FloatArray:
    """Rows: the camera's right, up and forward directions in the world (3, 3)."""
    eye, target = np.asarray(camera.eye), np.asarray(camera.target)
    forward = target - eye
    forward /= np.linalg.norm(forward)
    hint = np.array([0.0, 0.0, 1.0])
    if abs(forward[2]) > 0.9995:
        hint = np.array([0.0, 1.0, 0.0])
    right = np.cross(forward, hint)
    right /= np.linalg.norm(right)
    up = np.cross(right, forward)
    roll = np.deg2rad(camera.roll_deg)
    turned_right = np.cos(roll) * right + np.sin(roll) * up
    turned_up = np.cos(roll) * up - np.sin(roll) * right
    return np.stack([turned_right, turned_up, forward])


def focal_px(camera: Camera) -> float:
    """Focal length in px."""
    return camera.height / 2 / float(np.tan(np.deg2rad(camera.fov_deg) / 2))


def project(camera: Camera, points: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Pixels (..., 2) and depths (...) of world points (..., 3); depth <= 0 is behind."""
    in_camera = (points - np.asarray(camera.eye)) @ axes(camera).T
    depth = in_camera[..., 2]
    scale = focal_px(camera) / np.where(np.abs(depth) < 1e-6, 1e-6, depth)
    x = camera.width / 2 + in_camera[..., 0] * scale
    y = camera.height / 2 - in_camera[..., 1] * scale
    return np.stack([x, y], -1), depth


def clip_matrix(camera: Camera, near: float = 0.3, far: float = 400.0) -> FloatArray:
    """World to OpenGL clip coordinates (4, 4), to be applied to column vectors."""
    rows = axes(camera)
    view = np.eye(4)
    view[0, :3], view[1, :3], view[2, :3] = rows[0], rows[1], -rows[2]
    view[:3, 3] = view[:3, :3] @ -np.asarray(camera.eye)
    f = 1 / np.tan(np.deg2rad(camera.fov_deg) / 2)
    projection = np.zeros((4, 4))
    projection[0, 0] = f * camera.height / camera.width
    projection[1, 1] = f
    projection[2, 2] = (far + near) / (near - far)
    projection[2, 3] = 2 * far * near / (near - far)
    projection[3, 2] = -1
    return projection @ view


def orbiting(
    target: tuple[float, float, float],
    azimuth_deg: float,
    elevation_deg: float,
    distance: float,
    roll_deg: float,
    fov_deg: float,
    size: tuple[int, int],
) -> Camera:
    """A camera ``distance`` from ``target``; azimuth 0 stands at the bottom (negative y)."""
    a, e = np.deg2rad(azimuth_deg), np.deg2rad(elevation_deg)
    away = np.array([np.sin(a) * np.cos(e), -np.cos(a) * np.cos(e), np.sin(e)])
    # Straight down, "up" in the picture would be undefined: keep a trace of the azimuth.
    if elevation_deg > 89.5:
        e = np.deg2rad(89.5)
        away = np.array([np.sin(a) * np.cos(e), -np.cos(a) * np.cos(e), np.sin(e)])
    eye = np.asarray(target) + away * distance
    return Camera(
        (float(eye[0]), float(eye[1]), float(eye[2])),
        target,
        roll_deg,
        fov_deg,
        size[0],
        size[1],
    )
