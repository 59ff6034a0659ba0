"""``tilescore hand "22p 678s (111z)"``: scores one typed hand."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from scoring import DealError, score_deal, score_unfinished
from scoring.checks import BETWEEN_TURNS, COMPLETE
from scoring.hand import Hand, hand_of
from scoring.notation import format_hand
from scoring.text import player_lines
from scoring.tiles import SEAT_NAMES
from scoring.waiting import waiting_for, waiting_text
from vision.app.deal_options import (
    LEGEND,
    NOBODY,
    deal_facts,
    deal_options,
    frame_for,
    read_hand,
    typed_hands,
    without_effect,
)
from vision.app.dealing import make_deal, tiles_as_typed
from vision.app.output import complain, complain_all, print_json
from vision.app.score_text import WHY, show_refusal, show_settlement
from vision.errors import UsageError

Json = dict[str, Any]


def add_parser(subparsers: Any) -> None:
    """Adds the command to the parser."""
    parser = subparsers.add_parser(
        "hand",
        parents=[deal_options()],
        help="score one typed hand",
        description="Scores one typed hand: who gets what if it wins, what it counts if it does "
        "not (--winner none), or with --waiting what it waits for.",
        epilog=f"{LEGEND} Unicode tiles are fine. Example: tilescore hand "
        '"11p 123m 456s 789p (555z)" --win-tile 1p --by draw',
    )
    parser.add_argument("tiles", metavar="TILES", help="the typed hand")
    parser.add_argument(
        "--waiting",
        action="store_true",
        help="list the tiles that would complete thirteen, what each scores and how many are left",
    )
    parser.add_argument(
        "--visible",
        default="",
        metavar="TILES",
        help="with --waiting: tiles that lie open elsewhere, such as discards",
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    parser.add_argument("--why", action="store_true", help=WHY)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Scores the hand: the winner's, unless --winner names another seat; or lists its waits."""
    hand = read_hand(args.tiles)
    complain_all(without_effect(args))  # said only: the deal can be scored without them
    if args.visible and not args.waiting:
        complain("--visible counts only together with --waiting.")
    if args.waiting:
        return _show_waiting(args, hand)
    winners = args.seat is None or args.winner in (None, args.seat)
    if args.win_tile and hand.size == BETWEEN_TURNS and winners:
        hand = hand_of((*hand.codes, args.win_tile), hand.sets, hand.flowers)
    winner = None if args.winner == NOBODY else args.winner
    seat = args.seat or (winner if hand.size == COMPLETE else None) or "E"
    others = typed_hands(args)
    if seat in others:
        raise UsageError(
            f"TILES and --hand {seat} are both {SEAT_NAMES[seat]}'s tiles; say whose TILES are "
            "with --seat, or give one of the two."
        )
    hands = {**others, seat: hand}
    facts = deal_facts(args)
    try:
        if args.winner == NOBODY or (winner and winner not in hands):
            return _show_unsettled(args, facts, seat, hand)
        return _show_settled(args, facts, hands)
    except DealError as error:
        return show_refusal(error, as_json=args.json)


def _show_settled(args: argparse.Namespace, facts: Json, hands: Mapping[str, Hand]) -> int:
    seats = {seat: tiles_as_typed(hand) for seat, hand in hands.items()}
    dealing = make_deal(facts, seats, score_deal)
    show_settlement(
        dealing.deal,
        score_deal(dealing.deal),
        as_json=args.json,
        why=args.why,
        assumed=dealing.assumed,
    )
    return 0


def _show_unsettled(args: argparse.Namespace, facts: Json, seat: str, hand: Hand) -> int:
    """What a hand counts that did not win, while the winner's tiles are not known."""
    known = {"players": {seat: {**hand.to_json(), "dead": seat in args.dead}}}
    deal = {**facts, **known, "winner": None, "win": None}
    score = score_unfinished(deal, seat).to_json()
    if args.json:
        print_json({"seat": seat, "score": score})
    else:
        print("\n".join(player_lines(seat, score, known["players"][seat], sources=args.why)))
        print("Nobody pays anything while the winner's tiles are not known.")
    return 0


def _show_waiting(args: argparse.Namespace, hand: Hand) -> int:
    """The tiles that would complete the hand; others' hands and --visible tell what is left."""
    seat = args.seat or (args.winner if args.winner != NOBODY else None) or "E"
    others = [read_hand(args.visible, "--visible"), *typed_hands(args).values()]
    visible = [tile for other in others for tile in other.all_tiles]
    try:
        found = waiting_for(hand, seat, frame_for(args), visible)
    except DealError as error:
        return show_refusal(error, as_json=args.json)
    if args.json:
        print_json({"seat": seat, "waiting": [wait.to_json() for wait in found]})
    else:
        print(f"{SEAT_NAMES[seat]}: {format_hand(hand)}\n{waiting_text(found)}")
    return 0
