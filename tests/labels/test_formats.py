"""Formats both ways, and the exports read by the tools they are for."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from label_builders import picture, picture_labels, save_picture, tile
from PIL import Image

from vision.app.cli import main
from vision.labels import exchange
from vision.labels.codes import LABEL_CODES
from vision.labels.formats import coco, label_studio, own, voc, yolo
from vision.labels.formats.common import UnknownNamesError, box_of, quad_of
from vision.labels.lines import read_labels, write_labels
from vision.labels.parse import LabelError
from vision.labels.record import PictureLabel

SAMPLES = Path(__file__).resolve().parents[2] / "datasets" / "samples"
SIZE = (200, 150)
FEW = settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])


def _fresh(tmp_path: Path) -> Path:
    out = tmp_path / f"out{len(list(tmp_path.iterdir()))}"
    out.mkdir()
    return out


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "pictures"
    save_picture(made / "a.png", SIZE)
    return made


@FEW
@given(label=picture_labels())
@pytest.mark.parametrize("module", [coco, label_studio, own], ids=["coco", "studio", "jsonl"])
def test_nothing_is_lost(module, label: PictureLabel, folder: Path, tmp_path: Path) -> None:
    out = _fresh(tmp_path)
    module.export([label], folder, out)
    assert module.load(out, {}).labels == (label,)


@FEW
@given(label=picture_labels())
def test_oriented_boxes_keep_codes_and_corners(
    label: PictureLabel, folder: Path, tmp_path: Path
) -> None:
    out = _fresh(tmp_path)
    yolo.export_oriented([label], folder, out)
    (back,) = yolo.load(out, {}).labels
    assert [(t.code, t.quad) for t in back.tiles] == [(t.code, t.quad) for t in label.tiles]


@FEW
@given(label=picture_labels())
def test_boxes_keep_codes_and_bounds(label: PictureLabel, folder: Path, tmp_path: Path) -> None:
    out = _fresh(tmp_path)
    yolo.export_boxes([label], folder, out)
    (back,) = yolo.load(out, {}).labels
    wanted = [(t.code, quad_of(box_of(t.quad, *SIZE))) for t in label.tiles]
    assert [t.code for t in back.tiles] == [code for code, _ in wanted]
    for found, (_, quad) in zip(back.tiles, wanted, strict=True):
        assert found.outline == "box"
        np.testing.assert_allclose(found.quad, quad, atol=0.0101)


@FEW
@given(label=picture_labels())
def test_voc_keeps_codes_corners_and_marks(
    label: PictureLabel, folder: Path, tmp_path: Path
) -> None:
    out = _fresh(tmp_path)
    voc.export([label], folder, out)
    (back,) = voc.load(out, {}).labels
    kept = [(t.code, t.quad, t.outline, t.partly_hidden) for t in back.tiles]
    assert kept == [(t.code, t.quad, t.outline, t.partly_hidden) for t in label.tiles]
    assert (back.session, back.set) == (label.session, label.set)


def test_turned_rectangle_of_label_studio(tmp_path: Path) -> None:
    save_picture(tmp_path / "a.png", SIZE)
    value = {"x": 50, "y": 50, "width": 10, "height": 20, "rotation": 90}
    region = {"type": "rectanglelabels", "value": {**value, "rectanglelabels": ["dot 5"]}}
    task = {"data": {"image": "/data/upload/1/a.png"}, "predictions": [{"result": [region]}]}
    (tmp_path / "tasks.json").write_text(json.dumps([task]))
    (label,) = label_studio.load(tmp_path, {}).labels
    assert label.tiles[0].quad == ((100, 75), (100, 95), (70, 95), (70, 75))
    assert (label.checked, label.tiles[0].code) == (False, "5p")


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["coco", "yolo", "yolo-obb"])
def test_orientation_is_baked_in(kind: str, orientation: int, tmp_path: Path) -> None:
    source, out = tmp_path / "in", tmp_path / "out"
    save_picture(source / "a.png", SIZE, orientation)
    upright = np.asarray(_transposed(source / "a.png"))
    write_labels(source / "labels.jsonl", [picture("a.png", tile(0, "5p"))])
    assert main(["label", str(source), "--export", kind, str(out)]) == 0
    with Image.open(out / "images" / "a.png") as image:
        assert image.getexif().get(0x0112, 1) == 1
        np.testing.assert_array_equal(np.asarray(image), upright)


def _transposed(path: Path) -> Image.Image:
    from PIL import ImageOps

    with Image.open(path) as image:
        return ImageOps.exif_transpose(image)


def test_corners_outside_are_clamped_and_tiles_outside_named(folder: Path, tmp_path: Path) -> None:
    label = picture("a.png", tile(0, "5p", -10, 20), tile(1, "6p", 300, 20))
    note = yolo.export_oriented([label], folder, tmp_path / "out")[-1]
    assert note.startswith("1 tiles lie outside")
    numbers = (tmp_path / "out" / "labels" / "a.txt").read_text().split()
    assert all(0 <= float(v) <= 1 for v in numbers[1:])


def test_unknown_names_are_listed_and_nothing_is_dropped(tmp_path: Path, capsys) -> None:
    theirs, mine = tmp_path / "theirs", tmp_path / "mine"
    save_picture(theirs / "images" / "train" / "a.png", SIZE)
    (theirs / "labels" / "train").mkdir(parents=True)
    rows = "0 0.5 0.5 0.1 0.2\n1 0.2 0.2 0.1 0.2\n2 0.7 0.7 0.1 0.2\n"
    (theirs / "labels" / "train" / "a.txt").write_text(rows)
    (theirs / "classes.txt").write_text("joker\ndots-3\nzilch\n9z\n")
    command = ["label", str(mine), "--import", "yolo", str(theirs)]
    assert main(command) == 1
    said = capsys.readouterr().err
    assert '"joker", "zilch"' in said
    assert "9z" not in said
    assert not mine.exists()
    assert main([*command, "--name", "joker=unknown", "--name", "zilch=none"]) == 0
    (label,) = read_labels(mine)
    assert (label.file, [t.code for t in label.tiles]) == (
        "train/a.png", ["unknown", "3p", "none"],
    )  # fmt: skip
    assert (mine / "train" / "a.png").is_file()
    assert main([*command, "--name", "joker=unknown", "--name", "zilch=none"]) == 1
    assert "--replace" in capsys.readouterr().err


def test_foreign_coco(tmp_path: Path) -> None:
    save_picture(tmp_path / "a.png", SIZE)
    document = {
        "images": [{"id": 7, "file_name": "a.png", "width": 200, "height": 150}],
        "categories": [{"id": 3, "name": "East Wind"}, {"id": 4, "name": "never used"}],
        "annotations": [
            {"image_id": 7, "category_id": 3, "bbox": [1, 2, 10, 20]},
            {"image_id": 7, "category_id": 3, "bbox": [0, 0, 9, 9],
             "segmentation": [[5, 0, 9, 5, 5, 9, 0, 5]]},
        ],
    }  # fmt: skip
    (tmp_path / "x.json").write_text(json.dumps(document))
    (label,) = coco.load(tmp_path, {}).labels
    assert [(t.code, t.outline) for t in label.tiles] == [("1z", "box"), ("1z", "turned")]
    document["images"][0]["width"] = 150
    (tmp_path / "x.json").write_text(json.dumps(document))
    with pytest.raises(LabelError, match="its boxes would lie wrong"):
        coco.load(tmp_path, {})
    document["categories"][0]["name"] = "zilch"
    (tmp_path / "x.json").write_text(json.dumps(document))
    with pytest.raises(UnknownNamesError, match='"zilch"'):
        coco.load(tmp_path, {})


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("0 0.5 0.5 0.1", "4 (box) or 8 (corners)"),
        ("0 a b c d", "numbers are wanted"),
        ("9 0.5 0.5 0.1 0.1", "there is no class 9"),
        ("0 50 50 10 10", "shares of the picture's sides"),
    ],
)
def test_broken_rows_name_file_and_line(row: str, message: str, tmp_path: Path) -> None:
    save_picture(tmp_path / "images" / "a.png", SIZE)
    (tmp_path / "labels").mkdir()
    (tmp_path / "labels" / "a.txt").write_text(f"\n{row}\n")
    (tmp_path / "classes.txt").write_text("1m\n")
    with pytest.raises(LabelError, match=r"a\.txt line 2") as error:
        yolo.load(tmp_path, {})
    assert message in str(error.value)


@pytest.mark.parametrize("kind", exchange.FORMATS)
def test_what_is_not_there_or_something_else_is_one_plain_sentence(
    kind: str, tmp_path: Path
) -> None:
    with pytest.raises(LabelError, match="There is no file or folder"):
        exchange.load_labels(kind, tmp_path / "none", {})
    other = tmp_path / "other.json"
    other.write_text('[1, {"data": 3}, null]', encoding="utf-8")
    with pytest.raises(LabelError) as told:
        exchange.load_labels(kind, other, {})
    assert "Error(" not in str(told.value)


def test_command_refuses_kindly(folder: Path, tmp_path: Path, capsys) -> None:
    assert main(["label", str(folder), "--export", "zip", str(tmp_path / "o")]) == 2
    assert "there are coco, yolo" in capsys.readouterr().err
    assert main(["label", str(folder), "--export", "coco", str(tmp_path / "o")]) == 1
    assert "labels.jsonl cannot be read" in capsys.readouterr().err
    assert main(["label", str(folder), "--export", "coco", str(folder)]) == 1
    assert "not empty" in capsys.readouterr().err
    (folder / "labels.jsonl").touch()
    assert main(["label", str(folder), "--export", "coco", str(tmp_path / "o")]) == 1
    assert "has no labels yet" in capsys.readouterr().err


def test_no_pictures_of_game_nights_yet(tmp_path: Path, capsys) -> None:
    pytest.importorskip("starlette")
    assert main(["label", "--kept", "--data", str(tmp_path)]) == 2
    assert "keep for training" in capsys.readouterr().err


@pytest.mark.parametrize("more", [["--replace"], ["--name", "joker=unknown"]])
def test_what_belongs_to_an_import_is_not_left_out_in_silence(
    more: list[str], folder: Path, tmp_path: Path, capsys
) -> None:
    out = str(tmp_path / "o")
    assert main(["label", str(folder), *more]) == 2
    assert "--import" in capsys.readouterr().err
    assert main(["label", str(folder), "--export", "coco", out, *more]) == 2
    assert "--import" in capsys.readouterr().err


def _exported_samples(kind: str, tmp_path: Path) -> tuple[Path, dict[str, PictureLabel]]:
    assert main(["label", str(SAMPLES), "--export", kind, str(tmp_path / "out")]) == 0
    return tmp_path / "out", {label.file: label for label in read_labels(SAMPLES)}


def test_pycocotools_finds_coco_perfect_against_itself(tmp_path: Path) -> None:
    tools = pytest.importorskip("pycocotools.coco", reason="pycocotools is not installed")
    from pycocotools.cocoeval import COCOeval

    out, labels = _exported_samples("coco", tmp_path)
    with contextlib.redirect_stdout(io.StringIO()):
        truth = tools.COCO(str(out / "annotations.json"))
        found = truth.loadRes([{**a, "score": 1.0} for a in truth.anns.values()])
        evaluation = COCOeval(truth, found, "bbox")
        evaluation.evaluate()
        evaluation.accumulate()
        evaluation.summarize()
    assert evaluation.stats[0] == pytest.approx(1)
    assert len(truth.anns) == sum(len(label.tiles) for label in labels.values())


@pytest.mark.parametrize("kind", ["coco", "yolo", "yolo-obb"])
def test_supervision_agrees_on_boxes_and_classes(kind: str, tmp_path: Path) -> None:
    supervision = pytest.importorskip("supervision", reason="supervision is not installed")
    out, labels = _exported_samples(kind, tmp_path)
    load = supervision.DetectionDataset
    if kind == "coco":
        data = load.from_coco(str(out / "images"), str(out / "annotations.json"))
    else:
        data = load.from_yolo(
            str(out / "images"), str(out / "labels"), str(out / "data.yaml"),
            is_obb=kind == "yolo-obb",
        )  # fmt: skip
    assert data.classes == list(LABEL_CODES)
    assert len(data) == len(labels)
    for path, detections in data.annotations.items():
        label = labels[Path(path).name]
        inside = [t for t in label.tiles if _has_area(t.quad, label)]
        wanted = [box_of(t.quad, label.width, label.height) for t in inside]
        np.testing.assert_allclose(detections.xyxy, wanted, atol=0.02)
        assert [data.classes[c] for c in detections.class_id] == [t.code for t in inside]


def test_supervision_reads_voc(tmp_path: Path) -> None:
    supervision = pytest.importorskip("supervision", reason="supervision is not installed")
    out, labels = _exported_samples("voc", tmp_path)
    data = supervision.DetectionDataset.from_pascal_voc(
        str(out / "JPEGImages"), str(out / "Annotations")
    )
    assert len(data) == len(labels)
    for path, detections in data.annotations.items():
        label = labels[Path(path).name]
        inside = [t for t in label.tiles if _has_area(t.quad, label)]
        wanted = [box_of(t.quad, label.width, label.height) for t in inside]
        np.testing.assert_allclose(detections.xyxy, wanted, atol=1.0)
        assert [data.classes[c] for c in detections.class_id] == [t.code for t in inside]


def test_label_studios_own_converter_agrees(tmp_path: Path) -> None:
    reason = "label-studio-sdk is not installed"
    converting = pytest.importorskip("label_studio_sdk.converter", reason=reason)
    out, labels = _exported_samples("label-studio", tmp_path)
    tasks = json.loads((out / "tasks.json").read_text(encoding="utf-8"))
    for task in tasks:  # the converter runs beside the pictures, not beside their server
        task["data"]["image"] = str(out / "images" / task["data"]["image"].rsplit("/", 1)[-1])
    (out / "tasks.json").write_text(json.dumps(tasks), encoding="utf-8")
    config = (out / "label_config.xml").read_text(encoding="utf-8")
    converter = converting.Converter(config, str(tmp_path), download_resources=False)
    converter.convert_to_coco(str(out / "tasks.json"), str(tmp_path / "ls"), is_dir=False)
    result = json.loads((tmp_path / "ls" / "result.json").read_text(encoding="utf-8"))
    names = {c["id"]: c["name"] for c in result["categories"]}
    files = {i["id"]: Path(i["file_name"]).name for i in result["images"]}
    assert len(files) == len(labels)
    for label in labels.values():
        (image,) = [i for i, name in files.items() if name == label.file]
        found = [a for a in result["annotations"] if a["image_id"] == image]
        assert [names[a["category_id"]] for a in found] == [t.code for t in label.tiles]
        corners = [np.reshape(a["segmentation"][0], (4, 2)) for a in found]
        np.testing.assert_allclose(corners, [t.quad for t in label.tiles], atol=0.02)


def _has_area(quad, label: PictureLabel) -> bool:
    x0, y0, x1, y1 = box_of(quad, label.width, label.height)
    return x1 > x0 and y1 > y0


def test_samples_come_back_from_coco_whole(tmp_path: Path) -> None:
    out, labels = _exported_samples("coco", tmp_path)
    back = {label.file: label for label in coco.load(out, {}).labels}
    assert back == labels
