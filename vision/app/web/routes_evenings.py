"""Evenings and the hand being settled, as JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from scoring.house import READINGS
from vision.app.web.draft_changes import typed_hand
from vision.app.web.events import LOOKERS_AT_MOST, EventStream, Looker, event_text
from vision.app.web.forms import hand_form
from vision.app.web.refusal import bad, refuse
from vision.app.web.requests import json_body, number_in_path, revision_of
from vision.app.web.site import Site

Json = dict[str, Any]
_FILES: Final = {"csv": ("text/csv", "utf-8-sig"), "json": ("application/json", "utf-8")}
"""Type and encoding of the files; a mark at its beginning tells a spreadsheet that it is UTF-8."""


def site_of(request: Request) -> Site:
    """The site that the application serves."""
    site: Site = request.app.state.site
    return site


async def _answer(act: Callable[..., Any], *values: Any, status: int = 200) -> JSONResponse:
    return JSONResponse(await run_in_threadpool(act, *values), status)


async def about(request: Request) -> Response:
    """What this server is and may do."""
    site = site_of(request)
    if request.method == "PUT":
        data = await json_body(request)
        if not isinstance(data.get("keep"), bool) or set(data) != {"keep"}:
            raise bad("keep", "must be true or false, and nothing else can be set")
        await run_in_threadpool(site.set_keep, data["keep"])
    return JSONResponse(
        {
            "version": site.options.version,
            "lan": site.options.lan,
            "addresses": list(site.addresses),
            "keep": await run_in_threadpool(lambda: site.keep),
            "camera": site.live.attached,
            "current": await run_in_threadpool(site.evenings.current),
            "readings": [
                {"key": each.key, "values": each.values, "meaning": each.meaning}
                for each in READINGS
            ],
        }
    )


async def evenings(request: Request) -> Response:
    """All evenings, or a new one."""
    here = site_of(request).evenings
    if request.method == "POST":
        return await _answer(here.create, await json_body(request), status=201)
    return await _answer(here.lines)


async def evening(request: Request) -> Response:
    """One evening, or a change of its settings."""
    here, number = site_of(request).evenings, number_in_path(request, "number")
    if request.method == "PATCH":
        return await _answer(here.change_settings, number, await json_body(request))
    return await _answer(here.evening, number)


async def undo(request: Request) -> Response:
    """Takes back the evening's last change."""
    here, number = site_of(request).evenings, number_in_path(request, "number")
    await json_body(request)
    return await _answer(here.undo, number)


async def deal(request: Request) -> Response:
    """A past hand with its pictures, or its deletion."""
    here = site_of(request).evenings
    number, row = number_in_path(request, "number"), number_in_path(request, "deal")
    act = here.delete_deal if request.method == "DELETE" else here.past
    return await _answer(act, number, row)


async def export(request: Request) -> Response:
    """The evening as a file."""
    here, number = site_of(request).evenings, number_in_path(request, "number")
    kind = request.path_params["kind"]
    if kind not in _FILES:
        raise refuse(404, "not_found", "An evening can be had as export.csv or export.json.")
    text = await run_in_threadpool(here.export, number, kind)
    media, encoding = _FILES[kind]
    name = f'attachment; filename="evening-{number}.{kind}"'
    return Response(text.encode(encoding), 200, {"content-disposition": name}, media)


async def draft(request: Request) -> Response:
    """The hand being settled, or a change of it."""
    site, number = site_of(request), number_in_path(request, "number")
    if request.method == "POST":
        change = await json_body(request)
        answer = await _answer(site.evenings.change_draft, number, change)
        if change.get("do") == "picture_remove":
            site.queue.drop(str(change.get("picture")))
        return answer
    return await _answer(site.evenings.draft, number)


async def confirm(request: Request) -> Response:
    """Writes the hand down."""
    here, number = site_of(request).evenings, number_in_path(request, "number")
    revision = revision_of(await json_body(request))
    return await _answer(here.confirm, number, revision)


async def hand(request: Request) -> Response:
    """A typed hand as tiles."""
    data = await json_body(request)
    return await _answer(lambda: hand_form(typed_hand(data.get("text"))))


async def events(request: Request) -> Any:
    """The stream of an evening's changes."""
    site, number = site_of(request), number_in_path(request, "number")
    await run_in_threadpool(site.evenings.book, number)
    if site.hub.lookers >= LOOKERS_AT_MOST:
        raise refuse(429, "too_many", "Too many pages look at this server; close some.")

    def greet(looker: Looker) -> None:
        with site.store.lock:
            looker.put("evening", event_text(site.evenings.evening(number)))
            looker.put("draft", event_text(site.evenings.draft(number)))
            looker.put("live", event_text(site.live.to_json()))

    return EventStream(site.hub, number, greet)


ROUTES = [
    Route("/api/about", about, methods=["GET", "PUT"]),
    Route("/api/hand", hand, methods=["POST"]),
    Route("/api/evenings", evenings, methods=["GET", "POST"]),
    Route("/api/evenings/{number:int}", evening, methods=["GET", "PATCH"]),
    Route("/api/evenings/{number:int}/undo", undo, methods=["POST"]),
    Route("/api/evenings/{number:int}/deals/{deal:int}", deal, methods=["GET", "DELETE"]),
    Route("/api/evenings/{number:int}/export.{kind}", export, methods=["GET"]),
    Route("/api/evenings/{number:int}/events", events, methods=["GET"]),
    Route("/api/evenings/{number:int}/draft", draft, methods=["GET", "POST"]),
    Route("/api/evenings/{number:int}/draft/confirm", confirm, methods=["POST"]),
]
