"""Whether a deal is lawful: everything that is wrong with it, at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from scoring.arrange import count_tiles, is_complete, waits
from scoring.deal import Deal, PenaltyKind, Reckless, Win
from scoring.errors import Problem
from scoring.hand import Hand
from scoring.penalties import FEWEST_HEADS, different_heads
from scoring.reckless import danger_case, frame_of
from scoring.score import placements, score_winner
from scoring.tiles import PLAYING_TILES, SEAT_NAMES, how_many, tile_name

COMPLETE: Final = 14
BETWEEN_TURNS: Final = 13
_COPIES: Final = 4


class _Contradiction(NamedTuple):
    """Two statements about a win that cannot both be true."""

    field: str
    holds: bool
    message: str


def problems_of(deal: Deal, unread: Collection[str]) -> list[Problem]:
    """Every fault of a deal.

    Args:
        deal: the deal as far as it could be read.
        unread: seats whose tiles were not all readable; they are not counted.
    """
    problems = [*_too_many_alike(deal), *_flowers_twice(deal)]
    if deal.penalties:
        problems += _penalty_problems(deal, unread)
    elif deal.winner is None:
        problems += _drawn_game_problems(deal, unread)
    else:
        problems += _win_problems(deal, deal.winner, unread)
    return problems


def _too_many_alike(deal: Deal) -> Iterator[Problem]:
    held = Counter(t for hand in deal.hands.values() for t in hand.all_tiles)
    for tile, number in sorted(held.items()):
        if number > _COPIES:
            code = PLAYING_TILES[tile]
            seats = [seat for seat, hand in deal.hands.items() if tile in hand.all_tiles]
            yield Problem(
                "five_of_a_kind",
                f"The {tile_name(code)} ({code}) is there {number} times, with "
                f"{' and '.join(SEAT_NAMES[s] for s in seats)}; there are only four.",
                seat=seats[0] if len(seats) == 1 else None,
                tile=code,
                field="players",
            )


def _flowers_twice(deal: Deal) -> Iterator[Problem]:
    held = Counter(code for hand in deal.hands.values() for code in hand.flowers)
    for code, number in sorted(held.items()):
        if number > 1:
            seats = [seat for seat, hand in deal.hands.items() if code in hand.flowers]
            yield Problem(
                "flower_twice",
                f"The {tile_name(code)} ({code}) is there {number} times, with "
                f"{' and '.join(SEAT_NAMES[s] for s in seats)}; there is only one.",
                seat=seats[0] if len(seats) == 1 else None,
                tile=code,
                field="players",
            )


def _count_problem(seat: str, hand: Hand, wanted: Collection[int]) -> Iterator[Problem]:
    if hand.size not in wanted:
        number = " or ".join(map(str, sorted(wanted)))
        yield Problem(
            "tile_count",
            f"{SEAT_NAMES[seat]} has {how_many(hand.size)} and should have {number} (a four "
            "counts as three); correct the tiles, or mark the hand dead if it really had a wrong "
            "number.",
            seat=seat,
            field=f"players.{seat}",
        )


def _not_declarable(deal: Deal, why: str) -> Iterator[Problem]:
    if deal.reckless is Reckless.DECLARED:
        yield Problem(
            "reckless_without_conditions",
            f"The discard cannot be declared reckless: {why}.",
            seat=deal.win.discarder if deal.win else None,
            field="reckless",
        )


def _drawn_game_problems(deal: Deal, unread: Collection[str]) -> Iterator[Problem]:
    for seat, hand in deal.hands.items():
        if not hand.dead and seat not in unread:
            yield from _count_problem(seat, hand, (BETWEEN_TURNS, COMPLETE))
    yield from _not_declarable(deal, "nobody won")


def _penalty_problems(deal: Deal, unread: Collection[str]) -> Iterator[Problem]:
    if not deal.has_limit:
        message = "Penalties and washing the tiles belong to Part Two (rules: limit)."
        yield Problem("penalty_rules", message, field="penalties")
    if deal.winner is not None:
        message = "A penalty ends the deal without a winner; leave out one of them."
        yield Problem("impossible", message, seat=deal.winner, field="winner")
    if len(deal.penalties) > 1 and any(
        p.kind is PenaltyKind.FALSE_MAHJONGG for p in deal.penalties
    ):
        message = "A false Mah-Jongg ends the deal, so no other penalty can stand beside it."
        yield Problem("impossible", message, field="penalties")
    yield from _not_declarable(deal, "a penalty ended the deal")
    washers = [p.by for p in deal.penalties if p.kind is PenaltyKind.WASHING]
    for seat in dict.fromkeys(washers):
        if washers.count(seat) > 1:
            message = f"{SEAT_NAMES[seat]} can wash the tiles only once in a deal."
            yield Problem("impossible", message, seat=seat, field="penalties")
        if seat not in unread:
            yield from _washer_problems(deal, seat)


def _washer_problems(deal: Deal, seat: str) -> Iterator[Problem]:
    hand = deal.hands.get(seat)
    name, field = SEAT_NAMES[seat], f"players.{seat}"
    if hand is None:
        message = f"To wash the tiles {name} must show what was dealt; give those tiles."
        yield Problem("missing_field", message, seat=seat, field=field)
        return
    if hand.sets:
        message = f"{name} washes the tiles as dealt, so no set can lie on the table."
        yield Problem("impossible", message, seat=seat, field=f"{field}.sets")
    yield from _count_problem(seat, hand, (COMPLETE if seat == "E" else BETWEEN_TURNS,))
    heads = different_heads(hand)
    if heads < FEWEST_HEADS:
        message = f"{name} shows {heads} different heads; washing the tiles needs {FEWEST_HEADS}."
        yield Problem("too_few_heads", message, seat=seat, field=f"{field}.concealed")


def _win_problems(deal: Deal, winner: str, unread: Collection[str]) -> Iterator[Problem]:
    win = deal.win
    for seat, hand in deal.hands.items():
        if seat != winner and not hand.dead and seat not in unread:
            yield from _count_problem(seat, hand, (BETWEEN_TURNS,))
    winning = None if winner in unread else deal.hands.get(winner)
    found = [] if winner in unread else list(_winner_problems(deal, winner))
    if win is not None:
        found += _contradictions(deal, winner, win)
        if winning is not None:
            found += _table_contradictions(winner, win, winning)
            found += _winning_tile_problems(winner, winning, win)
            if not found and (win.tile is not None or win.original_hand):
                found += _declared_problems(deal, winner, win)
    yield from found


def _winner_problems(deal: Deal, winner: str) -> Iterator[Problem]:
    hand = deal.hands.get(winner)
    name, field = SEAT_NAMES[winner], f"players.{winner}"
    if hand is None:
        message = f"{name} won, but {name}'s tiles are missing; give them."
        yield Problem("missing_field", message, seat=winner, field=field)
        return
    if hand.dead:
        message = f"{name} has a dead hand and cannot have won."
        yield Problem("impossible", message, seat=winner, field=f"{field}.dead")
    count = list(_count_problem(winner, hand, (COMPLETE,)))
    yield from count
    if not count and not is_complete(hand.counts, deal.has_limit):
        message = f"{name}'s tiles are no complete hand{hint_for(hand, deal.has_limit)}."
        yield Problem("not_winning", message, seat=winner, field=field)


def hint_for(hand: Hand, single_heads: bool) -> str:
    """What is wrong with fourteen tiles that are not complete, to end a sentence.

    >>> from scoring.notation import parse_hand
    >>> hint_for(parse_hand("123456789m 11p 23s 9s"), single_heads=False)
    ': with 1s or 4s instead of 9s they would be'
    """
    held = tuple(count_tiles(hand.all_tiles))
    for extra in dict.fromkeys(reversed(hand.concealed)):
        rest = list(hand.counts)
        rest[extra] -= 1
        wanted = waits(tuple(rest), held, single_heads)
        if wanted:
            instead = " or ".join(PLAYING_TILES[t] for t in wanted)
            return f": with {instead} instead of {PLAYING_TILES[extra]} they would be"
    return ": more than one tile is missing from four sets and a pair"


def _contradictions(deal: Deal, winner: str, win: Win) -> Iterator[Problem]:
    only_east = deal.house.dealt_win == "east" and winner != "E"
    first = win.first_discard
    rows = (
        _Contradiction(
            "from", win.drawn and win.discarder is not None, "a drawn tile comes from no discarder"
        ),
        _Contradiction("from", win.discarder == winner, "nobody wins on his own discard"),
        _Contradiction("loose_tile", win.loose_tile and not win.drawn, "a loose tile is drawn"),
        _Contradiction(
            "original_hand",
            win.original_hand and not win.drawn,
            "a hand complete as dealt needs no discard",
        ),
        _Contradiction(
            "original_hand",
            win.original_hand and only_east,
            "only East can win as dealt (house reading dealt_win: any lets others)",
        ),
        _Contradiction(
            "last_tile", win.last_tile and not win.drawn, "the last tile must have been drawn"
        ),
        _Contradiction(
            "last_tile",
            win.last_tile and win.original_hand,
            "a hand complete as dealt is not won on the last tile",
        ),
        _Contradiction("first_discard", first and win.drawn, "East's first discard is not drawn"),
        _Contradiction("first_discard", first and winner == "E", "it is East's own discard"),
        _Contradiction(
            "first_discard",
            first and win.discarder not in (None, "E"),
            "the first discard is East's",
        ),
    )
    return _impossible(winner, rows)


def _table_contradictions(winner: str, win: Win, hand: Hand) -> Iterator[Problem]:
    """What the winner's sets on the table rule out."""
    foreign_sets = len(hand.sets) > (hand.finished is not None)
    rows = (
        _Contradiction(
            "loose_tile",
            win.loose_tile and not hand.fours,
            "a loose tile is drawn only after a four was laid down",
        ),
        _Contradiction(
            "original_hand",
            win.original_hand and bool(hand.sets),
            "a hand complete as dealt has no set on the table",
        ),
        _Contradiction(
            "first_discard",
            win.first_discard and foreign_sets,
            "no set can lie on the table before the first discard",
        ),
    )
    return _impossible(winner, rows)


def _impossible(winner: str, rows: Sequence[_Contradiction]) -> Iterator[Problem]:
    for field, holds, message in rows:
        if holds:
            text = f"win.{field}: {message}."
            yield Problem("impossible", text, seat=winner, field=f"win.{field}")


def _winning_tile_problems(winner: str, hand: Hand, win: Win) -> Iterator[Problem]:
    if win.tile is None:
        return
    code = PLAYING_TILES[win.tile]
    if win.original_hand:
        there = win.tile in hand.all_tiles
    elif hand.finished is not None:
        there = win.tile in hand.sets[hand.finished]
    else:
        there = bool(placements(hand, win))
    if not there:
        where = "in the set it completed" if hand.finished is not None else "among the tiles"
        yield Problem(
            "winning_tile_absent",
            f"The winning tile {code} is not {where} of {SEAT_NAMES[winner]} where it could have "
            "completed the hand.",
            seat=winner,
            tile=code,
            field="win.tile",
        )


def _declared_problems(deal: Deal, winner: str, win: Win) -> Iterator[Problem]:
    if deal.reckless is not Reckless.DECLARED:
        return
    if not deal.has_limit:
        yield from _not_declarable(deal, "that penalty belongs to Part Two (rules: limit)")
        return
    if win.drawn or win.discarder is None:
        yield from _not_declarable(deal, "nobody is named who discarded the winning tile")
        return
    hand = deal.hands[winner]
    best = score_winner(hand, winner, win, frame_of(deal))
    if danger_case(hand, win, best, deal.house) is None:
        yield from _not_declarable(deal, "none of the four cases holds")
