"""The labelling page's server without a browser: what it lists, takes, refuses and judges."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from label_builders import picture, save_picture, tile
from shared import ROOT

pytest.importorskip("starlette", reason="the web extra is not installed")

from starlette.testclient import TestClient

from vision.app.cli import main
from vision.app.label_page.desk import Desk, DeskOptions
from vision.app.label_page.server import label_app
from vision.app.label_page.sources import frames_of, pictures_in, take_frames
from vision.labels.lines import LABELS_NAME, read_labels, write_labels
from vision.labels.record import picture_json

SAMPLES = ROOT / "datasets" / "samples"
FILM = ROOT / "tests" / "live" / "data" / "hand-laid-down.mp4"
HAS_MODELS = any((ROOT / "models").glob("*.onnx"))
A = picture("a.png", tile(0, "1m"), tile(1, "2m", 60), session="one")


class Page(TestClient):
    """A client that sends what the page sends."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(
            label_app(desk), base_url="http://localhost:8766", headers={"x-tilescore": "1"}
        )
        self.desk = desk

    def label(self, file: str) -> dict[str, Any]:
        """What the page is told of a picture."""
        answer = self.get("/api/picture", params={"file": file})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def save(self, record: dict[str, Any], revision: int, file: str = "a.png"):
        """Sends a record."""
        body = {"record": record, "revision": revision}
        return self.post("/api/picture", params={"file": file}, json=body)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Opens the folder, by default without the model."""
    desks: list[Desk] = []

    def make(*, reads: bool = False) -> Page:
        desks.append(Desk(DeskOptions(tmp_path, threads=1, reads=reads)).__enter__())
        return Page(desks[-1])

    yield make
    for desk in desks:
        desk.__exit__()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three pictures, one of them below, one labelled."""
    for name in ("a.png", "b10.png", "b2.png", "below/c.png", ".hidden/d.png"):
        save_picture(tmp_path / name, (200, 150))
    write_labels(tmp_path / LABELS_NAME, [A])
    return tmp_path


def test_pictures_below_are_listed_numbers_as_numbers(folder: Path) -> None:
    assert pictures_in(folder) == ["a.png", "b2.png", "b10.png", "below/c.png"]


def test_a_picture_is_told_saved_and_undone(folder: Path, opened: Callable[..., Page]) -> None:
    page = opened()
    told = page.label("a.png")
    assert told["record"] == picture_json(A)
    changed = picture_json(replace(A, session="two"))
    answer = page.save(changed, told["revision"]).json()
    assert (answer["undo"], answer["files"]) == (1, ["a.png"])
    assert page.save(changed, told["revision"]).status_code == 409
    assert page.label("a.png")["record"]["session"] == "two"
    assert page.post("/api/undo").json()["redo"] == 1
    assert page.label("a.png")["record"]["session"] == "one"
    assert page.post("/api/redo").json()["files"] == ["a.png"]
    assert page.post("/api/redo").json()["files"] == []


def test_a_new_picture_has_its_folder_for_session(
    folder: Path, opened: Callable[..., Page]
) -> None:
    record = opened().label("below/c.png")["record"]
    assert (record["session"], record["checked"], record["tiles"]) == ("below", False, [])


def test_records_that_cannot_be_are_refused(folder: Path, opened: Callable[..., Page]) -> None:
    page = opened()
    good = picture_json(A)
    cases = [
        ({**good, "tiles": [{**good["tiles"][0], "code": "0x"}]}, 422),
        ({**good, "tiles": [good["tiles"][0]] * 2}, 422),
        ({**good, "surplus": 1}, 422),
        ({**good, "file": "b2.png"}, 400),
        ({**good, "width": 7}, 400),
        (None, 422),
    ]
    for record, status in cases:
        answer = page.save(record, 0)  # type: ignore[arg-type]
        assert answer.status_code == status, answer.text
        assert answer.json()["errors"][0]["message"]
    assert page.desk.store.undoable == 0


@pytest.mark.parametrize("name", ["../labels.jsonl", "labels.jsonl", ".hidden/d.png", "", "no.png"])
def test_only_pictures_of_the_folder_are_given_out(
    folder: Path, opened: Callable[..., Page], name: str
) -> None:
    page = opened()
    for path in ("/view", "/crop", "/api/picture"):
        assert page.get(path, params={"file": name}).status_code == 404


def test_foreign_pages_change_nothing(folder: Path, opened: Callable[..., Page]) -> None:
    page = opened()
    assert page.post("/api/undo", headers={"x-tilescore": ""}).status_code == 403
    assert page.post("/api/undo", headers={"origin": "http://evil.test"}).status_code == 403
    assert page.get("/", headers={"host": "evil.test"}).status_code == 400
    policy = page.get("/").headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


def test_views_are_upright_and_shrunk(tmp_path: Path, opened: Callable[..., Page]) -> None:
    save_picture(tmp_path / "turned.jpg", (300, 500), orientation=6)
    save_picture(tmp_path / "a.png", (200, 150))
    write_labels(tmp_path / LABELS_NAME, [A])
    page = opened()
    data = page.get("/view", params={"file": "turned.jpg", "side": 250}).content
    assert cv2.imdecode(np.frombuffer(data, np.uint8), 1).shape == (250, 150, 3)
    crop = page.get("/crop", params={"file": "a.png", "tile": 1})
    assert cv2.imdecode(np.frombuffer(crop.content, np.uint8), 1).shape == (64, 64, 3)
    assert page.get("/crop", params={"file": "a.png", "tile": 9}).status_code == 404


def test_many_tiles_are_renamed_as_one_change(folder: Path, opened: Callable[..., Page]) -> None:
    page = opened()
    answer = page.post("/api/rename", json={"code": "9s", "tiles": [["a.png", 0], ["a.png", 1]]})
    assert answer.json()["undo"] == 1
    assert page.get("/api/wall", params={"code": "9s"}).json()["total"] == 2
    assert page.get("/api/counts").json()["codes"]["9s"] == 2
    assert page.post("/api/rename", json={"code": "9s", "tiles": [["a.png", 7]]}).status_code == 409
    for body in ({"code": "no", "tiles": []}, {"code": "9s", "tiles": [["a.png"]]}):
        assert page.post("/api/rename", json=body).status_code == 400


def test_formats_from_the_page(
    folder: Path, opened: Callable[..., Page], tmp_path_factory: pytest.TempPathFactory
) -> None:
    out = tmp_path_factory.mktemp("formats") / "coco"
    page = opened()
    body = {"format": "coco", "place": str(out)}
    assert "1 pictures with 2 tiles written" in page.post("/api/export", json=body).json()["words"]
    again = page.post("/api/export", json=body)
    assert again.status_code == 422
    assert "not empty" in again.json()["errors"][0]["message"]
    refused = page.post("/api/import", json=body)
    assert "in place of checked labels" in refused.json()["errors"][0]["message"]
    brought = page.post("/api/import", json={**body, "replace": True})
    assert brought.status_code == 200, brought.text
    assert page.label("a.png")["record"]["tiles"][1]["code"] == "2m"


def test_the_command_minds_an_open_page(folder: Path, opened: Callable[..., Page], capsys) -> None:
    page = opened()
    page.save(picture_json(replace(A, session="two")), 0)
    assert main(["label", str(folder), "--export", "jsonl", str(folder / "out")]) == 1
    assert "Another tilescore edits the labels" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        ([], 2, "Name the FOLDER"),
        (["{}/nowhere"], 2, "There is no folder"),
        (["{}"], 2, "holds no pictures"),
        (["{}/film.mp4"], 2, "--every SECONDS"),
        (["{}", "--every", "0"], 2, "no number of seconds"),
        (["{}/film.mp4", "--every", "1"], 1, "cannot be played"),
    ],
)
def test_the_command_refuses_kindly(
    tmp_path: Path, capsys, arguments: list[str], status: int, words: str
) -> None:
    (tmp_path / "film.mp4").write_bytes(b"no film")
    given = [text.format(tmp_path) for text in arguments]
    try:
        result = main(["label", *given, "--no-model", "--no-browser"])
    except SystemExit as error:
        result = int(error.code or 0)
    said = capsys.readouterr().err
    assert result == status, said
    assert words in said
    assert "Traceback" not in said


def test_frames_of_a_film_become_pictures_once(tmp_path: Path) -> None:
    film = tmp_path / FILM.name
    film.write_bytes(FILM.read_bytes())
    number = frames_of(film, 1.0)
    assert number >= 3
    assert take_frames(tmp_path, 1.0) == 0
    files = pictures_in(tmp_path)
    assert len(files) == number
    assert files[0].startswith("hand-laid-down-frames/")


@pytest.mark.slow
@pytest.mark.skipif(not HAS_MODELS, reason="no models in this checkout")
def test_the_model_proposes_and_contradicts(tmp_path: Path, opened: Callable[..., Page]) -> None:
    truth = {label.file: label for label in read_labels(SAMPLES)}
    for name in ("hand-in-a-row.jpg", "sets-behind.jpg"):
        (tmp_path / name).write_bytes((SAMPLES / name).read_bytes())
    flipped = truth["sets-behind.jpg"].tiles[0]
    wrong = "9p" if flipped.code != "9p" else "1s"
    tiles = (replace(flipped, code=wrong), *truth["sets-behind.jpg"].tiles[1:])
    write_labels(tmp_path / LABELS_NAME, [replace(truth["sets-behind.jpg"], tiles=tiles)])
    (tmp_path / "broken.jpg").write_bytes(b"\xff\xd8\xff no picture")
    page = opened(reads=True)
    until = time.monotonic() + 240
    while page.get("/api/overview").json()["read"] < 3:
        assert time.monotonic() < until
        time.sleep(0.2)
    told = page.label("hand-in-a-row.jpg")
    codes = sorted(t["code"] for t in told["record"]["tiles"])
    assert codes == sorted(t.code for t in truth["hand-in-a-row.jpg"].tiles)
    assert {t["by"] for t in told["record"]["tiles"]} == {"model"}
    assert told["record"]["checked"] is False
    assert len(told["finds"]) >= 14
    while (found := page.get("/api/suspicious").json())["waiting"] or not found["tiles"]:
        assert time.monotonic() < until
        time.sleep(0.2)
    assert found["tiles"][0]["tile"] == flipped.id
    assert found["tiles"][0]["likely"] == flipped.code
    assert page.get("/api/duplicates").json() == {"waiting": 1, "groups": [], "sessions": {}}
