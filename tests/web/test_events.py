"""Everybody sees at once what anybody changes; over real connections."""

from __future__ import annotations

import http.client
import json
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from serving import WINNING, Phone, served

from vision.app.web import events
from vision.app.web.server import listen, make_server, run_beside

Event = tuple[str, Any]


@contextmanager
def running(folder: Path) -> Iterator[tuple[Phone, int]]:
    """A server on a port of its own, and a phone at the same site."""
    with served(folder) as phone, listen("127.0.0.1", 0) as sock:
        server = make_server(phone.site)
        thread = run_beside(server, [sock])
        try:
            yield phone, sock.getsockname()[1]
        finally:
            server.stop()
            thread.join(timeout=20)
            assert not thread.is_alive()


class Stream:
    """One phone's stream of events."""

    def __init__(self, port: int, evening: int = 1) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        self.connection.request("GET", f"/api/evenings/{evening}/events")
        self.answer = self.connection.getresponse()

    def next(self) -> Event:
        name, data = "", ""
        while True:
            line = self.answer.readline().decode()
            if not line:
                raise EOFError
            if line.startswith("event: "):
                name = line[7:].strip()
            elif line.startswith("data: "):
                data = line[6:]
            elif line == "\n" and name:
                return name, json.loads(data)

    def until(self, name: str, wanted: Any) -> Any:
        """The first event of a kind for which ``wanted`` holds."""
        while True:
            found, data = self.next()
            if found == name and wanted(data):
                return data

    def close(self) -> None:
        self.connection.close()


def test_two_phones_see_the_new_total_without_asking(tmp_path: Path) -> None:
    with running(tmp_path) as (phone, port):
        streams = [Stream(port), Stream(port)]
        assert streams[0].answer.headers["content-type"] == "text/event-stream"
        for stream in streams:
            assert {stream.next()[0] for _ in range(3)} == {"evening", "draft", "live"}
        phone.change("hand", seat="E", text=WINNING)
        for stream in streams:
            stream.until("draft", lambda d: d["can_confirm"])
        total = phone.confirm()["totals"]
        for stream in streams:
            assert stream.until("evening", lambda e: e["entries"])["totals"] == total
            stream.until("draft", lambda d: d["empty"])
        phone.post("/api/evenings/1/undo")
        for stream in streams:
            stream.until("draft", lambda d: d["can_confirm"])
            stream.close()


def test_one_evening_is_not_told_of_another(tmp_path: Path) -> None:
    with running(tmp_path) as (phone, port):
        phone.post("/api/evenings", json={})
        stream = Stream(port, 2)
        for _ in range(3):
            stream.next()
        phone.change("hand", 1, seat="E", text=WINNING)
        phone.change("hand", 2, seat="S", text="123m")
        name, draft = stream.next()
        assert name == "draft"
        assert list(draft["hands"]) == ["S"]
        stream.close()


def test_a_phone_that_takes_nothing_stalls_nobody(tmp_path: Path) -> None:
    with running(tmp_path) as (phone, port):
        dead = [stalled(port) for _ in range(5)]
        alive = Stream(port)
        phone.change("hand", seat="E", text=WINNING)
        took = []
        for number in range(60):
            started = time.monotonic()
            code = "123456789"[number % 9] + "p"
            revision = phone.change("add", at={"seat": "S", "part": "concealed"}, code=code)
            alive.until("draft", lambda d, r=revision: d["revision"] == r["revision"])
            took.append(time.monotonic() - started)
        assert sorted(took)[30] < 5.0
        (group,) = phone.site.hub._lookers.values()
        assert len(group) == 6
        assert all(len(looker._newest) <= 3 for looker in group)
        for sock in dead:
            sock.close()
        alive.close()


def stalled(port: int) -> socket.socket:
    """A phone that asks for the stream and never reads it."""
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    sock.connect(("127.0.0.1", port))
    sock.sendall(b"GET /api/evenings/1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return sock


def test_gone_phones_are_forgotten_and_silence_is_filled(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(events, "HEARTBEAT", 0.05)
    with running(tmp_path) as (phone, port):
        stream = Stream(port)
        while b"still here" not in stream.answer.readline():
            pass
        assert phone.site.hub.lookers == 1
        stream.close()
        until = time.monotonic() + 60
        while phone.site.hub.lookers and time.monotonic() < until:
            time.sleep(0.02)
        assert phone.site.hub.lookers == 0


def test_streams_end_with_the_server(tmp_path: Path) -> None:
    with running(tmp_path) as (_, port):
        stream = Stream(port)
        stream.next()
    while True:
        line = stream.answer.readline()
        if not line:
            break
    stream.close()


def test_a_picture_that_is_too_large_is_refused_in_words(tmp_path: Path) -> None:
    with running(tmp_path) as (_, port):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        body = b"\xff\xd8\xff" + bytes(31 * 1024 * 1024)
        connection.request("POST", "/api/evenings/1/pictures", body, {"x-tilescore": "1"})
        answer = connection.getresponse()
        assert answer.status == 413
        assert "30 MB" in json.loads(answer.read())["errors"][0]["message"]
        connection.close()
