"""Mah-Jongg by the rules of L. L. Harr, *Pung Chow* (1922): scores, settlements, evenings.

Standard library only. `score_deal` answers a deal in the documented JSON form; the typed values
behind it are `Deal`, `Hand`, `Win`, `Score` and `Settlement`. Typed hands are read by `parse_hand`.

Readings R1 to R22 and the house readings decide where the book does not. Beyond them:

- The limit is an even number, since half of it is paid too.
- A penalty ends the deal, so a deal with a penalty and a winner is refused; a false Mah-Jongg
  stands alone, and each player washes once.
- A winning tile that lies only in sets on the table completed one of them; where several hold it
  and none is marked, the one that scores most counts.
- Strict only place, excuses and waits leave out a kind of which the player himself has all four.
- ``completed_pair: add`` counts the completed pair's points and its ordinary points (8 + 4 for the
  own wind in its own round).
- Declaring a discard reckless overrules the excuses. In excuse (b) the finished hand's doubles are
  those of the winner's table, mandarins included, also for a limit hand.
- A win on the last tile or the first discard earns nothing in Part One; a warning says so.
"""

from __future__ import annotations

from scoring.api import check_deal, read_deal, score_deal, score_unfinished, settle_deal
from scoring.deal import Deal, Penalty, PenaltyKind, Reckless, Rules, Win
from scoring.errors import DealError, NotationError, Problem, ScoringError
from scoring.hand import Hand
from scoring.house import READINGS, House
from scoring.ledger import Evening, LedgerError
from scoring.ledger_files import evening_from_json, evening_to_csv, evening_to_json
from scoring.notation import format_hand, parse_hand, parse_tile
from scoring.score import Frame, score_other, score_winner, score_winner_every_way
from scoring.settlement import Payment, Settlement
from scoring.sheet import Line, Score
from scoring.text import settlement_text
from scoring.waiting import Wait, waiting_for, waiting_text
from scoring.ways import ways_text, winning_ways

__all__ = [
    "READINGS",
    "Deal",
    "DealError",
    "Evening",
    "Frame",
    "Hand",
    "House",
    "LedgerError",
    "Line",
    "NotationError",
    "Payment",
    "Penalty",
    "PenaltyKind",
    "Problem",
    "Reckless",
    "Rules",
    "Score",
    "ScoringError",
    "Settlement",
    "Wait",
    "Win",
    "check_deal",
    "evening_from_json",
    "evening_to_csv",
    "evening_to_json",
    "format_hand",
    "parse_hand",
    "parse_tile",
    "read_deal",
    "score_deal",
    "score_other",
    "score_unfinished",
    "score_winner",
    "score_winner_every_way",
    "settle_deal",
    "settlement_text",
    "waiting_for",
    "waiting_text",
    "ways_text",
    "winning_ways",
]
