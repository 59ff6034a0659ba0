"""How the field spells tile classes: words for suits, numbers, winds, dragons, flowers, seasons.

Words are compared in lower case, accents and punctuation removed. Where a word means one thing in
one naming and another in the next, it stands in `AMBIGUOUS` with the company that decides.
"""

from __future__ import annotations

from typing import Final

from vision.labels.codes import FACE_DOWN, NOT_A_TILE, UNKNOWN


def _spread(table: dict[str, str]) -> dict[str, str]:
    """Meaning -> words between bars, turned into word -> meaning."""
    return {word.strip(): code for code, words in table.items() for word in words.split("|")}


NUMBERS: Final[dict[str, int]] = {
    word: int(number)
    for word, number in _spread({
        "1": "1|one|一|壹|yi", "2": "2|two|二|貳|两|er", "3": "3|three|三|叁|san",
        "4": "4|four|四|肆|si", "5": "5|five|五|伍|wu", "6": "6|six|六|陸|liu",
        "7": "7|seven|七|柒|qi", "8": "8|eight|八|捌|ba", "9": "9|nine|九|玖|jiu",
    }).items()
}  # fmt: skip

SUITS: Final[dict[str, str]] = _spread({
    "m": "m|c|man|mans|wan|wans|w|crak|craks|crack|cracks|character|characters|char|chars|manzu|"
         "wanzi|myriad|myriads|num|number|numbers|万|萬|萬子|万子",
    "p": "p|d|pin|pins|dot|dots|circle|circles|tong|tongzi|pinzu|ball|balls|t|coin|coins|wheel|"
         "wheels|筒|餅|饼|筒子",
    "s": "s|b|sou|sous|so|bam|bams|bamboo|bamboos|tiao|tiaozi|souzu|stick|sticks|suo|suozi|"
         "索|条|條|索子",
})  # fmt: skip

WHOLE: Final[dict[str, str]] = _spread({
    "1z": "east|ew|east wind|eastwind|wind east|wind e|ton|tan|東|东|东风|東風",
    "2z": "south|sw|south wind|southwind|wind south|wind s|nan|南|南风|南風",
    "3z": "west|ww|west wind|westwind|wind west|wind w|shaa|sha|xi|西|西风|西風",
    "4z": "north|nw|north wind|northwind|wind north|wind n|pei|pe|bei|北|北风|北風",
    "5z": "white|wd|white dragon|dragon white|whitedragon|haku|bai|baiban|blank|soap|wh|"
          "白|白板|白龙|白龍",
    "6z": "green|gd|green dragon|dragon green|greendragon|hatsu|fa|facai|gr|發|发|发财|發財|発",
    "7z": "red|rd|red dragon|dragon red|reddragon|zhong|hongzhong|中|红中|紅中",
    "1f": "plum|plum blossom|plum flower|flower plum|mei|ume|梅",
    "2f": "orchid|orchid flower|flower orchid|lan|ran|蘭|兰",
    "3f": "chrysanthemum|mum|chrysanthemum flower|flower chrysanthemum|ju|kiku|菊",
    "4f": "bamboo flower|flower bamboo|bamboo plant|zhu|take|竹",
    "5f": "spring|season spring|haru|春",
    "6f": "summer|season summer|xia|natsu|夏",
    "7f": "autumn|fall|season autumn|season fall|qiu|aki|秋",
    "8f": "winter|season winter|fuyu|冬",
    FACE_DOWN: "back|tile back|facedown|face down|backside|reverse|ura|背|牌背|裏|"
               "\N{MAHJONG TILE BACK}",
    NOT_A_TILE: "none|not a tile|no tile|nothing|background|false alarm",
    UNKNOWN: "unknown|unknown tile|unclear|unreadable|?",
})  # fmt: skip

FLOWERS: Final = ("f", "flower", "flowers", "hua", "花")
SEASONS: Final = ("season", "seasons", "ji", "季")
FAMILIES: Final = frozenset({
    "honor", "honors", "honour", "honours", "bonus", "bonuses", "suit", "tile", "mahjong", "mj",
    "of", "the", "no", "zi", "red", "aka", "r", "simple", "simples", "terminal",
})  # fmt: skip
"""Words beside the name that say nothing of their own (a red five is the plain five)."""

SINGLE: Final[dict[str, str]] = {
    "e": "1z", "n": "4z", "w": "3z", "s": "2z", "p": "5z", "f": "6z", "c": "7z",
}  # fmt: skip
"""Bare letters of honours, as E S W N P F C; P for the white, F fa, C chun."""

AMBIGUOUS: Final[dict[str, tuple[tuple[str, frozenset[str]], ...]]] = {
    "chun": (
        ("7z", frozenset({"haku", "hatsu", "green", "white", "ton", "shaa", "pei"})),
        ("5f", frozenset({"xia", "qiu", "dongtian"})),
    ),
    "dong": (
        ("1z", frozenset({"bei", "nan", "xi"})),
        ("8f", frozenset({"xia", "qiu"})),
    ),
    "bamboo": (("4f", frozenset({"plum", "orchid", "chrysanthemum", "mum"})),),
    "b": ((FACE_DOWN, frozenset({"e", "n", "c", "f"})),),
}
"""Word -> meanings, each with the words one of which must be among the other classes."""

AMERICAN_SUITS: Final = frozenset("bcd")
"""Suits named by C D B; then S is a season, as in 1C 1D 1B 1F 1S."""
