"""The deal (in the form that scoring reads) behind a rendered picture's truth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scripts.rendering.truth import SEATS


def deal_of(
    truth: Mapping[str, Any], rules: str, by: str, from_seat: str | None
) -> dict[str, Any] | None:
    """The finished deal that the picture shows, or None where nobody has won.

    ``by`` is ``draw`` or ``discard``; ``from_seat`` who discarded, when that is known.
    """
    winner = next((p for p in truth["players"] if p["won_with"] is not None), None)
    if winner is None:
        return None
    codes = {t["id"]: t["code"] for t in truth["tiles"]}
    win: dict[str, Any] = {"tile": codes[winner["won_with"]], "by": by}
    if from_seat is not None and by == "discard":
        win["from"] = from_seat
    deal: dict[str, Any] = {
        "rules": rules,
        "winner": winner["seat"],
        "win": win,
        "players": {p["seat"]: _tiles_of(p, codes) for p in truth["players"]},
    }
    if rules == "limit":
        deal |= {"limit": 300, "round_wind": "E"}
    return deal


def _tiles_of(player: Mapping[str, Any], codes: Mapping[int, str]) -> dict[str, Any]:
    return {
        "concealed": [codes[i] for i in player["concealed"]],
        "sets": [{"tiles": list(s["codes"]), "concealed": s["concealed"]} for s in player["sets"]],
        "flowers": [codes[i] for i in player["flowers"]],
    }


def seat_before(seat: str) -> str:
    """The player on the left of ``seat``."""
    return SEATS[(SEATS.index(seat) - 1) % 4]
