"""``tilescore read PHOTO...``: what lies on the table, without scoring it."""

from __future__ import annotations

import argparse
from typing import Any

from vision.app.deal_options import LEGEND
from vision.app.output import complain, complain_all, errors_json, print_json
from vision.app.photos import PhotoRead, add_photo_options, fixes_of_no_picture, read_photos


def add_parser(subparsers: Any) -> None:
    """Adds the command to the parser."""
    parser = subparsers.add_parser(
        "read",
        help="read the tiles on pictures, without scoring",
        description="Reads the tiles on each picture: whose they are, which sets they form, and "
        "which of them a person should look at.",
        epilog=LEGEND,
    )
    add_photo_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Prints one reading per picture."""
    status = 0
    for photo in read_photos(args):
        status = max(status, _show(photo, args.json))
    return max(status, complain_all(fixes_of_no_picture(args)))


def _show(photo: PhotoRead, as_json: bool) -> int:
    from vision.app.reading_text import reading_text

    if as_json and photo.reading is not None:
        print_json(photo.reading.to_json())
    elif as_json and photo.error is not None:
        print_json(errors_json(photo.error))
    elif photo.reading is not None and not photo.error:
        print(reading_text(photo.reading, photo.number), flush=True)
    status = complain_all(photo.complaints)
    if photo.error is None:
        return status
    complain(str(photo.error))
    return photo.error.status
