"""``tilescore serve``: the evening in the browser, for the phones at the table."""

from __future__ import annotations

import argparse
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vision.app.deal_options import evening_options, seat_of
from vision.app.output import complain_all
from vision.app.photos import hand_size_of, threads_of
from vision.app.taught_sets import add_set_options, check_set
from vision.errors import MissingLibraryError, UsageError

if TYPE_CHECKING:
    from vision.app.web.site import Options, Site

PORT: Final = 8765
MISSING: Final = (
    "The web page needs packages that are not installed: python3 scripts/bootstrap.py web "
    "installs them in a checkout, pip install 'tilescore[web]' elsewhere."
)


def add_parser(subparsers: Any) -> None:
    """Adds the command to the parser."""
    parser = subparsers.add_parser(
        "serve",
        help="the web page for the phones at the table",
        description="Serves the page on which an evening is kept: phones photograph hands, "
        "correct and confirm them, and all see the score. Only this machine can open it unless "
        "--lan is given; then phones join by the code in the QR picture. What was confirmed is "
        "on the disk and is there again at the next start.",
    )
    serving_options(parser)
    camera_options(parser)
    parser.add_argument(
        "--resume", action="store_true", help="go on with the newest evening (the page opens there)"
    )
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--camera", metavar="N", help="also watch the table with this camera")
    source.add_argument(
        "--video", metavar="FILE", help="a video, a folder of frames, or a stream's address instead"
    )
    evening_options(parser)
    parser.set_defaults(run=run, stats=False)


def camera_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options on who plays, who sits where under the camera, and on the recogniser."""
    parser.add_argument(
        "--players", type=_players, metavar="A,B,C,D", help="names in order of play, East first"
    )
    parser.add_argument(
        "--seat", type=seat_of, default="E", metavar="SEAT",
        help="who sits at the picture's lower edge in the first deal (default: E)",
    )  # fmt: skip
    parser.add_argument(
        "--hand-size", type=hand_size_of, default=13, metavar="N",
        help="tiles of a player between turns (default: 13)",
    )  # fmt: skip
    add_set_options(parser)
    parser.add_argument(
        "--models", type=Path, metavar="DIR", help="folder of the recogniser's models"
    )
    parser.add_argument(
        "--threads", type=threads_of, default=2, metavar="N", help="processor threads (default: 2)"
    )


def serving_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that say where the page is and where the evenings are kept."""
    group = parser.add_argument_group("the page")
    group.add_argument(
        "--lan", action="store_true", help="open it to the local network, with a join code"
    )
    group.add_argument(
        "--port", type=_port, default=PORT, metavar="N", help=f"its port (default: {PORT}; 0: any)"
    )
    group.add_argument(
        "--new-code", action="store_true", help="make a new join code: who joined must join again"
    )
    group.add_argument(
        "--data", type=Path, metavar="DIR",
        help="where evenings and pictures are kept (default: the user's data folder, or the "
        "variable TILESCORE_DATA)",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Serves until it is ended."""
    from vision.model_files import models_folder

    complain_all(_of_no_evening(args))  # said only: the page asks for them again
    models_folder(args.models)  # a sentence now, not at the first picture
    check_set(args)
    options = site_options(args)
    from vision.app.web.server import make_server
    from vision.app.web.site import Site

    with _socket(args) as sock, Site(options) as site, _camera(site, args):
        print(greeting(site, sock, args.resume), flush=True)
        with suppress(KeyboardInterrupt):  # the usual way to end it
            make_server(site).run(sockets=[sock])
    return 0


@contextmanager
def serving(site: Site, args: argparse.Namespace) -> Iterator[None]:
    """Serves beside something else, in a thread."""
    from vision.app.web.server import make_server, run_beside

    with _socket(args) as sock:
        server = make_server(site)
        thread = run_beside(server, [sock])
        print(greeting(site, sock, resume=True), flush=True)
        try:
            yield
        finally:
            server.stop()
            thread.join(timeout=10)


def _socket(args: argparse.Namespace) -> socket.socket:
    """A socket that listens.

    Raises:
        UsageError: the port cannot be had.
    """
    from vision.app.web.server import listen

    try:
        return listen("0.0.0.0" if args.lan else "127.0.0.1", args.port)
    except OSError as error:
        reason = error.strerror or error
        message = f"Port {args.port} cannot be used ({reason}); name another with --port."
        raise UsageError(message) from error


@contextmanager
def _camera(site: Site, args: argparse.Namespace) -> Iterator[None]:
    """Watches the table in a thread, where a camera is named."""
    from vision.app.web.beside_camera import PhoneKeys, camera_evening, start, watching

    if args.camera is None and args.video is None:
        if args.players and not args.resume:
            start(site, _settings(args))
        yield
        return
    from vision.app.commands.watch import watch
    from vision.app.live.sources import source_of
    from vision.app.web.service import ServedEvening

    source = source_of(args.video or args.camera)
    keys = PhoneKeys(site, listen=False, prints=False)

    def loop(stop: threading.Event) -> None:
        watch(args, source, ServedEvening(site), keys, ended=stop.is_set)

    with camera_evening(site, _settings(args), args.resume), watching(loop):
        yield


def _of_no_evening(args: argparse.Namespace) -> list[str]:
    """A sentence where options describe an evening that is not begun here."""
    if args.players or args.camera is not None or args.video is not None:
        return []
    names = ("rules", "limit", "round", "table", "house", "house_file")
    left = [f"--{name.replace('_', '-')}" for name in names if getattr(args, name)]
    if not left:
        return []
    return [f"{' and '.join(left)} count only together with --players, which begins an evening."]


def _settings(args: argparse.Namespace) -> dict[str, Any]:
    from vision.app.commands.watch import evening_settings

    return evening_settings(args)


def site_options(args: argparse.Namespace) -> Options:
    """How the options say that the server runs.

    Raises:
        MissingLibraryError: the web packages are not installed.
    """
    try:
        import platformdirs
        import segno
        import starlette
        import uvicorn
    except ImportError as error:
        raise MissingLibraryError(MISSING) from error
    del platformdirs, segno, starlette, uvicorn
    from vision.app.web.site import Options, data_folder

    return Options(
        data=data_folder(args.data),
        models=args.models,
        threads=args.threads,
        tile_set=args.tile_set,
        sets_folder=args.sets_folder,
        lan=args.lan,
        new_code=args.new_code,
        version=_version(),
    )


def greeting(site: Site, sock: socket.socket, resume: bool) -> str:
    """Where the page is, with a QR code where phones may join."""
    from vision.app.web.addresses import lan_addresses, qr_text

    port = sock.getsockname()[1]
    if site.door is not None:
        site.addresses = tuple(f"http://{address}:{port}/" for address in lan_addresses())
    here = f"http://localhost:{port}/"
    current = site.evenings.current() if resume else None
    place = f"#/evening/{current}" if current is not None else ""
    lines = [f"evenings are kept in {site.folder}"]
    if site.door is None:
        return "\n".join([*lines, f"open {here}{place} in this machine's browser; Ctrl-C ends"])
    lines.append(f"here: {here}join?code={site.door.code}")
    for address in site.addresses[:1]:
        link = f"{address}join?code={site.door.code}"
        lines += [f"phones: {link}", "", qr_text(link).rstrip("\n"), ""]
    others = site.addresses[1:]
    lines += [f"or: {address}join?code={site.door.code}" for address in others]
    lines.append(f"the code is {site.door.code}; Ctrl-C ends")
    return "\n".join(lines)


def _players(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(","))


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a port from 0 to 65535")


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("tilescore")
    except PackageNotFoundError:
        return "not installed"
