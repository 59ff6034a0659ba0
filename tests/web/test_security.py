"""Who is let in, what is refused, and the headers of every answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from serving import Phone, served

from vision.app.web.joining import COOKIE, PERIOD, TRIES, Door, new_code
from vision.app.web.site import Site


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "", "localhost:80:80", "a@localhost", "[::1"]
)
def test_foreign_names_are_refused(tmp_path: Path, host: str) -> None:
    with served(tmp_path) as phone:
        answer = phone.get("/api/evenings", headers={"host": host})
        assert answer.status_code == 400
        assert answer.json()["errors"][0]["code"] == "host"


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8765", "[::1]:8765", "192.168.1.7"])
def test_own_names_are_fine(tmp_path: Path, host: str) -> None:
    with served(tmp_path) as phone:
        assert phone.get("/api/evenings", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:9999"},
        {"origin": "http://["},
        {"origin": "http://[x]/"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"x-tilescore": "0"},
    ],
)
def test_changes_from_elsewhere_are_refused(tmp_path: Path, headers: dict[str, str]) -> None:
    with served(tmp_path) as phone:
        answer = phone.post("/api/evenings", json={}, headers=headers)
        assert answer.status_code == 403
        assert len(phone.get("/api/evenings").json()) == 1
        own = {"origin": "http://localhost:8765", "sec-fetch-site": "same-origin"}
        assert phone.post("/api/evenings", json={}, headers=own).status_code == 201


def test_every_answer_has_the_headers(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        for path in ("/", "/api/evenings", "/nowhere", "/static/nothing.js", "/print/evenings/1"):
            headers = phone.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert "access-control-allow-origin" not in headers
            assert "server" not in headers


class TestJoining:
    def test_nothing_is_answered_without_the_code(self, tmp_path: Path) -> None:
        with served(tmp_path, lan=True, evening=False) as phone:
            for path in ("/api/evenings", "/api/live.jpg", "/print/evenings/1", "/api/about"):
                assert phone.get(path).status_code == 401
            assert phone.post("/api/evenings", json={}).status_code == 401
            page = phone.get("/")
            assert page.status_code == 401
            assert 'action="/join"' in page.text
            assert code_of(phone.site) not in page.text

    def test_with_the_code_also_after_a_restart(self, tmp_path: Path) -> None:
        with served(tmp_path, lan=True, evening=False) as phone:
            code = code_of(phone.site).lower()
            answer = phone.get(f"/join?code={code}", follow_redirects=False)
            assert answer.status_code == 303
            assert answer.headers["location"] == "/"
            cookie = answer.headers["set-cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=strict" in cookie
            assert code not in cookie.lower()
            assert phone.get("/api/evenings").status_code == 200
            kept = phone.cookies[COOKIE]
        with served(tmp_path, lan=True, evening=False) as phone:
            phone.cookies.set(COOKIE, kept)
            assert phone.get("/api/evenings").status_code == 200
        with served(tmp_path, lan=True, evening=False, new_code=True) as phone:
            phone.cookies.set(COOKIE, kept)
            assert phone.get("/api/evenings").status_code == 401

    def test_from_another_site_by_a_page_that_moves_on(self, tmp_path: Path) -> None:
        with served(tmp_path, lan=True, evening=False) as phone:
            code = code_of(phone.site)
            answer = phone.get(f"/join?code={code}", headers={"sec-fetch-site": "cross-site"})
            assert answer.status_code == 200
            assert 'content="0; url=/"' in answer.text
            assert code not in answer.text
            assert phone.get("/api/evenings").status_code == 200

    def test_guessing_is_stopped(self, tmp_path: Path) -> None:
        with served(tmp_path, lan=True, evening=False) as phone:
            wrong = [phone.get("/join?code=WRONG1").status_code for _ in range(TRIES)]
            assert wrong == [403] * TRIES
            right = code_of(phone.site)
            answer = phone.get(f"/join?code={right}", follow_redirects=False)
            assert answer.status_code == 429
            assert int(answer.headers["retry-after"]) > 0

    def test_who_waits_may_try_again_and_others_are_not_stopped(self) -> None:
        time = [0.0]
        door = Door("ABCDEF", "secret", lambda: time[0])
        for _ in range(TRIES):
            assert not door.opens("no", "10.0.0.1")
        assert door.wait("10.0.0.1") > 0
        assert door.wait("10.0.0.2") == 0
        assert door.opens(" abc def ", "10.0.0.2")
        time[0] += PERIOD + 1
        assert door.wait("10.0.0.1") == 0

    def test_a_household_counts_as_one(self) -> None:
        door = Door("ABCDEF", "secret", lambda: 0.0)
        for number in range(TRIES):
            door.opens("no", f"2001:db8::{number}")
        assert door.wait("2001:db8::ffff") > 0
        assert door.wait("2001:db8:0:1::1") == 0

    def test_codes_are_easily_read_and_not_easily_guessed(self) -> None:
        codes = {new_code() for _ in range(200)}
        assert len(codes) == 200
        assert not set("".join(codes)) & set("01OIL")


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[]",
        b'"x"',
        b"[" * 100_000,
        b'{"players": [NaN]}',
        b'{"players": ["\\ud800", "b"]}',
        b'{"limit": ' + b"9" * 5000 + b"}",
        b"\xff\xfe",
        b'{"x": "' + b"y" * 300_000 + b'"}',
    ],
)
def test_bodies_that_are_no_requests(tmp_path: Path, body: bytes) -> None:
    with served(tmp_path) as phone:
        for path in ("/api/evenings", "/api/evenings/1/draft", "/api/hand"):
            answer = phone.post(path, content=body)
            assert 400 <= answer.status_code < 500, (path, answer.text)
            assert answer.json()["errors"][0]["message"]


def test_long_paths_and_numbers(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        for path in (
            f"/api/evenings/{'9' * 5000}",
            "/" + "a/" * 2000,
            f"/api/evenings/{'9' * 300}",
        ):
            assert phone.get(path).status_code == 404


def code_of(site: Site) -> str:
    assert site.door is not None
    return site.door.code


def test_static_files_cannot_be_left(tmp_path: Path) -> None:
    with served(tmp_path) as phone:
        for path in ("/static/../server.py", "/static/%2e%2e/server.py", "/static//etc/passwd"):
            assert Phone.get(phone, path).status_code == 404
