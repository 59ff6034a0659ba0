"""A film of our own rendering, read with the real models: taken exactly once and rightly."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring.notation import parse_hand
from vision.app.cli import main
from vision.app.live.frame_reader import ASK_AGAIN, FrameReader
from vision.app.live.gate import Verdict
from vision.app.live.grabber import Grabber
from vision.app.live.sources import source_of
from vision.app.live.states import Kind
from vision.app.live.watching import Seeing, TableWatch
from vision.app.reading_text import typed_hand
from vision.hand_builder import LayoutOptions
from vision.reader import Reader

FILM = Path(__file__).with_name("data") / "hand-laid-down.mp4"
TRUTH = json.loads(FILM.with_suffix(".json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader.load(threads=1)


def alike(typed: str) -> tuple[list[str], list[str]]:
    """A typed hand's tiles and sets, in whatever order they were read."""
    hand = parse_hand(typed)
    return sorted(hand.codes), sorted(" ".join(s.codes) for s in hand.sets)


def watched(reader: Reader, last: int | None = None) -> list[Seeing]:
    """What is known after each frame of the film, up to some frame that then stays for 2 s."""
    watch = TableWatch(FrameReader(reader), LayoutOptions())
    seen, step = [], 1 / TRUTH["fps"]
    with Grabber(source_of(str(FILM)), pace=False) as grabber:
        while not grabber.ended:
            frame = grabber.next(60.0)
            if frame is None or frame.number == last:
                break
            seen.append(watch.look(frame.image, len(seen) * step))
            image = frame.image
    for _ in range(round(2.0 / step) if last else 0):
        seen.append(watch.look(image, len(seen) * step))
    return seen


def last_frame() -> np.ndarray:
    """The table at the film's end."""
    capture = cv2.VideoCapture(str(FILM))
    frames = []
    while True:
        there, image = capture.read()
        if not there:
            return frames[-1]
        frames.append(image)


def test_the_hand_is_taken_exactly_once_and_rightly(reader: Reader) -> None:
    seen = watched(reader)
    assert len(seen) == TRUTH["frames"]
    takes = [(k, s.taken) for k, s in enumerate(seen) if s.taken is not None]
    assert len(takes) == 1
    number, taken = takes[0]
    assert (number - TRUTH["still_from"]) / TRUTH["fps"] <= 0.7
    reading = taken.reading({})
    (player,) = reading.players
    assert alike(typed_hand(player, reading)) == alike(TRUTH["hand"])
    assert taken.image is not None
    assert seen[-1].state.kind is Kind.TAKEN
    words = {s.state.text for s in seen}
    assert {"no tiles", "hold still", "ready"} <= words
    assert any("13 of 14 tiles, one missing" in text for text in words)


def test_a_hand_never_complete_takes_nothing(reader: Reader) -> None:
    seen = watched(reader, last=TRUTH["last_tile_from"])
    assert not any(s.taken for s in seen)
    assert seen[-1].state.kind is Kind.INCOMPLETE


def test_nothing_runs_where_nothing_changes(reader: Reader) -> None:
    frames = FrameReader(reader)
    image = last_frame()
    looks = [frames.look(image, k / 25) for k in range(12)]
    assert [look.searched for look in looks] == [True] + [False] * 11
    assert looks[0].asked == len(looks[0].seen) == 15
    assert {look.asked for look in looks[5:]} == {ASK_AGAIN}


def test_a_blurred_frame_does_not_count(reader: Reader) -> None:
    frames = FrameReader(reader)
    image = last_frame()
    soft = np.asarray(cv2.GaussianBlur(image, (0, 0), 4), np.uint8)
    verdicts = [frames.look(f, k / 25).verdict for k, f in enumerate([image] * 6 + [soft] * 3)]
    assert set(verdicts[:6]) == {Verdict.STILL}
    assert Verdict.STILL not in verdicts[6:]
    assert verdicts[-1] is Verdict.BLURRED


def test_a_camera_that_comes_back_with_another_size_is_read_anew(reader: Reader) -> None:
    frames = FrameReader(reader)
    image = last_frame()
    small = np.asarray(cv2.resize(image, (640, 360), interpolation=cv2.INTER_AREA), np.uint8)
    looks = [frames.look(f, k / 25) for k, f in enumerate([image] * 3 + [small] * 3)]
    assert {look.verdict for look in looks} == {Verdict.STILL}
    assert looks[-1].seen[0].quad.max() < 640
    assert len(looks[-1].seen) == len(looks[0].seen)


def test_the_command_without_a_display(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    assert main(["watch", "--video", str(FILM), "--players", "Ann,Bob,Cem,Dee", "--stats"]) == 0
    said = capsys.readouterr().out
    assert said.count("taken: East (Ann) wins on a drawn tile") == 1
    assert "81 frames read" in said
    assert "0 dropped" in said


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--video", "nowhere.mp4"], "no video, folder or camera"),
        (["--players", "Ann"], "two to four players"),
        (["--players", "Ann,ann"], "different names"),
        (["--video", str(FILM), "--camera", "1"], "not allowed with"),
    ],
)
def test_wrong_usage(options: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(["watch", *options])
    except SystemExit as end:
        status = int(str(end.code))
    assert status == 2
    assert message in capsys.readouterr().err
