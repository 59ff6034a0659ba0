"""Frames off a source: the newest alone, nothing hangs, what is lost comes back."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.app.live import grabber as module
from vision.app.live.grabber import Frame, Grabber
from vision.app.live.sources import Capture, Folder, SourceLostError, source_of
from vision.errors import UsageError


def frame_of(number: int) -> np.ndarray:
    return np.full((8, 16, 3), number, np.uint8)


class Camera:
    """A source made of plugs: each opening gives some frames, or words to wait."""

    def __init__(self, openings: Sequence[int | str], live: bool = True, wait: float = 0.0) -> None:
        self.name, self.live, self.rate = "camera 7", live, None if live else 1000.0
        self.openings, self.wait, self.left, self.number = list(openings), wait, 0, 0

    def open(self) -> str | None:
        opening = self.openings.pop(0) if self.openings else "waiting for camera 7"
        if isinstance(opening, str):
            return opening
        self.left = opening
        return None

    def read(self) -> np.ndarray | None:
        if self.left <= 0:
            return None
        time.sleep(self.wait)
        self.left -= 1
        self.number += 1
        return frame_of(self.number)

    def close(self) -> None:
        self.left = 0


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RETRY", 0.02)


def until(grabber: Grabber, words: str, seconds: float = 10.0) -> str:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        said = grabber.waiting
        if said is not None and words in said:
            return said
        time.sleep(0.005)
    pytest.fail(f"never said {words!r}, but {grabber.waiting!r}")


def frames_until_end(grabber: Grabber) -> list[Frame]:
    frames = []
    while not grabber.ended:
        frame = grabber.next(5.0)
        if frame is not None:
            frames.append(frame)
    return frames


def test_a_slow_reader_gets_the_newest_and_the_rest_is_counted() -> None:
    with Grabber(Camera([40], wait=0.002)) as grabber:
        first = grabber.next(5.0)
        until(grabber, "lost")
        last = grabber.next(5.0)
    assert first is not None
    assert last is not None
    assert last.number == 40
    assert int(last.image[0, 0, 0]) == 40
    assert grabber.dropped == (first.number - 1) + (40 - first.number - 1)


def test_a_camera_that_is_not_there_is_waited_for() -> None:
    with Grabber(Camera(["waiting for camera 7: plug it in", 3])) as grabber:
        assert grabber.next(10.0) is not None


def test_a_camera_that_was_unplugged_comes_back() -> None:
    with Grabber(Camera([3, "waiting for camera 7: plug it in", 2], wait=0.001)) as grabber:
        numbers = []
        while not numbers or numbers[-1] < 5:
            frame = grabber.next(10.0)
            assert frame is not None
            numbers.append(frame.number)
        assert "camera 7" in until(grabber, "waiting")
        assert not grabber.ended


def test_a_silent_camera_is_said_to_be_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    class Hanging(Camera):
        def open(self) -> str | None:
            time.sleep(0.3)
            return None

    monkeypatch.setattr(module, "PATIENCE", 0.05)
    with Grabber(Hanging([])) as grabber:
        assert "has sent nothing" in until(grabber, "camera 7")
        assert grabber.next(0.01) is None


def test_a_video_is_read_frame_by_frame_in_its_own_time() -> None:
    with Grabber(Camera([25], live=False), pace=False) as grabber:
        frames = frames_until_end(grabber)
    assert [f.number for f in frames] == list(range(1, 26))
    assert grabber.dropped == 0
    assert np.diff([f.time for f in frames]) == pytest.approx(0.001, abs=1e-6)
    assert grabber.waiting is None


def test_a_video_that_cannot_be_played_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "no.mp4").write_bytes(b"this is no video")
    with Grabber(source_of(str(tmp_path / "no.mp4"))) as grabber, pytest.raises(SourceLostError):
        grabber.next(10.0)


def test_a_folder_of_frames(tmp_path: Path) -> None:
    for number in (3, 1, 2):
        cv2.imwrite(str(tmp_path / f"{number:03d}.png"), frame_of(10 * number))
    (tmp_path / "note.txt").write_text("not a frame")
    (tmp_path / "004.png").write_bytes(b"broken")
    with Grabber(source_of(str(tmp_path)), pace=False) as grabber:
        frames = frames_until_end(grabber)
    assert [int(f.image[0, 0, 0]) for f in frames] == [10, 20, 30]


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceLostError, match="holds no pictures"):
        Folder(tmp_path).open()


@pytest.mark.parametrize(
    ("text", "name", "live"),
    [
        ("0", "camera 0", True),
        ("12", "camera 12", True),
        ("rtsp://user:secret@cam.local/1", "stream rtsp://cam.local/1", True),
        ("http://10.0.0.5:8080/video", "stream http://10.0.0.5:8080/video", True),
        ("/dev/video9", "camera /dev/video9", True),
    ],
)
def test_names_of_sources(text: str, name: str, live: bool) -> None:
    source = source_of(text)
    assert (source.name, source.live) == (name, live)


def test_what_is_no_source() -> None:
    with pytest.raises(UsageError, match="no video, folder or camera"):
        source_of("nowhere.mp4")


class FakeCapture:
    """OpenCV's capture of a camera with two grey frames that then breaks."""

    def __init__(self, opens: bool) -> None:
        self.opens, self.left, self.released = opens, 2, False

    def isOpened(self) -> bool:  # noqa: N802
        return self.opens

    def read(self) -> tuple[bool, Any]:
        self.left -= 1
        if self.left < -1:
            raise cv2.error("the driver gave up")
        return self.left >= 0, np.zeros((4, 4), np.uint8)

    def release(self) -> None:
        self.released = True


def test_a_capture_gives_colour_and_outlives_its_driver() -> None:
    camera = Capture("camera 0", 0, True, make=lambda _: FakeCapture(True))
    assert camera.open() is None
    shapes = [None if f is None else f.shape for f in (camera.read() for _ in range(5))]
    assert shapes == [(4, 4, 3), (4, 4, 3), None, None, None]
    camera.close()
    assert camera.read() is None


def test_a_camera_that_does_not_open_says_what_to_do() -> None:
    camera = Capture("camera 0", 0, True, make=lambda _: FakeCapture(False))
    assert "plug it in" in str(camera.open())
