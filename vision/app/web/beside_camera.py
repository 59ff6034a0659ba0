"""Putting a camera and the kept evening together, for ``watch`` and for ``serve --camera``."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from vision.app.live.keys import Action, Command
from vision.app.live.states import LiveState
from vision.app.output import complain
from vision.app.watch_terminal import Terminal
from vision.app.web.database import usable
from vision.app.web.refusal import RefusalError
from vision.app.web.site import Site
from vision.errors import UsageError, UserError


class PhoneKeys(Terminal):
    """A terminal whose commands may also come from a phone."""

    def __init__(self, site: Site, *, listen: bool, prints: bool = True) -> None:
        super().__init__(listen=listen)
        self._live, self._prints = site.live, prints

    def state(self, state: LiveState, time: float) -> None:
        """Prints a state once it has lasted, where states are printed."""
        if self._prints:
            super().state(state, time)

    def command(self) -> Command | None:
        """The next command: typed here, or pressed on a phone."""
        return super().command() or (Command(Action.TAKE) if self._live.command() else None)


@contextmanager
def camera_evening(site: Site, settings: Mapping[str, Any], resume: bool) -> Iterator[None]:
    """While the camera is attached: it writes into the newest evening, or into a new one.

    A new evening in which nothing happened is forgotten afterwards.

    Raises:
        UsageError: there cannot be such an evening.
    """
    site.live.attached = True
    number = site.evenings.current() if resume else None
    if number is not None:
        if site.store.drafts.get(number)[1].camera:  # its tiles still lie there, or are not wanted
            with usable(site.folder):
                site.evenings.clear_draft(number)
        yield
        return
    number = start(site, settings)
    try:
        yield
    finally:
        with usable(site.folder):
            site.evenings.forget_unused(number)


def start(site: Site, settings: Mapping[str, Any]) -> int:
    """A new evening from the command line's options.

    Raises:
        UsageError: it cannot be.
        StoreError: the disk is full.
    """
    try:
        with usable(site.folder):
            number: int = site.evenings.create(settings)["id"]
    except RefusalError as error:
        raise UsageError(str(error)) from error
    return number


@contextmanager
def watching(watch: Callable[[threading.Event], None]) -> Iterator[None]:
    """Runs the camera's loop in a thread of its own; it ends when its event is set."""
    stop = threading.Event()

    def run() -> None:
        try:
            watch(stop)
        except UserError as error:
            complain(str(error))
        except Exception as error:  # the evening goes on without it
            complain(f"The camera has stopped: {error!r}.")

    thread = threading.Thread(target=run, name="camera", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(timeout=10)
