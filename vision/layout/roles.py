"""Which of one player's rows is his hand, which are sets, which belong to nobody."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from vision.layout.scene import Scene
from vision.layout.search import Candidate, candidates
from vision.layout.segments import Group

CROSSWISE: Final = 0.7
"""Largest cosine between a tile's own row direction and its row's for a tile lying crosswise."""


@dataclass(frozen=True, slots=True)
class Roles:
    """One player's tiles by role; ``cost`` is a negative log likelihood.

    Attributes:
        concealed: tile indices in order.
        groups: the sets on the table.
        flowers: in order.
        loose: everything else.
        winning: a tile of the hand that lies apart or crosswise.
        strays: loose tiles inside a row of sets.
        margin: by how much the next different reading is more expensive.
        disputed: the tiles whose role that reading sees otherwise.
    """

    concealed: tuple[int, ...]
    groups: tuple[Group, ...]
    flowers: tuple[int, ...]
    loose: tuple[int, ...]
    winning: int | None
    strays: tuple[int, ...]
    cost: float
    margin: float = np.inf
    disputed: tuple[int, ...] = ()


def best_roles(scene: Scene) -> Roles:
    """The likeliest roles of a player's tiles, and how sure they are."""
    found = candidates(scene)
    best = _collect(scene, found[0])
    for candidate in found[1:]:
        disputed = _difference(best, _collect(scene, candidate))
        if disputed:
            return replace(best, margin=candidate.cost - best.cost, disputed=disputed)
    return best


def _difference(a: Roles, b: Roles) -> tuple[int, ...]:
    """The tiles that two readings see in different roles."""
    parts = [(r.concealed, *(g.tiles for g in r.groups)) for r in (a, b)]
    homes = [{t: frozenset(part) for part in p for t in part} for p in parts]
    hand_a, hand_b = set(a.concealed), set(b.concealed)
    tiles = homes[0].keys() | homes[1].keys()
    return tuple(
        sorted(
            t
            for t in tiles
            if (t in hand_a) != (t in hand_b)
            or (t not in hand_a and homes[0].get(t) != homes[1].get(t))
        )
    )


def _collect(scene: Scene, candidate: Candidate) -> Roles:
    """A candidate's tiles by role."""
    groups: list[Group] = []
    flowers = [t for t in scene.members(candidate.hand) if scene.is_flower(t)]
    loose: list[int] = []
    strays: list[int] = []
    for k, run in enumerate(scene.runs):
        role = candidate.chosen[k].role if k in candidate.chosen else "loose"
        if k in candidate.hand or k == candidate.apart:
            continue
        if role == "hidden" and run.hidden is not None:
            groups.append(run.hidden)
        elif role == "loose":
            loose += run.tiles
        else:
            groups += [g for g in run.cutting.groups if g.is_set]
            for group in run.cutting.groups:
                if group.kind == "flower":
                    flowers += group.tiles
                elif not group.is_set:
                    strays += group.tiles if group.kind != "wall" else ()
                    loose += group.tiles
    return Roles(
        concealed=candidate.tiles,
        groups=tuple(groups),
        flowers=tuple(scene.in_order(flowers)),
        loose=tuple(loose),
        winning=_winning(scene, candidate),
        strays=tuple(strays),
        cost=candidate.cost,
    )


def _winning(scene: Scene, candidate: Candidate) -> int | None:
    """The one tile of the hand that lies apart, crosswise or behind a gap at an end."""
    if candidate.apart is not None:
        return scene.runs[candidate.apart].tiles[0]
    hand, concealed = candidate.hand, candidate.tiles
    if len(concealed) < 3:
        return None
    line = scene.line(hand)
    turned = [t for t in concealed if abs(float(scene.plane.along[t] @ line)) < CROSSWISE]
    if len(turned) == 1:
        return turned[0]
    ends = [scene.runs[hand[-1]].tiles, scene.runs[hand[0]].tiles] if len(hand) > 1 else []
    apart = [e[0] for e in ends if len(e) == 1 and e[0] in concealed]
    return apart[0] if len(apart) == 1 else None
