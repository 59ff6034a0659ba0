"""What one hand counts, by either part's rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from scoring.arrange import Counts, arrangements, count_tiles, is_single_heads, waits
from scoring.deal import DEFAULT_LIMIT, Rules, Win
from scoring.hand import Hand
from scoring.house import DEFAULT_HOUSE, House
from scoring.melds import SetKind, TileSet, exposed, tile_set
from scoring.part_one import PART_ONE
from scoring.part_two import PART_TWO
from scoring.rulebook import CompletionRow, RuleBook
from scoring.sheet import Finish, Line, Score, Situation
from scoring.tiles import SUIT, mandarins_of, tile_name, wind_of

BOOKS: Final[dict[Rules, RuleBook]] = {Rules.PART_ONE: PART_ONE, Rules.PART_TWO: PART_TWO}


class Frame(NamedTuple):
    """What holds for every hand of a deal."""

    rules: Rules = Rules.PART_ONE
    round_wind: str = "E"
    limit: int = DEFAULT_LIMIT
    house: House = DEFAULT_HOUSE

    @property
    def book(self) -> RuleBook:
        """The rules played."""
        return BOOKS[self.rules]

    @property
    def single_heads(self) -> bool:
        """Whether the irregular shape of thirteen heads wins."""
        return self.rules is Rules.PART_TWO


def finishes(hand: Hand, win: Win, single_heads: bool) -> list[Finish]:
    """Every way to see a complete hand, and in each every place the winning tile may have filled.

    A set completed by a claim is exposed, one completed by a draw concealed (Harr, Part One,
    Examples 1, 4, 8, 13 and the errata).
    """
    found = [finish for h in placements(hand, win) for finish in _standard_finishes(h, win)]
    if single_heads and is_single_heads(hand.counts):
        twice = hand.counts.index(2)
        found.append(Finish((), twice, pair_completed=twice == win.tile, single_heads=True))
    return found


def placements(hand: Hand, win: Win) -> list[Hand]:
    """The hand with the set on the table marked that the winning tile completed, if one was.

    A winning tile that is not among the tiles in hand lies in a set on the table; where several
    sets hold it, each is tried.
    """
    tile = win.tile
    if hand.finished is not None or win.original_hand or tile is None or hand.counts[tile]:
        return [hand]
    return [
        replace(hand, sets=_with_state(hand.sets, i, win.drawn), finished=i)
        for i, a_set in enumerate(hand.sets)
        if tile in a_set and a_set.kind is not SetKind.KONG
    ]


def _with_state(sets: tuple[TileSet, ...], at: int, concealed: bool) -> tuple[TileSet, ...]:
    changed = tile_set(sets[at].kind, sets[at].tile, concealed)
    return (*sets[:at], changed, *sets[at + 1 :])


def _standard_finishes(hand: Hand, win: Win) -> Iterator[Finish]:
    at = hand.finished
    table = hand.sets
    laid = table if at is None else table[:at] + table[at + 1 :]
    tile = None if win.original_hand else win.tile
    for in_hand, pair in arrangements(hand.counts):
        if at is not None:
            yield Finish(in_hand + table, pair, table[at], laid=laid)
            continue
        if tile is None:
            yield Finish(in_hand + table, pair, laid=laid)
            continue
        if pair == tile:
            yield Finish(in_hand + table, pair, pair_completed=True, laid=laid)
        for place, a_set in enumerate(in_hand):
            if tile in a_set and a_set not in in_hand[:place]:
                done = a_set if win.drawn else exposed(a_set)
                sets = (*in_hand[:place], done, *in_hand[place + 1 :], *table)
                yield Finish(sets, pair, done, laid=laid)


def score_winner(hand: Hand, seat: str, win: Win, frame: Frame) -> Score:
    """The best score of a complete hand (R18).

    Raises:
        ValueError: when the hand is not complete.
    """
    return max(score_winner_every_way(hand, seat, win, frame), key=_by_score)


def _by_score(score: Score) -> int:
    return score.score


def score_winner_every_way(hand: Hand, seat: str, win: Win, frame: Frame) -> list[Score]:
    """A complete hand's score for every way to see it; empty when it is not complete."""
    found = finishes(hand, win, frame.single_heads)
    if not found:
        return []
    situation = situation_of(hand, seat, frame, win)
    names = limit_hands(situation, found[0], frame.book)
    if names:
        return [_limit_score(finish, frame, names) for finish in found]
    bonus = first_discard_bonus(win, frame)
    return [_score_finish(finish, situation, frame, bonus) for finish in found]


def unlimited_scores(hand: Hand, seat: str, win: Win, frame: Frame) -> list[Score]:
    """Like `score_winner_every_way`, but limit hands are counted by points and doubles too."""
    situation = situation_of(hand, seat, frame, win)
    found = finishes(hand, win, frame.single_heads)
    return [_score_finish(finish, situation, frame, None) for finish in found]


def situation_of(hand: Hand, seat: str, frame: Frame, win: Win | None = None) -> Situation:
    """What the rules may ask about a hand besides its arrangement."""
    suits = {SUIT[t] for t in hand.concealed}
    suits.update(SUIT[s.tile] for s in hand.sets)
    counted = frame.house.mandarins == "on" and hand.flowers
    own = tuple(f for f in mandarins_of(seat) if f in hand.flowers) if counted else ()
    seat_wind, round_wind = wind_of(seat), wind_of(frame.round_wind)
    if win is None:
        return Situation(seat_wind, round_wind, frozenset(suits), own)
    return Situation(
        seat_wind,
        round_wind,
        frozenset(suits),
        own,
        win.tile,
        win.drawn,
        win.loose_tile,
        win.last_tile,
        win.original_hand,
        frame.house.fourth_tile == "on",
        _only_kind(hand, win, frame) if frame.house.only_place == "strict" else None,
    )


def _only_kind(hand: Hand, win: Win, frame: Frame) -> bool:
    """The strict reading of the only place: exactly one kind of tile would have won (R5)."""
    if win.tile is None:
        return False
    before, held = before_winning(placements(hand, win)[0], win.tile)
    return len(waits(before, held, frame.single_heads)) == 1


def before_winning(hand: Hand, tile: int) -> tuple[Counts, Counts]:
    """Tiles in hand, and all tiles, of a complete hand before its winning tile came."""
    in_hand = list(hand.concealed)
    if hand.finished is not None:
        in_hand += hand.sets[hand.finished].indices
    in_hand.remove(tile)
    laid = [t for i, s in enumerate(hand.sets) if i != hand.finished for t in s.indices]
    return count_tiles(in_hand), count_tiles(in_hand + laid)


def limit_hands(situation: Situation, finish: Finish, book: RuleBook) -> tuple[str, ...]:
    """Names of the limit hands a complete hand is; the same for every way to see it."""
    return tuple(row.name for row in book.limit_hands if row.applies(situation, finish))


def _limit_score(finish: Finish, frame: Frame, names: tuple[str, ...]) -> Score:
    lines = [
        Line(f"Limit hand: {row.name}", row.source, limit=frame.limit)
        for row in frame.book.limit_hands
        if row.name in names
    ]
    return Score(
        frame.limit,
        lines,
        None,
        None,
        limit_hands=names,
        finish=finish,
        pairs=(finish.pair,),
        won=True,
    )


def first_discard_bonus(win: Win, frame: Frame) -> Line | None:
    """Half the limit for winning on the first tile played (Harr, Part Two; R12)."""
    plays = frame.rules is Rules.PART_TWO and frame.house.first_discard == "add"
    if not (plays and win.first_discard):
        return None
    return Line("Won on the first tile played", "Part Two, bonus (R12)", bonus=frame.limit // 2)


def _score_finish(finish: Finish, situation: Situation, frame: Frame, bonus: Line | None) -> Score:
    book = frame.book
    lines = _winner_points(finish, situation, frame)
    points = sum([line.points or 0 for line in lines])
    doubling = _set_doubles(finish.sets, situation, book)
    doubling += [line for applies, line in book.double_lines if applies(situation, finish)]
    doubling += _mandarin_lines(situation, book)
    doubles = sum([line.doubles or 0 for line in doubling])
    lines += doubling
    score = points << doubles
    extra = 0
    if bonus is not None:
        extra = bonus.bonus or 0
        lines.append(bonus)
    return Score(
        score + extra,
        lines,
        points,
        doubles,
        extra,
        (),
        finish,
        (finish.pair,),
        True,
    )


def _winner_points(finish: Finish, situation: Situation, frame: Frame) -> list[Line]:
    book, house = frame.book, frame.house
    going_out = book.mahjongg_line(book.mahjongg_points(house))
    lines = [line for applies, line in book.bonus_lines if applies(situation, finish)]
    values = book.winner_set_lines
    lines += [values[s] for s in finish.sets if not s.is_sequence]
    completion = next((r for r in book.completions if r.applies(situation, finish)), None)
    if completion is not None:
        lines += _completion_lines(completion, situation, house)
    replaced = completion is not None and finish.pair_completed
    if not replaced or house.completed_pair == "add":
        pair = book.pair_lines[situation.winds].get(finish.pair)
        if pair is not None:
            lines.append(pair)
    return [going_out, *(lines or [book.nothing_else_line])]


def _completion_lines(row: CompletionRow, situation: Situation, house: House) -> list[Line]:
    worth = row.drawn if situation.drawn else row.claimed
    points = int(getattr(house, worth)) if isinstance(worth, str) else worth
    how = "by draw" if situation.drawn else "by claim"
    return [Line(f"{row.label} {how}", row.source, points=points)] if points else []


def _set_doubles(sets: tuple[TileSet, ...], situation: Situation, book: RuleBook) -> list[Line]:
    by_kind = book.set_double_lines[situation.winds]
    return [by_kind[s.tile] for s in sets if s.tile in by_kind]


def _mandarin_lines(situation: Situation, book: RuleBook) -> list[Line]:
    return [
        Line(
            f"Mandarin of own wind ({tile_name(code)})",
            "Part One, mandarins (R7)",
            doubles=book.mandarin,
        )
        for code in situation.mandarins
    ]


def score_other(hand: Hand, seat: str, frame: Frame) -> Score:
    """What the hand of a player who did not win counts; loose ends count nothing."""
    if hand.dead:
        return Score(0, (Line("Dead hand", "Part One, dead hand (R19)", points=0),), 0, 0)
    book = frame.book
    sets, pairs = holdings(hand)
    situation = situation_of(hand, seat, frame)
    values = book.loser_set_lines
    lines = [values[s] for s in sets if not s.is_sequence]
    scoring_pairs = book.pair_lines[situation.winds]
    paired = tuple(kind for kind in pairs if kind in scoring_pairs)
    lines += [scoring_pairs[kind] for kind in paired]
    points = sum([line.points or 0 for line in lines])
    nothing = Finish(sets, -1)
    doubling = _set_doubles(sets, situation, book)
    doubling += [line for applies, line in book.loser_double_lines if applies(situation, nothing)]
    doubling += _mandarin_lines(situation, book)
    doubles = sum([line.doubles or 0 for line in doubling])
    return Score(points << doubles, lines + doubling, points, doubles, finish=nothing, pairs=paired)


def holdings(hand: Hand) -> tuple[tuple[TileSet, ...], tuple[int, ...]]:
    """Sets and pairs of an unfinished hand; four alike in hand are a pung and a spare (R17)."""
    counts = hand.counts
    pungs = tuple(tile_set(SetKind.PUNG, t, True) for t, n in enumerate(counts) if n >= 3)
    return pungs + hand.sets, tuple(t for t, n in enumerate(counts) if n == 2)
