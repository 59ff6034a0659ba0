"""The nearest winning hands to one that is not complete."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.arrange import count_tiles, is_complete
from scoring.notation import parse_hand
from scoring.tiles import INDEX, PLAYING_TILES
from vision.app.nearest import nearest


@pytest.mark.parametrize(
    ("hand", "sets", "missing", "extra"),
    [
        ("1112345678999s", 0, [f"{n}s" for n in range(1, 10)], []),
        ("22p 678s", 3, [], []),
        ("22p 68s", 3, ["7s"], []),
        ("2p", 4, ["2p"], []),
        ("22p 678s 5z", 3, [], ["5z"]),
    ],
)
def test_known_hands(hand: str, sets: int, missing: list[str], extra: list[str]) -> None:
    changes = nearest(parse_hand(hand).codes, sets)
    assert sorted({c for change in changes for c in change.missing}) == missing
    assert sorted({c for change in changes for c in change.extra}) == extra


def test_single_heads() -> None:
    hand = parse_hand("19m 19p 19s 123456z 1z").codes
    assert nearest(hand, 0) == ()
    assert [c.missing for c in nearest(hand, 0, single_heads=True)] == [("7z",)]


def test_too_many_sets() -> None:
    assert nearest(("1m",), 5) == ()


@settings(max_examples=40)
@given(st.lists(st.sampled_from(PLAYING_TILES), min_size=11, max_size=15))
def test_the_change_completes_the_hand(codes: list[str]) -> None:
    for change in nearest(codes, 0):
        after = [*codes, *change.missing]
        for code in change.extra:
            after.remove(code)
        assert len(after) == 14
        assert is_complete(count_tiles(INDEX[c] for c in after), single_heads=False)
