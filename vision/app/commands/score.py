"""``tilescore score PHOTO...``: from pictures to settlements."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final

from vision.app.deal_options import LEGEND, deal_facts, deal_options, typed_hands, without_effect
from vision.app.output import complain, complain_all, errors_json, print_json
from vision.app.photos import SEATS, PhotoRead, add_photo_options, fixes_of_no_picture, read_photos
from vision.app.score_text import WHY, reasons_json, reasons_text
from vision.errors import UsageError

if TYPE_CHECKING:
    from scoring import DealError, Hand
    from vision.app.dealing import Dealing, SeatTiles

Json = dict[str, Any]
SEAT_ASSUMED: Final = "Assumed: these are {}'s tiles; say whose they are with --seat."


def add_parser(subparsers: Any) -> None:
    """Adds the command to the parser."""
    parser = subparsers.add_parser(
        "score",
        parents=[deal_options(seat=False)],
        help="read the tiles on pictures and settle the deal",
        description="Reads the tiles on each picture, scores them and says who pays whom. Several "
        "pictures are one deal each, except with --seats. Lay the hand in one row, the sets that "
        "were shown in a row above it.",
        epilog=f"{LEGEND} Example: tilescore score hand.jpg --seat S --win-tile 5p --by discard "
        "--from W",
    )
    add_photo_options(parser)
    parser.add_argument(
        "--seats",
        type=_seats,
        metavar="ESWN",
        help="one picture per seat, in this order, all of one deal; not together with --seat",
    )
    parser.add_argument("--why", action="store_true", help=f"{WHY}; and how sure each tile is")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints what was read and the settlement of every deal."""
    facts, typed = deal_facts(args), typed_hands(args)
    complain_all(without_effect(args))  # said only: the deal can be scored without them
    if args.seats:
        status = _score_one_deal(args, facts, typed)
    else:
        status = 0
        for photo in read_photos(args):
            status = max(status, _score_photo(photo, args, facts, typed))
    return max(status, complain_all(fixes_of_no_picture(args)))


def _score_photo(
    photo: PhotoRead, args: argparse.Namespace, facts: Json, typed: Mapping[str, Hand]
) -> int:
    """One picture, one deal."""
    from vision.app.dealing import tiles_of_players

    status = _show_read([photo], args)
    if photo.error is not None or photo.reading is None:
        return status
    seats = tiles_of_players(photo.reading, photo.number)
    assumed = [SEAT_ASSUMED.format("East")] if _seat_is_assumed(args, seats, typed) else []
    reading = photo.reading.to_json()
    return max(status, _settle(facts, seats, typed, reading, assumed, args))


def _score_one_deal(args: argparse.Namespace, facts: Json, typed: Mapping[str, Hand]) -> int:
    """One picture per seat, all of one deal."""
    from vision.app.dealing import tiles_of_own_pictures

    if args.seat is not None:
        raise UsageError("--seat and --seats both say whose tiles these are; give one of them.")
    if len(args.seats) != len(args.photos):
        raise UsageError(
            f"--seats {''.join(args.seats)} needs one picture per seat, that is "
            f"{len(args.seats)}, not {len(args.photos)}."
        )
    photos = list(read_photos(args, args.seats))
    status = _show_read(photos, args)
    readings = [photo.reading for photo in photos if photo.reading and not photo.error]
    if len(readings) < len(photos):
        return max(status, 1)
    seats = tiles_of_own_pictures(readings, args.seats)
    answer = [reading.to_json() for reading in readings]
    return max(status, _settle(facts, seats, typed, answer, [], args))


def _show_read(photos: Iterable[PhotoRead], args: argparse.Namespace) -> int:
    """Shows what was read, before anything can go wrong with the deal."""
    from vision.app.reading_text import reading_text

    status = 0
    for photo in photos:
        if photo.reading is not None and photo.error is None and not args.json:
            print(reading_text(photo.reading, photo.number, args.why) + "\n", flush=True)
        status = max(status, complain_all(photo.complaints))
        if photo.error is not None:
            if args.json:
                print_json(errors_json(photo.error))
            complain(str(photo.error))
            status = max(status, photo.error.status)
    return status


def _settle(
    facts: Json,
    seats: Mapping[str, SeatTiles],
    typed: Mapping[str, Hand],
    reading: Json | list[Json],
    assumed: list[str],
    args: argparse.Namespace,
) -> int:
    """Scores a deal and prints the settlement, or the reasons against one."""
    from scoring import DealError, score_deal
    from vision.app.dealing import make_deal, tiles_as_typed

    held = {**seats, **{seat: tiles_as_typed(hand) for seat, hand in typed.items()}}
    try:
        dealing = make_deal(facts, held, score_deal)
        settlement = score_deal(dealing.deal)
    except DealError as error:
        return _refuse(error, reading, args.json)
    said = [*_provisional(dealing), *assumed, *dealing.assumed]
    if args.json:
        settlement["warnings"] = [*said, *settlement["warnings"]]
        settlement |= reasons_json(dealing.deal) if args.why else {}
        print_json({"reading": reading, "deal": dealing.deal, "settlement": settlement})
    else:
        _print_settlement(settlement, dealing, said, args.why)
    return 0


def _print_settlement(settlement: Json, dealing: Dealing, said: list[str], why: bool) -> None:
    from scoring import settlement_text

    heading = len(_provisional(dealing))
    for line in said[:heading]:
        print(line)
    rest = {**settlement, "warnings": [*said[heading:], *settlement["warnings"]]}
    reasons = reasons_text(dealing.deal) if why else ""
    print(settlement_text(rest, dealing.deal, sources=why) + reasons + "\n", flush=True)


def _refuse(error: DealError, reading: Json | list[Json], as_json: bool) -> int:
    if as_json:
        print_json({**error.to_json(), "reading": reading})
    return complain_all(problem.message for problem in error.problems)


def _provisional(dealing: Dealing) -> list[str]:
    """The heading of a settlement that rests on doubtful tiles."""
    if not dealing.doubts:
        return []
    return [f"PROVISIONAL: this rests on {', '.join(dealing.doubts)}; correct with --fix."]


def _seat_is_assumed(
    args: argparse.Namespace, seats: Mapping[str, SeatTiles], typed: Mapping[str, Hand]
) -> bool:
    return args.seat is None and len(seats) == 1 and "E" in seats and "E" not in typed


def _seats(text: str) -> tuple[str, ...]:
    seats = tuple(text.upper())
    if not seats or any(seat not in SEATS for seat in seats) or len(set(seats)) < len(seats):
        raise argparse.ArgumentTypeError(f"{text!r} does not name different seats of E, S, W, N")
    return seats
