"""Deals from their JSON form; every fault of form is collected before anything is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Any, Final, TypeVar

from scoring.deal import DEFAULT_LIMIT, Deal, Penalty, PenaltyKind, Reckless, Rules, Win
from scoring.errors import Problem
from scoring.hand import Hand, hand_of
from scoring.house import READING_OF, House, normal_value
from scoring.melds import SetKind, TileSet, recognise, tile_set
from scoring.tiles import ALL_TILES, FACE_DOWN, FLOWERS, INDEX, SEATS

Json = Mapping[str, Any]
Choice = TypeVar("Choice", bound=Enum)

_DEAL_FIELDS: Final = (
    "rules",
    "limit",
    "round_wind",
    "table",
    "winner",
    "win",
    "players",
    "penalties",
    "reckless",
    "house",
)
_WIN_FLAGS: Final = ("loose_tile", "original_hand", "last_tile", "first_discard")
_WIN_FIELDS: Final = ("tile", "by", "from", *_WIN_FLAGS)
_HAND_FIELDS: Final = ("concealed", "sets", "flowers", "dead")
_SET_FIELDS: Final = ("tiles", "kind", "concealed", "completed_by_win")
_IMPLIES_DRAW: Final = ("loose_tile", "original_hand", "last_tile")


class DealReader:
    """Reads one deal; what it could not read is in ``problems``."""

    def __init__(self, data: Json) -> None:
        self.problems: list[Problem] = []
        self.unread_hands: set[str] = set()
        """Seats whose tiles could not all be read, so that they cannot be counted."""
        self._data = self._object(data, "deal", _DEAL_FIELDS)

    def read(self) -> Deal:
        """The deal, with defaults in place of whatever could not be read."""
        data = self._data
        table = self._table(data.get("table"))
        winner = self._winner(table)
        win = self._win(data.get("win"), winner, table)
        return Deal(
            rules=self._choice(data, "rules", Rules, None) or Rules.PART_ONE,
            hands=self._hands(data.get("players"), table, winner, win),
            limit=self._limit(data.get("limit", DEFAULT_LIMIT)),
            round_wind=self._seat(data.get("round_wind", "E"), "round_wind") or "E",
            table=table,
            winner=winner,
            win=win,
            penalties=self._penalties(data.get("penalties"), table),
            reckless=self._choice(data, "reckless", Reckless, Reckless.AUTO) or Reckless.AUTO,
            house=self._house(data.get("house")),
        )

    def _add(
        self,
        code: str,
        field: str,
        message: str,
        seat: str | None = None,
        tile: str | None = None,
    ) -> None:
        self.problems.append(Problem(code, f"{field}: {message}", seat, tile, field))

    def _object(
        self, value: object, field: str, known: Sequence[str], seat: str | None = None
    ) -> Json:
        if not isinstance(value, Mapping):
            self._add("bad_value", field, "must be an object in braces", seat)
            return {}
        for key in value:
            if key not in known:
                name = key if field == "deal" else f"{field}.{key}"
                self._add(
                    "unknown_field", name, f"is not known; known are {', '.join(known)}", seat
                )
        return value

    def _list(self, value: object, field: str, seat: str | None = None) -> Sequence[object]:
        if value is None:
            return ()
        if not isinstance(value, (list, tuple)):
            self._add("bad_value", field, "must be a list", seat)
            return ()
        return value

    def _flag(self, data: Json, key: str, field: str, seat: str | None = None) -> bool:
        value = data.get(key, False)
        if isinstance(value, bool):
            return value
        if value is not None:
            self._add("bad_value", f"{field}.{key}", "must be true or false", seat)
        return False

    def _choice(
        self, data: Json, key: str, kinds: type[Choice], default: Choice | None
    ) -> Choice | None:
        value = data.get(key)
        if value is None and default is not None:
            return default
        try:
            return kinds(value)
        except ValueError:
            accepted = " or ".join(f'"{kind.value}"' for kind in kinds)
            code = "missing_field" if value is None else "bad_value"
            self._add(code, key, f"must be {accepted}")
            return None

    def _seat(self, value: object, field: str) -> str | None:
        if isinstance(value, str) and value in SEATS:
            return value
        self._add("bad_value", field, f"{value!r} is no seat; seats are E, S, W, N")
        return None

    def _seat_at(self, value: object, field: str, table: Sequence[str]) -> str | None:
        seat = self._seat(value, field)
        if seat is not None and seat not in table:
            self._add("not_at_table", field, f"{seat} does not play at this table", seat)
            return None
        return seat

    def _table(self, value: object) -> tuple[str, ...]:
        if value is None:
            return SEATS
        seats = value if isinstance(value, (str, list, tuple)) else ()
        if not (
            all(isinstance(seat, str) and seat in SEATS for seat in seats)
            and "E" in seats
            and 2 <= len(seats) == len(set(seats))
        ):
            self._add(
                "bad_value", "table", "must name two to four different seats, East among them"
            )
            return SEATS
        return tuple(seat for seat in SEATS if seat in seats)

    def _limit(self, value: object) -> int:
        if value is None:
            return DEFAULT_LIMIT
        whole = isinstance(value, int) and not isinstance(value, bool)
        if isinstance(value, int) and whole and value > 0 and value % 2 == 0:
            return value
        self._add("bad_value", "limit", "must be a positive even number (half of it is paid too)")
        return DEFAULT_LIMIT

    def _winner(self, table: Sequence[str]) -> str | None:
        if self._data.get("winner") is not None:
            return self._seat_at(self._data["winner"], "winner", table)
        if "winner" not in self._data and not self._data.get("penalties"):
            self._add("missing_field", "winner", "say who won, or null for a drawn game")
        return None

    def _win(self, value: object, winner: str | None, table: Sequence[str]) -> Win | None:
        named = self._data.get("winner") is not None
        if value is None:
            if named:
                self._add("missing_field", "win", "say how the winner went out")
            return None
        data = self._object(value, "win", _WIN_FIELDS)
        if not named:
            self._add("impossible", "win", "there is a winning tile but no winner")
        tile = self._win_tile(data.get("tile"), data.get("original_hand") is True)
        before = len(self.problems)
        flags = {flag: self._flag(data, flag, "win") for flag in _WIN_FLAGS}
        discarder = None
        if data.get("from") is not None:
            discarder = self._seat_at(data["from"], "win.from", table)
        drawn = self._drawn(data.get("by"), flags, discarder)
        unread = len(self.problems) > before
        return None if unread or not winner else Win(tile, drawn, discarder, **flags)

    def _win_tile(self, value: object, dealt: bool) -> int | None:
        if isinstance(value, str) and value in INDEX:
            return INDEX[value]
        if value is None:
            if not dealt:
                self._add("missing_field", "win.tile", "say which tile completed the hand")
        else:
            self._add("unknown_tile", "win.tile", f"{value!r} is no playing tile", tile=str(value))
        return None

    def _drawn(self, by: object, flags: Mapping[str, bool], discarder: str | None) -> bool:
        if by in ("draw", "discard"):
            return by == "draw"
        if by is not None:
            self._add("bad_value", "win.by", 'must be "draw" or "discard"')
            return False
        if any(flags[flag] for flag in _IMPLIES_DRAW):
            return True
        if discarder is None and not flags["first_discard"]:
            self._add("missing_field", "win.by", 'say "draw" or "discard"')
        return False

    def _hands(
        self, value: object, table: Sequence[str], winner: str | None, win: Win | None
    ) -> dict[str, Hand]:
        if value is None:
            return {}
        hands = {}
        for seat, data in self._object(value, "players", SEATS).items():
            if seat not in SEATS:
                continue
            if seat not in table:
                field = f"players.{seat}"
                self._add("not_at_table", field, f"{seat} does not play at this table", seat)
                continue
            before = len(self.problems)
            hands[seat] = self._hand(data, seat, win, won=seat == winner)
            if len(self.problems) > before:
                self.unread_hands.add(seat)
        return {seat: hands[seat] for seat in SEATS if seat in hands}

    def _hand(self, value: object, seat: str, win: Win | None, won: bool) -> Hand:
        field = f"players.{seat}"
        data = self._object(value, field, _HAND_FIELDS, seat)
        concealed = self._tiles(
            data.get("concealed"), f"{field}.concealed", seat, INDEX, "a playing"
        )
        flowers = self._tiles(data.get("flowers"), f"{field}.flowers", seat, FLOWERS, "a mandarin")
        sets: list[TileSet] = []
        finished: list[int] = []
        for i, item in enumerate(self._list(data.get("sets"), f"{field}.sets", seat)):
            where = f"{field}.sets[{i}]"
            by_win = isinstance(item, Mapping) and item.get("completed_by_win") is True
            found = self._set(item, where, seat, by_win, drawn=win is not None and win.drawn)
            if by_win and not won:
                self._add("impossible", where, "only the winner completes a set by winning", seat)
            if by_win:
                finished.append(len(sets))
            sets += [found] if found else []
        if len(finished) > 1:
            message = "the winning tile completes one set, not several"
            self._add("impossible", f"{field}.sets", message, seat)
        at = finished[0] if len(finished) == 1 and won else None
        dead = self._flag(data, "dead", field, seat)
        return hand_of(concealed, sets, flowers, dead=dead, finished=at)

    def _tiles(
        self, value: object, field: str, seat: str, accepted: Sequence[str] | Json, kind: str
    ) -> list[str]:
        tiles = []
        for i, code in enumerate(self._list(value, field, seat)):
            if isinstance(code, str) and code in accepted:
                tiles.append(code)
                continue
            where, tile = f"{field}[{i}]", str(code)
            if code == FACE_DOWN:
                self._add("face_down", where, "a tile face down cannot be counted", seat, tile)
            elif code in ALL_TILES:
                self._add("misplaced_tile", where, f"{code} is not {kind} tile", seat, tile)
            else:
                self._add("unknown_tile", where, f"{code!r} is no tile", seat, tile)
        return tiles

    def _set(
        self, value: object, field: str, seat: str, by_win: bool, drawn: bool
    ) -> TileSet | None:
        data = self._object(value, field, _SET_FIELDS, seat)
        self._flag(data, "completed_by_win", field, seat)
        concealed = self._flag(data, "concealed", field, seat)
        before = len(self.problems)
        codes = self._tiles(data.get("tiles"), f"{field}.tiles", seat, INDEX, "a playing")
        found = recognise(codes, concealed)
        if found is None:
            if len(self.problems) == before:
                message = "is no set (three or four alike, or three in sequence of one suit)"
                shown = " ".join(codes) or "nothing"
                self._add("not_a_set", field, f"{shown} {message}", seat)
            return None
        kind = data.get("kind")
        if kind is not None and kind != found.kind.value:
            self._add("not_a_set", f"{field}.kind", f"these tiles are a {found.kind.value}", seat)
        if by_win:
            return self._winning_set(found, field, seat, drawn)
        if found.concealed and found.kind is not SetKind.KONG:
            message = "only four alike lie turned down; other tiles are in hand, or face up"
            self._add("not_a_set", field, message, seat)
        return found

    def _winning_set(self, found: TileSet, field: str, seat: str, drawn: bool) -> TileSet:
        """A set that the winning tile completed is concealed when that was drawn (R2)."""
        if found.kind is SetKind.KONG:
            self._add("impossible", field, "a four cannot be completed by winning", seat)
        return tile_set(found.kind, found.tile, drawn)

    def _penalties(self, value: object, table: Sequence[str]) -> tuple[Penalty, ...]:
        penalties = []
        for i, item in enumerate(self._list(value, "penalties")):
            field = f"penalties[{i}]"
            data = self._object(item, field, ("kind", "by"))
            by = self._seat_at(data.get("by"), f"{field}.by", table)
            try:
                kind = PenaltyKind(data.get("kind"))
            except ValueError:
                accepted = " or ".join(f'"{kind.value}"' for kind in PenaltyKind)
                self._add("bad_value", f"{field}.kind", f"must be {accepted}")
                continue
            if by is not None:
                penalties.append(Penalty(kind, by))
        return tuple(penalties)

    def _house(self, value: object) -> House:
        chosen: dict[str, str] = {}
        for key, answer in self._object(value or {}, "house", tuple(READING_OF)).items():
            reading = READING_OF.get(key)
            if reading is None:
                continue
            normal = normal_value(reading, answer)
            if normal is None:
                accepted = " or ".join(reading.values)
                self._add("bad_value", f"house.{key}", f"must be {accepted}")
            else:
                chosen[key] = normal
        return House(**chosen)
