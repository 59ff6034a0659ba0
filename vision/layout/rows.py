"""Rows: tiles side by side, whatever the picture's roll, bent, gappy or with tiles crosswise.

A row is grown in three passes. Upright neighbours that touch are linked first; the chains that
result know their own direction. Chains that continue each other across a gap are joined next, and
tiles that lie crosswise last, into the holes and at the ends. Tiles that touch a row from above
are therefore never part of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.layout.plane import Array, Plane

TOUCHING: Final = 0.55
"""Largest gap between neighbours of one chain, in tile widths."""
OVERLAP: Final = -0.45
"""Smallest gap: how far the quads of neighbours may overlap."""
STEP: Final = 0.52
"""How far a neighbour may stand above or below, in tile heights."""
TURN: Final = 0.82
"""Least cosine between the row directions of linked tiles (35 degrees)."""
JOIN: Final = 2.4
"""Largest gap inside one row, in tile widths."""
SPLIT: Final = 0.27
"""Gap from which on a row falls into separate runs, in tile widths ..."""
SPLIT_PITCH: Final = 1.22
"""... and the same relative to the row's usual distance between neighbours."""

SPLIT_ALWAYS: Final = 1.15
"""Gap that always cuts a row, in tile widths."""


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """Tiles in one line, in order along ``direction``.

    Attributes:
        tiles: indices in order.
        direction: (2,) unit vector along the row.
        runs: the same tiles, cut at gaps.
        gaps: before each run, by how many tile widths more than usual in the row the neighbours
            lie apart; infinite before the first.
    """

    tiles: tuple[int, ...]
    direction: Array
    runs: tuple[tuple[int, ...], ...]
    gaps: tuple[float, ...] = (np.inf,)


def find_rows(plane: Plane) -> list[Row]:
    """All tiles as rows (single tiles are rows of one), in no particular order."""
    if not len(plane):
        return []
    chains = _chains(plane)
    chains = _join(plane, chains)
    chains = _insert_crosswise(plane, chains)
    return [_row(plane, chain) for chain in chains]


def _pair_costs(plane: Plane) -> Array:
    """(N, N) cost of j following i to the right in i's own direction; inf where impossible."""
    centers, along = plane.centers, plane.along
    delta = centers[None] - centers[:, None]
    parallel = along @ along.T
    unit = (plane.unit[:, None] + plane.unit[None]) / 2
    height = np.minimum(plane.height[:, None], plane.height[None])
    mean = along[:, None] + np.sign(parallel)[..., None] * along[None]
    mean /= np.maximum(np.linalg.norm(mean, axis=-1, keepdims=True), 1e-9)
    ahead = (delta * mean).sum(-1)
    aside = np.abs(delta[..., 0] * mean[..., 1] - delta[..., 1] * mean[..., 0])
    gap = ahead / unit - 1.0
    cost = np.abs(gap) + 1.5 * aside / height
    possible = (
        (gap <= TOUCHING) & (gap >= OVERLAP) & (aside <= STEP * height) & (np.abs(parallel) >= TURN)
    )
    np.fill_diagonal(possible, False)
    return np.where(possible, cost, np.inf)


def _chains(plane: Plane) -> list[list[int]]:
    """Maximal chains of upright neighbours, by mutually best links."""
    costs = _pair_costs(plane)
    parent = np.arange(len(plane))
    left = [-1] * len(plane)
    right = [-1] * len(plane)
    # A tile upside down has its right where the row has its left: both senses are tried.
    order = np.argwhere(np.isfinite(costs))
    for i, j in sorted(map(tuple, order), key=lambda ij: costs[ij[0], ij[1]]):
        same = float(plane.along[i] @ plane.along[j]) > 0
        ends = (right, left) if same else (right, right)
        if ends[0][i] >= 0 or ends[1][j] >= 0 or _root(parent, i) == _root(parent, j):
            continue
        ends[0][i], ends[1][j] = int(j), int(i)
        parent[_root(parent, i)] = _root(parent, j)
    return _walk(left, right)


def _root(parent: np.ndarray, node: int) -> int:
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = int(parent[node])
    return int(node)


def _walk(left: list[int], right: list[int]) -> list[list[int]]:
    """Chains from the neighbour lists, each from one end to the other."""
    chains, seen = [], set()
    ends = [i for i in range(len(left)) if left[i] < 0 or right[i] < 0]
    for start in ends:
        if start in seen:
            continue
        chain, before, here = [start], -1, start
        seen.add(start)
        while True:
            following = [k for k in (left[here], right[here]) if k >= 0 and k != before]
            if not following or following[0] in seen:
                break
            before, here = here, following[0]
            chain.append(here)
            seen.add(here)
        chains.append(chain)
    return chains


def _direction(plane: Plane, chain: list[int], near: int) -> Array:
    """The chain's direction at its end tile ``near``, pointing outwards for an end."""
    if len(chain) == 1:
        return np.asarray(plane.along[near])
    if chain[-1] != near:
        chain = chain[::-1]
    local = chain[-4:]
    vector = plane.centers[local[-1]] - plane.centers[local[0]]
    return np.asarray(vector / max(float(np.linalg.norm(vector)), 1e-9))


def _end_gap(plane: Plane, a: list[int], b: list[int], i: int, j: int) -> float:
    """Gap in tile widths when end i of a meets end j of b in one line, inf when they do not."""
    delta = plane.centers[j] - plane.centers[i]
    unit = (plane.unit[i] + plane.unit[j]) / 2
    height = min(plane.height[i], plane.height[j])
    da, db = _direction(plane, a, i), _direction(plane, b, j)
    if len(a) == 1 and delta @ da < 0:
        da = -da
    if len(b) == 1 and delta @ db > 0:
        db = -db
    ahead = delta @ da
    if ahead <= 0 or -delta @ db <= 0 or abs(da @ db) < TURN:
        return np.inf
    gap = (np.linalg.norm(delta) - unit) / unit
    reach = min(0.45 + 0.1 * max(gap, 0.0), 0.62) * height
    offsets = [abs(d[0] * delta[1] - d[1] * delta[0]) for d in (da, db)]
    # A single tile has no line of its own: the longer chain decides.
    weights = [min(len(a), 4), min(len(b), 4)]
    offset = float(np.average(offsets, weights=weights))
    if not OVERLAP <= gap <= JOIN or offset > reach:
        return np.inf
    return float(gap + offset / height)


def _join(plane: Plane, chains: list[list[int]]) -> list[list[int]]:
    """Chains that continue each other across a gap, nearest first."""
    chains = [list(c) for c in chains]
    ends = [(k, e) for k, c in enumerate(chains) for e in {c[0], c[-1]}]
    tiles = np.array([e for _, e in ends])
    delta = plane.centers[tiles][None] - plane.centers[tiles][:, None]
    near = (
        np.hypot(delta[..., 0], delta[..., 1])
        <= (JOIN + 1.05) * (plane.unit[tiles][None] + plane.unit[tiles][:, None]) / 2
    )
    candidates = []
    for x, y in np.argwhere(np.triu(near, 1)):
        (ka, i), (kb, j) = ends[x], ends[y]
        if ka != kb:
            gap = _end_gap(plane, chains[ka], chains[kb], i, j)
            if np.isfinite(gap):
                candidates.append((gap, i, j))
    owner = {t: k for k, c in enumerate(chains) for t in c}
    for _, i, j in sorted(candidates):
        a, b = chains[owner[i]], chains[owner[j]]
        if a is b or i not in (a[0], a[-1]) or j not in (b[0], b[-1]):
            continue
        a = a if a[-1] == i else a[::-1]
        b = b if b[0] == j else b[::-1]
        k = owner[i]
        chains[k] = a + b
        for t in b:
            owner[t] = k
    return [chains[k] for k in sorted(set(owner.values()))]


def _insert_crosswise(plane: Plane, chains: list[list[int]]) -> list[list[int]]:
    """Single tiles that lie crosswise put into the holes and at the ends of longer rows."""
    rows = [c for c in chains if len(c) >= 2]
    alone = [c[0] for c in chains if len(c) == 1]
    rest = []
    for tile in alone:
        best: tuple[float, int] | None = None
        for k, chain in enumerate(rows):
            cost = _crosswise_cost(plane, chain, tile)
            if cost is not None and (best is None or cost < best[0]):
                best = (cost, k)
        if best is None:
            rest.append([tile])
        else:
            rows[best[1]] = _ordered(plane, [*rows[best[1]], tile])
    return rows + rest


def _crosswise_cost(plane: Plane, chain: list[int], tile: int) -> float | None:
    """How badly a tile lying crosswise fits a chain's line, None when it does not."""
    members = np.array(chain)
    delta = plane.centers[members] - plane.centers[tile]
    nearest = int((delta**2).sum(1).argmin())
    reach = plane.unit[tile] * 2 + plane.height[tile]
    if np.hypot(*delta[nearest]) > reach:
        return None
    lo, hi = max(nearest - 2, 0), min(nearest + 3, len(chain))
    line = plane.centers[chain[hi - 1]] - plane.centers[chain[lo]]
    line = line / max(float(np.linalg.norm(line)), 1e-9)
    turned = abs(float(plane.along[tile] @ line))
    if turned > 0.77:
        return None
    ahead = delta[nearest] @ line
    aside = abs(delta[nearest][0] * line[1] - delta[nearest][1] * line[0])
    room = (plane.unit[members[nearest]] + plane.height[tile]) / 2
    gap = (abs(ahead) - room) / plane.unit[tile]
    if aside > 0.5 * plane.height[members[nearest]] or not OVERLAP <= gap <= 1.6:
        return None
    return float(abs(gap) + aside / plane.height[tile])


def _ordered(plane: Plane, members: list[int]) -> list[int]:
    line = plane.centers[members[-2]] - plane.centers[members[0]]
    if len(members) == 2:
        line = plane.centers[members[1]] - plane.centers[members[0]]
    return sorted(members, key=lambda t: float(plane.centers[t] @ line))


def _row(plane: Plane, chain: list[int]) -> Row:
    """The finished row with its runs."""
    if len(chain) == 1:
        return Row((chain[0],), plane.along[chain[0]], ((chain[0],),))
    members = np.array(chain)
    line = plane.centers[members[-1]] - plane.centers[members[0]]
    line = line / max(float(np.linalg.norm(line)), 1e-9)
    step = np.diff(plane.centers[members], axis=0)
    distance = np.hypot(step[:, 0], step[:, 1])
    unit = (plane.unit[members][1:] + plane.unit[members][:-1]) / 2
    half = plane.half_extent(line)[members]
    gap = np.maximum((distance - half[1:] - half[:-1]) / unit, distance / unit - 1.45)
    pitch = distance / unit - (half[1:] + half[:-1]) / unit + 1.0
    usual = float(np.median(np.sort(pitch)[: max(1, (len(pitch) * 3 + 3) // 4)]))
    wide = (gap > SPLIT) & (pitch > SPLIT_PITCH * usual)
    cuts = np.flatnonzero(wide | (gap > SPLIT_ALWAYS)) + 1
    runs = tuple(tuple(int(t) for t in part) for part in np.split(members, cuts))
    gaps = (np.inf, *(pitch[cuts - 1] - usual).tolist())
    return Row(tuple(int(t) for t in members), np.asarray(line), runs, gaps)
