"""Films of a hand being laid down tile by tile, under moving light, with hands in the way.

Light adds up, so every stage of the table is drawn once under each of two lights and the film's
frames mix them: the lamp seems to wander. The arm is drawn once, with its shadow, and moved.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scripts.rendering.arm import ArmSprite, arm_sprite
from scripts.rendering.film_script import Shot, shots_of, steps_of
from scripts.rendering.postprocess import Optics
from scripts.rendering.raster import Rasteriser, crevice_shade
from scripts.rendering.sample_deals import deal_of
from scripts.rendering.scene import Lamp, Lighting, Scene
from scripts.rendering.truth import labels

Light = NDArray[np.float32]
TONES = 4096
BRIGHTEST = 4.0
"""Linear light from which on the film is white."""


@dataclass(frozen=True, slots=True)
class Story:
    """What a film shows. Everything random in it follows from ``seed``."""

    name: str
    seed: int
    scene: Scene
    """The table at the end, every tile in its place."""
    optics: Optics
    complete: bool
    """Whether the hand is a winning one in the end."""
    fps: float = 25.0


class FilmStudio:
    """Draws films; one OpenGL context."""

    def __init__(self) -> None:
        self._raster = Rasteriser()

    def film(self, story: Story) -> tuple[Iterator[NDArray[np.uint8]], dict[str, Any]]:
        """The frames (H, W, 3) uint8 BGR, and the truth about them."""
        rng = np.random.default_rng([story.seed, 3])
        scene = story.scene
        steps = steps_of(scene.tiles, rng)
        arm = arm_sprite(self._raster, scene, rng)
        away = (float(arm.away[0]), float(arm.away[1]))
        shots = shots_of(steps, scene, away, story.fps, rng)
        drawn = self._raster.draw(scene)
        truth = labels(scene, drawn.ids, drawn.sides, story.name, f"film-{story.seed}")
        truth |= {
            "complete": story.complete,
            "fps": story.fps,
            "frames": len(shots),
            "still_from": 1 + max((i for i, s in enumerate(shots) if s.laying), default=-1),
            "deal": deal_of(truth, "no-limit", "draw", None) if story.complete else None,
        }
        return self._frames(story, steps, shots, arm, rng), truth

    def _frames(
        self,
        story: Story,
        steps: Sequence[Sequence[int]],
        shots: Sequence[Shot],
        arm: ArmSprite,
        rng: np.random.Generator,
    ) -> Iterator[NDArray[np.uint8]]:
        film = Film(story.optics, rng, (story.scene.camera.height, story.scene.camera.width))
        stage, lights = -1, (np.zeros(0, np.float32), np.zeros(0, np.float32))
        for shot in shots:
            if shot.stage != stage:
                stage = shot.stage
                there = [i for step in steps[:stage] for i in step]
                lights = self._lights(story, there)
            mixed = cv2.addWeighted(lights[0], shot.mix[0], lights[1], shot.mix[1], 0.0)
            if shot.arm is not None:
                arm.put(mixed, shot.arm)
            yield film.exposed(np.asarray(mixed, np.float32))

    def _lights(self, story: Story, there: Sequence[int]) -> tuple[Light, Light]:
        """The table with some of its tiles under either light, (H, W, 3) linear RGB each."""
        scene = replace(story.scene, tiles=tuple(story.scene.tiles[i] for i in there))
        first, second = two_lights(scene.lighting)
        drawn = self._raster.draw(replace(scene, lighting=first))
        shade = crevice_shade(drawn.depth, story.optics.crevices, scene.camera.height / 160)
        other = self._raster.draw(replace(scene, lighting=second))
        return drawn.image * shade[..., None], other.image * shade[..., None]


def two_lights(lighting: Lighting) -> tuple[Lighting, Lighting]:
    """The same room with its first lamp where it is, and moved to the side."""
    lamp = lighting.lamps[0]
    x, y, z = lamp.towards
    moved = np.array([0.55 * x - 0.6 * y, 0.55 * y + 0.6 * x, max(z, 0.45)])
    moved /= np.linalg.norm(moved)
    other = Lamp((float(moved[0]), float(moved[1]), float(moved[2])), lamp.colour, lamp.softness)
    return lighting, replace(lighting, lamps=(other, *lighting.lamps[1:]))


class Film:
    """Turns linear light into frames: exposure, vignette, blur, grain, tone."""

    def __init__(self, optics: Optics, rng: np.random.Generator, shape: tuple[int, int]) -> None:
        self._optics, self._rng = optics, rng
        height, width = shape
        y, x = np.linspace(-1, 1, height)[:, None], np.linspace(-1, 1, width)[None]
        gain = 1 - optics.vignette * (x * x + y * y) / 2
        balance = np.asarray(optics.balance) * optics.exposure * (TONES / BRIGHTEST)
        self._gain = (gain[..., None] * balance).astype(np.float32)
        grain = rng.standard_normal((height, width, 1), np.float32)
        self._grain = grain * np.float32(optics.noise * TONES / BRIGHTEST)
        self._tones = _tones(optics)

    def exposed(self, light: Light) -> NDArray[np.uint8]:
        """One frame (H, W, 3) uint8 BGR with grain of its own."""
        image = light * self._gain
        if self._optics.blur > 0.25:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), self._optics.blur), np.float32)
        dy, dx = (int(self._rng.integers(0, n)) for n in image.shape[:2])
        image += np.roll(self._grain, (dy, dx), (0, 1))
        levels = np.clip(image, 0, TONES - 1).astype(np.uint16)
        return np.ascontiguousarray(self._tones[levels][..., ::-1])


def _tones(optics: Optics) -> NDArray[np.uint8]:
    """Linear level to 8 bits, the curve of `postprocess.exposed`."""
    light = np.arange(TONES) * (BRIGHTEST / TONES)
    tone = np.sqrt(1 - np.exp(-1.25 * light))
    return np.asarray(np.clip(0.5 + (tone - 0.5) * optics.contrast, 0, 1) * 255, np.uint8)


def write_film(
    path: Path, frames: Iterator[NDArray[np.uint8]], fps: float, fourcc: str = "MJPG"
) -> None:
    """Writes frames as a video file.

    Raises:
        OSError: OpenCV cannot write such a file here.
    """
    writer = None
    for frame in frames:
        if writer is None:
            code = cv2.VideoWriter.fourcc(*fourcc)
            writer = cv2.VideoWriter(str(path), code, fps, (frame.shape[1], frame.shape[0]))
            if not writer.isOpened():
                raise OSError(f"{path} cannot be written as {fourcc} video.")
        writer.write(frame)
    if writer is not None:
        writer.release()


def make_films(out: Path, stories: Iterator[Story], fourcc: str, suffix: str) -> None:
    """Writes films and ``labels.jsonl`` into ``out``; films already listed are left alone."""
    out.mkdir(parents=True, exist_ok=True)
    listed = out / "labels.jsonl"
    done = set()
    if listed.exists():
        done = {json.loads(line)["film"] for line in listed.read_text("utf-8").splitlines()}
    studio = FilmStudio()
    for story in stories:
        if story.name in done:
            continue
        print(f"{story.name} ...", file=sys.stderr, flush=True)
        frames, truth = studio.film(story)
        write_film(out / f"{story.name}.{suffix}", frames, story.fps, fourcc)
        line = {"film": story.name, **truth, "file": f"{story.name}.{suffix}"}
        with listed.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(line, separators=(",", ":")) + "\n")
