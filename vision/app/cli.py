"""The command ``tilescore``: parses the command line and turns errors into one sentence each."""

from __future__ import annotations

import argparse
import importlib
import os
import re
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

from vision.app.output import complain, errors_json, print_json
from vision.errors import MissingLibraryError, UserError

COMMANDS: Final = ("score", "read", "deal", "hand", "teach", "watch", "serve", "label")
"""Modules of `vision.app.commands` with ``add_parser`` and ``run``, as the help lists them."""

INTERRUPTED: Final = 130


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line instead of repeating the usage."""

    def error(self, message: str) -> NoReturn:
        """Ends the process with status 2."""
        self.exit(2, f"tilescore: {message} ({self.prog} --help lists what there is).\n")


class ShowVersion(argparse.Action):
    """Looks the version up only when it is asked for, which takes its time."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Prints the version and ends the process."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"tilescore {version('tilescore')}")
        except PackageNotFoundError:
            print("tilescore, not installed")
        sys.stdout.flush()  # argparse ends the process before `main` could
        parser.exit()


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and answers its exit status (see the documented ones: 0, 1, 2)."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # old consoles lack some of the signs used
            stream.reconfigure(errors="replace")
    args = argparse.Namespace()
    try:
        args = _parsed(arguments)
        status: int = args.run(args)
        if sys.stdout is not None:
            sys.stdout.flush()
    except UserError as error:
        return _show(error, getattr(args, "json", False))
    except ImportError as error:
        return _show(_missing_library(error), getattr(args, "json", False))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output went away: nothing to say, nobody to hear
        _give_up_output()
        return 1
    except OSError as error:  # what may fail in reading and drawing is caught where it happens
        _give_up_output()
        complain(f"The answer cannot be written ({error.strerror or error}); make room for it.")
        return 1
    return status


def build_parser() -> Parser:
    """The parser of the whole command line."""
    parser = Parser(
        prog="tilescore",
        description="Photograph a Mah-Jongg table, get the settlement by the rules of Harr's "
        "Pung Chow (1922).",
        epilog="tilescore COMMAND --help describes a command. Exit status: 0 done, 1 the picture "
        "or the deal could not be scored, 2 wrong usage.",
    )
    parser.add_argument("--version", action=ShowVersion, nargs=0, help="show the version and exit")
    subparsers = parser.add_subparsers(
        required=True, metavar="COMMAND", parser_class=Parser, dest="command"
    )
    for name in COMMANDS:
        importlib.import_module(f"vision.app.commands.{name}").add_parser(subparsers)
    return parser


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """The parsed command line; what a command does not know is said with that command's help."""
    parser = build_parser()
    args, unknown = parser.parse_known_args(arguments)
    if unknown:
        parser.prog = f"{parser.prog} {args.command}"
        what = "option" if unknown[0].startswith("-") else "word"
        parser.error(f"the {what} {unknown[0]!r} is not understood here")
    return args


def _show(error: UserError, as_json: bool) -> int:
    if as_json:
        print_json(errors_json(error))
    complain(str(error))
    return error.status


def _give_up_output() -> None:
    """Lets what is still buffered go nowhere, so that nothing fails at the process's end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _missing_library(error: ImportError) -> MissingLibraryError:
    """What to do about a library that cannot be loaded."""
    library = re.search(r"lib[\w+-]+\.(so|dylib)[\w.]*", str(error))
    if library:
        return MissingLibraryError(
            f"The system library {library.group()} is missing, which opencv-python needs; install "
            "it (Debian and Ubuntu: apt-get install libgl1 libglib2.0-0, Fedora: dnf install "
            "mesa-libGL glib2) and run the same command again."
        )
    return MissingLibraryError(
        f"A Python package cannot be loaded ({error}); reinstall tilescore with its dependencies."
    )


if __name__ == "__main__":
    sys.exit(main())
