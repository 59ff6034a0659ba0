"""Physical sets: a design on bodies of some material, with some wear."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from scripts.rendering.drawn import drawn_design
from scripts.rendering.faces import Design, Wear, worn
from scripts.rendering.scene import Body, Rgb

_FACES: tuple[tuple[str, Rgb, float], ...] = (
    ("white", (0.86, 0.87, 0.87), 0.30),
    ("ivory", (0.85, 0.80, 0.66), 0.24),
    ("bone", (0.78, 0.71, 0.56), 0.12),
    ("cream", (0.86, 0.83, 0.75), 0.14),
    ("yellow", (0.80, 0.68, 0.30), 0.10),
    ("grey", (0.62, 0.62, 0.60), 0.04),
    ("green", (0.25, 0.50, 0.36), 0.02),
    ("black", (0.035, 0.035, 0.04), 0.04),
)
_BACKS: tuple[tuple[str, Rgb, float], ...] = (
    ("green", (0.03, 0.30, 0.12), 0.20),
    ("bright green", (0.10, 0.52, 0.15), 0.06),
    ("blue", (0.03, 0.13, 0.42), 0.15),
    ("pale blue", (0.25, 0.50, 0.75), 0.05),
    ("bamboo", (0.58, 0.36, 0.14), 0.12),
    ("orange", (0.75, 0.33, 0.05), 0.06),
    ("black", (0.02, 0.02, 0.02), 0.10),
    ("red", (0.42, 0.03, 0.03), 0.05),
    ("brown", (0.20, 0.08, 0.03), 0.06),
    ("pink", (0.75, 0.35, 0.45), 0.03),
    ("purple", (0.22, 0.07, 0.33), 0.02),
    ("same", (0.0, 0.0, 0.0), 0.10),
)


@dataclass(frozen=True, slots=True, eq=False)
class PhysicalSet:
    """One box of tiles; `face` keeps what it has drawn."""

    name: str
    design: Design
    body: Body
    wear: Wear
    seed: int
    light_ink: bool
    """White engraving, for dark bodies."""
    _drawn: dict[str, NDArray[np.uint8]] = field(default_factory=dict)

    def face(self, code: str) -> NDArray[np.uint8]:
        """(256, 192, 4) uint8 RGBA of ``code`` as this set shows it."""
        if code not in self._drawn:
            rng = np.random.default_rng([self.seed, sum(map(ord, code)), ord(code[1])])
            face = worn(self.design.face(code, rng), self.wear, rng)
            if self.light_ink:
                face = np.dstack([np.maximum(face[..., :3] // 2 + 128, 150), face[..., 3:]])
            self._drawn[code] = face
        return self._drawn[code]


def sample_body(rng: np.random.Generator) -> Body:
    """Material and measures of some set."""
    face = _pick(_FACES, rng)
    back = _pick(_BACKS, rng)
    same = back == (0.0, 0.0, 0.0)
    back = face if same else back
    return Body(
        height=float(np.clip(rng.normal(1.345, 0.05), 1.22, 1.5)),
        depth=float(rng.uniform(0.55, 1.05)),
        radius=float(rng.uniform(0.03, 0.13)),
        face=_varied(face, rng),
        back=_varied(back, rng),
        back_share=float(rng.uniform(0.2, 0.55)),
        gloss=float(rng.uniform(0.1, 0.95)),
        engraving=float(rng.uniform(0.0, 0.5)),
        grain=float(rng.uniform(0.3, 1.0)) if rng.random() < 0.15 else 0.0,
    )


def _pick(table: Sequence[tuple[str, Rgb, float]], rng: np.random.Generator) -> Rgb:
    weights = np.array([row[2] for row in table])
    return table[int(rng.choice(len(table), p=weights / weights.sum()))][1]


def _varied(colour: Rgb, rng: np.random.Generator) -> Rgb:
    r, g, b = np.clip(
        np.asarray(colour) * rng.normal(1, 0.06) * rng.normal(1, 0.03, 3), 0.005, 0.93
    )
    return (float(r), float(g), float(b))


def sample_set(
    seed: int, artwork: Sequence[Design], committable_only: bool = False, varied: float = 0.0
) -> PhysicalSet:
    """The physical set number ``seed``: nearly half of artwork found here, the rest drawn by us.

    ``varied`` is the share of sets whose figures are composed at random.
    """
    rng = np.random.default_rng([seed, 77])
    roll = rng.random()
    design: Design
    if np.random.default_rng([seed, 78]).random() < varied:
        family = ("varied", "varied", "western-varied", "etching-varied")[seed % 4]
        design = drawn_design(seed, family, committable_only)
    elif artwork and roll < 0.45:
        design = artwork[int(rng.integers(len(artwork)))]
    else:
        family = "western" if roll < 0.52 else ("etching" if roll < 0.56 else "chinese")
        design = drawn_design(seed, family, committable_only)
    body = sample_body(rng)
    return PhysicalSet(
        name=f"{design.name}/{seed}",
        design=design,
        body=body,
        wear=Wear.sample(rng),
        seed=seed,
        light_ink=max(body.face) < 0.2,
    )
