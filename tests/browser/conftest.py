"""Chromium and a server once for all; each test plays an evening of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import PHONE, Phone, Server, browser_window, running


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, or the test is skipped."""
    with browser_window() as running:
        yield running


@pytest.fixture(scope="session")
def server(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all the tests that leave it alone."""
    with running(tmp_path_factory.mktemp("evenings")) as shared:
        yield shared


@pytest.fixture
def own_server(browser: Any, tmp_path: Path) -> Iterator[Server]:
    """A server on an empty folder, which the test may kill."""
    with running(tmp_path / "evenings") as own:
        yield own


@pytest.fixture
def new_phone(browser: Any, server: Server) -> Iterator[Callable[..., Phone]]:
    """Makes windows of their own, as different people have; none may complain."""
    phones: list[Phone] = []
    contexts = []

    def make(viewport: dict[str, int] = PHONE, at: Server | None = None, **options: Any) -> Phone:
        context = browser.new_context(viewport=viewport, locale="en-GB", **options)
        contexts.append(context)
        phones.append(Phone(context.new_page(), at or server))
        return phones[-1]

    yield make
    for context in contexts:
        context.close()
    assert [c for phone in phones for c in phone.complaints] == []


@pytest.fixture
def phone(new_phone: Callable[..., Phone]) -> Phone:
    """One window as wide as a small phone."""
    return new_phone()
