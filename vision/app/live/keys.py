"""Keys and typed commands of the camera's evening: one table for the window and the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final


class Action(str, Enum):
    """What a person can ask for."""

    TAKE = "take"
    CONFIRM = "confirm"
    DROP = "drop"
    WINNER = "winner"
    WAY = "way"
    FROM = "from"
    FIX = "fix"
    SEAT = "seat"
    ROUND = "round"
    UNDO = "undo"
    HELP = "help"
    QUIT = "quit"


KEYS: Final[dict[str, tuple[Action, str]]] = {
    "t": (Action.TAKE, "take what is seen now"),
    "c": (Action.CONFIRM, "confirm (or Enter)"),
    "w": (Action.WINNER, "next winner, at last a drawn game"),
    "d": (Action.WAY, "drawn or claimed"),
    "o": (Action.FROM, "claimed from whom"),
    "f": (Action.FIX, "fix a tile: f 12=5p, f 12=- deletes"),
    "x": (Action.DROP, "drop the hand that waits"),
    "u": (Action.UNDO, "undo the last confirmed hand"),
    "s": (Action.SEAT, "who sits at the picture's lower edge"),
    "r": (Action.ROUND, "next round's wind"),
    "h": (Action.HELP, "this help"),
    "q": (Action.QUIT, "quit"),
}
ENTER: Final = ("\r", "\n")
ESCAPE: Final = "\x1b"
RUBOUT: Final = ("\x08", "\x7f")
LONGEST: Final = 60


@dataclass(frozen=True, slots=True)
class Command:
    """An action, with what was typed after it."""

    action: Action
    text: str = ""


@dataclass(frozen=True, slots=True)
class Typing:
    """Keys pressed one by one in a window; a correction is typed out and ended with Enter."""

    text: str | None = None
    """What was typed of a correction so far; None while none is being typed."""

    def pressed(self, key: str) -> tuple[Typing, Command | None]:
        """After a key: what is typed now, and the command that it completes."""
        if self.text is None:
            return self._command(key)
        if key in ENTER:
            return Typing(), Command(Action.FIX, self.text) if self.text.strip() else None
        if key == ESCAPE:
            return Typing(), None
        if key in RUBOUT:
            return Typing(self.text[:-1]), None
        if key.isprintable() and len(self.text) < LONGEST:
            return Typing(self.text + key), None
        return self, None

    def _command(self, key: str) -> tuple[Typing, Command | None]:
        if key in ENTER:
            return self, Command(Action.CONFIRM)
        if key == ESCAPE:
            return self, Command(Action.QUIT)
        found = KEYS.get(key.lower())
        if found is None:
            return self, None
        if found[0] is Action.FIX:
            return Typing(""), None
        return self, Command(found[0])


def command_of(line: str) -> Command | None:
    """The command of a line typed in the terminal; None when it is none.

    >>> command_of("f 12=5p")
    Command(action=<Action.FIX: 'fix'>, text='12=5p')
    >>> command_of("undo").action.value, command_of("").action.value, command_of("what")
    ('undo', 'confirm', None)
    """
    word, _, rest = line.strip().partition(" ")
    if not word:
        return Command(Action.CONFIRM)
    for key, (action, _) in KEYS.items():
        if word.lower() in (key, action.value):
            return Command(action, rest.strip())
    if "=" in line:
        return Command(Action.FIX, line.strip())
    return None


def help_text() -> str:
    """Every key on a line of its own."""
    return "\n".join(f"  {key}  {words}" for key, (_, words) in KEYS.items())
