"""The page, what it is made of, the printable page, and the way in."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from scoring.tiles import SEAT_NAMES
from vision.app.web.joining import COOKIE
from vision.app.web.requests import number_in_path
from vision.app.web.routes_evenings import site_of
from vision.app.web.security import join_page, joined_page

Json = dict[str, Any]
STATIC: Final = Path(__file__).parent / "static"
INDEX: Final = STATIC / "index.html"
A_YEAR: Final = 365 * 24 * 3600
PRINT_STYLE: Final = """
:root { color-scheme: light; font-family: system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #111; background: #fff; }
table { border-collapse: collapse; width: 100%; margin: 1rem 0; }
th, td { border-bottom: 1px solid #999; padding: .3rem .5rem; text-align: right; }
th:first-child, td:first-child, .word { text-align: left; }
section { break-inside: avoid; margin-top: 1.5rem; }
pre { font-size: .85rem; white-space: pre-wrap; }
@media screen and (max-width: 40rem) {
  body { margin: 1rem auto; }
  table { display: block; overflow-x: auto; font-size: .85rem; }
  pre { font-size: min(.85rem, 2.7vw); }
}
"""


async def page(request: Request) -> Response:
    """The one page."""
    if not INDEX.exists():
        raise HTTPException(404)
    return FileResponse(INDEX, media_type="text/html")


async def join(request: Request) -> Response:
    """Lets those in who know the code."""
    door = site_of(request).door
    if door is None:
        return RedirectResponse("/", 303)
    code = request.query_params.get("code", "")
    if not code:
        return join_page("", 200)
    address = request.client.host if request.client else ""
    wait = door.wait(address)
    if wait > 0:
        answer = join_page("Too many wrong codes: wait ten minutes, then try again.", 429)
        answer.headers["retry-after"] = str(int(wait) + 1)
        return answer
    if not door.opens(code, address):
        return join_page("That is not the code. Look at the computer's screen again.", 403)
    elsewhere = request.headers.get("sec-fetch-site") == "cross-site"
    answer = joined_page() if elsewhere else RedirectResponse("/", 303)
    answer.set_cookie(COOKIE, door.cookie, max_age=A_YEAR, httponly=True, samesite="strict")
    return answer


async def printable(request: Request) -> Response:
    """An evening to print."""
    number = number_in_path(request, "number")
    evening = await run_in_threadpool(site_of(request).evenings.evening, number)
    return HTMLResponse(print_page(evening))


async def print_style(request: Request) -> Response:
    """How it looks."""
    return Response(PRINT_STYLE, media_type="text/css")


def print_page(evening: Json) -> str:
    """The printable page of an evening in its documented form."""
    names = evening["players"]
    day = evening["created"][:10]
    title = f"Mah-Jongg on {day}: {', '.join(names)}"
    head = ["Deal", "Round", "East", "Winner", "Score", *names]
    rows = "".join(_row(_cells(entry, names)) for entry in evening["entries"])
    totals = _row(["Total", "", "", "", "", *(f"{evening['totals'][n]:+d}" for n in names)], "th")
    sections = "".join(_section(entry) for entry in evening["entries"])
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>"
        '<link rel="stylesheet" href="/print/style.css"></head><body>'
        f"<h1>{escape(title)}</h1><table><thead>{_row(head, 'th')}</thead><tbody>{rows}</tbody>"
        f"<tfoot>{totals}</tfoot></table>{sections}</body></html>"
    )


def _section(entry: Json) -> str:
    text = escape("\n".join(entry["lines"]))
    seats = ", ".join(f"{SEAT_NAMES[s]} {name}" for s, name in entry["seats"].items())
    head = f"<h2>Deal {entry['number']}</h2><p>{escape(seats)}</p>"
    return f"<section>{head}<pre>{text}</pre></section>"


def _cells(entry: Json, names: list[str]) -> list[str]:
    seats, winner = entry["seats"], entry["winner"]
    changes = [f"{entry['changes'][n]:+d}" if entry["changes"][n] else "0" for n in names]
    return [
        str(entry["number"]),
        SEAT_NAMES[entry["round_wind"]],
        seats["E"],
        seats[winner] if winner else "nobody",
        str(entry["score"]) if winner else "",
        *changes,
    ]


def _row(cells: list[str], kind: str = "td") -> str:
    return "<tr>" + "".join(f"<{kind}>{escape(cell)}</{kind}>" for cell in cells) + "</tr>"


ROUTES = [
    Route("/", page, methods=["GET"]),
    Route("/join", join, methods=["GET"]),
    Route("/print/style.css", print_style, methods=["GET"]),
    Route("/print/evenings/{number:int}", printable, methods=["GET"]),
    Mount("/static", StaticFiles(directory=STATIC, check_dir=False), name="static"),
]
