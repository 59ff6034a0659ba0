"""Pictures: coming in, going out shrunk, single tiles of them, the camera's latest frame."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from vision.app.web.picture_files import BYTES_AT_MOST, MEGAPIXELS_AT_MOST, VIEW_SIDE, kind_of
from vision.app.web.picture_table import PictureRow
from vision.app.web.refusal import RefusalError, refuse
from vision.app.web.requests import json_body, number_in_path, number_parameter, seat_parameter
from vision.app.web.routes_evenings import site_of
from vision.app.web.site import Site
from vision.errors import PictureError

PATIENCE: Final = 60.0
"""Seconds without a byte after which an upload is given up."""
WAITING_AT_MOST: Final = 100
DRAINED_AT_MOST: Final = 8 * BYTES_AT_MOST
FOREVER: Final = {"cache-control": "private, max-age=31536000, immutable"}
NO_PICTURE: Final = "That is no JPEG, PNG, WebP or HEIC picture."


async def upload(request: Request) -> Response:
    """Takes a picture in; it is read when its turn comes."""
    site, number = site_of(request), number_in_path(request, "number")
    seat = seat_parameter(request)
    await run_in_threadpool(site.evenings.book, number)
    try:
        length = _length(request)
    except RefusalError:
        await _drain(request)
        raise
    if len(site.queue.waiting()) >= WAITING_AT_MOST:
        raise refuse(429, "busy", "Too many pictures wait to be read; try again in a moment.")
    part, file = await run_in_threadpool(site.files.receive)
    try:
        kind = await _received(request, file, length)
        picture = site.files.new_id()
        await run_in_threadpool(_keep, site, part, file, picture, kind)
        await run_in_threadpool(site.picture_came, number, picture, seat, kind)
    except BaseException:
        file.close()
        part.unlink(missing_ok=True)
        raise
    return JSONResponse({"id": picture}, 202)


def _length(request: Request) -> int:
    text = request.headers.get("content-length", "")
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise refuse(411, "length", "A picture needs its Content-Length.")
    if int(text) > BYTES_AT_MOST:
        most = BYTES_AT_MOST // 1024**2
        raise refuse(413, "too_large", f"A picture may have {most} MB; save it smaller.")
    return int(text)


async def _drain(request: Request) -> None:
    """Takes what is being sent, within reason: who still sends does not hear a refusal."""
    left = DRAINED_AT_MOST
    with suppress(ClientDisconnect, asyncio.TimeoutError, StopAsyncIteration):
        stream = request.stream()
        while left > 0:
            left -= len(await asyncio.wait_for(anext_of(stream), PATIENCE))


async def _received(request: Request, file: BinaryIO, length: int) -> str:
    """Writes the body into the file as it comes; what kind of picture it is."""
    came, kind = 0, None
    head = b""
    stream = request.stream()
    try:
        while True:
            try:
                chunk = await asyncio.wait_for(anext_of(stream), PATIENCE)
            except StopAsyncIteration:
                break
            came += len(chunk)
            if came > length:
                raise refuse(413, "too_large", "The picture is longer than it said.")
            if kind is None and len(head) < 16:
                head += chunk[:16]
                kind = kind_of(head) if len(head) >= 12 else None
                if len(head) >= 12 and kind is None:
                    raise refuse(415, "no_picture", NO_PICTURE)
            file.write(chunk)
    except (ClientDisconnect, asyncio.TimeoutError) as error:
        raise refuse(408, "cut_short", "The picture did not come whole; send it again.") from error
    if kind is None or came < length:
        raise refuse(415, "no_picture", NO_PICTURE)
    return kind


async def anext_of(stream: Any) -> bytes:
    """The next chunk (``anext`` under another name: wait_for wants a coroutine)."""
    chunk: bytes = await stream.__anext__()
    return chunk


def _keep(site: Site, part: Path, file: BinaryIO, picture: str, kind: str) -> None:
    """Refuses what its header shows to be no fit picture, and makes the rest last."""
    file.flush()
    if kind != "heic":  # a box format that only its decoder can walk: the reading process does
        _check_header(part)
    site.files.keep(part, file, picture)


def _check_header(part: Path) -> None:
    from vision.picture_header import read_header

    try:
        header = read_header(part.read_bytes(), part.name)
    except PictureError as error:
        message = str(error).replace(part.name, "The picture")
        if "megapixels" in message:  # so many that Pillow does not open it
            raise refuse(413, "too_large", message) from error
        raise refuse(415, "no_picture", message) from error
    except Exception as error:  # a header that makes Pillow fail in yet another way
        raise refuse(415, "no_picture", NO_PICTURE) from error
    if header.width * header.height > MEGAPIXELS_AT_MOST * 1e6:
        message = (
            f"The picture has {header.width} x {header.height} pixels, more than the "
            f"{MEGAPIXELS_AT_MOST} megapixels that are read; save it smaller."
        )
        raise refuse(413, "too_large", message)


async def picture(request: Request) -> Response:
    """A picture, upright and shrunk."""
    site = site_of(request)
    name = (await _own(site, request)).id
    side = number_parameter(request, "side", 1600, 16, VIEW_SIDE)
    data = await run_in_threadpool(site.files.shrunk, name, side)
    return Response(data, 200, FOREVER, "image/jpeg")


async def tile(request: Request) -> Response:
    """One tile of a picture with what lies around it."""
    site = site_of(request)
    row, number = await _own(site, request), number_in_path(request, "tile")
    tiles = (row.reading or {}).get("tiles", ())
    quad = next((t["quad"] for t in tiles if t["id"] == number), None)
    if quad is None or row.width is None:
        raise refuse(404, "no_tile", "There is no such tile on that picture.")
    data = await run_in_threadpool(site.files.crop, row.id, quad, row.width)
    return Response(data, 200, FOREVER, "image/jpeg")


async def _own(site: Site, request: Request) -> PictureRow:
    """The picture that the path names, if it belongs to the evening that the path names."""
    row = await run_in_threadpool(site.store.pictures.get, request.path_params["picture"])
    if row is None or row.evening != number_in_path(request, "number"):
        raise refuse(404, "no_picture", "There is no such picture.")
    return row


async def live(request: Request) -> Response:
    """What the camera sees, or its key."""
    here = site_of(request).live
    if request.method == "POST":
        here.ask(await json_body(request))
    return JSONResponse(here.to_json())


async def live_picture(request: Request) -> Response:
    """The camera's latest frame."""
    data = await run_in_threadpool(site_of(request).live.picture)
    return Response(data, media_type="image/jpeg")


_PICTURE: Final = "/api/evenings/{number:int}/pictures/{picture}"
ROUTES = [
    Route("/api/evenings/{number:int}/pictures", upload, methods=["POST"]),
    Route(f"{_PICTURE}/tile/{{tile:int}}.jpg", tile, methods=["GET"]),
    Route(f"{_PICTURE}.jpg", picture, methods=["GET"]),
    Route("/api/live", live, methods=["GET", "POST"]),
    Route("/api/live.jpg", live_picture, methods=["GET"]),
]
