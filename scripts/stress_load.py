"""Many phones at once: 12-megapixel pictures, how long each takes, how much memory is held."""

from __future__ import annotations

import io
import statistics
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from PIL import Image
from stress_server import Client, Served, listen

SAMPLE = Path(__file__).resolve().parents[1] / "datasets" / "samples" / "harr-concealed-four.jpg"
LARGE = (4032, 3024)
SEATS = "ESWN"


@dataclass(slots=True)
class Tally:
    """What the phones saw."""

    received: list[float] = field(default_factory=list)
    """Seconds until the server had a picture."""
    read: list[float] = field(default_factory=list)
    """Seconds until its tiles were in the hand."""
    errors: list[str] = field(default_factory=list)
    deepest: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)


def large_picture() -> bytes:
    """A 12-megapixel JPEG of a hand."""
    with Image.open(SAMPLE) as image:
        canvas = Image.new("RGB", LARGE, (90, 110, 90))
        width = LARGE[0] - 200
        hand = image.resize((width, width * image.height // image.width))
        canvas.paste(hand, (100, 300))
    out = io.BytesIO()
    canvas.save(out, "JPEG", quality=90)
    return out.getvalue()


def load(folder: Path, phones: int, seconds: float, every: float, threads: int) -> list[str]:
    """Phones at tables of four, each with a picture every so often; what was found wrong."""
    body = large_picture()
    tally = Tally()
    with Served(folder, threads) as served:
        client = Client(served.port)
        tables = [client.ask("POST", "/api/evenings", {})[1]["id"] for _ in range(-(-phones // 4))]
        _warm(client, tables[0], body)
        waits = _Waits(tally)
        for number in range(phones):
            listen(served.port, tables[number // 4], waits.told)
        until = time.monotonic() + seconds
        memory = [served.memory_mb()]
        plans = [
            _Plan(served.port, tables[k // 4], SEATS[k % 4], every, until, every * (k % 20) / 20)
            for k in range(phones)
        ]
        workers = [threading.Thread(target=_phone, args=(p, body, tally, waits)) for p in plans]
        for worker in workers:
            worker.start()
        while any(worker.is_alive() for worker in workers):
            time.sleep(1)
            memory.append(served.memory_mb())
    return _report(tally, memory, phones)


def _warm(client: Client, table: int, body: bytes) -> None:
    """Waits until the networks are loaded."""
    client.ask("POST", f"/api/evenings/{table}/pictures?seat=E", body)
    while client.ask("GET", f"/api/evenings/{table}/draft")[1]["pictures"][0]["status"] in (
        "waiting",
        "reading",
    ):
        time.sleep(0.2)
    client.ask("POST", f"/api/evenings/{table}/draft", {"do": "clear"})


class _Waits:
    """Pictures that were sent, until somebody hears that they are read."""

    def __init__(self, tally: Tally) -> None:
        self._tally = tally
        self._sent: dict[str, float] = {}
        self._over: dict[str, str] = {}
        self.changed = threading.Condition(tally.lock)

    def told(self, name: str, data: Any) -> None:
        """An event came."""
        if name != "draft":
            return
        with self.changed:
            for picture in data["pictures"]:
                self._tally.deepest = max(self._tally.deepest, picture["ahead"])
                if picture["status"] in ("read", "failed"):
                    self._over[picture["id"]] = picture["status"]
            self.changed.notify_all()

    def wait(self, picture: str, patience: float) -> str | None:
        """How a picture ended."""
        with self.changed:
            self.changed.wait_for(lambda: picture in self._over, patience)
            return self._over.get(picture)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What one phone does."""

    port: int
    table: int
    seat: str
    every: float
    """Seconds between two pictures."""
    until: float
    delay: float
    """Seconds before the first."""


def _phone(plan: _Plan, body: bytes, tally: Tally, waits: _Waits) -> None:
    client = Client(plan.port)
    path = f"/api/evenings/{plan.table}/pictures?seat={plan.seat}"
    time.sleep(plan.delay)
    while time.monotonic() < plan.until:
        started = time.monotonic()
        try:
            status, answer = client.ask("POST", path, body)
        except OSError as error:
            status, answer = 0, error
        received = time.monotonic()
        ended = waits.wait(answer["id"], 60) if status == 202 else None
        with tally.lock:
            tally.received.append(received - started)
            if ended == "read":
                tally.read.append(time.monotonic() - started)
            else:
                tally.errors.append(f"{status} {ended or answer}")
        time.sleep(max(0.0, plan.every - (time.monotonic() - started)))


def _report(tally: Tally, memory: list[float], phones: int) -> list[str]:
    read = sorted(tally.read) or [float("nan")]
    print(
        f"{phones} phones, {len(tally.received)} pictures of 12 megapixels: {len(tally.errors)} "
        f"errors; received after {statistics.median(tally.received or [0]):.2f} s (median), tiles "
        f"in the hand after {statistics.median(read):.2f} s (median), 90 % within "
        f"{read[int(0.9 * (len(read) - 1))]:.2f} s; deepest queue seen {tally.deepest}; memory at "
        f"most {max(memory):.0f} MB"
    )
    return tally.errors


def memory(folder: Path, uploads: int, threads: int) -> list[str]:
    """One phone sends picture after picture; the memory held along the way."""
    body = large_picture()
    with Served(folder, threads) as served:
        client = Client(served.port)
        table = client.ask("POST", "/api/evenings", {})[1]["id"]
        _warm(client, table, body)
        path = f"/api/evenings/{table}"
        for number in range(1, uploads + 1):
            status, answer = client.ask("POST", f"{path}/pictures?seat=E", body)
            if status != 202:
                return [f"upload {number}: {status} {answer}"]
            while _waiting(client.ask("GET", f"{path}/draft")[1], answer["id"]):
                time.sleep(0.02)
            if number % max(1, uploads // 10) == 0:
                print(f"{number} uploads: {served.memory_mb():.0f} MB", flush=True)
            if number % 10 == 0:
                client.ask("POST", f"{path}/draft/confirm", {})
    return []


def _waiting(draft: Any, picture: str) -> bool:
    shown = {p["id"]: p["status"] for p in draft["pictures"]}
    return shown.get(picture) in ("waiting", "reading")
