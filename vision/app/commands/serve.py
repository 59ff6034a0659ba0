"""``tilescore serve``: the evening in the browser, for the phones at the table."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from vision.app.photos import threads_of
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
    parser.add_argument(
        "--resume", action="store_true", help="go on with the newest evening (the page opens there)"
    )
    source = parser.add_mutually_exclusive_group()
    source.add_argument("--camera", metavar="N", help="also watch the table with this camera")
    source.add_argument(
        "--video", metavar="FILE", help="a video, a folder of frames, or a stream's address instead"
    )
    parser.add_argument("--models", type=Path, metavar="DIR", help="the recogniser's models")
    parser.add_argument(
        "--threads", type=threads_of, default=2, metavar="N", help="processor threads (default: 2)"
    )
    parser.set_defaults(run=run)


def serving_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that say where the page is and where the evenings are kept."""
    group = parser.add_argument_group("the page")
    group.add_argument(
        "--lan", action="store_true", help="open it to the local network, with a join code"
    )
    group.add_argument(
        "--port", type=_port, default=PORT, metavar="N", help=f"its port (default: {PORT})"
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

    models_folder(args.models)  # a sentence now, not at the first picture
    options = site_options(args)
    from vision.app.web.server import listen, make_server
    from vision.app.web.site import Site

    try:
        sock = listen("0.0.0.0" if args.lan else "127.0.0.1", args.port)
    except OSError as error:
        raise port_taken(args.port, error) from error
    with sock, Site(options) as site:
        print(greeting(site, sock.getsockname()[1], args.resume), flush=True)
        make_server(site).run(sockets=[sock])
    return 0


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
    from vision.app.web.addresses import lan_addresses
    from vision.app.web.site import Options, data_folder

    return Options(
        data=data_folder(args.data),
        models=args.models,
        threads=args.threads,
        lan=args.lan,
        new_code=args.new_code,
        addresses=tuple(f"http://{a}:{args.port}/" for a in lan_addresses()) if args.lan else (),
        version=_version(),
    )


def greeting(site: Site, port: int, resume: bool) -> str:
    """Where the page is, with a QR code where phones may join."""
    from vision.app.web.addresses import qr_text

    here = f"http://localhost:{port}/"
    current = site.evenings.current() if resume else None
    place = f"#/evening/{current}" if current is not None else ""
    lines = [f"evenings are kept in {site.folder}"]
    if site.door is None:
        return "\n".join([*lines, f"open {here}{place} in this machine's browser; Ctrl-C ends"])
    lines.append(f"here: {here}join?code={site.door.code}")
    for address in site.options.addresses[:1]:
        link = f"{address}join?code={site.door.code}"
        lines += [f"phones: {link}", "", qr_text(link).rstrip("\n"), ""]
    others = site.options.addresses[1:]
    lines += [f"or: {address}join?code={site.door.code}" for address in others]
    lines.append(f"the code is {site.door.code}; Ctrl-C ends")
    return "\n".join(lines)


def port_taken(port: int, error: OSError) -> UsageError:
    """What to do about a port that cannot be had."""
    reason = error.strerror or error
    return UsageError(f"Port {port} cannot be used ({reason}); name another with --port.")


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
