"""An evening as JSON, there and back, and as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any, Final

from scoring.deal import DEFAULT_LIMIT, Rules
from scoring.ledger import Entry, Evening, LedgerError, Record

VERSION: Final = 1
_FORMULA: Final = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
"""What begins a formula in a spreadsheet, in full width as well."""
_FIELDS: Final = {"version", "players", "rules", "limit", "house", "table", "deals", "totals"}


def evening_to_json(evening: Evening) -> dict[str, Any]:
    """The evening as plain JSON values; `evening_from_json` reads it back.

    The changes that `Evening.undo` could take back are not kept.
    """
    return {
        "version": VERSION,
        "players": list(evening.players),
        "rules": evening.rules.value,
        "limit": evening.limit,
        "house": dict(evening.house),
        "table": list(evening.table),
        "deals": [{"deal": dict(r.deal), "about": dict(r.about)} for r in evening.records],
        "totals": dict(evening.totals()),
    }


def evening_from_json(data: object) -> Evening:
    """An evening that `evening_to_json` wrote; totals are worked out anew.

    Raises:
        LedgerError: it is no such evening; the message names the field.
        DealError: one of its deals cannot be scored.
    """
    if not isinstance(data, Mapping):
        raise LedgerError("An evening must be an object in braces.")
    unknown = sorted(set(data) - _FIELDS)
    if unknown:
        raise LedgerError(f"{unknown[0]}: is not a field of an evening.")
    if data.get("version") != VERSION:
        raise LedgerError(f"version: must be {VERSION}; this is no evening of this program.")
    names = _strings(data, "players")
    evening = Evening(
        players=names,
        rules=_rules(data),
        limit=_limit(data),
        house=_object(data.get("house", {}), "house"),
        table=_strings(data, "table") if data.get("table") else (),
        records=tuple(_record(item, f"deals[{i}]") for i, item in enumerate(_list(data, "deals"))),
    )
    evening.totals()
    return evening


def _list(data: Mapping[str, Any], name: str) -> list[Any]:
    value = data.get(name, [])
    if not isinstance(value, list):
        raise LedgerError(f"{name}: must be a list.")
    return value


def _strings(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = _list(data, name)
    if not all(isinstance(item, str) for item in value):
        raise LedgerError(f"{name}: must be a list of names.")
    return tuple(value)


def _object(value: object, name: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise LedgerError(f"{name}: must be an object in braces.")
    return value


def _rules(data: Mapping[str, Any]) -> Rules:
    try:
        return Rules(data.get("rules"))
    except ValueError as error:
        accepted = " or ".join(f'"{rules.value}"' for rules in Rules)
        raise LedgerError(f"rules: must be {accepted}.") from error


def _limit(data: Mapping[str, Any]) -> int:
    value = data.get("limit", DEFAULT_LIMIT)
    if isinstance(value, bool) or not isinstance(value, int):
        raise LedgerError("limit: must be a number.")
    return value


def _record(item: object, name: str) -> Record:
    entry = _object(item, name)
    return Record(
        _object(entry.get("deal"), f"{name}.deal"), _object(entry.get("about", {}), f"{name}.about")
    )


def evening_to_csv(evening: Evening) -> str:
    """One line per deal: who won what, what it changed for each player, and the totals.

    A name that a spreadsheet would take for a formula gets an apostrophe before it.

    >>> evening = Evening(("Ann", "Bob", "Cem", "Dee")).add({"winner": None})
    >>> print(evening_to_csv(evening), end="")
    deal,round,East,winner,score,Ann,Bob,Cem,Dee,Ann total,Bob total,Cem total,Dee total
    1,E,Ann,,,0,0,0,0,0,0,0,0
    """
    names = evening.players
    shown = {name: _as_text(name) for name in names}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    head = ["deal", "round", "East", "winner", "score"]
    writer.writerow([*head, *shown.values(), *(f"{name} total" for name in shown.values())])
    for entry in evening.entries():
        changes = [entry.changes[name] for name in names]
        totals = [entry.totals[name] for name in names]
        writer.writerow([*_head(entry, shown), *changes, *totals])
    return out.getvalue()


def _as_text(name: str) -> str:
    return f"'{name}" if name.lstrip()[:1] in _FORMULA else name


def _head(entry: Entry, shown: Mapping[str, str]) -> list[Any]:
    position, winner = entry.position, entry.deal.get("winner")
    who = shown[position.seats[winner]] if winner else ""
    score = entry.settlement.scores[winner].score if winner else ""
    return [position.number, position.round_wind, shown[position.east], who, score]
