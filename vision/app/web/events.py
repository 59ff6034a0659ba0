"""Telling every connected phone what has changed, without waiting for any of them.

A phone that does not keep up gets the newest state of each kind when it does: it has one place for
each kind of event, which the next one overwrites.
"""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Iterable
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.types import Message, Receive, Scope, Send

HEARTBEAT: Final = 15.0
"""Seconds without news after which a sign of life is sent."""
STALLED: Final = 60.0
"""Seconds after which a phone that takes nothing is let go."""
LOOKERS_AT_MOST: Final = 200


class Looker:
    """One connected phone's places."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._lock = threading.Lock()
        self._newest: dict[str, str] = {}
        self._wake = asyncio.Event()
        self.closed = False

    def put(self, name: str, data: str) -> None:
        """Overwrites the newest event of a kind. Called from any thread."""
        with self._lock:
            self._newest.pop(name, None)
            self._newest[name] = data
        self._call()

    def close(self) -> None:
        """Ends the stream."""
        self.closed = True
        self._call()

    def _call(self) -> None:
        try:
            self._loop.call_soon_threadsafe(self._wake.set)
        except RuntimeError:  # the loop has ended, and the phone with it
            self.closed = True

    async def take(self) -> list[tuple[str, str]]:
        """What is new, once there is something; nothing after `HEARTBEAT` seconds."""
        try:
            await asyncio.wait_for(self._wake.wait(), HEARTBEAT)
        except asyncio.TimeoutError:
            return []
        self._wake.clear()
        with self._lock:
            news, self._newest = list(self._newest.items()), {}
        return news


class Hub:
    """Who looks at which evening."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lookers: dict[int, set[Looker]] = {}
        self._closed = False

    @property
    def lookers(self) -> int:
        """How many are connected."""
        with self._lock:
            return sum(len(group) for group in self._lookers.values())

    def join(self, evening: int, loop: asyncio.AbstractEventLoop) -> Looker:
        """A place for one more phone."""
        looker = Looker(loop)
        with self._lock:
            looker.closed = self._closed
            self._lookers.setdefault(evening, set()).add(looker)
        return looker

    def leave(self, evening: int, looker: Looker) -> None:
        """The phone is gone."""
        with self._lock:
            group = self._lookers.get(evening, set())
            group.discard(looker)
            if not group:
                self._lookers.pop(evening, None)

    def tell(self, evening: int, name: str, data: Any) -> None:
        """Tells everybody who looks at an evening. Called from any thread."""
        with self._lock:
            group = list(self._lookers.get(evening, ()))
        self._put(group, name, data)

    def tell_all(self, name: str, data: Any) -> None:
        """Tells everybody."""
        with self._lock:
            group = [looker for each in self._lookers.values() for looker in each]
        self._put(group, name, data)

    def close(self) -> None:
        """Ends every stream."""
        with self._lock:
            self._closed = True
            group = [looker for each in self._lookers.values() for looker in each]
        for looker in group:
            looker.close()

    @staticmethod
    def _put(group: Iterable[Looker], name: str, data: Any) -> None:
        group = list(group)
        if group:
            text = event_text(data)
            for looker in group:
                looker.put(name, text)


class EventStream:
    """The answer that never ends: an ASGI response that sends what a looker is told."""

    def __init__(self, hub: Hub, evening: int, greet: Callable[[Looker], None]) -> None:
        """``greet`` puts what there is to know at first; it may take its time."""
        self._hub, self._evening, self._greet = hub, evening, greet

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends until the phone has gone or does not take anything any more."""
        looker = self._hub.join(self._evening, asyncio.get_running_loop())
        gone = asyncio.ensure_future(_gone(receive))
        try:
            await run_in_threadpool(self._greet, looker)  # what goes wrong in it is still answered
            headers = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await self._send(send, b"retry: 2000\n\n")
            while not (gone.done() or looker.closed):
                news = asyncio.ensure_future(looker.take())
                await asyncio.wait({news, gone}, return_when=asyncio.FIRST_COMPLETED)
                if gone.done():
                    news.cancel()
                    return
                await self._send(send, _frames(news.result()) or b": still here\n\n")
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except (asyncio.TimeoutError, OSError):
            return
        finally:
            gone.cancel()
            self._hub.leave(self._evening, looker)

    @staticmethod
    async def _send(send: Send, body: bytes) -> None:
        message: Message = {"type": "http.response.body", "body": body, "more_body": True}
        await asyncio.wait_for(send(message), STALLED)


def event_text(data: Any) -> str:
    """An event's data on one line."""
    return json.dumps(data, separators=(",", ":"))


def _frames(news: Iterable[tuple[str, str]]) -> bytes:
    return b"".join(f"event: {name}\ndata: {data}\n\n".encode() for name, data in news)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
