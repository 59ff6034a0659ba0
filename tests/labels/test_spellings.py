"""Class names of other people's label files."""

from __future__ import annotations

import pytest

from vision.labels.codes import LABEL_CODES
from vision.labels.spellings import read_spellings

SPELLED = {
    "1m": "1m m1 1-wan characters-1 one-of-characters 1C character1 crak_1 1man 一万 1萬 wan1 c1 "
    "One-Character 🀇 1-num",
    "5m": "5mr 0m aka5m red-5m 伍萬",
    "9p": "9p 9-dots dot9 9_pin tong-9 nine-of-dots p9 9筒 circle-9 9D",
    "1s": "1s bamboo-1 1-bam sou1 1_tiao 1条 one-of-bamboo bam1 1B 🀐",
    "1z": "1z east E EW honors-east east-wind wind_east 東",
    "2z": "south SW 2z z2",
    "4z": "North-Wind N NW pei",
    "5z": "white WD white-dragon haku honours-white 5z 白",
    "6z": "green GD dragon_green hatsu fa 發 F",
    "7z": "red RD red-dragon zhong 中 🀄 C",
    "1f": "plum 1f flower-1 f1 梅 1F",
    "4f": "bamboo-flower 4f zhu",
    "5f": "spring season-1 5f season_spring 春",
    "8f": "winter season4",
    "0z": "back face-down 0z 🀫",
    "none": "none background",
    "unknown": "unknown ?",
}


@pytest.mark.parametrize(
    ("name", "code"), [(n, code) for code, names in SPELLED.items() for n in names.split()]
)
def test_name_alone(name: str, code: str) -> None:
    assert read_spellings([name]).codes == {name: code}


def test_every_code_means_itself() -> None:
    assert dict(read_spellings(LABEL_CODES).codes) == {code: code for code in LABEL_CODES}


def test_with_spaces_and_capitals() -> None:
    spelled = read_spellings(["One of Characters", "Red Dragon", "3 of Bamboo", "East  Wind"])
    assert list(spelled.codes.values()) == ["1m", "7z", "3s", "1z"]


def test_suits_c_d_b_make_s_a_season() -> None:
    spelled = read_spellings(["1C", "2D", "3B", "1S", "4S", "2F", "EW", "WD"])
    assert list(spelled.codes.values()) == ["1m", "2p", "3s", "5f", "8f", "2f", "1z", "5z"]
    assert read_spellings(["1m", "1p", "1s"]).codes["1s"] == "1s"


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["haku", "hatsu", "chun"], "7z"),
        (["chun", "xia", "qiu"], "5f"),
        (["dong", "nan", "xi", "bei"], "1z"),
        (["plum", "orchid", "bamboo"], "4f"),
    ],
)
def test_company_decides(names: list[str], code: str) -> None:
    assert code in read_spellings(names).codes.values()
    assert read_spellings(names).unknown == ()


@pytest.mark.parametrize(
    "name", ["chun", "dong", "bamboo", "b", "10m", "0", "7", "joker", "", "9f"]
)
def test_unknown_is_listed(name: str) -> None:
    spelled = read_spellings([name, "1m"])
    assert spelled.unknown == (name,)
    assert spelled.codes == {"1m": "1m"}


def test_a_persons_word_goes_first() -> None:
    spelled = read_spellings(
        ["joker", "chun", "1S"], {"joker": "unknown", "chun": "5f", "1S": "5f"}
    )
    assert dict(spelled.codes) == {"joker": "unknown", "chun": "5f", "1S": "5f"}
