"""``tilescore watch``: a camera over the table, an evening beside it."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from vision.app.commands.serve import camera_options, serving, serving_options, site_options
from vision.app.deal_options import evening_options
from vision.app.output import complain
from vision.app.taught_sets import load_reader
from vision.errors import MissingLibraryError, UsageError

if TYPE_CHECKING:
    from vision.app.live.evening import EveningService
    from vision.app.live.grabber import Frame, Grabber
    from vision.app.live.session import Session, View
    from vision.app.live.sources import Source
    from vision.app.live.statistics import Statistics
    from vision.app.watch_terminal import Terminal
    from vision.app.watch_window import Window

Json = dict[str, Any]
WAIT: Final = 0.1
"""Seconds to wait for a frame before keys are looked at again."""
DRAWN_AT_MOST: Final = 0.06
"""Seconds between two drawings of the window: reading comes first."""
STATISTICS_EVERY: Final = 2.0
NOT_CONFIRMED: Final = "The hand taken last was not confirmed, so it is not written down."


def add_parser(subparsers: Any) -> None:
    """Adds the command to the parser."""
    from vision.app.live.keys import help_text

    parser = subparsers.add_parser(
        "watch",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        help="watch the table with a camera and keep the evening's score",
        description="Watches the table, says what it sees, and takes a hand once when it is "
        "complete,\nstill and without doubt for half a second. Who won and how is then confirmed.",
        epilog="keys in the window, or commands typed in the terminal:\n" + help_text(),
    )
    source = parser.add_mutually_exclusive_group()
    source.add_argument(
        "--camera", default="0", metavar="N", help="the camera's number or device (default: 0)"
    )
    source.add_argument(
        "--video", metavar="FILE", help="a video, a folder of frames, or a stream's address"
    )
    camera_options(parser)
    parser.add_argument("--no-window", action="store_true", help="print states instead")
    parser.add_argument(
        "--stats", action="store_true", help="show frame rate, latency and dropped frames"
    )
    evening_options(parser)
    keeping = parser.add_argument_group("the evening")
    keeping.add_argument(
        "--resume", action="store_true", help="go on with the newest evening instead of a new one"
    )
    keeping.add_argument(
        "--no-store", action="store_true", help="keep the evening in memory only, for a trial"
    )
    keeping.add_argument(
        "--serve", action="store_true", help="also serve the page for phones, as tilescore serve"
    )
    serving_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Watches until the source ends or the person quits."""
    from vision.app.live.sources import source_of
    from vision.app.watch_window import Window, display_answers

    source = source_of(args.video or args.camera)
    with evening_service(args) as (service, terminal):
        shows = not args.no_window and display_answers()
        window = Window() if shows else None
        try:
            watch(args, source, service, terminal, window)
        finally:
            if window is not None:
                window.close()
    return 0


def watch(
    args: argparse.Namespace,
    source: Source,
    service: EveningService,
    terminal: Terminal,
    window: Window | None = None,
    ended: Callable[[], bool] = lambda: False,
) -> None:
    """Watches a source until it ends, the person quits, or ``ended`` says so."""
    from vision.app.live.grabber import Grabber

    with Grabber(source) as grabber:
        session = _session(args, service)
        terminal.say("\n".join(session.lines()))
        Watching(grabber, session, terminal, window, args.stats, ended).run()


@contextmanager
def evening_service(args: argparse.Namespace) -> Iterator[tuple[EveningService, Terminal]]:
    """The evening that the options describe, and the terminal that it is run from.

    It is kept in the data folder, unless that is not wanted or cannot be.
    """
    from vision.app.watch_terminal import Terminal, person_types

    settings = evening_settings(args)
    listen = person_types()
    serves = args.serve or args.lan
    if args.no_store and (serves or args.resume or args.data):
        raise UsageError(
            "--no-store keeps nothing on the disk, so --serve, --lan, --resume and --data cannot "
            "go with it; leave it out, or them."
        )
    if args.no_store:
        yield _plain(settings), Terminal(listen=listen)
        return
    try:
        options = site_options(args)
    except MissingLibraryError as error:
        if serves or args.resume or args.data:
            raise
        complain(f"The evening is kept in memory only. {error}")
        yield _plain(settings), Terminal(listen=listen)
        return
    from vision.app.web.beside_camera import PhoneKeys, camera_evening
    from vision.app.web.service import ServedEvening
    from vision.app.web.site import Site

    with (
        Site(replace(options, reads=serves)) as site,
        camera_evening(site, settings, args.resume),
        serving(site, args) if serves else nullcontext(),
    ):
        yield ServedEvening(site), PhoneKeys(site, listen=listen)


def evening_settings(args: argparse.Namespace) -> Json:
    """What the options agree on, in the form that the page sends."""
    from scoring.tiles import SEAT_NAMES, SEATS

    settings: Json = {
        "players": list(args.players or [SEAT_NAMES[seat] for seat in args.table or SEATS]),
        "house": {**(args.house_file or {}), **dict(args.house)},
        "rounds_before": SEATS.index(args.round or "E"),
        "table": args.table,
        "rules": args.rules,
        "limit": args.limit,
    }
    return {name: value for name, value in settings.items() if value is not None}


def _plain(settings: Json) -> EveningService:
    from vision.app.live.evening import PlainEvening
    from vision.app.web.refusal import RefusalError
    from vision.app.web.settings import evening_of, settings_from

    try:
        return PlainEvening(evening_of(settings_from(settings)))
    except RefusalError as error:
        raise UsageError(str(error)) from error


def _session(args: argparse.Namespace, service: EveningService) -> Session:
    from vision.app.live.frame_reader import FrameReader
    from vision.app.live.session import Session
    from vision.app.live.watching import TableWatch
    from vision.hand_builder import LayoutOptions

    reader = FrameReader(load_reader(args))
    heads = service.facts().get("rules") == "limit"
    watch = TableWatch(reader, LayoutOptions(args.seat, args.hand_size), heads)
    return Session(watch, service, args.seat)


class Watching:
    """The loop: a frame, what it shows, what was typed."""

    def __init__(
        self,
        grabber: Grabber,
        session: Session,
        terminal: Terminal,
        window: Window | None,
        statistics: bool,
        ended: Callable[[], bool] = lambda: False,
    ) -> None:
        from vision.app.live.statistics import Statistics

        self._grabber, self._session = grabber, session
        self._terminal, self._window, self._ended = terminal, window, ended
        self._statistics: Statistics = Statistics()
        self._tell = statistics
        self._told_at = self._drawn_at = time.monotonic()
        self._said = ""
        self._quit = False
        self._last: Frame | None = None
        self._answers = window is not None or terminal.listens

    def run(self) -> None:
        """Until the source ends and nothing waits for an answer, or the person quits."""
        while not (self._quit or self._ended()):
            frame = self._grabber.next(WAIT)
            if frame is not None:
                self._last = frame
                self._show(self._session.frame(frame.image, frame.time), frame)
            elif not self._grabber.ended:
                self._wait()
            elif not (self._answers and self._session.waits and self._show_last()):
                break
            self._obey()
        if self._session.waits:
            self._terminal.say(NOT_CONFIRMED)
        if self._tell:
            self._terminal.say(self._statistics.summary(self._grabber.dropped))

    def _show(self, view: View, frame: Frame) -> None:
        now = time.monotonic()
        self._terminal.state(view.state, frame.time)
        for event in view.events:
            self._said = event
            self._terminal.say(event)
        self._statistics.add(frame.arrived, now)
        if self._window is not None and now - self._drawn_at >= DRAWN_AT_MOST:
            self._drawn_at = now
            text = self._statistics.text(self._grabber.dropped) if self._tell else None
            self._window.show(view, self._said, text)
        elif self._tell and self._window is None and now - self._told_at >= STATISTICS_EVERY:
            self._told_at = now
            self._terminal.say(self._statistics.text(self._grabber.dropped))

    def _show_last(self) -> bool:
        """After a video's end its last frame stays, until what waits is answered."""
        if self._last is None:
            return False
        time.sleep(WAIT)
        later = self._last.time + time.monotonic() - self._last.arrived
        view = self._session.frame(self._last.image, later)
        if self._window is not None:
            self._window.show(view, self._said, None)
        return True

    def _wait(self) -> None:
        words = self._grabber.waiting
        if words is None:
            return
        self._terminal.state(self._session.waiting(words), time.monotonic())
        if self._window is not None:
            self._window.show_waiting(words, self._session.lines())

    def _obey(self) -> None:
        from vision.app.live.keys import Action

        command = self._terminal.command()
        if command is None and self._window is not None:
            command = self._window.command()
            self._quit = self._window.closed
        if command is None:
            return
        self._quit = self._quit or command.action is Action.QUIT
        self._said = self._session.command(command)
        self._terminal.say(self._said)
