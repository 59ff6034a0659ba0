"""Draws a scene by path tracing with Mitsuba 3: slow, and much like a photograph."""

from __future__ import annotations

import os
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scripts.rendering.camera import axes
from scripts.rendering.meshes import rounded_box, rounded_cylinder
from scripts.rendering.scene import Body, Clutter, FloatArray, PlacedTile, Pose, Scene

_LLVM = Path("/usr/lib/x86_64-linux-gnu/libLLVM-19.so")
"""Debian's libllvm19; older versions abort the process on recent processors."""
_STRIP = 64
_LAMP_DISTANCE = 45.0


class PathTracingUnavailableError(RuntimeError):
    """Mitsuba or its compiler is missing."""


@dataclass(frozen=True, slots=True)
class Quality:
    """How much time a picture may take."""

    samples: int = 24
    aperture: float = 0.0
    """Radius of the lens in tile widths; 0 is sharp everywhere."""


class PathTracer:
    """Loads Mitsuba once; `draw` answers linear light like the rasteriser's."""

    def __init__(self) -> None:
        if _LLVM.exists():
            os.environ.setdefault("DRJIT_LIBLLVM_PATH", str(_LLVM))
        try:
            import mitsuba

            mitsuba.set_variant("llvm_ad_rgb" if _LLVM.exists() else "scalar_rgb")
        except Exception as error:
            raise PathTracingUnavailableError(
                f"Mitsuba could not be started ({error}). Install the extra 'render' and, for "
                "speed, Debian's libllvm19."
            ) from error
        self._mi: Any = mitsuba

    def draw(self, scene: Scene, quality: Quality, seed: int = 0) -> NDArray[np.float32]:
        """(H, W, 3) float32 linear RGB of ``scene``."""
        loaded = self._mi.load_dict(self._description(scene, quality))
        image = self._mi.render(loaded, spp=quality.samples, seed=seed)
        return np.asarray(image, np.float32)[..., :3]

    def _description(self, scene: Scene, quality: Quality) -> dict[str, Any]:
        parts: dict[str, Any] = {
            "type": "scene",
            "integrator": {"type": "path", "max_depth": 6},
            "sensor": self._sensor(scene, quality),
            "sky": {"type": "constant", "radiance": _rgb(np.asarray(scene.lighting.sky) * 0.75)},
            "table": self._table(scene),
            "floor": self._floor(scene),
        }
        parts |= self._lamps(scene)
        parts |= self._tiles(scene)
        parts |= self._clutter(scene)
        return parts

    def _sensor(self, scene: Scene, quality: Quality) -> dict[str, Any]:
        camera = scene.camera
        up = axes(camera)[1]
        distance = float(np.linalg.norm(np.asarray(camera.eye) - np.asarray(camera.target)))
        look = self._mi.ScalarTransform4f().look_at(
            origin=list(camera.eye), target=list(camera.target), up=[float(v) for v in up]
        )
        sensor = {
            "type": "thinlens" if quality.aperture > 0 else "perspective",
            "fov": camera.fov_deg,
            "fov_axis": "y",
            "to_world": look,
            "near_clip": 0.05,
            "far_clip": 1000.0,
            "sampler": {"type": "independent", "sample_count": quality.samples},
            "film": {
                "type": "hdrfilm",
                "width": camera.width,
                "height": camera.height,
                "pixel_format": "rgb",
                "rfilter": {"type": "gaussian"},
            },
        }
        if quality.aperture > 0:
            sensor |= {"aperture_radius": quality.aperture, "focus_distance": distance}
        return sensor

    def _table(self, scene: Scene) -> dict[str, Any]:
        surface = scene.surface
        x, y = surface.half
        transform = self._mi.ScalarTransform4f
        repeats = (2 * x / surface.period, 2 * y / surface.period)
        texture = {
            "type": "bitmap",
            "bitmap": self._bitmap(surface.texture[::-1]),
            "to_uv": transform().scale([repeats[0], repeats[1], 1.0]),
        }
        return {
            "type": "rectangle",
            "to_world": transform().scale([x, y, 1.0]),
            "bsdf": _glossy(texture, surface.gloss),
        }

    def _floor(self, scene: Scene) -> dict[str, Any]:
        transform = self._mi.ScalarTransform4f
        return {
            "type": "rectangle",
            "to_world": transform().translate([0, 0, -9]).scale([400, 400, 1]),
            "bsdf": {"type": "diffuse", "reflectance": _rgb(scene.surface.floor)},
        }

    def _lamps(self, scene: Scene) -> dict[str, Any]:
        parts: dict[str, Any] = {}
        for k, lamp in enumerate(scene.lighting.lamps):
            radius = 1.5 + 250 * lamp.softness
            centre = np.asarray(lamp.towards) * _LAMP_DISTANCE
            power = np.asarray(lamp.colour) * (_LAMP_DISTANCE / radius) ** 2
            parts[f"lamp{k}"] = {
                "type": "sphere",
                "center": [float(v) for v in centre],
                "radius": radius,
                "emitter": {"type": "area", "radiance": _rgb(power)},
            }
        return parts

    def _tiles(self, scene: Scene) -> dict[str, Any]:
        by_code: dict[str, list[PlacedTile]] = defaultdict(list)
        for tile in scene.tiles:
            by_code[tile.code].append(tile)
        body = scene.body
        half = (0.5, body.height / 2, body.depth / 2)
        mesh, uv = _unwrapped(body)
        parts: dict[str, Any] = {}
        for code, tiles in by_code.items():
            texture = self._bitmap(_tile_texture(body, scene.faces[code]))
            bsdf = _glossy({"type": "bitmap", "bitmap": texture}, body.gloss)
            vertices = [_placed(mesh, half, body.radius, t.pose) for t in tiles]
            parts[f"tiles_{code}"] = self._mesh(f"tiles_{code}", vertices, [uv] * len(tiles), bsdf)
        return parts

    def _clutter(self, scene: Scene) -> dict[str, Any]:
        parts: dict[str, Any] = {}
        for k, thing in enumerate(scene.clutter):
            base: Any = _rgb(thing.colour)
            if thing.texture is not None:
                picture = scene.clutter_textures[thing.texture]
                base = {"type": "bitmap", "bitmap": self._bitmap(picture)}
            mesh = rounded_cylinder() if thing.round_ else rounded_box()
            placed = _placed(mesh, thing.half, thing.radius, thing.pose)
            uv = _top_uv(mesh, thing)
            name = f"thing{k}"
            parts[name] = self._mesh(name, [placed], [uv], _glossy(base, thing.gloss))
        return parts

    def _mesh(
        self,
        name: str,
        vertices: list[tuple[FloatArray, FloatArray]],
        uvs: list[FloatArray],
        bsdf: dict[str, Any],
    ) -> Any:
        points = np.concatenate([p for p, _ in vertices]).astype(np.float32)
        normals = np.concatenate([n for _, n in vertices]).astype(np.float32)
        coordinates = np.concatenate(uvs).astype(np.float32)
        properties = self._mi.Properties()
        properties["bsdf"] = self._mi.load_dict(bsdf)
        mesh = self._mi.Mesh(
            name,
            vertex_count=len(points),
            face_count=len(points) // 3,
            has_vertex_normals=True,
            has_vertex_texcoords=True,
            props=properties,
        )
        values = self._mi.traverse(mesh)
        values["vertex_positions"] = points.ravel()
        values["vertex_normals"] = normals.ravel()
        values["vertex_texcoords"] = coordinates.ravel()
        values["faces"] = np.arange(len(points), dtype=np.uint32)
        values.update()
        return mesh

    def _bitmap(self, image: NDArray[np.uint8]) -> Any:
        """A texture whose first row is at v = 0; colours squared like the rasteriser does."""
        linear = (image[..., :3].astype(np.float32) / 255) ** 2
        return self._mi.Bitmap(np.ascontiguousarray(linear))


def _rgb(values: Any) -> dict[str, Any]:
    return {"type": "rgb", "value": [float(max(v, 0.0)) for v in values]}


def _glossy(base: Any, gloss: float) -> dict[str, Any]:
    return {
        "type": "principled",
        "base_color": base,
        "roughness": float(np.clip(0.75 - 0.62 * gloss, 0.08, 0.9)),
        "specular": 0.35 + 0.3 * gloss,
        "clearcoat": 0.3 * gloss,
        "clearcoat_gloss": 0.85,
    }


def _placed(
    mesh: NDArray[np.float32], half: tuple[float, float, float], radius: float, pose: Pose
) -> tuple[FloatArray, FloatArray]:
    """World points and normals of a rounded body."""
    corner, normal = mesh[:, :3].astype(float), mesh[:, 3:].astype(float)
    local = corner * (np.asarray(half) - radius) + radius * normal
    return local @ pose.rotation.T + pose.centre, normal @ pose.rotation.T


def _unwrapped(body: Body) -> tuple[NDArray[np.float32], FloatArray]:
    """The tile's mesh and its texture coordinates: face above, a strip for the sides below."""
    mesh = rounded_box()
    half = np.array([0.5, body.height / 2, body.depth / 2])
    local = mesh[:, :3] * (half - body.radius) + body.radius * mesh[:, 3:]
    rows = 256 + _STRIP
    u = 0.5 + local[:, 0] / (2 * half[0])
    v = (0.5 - local[:, 1] / (2 * half[1])) * 255 / rows
    share = np.clip(0.5 - local[:, 2] / (2 * half[2]), 0.02, 0.98)
    strip = (256 + 2 + share * (_STRIP - 4)) / rows
    on_face = np.repeat(_is_top(mesh).reshape(-1, 3).all(axis=1), 3)
    return mesh, np.stack([np.where(on_face, u, 0.5), np.where(on_face, v, strip)], 1)


def _is_top(mesh: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Vertices of the +z side (its rounded rim included)."""
    normal = mesh[:, 3:]
    return (normal[:, 2] > 0.57) & (normal[:, 2] >= np.abs(normal[:, :2]).max(axis=1) - 1e-4)


def _tile_texture(body: Body, face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The face printed on the body's colour, above a strip that runs from face to back colour."""
    front = np.sqrt(np.asarray(body.face)) * 255
    back = np.sqrt(np.asarray(body.back)) * 255
    alpha = face[..., 3:].astype(np.float32) / 255
    printed = face[..., :3] * alpha + front * (1 - alpha)
    strip = np.empty((_STRIP, face.shape[1], 3), np.float32)
    strip[:] = front
    strip[round(_STRIP * (1 - body.back_share)) :] = back
    return np.concatenate([printed, strip]).astype(np.uint8)


def _top_uv(mesh: NDArray[np.float32], thing: Clutter) -> FloatArray:
    half = np.asarray(thing.half)
    local = mesh[:, :3] * (half - thing.radius) + thing.radius * mesh[:, 3:]
    return np.stack([0.5 + local[:, 0] / (2 * half[0]), 0.5 - local[:, 1] / (2 * half[1])], 1)
