"""A code for quads that has no corner order: what the finder network predicts for every tile.

Corners c0..c3 (clockwise) as complex numbers have the discrete Fourier transform
``c_k = z0 + z1 i^k + z2 (-1)^k + z3 (-i)^k``: centre, square part, perspective skew and
elongation. Calling another corner the first multiplies z1, z2, z3 by i, -1, -i, so

* ``log|z1|`` (size), ``(z1/|z1|)^4`` (direction), ``z1 z3 / |z1|^2`` (elongation) and
  ``z2 (z1/|z1|)^2 / |z1|`` (skew)

are the same for all four orders and continuous under every rotation. A network can average and
regress them without ever choosing between orders, which is where corner regression fails at 45
degrees. Columns of a code (N, 7): log size, direction re, im, elongation re, im, skew re, im.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float32]

CODE_LENGTH = 7


def encode_quads(quads: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Centres (N, 2) px and codes (N, 7) of clockwise quads (N, 4, 2) px."""
    c = quads[..., 0] + 1j * quads[..., 1]
    powers = np.array([1, -1j, -1, 1j])
    z0 = c.mean(-1)
    z1 = (c * powers).mean(-1)
    z2 = (c * powers**2).mean(-1)
    z3 = (c * powers**3).mean(-1)
    size = np.maximum(np.abs(z1), 1e-6)
    unit = z1 / size
    direction, elongation, skew = unit**4, unit * z3 / size, z2 * unit**2 / size
    parts = [np.log(size)]
    for z in (direction, elongation, skew):
        parts += [z.real, z.imag]
    centers = np.stack([z0.real, z0.imag], -1)
    return centers.astype(np.float32), np.stack(parts, -1).astype(np.float32)


def decode_quads(centers: FloatArray, codes: FloatArray) -> FloatArray:
    """Quads (N, 4, 2) px, clockwise from the corner nearest to the picture's top left."""
    size = np.exp(codes[..., 0].astype(np.float64))
    direction = codes[..., 1] + 1j * codes[..., 2]
    elongation = codes[..., 3] + 1j * codes[..., 4]
    skew = codes[..., 5] + 1j * codes[..., 6]
    # Of the four roots take the one whose corner 0 points to the upper left (-135 degrees).
    angle = np.angle(-direction) / 4 - 0.75 * np.pi
    unit = np.exp(1j * angle)
    z0 = centers[..., 0] + 1j * centers[..., 1]
    z1, z2, z3 = size * unit, skew * size / unit**2, elongation * size / unit
    k = np.arange(4)
    c = (
        z0[..., None]
        + z1[..., None] * 1j**k
        + z2[..., None] * (-1.0) ** k
        + z3[..., None] * (-1j) ** k
    )
    return np.stack([c.real, c.imag], -1).astype(np.float32)
