"""Draws a scene with OpenGL (software rendering will do) and tells what is visible where."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scripts.rendering import shaders
from scripts.rendering.camera import axes, clip_matrix
from scripts.rendering.meshes import rounded_box, rounded_cylinder
from scripts.rendering.scene import Clutter, FloatArray, PlacedTile, Scene

SHADOW_SIDE = 1024
_INSTANCE = "3f 3f 3f 3f 3f 3f 3f 4f 4f/i"
_INSTANCE_NAMES = (
    "i_centre", "i_x", "i_y", "i_z", "i_half", "i_face", "i_back", "i_look", "i_tag",
)  # fmt: skip


class RenderingUnavailableError(RuntimeError):
    """There is no OpenGL here that works without a display."""


@dataclass(frozen=True, slots=True, eq=False)
class Rendered:
    """A drawn scene before the camera's faults."""

    image: NDArray[np.float32]
    """(H, W, 3) linear light, RGB."""
    ids: NDArray[np.int32]
    """(H, W) index of the tile + 1, 0 where there is none."""
    sides: NDArray[np.int8]
    """(H, W): 1 a tile's face, 2 its back, 0 else."""
    depth: NDArray[np.float32]
    """(H, W) distance along the view, 0 where there is nothing."""


class Rasteriser:
    """Keeps one OpenGL context and the compiled programs; one per process."""

    def __init__(self) -> None:
        os.environ.setdefault("LIBGL_ALWAYS_SOFTWARE", "1")
        try:
            import moderngl

            self._gl: Any = moderngl.create_standalone_context(backend="egl")
        except Exception as error:
            raise RenderingUnavailableError(
                f"OpenGL could not be started ({error}). On Debian: apt-get install libegl1 "
                "libgl1-mesa-dri, and install the extra 'render'."
            ) from error
        self._gl.enable(moderngl.DEPTH_TEST | moderngl.CULL_FACE)
        program = self._gl.program
        self._body = program(
            vertex_shader=shaders.BODY_VERTEX, fragment_shader=shaders.BODY_FRAGMENT
        )
        self._shadow = program(
            vertex_shader=shaders.BODY_VERTEX, fragment_shader=shaders.SHADOW_FRAGMENT
        )
        self._truth = program(
            vertex_shader=shaders.BODY_VERTEX, fragment_shader=shaders.TRUTH_FRAGMENT
        )
        plane = shaders.PLANE_VERTEX
        self._table = program(vertex_shader=plane, fragment_shader=shaders.TABLE_FRAGMENT)
        self._floor = program(vertex_shader=plane, fragment_shader=shaders.FLOOR_FRAGMENT)
        self._plane_truth = program(vertex_shader=plane, fragment_shader=shaders.PLANE_TRUTH)
        corners = np.array([-1, -1, 1, -1, 1, 1, -1, -1, 1, 1, -1, 1], np.float32)
        self._corners = self._gl.buffer(corners.tobytes())
        self._box = self._gl.buffer(rounded_box().tobytes())
        self._cylinder = self._gl.buffer(rounded_cylinder().tobytes())
        self._frames: dict[tuple[int, int], tuple[Any, Any, Any]] = {}
        self._shadow_maps = [self._new_shadow_map() for _ in range(2)]

    def _new_shadow_map(self) -> tuple[Any, Any]:
        depth = self._gl.depth_texture((SHADOW_SIDE, SHADOW_SIDE))
        depth.compare_func = ""
        depth.repeat_x = depth.repeat_y = False
        return depth, self._gl.framebuffer(depth_attachment=depth)

    def _targets(self, size: tuple[int, int]) -> tuple[Any, Any, Any]:
        if size not in self._frames:
            gl = self._gl
            many = gl.framebuffer(
                [gl.renderbuffer(size, 4, samples=4, dtype="f2")],
                gl.depth_renderbuffer(size, samples=4),
            )
            plain = gl.framebuffer([gl.renderbuffer(size, 4, dtype="f2")])
            truth = gl.framebuffer(
                [gl.renderbuffer(size, 4, dtype="f4")], gl.depth_renderbuffer(size)
            )
            self._frames[size] = (many, plain, truth)
        return self._frames[size]

    def draw(self, scene: Scene) -> Rendered:
        """Draws ``scene``."""
        size = (scene.camera.width, scene.camera.height)
        many, plain, truth = self._targets(size)
        batches = self._batches(scene)
        textures = self._upload(scene)
        shadow_clips = self._draw_shadows(scene, batches)
        uniforms = self._uniforms(scene, shadow_clips)
        many.use()
        many.clear(0, 0, 0, 0)
        self._draw_planes(scene, uniforms)
        self._draw_bodies(self._body, batches, uniforms)
        self._gl.copy_framebuffer(plain, many)
        drawn = np.frombuffer(plain.read(components=4, dtype="f2"), np.float16)
        truth.use()
        truth.clear(0, 0, 0, 0)
        self._draw_planes(scene, uniforms, self._plane_truth)
        self._draw_bodies(self._truth, batches, uniforms)
        told = np.frombuffer(truth.read(components=4, dtype="f4"), np.float32)
        for thing in (*textures, *(buffer for buffer, *_ in batches)):
            thing.release()
        shape = (size[1], size[0], 4)
        return _rendered(drawn.reshape(shape)[::-1], told.reshape(shape)[::-1])

    def _batches(self, scene: Scene) -> list[tuple[Any, Any, int]]:
        """Instance buffer, mesh and count of each kind of body."""
        layers = {code: i for i, code in enumerate(scene.faces)}
        boxes = [_tile_row(scene, t, i + 1, layers) for i, t in enumerate(scene.tiles)]
        boxes += [_clutter_row(c) for c in scene.clutter if not c.round_]
        cylinders = [_clutter_row(c) for c in scene.clutter if c.round_]
        batches = []
        for rows, mesh in ((boxes, self._box), (cylinders, self._cylinder)):
            if rows:
                data = np.asarray(rows, np.float32)
                batches.append((self._gl.buffer(data.tobytes()), mesh, len(rows)))
        return batches

    def _upload(self, scene: Scene) -> list[Any]:
        """Face, print and table textures, bound to units 0, 1 and 2."""
        gl = self._gl
        stack = [premultiplied_linear(face) for face in scene.faces.values()]
        faces = np.stack(stack or [np.zeros((256, 192, 4), np.uint8)])
        array = gl.texture_array((192, 256, len(faces)), 4, faces.tobytes())
        prints = np.stack([*scene.clutter_textures] or [np.zeros((512, 512, 3), np.uint8)])
        printed = gl.texture_array((512, 512, len(prints)), 3, prints.tobytes())
        table = gl.texture(scene.surface.texture.shape[1::-1], 3, scene.surface.texture.tobytes())
        for unit, texture in enumerate((array, printed, table)):
            texture.build_mipmaps()
            texture.anisotropy = 1.0
            texture.use(unit)
        array.repeat_x = array.repeat_y = False
        return [array, printed, table]

    def _draw_shadows(self, scene: Scene, batches: list[tuple[Any, Any, int]]) -> list[FloatArray]:
        clips = []
        centre, reach = _bounds(scene)
        for k, lamp in enumerate(scene.lighting.lamps[:2]):
            clip = _shadow_clip(np.asarray(lamp.towards), centre, reach)
            depth, frame = self._shadow_maps[k]
            frame.use()
            frame.clear(depth=1.0)
            _set(self._shadow, {"clip": _columns(clip)})
            self._draw_bodies(self._shadow, batches, {})
            depth.use(3 + k)
            clips.append(clip)
        return clips

    def _uniforms(self, scene: Scene, shadow_clips: list[FloatArray]) -> dict[str, Any]:
        light = scene.lighting
        lamps = [*light.lamps[:3]]
        identity = np.eye(4)
        clips = [*shadow_clips, identity, identity][:2]
        directions = [lamp.towards for lamp in lamps] + [(0.0, 0.0, 1.0)] * (3 - len(lamps))
        colours = [lamp.colour for lamp in lamps] + [(0.0, 0.0, 0.0)] * (3 - len(lamps))
        softness = [lamp.softness for lamp in lamps] + [0.0] * (3 - len(lamps))
        return {
            "clip": _columns(clip_matrix(scene.camera)),
            "eye": scene.camera.eye,
            "ahead": tuple(axes(scene.camera)[2]),
            "sky": light.sky,
            "ground": light.ground,
            "lamp_dir": directions,
            "lamp_colour": colours,
            "softness": softness,
            "lamps": len(lamps),
            "shadow_clip": [_columns(c) for c in clips],
            "shadow_map0": 3,
            "shadow_map1": 4,
            "window": light.window,
            "window_strength": light.window_strength,
            "faces": 0,
            "prints": 1,
            "table": 2,
        }

    def _draw_planes(self, scene: Scene, uniforms: dict[str, Any], program: Any = None) -> None:
        surface = scene.surface
        rows = (
            (self._floor, (300.0, 300.0), -9.0),
            (self._table, surface.half, 0.0),
        )
        own = {"period": surface.period, "gloss": surface.gloss, "offset": (0.31, 0.47)}
        for default, half, level in rows:
            used = program or default
            own |= {"half_size": half, "level": level, "tint": surface.floor}
            _set(used, uniforms | own)
            array = self._gl.vertex_array(used, [(self._corners, "2f", "corner")])
            array.render()
            array.release()

    def _draw_bodies(
        self, program: Any, batches: list[tuple[Any, Any, int]], uniforms: dict[str, Any]
    ) -> None:
        _set(program, uniforms)
        for buffer, mesh, count in batches:
            content = [(mesh, *_layout("3f 3f", ("c", "n"), program))]
            content.append((buffer, *_layout(_INSTANCE, _INSTANCE_NAMES, program)))
            array = self._gl.vertex_array(program, content)
            array.render(instances=count)
            array.release()


def _layout(formats: str, names: tuple[str, ...], program: Any) -> tuple[Any, ...]:
    """The buffer layout with attributes that the program optimised away skipped as padding."""
    per_instance = formats.endswith("/i")
    parts = formats.removesuffix("/i").split()
    kept: list[str] = []
    shown: list[str] = []
    for part, name in zip(parts, names, strict=True):
        if name in program:
            kept.append(part)
            shown.append(name)
        else:
            kept.append(f"{4 * int(part[0])}x")
    return (" ".join(kept) + ("/i" if per_instance else ""), *shown)


def _set(program: Any, uniforms: dict[str, Any]) -> None:
    for name, value in uniforms.items():
        if name in program:
            program[name] = value


def _columns(matrix: FloatArray) -> tuple[float, ...]:
    """OpenGL wants columns one after another."""
    return tuple(float(v) for v in matrix.T.ravel())


def premultiplied_linear(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Ink in (roughly) linear light, multiplied by its alpha."""
    colour = (face[..., :3].astype(np.float32) / 255) ** 2 * face[..., 3:]
    return np.dstack([colour, face[..., 3:]]).astype(np.uint8)


def _pose_rows(rotation: FloatArray, centre: FloatArray) -> list[float]:
    return [*centre, *rotation[:, 0], *rotation[:, 1], *rotation[:, 2]]


def _tile_row(scene: Scene, tile: PlacedTile, number: int, layers: dict[str, int]) -> list[float]:
    body = scene.body
    look = (body.back_share, body.gloss, body.engraving, body.radius)
    tag = (float(number), float(layers.get(tile.code, -1)), 0.0, body.grain)
    half = (0.5, body.height / 2, body.depth / 2)
    where = _pose_rows(tile.pose.rotation, tile.pose.centre)
    return [*where, *half, *body.face, *body.back, *look, *tag]


def _clutter_row(thing: Clutter) -> list[float]:
    look = (0.0, thing.gloss, 0.0, thing.radius)
    tag = (0.0, -1.0 if thing.texture is None else float(thing.texture), 1.0, 0.0)
    where = _pose_rows(thing.pose.rotation, thing.pose.centre)
    return [*where, *thing.half, *thing.colour, *thing.colour, *look, *tag]


def _bounds(scene: Scene) -> tuple[FloatArray, float]:
    """Middle and reach of what casts shadows."""
    points = [t.pose.centre for t in scene.tiles] + [c.pose.centre for c in scene.clutter]
    if not points:
        return np.zeros(3), 5.0
    low, high = np.min(points, axis=0), np.max(points, axis=0)
    return (low + high) / 2, float(np.linalg.norm(high - low) / 2 + 3.0)


def _shadow_clip(towards: FloatArray, centre: FloatArray, reach: float) -> FloatArray:
    forward = -towards / np.linalg.norm(towards)
    hint = np.array([0.0, 1.0, 0.0]) if abs(forward[2]) > 0.9 else np.array([0.0, 0.0, 1.0])
    right = np.cross(forward, hint)
    right /= np.linalg.norm(right)
    up = np.cross(right, forward)
    matrix = np.eye(4)
    matrix[:3, :3] = np.stack([right, up, forward]) / reach
    matrix[2, :3] /= 1.6
    matrix[:3, 3] = -matrix[:3, :3] @ centre
    return matrix


def _rendered(drawn: NDArray[np.float16], told: NDArray[np.float32]) -> Rendered:
    image = drawn[..., :3].astype(np.float32)
    depth = np.ascontiguousarray(told[..., 2])
    return Rendered(
        image=np.ascontiguousarray(image),
        ids=np.rint(told[..., 0]).astype(np.int32),
        sides=np.rint(told[..., 1]).astype(np.int8),
        depth=depth,
    )


def crevice_shade(
    depth: NDArray[np.float32], strength: float, reach_px: float
) -> NDArray[np.float32]:
    """Factor (H, W) that darkens what lies deeper than its surroundings, as in gaps."""
    around = cv2.GaussianBlur(depth, (0, 0), max(0.8, reach_px))
    deeper = np.clip(depth - around, 0, 0.5)
    return (1 - strength * np.clip(deeper * 2.2, 0, 0.6)).astype(np.float32)
