"""Lamps, table tops and clutter of a scene, chosen at random."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scripts.rendering.drawn import drawn_design
from scripts.rendering.scene import Clutter, Lamp, Lighting, Pose, Rgb, Surface, about_y, about_z
from scripts.rendering.textures import SIDE, page, random_colour, shapes, table_texture

Prints = list[NDArray[np.uint8]]
"""Pictures (512, 512, 3) uint8 RGB printed on clutter, numbered as they come."""


def _linear(colour: NDArray[np.float64]) -> Rgb:
    r, g, b = (colour / 255) ** 2
    return (float(r), float(g), float(b))


def sample_lighting(rng: np.random.Generator) -> Lighting:
    """One to three lamps, daylight or lamp light, sometimes a mirrored window."""
    lamps = []
    count = int(rng.choice([1, 2, 3], p=[0.5, 0.35, 0.15]))
    ambient = float(rng.uniform(0.25, 0.75))
    for i in range(count):
        azimuth, elevation = rng.uniform(0, 2 * np.pi), np.deg2rad(rng.uniform(22, 88))
        towards = (
            float(np.cos(azimuth) * np.cos(elevation)),
            float(np.sin(azimuth) * np.cos(elevation)),
            float(np.sin(elevation)),
        )
        warmth = float(rng.normal(0, 0.12))
        power = (1 - ambient * 0.75) * (1.0 if i == 0 else rng.uniform(0.2, 0.8)) * 1.1
        colour = (power * (1 + warmth), power, power * (1 - warmth))
        lamps.append(Lamp(towards, colour, float(rng.uniform(0.0005, 0.02))))
    sky = ambient * (1 + rng.normal(0, 0.05, 3))
    ground = sky * rng.uniform(0.25, 0.75)
    wx, wy = rng.uniform(-18, 18, 2)
    return Lighting(
        sky=(float(sky[0]), float(sky[1]), float(sky[2])),
        ground=(float(ground[0]), float(ground[1]), float(ground[2])),
        lamps=tuple(lamps),
        window=(float(wx), float(wy), float(rng.uniform(1, 7)), float(rng.uniform(1, 7))),
        window_strength=float(rng.uniform(0.2, 2.0)) if rng.random() < 0.5 else 0.0,
        occlusion=float(rng.uniform(0.3, 1)),
    )


def sample_surface(
    rng: np.random.Generator, extent: float, extra: tuple[Path, ...] = ()
) -> tuple[Surface, str]:
    """A table for a scene that reaches ``extent`` from the middle, and its kind's name."""
    texture, kind = table_texture(rng, extra)
    big = 200.0 if rng.random() < 0.6 else extent * float(rng.uniform(1.3, 2.5)) + 3
    surface = Surface(
        texture=texture,
        period=float(rng.uniform(9, 45)),
        gloss=float(rng.choice([0.05, 0.4, 0.85], p=[0.55, 0.3, 0.15])),
        half=(big, big * float(rng.uniform(0.7, 1.0))),
        floor=_linear(random_colour(rng, 0.05, 0.6)),
    )
    return surface, kind


def _somewhere(
    rng: np.random.Generator, extent: float, taken: list[tuple[float, float, float]], room: float
) -> tuple[float, float] | None:
    """A place outside the circles (x, y, radius) in ``taken``, or None."""
    for _ in range(12):
        x, y = rng.uniform(-extent, extent, 2)
        if all((x - a) ** 2 + (y - b) ** 2 > (r + room) ** 2 for a, b, r in taken):
            return float(x), float(y)
    return None


def sample_clutter(
    rng: np.random.Generator,
    extent: float,
    taken: list[tuple[float, float, float]],
    count: int,
) -> tuple[list[Clutter], list[NDArray[np.uint8]]]:
    """``count`` things beside the tiles and the textures printed on them."""
    things: list[Clutter] = []
    prints: list[NDArray[np.uint8]] = []
    makers = (_die, _bar, _cup, _phone, _paper, _block, _arm, _chips, _tile_print)
    weights = np.array([0.2, 0.2, 0.1, 0.1, 0.15, 0.08, 0.08, 0.07, 0.02])
    for _ in range(count):
        make = makers[int(rng.choice(len(makers), p=weights / weights.sum()))]
        room = {"_die": 0.9, "_chips": 1.5, "_bar": 2.5}.get(make.__name__, 3.5)
        place = _somewhere(rng, extent * 1.3 + 2, taken, room)
        if place is not None:
            things += make(rng, place, prints)
    return things, prints


def _flat(x: float, y: float, z: float, turn: float) -> Pose:
    return Pose(about_z(turn), np.array([x, y, z]))


def _die(rng: np.random.Generator, at: tuple[float, float], prints: Prints) -> list[Clutter]:
    """Dice with pips."""
    half = float(rng.uniform(0.22, 0.5))
    base = (235, 235, 230) if rng.random() < 0.7 else tuple(int(v) for v in random_colour(rng))
    ink = (190, 20, 30) if rng.random() < 0.3 else (20, 20, 25)
    prints.append(_pips(int(rng.integers(1, 7)), base, ink))
    pose = _flat(*at, half, float(rng.uniform(0, 6.3)))
    colour = _linear(np.asarray(base, float))
    return [Clutter(pose, (half, half, half), half * 0.3, colour, 0.6, False, len(prints) - 1)]


def _pips(number: int, base: tuple[int, ...], ink: tuple[int, int, int]) -> NDArray[np.uint8]:
    face = np.full((SIDE, SIDE, 3), base, np.uint8)
    low, mid, high = 0.27, 0.5, 0.73
    places = {
        1: [(mid, mid)],
        2: [(low, low), (high, high)],
        3: [(low, low), (mid, mid), (high, high)],
        4: [(low, low), (low, high), (high, low), (high, high)],
        5: [(low, low), (low, high), (high, low), (high, high), (mid, mid)],
        6: [(x, y) for x in (low, high) for y in (low, mid, high)],
    }[number]
    for x, y in places:
        cv2.circle(face, (round(x * SIDE), round(y * SIDE)), SIDE // 11, ink, -1, cv2.LINE_AA)
    return face


def _bar(rng: np.random.Generator, at: tuple[float, float], prints: Prints) -> list[Clutter]:
    """A rack, ruler or pusher, sometimes with writing."""
    half = (float(rng.uniform(2, 9)), float(rng.uniform(0.15, 0.6)), float(rng.uniform(0.08, 0.5)))
    texture = None
    if rng.random() < 0.4:
        strip = page(rng)[: SIDE // 8]
        prints.append(cv2.resize(strip, (SIDE, SIDE)))
        texture = len(prints) - 1
    turn = float(rng.normal(0, 0.2)) + (np.pi / 2 if rng.random() < 0.3 else 0)
    colour = _linear(random_colour(rng))
    pose = _flat(*at, half[2], turn)
    return [
        Clutter(pose, half, min(half) * 0.5, colour, float(rng.uniform(0, 0.9)), False, texture)
    ]


def _cup(rng: np.random.Generator, at: tuple[float, float], prints: Prints) -> list[Clutter]:
    r, h = float(rng.uniform(0.9, 2.0)), float(rng.uniform(0.7, 2.5))
    colour = _linear(random_colour(rng))
    cup = Clutter(_flat(*at, h, 0), (r, r, h), 0.15, colour, 0.8, True)
    drink = _linear(random_colour(rng, 0.05, 0.7))
    inside = Clutter(_flat(*at, h + 0.06, 0), (r * 0.86, r * 0.86, h), 0.02, drink, 0.9, True)
    return [cup, inside]


def _phone(rng: np.random.Generator, at: tuple[float, float], prints: Prints) -> list[Clutter]:
    half = (1.4, 2.9, 0.16)
    texture = None
    if rng.random() < 0.5:
        prints.append((shapes(rng) // 2).astype(np.uint8))
        texture = len(prints) - 1
    pose = _flat(*at, 0.16, float(rng.uniform(0, 6.3)))
    return [Clutter(pose, half, 0.15, (0.01, 0.01, 0.012), 0.95, False, texture)]


def _paper(rng: np.random.Generator, at: tuple[float, float], prints: Prints) -> list[Clutter]:
    prints.append(page(rng) if rng.random() < 0.7 else shapes(rng))
    half = (float(rng.uniform(1.5, 6)), float(rng.uniform(1.5, 6)), 0.012)
    pose = _flat(*at, 0.012, float(rng.uniform(0, 6.3)))
    return [Clutter(pose, half, 0.005, (0.8, 0.8, 0.78), 0.05, False, len(prints) - 1)]


def _tile_print(rng: np.random.Generator, at: tuple[float, float], prints: Prints) -> list[Clutter]:
    """A printed strip of tile pictures, which are no tiles: rare."""
    design = drawn_design(int(rng.integers(1000, 1100)))
    codes = [f"{n}{s}" for s in "mps" for n in range(1, 10)]
    count = int(rng.integers(3, 10))
    faces = []
    for code in rng.choice(codes, count):
        face = design.face(str(code), rng).astype(np.float32)
        alpha = face[..., 3:] / 255
        faces.append(cv2.resize(face[..., :3] * alpha + 245 * (1 - alpha), (96, 128)))
    strip = np.hstack([cv2.copyMakeBorder(f, 2, 2, 2, 2, cv2.BORDER_CONSTANT) for f in faces])
    prints.append(cv2.resize(strip.astype(np.uint8), (SIDE, SIDE), interpolation=cv2.INTER_AREA))
    size = float(rng.uniform(0.25, 0.6))
    half = (size * count / 1.3, size, 0.01)
    pose = _flat(*at, 0.01, float(rng.normal(0, 0.3)))
    return [Clutter(pose, half, 0.005, (0.8, 0.8, 0.8), 0.1, False, len(prints) - 1)]


def _block(rng: np.random.Generator, at: tuple[float, float], prints: Prints) -> list[Clutter]:
    """A box, about the size of a tile or larger."""
    half = tuple(float(v) for v in rng.uniform(0.3, 2.0, 3))
    pose = _flat(*at, half[2], float(rng.uniform(0, 6.3)))
    colour = _linear(random_colour(rng))
    return [Clutter(pose, (half[0], half[1], half[2]), 0.08, colour, float(rng.uniform(0, 0.8)))]


def _arm(rng: np.random.Generator, at: tuple[float, float], prints: Prints) -> list[Clutter]:
    """A hand-like thing: a palm with fingers and a sleeve."""
    skin = _linear(np.array([225.0, 175, 145]) * rng.uniform(0.45, 1.0))
    turn = float(rng.uniform(0, 6.3))
    along, across = about_z(turn)[:, 0], about_z(turn)[:, 1]
    base = np.array([*at, 0.7])
    parts = [Clutter(Pose(about_z(turn), base), (1.5, 1.4, 0.5), 0.49, skin, 0.25)]
    for k in range(4):
        middle = base + along * 2.4 + across * (k - 1.5) * 0.72 + np.array([0, 0, -0.1])
        tilt = about_z(turn + float(rng.normal(0, 0.1))) @ about_y(float(rng.uniform(0, 0.4)))
        parts.append(Clutter(Pose(tilt, middle), (1.25, 0.33, 0.33), 0.32, skin, 0.25))
    sleeve = base - along * 4.5 + np.array([0, 0, 0.4])
    cloth = _linear(random_colour(rng))
    parts.append(Clutter(Pose(about_z(turn), sleeve), (3.4, 1.3, 1.0), 0.95, cloth, 0.05))
    return parts


def _chips(rng: np.random.Generator, at: tuple[float, float], prints: Prints) -> list[Clutter]:
    """Counting sticks of bone or round chips."""
    out = []
    for _ in range(int(rng.integers(2, 9))):
        x, y = at[0] + float(rng.normal(0, 0.7)), at[1] + float(rng.normal(0, 0.7))
        turn = float(rng.uniform(0, 6.3))
        colour = _linear(random_colour(rng, 0.4))
        if rng.random() < 0.6:
            out.append(Clutter(_flat(x, y, 0.06, turn), (1.1, 0.12, 0.06), 0.05, colour, 0.5))
        else:
            out.append(Clutter(_flat(x, y, 0.08, turn), (0.5, 0.5, 0.08), 0.05, colour, 0.5, True))
    return out
