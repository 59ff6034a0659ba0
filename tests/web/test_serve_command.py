"""``tilescore serve`` as a person runs it: in a process of its own, which may be killed."""

from __future__ import annotations

import http.client
import json
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from serving import NAMES, WINNING, with_models
from shared import ROOT

from vision.app.cli import main
from vision.app.web.addresses import qr_text

pytestmark = with_models
COMMAND = [sys.executable, "-m", "vision.app.cli", "serve", "--port", "0", "--threads", "1"]
HEADERS = {"x-tilescore": "1"}


@contextmanager
def serve(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """The command running, and the lines it greeted with."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"}
    process = subprocess.Popen(
        [*COMMAND, "--data", str(folder), *options], env=env, encoding="utf-8",
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert process.stdout is not None
    lines = []
    try:
        for line in process.stdout:
            lines.append(line)
            if "Ctrl-C" in line:
                break
        yield process, lines
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def port_of(lines: list[str]) -> int:
    found = re.search(r"localhost:(\d+)", "".join(lines))
    assert found, lines
    return int(found.group(1))


def ask(port: int, method: str, path: str, data: Any = None) -> tuple[int, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        body = None if data is None else json.dumps(data)
        connection.request(method, path, body, HEADERS)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read() or b"null")
    finally:
        connection.close()


def test_killed_and_resumed(tmp_path: Path) -> None:
    with serve(tmp_path) as (process, lines):
        port = port_of(lines)
        assert ask(port, "POST", "/api/evenings", {"players": NAMES})[0] == 201
        draft = "/api/evenings/1/draft"
        ask(port, "POST", draft, {"do": "hand", "seat": "S", "text": WINNING})
        status, evening = ask(port, "POST", f"{draft}/confirm", {})
        assert status == 200
        ask(port, "POST", draft, {"do": "hand", "seat": "W", "text": "123m"})
        process.kill()
        process.wait()
    with serve(tmp_path, "--resume") as (_, lines):
        port = port_of(lines)
        assert "#/evening/1" in "".join(lines)
        assert ask(port, "GET", "/api/evenings/1") == (200, evening)
        assert list(ask(port, "GET", draft)[1]["hands"]) == ["W"]
        status, evening = ask(port, "POST", "/api/evenings/1/undo", {})
        assert (status, evening["entries"]) == (200, [])


def test_one_process_for_one_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serve(tmp_path):
        assert main(["serve", "--port", "0", "--data", str(tmp_path)]) == 1
        assert "Another tilescore" in capsys.readouterr().err


def test_a_port_in_use(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with serve(tmp_path) as (_, lines):
        port = str(port_of(lines))
        assert main(["serve", "--port", port, "--data", str(tmp_path / "other")]) == 2
        assert "--port" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
def test_ctrl_c_ends_it_quietly(tmp_path: Path) -> None:
    import signal

    with serve(tmp_path, "--lan", "--players", "Xi,Yi") as (process, lines):
        text = "".join(lines)
        assert re.search(r"code is [2-9A-Z]{6}", text)
        assert ask(port_of(lines), "GET", "/api/evenings")[0] == 401
        stream = http.client.HTTPConnection("127.0.0.1", port_of(lines), timeout=60)
        stream.request("GET", "/join")
        stream.getresponse().read()
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read() if process.stdout else ""
        assert process.wait(timeout=60) == 0
        assert time.monotonic() - started < 30
        assert "Traceback" not in rest


def test_the_web_extra_missing_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert main(["serve", "--data", str(tmp_path)]) == 1
    told = capsys.readouterr().err.strip()
    assert "tilescore[web]" in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize(
    "options",
    [["--port", "99999"], ["--port", "x"], ["--camera", "0", "--video", "x"], ["--players"]],
)
def test_wrong_usage(options: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["serve", *options])
    assert ended.value.code == 2


def test_a_set_that_was_not_taught(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--set", "Ann's", "--sets-folder", str(tmp_path), "--data", str(tmp_path)]
    assert main(["serve", "--port", "0", *options]) == 1
    assert "no taught set" in capsys.readouterr().err


def test_players_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--port", "0", "--data", str(tmp_path), "--players", "Ann,Ann"]
    assert main(["serve", *options]) == 2
    assert "different names" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ([], ""),
        (["--rules", "limit", "--table", "ES"], "--rules and --table count only together with"),
        (["--rules", "limit", "--players", "Ann,Bob"], ""),
    ],
)
def test_what_describes_an_evening_that_is_not_begun_is_said(
    options: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:  # so that it ends at once
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["serve", "--port", port, "--data", str(tmp_path), *options]) == 2
    error = capsys.readouterr().err
    assert told in error
    assert ("count only" in error) == bool(told)


def test_the_code_in_squares() -> None:
    text = qr_text("http://192.168.1.20:8765/join?code=ABC234")
    assert len(text.splitlines()) < 24
    assert max(map(len, text.splitlines())) < 60


def test_a_hand_that_the_camera_takes_is_confirmed_by_a_phone(tmp_path: Path) -> None:
    film = ROOT / "tests" / "live" / "data" / "hand-laid-down.mp4"
    options = ["--video", str(film), "--players", ",".join(NAMES)]
    with serve(tmp_path, *options) as (_, lines):
        port = port_of(lines)
        draft = waited(port, "/api/evenings/1/draft", lambda d: d["camera"] and d["can_confirm"])
        picture = draft["pictures"][0]
        assert picture["reading"]["tiles"]
        assert ask(port, "GET", "/api/live")[1]["waiting"]
        assert ask(port, "GET", "/api/about")[1]["camera"]
        status, evening = ask(port, "POST", "/api/evenings/1/draft/confirm", {})
        assert status == 200
        assert evening["entries"][0]["about"]["source"] == "camera"
        assert evening["entries"][0]["about"]["pictures"] == [picture["id"]]
    with serve(tmp_path, "--resume") as (_, lines):
        again = ask(port_of(lines), "GET", "/api/evenings/1")[1]
        assert again["entries"] == evening["entries"]


def waited(port: int, path: str, wanted: Any) -> Any:
    """An answer once it is as wanted."""
    until = time.monotonic() + 240
    while time.monotonic() < until:
        status, answer = ask(port, "GET", path)
        if status == 200 and wanted(answer):
            return answer
        time.sleep(0.2)
    raise AssertionError(answer)
