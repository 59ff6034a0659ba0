"""A reading in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from readings import reading_of, with_code

from scoring import format_hand, parse_hand
from vision.app.reading_text import reading_text, typed_hand
from vision.reading import Change, Warning_


def test_a_hand_is_shown_as_typed() -> None:
    reading = reading_of({"E": "22p 678s (111z) [9999m] 1f"}, winning={"E": 4})
    assert reading_text(reading) == (
        "table.jpg: 13 tiles read\n"
        "  East (bottom): concealed 22p 678s   table (111z) [9999m]   flowers 1f\n"
        '    as typed: --hand E="22p 678s (111z) [9999m] 1f"\n'
        "    by number: 0=2p 1=2p 2=6s 3=7s 4=8s 5=1z 6=1z 7=1z 8=0z 9=9m 10=9m 11=0z 12=1f\n"
        "    the winning tile: 8s (8 of bamboo)"
    )


def test_doubts_changes_and_warnings_are_named() -> None:
    reading = replace(
        reading_of({"E": "22p 678s (111z)"}, doubtful=[3, 6], loose=["5p"]),
        changes=(Change(3, "1s", "7s", "five 1 of bamboo on the table"),),
        warnings=(Warning_("blur", "The picture is blurred.", (3,)),),
    )
    assert reading_text(reading, picture=2).splitlines() == [
        "table.jpg: 9 tiles read",
        "  East (bottom): concealed 22p 6s 7s? 8s   table (111z)?",
        '    as typed: --hand E="22p 678s (111z)"',
        "    by number: 0=2p 1=2p 2=6s 3=7s 4=8s 5=1z 6=1z 7=1z",
        "  nobody's: 5p",
        "  doubtful: tile 3 is 7s (7 of bamboo?) 99%, see below; or 6s (6 of bamboo) 1%; "
        'to correct it: --fix "2:3=6s"',
        "  doubtful: tile 6 is 1z (East wind?) 99%, but it is not clear what it belongs to; "
        "or 6s (6 of bamboo) 1%; "
        'to correct it: --fix "2:6=6s"',
        "  tile 3 is taken for 7s, not 1s: five 1 of bamboo on the table",
        "  look: The picture is blurred. (tile 3)",
    ]


@pytest.mark.parametrize("typed", ["22p 678s [9999m] (111z) 1f", "123m 11456p", "1234567z", "12f"])
def test_what_is_shown_can_be_typed_back(typed: str) -> None:
    hand = parse_hand(typed)
    reading = reading_of({"S": typed})
    assert parse_hand(typed_hand(reading.players[0], reading)) == hand
    assert format_hand(hand) == typed


def test_a_tile_face_down_cannot_be_typed() -> None:
    reading = with_code(reading_of({"E": "22p 678s"}), 0, "0z")
    assert "as typed" not in reading_text(reading)


def test_a_doubtful_tile_without_alternatives_may_be_confirmed() -> None:
    reading = reading_of({"E": "22p 678s"}, doubtful=[2])
    tiles = tuple(replace(t, alternatives=(), confidence=0.6) for t in reading.tiles)
    (line,) = (x for x in reading_text(replace(reading, tiles=tiles)).splitlines() if "?)" in x)
    assert line == (
        '  doubtful: tile 2 is 6s (6 of bamboo?) 60%; if that is right, say so: --fix "2=6s"'
    )


def test_why_says_how_sure_each_tile_is() -> None:
    reading = reading_of({"E": "22p 678s"})
    levels = (0.999, 0.97, 1.0, 0.62, 0.995)
    tiles = tuple(replace(t, confidence=c) for t, c in zip(reading.tiles, levels, strict=True))
    shown = reading_text(replace(reading, tiles=tiles), why=True)
    assert "    how sure: 3=7s 62.0%, 1=2p 97.0%; 3 tiles over 99%" in shown.splitlines()
    assert "how sure" not in reading_text(reading)
