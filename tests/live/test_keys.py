"""Keys in the window and commands in the terminal."""

from __future__ import annotations

import pytest

from vision.app.live.keys import KEYS, Action, Command, Typing, command_of


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("", Command(Action.CONFIRM)),
        ("c", Command(Action.CONFIRM)),
        ("  Undo ", Command(Action.UNDO)),
        ("f 12=5p", Command(Action.FIX, "12=5p")),
        ("fix 12=-", Command(Action.FIX, "12=-")),
        ("12=5p", Command(Action.FIX, "12=5p")),
        ("q", Command(Action.QUIT)),
        ("what?", None),
    ],
)
def test_lines(line: str, command: Command | None) -> None:
    assert command_of(line) == command


def typed(keys: str) -> list[Command]:
    typing, commands = Typing(), []
    for key in keys:
        typing, command = typing.pressed(key)
        if command is not None:
            commands.append(command)
    return commands


@pytest.mark.parametrize(
    ("keys", "commands"),
    [
        ("W", [Command(Action.WINNER)]),
        ("\r", [Command(Action.CONFIRM)]),
        ("f12=5p\r", [Command(Action.FIX, "12=5p")]),
        ("f12=6\x085p\n", [Command(Action.FIX, "12=5p")]),
        ("f\r", []),
        ("f12\x1bu", [Command(Action.UNDO)]),
        ("\x1b", [Command(Action.QUIT)]),
        ("!", []),
    ],
)
def test_keys(keys: str, commands: list[Command]) -> None:
    assert typed(keys) == commands


def test_every_action_has_a_key() -> None:
    assert {action for action, _ in KEYS.values()} == set(Action)
