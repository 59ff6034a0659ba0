"""The strict reader of label records: what does not fit is named with its place and its field."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar, cast

from scoring.tiles import ALL_TILES
from vision.errors import UserError
from vision.labels.codes import LABEL_CODES
from vision.labels.record import (
    KINDS,
    ORIGINS,
    OUTLINES,
    SIDES,
    PictureLabel,
    PlayerLabel,
    Point,
    Quad,
    SetLabel,
    TileLabel,
)

T = TypeVar("T")
LARGEST: Final = 1_000_000
"""No side of a picture and no coordinate is larger, px."""


class LabelError(UserError):
    """Labels that do not fit the documented form."""

    code = "labels"


class Misfit(Exception):  # noqa: N818 - it never leaves this module
    """A value that does not fit; on its way out it learns the place where it stood."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.place: list[str] = []


class Fields:
    """Takes the fields of one JSON object, each of its kind, and leaves none unread."""

    def __init__(self, data: object) -> None:
        if not isinstance(data, dict):
            raise _wrong("an object {...}", data)
        self.data = data.copy()

    def take(self, name: str, kind: Callable[[object], T], default: T | None = None) -> T:
        """The field's value; with a default the field may be missing.

        Raises:
            Misfit: It is missing or of another kind.
        """
        value = self.data.pop(name, _MISSING)
        if value is _MISSING:
            if default is None:
                raise Misfit(f'the field "{name}" is missing.')
            return default
        try:
            return kind(value)
        except Misfit as misfit:
            misfit.place.insert(0, name)
            raise

    def maybe(self, name: str, kind: Callable[[object], T]) -> T | None:
        """The field's value, None where it is missing or null."""
        if self.data.get(name) is None:
            self.data.pop(name, None)
            return None
        return self.take(name, kind)

    def end(self) -> None:
        """Raises `Misfit` for fields that nobody asked for."""
        if self.data:
            names = ", ".join(f'"{name}"' for name in sorted(map(str, self.data)))
            raise Misfit(f"no such field as {names}.")


_MISSING: Final = object()


def parse_picture(data: object, where: str) -> PictureLabel:
    """One record of `vision.labels.record` from its JSON value.

    Args:
        data: What stood in the line.
        where: The place that messages begin with, such as ``labels.jsonl line 3``.

    Raises:
        LabelError: A field is missing, unknown, or has an impossible value.
    """
    try:
        picture = _picture(data)
        _check_ids(picture)
    except Misfit as misfit:
        place = ", ".join([where, *misfit.place])
        raise LabelError(f"{place}: {misfit}") from misfit
    return picture


def _picture(data: object) -> PictureLabel:
    fields = Fields(data)
    picture = PictureLabel(
        file=fields.take("file", _file),
        width=fields.take("width", _side_px),
        height=fields.take("height", _side_px),
        session=fields.take("session", _text, ""),
        set=fields.maybe("set", _text),
        tiles=fields.take("tiles", _TILES),
        players=fields.take("players", _list_of(_player), ()),
        loose=fields.take("loose", _NUMBERS, ()),
        parameters=fields.take("parameters", _object, {}),
        deal=fields.maybe("deal", _object),
        checked=cast(bool, fields.take("checked", _flag, True)),
        source=fields.take("source", _texts, {}),
    )
    fields.end()
    return picture


def _check_ids(picture: PictureLabel) -> None:
    ids = {tile.id for tile in picture.tiles}
    if len(ids) < len(picture.tiles):
        numbers = [tile.id for tile in picture.tiles]
        twice = next(i for i in numbers if numbers.count(i) > 1)
        raise Misfit(f"the id {twice} is given to two tiles.")
    for name, used in _ids_used(picture):
        for number in used:
            if number not in ids:
                raise Misfit(f"{name}: there is no tile with the id {number}.")


def _ids_used(picture: PictureLabel) -> list[tuple[str, tuple[int, ...]]]:
    used = [("loose", picture.loose)]
    for i, player in enumerate(picture.players):
        name = f"players[{i}]"
        used += [(f"{name}, concealed", player.concealed), (f"{name}, flowers", player.flowers)]
        used += [(f"{name}, sets", s.tiles) for s in player.sets]
        for field, value in (("winning_tile", player.winning_tile), ("won_with", player.won_with)):
            used += [(f"{name}, {field}", () if value is None else (value,))]
    return used


def _tile(data: object) -> TileLabel:
    fields = Fields(data)
    tile = TileLabel(
        id=fields.take("id", _number),
        code=fields.take("code", _CODE),
        quad=fields.take("quad", _quad),
        visible=fields.take("visible", _share, 1.0),
        facing=fields.maybe("facing", _cosine),
        partly_hidden=cast(bool, fields.take("partly_hidden", _flag, False)),
        outline=fields.take("outline", _OUTLINE, "quad"),
        by=fields.maybe("by", _ORIGIN),
        confidence=fields.maybe("confidence", _share),
    )
    fields.end()
    return tile


def _player(data: object) -> PlayerLabel:
    fields = Fields(data)
    player = PlayerLabel(
        side=fields.take("side", _one_of(SIDES)),
        seat=fields.take("seat", _one_of(("E", "S", "W", "N"))),
        concealed=fields.take("concealed", _NUMBERS, ()),
        flowers=fields.take("flowers", _NUMBERS, ()),
        sets=fields.take("sets", _list_of(_set), ()),
        winning_tile=fields.maybe("winning_tile", _number),
        won_with=fields.maybe("won_with", _number),
    )
    fields.end()
    return player


def _set(data: object) -> SetLabel:
    fields = Fields(data)
    made = SetLabel(
        tiles=fields.take("tiles", _NUMBERS),
        kind=fields.take("kind", _one_of(KINDS)),
        concealed=fields.take("concealed", _flag),
        codes=fields.take("codes", _list_of(_one_of(ALL_TILES))),
    )
    fields.end()
    return made


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _wrong(wanted: str, value: object) -> Misfit:
    return Misfit(f"{wanted} is wanted, not {_shown(value)}.")


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise _wrong("a text", value)
    return value


def _file(value: object) -> str:
    text = _text(value)
    steps = text.replace("\\", "/").split("/")
    if not text or ".." in steps or steps[0] == "" or ":" in steps[0]:
        raise _wrong("a path below the label file's folder", value)
    return text


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise _wrong("true or false", value)
    return value


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value <= LARGEST:
        raise _wrong("a whole number from 0", value)
    return value


def _side_px(value: object) -> int:
    if type(value) is not int or not 1 <= value <= LARGEST:
        raise _wrong("a number of px from 1", value)
    return value


def _real(value: object, low: float, high: float, wanted: str) -> float:
    if (type(value) is float or type(value) is int) and low <= value <= high:
        return value
    raise _wrong(wanted, value)  # not a number is no smaller than anything either


def _share(value: object) -> float:
    return _real(value, 0, 1, "a number from 0 to 1")


def _cosine(value: object) -> float:
    return _real(value, -1, 1, "a number from -1 to 1")


def _coordinate(value: object) -> float:
    return _real(value, -LARGEST, LARGEST, "a coordinate in px")


def _point(value: object) -> Point:
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise _wrong("a corner [x, y]", value)
    return _coordinate(value[0]), _coordinate(value[1])


def _quad(value: object) -> Quad:
    if not isinstance(value, (list, tuple)) or len(value) != 4:
        raise _wrong("four corners [x, y]", value)
    return _point(value[0]), _point(value[1]), _point(value[2]), _point(value[3])


def _object(value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise _wrong("an object {...}", value)
    return dict(value)


def _texts(value: object) -> Mapping[str, str]:
    return {_text(k): _text(v) for k, v in _object(value).items()}


def _one_of(allowed: tuple[str, ...]) -> Callable[[object], str]:
    known = frozenset(allowed)

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in known:
            raise _wrong(f"one of {' '.join(allowed)}", value)
        return value

    return read


def _list_of(read: Callable[[object], T]) -> Callable[[object], tuple[T, ...]]:
    def read_all(value: object) -> tuple[T, ...]:
        if not isinstance(value, (list, tuple)):
            raise _wrong("a list [...]", value)
        items: list[T] = []
        try:
            for item in value:
                items.append(read(item))
        except Misfit as misfit:
            misfit.place.insert(0, f"number {len(items) + 1}")
            raise
        return tuple(items)

    return read_all


_CODE = _one_of(LABEL_CODES)
_OUTLINE = _one_of(OUTLINES)
_ORIGIN = _one_of(ORIGINS)
_TILES = _list_of(_tile)
_NUMBERS = _list_of(_number)
