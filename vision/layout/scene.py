"""One player's tiles as the search for their roles needs them: runs, distances, directions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

import numpy as np

from vision.layout.plane import Array, Plane
from vision.layout.rows import Row
from vision.layout.segments import FLOWER, FORBIDDEN, Cutting, Group, cut, four_backs
from vision.reading import LABELS

SLID: Final = 3.0
"""How far from its row the last tile of a set may lie, in tile sizes."""

ON_TOP: Final = 1.15
"""How near the fourth tile lies to a tile of the pung it was added to, in tile sizes."""
FOURTH: Final = 2.0
SIDEWAYS: Final = 0.35
"""Weight of distances along the player's side, against those towards the table's middle."""
WIDE_GAP: Final = 0.7
"""Tile widths between the tiles of a set from which on it is unusual ..."""
GAP_PRICE: Final = 2.5
"""... and the cost of every further tile width."""
TURNED: Final = 0.26
"""Radians that a tile may be turned against its row or across it without notice ..."""
TURN_PRICE: Final = 4.0
"""... and the cost of every further radian."""


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Consecutive tiles of a row with what they would be as sets.

    ``hidden`` is the concealed four that exactly four backs may be; ``untidy`` is the cost of
    gaps and turned tiles inside, which sets hardly have and scattered tiles do; ``gap`` is that
    of `Row` before the run, infinite where something other than a gap parts it from the one before.
    """

    tiles: tuple[int, ...]
    row: int
    cutting: Cutting
    hidden: Group | None = None
    untidy: float = 0.0
    gap: float = np.inf


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What the search needs to know about one player's tiles.

    Attributes:
        right: (2,) unit vector to the player's right.
        down: (2,) unit vector towards the player.
        first: (N,) index of each tile's likeliest class.
        costs: (N, 44) from `code_costs`.
        rank: each tile's place in reading order.
        apart: (R, R) nearest distance of runs in tile sizes.
        reach: (R, R) the longest step on the shortest way between runs.
    """

    plane: Plane
    costs: Array
    first: Array
    right: Array
    down: Array
    rows: tuple[Row, ...]
    runs: tuple[Run, ...]
    rank: dict[int, int]
    apart: Array
    reach: Array
    hand_size: int

    def is_flower(self, tile: int) -> bool:
        """Whether the tile's likeliest class is a flower or season."""
        return FLOWER.start <= int(self.first[tile]) < FLOWER.stop

    def reading_order(self) -> tuple[int, ...]:
        """All tiles, row by row from the far one, each from the player's left to his right."""
        return tuple(self.in_order([t for row in self.rows for t in row.tiles]))

    def in_order(self, tiles: Sequence[int]) -> list[int]:
        """Some tiles in reading order."""
        return sorted(tiles, key=self.rank.__getitem__)

    def members(self, hand: tuple[int, ...]) -> list[int]:
        """The tiles of some runs."""
        return [t for k in hand for t in self.runs[k].tiles]

    def line(self, hand: tuple[int, ...]) -> Array:
        """The direction (2,) of the first run's row."""
        return self.rows[self.runs[hand[0]].row].direction


def make_scene(
    plane: Plane, costs: Array, rows: Sequence[Row], right: Array, down: Array, hand_size: int
) -> Scene:
    """The scene of one player; rows are turned so that they run to his right."""
    turned = tuple(_turn(row, right) for row in rows)
    runs = [
        run
        for r, row in enumerate(turned)
        for tiles, gap in zip(row.runs, row.gaps, strict=True)
        for run in _parts(Run(tiles, r, cut(tiles, costs), gap=gap), costs)
    ]
    runs = _complete_sets(plane, costs, _add_fourths(plane, costs, runs))
    runs = [replace(run, untidy=_untidiness(plane, run.tiles)) for run in runs]
    apart = _distances(plane, runs, right)
    return Scene(
        plane=plane,
        costs=costs,
        first=costs.argmin(axis=1),
        right=right,
        down=down,
        rows=turned,
        runs=tuple(runs),
        rank=_ranks(plane, turned, down),
        apart=apart,
        reach=_widest_step(apart, runs),
        hand_size=hand_size,
    )


def _ranks(plane: Plane, rows: Sequence[Row], down: Array) -> dict[int, int]:
    depth = [float((plane.centers[list(row.tiles)] @ down).mean()) for row in rows]
    order = sorted(range(len(rows)), key=lambda r: (depth[r], r))
    tiles = [t for r in order for t in rows[r].tiles]
    return {t: k for k, t in enumerate(tiles)}


def _parts(run: Run, costs: Array) -> list[Run]:
    """The run, with backs that are in no set, and flowers, cut out as runs of their own.

    Flowers often lie between a hand and its sets without any gap.
    """
    kinds = {t: g.kind for g in run.cutting.groups for t in g.tiles}
    if not {"wall", "flower"} & set(kinds.values()):
        return [run]
    aside = [kinds[t] if kinds[t] in {"wall", "flower"} else "" for t in run.tiles]
    parts = [
        tuple(t for t, _ in part)
        for _, part in groupby(zip(run.tiles, aside, strict=True), key=lambda pair: pair[1])
    ]
    gaps = [run.gap, *[np.inf] * (len(parts) - 1)]
    return [
        Run(p, run.row, cut(p, costs), four_backs(p, costs), gap=gap)
        for p, gap in zip(parts, gaps, strict=True)
    ]


def _turn(row: Row, right: Array) -> Row:
    if row.direction @ right >= 0:
        return row
    runs = tuple(r[::-1] for r in row.runs[::-1])
    return Row(row.tiles[::-1], -row.direction, runs, (np.inf, *row.gaps[:0:-1]))


def _add_fourths(plane: Plane, costs: Array, runs: list[Run]) -> list[Run]:
    """Runs with the fourth tile that was laid on one of their pungs, mostly crosswise."""
    for single in [r for r in runs if len(r.tiles) == 1]:
        tile = single.tiles[0]
        for run in runs:
            pung = _pung_below(plane, costs, run, tile) if run is not single else None
            if pung is not None:
                four = replace(
                    pung, kind="kong", tiles=(*pung.tiles, tile), codes=pung.codes[:1] * 4
                )
                groups = tuple(four if g is pung else g for g in run.cutting.groups)
                cutting = Cutting(groups, run.cutting.cost + FOURTH)
                runs = [r for r in runs if r is not single]
                runs[runs.index(run)] = replace(run, tiles=(*run.tiles, tile), cutting=cutting)
                break
    return runs


def _pung_below(plane: Plane, costs: Array, run: Run, tile: int) -> Group | None:
    """The pung of a run that a single tile lies on."""
    for group in run.cutting.groups:
        if group.kind == "pung" and costs[tile, LABELS.index(str(group.codes[0]))] < FORBIDDEN:
            delta = plane.centers[list(group.tiles)] - plane.centers[tile]
            if float(np.hypot(delta[:, 0], delta[:, 1]).min()) < ON_TOP * plane.size[tile]:
                return group
    return None


def _complete_sets(plane: Plane, costs: Array, runs: list[Run]) -> list[Run]:
    """Runs of sets joined with the tile or two that lie apart and complete their last set.

    A set being made, or one whose claimed tile slid off. Only where the whole then is sets and
    nothing else, which a hand (sets and a pair) never is.
    """
    for short in [r for r in runs if len(r.tiles) <= 2]:
        for run in runs:
            if run is short or len(run.tiles) < 2 or _pure(run.cutting):
                continue
            for tiles, end, near in (
                (run.tiles + short.tiles, run.tiles[-1], short.tiles[0]),
                (short.tiles + run.tiles, run.tiles[0], short.tiles[-1]),
            ):
                step = float(np.hypot(*(plane.centers[near] - plane.centers[end])))
                if step > SLID * (plane.size[near] + plane.size[end]) / 2:
                    continue
                joined = cut(tiles, costs)
                if _pure(joined):
                    runs = [r for r in runs if r is not short]
                    runs[runs.index(run)] = replace(run, tiles=tiles, cutting=joined)
                    return _complete_sets(plane, costs, runs)
    return runs


def _untidiness(plane: Plane, tiles: tuple[int, ...]) -> float:
    if len(tiles) < 2:
        return 0.0
    members = list(tiles)
    step = np.diff(plane.centers[members], axis=0)
    distance = np.hypot(step[:, 0], step[:, 1])
    line = step.sum(axis=0) / max(float(np.hypot(*step.sum(axis=0))), 1e-9)
    half = plane.half_extent(line)[members]
    gap = (distance - half[1:] - half[:-1]) / plane.unit[members].mean()
    turn = np.abs(plane.along[members] @ line).clip(0, 1)
    turn = np.minimum(np.arccos(turn), np.arcsin(turn))
    wide = GAP_PRICE * np.maximum(gap - WIDE_GAP, 0.0).sum()
    return float(wide + TURN_PRICE * np.maximum(turn - TURNED, 0.0).sum())


def _pure(cutting: Cutting) -> bool:
    return cutting.sets > 0 and all(g.is_set or g.kind == "flower" for g in cutting.groups)


def _shown(cutting: Cutting) -> bool:
    return any(g.is_set or g.kind == "flower" for g in cutting.groups)


def _distances(plane: Plane, runs: Sequence[Run], right: Array) -> Array:
    """(R, R) nearest distances; sideways ones count less, as rows end anywhere."""
    owner = np.concatenate([[k] * len(r.tiles) for k, r in enumerate(runs)]).astype(int)
    tiles = np.concatenate([r.tiles for r in runs]).astype(int)
    delta = plane.centers[tiles][None] - plane.centers[tiles][:, None]
    size = (plane.size[tiles][None] + plane.size[tiles][:, None]) / 2
    beside = SIDEWAYS * np.abs(delta @ right)
    behind = np.abs(delta[..., 0] * right[1] - delta[..., 1] * right[0])
    distance = np.hypot(beside, behind) / size
    apart = np.full((len(runs), len(runs)), np.inf)
    np.minimum.at(apart, (owner[:, None], owner[None]), distance)
    np.fill_diagonal(apart, 0.0)
    return apart


def _widest_step(apart: Array, runs: Sequence[Run]) -> Array:
    """Minimax path distances (R, R) by way of sets and flowers, as Floyd and Warshall do."""
    steps = [k for k, run in enumerate(runs) if _shown(run.cutting)]
    reach = apart.copy()
    for k in steps:
        np.minimum(reach, np.maximum(reach[:, k : k + 1], reach[k : k + 1]), out=reach)
    return np.asarray(reach)
