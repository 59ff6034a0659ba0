"""``tilescore watch`` around the session: no display, a terminal, a film's end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from readings import reading_of
from scripted import FRAME
from shared import ROOT

from vision.app import watch_terminal
from vision.app.cli import main
from vision.app.commands.watch import NOT_CONFIRMED, Watching
from vision.app.live.grabber import Grabber
from vision.app.live.keys import Action, Command
from vision.app.live.session import View
from vision.app.live.states import Kind, LiveState
from vision.app.live.statistics import Statistics
from vision.app.watch_terminal import LASTS, Terminal
from vision.app.watch_window import display_answers, with_text, wrapped

LOOKING = LiveState(Kind.NO_TILES, "no tiles")
READY = LiveState(Kind.READY, "ready")


@pytest.mark.parametrize("more", [["--resume"], ["--serve"], ["--lan"], ["--data", "here"]])
def test_nothing_kept_and_something_kept_contradict(
    more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["watch", "--video", ".", "--no-window", "--no-store", *more]) == 2
    assert "--no-store" in capsys.readouterr().err


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="DISPLAY is Linux's")
@pytest.mark.parametrize("display", [None, ":987"])
def test_no_display_is_noticed(display: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    if display is not None:
        monkeypatch.setenv("DISPLAY", display)
    assert not display_answers()


def test_states_are_printed_once_they_last(capsys: pytest.CaptureFixture[str]) -> None:
    terminal = Terminal(listen=False)
    told = [(LOOKING, 0.0), (READY, 0.1), (LOOKING, 0.2), (LOOKING, 0.2 + LASTS), (LOOKING, 9.0)]
    for state, time in told:
        terminal.state(state, time)
    assert capsys.readouterr().out == "no tiles\n"


def test_typed_lines_are_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_terminal.sys, "stdin", iter(["w\n", "what\n", "12=5p\n"]))
    terminal = Terminal(listen=True)
    commands: list[Command] = []
    while len(commands) < 3:
        command = terminal.command()
        if command is not None:
            commands.append(command)
    assert commands == [
        Command(Action.WINNER),
        Command(Action.HELP),
        Command(Action.FIX, "12=5p"),
    ]


def test_statistics() -> None:
    statistics = Statistics()
    assert statistics.rate == 0.0
    for k in range(26):
        statistics.add(arrived=k * 0.04 - 0.03, shown=k * 0.04)
    assert statistics.rate == pytest.approx(25)
    assert statistics.summary(0) == "26 frames read, 25.0 a second, 0 dropped"
    assert statistics.text(3) == "25.0 frames/s, latency 30 ms, 26 read, 3 dropped"


def test_text_is_put_round_the_picture() -> None:
    shown = with_text(FRAME, "ready", None, ["one", "two"])
    assert shown.shape[1:] == FRAME.shape[1:]
    assert shown.shape[0] > FRAME.shape[0] + 60
    assert len(wrapped("a word " * 60)) > 4


class Film:
    """Three frames, then the end."""

    name, live, rate = "film", False, 25.0

    def __init__(self) -> None:
        self.left = 3

    def open(self) -> str | None:
        return None

    def read(self) -> np.ndarray | None:
        self.left -= 1
        return FRAME if self.left >= 0 else None

    def close(self) -> None:
        pass


class Evening:
    """A session with a hand that waits until it is confirmed."""

    def __init__(self) -> None:
        self.waits, self.frames, self.commands = True, 0, []

    def frame(self, image: np.ndarray, time: float) -> View:
        self.frames += 1
        return View(image, reading_of({}), LOOKING, ("deal 1",), ())

    def command(self, command: Command) -> str:
        self.commands.append(command.action)
        self.waits = command.action is not Action.CONFIRM
        return "done"

    def lines(self) -> tuple[str, ...]:
        return ("deal 1",)


class FakeWindow:
    """Says what was typed when it has shown enough."""

    closed = False

    def __init__(self, types: Action) -> None:
        self.shown, self.types = 0, types

    def show(self, *_: Any) -> None:
        self.shown += 1

    def command(self) -> Command | None:
        return Command(self.types) if self.shown >= 5 else None


def watched(window: Any) -> Evening:
    evening: Any = Evening()
    with Grabber(Film(), pace=False) as grabber:
        Watching(grabber, evening, Terminal(listen=False), window, True).run()
    return evening


def test_a_film_ends_at_once_where_nobody_answers(capsys: pytest.CaptureFixture[str]) -> None:
    assert watched(None).frames == 3
    told = capsys.readouterr().out
    assert "3 frames read" in told
    assert NOT_CONFIRMED in told


@pytest.mark.parametrize("action", [Action.CONFIRM, Action.QUIT])
def test_after_a_film_what_waits_may_be_answered(
    action: Action, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = watched(FakeWindow(action))
    assert evening.frames >= 5
    assert evening.commands == [action]
    assert (NOT_CONFIRMED in capsys.readouterr().out) == (action is Action.QUIT)


def test_what_ffmpeg_prints_is_kept_off_the_screen(tmp_path: Path) -> None:
    video = tmp_path / "junk.mp4"
    video.write_bytes(bytes(range(256)) * 40)
    command = [sys.executable, "-m", "vision.app.cli", "watch", "--no-window", "--no-store"]
    result = subprocess.run(
        [*command, "--video", str(video)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert result.returncode == 1
    assert result.stderr.startswith("tilescore: video junk.mp4 cannot be played")
