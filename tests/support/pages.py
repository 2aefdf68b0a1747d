"""What tests do with a page in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page


def choose(page: Page, label: str) -> None:
    page.get_by_role("radio", name=label).click()
    page.locator("#decision .confirm").click()


def accessible(page: Page) -> None:
    """Roles, labels and contrast, as axe judges them."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    assert [(rule["id"], [node["html"][:120] for node in rule["nodes"][:3]]) for rule in found] == []
