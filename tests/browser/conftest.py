"""Chromium once for all, a server and an empty folder for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import PHONE, Phone, Server, browser_window


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, or the test is skipped."""
    with browser_window() as running:
        yield running


@pytest.fixture
def server(browser: Any, tmp_path: Path) -> Iterator[Server]:
    """A server on an empty folder."""
    running = Server(tmp_path / "evenings")
    running.start()
    yield running
    running.kill()


@pytest.fixture
def new_phone(browser: Any, server: Server) -> Iterator[Callable[..., Phone]]:
    """Makes windows of their own, as different people have; none may complain."""
    phones: list[Phone] = []
    contexts = []

    def make(viewport: dict[str, int] = PHONE, **options: Any) -> Phone:
        context = browser.new_context(viewport=viewport, locale="en-GB", **options)
        contexts.append(context)
        phones.append(Phone(context.new_page(), server))
        return phones[-1]

    yield make
    for context in contexts:
        context.close()
    assert [c for phone in phones for c in phone.complaints] == []


@pytest.fixture
def phone(new_phone: Callable[..., Phone]) -> Phone:
    """One window as wide as a small phone."""
    return new_phone()
