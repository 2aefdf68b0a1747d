"""One browser for all tests that need one, and pages on which nothing may go wrong."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.limits import PATIENCE
from tests.support.postgres import Cluster, programs

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

CHROMIUM = next(
    (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
)
QUIET = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run", "--disable-quic",
)  # fmt: skip


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of its own for each worker, started by the first test that needs it. RULEWRIGHT_POSTGRES says that it must be
    there: then its absence is a failure."""
    if programs() is None and "RULEWRIGHT_POSTGRES" not in os.environ:
        pytest.skip("PostgreSQL is not on this machine")
    found = Cluster()
    yield found
    found.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """RULEWRIGHT_BROWSER says that there must be one: then its absence is a failure. It ends with its file, because
    Playwright keeps an event loop running, beside which no asynchronous test of the same worker can begin its own."""
    if CHROMIUM is None and "RULEWRIGHT_BROWSER" not in os.environ:
        pytest.skip("there is no Chromium on this machine")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield found
        found.close()


@pytest.fixture
def context(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """Pages without script errors, refused contents or missing files: each would be written to the console. RULEWRIGHT_PICTURES
    names a folder in which each is kept as it looked at the end."""
    found = browser.new_context(viewport={"width": 1440, "height": 900})
    found.set_default_timeout(PATIENCE * 1000)
    wrong: list[str] = []
    found.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    found.on("weberror", lambda error: wrong.append(str(error.error)))
    yield found
    if folder := os.environ.get("RULEWRIGHT_PICTURES"):
        for number, page in enumerate(found.pages, 1):
            page.screenshot(path=Path(folder) / f"{request.node.name}-{number}.png")
    found.close()
    assert [text for text in wrong if "ERR_" not in text] == []  # a server that was killed on purpose
