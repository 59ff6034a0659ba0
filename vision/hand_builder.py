"""The likeliest legal reading of one picture: from sightings to the answer.

Pure and quick (a few milliseconds for a table of sixty tiles). The classifier's first choice is
changed only where its own view was in doubt and a rule settles it: a set on the table, or more
than four of a kind. Every change is listed with its reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import tile_name
from vision.doubt.judging import Case, doubtful_tiles, layout_warnings
from vision.layout.legal import Unit, most_of, settle, unit_of_group, unit_of_tile
from vision.layout.options import SIDES, LayoutOptions
from vision.layout.plane import plane_of, turned_like_neighbours
from vision.layout.segments import BACK, CLEAR, FLOWER, FORBIDDEN, Group, code_costs
from vision.layout.table import Seated, seat_players
from vision.reading import (
    LABELS,
    NOT_A_TILE,
    Change,
    PlayerReading,
    Reading,
    SetReading,
    Sighting,
    TileReading,
    Warning_,
    probabilities_of,
)

DELETED: Final = "-"
ALTERNATIVES: Final = 3
LEAST_ALTERNATIVE: Final = 0.002
_BACK_CODE: Final = LABELS[BACK]


def build_reading(
    sightings: Sequence[Sighting],
    *,
    file: str,
    width: int,
    height: int,
    options: LayoutOptions | None = None,
) -> Reading:
    """The contract's reading of one picture, without its milliseconds.

    Args:
        sightings: tiles as found and classified, in any order; those that are most likely not
            tiles at all are left out.
        file: the picture's name.
        width: px of the upright picture.
        height: px of the upright picture.
        options: what the person said; ``fixed`` replaces codes by the ids that the reading
            without it has, and those ids stay.
    """
    options = options or LayoutOptions()
    kept = [s for s in sightings if s.code != NOT_A_TILE]
    draft = _Draft.of(kept, options)
    ids = draft.ids()
    if options.fixed:
        kept, ids = _fix(kept, ids, options.fixed)
        draft = _Draft.of(kept, options)
    return draft.reading(ids, file, width, height)


def _fix(
    sightings: Sequence[Sighting], ids: Sequence[int], fixed: Mapping[int, str]
) -> tuple[list[Sighting], list[int]]:
    """Sightings with a person's codes in place, deleted tiles gone, ids kept."""
    pairs = [
        (_told(s, fixed[i]) if i in fixed else s, i)
        for s, i in zip(sightings, ids, strict=True)
        if fixed.get(i) != DELETED
    ]
    return [s for s, _ in pairs], [i for _, i in pairs]


def _told(sighting: Sighting, code: str) -> Sighting:
    """The sighting as a person names it: there is nothing left to doubt about it."""
    return replace(sighting, probabilities=probabilities_of(code), found=1.0, partly_hidden=False)


@dataclass(frozen=True, slots=True, eq=False)
class _Draft:
    """A grouped picture before it is written down; tiles are indices of ``sightings``.

    ``quads`` (N, 4, 2) are the sightings', backs turned like their neighbours; ``uncounted`` are
    loose tiles that stay out of the count of each kind.
    """

    sightings: Sequence[Sighting]
    quads: NDArray[np.float32]
    probabilities: NDArray[np.float64]
    players: list[Seated]
    codes: list[str]
    groups: dict[tuple[int, ...], Group]
    uncounted: frozenset[int]
    options: LayoutOptions

    @classmethod
    def of(cls, sightings: Sequence[Sighting], options: LayoutOptions) -> _Draft:
        """Groups the sightings and settles their codes."""
        probabilities = _without_none(sightings)
        costs = code_costs(probabilities)
        quads = np.array([s.quad for s in sightings], np.float32).reshape(-1, 4, 2)
        quads = turned_like_neighbours(quads, costs.argmin(axis=1) == BACK)
        players = seat_players(plane_of(quads), costs, options)
        found = [g for p in players for g in p.roles.groups]
        in_sets = {t for g in found for t in g.tiles}
        units = [unit_of_group(g, costs) for g in found]
        roles = dict.fromkeys(range(len(sightings)), "loose")
        roles |= {t: "hand" for p in players for t in p.roles.concealed}
        roles |= {t: "flower" for p in players for t in p.roles.flowers}
        units += [unit_of_tile(t, costs, r) for t, r in roles.items() if t not in in_sets]
        codes, groups, uncounted = _settled(units, found, costs)
        return cls(sightings, quads, probabilities, players, codes, groups, uncounted, options)

    def ids(self) -> list[int]:
        """Ids in reading order: player by player, row by row, left to right, then the rest."""
        order = [t for p in self.players for t in p.order if t not in set(p.roles.loose)]
        rest = set(range(len(self.sightings))) - set(order)
        order += sorted(rest, key=lambda t: _place(self.sightings[t]))
        ids = [0] * len(order)
        for number, tile in enumerate(order):
            ids[tile] = number
        return ids

    def reading(self, ids: Sequence[int], file: str, width: int, height: int) -> Reading:
        """The answer under the given ids."""
        tiles = sorted((self._tile(t, ids[t]) for t in range(len(ids))), key=lambda t: t.id)
        case = self._case(width, height)
        loose = sorted(ids[t] for t in range(len(ids)) if t not in case.owned)
        doubtful = {ids[t] for t in doubtful_tiles(case)} - self.options.fixed.keys()
        return Reading(
            file=file,
            width=width,
            height=height,
            tiles=tuple(tiles),
            players=tuple(self._player(p, ids) for p in self.players),
            loose=tuple(loose),
            doubtful=tuple(sorted(doubtful)),
            changes=tuple(sorted(self._changes(ids), key=lambda c: c.tile)),
            warnings=tuple(
                Warning_(code, message, tuple(sorted(ids[t] for t in concerned)))
                for code, message, concerned in layout_warnings(case)
            ),
        )

    def _first(self, tile: int) -> str:
        return LABELS[int(self.probabilities[tile].argmax())]

    def _tile(self, tile: int, number: int) -> TileReading:
        sighting, p = self.sightings[tile], self.probabilities[tile]
        code = self.codes[tile]
        others = [int(k) for k in np.argsort(-p)[: ALTERNATIVES + 1] if LABELS[int(k)] != code]
        return TileReading(
            id=number,
            code=code,
            confidence=float(p[LABELS.index(code)]),
            quad=tuple((round(float(x), 1), round(float(y), 1)) for x, y in sighting.quad),
            alternatives=tuple(
                (LABELS[k], float(p[k])) for k in others[:ALTERNATIVES] if p[k] >= LEAST_ALTERNATIVE
            ),
            partly_hidden=sighting.partly_hidden,
        )

    def _player(self, player: Seated, ids: Sequence[int]) -> PlayerReading:
        roles = player.roles
        sets = [self.groups[g.tiles] for g in roles.groups]
        return PlayerReading(
            side=player.side,
            seat=self.options.seat_at(player.side),
            concealed=tuple(ids[t] for t in roles.concealed),
            flowers=tuple(ids[t] for t in roles.flowers),
            sets=tuple(
                SetReading(
                    tiles=tuple(ids[t] for t in g.tiles),
                    kind=g.kind,
                    concealed=g.concealed,
                    codes=tuple(c or _BACK_CODE for c in g.codes),
                )
                for g in sorted(sets, key=lambda g: min(ids[t] for t in g.tiles))
            ),
            winning_tile=None if roles.winning is None else ids[roles.winning],
        )

    def _case(self, width: int, height: int) -> Case:
        """The draft as doubt sees it."""
        n, p = len(self.codes), self.probabilities
        return Case(
            quads=self.quads,
            counted=self._counted_codes(),
            confidence=p[np.arange(n), [LABELS.index(c) for c in self.codes]],
            flower=p[:, FLOWER].sum(axis=1),
            found=np.array([s.found for s in self.sightings], np.float64),
            hidden=np.array([s.partly_hidden for s in self.sightings], np.bool_),
            players=self.players,
            groups=self.groups,
            seats={side: self.options.seat_at(side) for side in SIDES},
            hand_size=self.options.hand_size,
            size=(width, height),
        )

    def _counted_codes(self) -> list[str]:
        """Codes with the tiles of turned-down fours counting as what they are."""
        counted = [_BACK_CODE if t in self.uncounted else c for t, c in enumerate(self.codes)]
        for tiles, group in self.groups.items():
            for tile, code in zip(tiles, group.codes, strict=True):
                counted[tile] = code or _BACK_CODE
        return counted

    def _changes(self, ids: Sequence[int]) -> list[Change]:
        counts = Counter(self._first(t) for t in range(len(self.codes)))
        in_set = {t: g for tiles, g in self.groups.items() for t in tiles}
        changes = []
        for tile, code in enumerate(self.codes):
            first = self._first(tile)
            if first == code:
                continue
            if counts[first] > most_of(first):
                why = f"{_number(counts[first])} {tile_name(first)} on the table"
            elif tile in in_set:
                why = f"completes the {in_set[tile].kind} it lies in"
            else:
                why = f"rather than {tile_name(first)}, which cannot be"
            changes.append(Change(ids[tile], first, code, why))
        return changes


def _without_none(sightings: Sequence[Sighting]) -> NDArray[np.float64]:
    """(N, 44) probabilities given that each is a tile."""
    p = np.array([s.probabilities for s in sightings], np.float64).reshape(-1, len(LABELS))
    p[:, LABELS.index(NOT_A_TILE)] = 0.0
    return np.asarray(p / np.maximum(p.sum(axis=1, keepdims=True), 1e-9))


def _settled(
    units: Sequence[Unit], groups: Sequence[Group], costs: NDArray[np.float64]
) -> tuple[list[str], dict[tuple[int, ...], Group], frozenset[int]]:
    """Codes per tile, the groups with their final codes, and the tiles left out of the count."""
    codes = [""] * sum(len(u.tiles) for u in units)
    final: dict[tuple[int, ...], Group] = {}
    uncounted: set[int] = set()
    for k, (unit, chosen) in enumerate(zip(units, settle(units), strict=True)):
        if k < len(groups):
            final[unit.tiles] = replace(groups[k], codes=chosen)
        for tile, code in zip(unit.tiles, chosen, strict=True):
            down = k < len(groups) and groups[k].concealed and costs[tile, BACK] < FORBIDDEN
            if code is None and k >= len(groups):
                uncounted.add(tile)
                code = unit.choices[0][0][0]
            codes[tile] = _BACK_CODE if down or code is None else code
    return codes, final, frozenset(uncounted)


def _place(sighting: Sighting) -> tuple[float, float]:
    """Sorting key of loose tiles: top to bottom in strips of their height, left to right."""
    x, y = sighting.quad.mean(axis=0)
    tall = max(float(np.ptp(sighting.quad[:, 1])), 1.0)
    return (float(y // tall), float(x))


def _number(count: int) -> str:
    words = {2: "two", 5: "five", 6: "six", 7: "seven", 8: "eight"}
    return words.get(count, str(count))


__all__ = ["CLEAR", "LayoutOptions", "build_reading"]
