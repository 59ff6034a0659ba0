"""The application, and running it."""

from __future__ import annotations

import logging
import mimetypes
import socket
import threading
from collections.abc import Sequence
from types import FrameType
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from scoring.errors import DealError, Problem
from vision.app.web import routes_evenings, routes_pages, routes_pictures
from vision.app.web.disk import DiskError, DiskLog
from vision.app.web.events import Hub
from vision.app.web.refusal import RefusalError, refuse
from vision.app.web.security import Guard, GuardMiddleware
from vision.app.web.site import Site

Json = dict[str, Any]
LONGEST_PATH = 400
MEDIA_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
WORDS = {404: "There is nothing here.", 405: "That cannot be done here."}


def create_app(site: Site) -> Starlette:
    """The application that serves a site."""
    routes = [*routes_evenings.ROUTES, *routes_pictures.ROUTES, *routes_pages.ROUTES]
    app = guarded_app(routes, site.guard, site.disk)
    app.state.site = site
    return app


def guarded_app(
    routes: Sequence[BaseRoute], guard: Guard, disk: DiskLog | None = None
) -> Starlette:
    """An application whose requests are guarded and whose errors are sentences in JSON."""
    log = disk or DiskLog()

    async def no_disk(_: Request, error: Exception) -> Response:
        assert isinstance(error, (DiskError, OSError))
        plain = log.note(error)
        problem = Problem(plain.trouble.code, str(plain))
        return JSONResponse({"errors": [problem.to_json()]}, plain.trouble.status)

    for suffix, kind in MEDIA_TYPES.items():  # what a system says of them may be anything
        mimetypes.add_type(kind, suffix)
    return Starlette(
        routes=routes,
        middleware=[Middleware(GuardMiddleware, guard=guard), Middleware(ShortPaths)],
        exception_handlers={
            RefusalError: _refused,
            DealError: _unscored,
            HTTPException: _no_route,
            DiskError: no_disk,
            OSError: no_disk,
            Exception: _failed,
        },
    )


class ShortPaths:
    """Refuses paths that nothing here has, before numbers in them are read."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes on what is short."""
        if scope["type"] == "http" and len(scope["path"]) > LONGEST_PATH:
            error = refuse(404, "not_found", WORDS[404])
            await JSONResponse(error.to_json(), 404)(scope, receive, send)
            return
        await self._app(scope, receive, send)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, RefusalError)
    return JSONResponse(error.to_json(), error.status)


async def _unscored(_: Request, error: Exception) -> Response:
    assert isinstance(error, DealError)
    return JSONResponse(error.to_json(), 422)


async def _no_route(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    message = WORDS.get(error.status_code, "That cannot be done.")
    problem = Problem("not_found" if error.status_code == 404 else "refused", message)
    return JSONResponse({"errors": [problem.to_json()]}, error.status_code, error.headers)


async def _failed(_: Request, error: Exception) -> Response:
    logging.getLogger("tilescore").error("a request failed", exc_info=error)
    message = "That went wrong in the server; nothing was changed. Try again."
    return JSONResponse({"errors": [Problem("failed", message).to_json()]}, 500)


class Server(uvicorn.Server):
    """A server that ends its streams when it is asked to end."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self._hub = hub

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """On Ctrl-C and the like."""
        self._hub.close()
        super().handle_exit(sig, frame)

    def stop(self) -> None:
        """From another thread."""
        self._hub.close()
        self.should_exit = True


def make_server(site: Site) -> Server:
    """The server of a site; ``run`` takes the sockets of `listen`."""
    return server_of(create_app(site), site.hub)


def server_of(app: Starlette, hub: Hub) -> Server:
    """The server of an application that tells its news through a hub."""
    config = uvicorn.Config(
        app,
        access_log=False,  # join codes stand in addresses
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=3,
        h11_max_incomplete_event_size=32 * 1024,
        http="h11",
        ws="none",
    )
    return Server(config, hub)


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens already, so that a port in use is known at once.

    Raises:
        OSError: the port cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_REUSEADDR") and not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind((host, port))
        sock.listen(128)
    except OSError:
        sock.close()
        raise
    return sock


def run_beside(server: Server, sockets: list[socket.socket]) -> threading.Thread:
    """Runs a server in a thread of its own; `Server.stop` ends it."""
    server.config.lifespan = "off"
    thread = threading.Thread(
        target=server.run, kwargs={"sockets": sockets}, name="server", daemon=True
    )
    thread.start()
    return thread
