"""Deals for tests from typed hands, without any code of `scoring`."""

from __future__ import annotations

import re
from typing import Any

Json = dict[str, Any]


def codes(text: str) -> list[str]:
    """Tile codes of plain groups: ``22p 6s`` to ``2p 2p 6s``."""
    return [n + suit for numbers, suit in re.findall(r"(\d+)([mpszf])", text) for n in numbers]


def player(text: str, **more: Any) -> Json:
    """One player's tiles; a set followed by ``*`` is the one that the winning tile completed."""
    sets: list[Json] = []
    for opening, inside, star in re.findall(r"([(\[])([^)\]]*)[)\]](\*?)", text):
        a_set: Json = {"tiles": codes(inside), "concealed": opening == "["}
        if star:
            a_set["completed_by_win"] = True
        sets.append(a_set)
    plain = codes(re.sub(r"[(\[][^)\]]*[)\]]\*?", " ", text))
    return {
        "concealed": [c for c in plain if c[1] != "f"],
        "sets": sets,
        "flowers": [c for c in plain if c[1] == "f"],
        **more,
    }


def a_deal(
    hands: dict[str, str], winner: str | None, tile: str = "", by: str = "draw", **more: Any
) -> Json:
    """A deal; keyword arguments that name a part of the win go there, the others to the deal."""
    win: Json = {"tile": tile, "by": by} if tile else {}
    for key in ("from_", "loose_tile", "original_hand", "last_tile", "first_discard"):
        if key in more:
            win[key.rstrip("_")] = more.pop(key)
    return {
        "rules": more.pop("rules", "no-limit"),
        "winner": winner,
        "win": win or None,
        "players": {seat: player(text) for seat, text in hands.items()},
        **more,
    }
