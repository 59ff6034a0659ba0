"""The rules a second time, as plainly as they can be written: no tables, no cleverness.

Shares no code with `scoring`: a deal in JSON form goes in, plain numbers come out. It trusts the
deal to be lawful; only a reckless discard declared without its conditions is refused.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

Json = dict[str, Any]
SUITED = [f"{n}{s}" for s in "mps" for n in range(1, 10)]
HONORS = [f"{n}z" for n in range(1, 8)]
KINDS = SUITED + HONORS
HEADS = ["1m", "9m", "1p", "9p", "1s", "9s", *HONORS]
WINDS = ["1z", "2z", "3z", "4z"]
DRAGONS = ["5z", "6z", "7z"]
WIND_OF = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
DEFAULTS = {
    "only_place": "shape",
    "dealt_win": "east",
    "mandarins": "on",
    "mahjongg": "10",
    "completed_pair": "replace",
    "open_sequence_draw": "4",
    "fourth_tile": "on",
    "first_discard": "add",
    "turned_four_on_table": "yes",
}


class RefusedError(Exception):
    """Declared reckless without the conditions."""


def settle(deal: Json) -> Json:
    """Scores by seat, net, the reckless verdict and whether all is known."""
    deal = {"limit": 300, "round_wind": "E", "table": list("ESWN"), "reckless": "auto", **deal}
    deal["house"] = {**DEFAULTS, **{k: str(v) for k, v in deal.get("house", {}).items()}}
    net = dict.fromkeys(deal["table"], 0)
    answer: Json = {"scores": {}, "net": net, "reckless": None, "complete": True}
    if deal.get("penalties"):
        for penalty in deal["penalties"]:
            pay_penalty(deal, penalty, net)
        return answer
    if deal["winner"] is None:
        return answer
    scores = answer["scores"]
    for seat, hand in deal["players"].items():
        if seat == deal["winner"]:
            scores[seat], table_before, best_sets = winner_score(deal, seat, hand)
        else:
            scores[seat] = loser_score(deal, seat, hand)
    verdict = reckless(deal, table_before, best_sets)
    answer["reckless"] = verdict
    if verdict and verdict["applied"]:
        winner = deal["winner"]
        for seat in deal["table"]:
            if seat != winner:
                move(
                    net, verdict["by"], winner, amount(deal, scores[winner]["score"], seat, winner)
                )
        return answer
    pay_scores(deal, scores, net)
    answer["complete"] = all(seat in scores for seat in deal["table"])
    return answer


def move(net: dict[str, int], payer: str, payee: str, money: int) -> None:
    net[payer] -= money
    net[payee] += money


def amount(deal: Json, money: int, one: str, other: str) -> int:
    if deal["rules"] == "limit" and money > deal["limit"]:
        money = deal["limit"]
    if one == "E" or other == "E":
        money = money * 2
    return money


def pay_scores(deal: Json, scores: Json, net: dict[str, int]) -> None:
    winner = deal["winner"]
    for seat in deal["table"]:
        if seat != winner:
            move(net, seat, winner, amount(deal, scores[winner]["score"], seat, winner))
    losers = [seat for seat in deal["table"] if seat != winner and seat in scores]
    for one, other in combinations(losers, 2):
        difference = scores[one]["score"] - scores[other]["score"]
        if difference > 0:
            move(net, other, one, amount(deal, difference, one, other))
        if difference < 0:
            move(net, one, other, amount(deal, -difference, one, other))


def pay_penalty(deal: Json, penalty: Json, net: dict[str, int]) -> None:
    by = penalty["by"]
    for seat in deal["table"]:
        if seat == by:
            continue
        if penalty["kind"] == "washing":
            heads = len({t for t in deal["players"][by]["concealed"] if t in HEADS})
            price = {9: 50, 10: 70, 11: 100, 12: 150, 13: 200}[heads]
            move(net, seat, by, price)
        elif "E" in (seat, by):
            move(net, by, seat, deal["limit"])
        else:
            move(net, by, seat, deal["limit"] // 2)


def all_tiles(hand: Json) -> list[str]:
    return hand["concealed"] + [t for s in hand["sets"] for t in s["tiles"]]


def is_run(tiles: list[str]) -> bool:
    return tiles[0] != tiles[1]


def take(tiles: list[str], *wanted: str) -> list[str] | None:
    """The tiles without the wanted ones; None when one is not there."""
    rest = list(tiles)
    for tile in wanted:
        if tile not in rest:
            return None
        rest.remove(tile)
    return rest


def next_tile(tile: str, steps: int) -> str:
    if tile[1] == "z" or int(tile[0]) + steps > 9:
        return "no such tile"
    return f"{int(tile[0]) + steps}{tile[1]}"


def into_sets(tiles: list[str]) -> list[list[list[str]]]:
    """Every way to use up all tiles in threes."""
    if not tiles:
        return [[]]
    first = min(tiles)
    ways = []
    for three in (
        [first, first, first],
        [first, next_tile(first, 1), next_tile(first, 2)],
    ):
        rest = take(tiles, *three)
        if rest is not None:
            ways += [[three, *way] for way in into_sets(rest)]
    return ways


def into_hand(tiles: list[str]) -> list[tuple[list[list[str]], str]]:
    """Every way to see the tiles as threes and one pair."""
    ways = []
    for pair in sorted(set(tiles)):
        rest = take(tiles, pair, pair)
        if rest is not None:
            ways += [(way, pair) for way in into_sets(rest)]
    return ways


def thirteen_heads(tiles: list[str]) -> bool:
    return len(tiles) == 14 and set(tiles) == set(HEADS)


def wins(deal: Json, tiles: list[str]) -> bool:
    return bool(into_hand(tiles)) or (deal["rules"] == "limit" and thirteen_heads(tiles))


def winning_kinds(deal: Json, in_hand: list[str], own: list[str]) -> list[str]:
    return [k for k in KINDS if own.count(k) < 4 and wins(deal, [*in_hand, k])]


def suits_of(tiles: list[str]) -> tuple[int, bool]:
    """How many number suits there are, and whether there are honors."""
    suits = {t[1] for t in tiles}
    return len(suits - {"z"}), "z" in suits


def is_three_or_four(a_set: Json) -> bool:
    return not is_run(sorted(a_set["tiles"]))


def set_points(deal: Json, a_set: Json, winner: bool) -> int:
    tiles = sorted(a_set["tiles"])
    if is_run(tiles):
        return 0
    head = tiles[0] in HEADS
    if len(tiles) == 4:
        points = 16 if head else 8
        return points * 2 if a_set["concealed"] else points
    points = 4 if head else 2
    if not a_set["concealed"]:
        return points
    if winner and deal["rules"] == "limit":
        return 10 if head else 6
    return points * 2


def pair_points(deal: Json, seat: str, tile: str) -> int:
    if tile in DRAGONS:
        return 2
    if deal["rules"] == "no-limit":
        return 2 if tile == WIND_OF[seat] else 0
    if tile == WIND_OF[seat] and tile == WIND_OF[deal["round_wind"]]:
        return 4
    return 2 if tile in (WIND_OF[seat], WIND_OF[deal["round_wind"]]) else 0


def set_doubles(deal: Json, seat: str, tile: str) -> int:
    if tile in DRAGONS:
        return 1
    if tile == WIND_OF[seat]:
        return 2 if deal["rules"] == "limit" and deal["round_wind"] == seat else 1
    return 0


def mandarin_doubles(deal: Json, seat: str, hand: Json) -> int:
    if deal["house"]["mandarins"] == "off":
        return 0
    number = "ESWN".index(seat) + 1
    return sum(1 for f in hand.get("flowers", []) if f in (f"{number}f", f"{number + 4}f"))


def loser_score(deal: Json, seat: str, hand: Json) -> Json:
    if hand.get("dead"):
        return {"points": 0, "doubles": 0, "score": 0, "limit": set()}
    points = doubles = 0
    for a_set in hand["sets"]:
        points += set_points(deal, a_set, winner=False)
        if is_three_or_four(a_set):
            doubles += set_doubles(deal, seat, a_set["tiles"][0])
    for tile in set(hand["concealed"]):
        number = hand["concealed"].count(tile)
        if number >= 3:
            points += set_points(deal, {"tiles": [tile] * 3, "concealed": True}, winner=False)
            doubles += set_doubles(deal, seat, tile)
        if number == 2:
            points += pair_points(deal, seat, tile)
    if deal["rules"] == "no-limit":
        suits, honors = suits_of(all_tiles(hand))
        if suits == 1 and honors:
            doubles += 1
        if suits == 1 and not honors:
            doubles += 3
        if suits == 0:
            doubles += 3
    doubles += mandarin_doubles(deal, seat, hand)
    return {"points": points, "doubles": doubles, "score": points * 2**doubles, "limit": set()}


def places(deal: Json, hand: Json) -> list[tuple[list[Json], str, Any, list[Json]]]:
    """Every way to see the winner's hand.

    Each is its sets, its pair, what the winning tile completed ("pair", a set, or None) and the
    sets that lay on the table before.
    """
    win = deal["win"]
    drawn = win["by"] == "draw"
    tile = win.get("tile")
    table = [{**s, "tiles": sorted(s["tiles"])} for s in hand["sets"]]
    flagged = [i for i, s in enumerate(table) if s.get("completed_by_win")]
    if not flagged and tile not in hand["concealed"] and not win.get("original_hand"):
        flagged = [i for i, s in enumerate(table) if tile in s["tiles"] and len(s["tiles"]) == 3]
    found = []
    for threes, pair in into_hand(sorted(hand["concealed"])):
        own = [{"tiles": three, "concealed": True} for three in threes]
        if win.get("original_hand"):
            found.append((own + table, pair, None, table))
            continue
        for i in flagged:
            done = {**table[i], "concealed": drawn}
            before = table[:i] + table[i + 1 :]
            found.append((own + before + [done], pair, done, before))
        if flagged:
            continue
        if pair == tile:
            found.append((own + table, pair, "pair", table))
        for i, a_set in enumerate(own):
            if tile in a_set["tiles"]:
                done = {**a_set, "concealed": drawn}
                found.append((own[:i] + own[i + 1 :] + table + [done], pair, done, table))
    return found


def closed(run: list[str], tile: str) -> bool:
    if tile == run[1]:
        return True
    return (run[0][0] == "1" and tile == run[2]) or (run[0][0] == "7" and tile == run[0])


def limit_names(deal: Json, sets: list[Json], pair: str) -> set[str]:
    names = set()
    alike = [s["tiles"][0] for s in sets if is_three_or_four(s)]
    if len(alike) == 4 and all(t in HEADS for t in [*alike, pair]):
        names.add("all heads")
    winds = [t for t in alike if t in WINDS]
    if len(winds) == 4:
        names.add("four wind sets")
    if len(winds) == 3 and pair in WINDS:
        names.add("three wind sets + pair of fourth")
    if all(len(s["tiles"]) == 4 for s in sets):
        names.add("all fours")
    if deal["win"].get("original_hand"):
        names.add("hand won as dealt")
    if all(d in alike for d in DRAGONS):
        names.add("three dragon sets")
    return names


def winner_score(deal: Json, seat: str, hand: Json) -> tuple[Json, list[Json], list[Json]]:
    """The best score, the table before the win, the sets of the best way."""
    limit = deal["limit"]
    best: Any = None
    if deal["rules"] == "limit" and not hand["sets"] and thirteen_heads(hand["concealed"]):
        names = {"single heads"}
        if deal["win"].get("original_hand"):
            names.add("hand won as dealt")
        return {"points": None, "doubles": None, "score": limit, "limit": names}, [], []
    for sets, pair, done, before in places(deal, hand):
        names = limit_names(deal, sets, pair) if deal["rules"] == "limit" else set()
        if names:
            score = {"points": None, "doubles": None, "score": limit, "limit": names}
            return score, before, sets
        points = winner_points(deal, seat, hand, sets, pair, done)
        doubles = winner_doubles(deal, seat, hand, sets, done, before)
        total = points * 2**doubles
        if (
            deal["rules"] == "limit"
            and deal["win"].get("first_discard")
            and deal["house"]["first_discard"] == "add"
        ):
            total += limit // 2
        if best is None or total > best[0]["score"]:
            score = {"points": points, "doubles": doubles, "score": total, "limit": set()}
            best = {**score, "ties": []}, before, sets
        if total == best[0]["score"]:
            best[0]["ties"].append((points, doubles))
    return best


def winner_points(deal: Json, seat: str, hand: Json, sets: list[Json], pair: str, done: Any) -> int:
    win, house = deal["win"], deal["house"]
    drawn, dealt = win["by"] == "draw", win.get("original_hand")
    others = sum(set_points(deal, s, winner=True) for s in sets)
    runs = [s for s in sets if not is_three_or_four(s)]
    plain_pair = pair_points(deal, seat, pair)
    if deal["rules"] == "no-limit":
        others += plain_pair
        if not runs:
            others += 10
        if not dealt:
            others += 10 if win.get("loose_tile") else 0
            others += 2 if drawn else 0
            others += 2 if fills_only_place(deal, hand, done) else 0
        return 20 + (others or 10)
    if done == "pair":
        others += completed_pair(deal, seat, pair, drawn)
        if house["completed_pair"] == "add":
            others += plain_pair
    else:
        others += plain_pair
        if done is not None and not is_three_or_four(done):
            if closed(done["tiles"], win["tile"]):
                others += 4 if drawn else 2
            elif drawn:
                others += int(house["open_sequence_draw"])
    return int(house["mahjongg"]) + (others or 10)


def completed_pair(deal: Json, seat: str, pair: str, drawn: bool) -> int:
    if pair == WIND_OF[seat] and deal["round_wind"] == seat:
        return 8 if drawn else 6
    if pair in HEADS:
        return 6 if drawn else 4
    return 4 if drawn else 2


def fills_only_place(deal: Json, hand: Json, done: Any) -> bool:
    tile = deal["win"]["tile"]
    if deal["house"]["only_place"] == "shape":
        if done == "pair":
            return True
        return not is_three_or_four(done) and closed(done["tiles"], tile)
    in_hand = list(hand["concealed"])
    own = all_tiles(hand)
    own.remove(tile)
    if tile in in_hand and not any(s.get("completed_by_win") for s in hand["sets"]):
        in_hand.remove(tile)
    else:
        sets = [s for s in hand["sets"] if s.get("completed_by_win")]
        sets = sets or [s for s in hand["sets"] if tile in s["tiles"] and len(s["tiles"]) == 3]
        in_hand += sets[0]["tiles"]
        in_hand.remove(tile)
    return len(winning_kinds(deal, in_hand, own)) == 1


def winner_doubles(
    deal: Json, seat: str, hand: Json, sets: list[Json], done: Any, before: list[Json]
) -> int:
    win = deal["win"]
    doubles = mandarin_doubles(deal, seat, hand)
    for a_set in sets:
        if is_three_or_four(a_set):
            doubles += set_doubles(deal, seat, a_set["tiles"][0])
    suits, honors = suits_of(all_tiles(hand))
    if suits == 1 and honors:
        doubles += 1
    if suits == 1 and not honors:
        doubles += 3
    if deal["rules"] == "no-limit":
        if suits == 0:
            doubles += 3
        if win.get("original_hand"):
            doubles += 3
        return doubles
    if sets and all(is_three_or_four(s) for s in sets):
        doubles += 1
    if win.get("loose_tile"):
        doubles += 1
    if win.get("last_tile"):
        doubles += 1
    run_done = isinstance(done, dict) and not is_three_or_four(done)
    if deal["house"]["fourth_tile"] == "on" and run_done:
        doubles += any(s["tiles"] == [win["tile"]] * 3 and not s["concealed"] for s in before)
    return doubles


def reckless(deal: Json, before: list[Json], sets: list[Json]) -> Json | None:
    case = reckless_case(deal, before, sets)
    win = deal.get("win") or {}
    by = win.get("from")
    if deal["reckless"] == "declared" and (case == 0 or by is None):
        raise RefusedError
    if case == 0 or by is None:
        return None
    if deal["reckless"] == "declared":
        return {"by": by, "case": case, "applied": True, "excuse": None}
    if deal["reckless"] == "excused":
        return {"by": by, "case": case, "applied": False, "excuse": "table"}
    hand = deal["players"].get(by)
    if hand is None or not all_tiles(hand):
        return {"by": by, "case": case, "applied": False, "excuse": None}
    excuse = excuse_of(deal, by, hand, case)
    return {"by": by, "case": case, "applied": excuse is None, "excuse": excuse}


def reckless_case(deal: Json, before: list[Json], sets: list[Json]) -> int:
    if deal["rules"] != "limit" or deal["win"]["by"] != "discard":
        return 0
    tile = deal["win"]["tile"]
    if deal["house"]["turned_four_on_table"] == "no":
        before = [s for s in before if not s["concealed"]]
    laid = [t for s in before for t in s["tiles"]]
    whole = all_tiles(deal["players"][deal["winner"]])
    pure = tile[1] != "z" and all(t[1] == tile[1] for t in whole)
    if pure and len([t for t in laid if t[1] == tile[1]]) >= 9:
        return 1
    if all(t in HEADS for t in whole) and len([t for t in laid if t in HEADS]) >= 9:
        return 2
    laid_kinds = set(laid)
    third = tile in DRAGONS and any(s["tiles"] == [tile] * 3 for s in sets)
    if third and len(laid_kinds & set(DRAGONS)) == 2:
        return 3
    if tile in WINDS and len(laid_kinds & set(WINDS)) == 3:
        return 4
    return 0


def excuse_of(deal: Json, seat: str, hand: Json, case: int) -> str | None:
    fatal = deal["win"]["tile"]
    own = all_tiles(hand)
    wanted = [] if hand.get("dead") else winning_kinds(deal, hand["concealed"], own)
    certain = 0
    for tile in HONORS:
        in_hand = hand["concealed"].count(tile) >= 3
        if in_hand or any(tile in s["tiles"] for s in hand["sets"]):
            certain += set_doubles(deal, seat, tile)
    if wanted and certain >= 2:
        return "a"
    if any(doubles_in_sight(deal, seat, hand, tile) > 2 for tile in wanted):
        return "b"
    for tile in hand["concealed"]:
        if case == 1 and tile[1] != fatal[1]:
            return None
        if case == 2 and tile not in HEADS:
            return None
        if case in (3, 4) and tile != fatal:
            return None
    return "c"


def doubles_in_sight(deal: Json, seat: str, hand: Json, tile: str) -> int:
    full = {**hand, "concealed": [*hand["concealed"], tile]}
    trial = {**deal, "winner": seat, "win": {"tile": tile, "by": "draw"}}
    found = [
        winner_doubles(trial, seat, full, sets, done, before)
        for sets, _, done, before in places(trial, full)
    ]
    if not hand["sets"] and thirteen_heads(full["concealed"]):
        found.append(winner_doubles(trial, seat, full, [], "pair", []))
    return max(found)
