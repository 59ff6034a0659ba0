"""``tilescore deal FILE``: scores deals that are already written down, without a camera."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from scoring import DealError, score_deal
from vision.app.deal_options import LEGEND, deal_of, deal_options
from vision.app.dealing import SeatTiles
from vision.app.score_text import WHY, show_refusal, show_settlement
from vision.errors import UserError, why_unreadable

Json = dict[str, Any]

EXAMPLE = (
    'A deal is an object such as {"winner": "S", "win": {"tile": "1m", "by": "draw"}, "players": '
    '{"S": {"concealed": ["1m", "1m", ...], "sets": [{"tiles": ["5z", "5z", "5z"], "concealed": '
    'false}], "flowers": ["1f"]}}}.'
)

_ASSUMED_DRAW = "Assumed: the winning tile was drawn; if it was claimed, say --by discard."


class DealFileError(UserError):
    """A file does not hold deals."""

    code = "deal_file"


def add_parser(subparsers: Any) -> None:
    """Adds the command to the parser."""
    parser = subparsers.add_parser(
        "deal",
        parents=[deal_options(seat=False)],
        help="score deals written in JSON, without a camera",
        description="Scores one deal, a JSON array of deals, or one deal per line. Options are "
        "laid over what the file says.",
        epilog=f"{LEGEND} {EXAMPLE}",
    )
    parser.add_argument("file", metavar="FILE|-", help="the deals; - reads standard input")
    parser.add_argument("--json", action="store_true", help="answer one JSON line per deal")
    parser.add_argument("--why", action="store_true", help=WHY)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Scores every deal of the file; 1 when any could not be scored."""
    deals = parse_deals(_text_of(args.file))
    status = 0
    for number, data in enumerate(deals, 1):
        title = f"deal {number}: " if len(deals) > 1 else ""
        if title and not args.json:
            print(f"{'' if number == 1 else chr(10)}Deal {number}")
        status = max(status, _score(args, data, title))
    return status


def _text_of(name: str) -> str:
    try:
        if name != "-":
            return Path(name).read_text(encoding="utf-8-sig")
        return sys.stdin.read() if sys.stdin else ""  # None: the caller closed it
    except (OSError, UnicodeDecodeError) as error:
        reason = why_unreadable(error)
        raise DealFileError(f"Cannot read {name}: {reason}; name a file of deals.") from error


def parse_deals(text: str) -> list[object]:
    """The deals of a text: one object, an array, or one object per line.

    >>> parse_deals('{"rules": "limit"}\\n{"rules": "limit"}')
    [{'rules': 'limit'}, {'rules': 'limit'}]

    Raises:
        DealFileError: it is no JSON, or there is no deal in it.
    """
    text = text.removeprefix("\ufeff")  # some systems' pipes begin with a byte order mark
    try:
        found = json.loads(text)
        deals = found if isinstance(found, list) else [found]
    except json.JSONDecodeError as error:
        deals = _deals_by_line(text, error)
    except (ValueError, RecursionError) as error:
        raise _beyond_reading() from error
    if not deals:
        raise DealFileError("There is no deal in the file.")
    return deals


def _deals_by_line(text: str, error: json.JSONDecodeError) -> list[object]:
    """One deal per line; ``error`` is what is wrong with the text as a whole."""
    deals: list[object] = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            deals += [json.loads(line)] if line.strip() else []
        except json.JSONDecodeError as in_line:
            if deals:  # the lines before it are deals, so this one is meant to be one as well
                raise _not_json(in_line, number) from in_line
            raise _not_json(error, error.lineno) from error
        except (ValueError, RecursionError) as in_line:
            raise _beyond_reading() from in_line
    return deals


def _not_json(error: json.JSONDecodeError, line: int) -> DealFileError:
    place = f"line {line}, column {error.colno}"
    return DealFileError(f"The file is not JSON: {error.msg} at {place}.")


def _beyond_reading() -> DealFileError:
    return DealFileError(
        "The file is no deal: it is nested too deeply or holds a number of too many digits."
    )


def _score(args: argparse.Namespace, data: object, title: str) -> int:
    deal = deal_of(args, data) if isinstance(data, dict) else data
    assumed = fill_in(deal) if isinstance(deal, dict) else []
    try:
        settlement = score_deal(deal)
    except DealError as error:
        return show_refusal(error, as_json=args.json, about=title)
    if isinstance(deal, dict):
        show_settlement(deal, settlement, as_json=args.json, why=args.why, assumed=assumed)
    return 0


def fill_in(deal: Json) -> list[str]:
    """Adds who won and how where only one answer is likely; says what was assumed.

    Nothing is touched that was given; ``"winner": null`` is a drawn game.
    """
    assumed = []
    if "winner" not in deal and not deal.get("penalties"):
        winner = _only_complete(deal)
        if winner:
            deal["winner"] = winner
    win = deal.get("win")
    if deal.get("winner") and isinstance(win, dict) and win.get("by") is None:
        claimed = win.get("from") is not None or win.get("first_discard")
        told = any(win.get(key) for key in ("loose_tile", "last_tile", "original_hand"))
        win["by"] = "discard" if claimed else "draw"
        assumed = [] if claimed or told else [_ASSUMED_DRAW]
    return assumed


def _only_complete(deal: Json) -> str | None:
    players = deal.get("players")
    complete = []
    for seat, hand in players.items() if isinstance(players, dict) else ():
        try:
            tiles = SeatTiles(tuple(hand["concealed"]), tuple(hand.get("sets") or ()))
            if tiles.wins(single_heads=deal.get("rules") == "limit"):
                complete.append(seat)
        except (TypeError, KeyError, AttributeError):
            continue
    return complete[0] if len(complete) == 1 else None
