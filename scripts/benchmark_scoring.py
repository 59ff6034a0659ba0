"""How many winning hands a second of processor time the scorer does on one core.

    python scripts/benchmark_scoring.py

Scores distinct random winning hands once each: from tile codes to points, doubles and explanation
lines, arrangement search included. Runs the riichi package `mahjong` beside it when it is
installed; that one works on its own rules and its own kind of hand.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from plainly import count_of  # noqa: E402

from scoring.deal import Rules, Win  # noqa: E402
from scoring.hand import hand_of  # noqa: E402
from scoring.melds import TileSet, recognise  # noqa: E402
from scoring.score import Frame, score_winner  # noqa: E402
from scoring.tiles import INDEX, PLAYING_TILES, SEATS, SUITED  # noqa: E402

HANDS: Final = 20_000
"""Distinct hands scored by default."""
SEED: Final = 1922
RIICHI: Final = "mahjong (riichi), in hand"

HandCodes = tuple[tuple[str, ...], tuple[TileSet, ...], str]
"""Codes in hand, sets on the table, winning tile."""


def random_hand(random: Random, sets_on_table: bool) -> HandCodes:
    """A lawful complete hand: sets of any kind, some of them on the table."""
    while True:
        sets = [_random_set(random) for _ in range(4)]
        pair = random.choice(PLAYING_TILES)
        tiles = [code for a_set in sets for code in a_set] + [pair] * 2
        if all(tiles.count(code) <= 4 for code in set(tiles)):
            break
    laid = random.randint(0, 3) if sets_on_table else 0
    table = [found for codes in sets[:laid] if (found := recognise(codes, False))]
    in_hand = [code for codes in sets[laid:] for code in codes] + [pair] * 2
    random.shuffle(in_hand)
    return tuple(in_hand), tuple(table), random.choice(in_hand)


def _random_set(random: Random) -> list[str]:
    if random.random() < 0.6:
        first = random.choice([code for code in SUITED if int(code[0]) <= 7])
        return [f"{int(first[0]) + i}{first[1]}" for i in range(3)]
    return [random.choice(PLAYING_TILES)] * 3


def distinct_hands(number: int, seed: int, sets_on_table: bool = True) -> list[HandCodes]:
    """Hands of which no two hold the same tiles in the same places."""
    random = Random(seed)
    hands: dict[Any, HandCodes] = {}
    while len(hands) < number:
        codes, table, tile = random_hand(random, sets_on_table)
        hands.setdefault((tuple(sorted(codes)), table), (codes, table, tile))
    return list(hands.values())


def score_all(hands: list[HandCodes], rules: Rules) -> None:
    """Scores every hand once, seats in turn, drawn and claimed in turn."""
    frame = Frame(rules)
    for i, (codes, table, tile) in enumerate(hands):
        hand = hand_of(codes, table)
        score_winner(hand, SEATS[i % 4], Win(INDEX[tile], drawn=i % 2 == 0), frame)


def riichi_scorer(hands: list[HandCodes]) -> Callable[[], None] | None:
    """The same number of concealed hands for the package `mahjong`; None when it is missing."""
    try:
        from mahjong.hand_calculating.hand import HandCalculator
        from mahjong.hand_calculating.hand_config import HandConfig
        from mahjong.tile import TilesConverter
    except ImportError:
        return None
    config = HandConfig(is_tsumo=True)
    prepared = []
    for codes, _, tile in hands:
        tiles = TilesConverter.one_line_string_to_136_array("".join(sorted(codes, key=_suit)))
        win = next(t for t in tiles if _kind_of(t) == tile)
        prepared.append((tiles, win))

    def run() -> None:
        calculator = HandCalculator()
        for tiles, win in prepared:
            calculator.estimate_hand_value(tiles, win, config=config)

    return run


def _suit(code: str) -> str:
    return code[1]


def _kind_of(tile: int) -> str:
    """The code of a tile of the package's 136."""
    kind = tile // 4
    return f"{kind % 9 + 1}{'mpsz'[kind // 9]}"


def _speed(number: int, work: Callable[[], None]) -> float:
    """Hands a second of processor time."""
    start = time.process_time()
    work()
    return number / max(time.process_time() - start, 1e-9)


def scoring_speeds(number: int, seed: int) -> dict[str, float]:
    """Hands a second by what was scored; the riichi package only where it is installed."""
    speeds = {}
    for step, rules in enumerate(Rules):
        hands = distinct_hands(number, seed + step)
        speeds[f"scoring, rules {rules.value}"] = _speed(number, partial(score_all, hands, rules))
    concealed = distinct_hands(number, seed + len(Rules), sets_on_table=False)
    speeds["scoring, all in hand"] = _speed(number, partial(score_all, concealed, Rules.PART_ONE))
    riichi = riichi_scorer(concealed)
    if riichi is not None:
        speeds[RIICHI] = _speed(number, riichi)
    return speeds


def to_text(speeds: dict[str, float]) -> str:
    """The speeds for people, one a line."""
    lines = [f"{name:<28}{speed:10,.0f} hands/s" for name, speed in speeds.items()]
    if RIICHI not in speeds:
        lines.append("(install the package mahjong to have it measured beside)")
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--hands", type=count_of, default=HANDS, help="distinct hands, each once")
    parser.add_argument("--seed", type=int, default=SEED)
    args = parser.parse_args(argv)
    print(to_text(scoring_speeds(args.hands, args.seed)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
