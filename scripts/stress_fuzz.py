"""Uploads and forms that nobody would send: none may be answered with a server error."""

from __future__ import annotations

import io
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

from PIL import Image
from stress_server import Client, Served

SAMPLE = Path(__file__).resolve().parents[1] / "datasets" / "samples" / "harr-concealed-four.jpg"
KINDS = ("JPEG", "PNG", "WEBP", "HEIF", "GIF", "BMP", "TIFF")
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS")
PATHS = (
    "/", "/join", "/join?code=%00%ff", "/api/about", "/api/evenings", "/api/evenings/1",
    "/api/evenings/1/undo", "/api/evenings/1/deals/1", "/api/evenings/1/draft", "/api/hand",
    "/api/evenings/1/draft/confirm", "/api/evenings/1/export.csv", "/api/evenings/1/export.json",
    "/api/live", "/api/live.jpg", "/print/evenings/1", "/static/x", "/api/evenings/99999999999",
    "/api/evenings/-1", "/api/evenings/1/pictures/x.jpg", "/api/evenings/1/pictures/x/tile/1.jpg",
    "/api/evenings/1/pictures?seat=%F0%9F%80%84", "/api/evenings/" + "9" * 400, "/%2e%2e/etc",
)  # fmt: skip
FORMS = (
    ("POST", "/api/evenings"), ("PATCH", "/api/evenings/1"), ("POST", "/api/evenings/1/draft"),
    ("POST", "/api/evenings/1/draft/confirm"), ("POST", "/api/hand"), ("PUT", "/api/about"),
    ("POST", "/api/live"),
)  # fmt: skip
WORDS = (
    "do", "code", "add", "delete", "move", "set", "hand", "seat", "dead", "won_with", "penalty",
    "reckless", "picture_remove", "clear", "edit", "undo", "at", "to", "from", "part", "index",
    "concealed", "flowers", "codes", "text", "winner", "tile", "by", "draw", "discard", "kind",
    "washing", "false-mahjongg", "value", "auto", "picture", "number", "revision", "players",
    "rules", "limit", "no-limit", "house", "mahjongg", "table", "rounds_before", "keep", "E", "S",
    "W", "N", "none", "5p", "1f", "0z", "7z", "22p 678s (111z)", "11p 123m 456s 789p (555z)", "",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 13, 300, 2**63, 10**40, 1e308, -0.0, 0.5, "\x00", "🀄",
    "x" * 9999, "\u202e", [], {}, [[]], ["E", "E"], ["1m"] * 5, {"seat": "E"},
    {"seat": None, "index": 3},
)  # fmt: skip
BIGGEST_EDIT = 40


def fuzz(folder: Path, count: int, rng: random.Random) -> list[str]:
    """Sends ``count`` requests, a quarter of them uploads; which had a server error for answer."""
    wrong: list[str] = []
    answers: Counter[int] = Counter()
    pictures = _pictures()
    with Served(folder, threads=1) as served:
        client = Client(served.port)
        client.ask("POST", "/api/evenings", {})
        for number in range(count):
            method, path, body, headers = _request(rng, pictures)
            try:
                status, answer = client.ask(method, path, body, headers)
            except OSError:  # hung up on: what it was is no HTTP any more
                status, answer = 0, None
            answers[status] += 1
            if status >= 500:
                wrong.append(f"{number}: {method} {path} {str(body)[:200]}: {status} {answer}")
            if number % 50 == 49:
                client.ask("POST", "/api/evenings/1/draft", {"do": "clear"})
        status, _ = Client(served.port).ask("GET", "/api/evenings/1")
        if status != 200:
            wrong.append(f"the evening cannot be read any more: {status}")
        memory = served.memory_mb()
    told = ", ".join(f"{status}: {n}" for status, n in sorted(answers.items()))
    print(f"{count} requests: {len(wrong)} server errors ({told}); memory {memory:.0f} MB")
    return wrong


def _pictures() -> list[bytes]:
    try:
        import pillow_heif

        pillow_heif.register_heif_opener()
    except ImportError:
        pass
    found = []
    with Image.open(SAMPLE) as image:
        small = image.convert("RGB").resize((280, 160))
        for kind in KINDS:
            out = io.BytesIO()
            small.save(out, kind)
            found.append(out.getvalue())
    return found


def _request(rng: random.Random, pictures: list[bytes]) -> tuple[str, str, Any, dict[str, str]]:
    which = rng.random()
    if which < 0.25:
        seat = rng.choice(("", "?seat=E", "?seat=Q"))
        return "POST", f"/api/evenings/1/pictures{seat}", _damaged(rng, rng.choice(pictures)), {}
    if which < 0.75:
        method, path = rng.choice(FORMS)
        return method, path, _body(rng), {}
    headers = rng.choice(
        ({}, {"Host": "x" * 300}, {"Origin": "http://x"}, {"Cookie": "tilescore=\x7f;;=="},
         {"X-Tilescore": "2"}, {"Range": "bytes=9-1"}, {"Accept": "\xe9"})
    )  # fmt: skip
    body = _body(rng) if rng.random() < 0.5 else None
    return rng.choice(METHODS), rng.choice(PATHS), body, headers


def _damaged(rng: random.Random, data: bytes) -> bytes:
    """A picture with bytes changed, cut off, doubled, or nothing of it."""
    how = rng.randrange(6)
    if how == 0:
        return data[: rng.randrange(len(data))]
    if how == 1:
        return rng.randbytes(rng.randrange(4000))
    changed = bytearray(data)
    first = 64 if how == 2 else len(data)  # among the header's bytes, or anywhere
    for _ in range(rng.randrange(1, BIGGEST_EDIT)):
        changed[rng.randrange(min(first, len(changed)))] = rng.randrange(256)
    if how == 3:
        at = rng.randrange(len(changed))
        changed[at:at] = changed[: rng.randrange(2000)]
    return bytes(changed)


def _body(rng: random.Random) -> bytes:
    if rng.random() < 0.1:
        return rng.randbytes(rng.randrange(300))
    if rng.random() < 0.05:
        return b"[" * rng.randrange(200_000)
    data = {"do": rng.choice(WORDS)} if rng.random() < 0.6 else {}
    for _ in range(rng.randrange(6)):
        data[rng.choice(WORDS)] = _value(rng, 0)
    text = json.dumps(data, ensure_ascii=rng.random() < 0.5)
    return text.encode("utf-8", "surrogatepass")


def _value(rng: random.Random, depth: int) -> Any:
    which = rng.random()
    if which < 0.35 or depth > 3:
        return rng.choice(WORDS)
    if which < 0.7:
        return rng.choice(VALUES)
    if which < 0.85:
        return [_value(rng, depth + 1) for _ in range(rng.randrange(5))]
    return {rng.choice(WORDS): _value(rng, depth + 1) for _ in range(rng.randrange(5))}
