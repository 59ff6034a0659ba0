"""From what was read to a deal that can be scored; what is assumed or missing is said.

Pure: readings and typed hands in, the deal of the documented JSON form out. Nothing is guessed
that a player could not check: each assumption is one sentence of the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from scoring.arrange import count_tiles, is_complete
from scoring.errors import DealError, Problem
from scoring.hand import Hand
from scoring.tiles import FACE_DOWN, INDEX, SEAT_NAMES, SEATS, how_many, tile_name
from vision.app.nearest import Change, nearest

if TYPE_CHECKING:
    from vision.reading import PlayerReading, Reading

Json = dict[str, Any]
COMPLETE: Final = 14
"""Tiles of a complete hand, a four counting as three."""


@dataclass(frozen=True, slots=True)
class SeatTiles:
    """One seat's tiles, read from a picture or typed."""

    concealed: tuple[str, ...] = ()
    """Codes in the order they lie in."""
    sets: tuple[Json, ...] = ()
    """Sets on the table in the deal's JSON form."""
    flowers: tuple[str, ...] = ()
    winning_tile: str | None = None
    """The tile that the picture shows to have completed the hand."""
    doubts: tuple[str, ...] = ()
    """Doubtful tiles in words, such as ``tile 4 (5 of bamboo?)``."""
    face_down: tuple[str, ...] = ()
    """Tiles among them whose face is unknown, in words."""
    numbers: tuple[str, ...] = ()
    """For each concealed tile its number as ``--fix`` takes it; empty for a typed hand."""

    @property
    def size(self) -> int:
        """Number of tiles, a four counting as three."""
        return len(self.concealed) + 3 * len(self.sets)

    def wins(self, single_heads: bool) -> bool:
        """Whether these tiles are a complete hand."""
        known = all(code in INDEX for code in self.concealed)
        counts = count_tiles(INDEX[code] for code in self.concealed if code in INDEX)
        return known and self.size == COMPLETE and is_complete(counts, single_heads)

    def to_deal(self) -> Json:
        """The tiles as the deal's ``players`` entry."""
        return {
            "concealed": list(self.concealed),
            "sets": deepcopy(list(self.sets)),
            "flowers": list(self.flowers),
        }


@dataclass(frozen=True, slots=True)
class Dealing:
    """A deal ready to be scored."""

    deal: Json
    assumed: tuple[str, ...] = ()
    """One sentence per assumption."""
    doubts: tuple[str, ...] = ()
    """Doubtful tiles that the settlement rests on."""
    score_of: Mapping[str, int] = field(default_factory=dict)
    """Winner's score by winning tile, where the winning tile had to be assumed."""


def tiles_of_players(reading: Reading, picture: int = 1) -> dict[str, SeatTiles]:
    """The tiles of every player on one picture, by seat; players without tiles are left out."""
    seats = {p.seat: _tiles_of(p, reading, picture) for p in reading.players}
    return {seat: t for seat, t in seats.items() if t.size or t.flowers}


def tiles_of_own_pictures(
    readings: Sequence[Reading], seats: Sequence[str]
) -> dict[str, SeatTiles]:
    """The tiles of ``--seats``: one picture per seat, of which the player at the bottom counts."""
    found = {}
    for number, (seat, reading) in enumerate(zip(seats, readings, strict=True), 1):
        players = [p for p in reading.players if p.seat == seat] or list(reading.players[:1])
        if players:
            found[seat] = _tiles_of(players[0], reading, number)
    return {seat: t for seat, t in found.items() if t.size or t.flowers}


def tiles_as_typed(hand: Hand) -> SeatTiles:
    """The tiles of a hand typed by ``--hand``."""
    return SeatTiles(
        concealed=hand.codes,
        sets=tuple({"tiles": list(s.codes), "concealed": s.concealed} for s in hand.sets),
        flowers=hand.flowers,
    )


def _tiles_of(player: PlayerReading, reading: Reading, picture: int) -> SeatTiles:
    tiles = {tile.id: tile for tile in reading.tiles}
    own = [*player.concealed, *player.flowers, *(t for s in player.sets for t in s.tiles)]
    place = f"picture {picture}, tile" if picture > 1 else "tile"
    unknown = [t for t in player.concealed if tiles[t].code == FACE_DOWN]
    unknown += [t for s in player.sets if FACE_DOWN in s.codes for t in s.tiles]
    won = player.winning_tile
    return SeatTiles(
        concealed=tuple(tiles[t].code for t in player.concealed),
        sets=tuple(_set_of(player, k) for k in range(len(player.sets))),
        flowers=tuple(tiles[t].code for t in player.flowers),
        winning_tile=None if won is None else _counted_as(player, won, tiles[won].code),
        doubts=tuple(
            f"{place} {t} ({tile_name(tiles[t].code)}?)" for t in own if t in reading.doubtful
        ),
        face_down=tuple(f"{place} {t}" for t in unknown),
        numbers=tuple(f"{picture}:{t}" if picture > 1 else str(t) for t in player.concealed),
    )


def _set_of(player: PlayerReading, k: int) -> Json:
    found = player.sets[k]
    answer: Json = {"tiles": list(found.codes), "concealed": found.concealed}
    if player.winning_tile in found.tiles and found.kind != "kong":
        answer["completed_by_win"] = True
    return answer


def _counted_as(player: PlayerReading, tile: int, code: str) -> str:
    """A tile's code, that of a turned-down one in a four as the four counts it."""
    for found in player.sets:
        if tile in found.tiles:
            return found.codes[found.tiles.index(tile)]
    return code


def make_deal(
    facts: Json, seats: Mapping[str, SeatTiles], score: Callable[[Json], Json]
) -> Dealing:
    """Completes the facts that the person gave with the tiles.

    Args:
        facts: A deal without tiles; keys that the person did not give are absent (``winner``,
            ``win.by``, ``win.tile``). Players in it may hold ``dead``. A ``winner`` that is None
            means a drawn game.
        seats: Tiles by seat.
        score: Scores a deal; used to find the winning tile that gives the winner least.

    Raises:
        DealError: It is not clear who won, or the winner's hand is not complete.
    """
    deal = {"rules": "no-limit", **deepcopy(facts)}
    players = deal.setdefault("players", {})
    for seat, tiles in seats.items():
        players.setdefault(seat, {}).update(tiles.to_deal())
    _refuse_unknown(seats)
    doubts = tuple(d for seat in seats for d in seats[seat].doubts)
    if deal.get("penalties") or ("winner" in deal and deal["winner"] is None):
        return Dealing(deal, (), doubts)
    single_heads = deal.get("rules") == "limit"
    winner = deal.get("winner") or _only_complete(seats, single_heads)
    _check_winner(winner, seats, single_heads)
    deal["winner"] = winner
    win = deal.setdefault("win", {})
    assumed = _assume_draw(win)
    if win.get("tile") is None:
        win["tile"] = seats[winner].winning_tile
    if win["tile"] is not None or win.get("original_hand"):
        return Dealing(deal, assumed, doubts)
    scores = _scores_by_tile(deal, seats[winner], score)
    sentence = _assume_tile(win, winner, scores)
    return Dealing(deal, (*assumed, sentence), doubts, scores)


def _refuse_unknown(seats: Mapping[str, SeatTiles]) -> None:
    problems = [
        Problem(
            "face_down",
            f"{SEAT_NAMES[seat]}'s {place} lies face down: turn it up, or say what it is with "
            f'--fix "{place.split()[-1]}=5p" (or - if it is nobody\'s).',
            seat=seat,
            tile=FACE_DOWN,
        )
        for seat, tiles in seats.items()
        for place in tiles.face_down
    ]
    if problems:
        raise DealError(problems)


def _only_complete(seats: Mapping[str, SeatTiles], single_heads: bool) -> str:
    complete = [seat for seat in SEATS if seat in seats and seats[seat].wins(single_heads)]
    if len(complete) == 1:
        return complete[0]
    if complete:
        *first, last = (SEAT_NAMES[seat] for seat in complete)
        names = f"{', '.join(first)} and {last}"
        choice = " or ".join(f"--winner {seat}" for seat in complete)
        message = f"The hands of {names} are complete; say who won with {choice}."
        raise DealError([Problem("winner_unclear", message, field="winner")])
    if not seats:
        message = "No player's tiles are known; take a picture of a hand or type it with --hand."
        raise DealError([Problem("no_hand", message, field="players")])
    raise DealError([explain(seat, seats[seat], single_heads) for seat in SEATS if seat in seats])


def _check_winner(winner: str, seats: Mapping[str, SeatTiles], single_heads: bool) -> None:
    if winner not in seats:
        message = (
            f"{SEAT_NAMES.get(winner, winner)} won, but no tiles of that seat are known; "
            f'type them with --hand {winner}="...".'
        )
        raise DealError([Problem("no_hand", message, seat=winner, field="winner")])
    if not seats[winner].wins(single_heads):
        raise DealError([explain(winner, seats[winner], single_heads)])


def explain(seat: str, tiles: SeatTiles, single_heads: bool) -> Problem:
    """Why a hand does not win, and which tiles it would take."""
    changes = nearest(tiles.concealed, len(tiles.sets), single_heads)
    name, size = SEAT_NAMES[seat], tiles.size
    if size == COMPLETE:
        count = f"{name}'s {size} tiles are not a winning hand"
    else:
        word = "missing" if size < COMPLETE else "too many"
        gap = abs(COMPLETE - size)
        are = "is" if gap == 1 else "are"
        count = f"{name} has {how_many(size)} of the 14 of a winning hand, so {gap} {are} {word}"
    message = f"{count}; {_ways(changes, tiles)}."
    first = changes[0] if changes else None
    tile = next(iter(first.missing + first.extra), None) if first else None
    return Problem("incomplete_hand", message, seat=seat, tile=tile, field="concealed")


def _ways(changes: Sequence[Change], tiles: SeatTiles) -> str:
    if not changes:
        return "no winning hand is near"
    only_missing = [c for c in changes if len(c.missing) == 1 and not c.extra]
    only_extra = [c for c in changes if len(c.extra) == 1 and not c.missing]
    if len(only_missing) == len(changes):
        return f"{_or(c.missing[0] for c in changes)} would complete it"
    if len(only_extra) == len(changes):
        return f"it would be complete without {_or(c.extra[0] for c in changes)}"
    shown = ", or ".join(_way(c, tiles) for c in changes[:3])
    return "nearest: " + shown + (", or others" if len(changes) > 3 else "")


def _way(change: Change, tiles: SeatTiles) -> str:
    missing, extra = " and ".join(change.missing), " and ".join(change.extra)
    if not extra:
        return f"{missing} missing"
    if not missing:
        return f"{extra} too many"
    exchanged = f"{missing} in place of {extra}"
    if len(change.missing) > 1 or len(change.extra) > 1 or not tiles.numbers:
        return exchanged
    number = tiles.numbers[tiles.concealed.index(extra)]
    return f'{exchanged} (--fix "{number}={missing}")'


def _or(codes: Iterable[str]) -> str:
    return " or ".join(f"{code} ({tile_name(code)})" for code in codes)


def _assume_draw(win: Json) -> tuple[str, ...]:
    if win.get("by") is not None:
        return ()
    win["by"] = "draw"
    if win.get("loose_tile") or win.get("last_tile") or win.get("original_hand"):
        return ()
    if win.get("from") is not None or win.get("first_discard"):
        win["by"] = "discard"
        return ()
    return ("Assumed: the winning tile was drawn; if it was claimed, say --by discard.",)


def _scores_by_tile(deal: Json, tiles: SeatTiles, score: Callable[[Json], Json]) -> dict[str, int]:
    """The winner's score for each tile that may have completed the hand, last in hand first.

    Raises:
        DealError: With none of them can the deal be scored.
    """
    candidates = dict.fromkeys(reversed(tiles.concealed))
    if deal["win"]["by"] == "discard":
        candidates |= dict.fromkeys(code for s in tiles.sets for code in s["tiles"])
    scores: dict[str, int] = {}
    refusal: DealError | None = None
    for code in candidates:
        trial = {**deal, "win": {**deal["win"], "tile": code}}
        try:
            scores[code] = score(trial)["players"][deal["winner"]]["score"]
        except DealError as error:
            refusal = refusal or error
    if refusal is not None and not scores:
        raise refusal
    return scores


def _assume_tile(win: Json, winner: str, scores: Mapping[str, int]) -> str:
    least = min(scores.values())
    win["tile"] = next(code for code, value in scores.items() if value == least)
    sentence = (
        f"Assumed: {win['tile']} ({tile_name(win['tile'])}) completed {SEAT_NAMES[winner]}'s hand"
    )
    if len(scores) == 1:
        return sentence + "."
    if len(set(scores.values())) == 1:
        return f"{sentence}; any other tile would score the same."
    most = max(scores.values())
    best = next(code for code, value in scores.items() if value == most)
    return (
        f"{sentence}, which scores least ({least}; {best} would score {most}): "
        "say which with --win-tile."
    )
