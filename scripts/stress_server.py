"""A `tilescore serve` of its own to be stressed on loopback, and clients for it."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
HEADERS = {"X-Tilescore": "1"}
STARTING_S = 120


class Served:
    """The command in a process of its own. Use as a context; `kill` and `start` at any time."""

    def __init__(self, folder: Path, threads: int = 2) -> None:
        self.folder, self._threads = folder, threads
        self.port = 0
        self.process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Served:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        """Starts it and waits for its greeting."""
        command = [sys.executable, "-m", "vision.app.cli", "serve", "--port", "0"]
        command += ["--data", str(self.folder), "--threads", str(self._threads)]
        env = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(command, env=env, encoding="utf-8", stdout=subprocess.PIPE)
        timer = threading.Timer(STARTING_S, self.process.kill)
        timer.start()
        assert self.process.stdout is not None
        for line in self.process.stdout:
            found = re.search(r"localhost:(\d+)", line)
            if found:
                self.port = int(found.group(1))
                break
        timer.cancel()
        if not self.port:
            raise SystemExit("stress: the server did not start")

    def kill(self) -> None:
        """kill -9."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None

    def memory_mb(self) -> float:
        """What the server and its reading process hold, MB (Linux only; else 0)."""
        if self.process is None:
            return 0.0
        pids = [self.process.pid, *_children(self.process.pid)]
        return sum(_resident_kb(pid) for pid in pids) / 1024


def _children(pid: int) -> list[int]:
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        text = ""
    found = [int(word) for word in text.split()]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        found += [int(word) for word in task.read_text().split()]
    return list(dict.fromkeys(found))


def _resident_kb(pid: int) -> int:
    try:
        text = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0
    found = re.search(r"VmRSS:\s+(\d+) kB", text)
    return int(found.group(1)) if found else 0


class Client:
    """One phone: a connection that is opened again when it was closed."""

    def __init__(self, port: int, timeout: float = 60.0) -> None:
        self._port, self._timeout = port, timeout
        self._connection: http.client.HTTPConnection | None = None

    def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        """Status and JSON of an answer; a ``body`` that is no bytes is sent as JSON.

        Raises:
            OSError: the server is gone.
        """
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        if self._connection is None:
            self._connection = http.client.HTTPConnection(
                "127.0.0.1", self._port, timeout=self._timeout
            )
        try:
            self._connection.request(method, path, data, {**HEADERS, **(headers or {})})
            answer = self._connection.getresponse()
            text = answer.read()
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise OSError(str(error)) from error
        try:
            return answer.status, json.loads(text)
        except ValueError:
            return answer.status, text

    def close(self) -> None:
        """Hangs up."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def listen(port: int, evening: int, tell: Callable[[str, Any], None]) -> threading.Thread:
    """Follows an evening's events in a thread until the server is gone."""

    def follow() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        name = ""
        try:
            connection.request("GET", f"/api/evenings/{evening}/events")
            answer = connection.getresponse()
            while line := answer.readline():
                if line.startswith(b"event: "):
                    name = line[7:].decode().strip()
                elif line.startswith(b"data: "):
                    tell(name, json.loads(line[6:]))
        except (OSError, http.client.HTTPException, ValueError):
            return
        finally:
            connection.close()

    thread = threading.Thread(target=follow, daemon=True)
    thread.start()
    return thread
