"""How phones and pictures come in: the join code, its QR picture, HEIC, a dropped file."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from browsing import (
    DESK,
    ON_PICTURE,
    PICTURE,
    SAMPLES,
    Phone,
    Server,
    start_evening,
    wait_until,
)
from PIL import Image

from scoring.notation import parse_hand

SQUARES_PX = (5, 8, 10)
"""Sizes of a square at which the QR picture is looked at, as by a phone that is moved."""
HALVES = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
"""A sign of the terminal's QR picture as its two squares, upper and lower."""


@pytest.fixture
def open_server(own_server: Server) -> Server:
    """A server that is open to the local network."""
    own_server.kill()
    own_server.start("--lan")
    return own_server


def code_of(server: Server) -> str:
    """The code that stands on the computer's screen."""
    found = re.search(r"the code is (\w+)", server.greeting)
    assert found, server.greeting
    return found.group(1)


def scanned(greeting: str) -> str:
    """What a phone's camera makes of the QR picture on the screen."""
    rows = [line for line in greeting.splitlines() if line and set(line) <= set(HALVES)]
    squares = [[HALVES[sign][half] for sign in row] for row in rows for half in (0, 1)]
    for side in SQUARES_PX:
        picture = np.kron(np.array(squares, np.uint8), np.ones((side, side), np.uint8))
        text = cv2.QRCodeDetector().detectAndDecode(np.pad(picture, 4 * side, constant_values=255))
        if text[0]:
            return text[0]
    return ""


def join(phone: Phone, code: str) -> None:
    """Types a code into the form and sends it."""
    phone.page.get_by_label("Code").fill(code)
    phone.page.get_by_role("button", name="Join", exact=True).click()


def test_a_phone_joins_with_the_code_and_not_without(
    new_phone: Callable[..., Phone], open_server: Server
) -> None:
    phone = new_phone(at=open_server)
    phone.open()
    phone.says("Join the evening", "main")
    join(phone, "WRONG1")
    phone.says("That is not the code.", "main")
    assert phone.page.locator(".evenings, .button.wide").count() == 0
    join(phone, code_of(open_server).lower())  # as it is typed on a phone
    phone.says("No evening has been played yet.")
    start_evening(phone)
    phone.page.reload()
    phone.page.wait_for_selector(".felt")


def test_the_qr_picture_on_the_screen_lets_a_phone_in(
    new_phone: Callable[..., Phone], open_server: Server
) -> None:
    if "phones: " not in open_server.greeting:
        pytest.skip("this machine has no address in a network")
    link = scanned(open_server.greeting)
    assert f"phones: {link}\n" in open_server.greeting
    phone = new_phone(at=open_server)
    phone.page.goto(link)
    phone.says("No evening has been played yet.")
    assert code_of(open_server) not in phone.page.url
    assert "localhost" not in phone.page.url


def test_a_link_in_a_message_lets_a_phone_in(
    new_phone: Callable[..., Phone], open_server: Server
) -> None:
    phone = new_phone(at=open_server)
    link = f"{open_server.address}join?code={code_of(open_server)}"
    phone.page.goto(f"data:text/html,<a href='{link}'>Tonight's table</a>")
    phone.page.get_by_role("link").click()
    phone.says("No evening has been played yet.")
    assert phone.page.url == open_server.address


def test_a_new_code_asks_everybody_again(
    new_phone: Callable[..., Phone], open_server: Server
) -> None:
    phone = new_phone(at=open_server)
    phone.page.goto(open_server.address + f"join?code={code_of(open_server)}")
    start_evening(phone)
    open_server.kill()
    open_server.start("--lan", "--new-code")
    phone.says("Join the evening")
    join(phone, code_of(open_server))
    phone.page.wait_for_selector(".felt")


def test_a_picture_as_iphones_take_it(phone: Phone, tmp_path: Path) -> None:
    import pillow_heif

    pillow_heif.register_heif_opener()
    heic = tmp_path / "IMG_0042.HEIC"
    with Image.open(SAMPLES / PICTURE) as image:
        image.save(heic, "HEIF", quality=90)
    start_evening(phone)
    with phone.page.expect_file_chooser() as chooser:
        phone.tap("Choose a picture")
    chooser.value.set_files(heic)
    phone.may_confirm()
    wait_until(phone.page, "document.querySelector('.picture-sheet img').naturalWidth > 0")
    assert phone.tile_codes("E") == codes_on_picture()


def codes_on_picture() -> list[str]:
    """What lies on the picture, in the order in which the page shows it."""
    hand = parse_hand(ON_PICTURE)
    return [*hand.codes, *(code for each in hand.sets for code in each.codes)]


def drop(phone: Phone, *files: Path, on: str) -> None:
    """Drags files from the desktop onto an element and lets them go there."""
    box = phone.page.locator(on).bounding_box()
    assert box is not None
    session = phone.page.context.new_cdp_session(phone.page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    data = {"items": [], "files": [str(file) for file in files], "dragOperationsMask": 1}
    for kind in ("dragEnter", "dragOver", "drop"):
        session.send("Input.dispatchDragEvent", {"type": kind, **at, "data": data})
    session.detach()


@pytest.mark.parametrize("on", [".felt", ".top"])
def test_a_picture_is_dropped_on_the_page(new_phone: Callable[..., Phone], on: str) -> None:
    desk = new_phone(DESK)
    start_evening(desk)
    drop(desk, SAMPLES / PICTURE, on=on)
    desk.may_confirm()
    assert desk.tile_codes("E") == codes_on_picture()
    drop(desk, SAMPLES / PICTURE, on=".bar")  # a second one, on the hand's own page
    desk.page.locator(".thumb").nth(1).wait_for()


def test_what_is_no_picture_is_refused_when_dropped(
    new_phone: Callable[..., Phone], tmp_path: Path
) -> None:
    desk = new_phone(DESK)
    start_evening(desk)
    text = tmp_path / "rules.txt"
    text.write_text("no picture")
    drop(desk, text, on=".felt")
    desk.says("rules.txt: no picture.")
    assert desk.page.locator(".felt").count() == 1


def test_a_picture_without_tiles_is_taken_again(phone: Phone, tmp_path: Path) -> None:
    dark = tmp_path / "dark.jpg"
    Image.new("RGB", (1200, 900), (20, 40, 30)).save(dark)
    start_evening(phone)
    phone.photograph(dark)
    phone.says("No tiles can be seen on this picture")
    with phone.page.expect_file_chooser() as chooser:
        phone.tap("Photograph again")
    chooser.value.set_files(SAMPLES / PICTURE)
    phone.may_confirm()
    assert phone.page.locator(".picture-sheet").count() == 1
    assert not phone.page.locator(".thumb").count()  # the dark one has left


def test_a_file_that_is_no_picture_leaves_the_ways_in_open(phone: Phone, tmp_path: Path) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"\xff\xd8\xff and no more")
    start_evening(phone)
    phone.photograph(broken)
    phone.says("broken.jpg: ")
    phone.photograph(SAMPLES / PICTURE)
    phone.may_confirm()
