"""Pascal VOC: one XML file a picture, boxes in whole px, the exact corners as a polygon."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from vision.errors import why_unreadable
from vision.labels.formats.common import (
    Imported,
    box_of,
    codes_of,
    export_picture,
    exported_names,
    picture_size,
    quad_of,
)
from vision.labels.lines import write_whole
from vision.labels.parse import LabelError
from vision.labels.record import PictureLabel, Quad, TileLabel

ANNOTATIONS: Final = "Annotations"
PICTURES: Final = "JPEGImages"
Element = ElementTree.Element


def export(labels: list[PictureLabel], folder: Path, out: Path) -> list[str]:
    """Writes ``Annotations/``, ``JPEGImages/`` and the list of all pictures."""
    names = exported_names(labels)
    (out / ANNOTATIONS).mkdir(parents=True, exist_ok=True)
    outside = 0
    for label in labels:
        name = names[label.file]
        export_picture(folder / label.file, out / PICTURES / name)
        root, left_out = _annotation(label, name)
        outside += left_out
        ElementTree.indent(root)
        target = out / ANNOTATIONS / f"{Path(name).stem}.xml"
        write_whole(target, ElementTree.tostring(root, encoding="utf-8"))
    lists = out / "ImageSets" / "Main"
    lists.mkdir(parents=True, exist_ok=True)
    stems = "".join(f"{Path(name).stem}\n" for name in names.values())
    write_whole(lists / "default.txt", stems.encode())
    if not outside:
        return []
    return [f"{outside} tiles lie outside their pictures, which Pascal VOC cannot say; left out."]


def _annotation(label: PictureLabel, name: str) -> tuple[Element, int]:
    root = ElementTree.Element("annotation")
    _text(root, "folder", PICTURES)
    _text(root, "filename", name)
    _text(ElementTree.SubElement(root, "source"), "database", label.set or "")
    _text(root, "session", label.session)
    size = ElementTree.SubElement(root, "size")
    for field, value in (("width", label.width), ("height", label.height), ("depth", 3)):
        _text(size, field, value)
    _text(root, "segmented", 0)
    objects = [made for tile in label.tiles if (made := _object(tile, label)) is not None]
    root.extend(objects)
    return root, len(label.tiles) - len(objects)


def _object(tile: TileLabel, label: PictureLabel) -> Element | None:
    x0, y0, x1, y1 = box_of(tile.quad, label.width, label.height)
    if x1 <= x0 or y1 <= y0:
        return None
    cut = any(not (0 <= x <= label.width and 0 <= y <= label.height) for x, y in tile.quad)
    made = ElementTree.Element("object")
    _text(made, "name", tile.code)
    _text(made, "pose", "Unspecified")
    _text(made, "truncated", int(cut))
    _text(made, "occluded", int(tile.partly_hidden))
    _text(made, "difficult", 0)
    _text(made, "outline", tile.outline)
    box = ElementTree.SubElement(made, "bndbox")
    # The format counts px from 1; both ends belong to the box.
    edges = {"xmin": math.floor(x0) + 1, "ymin": math.floor(y0) + 1}
    for field, value in {**edges, "xmax": math.ceil(x1), "ymax": math.ceil(y1)}.items():
        _text(box, field, value)
    polygon = ElementTree.SubElement(made, "polygon")
    for i, corner in enumerate(tile.quad, 1):
        for axis, px in zip("xy", corner, strict=True):
            _text(polygon, f"{axis}{i}", round(px + 1, 2))
    return made


def _text(parent: Element, name: str, value: object) -> None:
    ElementTree.SubElement(parent, name).text = str(value)


def load(source: Path, given: Mapping[str, str]) -> Imported:
    """Reads the XML files of a folder (or its ``Annotations/``).

    Raises:
        LabelError: A file does not fit, a picture is missing or a class name is not known.
    """
    folder = source / ANNOTATIONS if (source / ANNOTATIONS).is_dir() else source
    roots = {path: _root(path) for path in sorted(folder.glob("*.xml"))}
    if not roots:
        raise LabelError(f"{folder} holds no XML files.")
    names = [_of(o, "name", p) for p, root in roots.items() for o in root.iter("object")]
    codes = codes_of(list(dict.fromkeys(names)), given)
    labels, pictures = [], {}
    for path, root in roots.items():
        picture = _picture(source, path, _of(root, "filename", path))
        size = picture_size(picture)
        tiles = tuple(_tile(i, o, path, codes) for i, o in enumerate(root.iter("object")))
        labels.append(
            PictureLabel(
                picture.name,
                *size,
                session=root.findtext("session") or "",
                set=root.findtext("source/database") or None,
                tiles=tiles,
            )
        )
        pictures[picture.name] = picture
    return Imported(tuple(labels), pictures)


def _root(path: Path) -> Element:
    try:
        text = path.read_text(encoding="utf-8-sig")
        if "<!ENTITY" in text:  # nothing here needs entities, and some swell without end
            raise LabelError(f"{path.name} declares XML entities; take them out.")
        return ElementTree.fromstring(text)
    except (OSError, UnicodeDecodeError) as error:
        raise LabelError(f"{path} cannot be read: {why_unreadable(error)}.") from error
    except ElementTree.ParseError as error:
        raise LabelError(f"{path.name} is no XML ({error}).") from error


def _of(element: Element, field: str, path: Path) -> str:
    text = element.findtext(field)
    if text is None:
        raise LabelError(f"{path.name}: <{field}> is missing in <{element.tag}>.")
    return text.strip()


def _number(element: Element, field: str, path: Path) -> float:
    text = _of(element, field, path)
    try:
        return float(text)
    except ValueError as error:
        raise LabelError(f"{path.name}, {field}: a number is wanted, not {text[:40]!r}.") from error


def _tile(number: int, made: Element, path: Path, codes: Mapping[str, str]) -> TileLabel:
    polygon = made.find("polygon")
    if polygon is not None and polygon.find("x4") is not None and polygon.find("x5") is None:
        xs = [round(_number(polygon, f"x{i}", path) - 1, 2) for i in range(1, 5)]
        ys = [round(_number(polygon, f"y{i}", path) - 1, 2) for i in range(1, 5)]
        quad: Quad = ((xs[0], ys[0]), (xs[1], ys[1]), (xs[2], ys[2]), (xs[3], ys[3]))
        outline = made.findtext("outline", "turned")
    else:
        low = [_number(made, f"bndbox/{field}", path) - 1 for field in ("xmin", "ymin")]
        high = [_number(made, f"bndbox/{field}", path) for field in ("xmax", "ymax")]
        quad, outline = quad_of((low[0], low[1], high[0], high[1])), "box"
    return TileLabel(
        number,
        codes[_of(made, "name", path)],
        quad,
        partly_hidden=made.findtext("occluded", "0").strip() == "1",
        outline=outline if outline in ("quad", "turned", "box") else "turned",
        by="import",
    )


def _picture(source: Path, xml: Path, name: str) -> Path:
    name = name.replace("\\", "/").rsplit("/", 1)[-1]
    for folder in (source / PICTURES, source, xml.parent, source / "images"):
        if (folder / name).is_file():
            return folder / name
    raise LabelError(f"{xml.name}: the picture {name} is neither in {PICTURES} nor beside it.")
