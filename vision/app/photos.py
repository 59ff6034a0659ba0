"""The options and the reading of pictures that ``score`` and ``read`` share."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from vision.app.deal_options import seat_of
from vision.app.fixes import Fix, check_fixes, fixes_for, parse_fixes
from vision.app.taught_sets import add_set_options, load_reader
from vision.errors import NoTilesFoundError, OutputError, UsageError, UserError

if TYPE_CHECKING:
    from vision.frames import Picture
    from vision.layout.options import LayoutOptions
    from vision.reader import Reader
    from vision.reading import Reading

SEATS: Final = ("E", "S", "W", "N")
WANTED_SIDE: Final = 2000
"""px; larger pictures are decoded at half, a quarter or an eighth of their size, above this."""


@dataclass(frozen=True, slots=True)
class PhotoRead:
    """One picture of the command line, read, or the reason why it could not be."""

    number: int
    """1 for the first picture."""
    reading: Reading | None = None
    error: UserError | None = None
    complaints: tuple[str, ...] = ()
    """Sentences about corrections and drawings that could not be carried out."""


def add_photo_options(parser: argparse.ArgumentParser) -> None:
    """Adds the pictures and the options on how to read them."""
    parser.add_argument(
        "photos", nargs="+", type=Path, metavar="PHOTO", help="a JPEG, PNG, WebP or HEIC picture"
    )
    group = parser.add_argument_group("reading the picture")
    group.add_argument(
        "--fix",
        action="append",
        default=[],
        metavar='"12=5p"',
        help="the tile that the answer numbers 12 is really a 5 of dots; "
        '"12=-" deletes it; "2:12=5p" on the second picture',
    )
    group.add_argument(
        "--seat",
        type=seat_of,
        metavar="SEAT",
        help="the seat at the bottom edge; right, top and left follow counter-clockwise "
        "(default: E)",
    )
    group.add_argument(
        "--hand-size",
        type=hand_size_of,
        default=13,
        metavar="N",
        help="tiles of a player between turns, each four counted as three (default: 13)",
    )
    group.add_argument(
        "--annotate", type=Path, metavar="OUT.jpg", help="also draw what was read on the picture"
    )
    add_set_options(group)
    group.add_argument(
        "--models", type=Path, metavar="DIR", help="folder of the recogniser's models"
    )
    group.add_argument(
        "--threads", type=threads_of, default=2, metavar="N", help="processor threads (default: 2)"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON, one line per answer")


def read_photos(
    args: argparse.Namespace, seats: Sequence[str] | None = None
) -> Iterator[PhotoRead]:
    """Reads the command line's pictures one after the other.

    A picture that cannot be read is answered with its error, so that the others are not lost.
    ``seats`` are those of ``--seats``: each picture then shows one player's tiles.

    Raises:
        UserError: The options cannot be meant, or there is no recogniser.
    """
    from vision.frames import load_picture
    from vision.layout.options import LayoutOptions

    fixes = parse_fixes(args.fix)
    check_annotate(args)
    reader = None
    for number, path in enumerate(args.photos, 1):
        try:
            picture = load_picture(path, wanted_side=WANTED_SIDE)
        except UserError as error:
            yield PhotoRead(number, error=error)
            continue
        reader = reader or load_reader(args)
        seat = seats[number - 1] if seats else args.seat or "E"
        options = LayoutOptions(seat, args.hand_size, "hand" if seats else "auto")
        reading, complaints = _read(reader, picture, number, fixes, options)
        if args.annotate:
            complaints += _annotate(args, number, picture, reading)
        yield PhotoRead(number, reading, _no_tiles(reading), tuple(complaints))


def fixes_of_no_picture(args: argparse.Namespace) -> list[str]:
    """One sentence for each correction to a picture that was not given."""
    fixes = [f for f in parse_fixes(args.fix) if not 1 <= f.picture <= len(args.photos)]
    return check_fixes(fixes, {})


def _read(
    reader: Reader,
    picture: Picture,
    number: int,
    fixes: Sequence[Fix],
    options: LayoutOptions,
) -> tuple[Reading, list[str]]:
    """The corrected reading of a picture, and what could not be corrected."""
    reading = reader.read(picture, options)
    ids = [tile.id for tile in reading.tiles]
    fixed = {tile: code for tile, code in fixes_for(fixes, number).items() if tile in ids}
    if fixed:
        reading = reader.read(picture, replace(options, fixed=fixed))
    return reading, check_fixes((f for f in fixes if f.picture == number), {number: ids})


def _no_tiles(reading: Reading) -> NoTilesFoundError | None:
    if reading.tiles:
        return None
    return NoTilesFoundError(
        f"{reading.file} shows no Mah-Jongg tiles that can be recognised; take the picture nearer, "
        "in more light, with the tiles' faces up."
    )


def _annotate(
    args: argparse.Namespace, number: int, picture: Picture, reading: Reading
) -> list[str]:
    """Writes the drawn picture; with several pictures each file's name gets its number."""
    from vision.overlay import draw_reading, save_overlay

    try:
        save_overlay(annotated_path(args, number), draw_reading(picture, reading))
    except OutputError as error:
        return [str(error)]
    return []


def annotated_path(args: argparse.Namespace, number: int) -> Path:
    """Where picture ``number`` is drawn."""
    path: Path = args.annotate
    if len(args.photos) == 1 or not path.name:
        return path
    return path.with_name(f"{path.stem}-{number}{path.suffix}")


def check_annotate(args: argparse.Namespace) -> None:
    """Keeps ``--annotate`` off the pictures themselves, which it would draw over.

    Raises:
        UsageError: it names one of them.
    """
    if args.annotate is None:
        return
    for number in range(1, len(args.photos) + 1):
        out = annotated_path(args, number)
        if any(_same_file(out, photo) for photo in args.photos):
            raise UsageError(f"--annotate would draw over the picture {out}; name another file.")


def _same_file(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # one of them is not there, or its name cannot be a file's
        return False


def hand_size_of(text: str) -> int:
    """The value of ``--hand-size``."""
    return _whole_number(text, 1, 25)


def threads_of(text: str) -> int:
    """The value of ``--threads``."""
    return _whole_number(text, 1, 256)


def _whole_number(text: str, least: int, most: int) -> int:
    if text.isascii() and text.isdigit() and least <= int(text) <= most:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
