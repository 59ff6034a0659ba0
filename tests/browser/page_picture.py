"""Takes the picture of the page that the README shows: ``python tests/browser/page_picture.py``.

A real server, a real reading of a picture of our own rendering, three views of one phone.
"""

from __future__ import annotations

import argparse
import io
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[at]) for at in (0, 1, 2)]

from browsing import (  # noqa: E402
    PHONE,
    PICTURE,
    ROOT,
    Phone,
    browser_window,
    running,
    start_evening,
    tap_in,
    wait_until,
)
from PIL import Image  # noqa: E402

OUT = ROOT / "datasets" / "game-night.png"
GAP_PX = 12
COLOURS = 256
GAP_COLOUR = (255, 255, 255)
BYTES_AT_MOST = 120_000


def views(phone: Phone) -> Iterator[bytes]:
    """The hand as it was read, its settlement, and the table after it, each as PNG."""
    page = phone.page
    start_evening(phone)

    def seen() -> bytes:
        page.mouse.move(0, 0)
        picture: bytes = page.screenshot()
        return picture

    for name, tiles in (("Ann", "East wind"), ("Ann", "red dragon")):
        phone.tap("Enter by tapping")
        tap_in(phone, name, [tiles], "Two")
        tap_in(phone, name, ["2 of bamboo", "6 of bamboo"], "Run shown")
        tap_in(phone, name, ["9 of dots", "1 of characters"], "Three shown")
        phone.may_confirm()
        phone.tap("Confirm")
        page.wait_for_selector(".felt")
    phone.pick("Cem", "The picture shows the tiles of")
    phone.photograph(PICTURE)
    phone.may_confirm()
    phone.pick("Claimed", "The winning tile was")
    phone.says("Cem wins", ".bar")
    phone.tap("Dismiss")
    wait_until(page, "document.querySelector('.picture-sheet img').complete")
    page.evaluate("scrollTo(0, 0)")
    yield seen()
    page.evaluate(
        "scrollTo(0, document.querySelector('.win').getBoundingClientRect().bottom"
        " - document.querySelector('.top').offsetHeight)"
    )
    yield seen()
    phone.tap("Confirm")
    page.wait_for_selector(".felt")
    phone.tap("Dismiss")
    page.evaluate("scrollTo(0, 0)")
    yield seen()


def beside(pictures: Sequence[Image.Image]) -> Image.Image:
    """Pictures of one size in a row."""
    width, height = pictures[0].size
    row = Image.new("RGB", (len(pictures) * (width + GAP_PX) - GAP_PX, height), GAP_COLOUR)
    for at, picture in enumerate(pictures):
        row.paste(picture.convert("RGB"), (at * (width + GAP_PX), 0))
    return row


def main() -> int:
    """Takes it and writes it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=OUT, help=f"the file (default: {OUT})")
    out = parser.parse_args().out
    with (
        browser_window() as browser,
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "evenings") as server,
    ):
        window = browser.new_context(viewport=PHONE, locale="en-GB", reduced_motion="reduce")
        phone = Phone(window.new_page(), server)
        shots = [Image.open(io.BytesIO(data)) for data in views(phone)]
    picture = beside(shots).quantize(
        COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE
    )
    picture.save(out, optimize=True)
    size = out.stat().st_size
    print(f"{out}: {picture.width} x {picture.height}, {size} bytes")
    return 0 if size <= BYTES_AT_MOST else 1


if __name__ == "__main__":
    sys.exit(main())
