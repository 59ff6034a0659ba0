"""Scans of the book's illustrations: hands and whole tables, from print.

The prints are grey, so the three dragons stand for each other. Of a single hand the tiles and the
sets must be right, of a table of four the tiles of every player.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vision.reading import PlayerReading, Reading

DRAGONS = {"5z": "D", "6z": "D", "7z": "D"}

Hand = tuple[Counter[str], Counter[tuple[bool, tuple[str, ...]]]]
"""Codes in hand; sets as whether they lie turned down and their sorted codes."""


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """One illustration: its truth by seat, or the one hand it shows."""

    name: str
    path: Path
    hands: dict[str, Hand]
    table: bool


def scans(shared: Path) -> list[Scan]:
    """All scans with their truth; a picture that serves several examples is listed once."""
    data = json.loads((shared / "rules" / "examples.json").read_text(encoding="utf-8"))
    found: dict[str, Scan] = {}
    for kind in ("hands", "layouts", "penalty_positions", "misc"):
        for entry in data[kind]:
            image = entry.get("image")
            path = shared / "book" / str(image)
            if image and image not in found and path.is_file():
                found[image] = Scan(image, path, _hands(kind, entry), kind == "layouts")
    return sorted(found.values(), key=lambda s: s.name)


def _hands(kind: str, entry: dict[str, Any]) -> dict[str, Hand]:
    if kind == "misc":
        sets = [(s["state"] == "concealed", s["tiles"]) for s in entry["exposed"]]
        return {"": _hand(entry["hand"], sets)}
    deal = entry["deal"]
    pictured = entry.get("pictured", {})
    if kind == "layouts":
        return {seat: _of(pictured.get(seat, hand)) for seat, hand in deal["players"].items()}
    hand = pictured or deal["players"][deal["winner"]]
    if kind == "penalty_positions":  # shown before the last tile is claimed
        concealed = list(hand["concealed"])
        concealed.remove(deal["win"]["tile"])
        hand = {**hand, "concealed": concealed}
    return {"": _of(hand)}


def _of(hand: dict[str, Any]) -> Hand:
    return _hand(hand["concealed"], [(s["concealed"], s["tiles"]) for s in hand["sets"]])


def _hand(concealed: list[str], sets: list[tuple[bool, list[str]]]) -> Hand:
    return (
        Counter(_grey(c) for c in concealed),
        Counter((down, tuple(sorted(_grey(c) for c in tiles))) for down, tiles in sets),
    )


def _grey(code: str) -> str:
    return DRAGONS.get(code, code)


def read_exactly(scan: Scan, reading: Reading) -> bool:
    """Whether a scan's reading is right, see the module."""
    if scan.table:
        read = {p.seat: _tiles(_read(p, reading)) for p in reading.players}
        return read == {seat: _tiles(hand) for seat, hand in scan.hands.items()}
    hands = [_read(p, reading) for p in reading.players if p.concealed or p.sets]
    return hands == [scan.hands[""]] and not any(p.flowers for p in reading.players)


def _read(player: PlayerReading, reading: Reading) -> Hand:
    code = {t.id: t.code for t in reading.tiles}
    return _hand(
        [code[t] for t in player.concealed], [(s.concealed, list(s.codes)) for s in player.sets]
    )


def _tiles(hand: Hand) -> Counter[str]:
    """All tiles of a hand, turned-down fours counting as what they are."""
    concealed, sets = hand
    return concealed + Counter(c for (_, codes), n in sets.items() for c in codes * n)
