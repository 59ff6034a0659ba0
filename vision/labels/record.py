"""What is true of one labelled picture: the values behind a line of ``labels.jsonl``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]

OUTLINES: Final = ("quad", "turned", "box")
"""``quad``: corners from the tile's own top left; ``turned``: its up-direction is not known;
``box``: only the axis-aligned bounds are known, four corners from the upper left."""

ORIGINS: Final = ("person", "model", "import", "render")
SIDES: Final = ("bottom", "right", "top", "left")
KINDS: Final = ("pung", "kong", "sequence")


@dataclass(frozen=True, slots=True)
class TileLabel:
    """One tile of which something is seen."""

    id: int
    """Unique in its picture, not negative, kept when other tiles come and go."""
    code: str
    """One of `vision.labels.codes.LABEL_CODES`."""
    quad: Quad
    """px of the upright picture, clockwise; may reach beyond the picture."""
    visible: float = 1.0
    """Share of the outline that the picture shows, 0..1."""
    facing: float | None = None
    """Cosine between the face's normal and the direction to the camera, where it is known."""
    partly_hidden: bool = False
    """A person's or the finder's mark, where the share is not known."""
    outline: str = "quad"
    by: str | None = None
    """Who named it last, one of `ORIGINS`; None in files that do not say."""
    confidence: float | None = None
    """The model's, where the model named it."""


@dataclass(frozen=True, slots=True)
class SetLabel:
    """A set on the table; ``codes`` say what its turned-down tiles are."""

    tiles: tuple[int, ...]
    kind: str
    concealed: bool
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerLabel:
    """One player's tiles, by id, at an edge of the picture."""

    side: str
    seat: str
    concealed: tuple[int, ...] = ()
    flowers: tuple[int, ...] = ()
    sets: tuple[SetLabel, ...] = ()
    winning_tile: int | None = None
    """Set where the winning tile lies apart, so that a picture can show it."""
    won_with: int | None = None


@dataclass(frozen=True, slots=True)
class PictureLabel:
    """One picture with everything that is known of it."""

    file: str
    """Path of the picture relative to the label file, with forward slashes."""
    width: int
    """px of the upright picture, EXIF orientation applied."""
    height: int
    session: str = ""
    """What was photographed together; splits keep sessions whole."""
    set: str | None = None
    """The physical set's name."""
    tiles: tuple[TileLabel, ...] = ()
    players: tuple[PlayerLabel, ...] = ()
    loose: tuple[int, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """How the picture was made, free of form."""
    deal: Mapping[str, Any] | None = None
    """A finished deal that the picture shows."""
    checked: bool = True
    """False while the labels are a model's proposal that no person has confirmed."""
    source: Mapping[str, str] = field(default_factory=dict)
    """Provenance: where the picture comes from, its licence, who labelled it."""

    def tile(self, number: int) -> TileLabel:
        """The tile with this id.

        Raises:
            KeyError: There is none.
        """
        for tile in self.tiles:
            if tile.id == number:
                return tile
        raise KeyError(number)

    @property
    def next_id(self) -> int:
        """An id that no tile has."""
        return max((t.id for t in self.tiles), default=-1) + 1


def picture_json(picture: PictureLabel) -> dict[str, Any]:
    """The documented form; fields that have their usual value are left out."""
    line: dict[str, Any] = {
        "file": picture.file,
        "width": picture.width,
        "height": picture.height,
        "session": picture.session,
        "set": picture.set,
        "tiles": [tile_json(t) for t in picture.tiles],
        "players": [player_json(p) for p in picture.players],
        "loose": list(picture.loose),
        "parameters": dict(picture.parameters),
    }
    if picture.deal is not None:
        line["deal"] = dict(picture.deal)
    if not picture.checked:
        line["checked"] = False
    if picture.source:
        line["source"] = dict(picture.source)
    return line


def tile_json(tile: TileLabel) -> dict[str, Any]:
    """One tile in the documented form."""
    data: dict[str, Any] = {
        "id": tile.id,
        "code": tile.code,
        "quad": [list(corner) for corner in tile.quad],
        "visible": tile.visible,
    }
    usual = {"facing": None, "partly_hidden": False, "outline": "quad", "by": None}
    for name, value in {**usual, "confidence": None}.items():
        if getattr(tile, name) != value:
            data[name] = getattr(tile, name)
    return data


def player_json(player: PlayerLabel) -> dict[str, Any]:
    """One player in the documented form."""
    data: dict[str, Any] = {
        "side": player.side,
        "seat": player.seat,
        "concealed": list(player.concealed),
        "flowers": list(player.flowers),
        "sets": [
            {"tiles": list(s.tiles), "kind": s.kind, "concealed": s.concealed,
             "codes": list(s.codes)}
            for s in player.sets
        ],
        "winning_tile": player.winning_tile,
    }  # fmt: skip
    if player.won_with is not None:
        data["won_with"] = player.won_with
    return data
