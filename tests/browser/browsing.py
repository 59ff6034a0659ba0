"""Phones at a table: real Chromium windows on a real server in a process of its own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from shared import ROOT

SAMPLES = ROOT / "datasets" / "samples"
PICTURE = "harr-concealed-four.jpg"
ON_PICTURE = "567789m 11s (444p) [3333m]"
"""What lies on it, typed."""
NAMES = ("Ann", "Bob", "Cem", "Dee")
PATIENCE_MS = 120_000  # a busy machine is no failure
EXPECTED = (
    "Failed to load resource",  # while the server is down
    "The Cross-Origin-Opener-Policy header has been ignored",  # heeded on this machine alone
)
"""What a browser complains of without anything being wrong."""
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 900}


def chromium() -> str:
    """The browser's program; skips the test where there is none."""
    pytest.importorskip("playwright", reason="the dev extra is not installed (playwright)")
    pytest.importorskip("starlette", reason="the web extra is not installed")
    named = os.environ.get("TILESCORE_CHROMIUM")
    found = named or next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    if not found:
        missing = "no Chromium here (Debian and Ubuntu: apt-get install chromium)"
        (pytest.fail if os.environ.get("CI") else pytest.skip)(missing)
    if not any((ROOT / "models").glob("*.onnx")):
        pytest.skip("no models in this checkout")
    return found


class Server:
    """``tilescore serve`` on one folder; it can be killed and started again at its address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.greeting = ""
        """What it said when it was last started."""
        self.process: subprocess.Popen[str] | None = None

    def start(self, *options: str) -> None:
        """Starts it and waits until it answers."""
        command = [sys.executable, "-m", "vision.app.cli", "serve", "--threads", "1"]
        command += ["--data", str(self.folder), "--port", str(self.port), *options]
        env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
        self.process = subprocess.Popen(
            command, env=env, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        assert self.process.stdout is not None
        self.greeting = ""
        for line in self.process.stdout:
            self.greeting += line
            if "Ctrl-C" in line:
                break
        found = re.search(r"localhost:(\d+)", self.greeting)
        assert found, self.greeting
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


@contextmanager
def running(folder: Path) -> Iterator[Server]:
    """A server that is ended afterwards, whatever happened."""
    server = Server(folder)
    try:
        server.start()
        yield server
    finally:
        server.kill()


def wait_until(page: Any, expression: str, arg: Any = None) -> None:
    """Waits until an expression of JavaScript holds.

    Playwright's own ``wait_for_function`` evaluates the text again inside the page, where the
    page's content policy forbids that.
    """
    until = time.monotonic() + PATIENCE_MS / 1000
    while not page.evaluate(expression, arg):
        assert time.monotonic() < until, f"never: {expression}"
        page.wait_for_timeout(50)


class Phone:
    """One window, with its taps counted and its complaints kept."""

    def __init__(self, page: Any, server: Server) -> None:
        self.page, self.server = page, server
        self.taps = 0
        self.evening = 1
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)

    def _heard(self, message: Any) -> None:
        if message.type == "error" and not any(words in message.text for words in EXPECTED):
            self.complaints.append(message.text)

    def open(self, path: str = "") -> None:
        """Opens a view by its address, anew."""
        self.page.goto("about:blank")
        self.page.goto(self.server.address + path)
        self.page.wait_for_selector("h1")

    def look(self, view: str = "") -> None:
        """Opens a view of the evening, anew."""
        self.open(f"#/evening/{self.evening}{view}")

    def tap(self, name: str, role: str = "button", within: str = "#app") -> None:
        """Taps what a screen reader would call so."""
        self.page.locator(within).get_by_role(role, name=name, exact=True).first.click()
        self.taps += 1

    def pick(self, name: str, legend: str) -> None:
        """Chooses one of a group's answers, as a finger does: on the words."""
        group = self.page.get_by_role("group", name=legend, exact=True)
        group.get_by_role("radio", name=name, exact=True).click()
        self.taps += 1

    def photograph(self, *pictures: str | Path) -> None:
        """Taps Photograph and takes the pictures, samples or others, there."""
        with self.page.expect_file_chooser() as chooser:
            self.tap("Photograph")
        chooser.value.set_files([SAMPLES / picture for picture in pictures])

    def tap_first_evening(self) -> None:
        """Resumes the evening at the head of the list."""
        self.page.locator(".evenings a").first.click()
        self.taps += 1

    def may_confirm(self) -> None:
        """Waits until the hand can be written down."""
        self.page.wait_for_selector("#confirm:not(:disabled)")

    def says(self, text: str, where: str = "#app") -> None:
        """Waits until the text stands there."""
        self.page.locator(where).get_by_text(text, exact=False).first.wait_for()

    def totals(self) -> dict[str, int]:
        """What the table shows: total by name."""
        places = self.page.locator(".place")
        places.first.wait_for()
        names = places.locator("b").all_inner_texts()
        figures = places.locator(".place-total").all_inner_texts()
        numbers = [int(figure.replace("−", "-")) for figure in figures]
        return dict(zip(names, numbers, strict=True))

    def await_totals(self, wanted: dict[str, int]) -> None:
        """Waits until the table shows these totals, without reloading anything."""
        for name, total in wanted.items():
            shown = str(total).replace("-", "−")
            place = self.page.locator(".place", has=self.page.locator("b", has_text=name))
            place.locator(".place-total", has_text=re.compile(f"^{shown}$")).wait_for()

    def tile_codes(self, seat: str) -> list[str]:
        """The tiles that the page shows in a seat's hand."""
        tiles = ".tile-button:not(tile-palette *) mj-tile"
        hand = self.page.locator(f"section[aria-labelledby=hand-{seat}] {tiles}")
        return [tile.get_attribute("code") for tile in hand.all()]


def start_evening(phone: Phone, names: Sequence[str] = NAMES) -> None:
    """Starts an evening by its form; the table is then shown."""
    phone.open("#/start")
    for wind, name in zip(("East", "South", "West", "North"), names, strict=False):
        phone.page.get_by_label(wind, exact=True).fill(name)
    phone.tap("Start")
    phone.page.wait_for_selector(".felt")
    phone.evening = int(phone.page.url.rsplit("/", 1)[1])
    phone.taps = 0


def tap_in(phone: Phone, seat_name: str, tiles: Sequence[str], mode: str | None = None) -> None:
    """Taps tiles on the pad of a seat that is already open."""
    pad = phone.page.locator(".seat-hand", has_text=seat_name).locator(".pad")
    if mode:
        pad.get_by_role("radio", name=mode, exact=True).click()
        phone.taps += 1
    for name in tiles:
        pad.get_by_role("button", name=name, exact=True).click()
        phone.taps += 1


@contextmanager
def browser_window() -> Iterator[Any]:
    """A Chromium that tests share."""
    program = chromium()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # the sandbox needs rights that root in a container lacks
        options = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=program, args=options)
        yield browser
        browser.close()
