"""The labelling page in a real Chromium on a real server in a process of its own."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from browsing import PATIENCE_MS, SAMPLES
from shared import ROOT

from vision.labels.lines import read_labels, write_labels
from vision.labels.record import PictureLabel, TileLabel
from vision.labels.store import LabelStore

DESK = {"width": 1280, "height": 860}


class LabelServer:
    """``tilescore label`` on one folder; it can be killed and started again at its address."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder, self.options = folder, options
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Starts it and waits until it answers."""
        command = [sys.executable, "-m", "vision.app.cli", "label", str(self.folder)]
        command += ["--no-browser", "--threads", "1", "--port", str(self.port), *self.options]
        self.process = subprocess.Popen(
            command, cwd=ROOT, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert self.process.stdout is not None
        greeting = ""
        for line in self.process.stdout:
            greeting += line
            if "Ctrl-C" in line:
                break
        found = re.search(r"localhost:(\d+)", greeting)
        assert found, greeting
        self.port = int(found.group(1))

    def kill(self) -> None:
        """Ends it as a crash would (kill -9)."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None

    @property
    def address(self) -> str:
        """Of the page."""
        return f"http://localhost:{self.port}/"


class Labeller:
    """One window on the labelling page; what the page complains of is kept."""

    def __init__(self, page: Any, server: LabelServer) -> None:
        self.page, self.server = page, server
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)

    def _heard(self, message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.complaints.append(message.text)

    def open(self) -> None:
        """Opens the page; the first picture is then shown."""
        self.page.goto(self.server.address)
        self.page.wait_for_selector("body[data-file]:not([data-file=''])")
        self.page.wait_for_selector("#canvas:focus")

    def await_model(self) -> None:
        """Waits until the model has read the picture that is shown, then opens the page anew."""
        until = time.monotonic() + PATIENCE_MS / 1000
        address = f"{self.server.address}api/picture?file={self.file}"
        while not self.page.request.get(address).json()["read"]:
            assert time.monotonic() < until
            time.sleep(0.5)
        self.open()

    def keys(self, *keys: str) -> None:
        """Presses keys and waits until all is saved."""
        for key in keys:
            self.page.keyboard.press(key)
        self.saved()

    def saved(self) -> None:
        """Waits until every change has reached the disk."""
        self.page.wait_for_selector("body[data-saved=yes]")

    def tab(self, name: str) -> None:
        """Turns to another view."""
        self.page.get_by_role("button", name=name, exact=True).click()

    @property
    def file(self) -> str:
        """The picture that is shown."""
        return self.page.evaluate("document.body.dataset.file")

    @property
    def selected(self) -> str:
        """The chosen tile's name."""
        return self.page.locator("#tile-name").inner_text()

    def walk_to(self, tile: int) -> int:
        """Walks by arrow keys until the tile is chosen; how many presses."""
        order = [int(n) for n in self.page.evaluate(
            "[...document.querySelectorAll('polygon[data-tile]')].map(p => p.dataset.tile)"
        )]  # fmt: skip
        assert tile in order
        for presses in range(40):
            if self.chosen == tile:
                return presses
            self.page.keyboard.press("ArrowLeft" if self._right_of(tile) else "ArrowRight")
        raise AssertionError(f"no arrow leads to tile {tile}")

    @property
    def chosen(self) -> int | None:
        """The chosen tile's id."""
        found = self.page.locator("polygon.selected[data-tile]").first.get_attribute("data-tile")
        return None if found is None else int(found)

    def _right_of(self, tile: int) -> bool:
        boxes = [
            self.page.locator(f"polygon[data-tile='{n}']").bounding_box()
            for n in (self.chosen, tile)
        ]
        return boxes[0]["x"] > boxes[1]["x"]


def sample(name: str) -> PictureLabel:
    """The truth of one of the samples."""
    return next(label for label in read_labels(SAMPLES) if label.file == name)


def put(folder: Path, labels: Iterable[PictureLabel], source: str) -> None:
    """A folder with labels; every picture is a copy of one sample."""
    folder.mkdir(parents=True)
    kept = list(labels)
    for label in kept:
        shutil.copyfile(SAMPLES / source, folder / label.file)
    write_labels(folder / "labels.jsonl", kept)


def on_disk(folder: Path, file: str) -> PictureLabel:
    """What a killed server has left."""
    copy = folder.with_name(folder.name + "-copy")
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for path in folder.glob("labels*"):
        shutil.copyfile(path, copy / path.name)
    with LabelStore(copy) as store:
        label = store.label(file)
    assert label is not None, json.dumps(store.files)
    return label


def middle(tile: TileLabel) -> tuple[float, float]:
    """The middle of a tile, px."""
    return sum(x for x, _ in tile.quad) / 4, sum(y for _, y in tile.quad) / 4
