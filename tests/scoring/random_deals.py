"""Lawful random deals in which rare rules occur often. Plain data; no code of `scoring`."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

Json = dict[str, Any]
SUITS = "mps"
HONORS = [f"{n}z" for n in range(1, 8)]
KINDS = [f"{n}{s}" for s in SUITS for n in range(1, 10)] + HONORS
HEADS = ["1m", "9m", "1p", "9p", "1s", "9s", *HONORS]
WIND_OF = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
HOUSE = {
    "only_place": ["shape", "strict"],
    "dealt_win": ["east", "any"],
    "mandarins": ["on", "off"],
    "mahjongg": [10, 20],
    "completed_pair": ["replace", "add"],
    "open_sequence_draw": [4, 2, 0],
    "fourth_tile": ["on", "off"],
    "first_discard": ["add", "off"],
    "turned_four_on_table": ["yes", "no"],
}


class Wall:
    """The tiles not dealt out yet."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.left = Counter(dict.fromkeys(KINDS, 4))

    def take(self, tiles: list[str]) -> bool:
        """Takes exactly these tiles, or none."""
        wanted = Counter(tiles)
        if any(self.left[tile] < n for tile, n in wanted.items()):
            return False
        self.left -= wanted
        return True

    def give_back(self, tiles: list[str]) -> None:
        self.left += Counter(tiles)

    def any_of(self, kinds: list[str], number: int) -> list[str]:
        """Tiles at random, of these kinds as long as there are any."""
        drawn: list[str] = []
        for _ in range(number):
            pool = [k for k in kinds for _ in range(self.left[k])] or list(self.left.elements())
            tile = self.random.choice(pool)
            self.left[tile] -= 1
            drawn.append(tile)
        return drawn

    def a_set(self, kinds: list[str], runs: float, fours: float) -> list[str] | None:
        """Three or four alike, or a run, within these kinds."""
        for _ in range(20):
            tile = self.random.choice(kinds)
            tiles = [tile] * (4 if self.random.random() < fours else 3)
            if self.random.random() < runs and tile[1] != "z" and int(tile[0]) <= 7:
                tiles = [f"{int(tile[0]) + i}{tile[1]}" for i in range(3)]
            if all(t in kinds for t in tiles) and self.take(tiles):
                return tiles
        return None


def of_suit(suit: str) -> list[str]:
    return [f"{n}{suit}" for n in range(1, 10)]


def kinds_at_random(random: Random) -> list[str]:
    """Which kinds a hand is made of."""
    suit = random.choice(SUITS)
    low = random.randint(1, 5)
    narrow = [f"{n}{suit}" for n in range(low, low + 5)]
    return random.choice(
        [
            KINDS,
            KINDS,
            of_suit(suit),
            of_suit(suit) + HONORS,
            of_suit(suit) + HONORS,
            narrow,
            narrow,
            HONORS,
            HEADS,
        ]
    )


def special_sets(random: Random) -> list[list[str]]:
    """Sets that a rare hand begins with."""
    winds = random.sample(HONORS[:4], 4)
    fixed = random.choice([HONORS[4:], winds[:3], winds, HONORS[4:6], [random.choice(HONORS)]])
    random.shuffle(fixed)
    return [[tile] * (4 if random.random() < 0.15 else 3) for tile in fixed]


def winning_sets(random: Random, wall: Wall) -> tuple[list[list[str]], str] | None:
    """Four sets and a pair's kind."""
    kinds = kinds_at_random(random)
    runs, fours = random.choice([0, 0.3, 0.7, 1.0]), random.choice([0, 0.1, 0.3, 1.0])
    sets = special_sets(random) if random.random() < 0.25 else []
    if not all(wall.take(s) for s in sets):
        return None
    while len(sets) < 4:
        a_set = wall.a_set(kinds, runs, fours)
        if a_set is None:
            return None
        sets.append(a_set)
    pairs = [k for k in kinds if wall.left[k] >= 2]
    if random.random() < 0.3:
        pairs = [k for k in HONORS if wall.left[k] >= 2]
    if not pairs:
        return None
    pair = random.choice(pairs)
    wall.take([pair] * 2)
    return sets, pair


def lay_out(random: Random, sets: list[list[str]], pair: str) -> Json:
    """Some sets in hand, some on the table."""
    hand: Json = {"concealed": [pair] * 2, "sets": []}
    on_table = random.choice([0, 0, 0.2, 0.75, 1.0])
    held_back = random.choice([None, *sets])
    for a_set in sets:
        if len(a_set) == 4 or (random.random() < on_table and a_set is not held_back):
            turned = len(a_set) == 4 and random.random() < 0.5
            tiles = random.sample(a_set, len(a_set))
            hand["sets"].append({"tiles": tiles, "concealed": turned})
        else:
            hand["concealed"] += a_set
    random.shuffle(hand["sets"])
    random.shuffle(hand["concealed"])
    return hand


def winner_hand(random: Random, wall: Wall, single_heads: bool) -> Json:
    if single_heads:
        tiles = [*HEADS, random.choice(HEADS)]
        wall.take(tiles)
        return {"concealed": random.sample(tiles, 14), "sets": []}
    while True:
        before = wall.left.copy()
        found = winning_sets(random, wall)
        if found is not None:
            return lay_out(random, *found)
        wall.left = before


def how_won(random: Random, hand: Json, deal: Json) -> Json:
    """The win, lawful for the hand; may mark a set on the table as completed by it."""
    winner, table = deal["winner"], deal["table"]
    threes = [s for s in hand["sets"] if len(s["tiles"]) == 3]
    win: Json = {"by": random.choice(["draw", "discard"])}
    if threes and random.random() < 0.25:
        a_set = random.choice(threes)
        win["tile"] = random.choice(a_set["tiles"])
        if random.random() < 0.8:
            a_set["completed_by_win"] = True
    else:
        honors = [t for t in hand["concealed"] if t[1] == "z"]
        win["tile"] = random.choice(
            honors if honors and random.random() < 0.3 else hand["concealed"]
        )
    foreign = [s for s in hand["sets"] if not s.get("completed_by_win")]
    dealt = winner == "E" or deal["house"].get("dealt_win") == "any"
    if win["by"] == "draw":
        if not hand["sets"] and dealt and random.random() < 0.3:
            win["original_hand"] = True
            return win
        four = any(len(s["tiles"]) == 4 for s in hand["sets"])
        win["loose_tile"] = four and random.random() < 0.4
        win["last_tile"] = random.random() < 0.2
        return win
    if not foreign and winner != "E" and random.random() < 0.3:
        win["first_discard"] = True
        return win
    if random.random() < 0.85:
        win["from"] = random.choice([s for s in table if s != winner])
    return win


def other_hand(random: Random, wall: Wall, deal: Json, discarder: bool) -> Json:
    """Thirteen tiles of somebody who did not win, with much that scores."""
    kinds = kinds_at_random(random)
    tile = (deal.get("win") or {}).get("tile")
    if discarder and random.random() < 0.3 and tile:
        kinds = HEADS if tile[1] == "z" else of_suit(tile[1])
    sets: list[list[str]] = []
    if random.random() < (0.6 if discarder else 0.3):
        sets += [s for s in special_sets(random) if wall.take(s)]
    wanted = 4 if discarder and random.random() < 0.6 else random.randint(0, 4)
    runs, fours = random.choice([0, 0.5]), random.choice([0, 0.3])
    while len(sets) < wanted:
        a_set = wall.a_set(kinds, runs, fours)
        if a_set is None:
            break
        sets.append(a_set)
    hand = lay_out(random, sets[:4], "")
    for unused in sets[4:]:
        wall.give_back(unused)
    hand["concealed"] = [t for t in hand["concealed"] if t]
    missing = 13 - 3 * len(hand["sets"]) - len(hand["concealed"])
    pairs = [k for k in HONORS if wall.left[k] >= 2]
    if missing >= 2 and pairs and random.random() < 0.5:
        pair = random.choice(pairs)
        wall.take([pair] * 2)
        hand["concealed"] += [pair] * 2
        missing -= 2
    hand["concealed"] += wall.any_of(kinds, missing)
    return hand


def random_house(random: Random) -> Json:
    return {k: random.choice(v[1:]) for k, v in HOUSE.items() if random.random() < 0.2}


def deal_flowers(random: Random, players: Json) -> None:
    if random.random() < 0.4:
        for n in range(1, 9):
            seat = random.choice([*players, None])
            if seat:
                players[seat].setdefault("flowers", []).append(f"{n}f")


def random_deal(random: Random) -> Json:
    """One lawful deal."""
    deal: Json = {
        "rules": random.choice(["no-limit", "limit", "limit"]),
        "limit": random.choice([300, 300, 100, 400, 600, 1000]),
        "round_wind": random.choice("ESWN"),
        "table": random.choice([list("ESWN")] * 4 + [list("ESW"), list("EWN"), list("EN")]),
        "house": random_house(random),
        "players": {},
    }
    if deal["rules"] == "limit" and random.random() < 0.08:
        return penalty_deal(random, deal)
    deal["winner"] = random.choice(deal["table"])
    wall = Wall(random)
    single_heads = deal["rules"] == "limit" and random.random() < 0.03
    hand = winner_hand(random, wall, single_heads)
    deal["win"] = how_won(random, hand, deal)
    deal["players"][deal["winner"]] = hand
    add_others(random, wall, deal)
    if random.random() < 0.02:
        deal["winner"] = deal["win"] = None
        for player in deal["players"].values():
            for a_set in player["sets"]:
                a_set.pop("completed_by_win", None)
        return deal
    if deal["rules"] == "limit":
        deal["reckless"] = random.choice(["auto"] * 10 + ["excused", "declared"])
    return deal


def add_others(random: Random, wall: Wall, deal: Json) -> None:
    known = random.choice([1.0, 1.0, 1.0, 0.7, 0.0])
    for seat in random.sample(deal["table"], len(deal["table"])):
        discarder = seat == deal["win"].get("from")
        if seat == deal["winner"] or random.random() >= known:
            continue
        hand = other_hand(random, wall, deal, discarder)
        if random.random() < 0.05:
            hand["dead"] = True
            hand["concealed"] = hand["concealed"][: random.choice([0, 5, 20])]
            hand["sets"] = hand["sets"] if hand["concealed"] else []
        deal["players"][seat] = hand
    deal_flowers(random, deal["players"])


def penalty_deal(random: Random, deal: Json) -> Json:
    table = deal["table"]
    deal["winner"] = deal["win"] = None
    if random.random() < 0.3:
        deal["penalties"] = [{"kind": "false-mahjongg", "by": random.choice(table)}]
        return deal
    wall = Wall(random)
    deal["penalties"] = []
    for seat in random.sample(table, random.choice([1, 1, 1, 2])):
        heads = random.sample(HEADS, random.randint(9, 13))
        wall.take(heads)
        middle = [k for k in KINDS if k not in HEADS]
        rest = wall.any_of(middle, (14 if seat == "E" else 13) - len(heads))
        deal["players"][seat] = {"concealed": [*heads, *rest], "sets": []}
        deal["penalties"].append({"kind": "washing", "by": seat})
    return deal
