"""An evening with a camera whose frames are told beforehand: takes, commands, the ledger."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scripted import ARM, BLURRED, FRAME, MOVING, Script, row_of, still

from scoring.deal import Rules
from vision.app.live.evening import PlainEvening, ShiftedEvening
from vision.app.live.frame_reader import Look
from vision.app.live.keys import Action, Command
from vision.app.live.session import NOTHING_WAITS, Session, View
from vision.app.live.states import Kind, LiveState
from vision.app.live.watching import TableWatch
from vision.hand_builder import LayoutOptions
from vision.reading import Reading

HAND = ("3m", "4m", "5m", "2p", "2p", "7p", "7p", "7p", "6s", "7s", "8s", "1z", "1z", "1z")
OTHER = ("1m", "2m", "3m", "5p", "5p", "9p", "9p", "9p", "1s", "2s", "3s", "6z", "6z", "6z")
NAMES = ("Ann", "Bob", "Cem", "Dee")
STEP = 0.04
LONG = 25
"""Frames of a second."""


class Recorded(PlainEvening):
    """The plain evening; keeps what was published and proposed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(ShiftedEvening(NAMES, **options))
        self.published: list[LiveState] = []
        self.proposed: list[Any] = []
        self.shown: list[Reading] = []
        self.elsewhere = False

    def show(self, image: np.ndarray, reading: Reading) -> None:
        self.shown.append(reading)

    def answered(self) -> bool:
        answered, self.elsewhere = self.elsewhere, False
        return answered

    def publish(self, state: LiveState) -> None:
        self.published.append(state)

    def propose(self, deal: Any, evidence: Any) -> None:
        self.proposed.append(deal)


class Played:
    """A session with the views that its frames gave."""

    def __init__(self, looks: list[Look], seat: str = "E", **options: Any) -> None:
        self.service = Recorded(**options)
        heads = self.service.evening.rules is Rules.PART_TWO
        watch = TableWatch(Script(looks), LayoutOptions(seat), heads)
        self.session = Session(watch, self.service, seat)
        self.views: list[View] = []
        self.go(len(looks))

    def go(self, frames: int) -> None:
        for _ in range(frames):
            self.views.append(self.session.frame(FRAME, len(self.views) * STEP))

    def do(self, action: Action, text: str = "") -> str:
        return self.session.command(Command(action, text))

    @property
    def kinds(self) -> list[Kind]:
        """States in their order, each once until it changes."""
        kinds = [view.state.kind for view in self.views]
        return [k for i, k in enumerate(kinds) if i == 0 or k is not kinds[i - 1]]

    @property
    def events(self) -> list[str]:
        return [event for view in self.views for event in view.events]


def laid(hand: tuple[str, ...], frames: int = LONG) -> list[Look]:
    return [still(row_of(hand))] * frames


def tile_by_tile(hand: tuple[str, ...]) -> list[Look]:
    looks: list[Look] = [still(())] * 3
    for count in range(1, len(hand) + 1):
        looks += [MOVING] * 4 + [still(row_of(hand[:count]))] * 3
    return looks


def test_a_hand_laid_down_tile_by_tile_is_taken_once() -> None:
    played = Played(
        [*tile_by_tile(HAND), *laid(HAND), *[MOVING, ARM, BLURRED] * 5, *laid(HAND)]
    )  # fmt: skip
    assert len(played.events) == 1
    assert "East (Ann) wins on a drawn tile: " in played.events[0]
    assert played.kinds.count(Kind.READY) == 1
    assert played.kinds[-1] is Kind.TAKEN
    assert played.kinds[:3] == [Kind.NO_TILES, Kind.MOVING, Kind.INCOMPLETE]
    states = [view.state for view in played.views]
    assert played.service.published == [
        state for k, state in enumerate(states) if k == 0 or state != states[k - 1]
    ]


@pytest.mark.parametrize("spoilt", [HAND[:-1], (*HAND[:-1], "5z"), (*HAND[:-1], "0z")])
def test_what_is_never_complete_takes_nothing(spoilt: tuple[str, ...]) -> None:
    played = Played([*tile_by_tile(spoilt), *laid(spoilt, 3 * LONG)])
    assert played.events == []
    assert played.do(Action.CONFIRM) == NOTHING_WAITS


def test_from_still_to_ready_in_time() -> None:
    played = Played([MOVING] * 5 + laid(HAND))
    ready = next(i for i, v in enumerate(played.views) if v.state.kind is Kind.READY)
    assert (ready - 5) * STEP <= 0.6


def test_confirming_writes_the_deal_and_passes_the_winds_on() -> None:
    played = Played(laid(HAND), seat="S")
    assert "South (Bob) wins" in played.events[0]
    answer = played.do(Action.CONFIRM)
    assert answer.startswith("deal 1 is written down")
    assert "Net: " in answer
    assert played.service.totals()["Bob"] > 0
    assert played.service.position().east == "Bob"
    assert played.do(Action.CONFIRM) == NOTHING_WAITS
    played.go(5)
    assert played.views[-1].lines == (
        "deal 2, East's round, Bob is East",
        played.views[-1].lines[1],
    )
    (player,) = played.views[-1].reading.players
    assert player.seat == "E"  # the same person, one wind further


def test_winner_way_and_discarder_are_chosen_by_key() -> None:
    played = Played(laid(HAND))
    assert "South (Bob) wins on a drawn tile" in played.do(Action.WINNER)
    assert "on a claimed tile" in played.do(Action.WAY)
    assert "from East (Ann)" in played.do(Action.FROM)
    assert "from West (Cem)" in played.do(Action.FROM)
    deal = played.service.proposed[-1]
    assert (deal["winner"], deal["win"]["by"], deal["win"]["from"]) == ("S", "discard", "W")
    assert list(deal["players"]) == ["S"]
    for _ in range(3):
        said = played.do(Action.WINNER)
    assert said == "a drawn game; Enter confirms"
    assert "written down" in played.do(Action.CONFIRM)
    assert set(played.service.totals().values()) == {0}


def test_a_misread_tile_is_corrected() -> None:
    played = Played(laid((*HAND[:-1], "5z")))
    assert played.events == []
    assert "not a winning hand" in played.do(Action.TAKE)
    assert "not confirmed" in played.do(Action.CONFIRM)
    assert "is not understood" in played.do(Action.FIX, "nonsense")
    assert "Enter confirms" in played.do(Action.FIX, "13=1z")
    assert "written down" in played.do(Action.CONFIRM)
    (record,) = played.service.evening.records
    assert record.deal["players"]["E"]["concealed"].count("1z") == 3
    assert record.about["fixed"] == {"13": "1z"}
    assert record.about["reading"]["tiles"][13]["code"] == "5z"


def test_undo_and_drop() -> None:
    played = Played(laid(HAND))
    assert played.do(Action.UNDO) == "there is nothing to undo"
    played.do(Action.CONFIRM)
    assert played.do(Action.UNDO) == "deal 1 is taken back"
    assert played.service.evening.records == ()
    played = Played(laid(HAND))
    assert "not written down" in played.do(Action.DROP)
    assert played.service.proposed[-1] is None


def test_a_hand_that_waits_is_not_lost_when_the_next_is_laid_down() -> None:
    gone = [MOVING] * 5 + [still(())] * 30 + [MOVING] * 5
    played = Played([*laid(HAND), *gone, *laid(OTHER)])
    assert len(played.events) == 2
    assert "1 more wait" in played.events[1]
    played.do(Action.CONFIRM)
    assert "written down" in played.do(Action.CONFIRM)
    first, second = played.service.evening.records
    assert first.deal["players"]["E"]["concealed"] == list(HAND)
    assert second.deal["players"]["E"]["concealed"] == list(OTHER)


def test_a_hand_that_was_touched_and_grew_replaces_the_one_that_waits() -> None:
    played = Played([*laid(HAND), MOVING, *laid((*HAND, "1f"))])
    assert len(played.events) == 2
    played.do(Action.CONFIRM)
    assert played.do(Action.CONFIRM) == NOTHING_WAITS
    assert played.service.evening.records[0].deal["players"]["E"]["flowers"] == ["1f"]


def test_seat_and_round_by_key() -> None:
    played = Played(laid(HAND), rules=Rules.PART_TWO)
    assert played.do(Action.SEAT) == "Bob (South) sits at the lower edge"
    assert "South's round" in played.do(Action.ROUND)
    played.do(Action.CONFIRM)
    (entry,) = played.service.evening.entries()
    assert entry.deal["round_wind"] == "S"
    assert entry.position.seats[entry.deal["winner"]] == "Bob"
    assert played.do(Action.UNDO) == "deal 1 is taken back"
    assert played.do(Action.UNDO) == "the round is as before"


def test_an_earlier_round_may_be_given() -> None:
    service = Recorded(rules=Rules.PART_TWO, rounds_before=2)
    assert service.facts()["round_wind"] == "W"
    assert Recorded().facts().get("round_wind") is None


def test_what_is_waited_for_is_published_once() -> None:
    played = Played([])
    for _ in range(3):
        state = played.session.waiting("waiting for camera 0")
    assert played.service.published == [state]
    assert played.do(Action.TAKE) == "no tiles are seen"


def test_what_somebody_else_confirmed_waits_no_longer() -> None:
    played = Played(laid(HAND))
    service = played.service
    service.evening = service.evening.add(service.proposed[-1])
    service.elsewhere = True
    played.go(LONG)
    assert played.do(Action.CONFIRM) == NOTHING_WAITS
    assert service.proposed[-1] is None
    assert played.views[-1].lines[0].startswith("deal 2")


def test_others_are_shown_the_picture_now_and_then() -> None:
    played = Played(laid(HAND, 4 * LONG))
    assert 6 <= len(played.service.shown) <= 9
    assert len(played.service.shown[-1].tiles) == 14


def test_quitting_tells_what_was_not_confirmed() -> None:
    assert Played([]).do(Action.QUIT) == "bye"
    assert "1 hand that waited" in Played(laid(HAND)).do(Action.QUIT)


def test_help_lists_every_key() -> None:
    assert len(Played([]).do(Action.HELP).splitlines()) == len(Action)
