"""Corrections by a person."""

from __future__ import annotations

import pytest

from vision.app.fixes import Fix, check_fixes, fixes_for, parse_fixes
from vision.errors import UsageError


@pytest.mark.parametrize(
    ("texts", "fixes"),
    [
        ([], []),
        (["12=5p"], [Fix(1, 12, "5p")]),
        (["12=-"], [Fix(1, 12, "-")]),
        (["2:12=5p"], [Fix(2, 12, "5p")]),
        (["1=5P, 2=0z", "3=7f"], [Fix(1, 1, "5p"), Fix(1, 2, "0z"), Fix(1, 3, "7f")]),
        ([" 6 = 5p ", "2: 7 =-"], [Fix(1, 6, "5p"), Fix(2, 7, "-")]),
        (["4=🀄", "5=0s"], [Fix(1, 4, "7z"), Fix(1, 5, "5s")]),
    ],
)
def test_forms(texts: list[str], fixes: list[Fix]) -> None:
    assert parse_fixes(texts) == fixes


@pytest.mark.parametrize(
    "text",
    [
        "12",
        "=5p",
        "12=",
        "a=5p",
        "12=5q",
        "12=8z",
        "12=55p",
        "1=(111p)",
        "٣=5p",
        "9" * 5000 + "=5p",
    ],
)
def test_nonsense_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(UsageError, match="--fix") as caught:
        parse_fixes([text])
    assert "\n" not in str(caught.value)


def test_the_last_correction_of_a_tile_counts() -> None:
    fixes = parse_fixes(["1=5p", "2:1=6p", "1=7p"])
    assert fixes_for(fixes, 1) == {1: "7p"}
    assert fixes_for(fixes, 2) == {1: "6p"}


def test_what_does_not_exist_is_complained_about() -> None:
    fixes = parse_fixes(["3=5p", "14=5p", "2:0=5p", "3:0=5p"])
    complaints = check_fixes(fixes, {1: range(14), 2: ()})
    assert len(complaints) == 3
    assert "picture 1 has no tile 14 (its tiles are 0 to 13" in complaints[0]
    assert "picture 2 has no tile 0 (no tile was read in it" in complaints[1]
    assert "there is no picture 3" in complaints[2]
