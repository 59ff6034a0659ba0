"""The options that say what a picture or a row of tiles cannot: rules, seats, how the hand was won.

Every command that scores takes `deal_options` as a parent parser; `deal_facts` and `typed_hands`
turn what was given into the deal's JSON form, and `deal_of` lays both over a deal already there.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

from scoring.deal import DEFAULT_LIMIT, PenaltyKind, Rules
from scoring.errors import NotationError
from scoring.hand import Hand
from scoring.house import READING_OF, READINGS, House, normal_value
from scoring.notation import parse_hand, parse_tile
from scoring.score import Frame
from scoring.tiles import SEAT_NAMES, SEATS
from vision.errors import UsageError, UserError, why_unreadable

if sys.version_info >= (3, 11):
    import tomllib
else:  # the same parser under its name before it joined the standard library
    import tomli as tomllib

Json = dict[str, Any]

NOBODY: Final = "none"
"""``--winner none``: a drawn game."""
LONGEST_LIMIT: Final = 9
"""Digits that ``--limit`` may have."""
LEGEND: Final = (
    "SEAT is E, S, W or N: East, South, West, North. TILE is 1m to 9m characters, 1p to 9p dots, "
    "1s to 9s bamboo, 1z to 4z East, South, West and North wind, 5z 6z 7z white, green and red "
    "dragon, 1f to 4f flowers, 5f to 8f seasons, 0z a tile face down. TILES are typed such as "
    '"22p 678s (111z) [9999m] 1f": (...) lies face up on the table, [...] is a four with its ends '
    "turned down, the rest is in hand."
)
"""What seats and tiles are called, for the help's end."""
_FLAGS: Final = {
    "loose_tile": "the winning tile was a loose tile",
    "original_hand": "the hand was complete as dealt",
    "last_tile": "the winning tile was the last that may be drawn",
    "first_discard": "won on East's opening discard",
}


class TypedHandError(UserError):
    """A typed hand cannot be read; the message points at the character."""

    code = "notation"


def deal_options(*, seat: bool = True) -> argparse.ArgumentParser:
    """A parent parser with every option about the deal.

    Options that were not given are None, False or empty in the parsed arguments.

    Args:
        seat: whether to include ``--seat``, which a command may want to define its own way.
    """
    parser = argparse.ArgumentParser(add_help=False)
    _add_table_options(parser.add_argument_group("the table"), seat)
    _add_win_options(parser.add_argument_group("how the hand was won"))
    _add_house_options(parser.add_argument_group("how the table plays"))
    return parser


def evening_options(parser: argparse.ArgumentParser) -> None:
    """Adds what an evening fixes for all its deals: rules, limit, seats, house readings."""
    _add_rules_options(parser.add_argument_group("the table"))
    _add_house_options(parser.add_argument_group("how the table plays"))


def _add_rules_options(group: Any) -> None:
    rules = [rules.value for rules in Rules]
    group.add_argument(
        "--rules", choices=rules, help="no-limit: Harr's Part One (default); limit: his Part Two"
    )
    group.add_argument(
        "--limit", type=_limit, metavar="N", help="Part Two's limit, an even number (default: 300)"
    )
    group.add_argument(
        "--round", type=seat_of, metavar="SEAT", help="the round's wind, in Part Two (default: E)"
    )
    group.add_argument(
        "--table", type=_table, metavar="ESW", help="the seats that play (default: all four, ESWN)"
    )


def _add_table_options(group: Any, seat: bool) -> None:
    _add_rules_options(group)
    if seat:
        group.add_argument(
            "--seat", type=seat_of, metavar="SEAT", help="whose tiles these are (default: E)"
        )
    group.add_argument(
        "--hand",
        action="append",
        default=[],
        type=_hand,
        metavar='SEAT="TILES"',
        help='that seat\'s tiles, such as W="22p 678s (111z)"; replaces what is known of them',
    )
    group.add_argument(
        "--dead", action="append", default=[], type=seat_of, metavar="SEAT",
        help="that seat's hand is dead: it scores nothing and pays",
    )  # fmt: skip
    group.add_argument(
        "--penalty",
        action="append",
        default=[],
        type=_penalty,
        metavar="KIND:SEAT",
        help="false-mahjongg:W (declared without a winning hand) or washing:S (dealt nine or "
        "more different ones, nines, winds and dragons), in place of a winner",
    )


def _add_win_options(group: Any) -> None:
    group.add_argument(
        "--winner", type=_winner, metavar="SEAT", help=f"who won; {NOBODY} for a drawn game"
    )
    group.add_argument(
        "--win-tile", type=_tile, metavar="TILE", help="the tile that completed the hand"
    )
    group.add_argument("--by", choices=("draw", "discard"), help="drawn (default) or claimed")
    group.add_argument(
        "--from", dest="from_seat", type=seat_of, metavar="SEAT", help="who discarded it"
    )
    for flag, words in _FLAGS.items():
        group.add_argument(f"--{flag.replace('_', '-')}", action="store_true", help=words)
    group.add_argument(
        "--reckless",
        choices=("auto", "excused", "declared"),
        help="how to deal with a reckless discard (default: auto)",
    )


def _add_house_options(group: Any) -> None:
    group.add_argument(
        "--house",
        action="append",
        default=[],
        type=_house,
        metavar="KEY=VALUE",
        help="how the table reads a rule that the book leaves open, the usual way first. "
        + " ".join(f"{r.key}={'|'.join(r.values)}: {r.meaning}" for r in READINGS),
    )
    group.add_argument(
        "--house-file",
        type=_house_file,
        metavar="FILE",
        help="house readings in a TOML file of lines such as mahjongg = 20",
    )


def seat_of(text: str) -> str:
    """The seat that an option names by its letter or its whole name, in either case.

    Raises:
        argparse.ArgumentTypeError: it is neither.
    """
    for seat, name in SEAT_NAMES.items():
        if text.strip().lower() in (seat.lower(), name.lower()):
            return seat
    raise argparse.ArgumentTypeError(f"{text!r} is no seat; seats are E, S, W, N")


def _winner(text: str) -> str:
    return NOBODY if text.strip().lower() == NOBODY else seat_of(text)


def _table(text: str) -> list[str]:
    seats = [seat_of(letter) for letter in text]
    if "E" not in seats or not 2 <= len(seats) == len(set(seats)):
        message = f"{text!r} does not name two to four different seats, East among them"
        raise argparse.ArgumentTypeError(message)
    return [seat for seat in SEATS if seat in seats]


def _limit(text: str) -> int:
    if text.isascii() and text.isdecimal() and len(text) <= LONGEST_LIMIT:
        limit = int(text)
        if limit > 0 and limit % 2 == 0:
            return limit
    shown = text if len(text) <= LONGEST_LIMIT else f"{text[:LONGEST_LIMIT]}..."
    raise argparse.ArgumentTypeError(
        f"{shown!r} is not a positive even number of at most {LONGEST_LIMIT} digits"
    )


def _tile(text: str) -> str:
    try:
        return parse_tile(text)
    except NotationError as error:
        raise argparse.ArgumentTypeError(f"{text!r} is no tile such as 5p or 7z") from error


def _hand(text: str) -> tuple[str, str]:
    seat, equals, tiles = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f'{text!r} should be SEAT="tiles", such as W="22p 678s"')
    return seat_of(seat), tiles


def _penalty(text: str) -> Json:
    kind, _, seat = text.partition(":")
    kinds = [penalty.value for penalty in PenaltyKind]
    if kind not in kinds:
        message = f"{text!r} should be KIND:SEAT with {' or '.join(kinds)}"
        raise argparse.ArgumentTypeError(message)
    return {"kind": kind, "by": seat_of(seat)}


def _house(text: str) -> tuple[str, str]:
    key, _, value = text.partition("=")
    return key.strip(), _house_value(key.strip(), value)


def _house_value(key: str, value: object) -> str:
    reading = READING_OF.get(key)
    if reading is None:
        known = ", ".join(READING_OF)
        raise argparse.ArgumentTypeError(f"{key!r} is no house reading; there are {known}")
    normal = normal_value(reading, value)
    if normal is None:
        accepted = " or ".join(reading.values)
        raise argparse.ArgumentTypeError(f"{key} is {accepted}, not {value!r}")
    return normal


def _house_file(text: str) -> dict[str, str]:
    try:
        content = tomllib.loads(Path(text).read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError) as error:
        raise argparse.ArgumentTypeError(f"cannot read {text}: {why_unreadable(error)}") from error
    except tomllib.TOMLDecodeError as error:
        raise argparse.ArgumentTypeError(f"{text} is not TOML: {error}") from error
    readings = content.get("house", content)
    if not isinstance(readings, dict):
        raise argparse.ArgumentTypeError(f"{text}: house must be a table of readings")
    return {key: _house_value(key, value) for key, value in readings.items()}


def deal_facts(args: argparse.Namespace) -> Json:
    """What the options say about the deal, in its JSON form, without tiles.

    Keys that were not given are absent, but for ``rules``. Dead hands are ``{"dead": true}`` among
    the players.
    """
    facts: Json = {
        "rules": args.rules or Rules.PART_ONE.value,
        "limit": args.limit,
        "round_wind": args.round,
        "table": args.table,
        "reckless": args.reckless,
        "penalties": args.penalty or None,
        "house": {**(args.house_file or {}), **dict(args.house)} or None,
        "win": _win_facts(args) or None,
        "players": {seat: {"dead": True} for seat in args.dead} or None,
    }
    facts = {key: value for key, value in facts.items() if value is not None}
    if args.winner is not None:
        facts["winner"] = None if args.winner == NOBODY else args.winner
    return facts


def without_effect(args: argparse.Namespace) -> list[str]:
    """One sentence for each option given that the rules chosen do not know."""
    if args.rules == Rules.PART_TWO.value:
        return []
    given = {"--limit": args.limit, "--round": args.round}
    return [
        f"{option} counts only in Part Two; play by it with --rules {Rules.PART_TWO.value}."
        for option, value in given.items()
        if value is not None
    ]


def _win_facts(args: argparse.Namespace) -> Json:
    win: Json = {"tile": args.win_tile, "by": args.by, "from": args.from_seat}
    win |= {flag: getattr(args, flag) or None for flag in _FLAGS}
    return {key: value for key, value in win.items() if value is not None}


def frame_for(args: argparse.Namespace) -> Frame:
    """What the options say that holds for every hand."""
    house = House(**{**(args.house_file or {}), **dict(args.house)})
    rules = Rules(args.rules or Rules.PART_ONE.value)
    return Frame(rules, args.round or "E", args.limit or DEFAULT_LIMIT, house)


def typed_hands(args: argparse.Namespace) -> dict[str, Hand]:
    """The hands given with ``--hand``, by seat.

    Raises:
        TypedHandError: one of them cannot be read.
        UsageError: a seat is given twice.
    """
    seats = [seat for seat, _ in args.hand]
    twice = next((seat for seat in seats if seats.count(seat) > 1), None)
    if twice:
        raise UsageError(f"--hand {twice} is given twice; give {SEAT_NAMES[twice]}'s tiles once.")
    return {seat: read_hand(text, f"--hand {seat}") for seat, text in args.hand}


def read_hand(text: str, where: str = "") -> Hand:
    """A typed hand.

    Raises:
        TypedHandError: it cannot be read.
    """
    try:
        return parse_hand(text)
    except NotationError as error:
        raise TypedHandError(f"{where}: {error}" if where else str(error)) from error


def deal_of(args: argparse.Namespace, base: Mapping[str, Any] | None = None) -> Json:
    """A deal with everything that the options say laid over it.

    Args:
        args: parsed by a parser with `deal_options` as a parent.
        base: a deal in JSON form, whole or in part; it is not changed. Its players are kept unless
            ``--hand`` replaces their tiles.

    Raises:
        TypedHandError: a hand given with ``--hand`` cannot be read.
    """
    facts = deal_facts(args)
    deal = deepcopy(dict(base or {}))
    hands: Json = {seat: hand.to_json() for seat, hand in typed_hands(args).items()}
    dead = facts.pop("players", {})
    if hands or dead or deal.get("players") is None:
        players = {**_entries(deal.get("players")), **hands}
        deal["players"] = players | {
            seat: {**_entries(players.get(seat)), **said} for seat, said in dead.items()
        }
    for part in ("win", "house"):
        if part in facts:
            facts[part] = {**_entries(deal.get(part)), **facts[part]}
    if args.rules is None and "rules" in deal:
        del facts["rules"]
    return deal | facts


def _entries(part: object) -> Json:
    """A part of a deal that was read; nothing of what is no object, which scoring would refuse."""
    return dict(part) if isinstance(part, Mapping) else {}
