"""A served data folder for tests: the real application, the real store, the real models."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from shared import ROOT

SAMPLES = ROOT / "datasets" / "samples"
WEB = "the web extra is not installed"
pytest.importorskip("starlette", reason=WEB)

from starlette.testclient import TestClient  # noqa: E402

from vision.app.web.server import create_app  # noqa: E402
from vision.app.web.site import Options, Site  # noqa: E402

Json = dict[str, Any]
NAMES = ["Ann", "Bob", "Cem", "Dee"]
WINNING = "11p 123m 456s 789p (555z)"
"""East's, complete; with it typed the hand can be confirmed."""
with_models = pytest.mark.skipif(
    not any((ROOT / "models").glob("*.onnx")), reason="no models in this checkout"
)


class Phone(TestClient):
    """A client that sends what the page sends."""

    def __init__(self, site: Site, **more: Any) -> None:
        headers = {"x-tilescore": "1", **more.pop("headers", {})}
        super().__init__(
            create_app(site), base_url="http://localhost:8765", headers=headers, **more
        )
        self.site = site

    def draft(self, evening: int = 1) -> Json:
        """D."""
        return self.get(f"/api/evenings/{evening}/draft").json()

    def change(self, do: str, evening: int = 1, **change: Any) -> Json:
        """A change of the draft that must succeed."""
        answer = self.post(f"/api/evenings/{evening}/draft", json={"do": do, **change})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def confirm(self, evening: int = 1) -> Json:
        """Confirms the draft; E."""
        revision = self.draft(evening)["revision"]
        answer = self.post(f"/api/evenings/{evening}/draft/confirm", json={"revision": revision})
        assert answer.status_code == 200, answer.text
        return answer.json()

    def win(self, seat: str = "E", evening: int = 1, **won: Any) -> Json:
        """A hand typed and confirmed; E."""
        self.change("hand", evening, seat=seat, text=WINNING)
        self.change("won_with", evening, **{"winner": seat, **won})
        return self.confirm(evening)

    def upload(self, path: Path, evening: int = 1, seat: str = "") -> str:
        """A picture sent and read; its id."""
        query = f"?seat={seat}" if seat else ""
        answer = self.post(f"/api/evenings/{evening}/pictures{query}", content=path.read_bytes())
        assert answer.status_code == 202, answer.text
        picture = answer.json()["id"]
        self.read(picture, evening)
        return picture

    def read(self, picture: str, evening: int = 1) -> Json:
        """Waits until a picture is read or has failed; its part of D."""
        until = time.monotonic() + 240
        while time.monotonic() < until:
            shown = {p["id"]: p for p in self.draft(evening)["pictures"]}
            if picture in shown and shown[picture]["status"] not in ("waiting", "reading"):
                return shown[picture]
            time.sleep(0.05)
        raise AssertionError("the picture was not read in time")


@contextmanager
def served(folder: Path, *, evening: bool = True, **options: Any) -> Iterator[Phone]:
    """A phone at a folder's server; by default without the process that reads pictures."""
    reads = options.pop("reads", False)
    with Site(Options(folder, threads=1, reads=reads, **options)) as site:
        phone = Phone(site)
        if evening and not site.evenings.lines():
            answer = phone.post("/api/evenings", json={"players": NAMES})
            assert answer.status_code == 201, answer.text
        yield phone
