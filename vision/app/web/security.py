"""What every request must pass, and the headers that every answer gets.

Pure ASGI, so that streams pass through untouched.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from vision.app.web.joining import COOKIE, Door
from vision.app.web.refusal import RefusalError, refuse

OWN_HEADER: Final = "x-tilescore"
SAFE_METHODS: Final = ("GET", "HEAD")
OPEN_PATHS: Final = ("/join", "/static/")
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(self), microphone=(), geolocation=(), interest-cohort=()",
}
JOIN_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Join the evening - tilescore</title>
<link rel="stylesheet" href="/static/style.css"></head>
<body><main><h1>Join the evening</h1>
<p>The code stands on the screen of the computer that keeps the score.</p>
<form action="/join" method="get">
<label for="code">Code</label>
<input id="code" name="code" required autocomplete="off" autocapitalize="characters"
 maxlength="12" autofocus>
<button type="submit">Join</button></form>
<p role="alert">{words}</p></main></body></html>
"""
JOINED_PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="0; url=/">
<title>You have joined - tilescore</title>
<link rel="stylesheet" href="/static/style.css"></head>
<body><main><h1>You have joined</h1><p><a href="/">To the table</a></p></main></body></html>
"""
"""Moves on by itself, for a link in a message or on another site: at the end of a redirect from
there browsers do not show a strict cookie, and the code would be asked for all the same."""


@dataclass(frozen=True, slots=True)
class Guard:
    """Who is let in."""

    names: frozenset[str] = field(default_factory=frozenset)
    """Names of this machine; addresses in figures are always fine."""
    door: Door | None = None
    """None: only this machine can connect, and needs no code."""


class GuardMiddleware:
    """Refuses what did not come from a page of this server."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self._app, self._guard = app, guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on what may pass."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            elif scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
            return
        headed = _with_headers(scope["path"], send)
        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, headed)
        else:
            await refusal(scope, receive, headed)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        try:
            check_host(headers.getlist("host"), self._guard.names)
            if scope["method"] not in SAFE_METHODS:
                check_origin(headers)
        except RefusalError as error:
            return JSONResponse(error.to_json(), error.status)
        path, door = scope["path"], self._guard.door
        if door is None or path.startswith(OPEN_PATHS) or door.knows(cookie_of(headers)):
            return None
        if path == "/" and scope["method"] in SAFE_METHODS:
            return join_page("", 401)
        outside = refuse(401, "join", "Join with the code that stands on the computer's screen.")
        return JSONResponse(outside.to_json(), 401)


def join_page(words: str, status: int) -> Response:
    """The form for the code; ``words`` are our own."""
    return HTMLResponse(JOIN_PAGE.replace("{words}", words), status)


def joined_page() -> Response:
    """Leads in those who have just been given the cookie and come from elsewhere."""
    return HTMLResponse(JOINED_PAGE)


def check_host(hosts: list[str], names: Iterable[str]) -> None:
    """Refuses what was meant for another name, which a foreign page had pointed here.

    Raises:
        RefusalError: the Host header is missing, twice there, or foreign.
    """
    name = _host_name(hosts[0]) if len(hosts) == 1 else None
    if name is None or not (name in names or _is_address(name)):
        raise refuse(400, "host", "This address is not the server's own.")


def check_origin(headers: Headers) -> None:
    """Refuses a change that a foreign page asks for.

    Raises:
        RefusalError: it comes from elsewhere, or not from our own page.
    """
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    host = headers.get("host", "")
    foreign = origin is not None and _netloc(origin) != host.lower()
    if foreign or site not in (None, "same-origin"):
        raise refuse(403, "origin", "Only the server's own page may change anything.")
    if headers.get(OWN_HEADER) != "1":
        raise refuse(403, "origin", f"A change needs the header {OWN_HEADER}: 1.")


def _netloc(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:  # brackets that hold no address, and the like
        return None


def cookie_of(headers: Headers) -> str | None:
    """What was given to those who joined."""
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return morsel.value if morsel else None


def _host_name(host: str) -> str | None:
    try:
        parts = urlsplit(f"//{host}")
        port = parts.port  # raises where it is none
    except ValueError:
        return None
    plain = parts.username is None and not parts.path and not parts.query
    return parts.hostname if plain and (port is None or port > 0) else None


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def own_names(lan: bool) -> frozenset[str]:
    """The names under which this machine may be called."""
    names = {"localhost"}
    if lan:
        host = socket.gethostname().lower()
        names |= {host, host.split(".")[0], f"{host.split('.')[0]}.local"}
    return frozenset(names)


def _with_headers(path: str, send: Send) -> Send:
    async def headed(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            kept = "no-cache" if path.startswith("/static/") else "no-store"
            headers.setdefault("cache-control", kept)
        await send(message)

    return headed
