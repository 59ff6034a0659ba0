"""The labelling page's server: only for this machine, guarded like the evening's."""

from __future__ import annotations

from starlette.applications import Starlette

from vision.app.label_page.desk import Desk
from vision.app.label_page.routes import ROUTES
from vision.app.web.events import Hub
from vision.app.web.security import Guard, own_names
from vision.app.web.server import Server, guarded_app, server_of


def label_app(desk: Desk) -> Starlette:
    """The application that serves a desk."""
    app = guarded_app(ROUTES, Guard(own_names(lan=False)))
    app.state.desk = desk
    return app


def label_server(desk: Desk) -> Server:
    """The server of a desk; ``run`` takes the sockets of `vision.app.web.server.listen`."""
    return server_of(label_app(desk), Hub())
