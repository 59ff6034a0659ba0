"""Typed hands."""

from __future__ import annotations

from random import Random

import pytest

from scoring import NotationError, format_hand, parse_hand, parse_tile
from scoring.notation import to_unicode
from scoring.tiles import PLAYING_TILES


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("22p 678s (111z) [9999m] 1f", "22p 678s (111z) [9999m] 1f"),
        ("1m2m 3 m", "123m"),
        ("  3M2m1m ", "123m"),
        ("(321s)", "(123s)"),
        ("0p 0m 0s", "5m 5p 5s"),
        ("[🀫🀇🀇🀫]", "[1111m]"),
        ("[0z 5s 5s 0z]", "[5555s]"),
        ("🀀🀁🀂🀃🀆🀅🀄", "1234567z"),
        ("🀇🀏 🀐🀘 🀙🀡", "19m 19p 19s"),
        ("🀢🀣🀥🀤🀦🀧🀨🀩", "12345678f"),
        ("🀄\ufe0e🀄\ufe0f", "77z"),
        ("", ""),
    ],
)
def test_reading(text: str, canonical: str) -> None:
    hand = parse_hand(text)
    assert format_hand(hand) == canonical
    assert parse_hand(canonical) == hand
    assert parse_hand(to_unicode(hand)) == hand


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("12p 8z", 4),
        ("12 (111z)", 0),
        ("22p 9f", 4),
        ("22x", 2),
        ("p", 0),
        ("(111z", 0),
        ("111z)", 4),
        ("((11z)", 1),
        ("(11z]", 4),
        ("22p (112z)", 4),
        ("22p ()", 4),
        ("[111z]", 0),
        ("(1111f)", 0),
        ("1z 0z", 3),
        ("5", 0),
        ("5🀄", 0),
    ],
)
def test_errors_point_at_the_character(text: str, position: int) -> None:
    with pytest.raises(NotationError) as refusal:
        parse_hand(text)
    assert refusal.value.position == position
    *_, shown, caret = str(refusal.value).splitlines()
    assert caret.index("^") - 2 == position
    assert shown.strip() == text.strip()
    assert refusal.value.to_problem("S").seat == "S"


@pytest.mark.parametrize("text", ["", "5p5p", "1f", "0z", "(5p)"])
def test_one_tile(text: str) -> None:
    with pytest.raises(NotationError):
        parse_tile(text)


def test_round_trip_of_random_hands() -> None:
    random = Random(5)
    for _ in range(500):
        codes = random.choices(PLAYING_TILES, k=random.randint(0, 14))
        kind = random.choice(PLAYING_TILES)
        sets = random.choices(["", f"({kind * 3})", f"[{kind * 4}]", "(123s)"], k=2)
        hand = parse_hand(" ".join([*codes, *sets]))
        assert parse_hand(format_hand(hand)) == hand
        assert parse_hand(to_unicode(hand)) == hand
