"""Random hands and deals, dealt from one set of tiles so that no code comes too often."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import numpy as np

from scoring.tiles import FLOWERS, PLAYING_TILES
from scripts.rendering.scene import HandPlan, SetPlan


class Wall:
    """The tiles not yet dealt: four of each playing tile, one of each flower."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._left = Counter(dict.fromkeys(PLAYING_TILES, 4))
        self._flowers = list(FLOWERS)
        self._rng = rng
        rng.shuffle(self._flowers)

    def take(self, *codes: str) -> bool:
        """Takes all of ``codes`` if all are there; else takes nothing and answers False."""
        wanted = Counter(codes)
        if any(self._left[code] < n for code, n in wanted.items()):
            return False
        self._left -= wanted
        return True

    def draw(self, count: int = 1) -> list[str]:
        """``count`` tiles at random."""
        drawn = []
        for _ in range(count):
            codes = list(self._left)
            weights = np.array([self._left[c] for c in codes], float)
            code = codes[int(self._rng.choice(len(codes), p=weights / weights.sum()))]
            self.take(code)
            drawn.append(code)
        return drawn

    def flowers(self, count: int) -> list[str]:
        """Up to ``count`` flowers or seasons."""
        taken, self._flowers = self._flowers[:count], self._flowers[count:]
        return taken


def random_set(wall: Wall, rng: np.random.Generator, kinds: tuple[str, ...]) -> SetPlan:
    """A set of one of ``kinds`` (``pung``, ``kong``, ``sequence``) taken from the wall."""
    for _ in range(1000):
        kind = str(rng.choice(list(kinds)))
        if kind == "sequence":
            first, suit = int(rng.integers(1, 8)), str(rng.choice(list("mps")))
            codes = tuple(f"{first + i}{suit}" for i in range(3))
        else:
            codes = (str(rng.choice(list(PLAYING_TILES))),) * (4 if kind == "kong" else 3)
        if wall.take(*codes):
            return SetPlan(codes, kind)
    raise RuntimeError("the wall holds no more sets")


def winning_hand(
    wall: Wall,
    rng: np.random.Generator,
    on_table: int | None = None,
    concealed_fours: int = 0,
    flowers: int = 0,
    kinds: tuple[str, ...] = ("pung", "sequence", "sequence"),
) -> HandPlan:
    """Four sets and a pair; ``on_table`` of the sets lie on the table, fours always do."""
    shown = int(rng.integers(0, 5)) if on_table is None else on_table
    shown = max(shown, concealed_fours)
    sets: list[SetPlan] = []
    for i in range(shown):
        if i < concealed_fours:
            four = random_set(wall, rng, ("kong",))
            sets.append(SetPlan(four.codes, "kong", concealed=True))
        else:
            sets.append(random_set(wall, rng, (*kinds, "kong") if rng.random() < 0.3 else kinds))
    rng.shuffle(sets)  # type: ignore[arg-type]
    hidden: list[str] = []
    for _ in range(4 - shown):
        hidden += random_set(wall, rng, kinds).codes
    hidden += _pair(wall, rng)
    hidden.sort(key=_order)
    winning = int(rng.integers(len(hidden)))
    return HandPlan(tuple(hidden), tuple(sets), tuple(sorted(wall.flowers(flowers))), winning)


def _pair(wall: Wall, rng: np.random.Generator) -> list[str]:
    for _ in range(1000):
        code = str(rng.choice(list(PLAYING_TILES)))
        if wall.take(code, code):
            return [code, code]
    raise RuntimeError("the wall holds no more pairs")


def losing_hand(
    wall: Wall,
    rng: np.random.Generator,
    on_table: int | None = None,
    concealed_fours: int = 0,
    flowers: int = 0,
    hand_size: int = 13,
) -> HandPlan:
    """``hand_size`` tiles, some sets on the table, the rest at random with a few useful ones."""
    shown = int(rng.integers(0, 4)) if on_table is None else on_table
    shown = max(shown, concealed_fours)
    sets: list[SetPlan] = []
    for i in range(shown):
        if i < concealed_fours:
            sets.append(SetPlan(random_set(wall, rng, ("kong",)).codes, "kong", concealed=True))
        else:
            sets.append(random_set(wall, rng, ("pung", "sequence", "pung", "kong")))
    hidden: list[str] = []
    room = hand_size - 3 * shown
    while room - len(hidden) >= 3 and rng.random() < 0.4:
        hidden += random_set(wall, rng, ("pung", "sequence")).codes
    hidden += wall.draw(room - len(hidden))
    if rng.random() < 0.8:
        hidden.sort(key=_order)
    return HandPlan(tuple(hidden), tuple(sets), tuple(sorted(wall.flowers(flowers))))


def _order(code: str) -> tuple[int, int]:
    return ("mpszf".index(code[1]), int(code[0]))


@dataclass(frozen=True, slots=True)
class TableDeal:
    """Four hands, in the order E, S, W, N; ``winner`` is an index, ``rest`` what is left."""

    hands: tuple[HandPlan, ...]
    winner: int
    rest: tuple[str, ...]


def table_deal(rng: np.random.Generator, flowers: bool = True) -> TableDeal:
    """A finished deal: one winning hand, three of 13 tiles."""
    wall = Wall(rng)
    winner = int(rng.integers(4))
    count = (lambda: int(rng.integers(0, 3))) if flowers else (lambda: 0)
    fours = [int(rng.random() < 0.35) for _ in range(4)]
    won = winning_hand(wall, rng, None, fours[winner], count())
    hands = [
        won if seat == winner else losing_hand(wall, rng, None, fours[seat], count())
        for seat in range(4)
    ]
    return TableDeal(tuple(hands), winner, tuple(wall.draw(30)))
