"""An evening as data."""

from __future__ import annotations

import csv
import json
from typing import Any

import pytest
from deal_builders import a_deal

from scoring import (
    DealError,
    Evening,
    LedgerError,
    Rules,
    evening_from_json,
    evening_to_csv,
    evening_to_json,
)

NAMES = ("Ann", "Bob", "Cem", "Dee")
HAND = "123m 456p 789s 234s 55s"


def won_by(seat: str) -> dict[str, Any]:
    return a_deal({seat: HAND}, seat, "1m", "discard")


DRAWN: dict[str, Any] = {"winner": None}


def east_after(deals: list[dict[str, Any]], **more: Any) -> tuple[str, str, int]:
    evening = Evening(NAMES, **more)
    for deal in deals:
        evening = evening.add(deal)
    position = evening.next_position()
    return position.east, position.round_wind, position.set_number


@pytest.mark.parametrize(
    ("deals", "east", "wind", "set_number"),
    [
        ([], "Ann", "E", 1),
        ([won_by("E")], "Ann", "E", 1),
        ([DRAWN], "Ann", "E", 1),
        ([won_by("S")], "Bob", "E", 1),
        ([won_by("S"), won_by("E"), won_by("N")], "Cem", "E", 1),
        ([won_by("S")] * 4, "Ann", "S", 1),
        ([won_by("S")] * 16, "Ann", "E", 2),
    ],
)
def test_east_and_the_round(
    deals: list[dict[str, Any]], east: str, wind: str, set_number: int
) -> None:
    assert east_after(deals, rules=Rules.PART_TWO) == (east, wind, set_number)


def test_east_stays_after_a_penalty() -> None:
    false_call = {"penalties": [{"kind": "false-mahjongg", "by": "S"}]}
    assert east_after([false_call], rules=Rules.PART_TWO)[0] == "Ann"


def test_totals_follow_the_seats() -> None:
    evening = Evening(NAMES).add(won_by("S")).add(won_by("S"), about={"time": "21:40"})
    first, second = evening.entries()
    assert first.changes == {"Ann": -60, "Bob": 120, "Cem": -30, "Dee": -30}
    assert second.position.seats == {"E": "Bob", "S": "Cem", "W": "Dee", "N": "Ann"}
    assert second.totals == {"Ann": -90, "Bob": 60, "Cem": 90, "Dee": -60} == evening.totals()
    assert second.record.about == {"time": "21:40"}


def test_changes_recompute_everything_after_them() -> None:
    evening = Evening(NAMES).add(won_by("S")).add(won_by("S"))
    edited = evening.edit(1, won_by("E"))
    assert [entry.position.east for entry in edited.entries()] == ["Ann", "Ann"]
    assert edited.totals() == {"Ann": 120, "Bob": 60, "Cem": -90, "Dee": -90}
    assert evening.delete(1) == Evening(NAMES).add(won_by("S"))
    assert edited.undo() == evening
    assert edited.undo().undo() == Evening(NAMES).add(won_by("S"))
    assert Evening(NAMES).undo() == Evening(NAMES)


def test_an_evening_does_not_print_its_past() -> None:
    assert "before" not in repr(Evening(NAMES).add(DRAWN))


def test_editing_keeps_what_is_noted_unless_told() -> None:
    evening = Evening(NAMES).add(won_by("S"), about={"picture": "1.jpg"})
    assert evening.edit(1, won_by("E")).records[0].about == {"picture": "1.jpg"}
    assert evening.edit(1, won_by("E"), about={}).records[0].about == {}


def test_the_evening_fixes_rules_and_round() -> None:
    evening = Evening(NAMES, rules=Rules.PART_TWO, limit=100, house={"mahjongg": 20})
    for _ in range(4):
        evening = evening.add(won_by("S"))
    entry = list(evening.add({**won_by("W"), "rules": "no-limit", "limit": 2}).entries())[-1]
    assert entry.deal["round_wind"] == "S"
    assert (entry.deal["rules"], entry.deal["limit"]) == ("limit", 100)
    assert entry.settlement.scores["W"].points == 20 + 10


def test_short_tables() -> None:
    evening = Evening(("Ann", "Bob"), table=("E", "W")).add(won_by("W"))
    assert evening.totals() == {"Ann": -60, "Bob": 60}
    position = evening.next_position()
    assert (position.number, position.seats) == (2, {"E": "Bob", "W": "Ann"})


@pytest.mark.parametrize("names", [("Ann",), ("Ann", "Ann"), ("Ann", " "), (*NAMES, "Eve")])
def test_players_that_cannot_be(names: tuple[str, ...]) -> None:
    with pytest.raises(LedgerError, match="two to four players"):
        Evening(names)


def test_refusals() -> None:
    with pytest.raises(LedgerError, match="one seat for each"):
        Evening(("Ann", "Bob"), table=("S", "W"))
    evening = Evening(NAMES)
    with pytest.raises(DealError):
        evening.add({"winner": "S"})
    with pytest.raises(LedgerError, match="no deal 1"):
        evening.delete(1)
    with pytest.raises(LedgerError, match="no deal 0"):
        evening.edit(0, DRAWN)


def test_json_there_and_back() -> None:
    evening = Evening(NAMES, rules=Rules.PART_TWO, house={"mandarins": "off"})
    evening = evening.add(won_by("S"), about={"note": "fine hand"}).add(DRAWN)
    text = json.dumps(evening_to_json(evening))
    assert evening_from_json(json.loads(text)) == evening
    assert json.loads(text)["totals"] == evening.totals()


GOOD = {"version": 1, "players": list(NAMES), "rules": "limit", "deals": []}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "object"),
        ({**GOOD, "extra": 1}, "extra"),
        ({**GOOD, "version": 9}, "version"),
        ({**GOOD, "players": "Ann"}, "players"),
        ({**GOOD, "players": [1, 2]}, "players"),
        ({**GOOD, "rules": "riichi"}, "rules"),
        ({**GOOD, "limit": True}, "limit"),
        ({**GOOD, "house": []}, "house"),
        ({**GOOD, "table": "ESWN"}, "table"),
        ({**GOOD, "deals": [1]}, "deals"),
        ({**GOOD, "deals": [{"deal": None}]}, r"deals\[0\].deal"),
    ],
)
def test_json_that_is_no_evening(data: Any, message: str) -> None:
    with pytest.raises(LedgerError, match=message):
        evening_from_json(data)


def test_json_with_a_deal_that_cannot_be() -> None:
    assert evening_from_json({**GOOD, "table": list("ESWN")}).totals()["Ann"] == 0
    with pytest.raises(DealError):
        evening_from_json({**GOOD, "deals": [{"deal": {"winner": "S"}}]})


def test_csv() -> None:
    rows = evening_to_csv(Evening(NAMES).add(won_by("S")).add(DRAWN)).splitlines()
    assert rows[1:] == [
        "1,E,Ann,Bob,30,-60,120,-30,-30,-60,120,-30,-30",
        "2,E,Bob,,,0,0,0,0,-60,120,-30,-30",
    ]


@pytest.mark.parametrize("name", ["=1+1", "+Ann", "-Ann", "@Ann", " =HYPERLINK(1)"])
def test_csv_keeps_names_from_being_formulas(name: str) -> None:
    evening = Evening((name, "Bob", "Cem", "Dee")).add(won_by("E"))
    head, deal = csv.reader(evening_to_csv(evening).splitlines())
    assert head[5] == f"'{name}"
    assert head[9] == f"'{name} total"
    assert deal[2] == deal[3] == f"'{name}"
    assert int(deal[6]) < 0, "changes stay numbers"
