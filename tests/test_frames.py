"""Pictures as users have them, made here: every form comes out upright, 8-bit, BGR, or refused."""

from __future__ import annotations

import io
import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from vision.errors import PictureError
from vision.frames import load_picture

WIDTH, HEIGHT = 96, 64
QUARTERS = {
    "red": (200, 30, 20),
    "green": (10, 160, 40),
    "blue": (20, 40, 220),
    "sand": (230, 210, 150),
}
"""RGB colours of the top left, top right, bottom left and bottom right quarter."""


def scene(width: int = WIDTH, height: int = HEIGHT) -> Pillow.Image:
    """An upright picture whose four quarters differ, so that any turn or colour swap shows."""
    image = Pillow.new("RGB", (width, height))
    for n, colour in enumerate(QUARTERS.values()):
        x, y = n % 2 * (width // 2), n // 2 * (height // 2)
        image.paste(colour, (x, y, x + width // 2, y + height // 2))
    return image


def grey(image: Pillow.Image) -> Pillow.Image:
    return image.convert("L").convert("RGB")


def assert_shows(image: np.ndarray, expected: Pillow.Image, tolerance: int = 12) -> None:
    """The middles of the four quarters have the expected colours."""
    assert image.dtype == np.uint8
    assert image.ndim == 3
    assert image.shape[2] == 3
    height, width = image.shape[:2]
    assert abs(width / height - expected.width / expected.height) < 0.05
    for x in (0.25, 0.75):
        for y in (0.25, 0.75):
            seen = image[int(y * height), int(x * width)][::-1].astype(int)
            wanted = expected.getpixel((int(x * expected.width), int(y * expected.height)))
            assert np.abs(seen - np.array(wanted)).max() <= tolerance, (x, y, seen, wanted)


STORED_AS = {
    1: (),
    2: (Pillow.Transpose.FLIP_LEFT_RIGHT,),
    3: (Pillow.Transpose.ROTATE_180,),
    4: (Pillow.Transpose.FLIP_TOP_BOTTOM,),
    5: (Pillow.Transpose.TRANSPOSE,),
    6: (Pillow.Transpose.ROTATE_90,),  # stored turned counter-clockwise, shown clockwise
    7: (Pillow.Transpose.TRANSVERSE,),
    8: (Pillow.Transpose.ROTATE_270,),
}


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("suffix", ["jpg", "png", "webp"])
@pytest.mark.parametrize("wanted_side", [None, 40])
def test_orientation_is_applied_once(
    tmp_path: Path, orientation: int, suffix: str, wanted_side: int | None
) -> None:
    stored = scene()
    for turn in STORED_AS[orientation]:
        stored = stored.transpose(turn)
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    path = tmp_path / f"turned.{suffix}"
    stored.save(path, exif=exif, quality=95)

    picture = load_picture(path, wanted_side=wanted_side)

    assert (picture.width, picture.height) == (WIDTH, HEIGHT)
    assert picture.scale == (1 if wanted_side is None else 0.5)
    assert picture.image.shape == (HEIGHT * picture.scale, WIDTH * picture.scale, 3)
    assert_shows(picture.image, scene())


@pytest.mark.parametrize("orientation", [1, 6, 8])
def test_heic_is_turned_by_its_decoder_alone(tmp_path: Path, orientation: int) -> None:
    pillow_heif = pytest.importorskip("pillow_heif")
    stored = scene(192, 128)
    for turn in STORED_AS[orientation]:
        stored = stored.transpose(turn)
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    path = tmp_path / "IMG_0001.HEIC"
    pillow_heif.from_pillow(stored).save(path, exif=exif.tobytes(), quality=95)
    assert (b"irot" in path.read_bytes()) == (orientation != 1)

    picture = load_picture(path)

    assert (picture.width, picture.height) == (192, 128)
    assert_shows(picture.image, scene(), tolerance=25)


def sixteen_bit(path: Path, channels: int) -> Pillow.Image:
    bgr = np.asarray(scene())[..., ::-1].astype(np.uint16) * 257
    shown = bgr if channels == 3 else cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)
    path.write_bytes(cv2.imencode(".png", shown)[1].tobytes())
    return scene() if channels == 3 else grey(scene())


def on_grey(alpha: int) -> Pillow.Image:
    return Pillow.blend(Pillow.new("RGB", (WIDTH, HEIGHT), (128, 128, 128)), scene(), alpha / 255)


def palette_with_hole(path: Path) -> Pillow.Image:
    image = scene().quantize(4)
    hole = image.getpixel((0, 0))
    image.save(path, transparency=hole)
    expected = scene()
    expected.paste((128, 128, 128), (0, 0, WIDTH // 2, HEIGHT // 2))
    return expected


def saved(image: Pillow.Image, expected: Pillow.Image, **options: Any) -> Any:
    def make(path: Path) -> Pillow.Image:
        image.save(path, **options)
        return expected

    return make


FORMS = {
    "grey.jpg": saved(scene().convert("L"), grey(scene())),
    "grey.png": saved(scene().convert("L"), grey(scene())),
    "progressive.jpg": saved(scene(), scene(), progressive=True, quality=90),
    "cmyk.jpg": saved(scene().convert("CMYK"), scene(), quality=95),
    "palette.png": saved(scene().quantize(4), scene()),
    "palette-hole.png": palette_with_hole,
    "sixteen.png": lambda path: sixteen_bit(path, 3),
    "sixteen-grey.png": lambda path: sixteen_bit(path, 1),
    "alpha.png": saved(
        Pillow.merge("RGBA", (*scene().split(), Pillow.new("L", (WIDTH, HEIGHT), 100))),
        on_grey(100),
    ),
    "alpha.webp": saved(
        Pillow.merge("RGBA", (*scene().split(), Pillow.new("L", (WIDTH, HEIGHT), 100))),
        on_grey(100),
        lossless=True,
    ),
    "grey-alpha.png": saved(scene().convert("LA"), grey(scene())),
    "black-white.png": saved(
        scene().convert("1", dither=Pillow.Dither.NONE),
        scene().convert("1", dither=Pillow.Dither.NONE).convert("RGB"),
    ),
    "plain.webp": saved(scene(), scene(), quality=95),
    "plain.tif": saved(scene(), scene()),
    "plain.bmp": saved(scene(), scene()),
    "plain.gif": saved(scene(), scene()),
    "麻雀 テーブル ü.jpg": saved(scene(), scene(), quality=95),
    "jpeg-named.png": saved(scene(), scene(), format="JPEG", quality=95),
}


@pytest.mark.parametrize("name", FORMS)
@pytest.mark.parametrize("wanted_side", [None, 48])
def test_forms(tmp_path: Path, name: str, wanted_side: int | None) -> None:
    expected = FORMS[name](tmp_path / name)
    picture = load_picture(tmp_path / name, wanted_side=wanted_side)
    assert picture.file == name
    assert picture.milliseconds > 0
    assert_shows(picture.image, expected)


def test_heic_with_alpha_and_grey(tmp_path: Path) -> None:
    pillow_heif = pytest.importorskip("pillow_heif")
    pillow_heif.register_heif_opener()
    alpha = Pillow.merge("RGBA", (*scene().split(), Pillow.new("L", (WIDTH, HEIGHT), 100)))
    alpha.save(tmp_path / "alpha.heic", format="HEIF", quality=95)
    scene().convert("L").save(tmp_path / "grey.heic", format="HEIF", quality=95)
    assert_shows(load_picture(tmp_path / "alpha.heic").image, on_grey(100), tolerance=25)
    assert_shows(load_picture(tmp_path / "grey.heic").image, grey(scene()), tolerance=25)


@pytest.mark.parametrize(
    ("size", "wanted_side", "scale"),
    [
        ((4032, 3024), 1280, 1 / 2),
        ((8064, 6048), 1280, 1 / 4),
        ((8064, 6048), 1000, 1 / 8),
        ((1000, 750), 1280, 1),
        ((1003, 751), 501, 1 / 2),
    ],
)
def test_large_jpegs_are_decoded_smaller(
    tmp_path: Path, size: tuple[int, int], wanted_side: int, scale: float
) -> None:
    path = tmp_path / "large.jpg"
    scene(*size).save(path, quality=40)
    picture = load_picture(path, wanted_side=wanted_side)
    assert (picture.width, picture.height) == size
    assert picture.scale == scale
    rows, columns = -(-size[1] // round(1 / scale)), -(-size[0] // round(1 / scale))
    assert picture.image.shape == (rows, columns, 3)
    assert_shows(picture.image, scene(*size))


def test_trailing_data_and_a_thumbnail_do_not_matter(tmp_path: Path) -> None:
    thumbnail = io.BytesIO()
    scene().resize((24, 16)).save(thumbnail, "JPEG")
    exif = Pillow.Exif()
    exif[0x0112] = 1
    path = tmp_path / "phone.jpg"
    scene().save(path, exif=exif.tobytes() + thumbnail.getvalue(), quality=95)
    path.write_bytes(path.read_bytes() + b"SEFH trailer of a phone" * 10)
    assert_shows(load_picture(path).image, scene())


def test_broken_exif_is_no_reason_to_refuse(tmp_path: Path) -> None:
    path = tmp_path / "broken.jpg"
    scene().save(path, exif=b"Exif\0\0MM\0*\xff\xff\xff\xff nonsense", quality=95)
    assert_shows(load_picture(path).image, scene())


def bomb() -> bytes:
    """A PNG header that promises 20,000 x 20,000 pixels."""
    fields = struct.pack(">IIBBBBB", 20_000, 20_000, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", fields), (b"IDAT", zlib.compress(b"\0" * 99)), (b"IEND", b""))
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


def encoded(suffix: str, **options: Any) -> bytes:
    out = io.BytesIO()
    noise = np.random.default_rng(1).integers(0, 256, (256, 256, 3), np.uint8)
    if suffix == "HEIF":
        pytest.importorskip("pillow_heif").register_heif_opener()
    Pillow.fromarray(noise).save(out, suffix, **options)
    return out.getvalue()


REFUSED = {
    "empty": (lambda: b"", "empty"),
    "text": (lambda: b"not a picture at all\n" * 9, "not a picture"),
    "postscript": (lambda: encoded("EPS"), "not a picture"),
    "pdf": (lambda: b"%PDF-1.7\n" + bytes(500), "not a picture"),
    "bomb": (bomb, "megapixels"),
    "jpeg cut": (lambda: encoded("JPEG")[:-9000], "cut short"),
    "jpeg cut early": (lambda: encoded("JPEG")[:100], "cut short|not a picture"),
    "progressive cut": (lambda: encoded("JPEG", progressive=True)[:20000], "cut short"),
    "png cut": (lambda: encoded("PNG")[:-9000], "cut short"),
    "webp cut": (lambda: encoded("WEBP")[:-2000], "cut short"),
    "gif cut": (lambda: encoded("GIF")[:-20000], "cut short"),
    "tiff cut": (lambda: encoded("TIFF")[:-20000], "cut short|not a picture"),
    "heic cut": (lambda: encoded("HEIF")[:-9000], "cut short"),
    "heic cut early": (lambda: encoded("HEIF")[:60], "cut short"),
    "png garbled": (lambda: encoded("PNG")[:3000] + bytes(3000) + encoded("PNG")[6000:], "damaged"),
    "png damaged": (lambda: encoded("PNG").replace(b"IDAT", b"IDAX"), "cut short|not a pict"),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("wanted_side", [None, 100])
def test_refused_in_one_sentence(tmp_path: Path, name: str, wanted_side: int | None) -> None:
    contents, message = REFUSED[name]
    path = tmp_path / "picture.jpg"
    path.write_bytes(contents())
    with pytest.raises(PictureError, match=message) as caught:
        load_picture(path, wanted_side=wanted_side)
    text = str(caught.value)
    assert "picture.jpg" in text
    assert "\n" not in text
    assert text.endswith(".")


def test_folder_and_missing_file(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="is a folder"):
        load_picture(tmp_path)
    with pytest.raises(PictureError, match="no file"):
        load_picture(tmp_path / "nothing.jpg")
    with pytest.raises(PictureError, match="cannot be read"):
        load_picture("nul\0byte.jpg")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
def test_a_device_that_never_ends_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.frames.BYTES_AT_MOST", 10_000)
    with pytest.raises(PictureError, match="larger than any picture"):
        load_picture("/dev/zero")
