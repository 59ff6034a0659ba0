"""What is agreed on before an evening and may be changed later: players, seats, rules."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Final

from scoring.deal import DEFAULT_LIMIT, Rules
from scoring.house import READING_OF, normal_value
from scoring.ledger import LedgerError, Record
from scoring.tiles import SEATS
from vision.app.shifted import ShiftedEvening
from vision.app.web.refusal import bad, refuse

Json = dict[str, Any]
FIELDS: Final = ("players", "table", "rules", "limit", "house", "rounds_before")
LONGEST_NAME: Final = 40
HIGHEST_LIMIT: Final = 10**9


def settings_from(data: Mapping[str, Any], before: Mapping[str, Any] | None = None) -> Json:
    """An evening's settings from what a page sent, laid over those it had.

    Raises:
        RefusalError: a field is not known or cannot be.
    """
    for key in data:
        if key not in FIELDS:
            raise bad(str(key)[:40], f"is not known; known are {', '.join(FIELDS)}")
    settings: Json = {
        "players": list(SEATS),
        "table": [],
        "rules": Rules.PART_ONE.value,
        "limit": DEFAULT_LIMIT,
        "house": {},
        "rounds_before": 0,
        **(before or {}),
    }
    for key, value in data.items():
        if value is not None:
            settings[key] = _CHECKS[key](value)
    evening_of(settings)
    return settings


def evening_of(settings: Mapping[str, Any], records: Sequence[Record] = ()) -> ShiftedEvening:
    """The evening with its deals, not yet settled.

    Raises:
        RefusalError: the players and the table do not fit.
    """
    try:
        return ShiftedEvening(
            players=tuple(settings["players"]),
            rules=Rules(settings["rules"]),
            limit=settings["limit"],
            house=settings["house"],
            table=tuple(settings["table"]),
            records=tuple(records),
            rounds_before=settings["rounds_before"],
        )
    except LedgerError as error:
        raise refuse(400, "bad_evening", str(error)) from error


def _players(value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise bad("players", "must be a list of names, East first")
    names = [" ".join(unicodedata.normalize("NFC", name).split()) for name in value]
    if any(len(name) > LONGEST_NAME or not name.isprintable() for name in names):
        raise bad("players", f"a name has at most {LONGEST_NAME} letters, all of them visible")
    _refuse_alike(names)
    return names


def _refuse_alike(names: Sequence[str]) -> None:
    """Names that a table would take for one: Ann and ann."""
    known: dict[str, str] = {}
    for name in filter(None, names):
        other = known.setdefault(unicodedata.normalize("NFKC", name).casefold(), name)
        if other is not name:
            both = f"Two players are called {name}" if other == name else f"{other} and {name}"
            raise refuse(
                400,
                "same_name",
                f"{both}: nobody could tell them apart. Players need different names, such as "
                f"{other} A. and {name} B.",
            )


def _table(value: object) -> list[str]:
    seats = value if isinstance(value, list) else []
    if not all(isinstance(seat, str) and seat in SEATS for seat in seats):
        raise bad("table", "must be a list of seats: E, S, W, N")
    if len(set(seats)) < len(seats):
        raise bad("table", "names a seat twice")
    return [seat for seat in SEATS if seat in seats]


def _rules(value: object) -> str:
    accepted = [rules.value for rules in Rules]
    if isinstance(value, str) and value in accepted:
        return value
    raise bad("rules", f"must be {' or '.join(accepted)}")


def _limit(value: object) -> int:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if isinstance(value, int) and whole and 0 < value <= HIGHEST_LIMIT and value % 2 == 0:
        return value
    raise bad("limit", "must be a positive even number (half of it is paid too)")


def _house(value: object) -> Json:
    if not isinstance(value, Mapping):
        raise bad("house", "must be an object in braces")
    house = {}
    for key, answer in value.items():
        reading = READING_OF.get(key)
        if reading is None:
            raise bad("house", f"there is no house reading {str(key)[:40]!r}")
        normal = normal_value(reading, answer)
        if normal is None:
            raise bad(f"house.{key}", f"must be {' or '.join(reading.values)}")
        house[key] = normal
    return house


def _rounds_before(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(SEATS):
        return value
    raise bad("rounds_before", "must be 0, 1, 2 or 3")


_CHECKS: Final = {
    "players": _players,
    "table": _table,
    "rules": _rules,
    "limit": _limit,
    "house": _house,
    "rounds_before": _rounds_before,
}
