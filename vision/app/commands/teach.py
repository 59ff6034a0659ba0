"""``tilescore teach PHOTO... --set NAME``: learns a physical set of tiles from one picture."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scoring.tiles import how_many
from vision.app.fixes import check_fixes, fixes_for, parse_fixes
from vision.app.output import complain, complain_all, print_json
from vision.app.photos import WANTED_SIDE, annotated_path, check_annotate, threads_of
from vision.app.taught_sets import add_folder_option
from vision.errors import NoTilesFoundError, UsageError

if TYPE_CHECKING:
    from vision.reader import Reader
    from vision.teaching.lesson import LaidTile, Lesson

FEWEST: Final = 5
"""Kinds from which on there is something to learn."""


def add_parser(subparsers: Any) -> None:
    """Adds the command to the parser."""
    from vision.teaching.order_rows import order_text

    parser = subparsers.add_parser(
        "teach",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        help="learn a particular set of tiles from a picture of them",
        description="Learns how the tiles of your set look, from one or two pictures of them laid "
        "out in order.\nscore, read, watch and serve then use it with --set NAME, or by "
        "themselves where a picture\nclearly shows that set. Teaching a name again replaces it.",
        epilog=order_text(),
    )
    parser.add_argument("photos", nargs="*", type=Path, metavar="PHOTO", help="the tiles in order")
    parser.add_argument("--set", dest="tile_set", metavar="NAME", help="the set's name")
    parser.add_argument(
        "--fix", action="append", default=[], metavar='"12=5p"',
        help='tile 12 is really a 5 of dots; "12=-" is no tile; "2:12=5p" on the second picture',
    )  # fmt: skip
    parser.add_argument(
        "--check", action="store_true", help="only show what is read, learn nothing yet"
    )
    parser.add_argument(
        "--annotate", type=Path, metavar="OUT.jpg", help="draw what was read on the picture"
    )
    manage = parser.add_argument_group("the order and the sets taught")
    manage.add_argument(
        "--show-order", nargs="?", const="", metavar="OUT.png",
        help="print the order in which to lay the tiles, and draw it",
    )  # fmt: skip
    manage.add_argument("--list", action="store_true", help="list the taught sets")
    manage.add_argument("--remove", metavar="NAME", help="forget a taught set")
    manage.add_argument("--rename", nargs=2, metavar=("OLD", "NEW"), help="name a set anew")
    add_folder_option(manage)
    parser.add_argument(
        "--models", type=Path, metavar="DIR", help="folder of the recogniser's models"
    )
    parser.add_argument(
        "--threads", type=threads_of, default=2, metavar="N", help="processor threads (default: 2)"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON, one line per picture")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Shows the order, tends the taught sets, or teaches one."""
    from vision.teaching.store import sets_folder

    folder = sets_folder(args.sets_folder)
    done = _tend(args, folder)
    if args.photos:
        return _teach(args, folder)
    if not done:
        raise UsageError(
            "teach needs a picture of the tiles; tilescore teach --show-order says how to lay them."
        )
    return 0


def _tend(args: argparse.Namespace, folder: Path) -> bool:
    """Everything but teaching; whether there was any of it to do."""
    if args.show_order is not None:
        _show_order(args.show_order)
    if args.remove is not None:
        from vision.teaching.store import remove_set

        remove_set(folder, args.remove)
        _say(args, f'The set "{args.remove}" is forgotten.', {"removed": args.remove})
    if args.rename is not None:
        _rename(args, folder)
    if args.list:
        _list(args, folder)
    return args.show_order is not None or bool(args.remove or args.rename or args.list)


def _show_order(out: str) -> None:
    from vision.overlay import save_overlay
    from vision.teaching.order import draw_order
    from vision.teaching.order_rows import order_text

    if out and Path(out).exists():  # perhaps the very picture that was meant to be taught
        raise UsageError(
            f"--show-order would draw over {out}, which is there already; name a new file (teach a "
            "picture with: tilescore teach PHOTO --set NAME)."
        )
    print(order_text(), flush=True)
    if out:
        save_overlay(Path(out), draw_order())


def _rename(args: argparse.Namespace, folder: Path) -> None:
    from dataclasses import replace

    from vision.teaching.store import find_set, load_set, save_set, set_file, set_name

    old, new = args.rename[0], set_name(args.rename[1])
    path, target = find_set(folder, old), set_file(folder, new)
    if target.exists() and target != path:
        raise UsageError(f'There is a set "{new}" already; remove it first, or take another name.')
    save_set(folder, replace(load_set(path), name=new))
    if target != path:
        path.unlink()
    _say(args, f'The set "{old}" is now called "{new}".', {"renamed": [old, new]})


def _list(args: argparse.Namespace, folder: Path) -> None:
    from vision.teaching.store import DamagedSetError, load_set, set_files

    paths = set_files(folder)
    if not paths:
        _say(args, f"No set was taught yet ({folder}).", None)
    for path in paths:
        try:
            taught = load_set(path)
        except DamagedSetError as error:
            complain(str(error))
            continue
        entry = {"set": taught.name, "kinds": taught.kinds, "file": str(path)}
        _say(args, f"{taught.name}: {taught.kinds} kinds taught ({path})", entry)


def _say(args: argparse.Namespace, text: str, entry: dict[str, Any] | None) -> None:
    if not args.json:
        print(text, flush=True)
    elif entry is not None:
        print_json(entry)


def _teach(args: argparse.Namespace, folder: Path) -> int:
    from vision.app.taught_sets import load_plain_reader
    from vision.teaching.store import save_set, set_name
    from vision.teaching.taught import teach

    if args.tile_set is None and not args.check:
        raise UsageError('Name the set with --set, such as --set "grandmother\'s".')
    name = set_name(args.tile_set) if args.tile_set is not None else ""
    reader = load_plain_reader(args)
    lessons, complaints = _lessons(args, reader)
    status = complain_all(complaints)
    tiles = [tile for lesson in lessons for tile in lesson.taught]
    kinds = {tile.code for tile in tiles}
    if len(kinds) < FEWEST:
        raise NoTilesFoundError(
            f"Only {how_many(len(kinds), 'kind')} of tiles can be learnt from; lay them out as "
            "tilescore teach --show-order says, near the camera and in good light."
        )
    if args.check or status:
        complain("Nothing was learnt yet.")
        return status
    import numpy as np

    patches = np.stack([tile.patch for tile in tiles])
    taught = teach(name, patches, [tile.code for tile in tiles], reader.classifier)
    save_set(folder, taught)
    wrong = sum(tile.code != tile.read for tile in tiles)
    text = (
        f'The set "{name}" is taught: {len(kinds)} of 42 kinds, {wrong} of its {len(tiles)} tiles '
        f'were misread before. Use it with --set "{name}".'
    )
    if taught.adaptation is None:
        text = f'The recogniser reads the set "{name}" best as it is; nothing was changed for it.'
    _say(args, text, {"set": name, "kinds": len(kinds), "misread": wrong,
                      "adapted": taught.adaptation is not None})  # fmt: skip
    return 0


def _lessons(args: argparse.Namespace, reader: Reader) -> tuple[list[Lesson], list[str]]:
    """What each picture shows, shown as well, and what could not be corrected."""
    from vision.frames import load_picture
    from vision.overlay import draw_reading, save_overlay
    from vision.teaching.lesson import look_at

    fixes = parse_fixes(args.fix)
    check_annotate(args)
    lessons, numbers = [], {}
    for number, path in enumerate(args.photos, 1):
        picture = load_picture(path, wanted_side=WANTED_SIDE)
        lesson = look_at(reader, picture, fixes_for(fixes, number))
        _show(args, lesson, number)
        if args.annotate:
            drawn = draw_reading(picture, lesson.as_reading())
            save_overlay(annotated_path(args, number), drawn)
        lessons.append(lesson)
        numbers[number] = lesson.numbers
    return lessons, check_fixes(fixes, numbers)


def _show(args: argparse.Namespace, lesson: Lesson, number: int) -> None:
    if args.json:
        tiles = [
            {"number": t.number, "code": t.code, "read": t.read,
             "confidence": round(t.confidence, 4)}
            for t in lesson.tiles
        ]  # fmt: skip
        print_json({"file": lesson.picture.file, "in_order": lesson.in_order, "tiles": tiles})
    else:
        print("\n".join(_table(lesson, number)), flush=True)
    if not lesson.in_order:
        complain(
            f"The tiles of {lesson.picture.file} do not lie in the documented order; only those "
            "read surely or corrected with --fix are learnt."
        )


def _table(lesson: Lesson, number: int) -> list[str]:
    """Rows of tiles by number; what differs from the plain reading in brackets."""
    lines = [f"{lesson.picture.file}: {len(lesson.tiles)} tiles in {len(lesson.rows)} rows"]
    lines += ["  " + " ".join(map(_cell, row)) for row in lesson.rows]
    lines += _missing([tile.code for tile in lesson.tiles])
    lines += _overruled(lesson, f"{number}:" if number > 1 else "")
    return lines


def _overruled(lesson: Lesson, prefix: str) -> list[str]:
    """What the order says against the plain reading, and what to do about it."""
    overruled = [t for t in lesson.tiles if t.code != t.read and not t.fixed]
    lines = []
    if overruled:
        first = overruled[0]
        lines.append(
            "  In brackets: what it would have been read as, without the order. If it is wrong: "
            f'--fix "{prefix}{first.number}={first.read}"'
        )
    odd = [t for t in overruled if t.contradicted]
    if odd:
        fixes = ",".join(f"{prefix}{t.number}={t.code}" for t in odd)
        lines.append(
            "  Not learnt, as these surely look like another tile; see with --annotate whether "
            f'their outlines fit, and if they are right: --fix "{fixes}"'
        )
    return lines


def _cell(tile: LaidTile) -> str:
    read = f"({tile.read})" if tile.code != tile.read and not tile.fixed else ""
    return f"{tile.number}={tile.code}{read}"


def _missing(codes: Sequence[str]) -> list[str]:
    from vision.teaching.order_rows import ORDER

    missing = [code for code in ORDER if code not in codes]
    twice = sorted({code for code in codes if codes.count(code) > 1})
    lines = [f"  not there: {' '.join(missing)}"] if missing else []
    return lines + ([f"  more than once: {' '.join(twice)}"] if twice else [])
