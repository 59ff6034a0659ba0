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


def begin(site: Site, settings: Mapping[str, Any], resume: bool) -> None:
    """The evening that the camera writes into: the newest one, or a new one."""
    site.live.attached = True
    number = site.evenings.current() if resume else None
    if number is None:
        start(site, settings)
    elif site.store.drafts.get(number)[1].camera:  # its tiles still lie there, or nobody wants them
        site.evenings.clear_draft(number)


def start(site: Site, settings: Mapping[str, Any]) -> None:
    """A new evening from the command line's options.

    Raises:
        UsageError: it cannot be.
    """
    try:
        site.evenings.create(settings)
    except RefusalError as error:
        raise UsageError(str(error)) from error


def forget_unused(site: Site) -> None:
    """Removes the evening that is played if nothing ever happened in it."""
    number = site.evenings.current()
    if number is None or site.store.deals(number) or site.store.last_note(number):
        return
    if site.store.drafts.get(number)[1].empty and not site.store.pictures.of_draft(number):
        site.store.delete_evening(number)


@contextmanager
def watching(watch: Callable[[threading.Event], None]) -> Iterator[None]:
    """Runs the camera's loop in a thread of its own; it ends when its event is set."""
    stop = threading.Event()

    def run() -> None:
        try:
            watch(stop)
        except UserError as error:
            complain(str(error))

    thread = threading.Thread(target=run, name="camera", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(timeout=10)
