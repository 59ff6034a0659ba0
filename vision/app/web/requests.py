"""What comes in: JSON bodies and parameters, within limits and checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NoReturn

from starlette.requests import ClientDisconnect, Request

from scoring.tiles import SEATS
from vision.app.web.refusal import bad, refuse

Json = dict[str, Any]
BODY_AT_MOST: Final = 256 * 1024
HIGHEST_ID: Final = 2**53


async def json_body(request: Request) -> Json:
    """The request's body, an object in braces; nothing is nothing in braces.

    Raises:
        RefusalError: it is too long, no JSON or no object.
    """
    body = b""
    try:
        async for chunk in request.stream():
            body += chunk
            if len(body) > BODY_AT_MOST:
                raise refuse(413, "too_large", "That is more than this server reads.")
    except ClientDisconnect as error:
        raise refuse(400, "cut_short", "The request was cut short.") from error
    if not body:
        return {}
    try:
        data = json.loads(body, parse_constant=_no_number)
        json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise refuse(400, "bad_json", "The request is no JSON.") from error
    if not isinstance(data, Mapping):
        raise refuse(400, "bad_json", "The request must be an object in braces.")
    return dict(data)


def _no_number(text: str) -> NoReturn:
    raise ValueError(text)


def number_in_path(request: Request, name: str) -> int:
    """A number of the path.

    Raises:
        RefusalError: nothing has such a number.
    """
    number: int = request.path_params[name]
    if number > HIGHEST_ID:
        raise refuse(404, "not_found", "There is nothing of that number.")
    return number


def number_parameter(request: Request, name: str, usual: int, least: int, most: int) -> int:
    """A number after the question mark.

    Raises:
        RefusalError: it is none, or out of bounds.
    """
    text = request.query_params.get(name)
    if text is None:
        return usual
    if not (text.isascii() and text.isdigit() and len(text) < 10 and least <= int(text) <= most):
        raise bad(name, f"must be a number from {least} to {most}")
    return int(text)


def seat_parameter(request: Request) -> str | None:
    """The seat after the question mark, if one is named.

    Raises:
        RefusalError: it is none.
    """
    seat = request.query_params.get("seat")
    if not seat:
        return None
    if seat not in SEATS:
        raise bad("seat", "must be E, S, W or N")
    return seat


def revision_of(data: Mapping[str, Any]) -> int | None:
    """The revision that a page has seen.

    Raises:
        RefusalError: it is no number.
    """
    revision = data.get("revision")
    if revision is None or (isinstance(revision, int) and not isinstance(revision, bool)):
        return revision
    raise bad("revision", "must be a number")


__all__ = ["json_body", "number_in_path", "number_parameter", "revision_of",
           "seat_parameter"]  # fmt: skip
