"""An evening with a camera: takes wait for confirmation, commands change them, deals are written.

Has no window, no thread and no clock of its own: `frame` and `command` are called, and what they
answer is shown by whoever calls.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from scoring import DealError, score_deal, settlement_text
from scoring.tiles import SEAT_NAMES, SEATS
from vision.app.live.evening import EveningService, Evidence
from vision.app.live.keys import Action, Command, help_text
from vision.app.live.pending import Pending, Taken
from vision.app.live.states import Kind, LiveState
from vision.app.live.watching import TableWatch
from vision.errors import UsageError
from vision.reading import Reading

Json = dict[str, Any]
Image = NDArray[np.uint8]
REFRESHED_EVERY: Final = 0.5
"""Seconds between two looks at the standing, and between two pictures for others."""
NOTHING_WAITS: Final = "no hand waits for confirmation; t takes what is seen now"


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """What there is to show after a frame."""

    image: Image
    reading: Reading
    state: LiveState
    lines: tuple[str, ...]
    """The evening in a few lines: what waits, the standing."""
    events: tuple[str, ...] = ()
    """What just happened, in words."""


class Session:
    """One evening, one camera."""

    def __init__(self, watch: TableWatch, service: EveningService, bottom: str) -> None:
        """``bottom`` is the seat at the picture's lower edge in the first deal."""
        self._watch, self._service = watch, service
        position = service.position()
        self._bottom = position.seats.get(bottom, position.east)
        self._waiting: list[Taken] = []
        self._pending: Pending | None = None
        self._image: Image | None = None
        self._state: LiveState | None = None
        self._told = ""
        self._standing: tuple[str, ...] = ()
        self._refreshed = 0.0
        self._turn()
        self._refresh()

    def frame(self, image: Image, time: float) -> View:
        """After a frame, (H, W, 3) uint8 BGR taken at ``time`` s."""
        self._image = image
        seeing = self._watch.look(image, time)
        events: tuple[str, ...] = ()
        if seeing.taken is not None:
            events = (self._take(seeing.taken, seeing.replaces),)
        reading = seeing.reading
        if self._pending is not None and seeing.state.kind is Kind.TAKEN:
            reading = self._pending.reading  # with the corrections made to it
        self._keep_up(image, reading, time)
        if seeing.state != self._state:
            self._state = seeing.state
            self._service.publish(seeing.state)
        return View(image, reading, seeing.state, self.lines(), events)

    def _keep_up(self, image: Image, reading: Reading, time: float) -> None:
        """With the others who may write into the same evening, and they with the camera."""
        if self._service.answered():
            self._next()
        if time - self._refreshed >= REFRESHED_EVERY:
            self._refreshed = time
            self._refresh()
            self._service.show(image, reading)

    def waiting(self, words: str) -> LiveState:
        """While no frames come: ``words`` say what for."""
        state = LiveState(Kind.WAITING, words)
        if state != self._state:
            self._state = state
            self._service.publish(state)
        return state

    @property
    def waits(self) -> bool:
        """Whether a hand waits for confirmation."""
        return bool(self._waiting)

    def command(self, command: Command) -> str:
        """Carries out a command; what came of it, in words."""
        answer = _ACTIONS[command.action](self, command.text)
        self._refresh()
        return answer

    def lines(self) -> tuple[str, ...]:
        """What waits for confirmation, and the standing."""
        return ((self._told, *self._standing)) if self._told else self._standing

    def _refresh(self) -> None:
        """Works out anew what `lines` tells; takes a settlement of every deal so far."""
        position = self._service.position()
        wind = SEAT_NAMES[self._service.facts().get("round_wind", position.round_wind)]
        deal = f"deal {position.number}, {wind}'s round, {position.east} is East"
        self._standing = (deal, _standing(self._service.totals()))

    # --- what the commands do -----------------------------------------------------------

    def _take(self, taken: Taken, replaces: bool) -> str:
        if replaces and self._waiting:
            self._waiting[-1] = taken
        else:
            self._waiting.append(taken)
        if len(self._waiting) == 1:
            self._begin()
        more = len(self._waiting) - 1
        later = f" ({more} more wait)" if more else ""
        return f"taken{later}: {self._told}"

    def _begin(self) -> None:
        """The oldest taken hand becomes the one that is being confirmed."""
        self._pending = None
        if self._waiting:
            facts = self._service.facts()
            taken = self._waiting[0]
            seat = self._seat_of_bottom()
            taken = replace(taken, options=replace(taken.options, seat=seat))
            heads = facts.get("rules") == "limit"
            self._pending = Pending.of(taken, facts.get("table") or SEATS, heads)
        self._propose()

    def _next(self) -> None:
        """The oldest hand is dealt with, the winds may have passed on: the next one's turn."""
        if self._waiting:
            self._waiting.pop(0)
        self._turn()
        self._begin()

    def _by_key(self, _: str) -> str:
        taken = None if self._image is None else self._watch.take(self._image)
        return "no tiles are seen" if taken is None else self._take(taken, False)

    def _confirm(self, _: str) -> str:
        if self._pending is None:
            return NOTHING_WAITS
        try:
            dealing = self._pending.dealing(self._service.facts())
            evidence = _evidence(self._pending, dealing.assumed)
            done = self._service.confirm(dealing.deal, evidence)
        except DealError as error:
            return f"not confirmed: {error.problems[0].message}"
        self._next()
        text = settlement_text(done.settlement, done.deal)
        return f"deal {done.number} is written down\n\n{text}\n\n{_standing(done.totals)}"

    def _drop(self, _: str) -> str:
        if self._pending is None:
            return NOTHING_WAITS
        self._next()
        return "dropped; it was not written down"

    def _change(self, change: Callable[[Pending], Pending]) -> str:
        if self._pending is None:
            return NOTHING_WAITS
        try:
            self._pending = change(self._pending)
        except UsageError as error:
            return str(error)
        self._propose()
        return self._told

    def _seat(self, _: str) -> str:
        names = list(self._service.position().seats.values())
        at = names.index(self._bottom) if self._bottom in names else -1
        self._bottom = names[(at + 1) % len(names)]
        self._turn()
        self._begin()
        return f"{self._bottom} ({SEAT_NAMES[self._seat_of_bottom()]}) sits at the lower edge"

    def _round(self, _: str) -> str:
        self._service.next_round()
        self._propose()
        self._refresh()
        return self._standing[0]

    def _undo(self, _: str) -> str:
        words = self._service.undo()
        self._turn()
        self._begin()
        return words or "there is nothing to undo"

    def _quit(self, _: str) -> str:
        left = len(self._waiting)
        if not left:
            return "bye"
        return f"bye; {left} hand{'' if left == 1 else 's'} that waited: not written down"

    def _seat_of_bottom(self) -> str:
        seats = self._service.position().seats
        return next((s for s, name in seats.items() if name == self._bottom), "E")

    def _turn(self) -> None:
        """The winds pass on: the person at the lower edge now sits at another seat."""
        self._watch.turn(self._seat_of_bottom())

    # --- the hand that waits --------------------------------------------------------------

    def _names(self) -> Mapping[str, str]:
        return self._service.position().seats

    def _propose(self) -> None:
        """Shows the hand that waits as it stands now, here and to whoever looks on."""
        self._told = ""
        if self._pending is None:
            self._service.propose(None, None)
            return
        text, deal = self._pending.text(self._names()), None
        assumed: tuple[str, ...] = ()
        try:
            dealing = self._pending.dealing(self._service.facts())
            deal, assumed = dealing.deal, dealing.assumed
            self._told = f"{text}{_score(deal)}; Enter confirms"
        except DealError as error:
            self._told = f"{text}: {error.problems[0].message}"
        self._service.propose(deal, _evidence(self._pending, assumed))


def _evidence(pending: Pending, assumed: tuple[str, ...]) -> Evidence:
    taken = pending.taken
    return Evidence(taken.image, taken.reading({}), pending.fixed, assumed)


def _score(deal: Json) -> str:
    winner = deal.get("winner")
    return "" if winner is None else f": {score_deal(deal)['players'][winner]['score']}"


def _standing(totals: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {total:+d}" for name, total in totals.items())


_ACTIONS: Final[Mapping[Action, Callable[[Session, str], str]]] = {
    Action.TAKE: Session._by_key,
    Action.CONFIRM: Session._confirm,
    Action.DROP: Session._drop,
    Action.WINNER: lambda s, _: s._change(Pending.next_winner),
    Action.WAY: lambda s, _: s._change(Pending.other_way),
    Action.FROM: lambda s, _: s._change(Pending.next_discarder),
    Action.FIX: lambda s, text: s._change(lambda p: p.with_fix(text)),
    Action.SEAT: Session._seat,
    Action.ROUND: Session._round,
    Action.UNDO: Session._undo,
    Action.HELP: lambda s, _: help_text(),
    Action.QUIT: Session._quit,
}
