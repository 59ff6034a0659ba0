"""``tilescore watch`` without a window: prints states, reads commands typed line by line."""

from __future__ import annotations

import queue
import sys
import threading
from typing import Final

from vision.app.live.keys import Action, Command, command_of
from vision.app.live.states import LiveState

LASTS: Final = 0.25
"""Seconds that a state must last to be printed, lest they flicker by."""


class Terminal:
    """Prints to standard output; commands come from standard input where a person types there."""

    def __init__(self, *, listen: bool) -> None:
        self._state: LiveState | None = None
        self._since = 0.0
        self._printed: str | None = None
        self._typed: queue.SimpleQueue[str] = queue.SimpleQueue()
        self.listens = listen
        if listen:
            threading.Thread(target=self._read, name="keys", daemon=True).start()

    def state(self, state: LiveState, time: float) -> None:
        """Prints a state once it has lasted; ``time`` in s, of any steady clock."""
        if state != self._state:
            self._state, self._since = state, time
        if state.text != self._printed and time - self._since >= LASTS:
            self._printed = state.text
            self.say(state.text)

    def say(self, text: str) -> None:
        """Prints at once."""
        print(text, flush=True)

    def command(self) -> Command | None:
        """The next typed command."""
        try:
            line = self._typed.get_nowait()
        except queue.Empty:
            return None
        command = command_of(line)
        if command is None:
            return Command(Action.HELP)
        return command

    def _read(self) -> None:
        for line in sys.stdin:
            self._typed.put(line)


def person_types() -> bool:
    """Whether somebody types on standard input."""
    return sys.stdin is not None and sys.stdin.isatty()
