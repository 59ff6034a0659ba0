"""What the labelling page asks of the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from vision.app.label_page import desk_review, exchange
from vision.app.label_page.desk import Desk
from vision.app.web.refusal import bad, refuse
from vision.app.web.requests import json_body, number_parameter
from vision.app.web.routes_pages import STATIC as SHARED_STATIC
from vision.errors import UserError
from vision.labels.codes import LABEL_CODES

Json = dict[str, Any]
STATIC: Final = Path(__file__).parent / "static"
LARGEST_VIEW: Final = 6000
USUAL_VIEW: Final = 2000
A_DAY: Final = {"cache-control": "private, max-age=86400"}


def desk_of(request: Request) -> Desk:
    """The folder that is served."""
    desk: Desk = request.app.state.desk
    return desk


def _file(request: Request) -> str:
    return desk_of(request).known(request.query_params.get("file", ""))


async def page(_: Request) -> Response:
    """The one page."""
    return FileResponse(STATIC / "index.html", media_type="text/html")


async def overview(request: Request) -> Response:
    """How far the work is."""
    return JSONResponse(await run_in_threadpool(desk_of(request).overview))


async def pictures(request: Request) -> Response:
    """A part of the list of pictures."""
    start = number_parameter(request, "start", 0, 0, 10**8)
    words = request.query_params.get("words", "")
    return JSONResponse(await run_in_threadpool(desk_of(request).pictures, start, 100, words))


async def picture(request: Request) -> Response:
    """One picture with its labels."""
    return JSONResponse(await _plainly(desk_of(request).picture, _file(request)))


async def change(request: Request) -> Response:
    """Takes a picture's labels."""
    file, data = _file(request), await json_body(request)
    made = await _plainly(desk_of(request).change, file, data.get("record"), data.get("revision"))
    return JSONResponse(made)


async def undo(request: Request) -> Response:
    """Takes the last change back."""
    return JSONResponse(await _plainly(desk_of(request).undo))


async def redo(request: Request) -> Response:
    """Makes it again."""
    return JSONResponse(await _plainly(lambda: desk_of(request).undo(redo=True)))


async def rename(request: Request) -> Response:
    """Gives many tiles one code."""
    data = await json_body(request)
    code, tiles = data.get("code"), data.get("tiles")
    if code not in LABEL_CODES:
        raise bad("code", "must be a tile, 0z, none or unknown")
    if not isinstance(tiles, list) or not all(map(_is_tile, tiles)):
        raise bad("tiles", "must be a list of [file, tile]")
    chosen = [(str(file), int(tile)) for file, tile in tiles]
    return JSONResponse(await _plainly(desk_of(request).rename, chosen, code))


def _is_tile(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and isinstance(value[0], str)
        and type(value[1]) is int
    )


async def sheet(request: Request) -> Response:
    """Pictures to be looked at together."""
    desk = desk_of(request)

    def told() -> Json:
        return {"pictures": [desk.picture(file) for file in desk.sheet()]}

    return JSONResponse(await _plainly(told))


async def confirm(request: Request) -> Response:
    """The labels of these pictures are right."""
    files = (await json_body(request)).get("files")
    if not isinstance(files, list) or not all(isinstance(file, str) for file in files):
        raise bad("files", "must be a list of names")
    return JSONResponse(await _plainly(desk_of(request).confirm, list(dict.fromkeys(files))))


async def view(request: Request) -> Response:
    """The picture, upright and shrunk."""
    file = _file(request)
    side = number_parameter(request, "side", USUAL_VIEW, 64, LARGEST_VIEW)
    data = await _plainly(desk_of(request).views.view, file, side)
    return Response(data, media_type="image/jpeg", headers=A_DAY)


async def crop(request: Request) -> Response:
    """One tile."""
    desk, file = desk_of(request), _file(request)
    number = number_parameter(request, "tile", 0, 0, 10**6)
    try:
        data = await _plainly(lambda: desk.views.crop(file, desk.label(file), number))
    except KeyError as error:
        raise refuse(404, "no_tile", "There is no such tile any more.") from error
    return Response(data, media_type="image/jpeg", headers=A_DAY)


async def suspicious(request: Request) -> Response:
    """Labels that the model contradicts."""
    start = number_parameter(request, "start", 0, 0, 10**8)
    return JSONResponse(await run_in_threadpool(desk_review.suspicious, desk_of(request), start))


async def wall(request: Request) -> Response:
    """All tiles of a code."""
    code = request.query_params.get("code", "")
    start = number_parameter(request, "start", 0, 0, 10**8)
    return JSONResponse(await run_in_threadpool(desk_review.wall, desk_of(request), code, start))


async def counts(request: Request) -> Response:
    """How many tiles of each code."""
    return JSONResponse(await run_in_threadpool(desk_review.class_counts, desk_of(request)))


async def duplicates(request: Request) -> Response:
    """Pictures that are there twice."""
    return JSONResponse(await run_in_threadpool(desk_review.duplicates, desk_of(request)))


async def carry_out(request: Request) -> Response:
    """Exports."""
    return JSONResponse(await _plainly(exchange.export, desk_of(request), await json_body(request)))


async def carry_in(request: Request) -> Response:
    """Imports."""
    return JSONResponse(await _plainly(exchange.bring, desk_of(request), await json_body(request)))


async def _plainly(work: Any, *args: Any) -> Any:
    """Runs slow work in a thread; what a person can mend is refused in a sentence."""
    try:
        return await run_in_threadpool(work, *args)
    except UserError as error:
        raise refuse(422, error.code, str(error)) from error


ROUTES = [
    Route("/", page, methods=["GET"]),
    Route("/api/overview", overview, methods=["GET"]),
    Route("/api/pictures", pictures, methods=["GET"]),
    Route("/api/picture", picture, methods=["GET"]),
    Route("/api/picture", change, methods=["POST"]),
    Route("/api/undo", undo, methods=["POST"]),
    Route("/api/redo", redo, methods=["POST"]),
    Route("/api/rename", rename, methods=["POST"]),
    Route("/api/sheet", sheet, methods=["GET"]),
    Route("/api/confirm", confirm, methods=["POST"]),
    Route("/api/suspicious", suspicious, methods=["GET"]),
    Route("/api/wall", wall, methods=["GET"]),
    Route("/api/counts", counts, methods=["GET"]),
    Route("/api/duplicates", duplicates, methods=["GET"]),
    Route("/api/export", carry_out, methods=["POST"]),
    Route("/api/import", carry_in, methods=["POST"]),
    Route("/view", view, methods=["GET"]),
    Route("/crop", crop, methods=["GET"]),
    Mount("/label", StaticFiles(directory=STATIC), name="label"),
    Mount("/static", StaticFiles(directory=SHARED_STATIC), name="static"),
]
