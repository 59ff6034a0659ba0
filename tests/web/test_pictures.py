"""Pictures sent by phones, read by the real models in a process of their own."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from serving import SAMPLES, Phone, served, with_models

from vision.app.web.picture_files import BYTES_AT_MOST, PictureFiles, kind_of
from vision.app.web.refusal import RefusalError
from vision.labels.lines import read_labels

HAND = SAMPLES / "harr-concealed-four.jpg"
pytestmark = with_models


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Phone]:
    """One server with its reading process for all of these tests; each has its own evening."""
    with served(tmp_path_factory.mktemp("evenings"), reads=True) as phone:
        yield phone


@pytest.fixture
def evening(phone: Phone) -> int:
    return phone.post("/api/evenings", json={}).json()["id"]


def png(width: int, height: int) -> bytes:
    """A PNG that says it is that large and is tiny."""
    out = io.BytesIO()
    Image.new("1", (width, height)).save(out, "PNG")
    return out.getvalue()


def send(phone: Phone, evening: int, body: bytes, **headers: str) -> tuple[int, str]:
    answer = phone.post(f"/api/evenings/{evening}/pictures", content=body, headers=headers)
    data = answer.json()
    return answer.status_code, data["id"] if "id" in data else data["errors"][0]["code"]


def test_from_picture_to_settlement(phone: Phone, evening: int) -> None:
    picture = phone.upload(HAND, evening)
    draft = phone.draft(evening)
    assert draft["can_confirm"]
    shown = draft["pictures"][0]
    assert (shown["width"], shown["height"]) == (1120, 640)
    assert shown["reading"]["tiles"][0]["quad"]
    settled = phone.confirm(evening)
    entry = settled["entries"][0]
    assert entry["about"]["pictures"] == [picture]
    assert entry["about"]["source"] == "photo"
    assert entry["score"] == 40
    past = phone.get(f"/api/evenings/{evening}/deals/1").json()
    assert past["pictures"][0]["reading"]["tiles"]
    assert past["settlement"]["players"]["E"]["score"] == 40
    assert phone.draft(evening)["empty"]
    again = phone.change("edit", evening, number=1)
    assert again["pictures"][0]["id"] == picture
    assert again["hands"]["E"]["concealed"][0]["picture"] == picture


def test_a_wrong_tile_is_put_right_by_a_tap(phone: Phone, evening: int) -> None:
    picture = phone.upload(HAND, evening, "S")
    hand = phone.draft(evening)["hands"]["S"]
    index = [tile["code"] for tile in hand["concealed"]].index("5m")
    at = {"seat": "S", "part": "concealed", "index": index}
    draft = phone.change("code", evening, at=at, code="6p")
    assert not draft["can_confirm"]
    assert draft["pictures"][0]["fixed"] == {str(hand["concealed"][index]["tile"]): "6p"}
    assert phone.change("code", evening, at=at, code="5m")["can_confirm"]
    assert phone.change("picture_remove", evening, picture=picture)["empty"]


def test_pictures_come_back_shrunk_and_tiles_cut_out(phone: Phone, evening: int) -> None:
    picture = phone.upload(HAND, evening)
    base = f"/api/evenings/{evening}/pictures/{picture}"
    with Image.open(io.BytesIO(phone.get(f"{base}.jpg?side=300").content)) as image:
        assert image.format == "JPEG"
        assert max(image.size) == 300
    tile = phone.get(f"{base}/tile/0.jpg")
    assert tile.headers["content-type"] == "image/jpeg"
    assert phone.get(f"{base}/tile/99.jpg").status_code == 404
    assert phone.get(f"{base}.jpg?side=99999").status_code == 400
    other = phone.post("/api/evenings", json={}).json()["id"]
    assert phone.get(f"/api/evenings/{other}/pictures/{picture}.jpg").status_code == 404


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "HEIF"])
def test_every_kind_of_picture(phone: Phone, evening: int, tmp_path: Path, kind: str) -> None:
    if kind == "HEIF":
        pillow_heif = pytest.importorskip("pillow_heif")
        pillow_heif.register_heif_opener()
    path = tmp_path / "picture"
    with Image.open(HAND) as image:
        image.save(path, kind)
    phone.upload(path, evening)
    draft = phone.draft(evening)
    assert draft["pictures"][0]["status"] == "read"
    assert draft["hands"]["E"]["size"] == 14


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 415),
        (b"GIF89a" + b"x" * 100, 415),
        (b"%PDF-1.7" + b"x" * 100, 415),
        (b"\x89PNG\r\n\x1a\n" + b"x" * 100, 415),
        (b"\xff\xd8\xff\xe0" + b"\x00" * 100, 415),
        (b"<svg onload=alert(1)>" + b"x" * 100, 415),
    ],
)
def test_what_is_no_picture(phone: Phone, evening: int, body: bytes, status: int) -> None:
    assert send(phone, evening, body)[0] == status
    assert phone.draft(evening)["empty"]
    assert not list((phone.site.folder / "pictures").glob("*.part"))


def test_pictures_that_are_too_large(phone: Phone, evening: int) -> None:
    for width, height in ((20_000, 20_000), (10_000, 6_500)):
        assert send(phone, evening, png(width, height)) == (413, "too_large")
    length = {"content-length": str(BYTES_AT_MOST + 1)}
    assert send(phone, evening, b"\xff\xd8\xff", **length) == (413, "too_large")
    length = {"content-length": "12x"}
    assert send(phone, evening, b"\xff\xd8\xff", **length)[0] == 411


def test_a_seat_that_does_not_play(phone: Phone, evening: int) -> None:
    path = f"/api/evenings/{evening}/pictures?seat=X"
    assert phone.post(path, content=HAND.read_bytes()).status_code == 400


def test_a_damaged_picture_costs_only_itself(phone: Phone, evening: int) -> None:
    whole = HAND.read_bytes()
    heic = b"\x00\x00\x00\x18ftypheic" + b"\x00" * 400
    for body in (whole[: len(whole) // 2] + b"\xff\xd9", heic):
        status, picture = send(phone, evening, body)
        if status == 202:
            shown = phone.read(picture, evening)
            assert shown["status"] in ("failed", "read")
            assert "picture" in shown["message"] or shown["status"] == "read"
            assert ".picture" not in shown["message"]
    phone.change("clear", evening)
    phone.upload(HAND, evening)
    assert phone.draft(evening)["can_confirm"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
def test_the_reader_may_die(phone: Phone, evening: int) -> None:
    pid = phone.site.process.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    status, picture = send(phone, evening, HAND.read_bytes())
    assert status == 202
    if phone.read(picture, evening)["status"] == "failed":  # it was dying when the picture came
        assert "Take it again" in phone.draft(evening)["pictures"][0]["message"]
        phone.change("clear", evening)
        phone.upload(HAND, evening)
    assert phone.draft(evening)["can_confirm"]


def test_the_queue_is_seen_and_a_new_picture_takes_the_old_ones_place(
    phone: Phone, evening: int
) -> None:
    sent = []
    for seat in "ESSW":
        answer = phone.post(
            f"/api/evenings/{evening}/pictures?seat={seat}", content=HAND.read_bytes()
        )
        sent.append(answer.json()["id"])
    shown = phone.draft(evening)["pictures"]
    assert not phone.draft(evening)["can_confirm"] or len(shown) == 3
    assert all(picture["ahead"] >= 0 for picture in shown)
    assert [p["ahead"] for p in shown] == sorted(p["ahead"] for p in shown)
    for picture in (sent[0], sent[2], sent[3]):
        assert phone.read(picture, evening)["status"] == "read"
    seats = {p["id"]: p["seat"] for p in phone.draft(evening)["pictures"]}
    assert seats == {sent[0]: "E", sent[2]: "S", sent[3]: "W"}


def test_readings_are_kept_for_training_when_that_is_wished(phone: Phone, evening: int) -> None:
    folder = phone.site.folder / "training"
    phone.upload(HAND, evening)
    phone.confirm(evening)
    assert not folder.exists()
    headers = phone.put("/api/about", json={"keep": True})
    assert headers.json()["keep"] is True
    try:
        picture = phone.upload(HAND, evening)
        at = {"seat": "E", "part": "concealed", "index": 0}
        first = phone.draft(evening)["hands"]["E"]["concealed"][0]
        phone.change("code", evening, at=at, code="9p")
        phone.change("code", evening, at=at, code=first["code"])
        phone.confirm(evening)
    finally:
        phone.put("/api/about", json={"keep": False})
    (label,) = read_labels(folder)
    assert label.file == f"pictures/{picture}.jpg"
    assert (folder / label.file).read_bytes() == HAND.read_bytes()
    assert not label.checked
    tile = label.tile(first["tile"])
    assert (tile.code, tile.by) == (first["code"], "person")
    assert {t.by for t in label.tiles} == {"person", "model"}


def test_pictures_that_nothing_names_are_removed(phone: Phone, evening: int) -> None:
    kept = phone.upload(HAND, evening, "E")
    gone = phone.upload(HAND, evening, "S")
    phone.change("picture_remove", evening, picture=gone)
    assert phone.site.files.original(gone).exists()  # the draft's undo may want it
    phone.confirm(evening)
    assert phone.site.files.original(kept).exists()
    assert not phone.site.files.original(gone).exists()
    assert phone.site.store.pictures.get(gone) is None


def test_what_was_cut_off_is_swept_up_and_what_waited_is_read(tmp_path: Path) -> None:
    with served(tmp_path) as phone:  # without a reading process: as if it was killed at once
        answer = phone.post("/api/evenings/1/pictures", content=HAND.read_bytes())
        picture = answer.json()["id"]
        assert phone.draft()["pictures"][0]["status"] in ("waiting", "reading")
    (tmp_path / "pictures" / "0123.part").write_bytes(b"half")
    with served(tmp_path, reads=True) as phone:
        assert phone.read(picture)["status"] == "read"
        assert not (tmp_path / "pictures" / "0123.part").exists()
        assert phone.draft()["can_confirm"]


def test_no_name_of_a_client_becomes_a_path(tmp_path: Path) -> None:
    files = PictureFiles(tmp_path)
    for name in ("../../x", "a" * 31, "A" * 32, "/etc/passwd", "0" * 32 + "\n"):
        with pytest.raises(RefusalError):
            files.original(name)
    assert kind_of(b"RIFF\x00\x00\x00\x00WEBPVP8 ") == "webp"
    assert kind_of(b"RIFF") is None
