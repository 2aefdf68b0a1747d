"""Play a playtest with three browsers, each with habits of its own, and take pictures of what the designer sees.

    python -m benchmarks.playtest_people --out build/playtest [--tables 4] [GAME ...]

One decides at once, one thinks for a while, one tries what the rules refuse and writes notes. They click on real pages in a
studio of their own. It writes the report, the export and pictures at three sizes; docs/playtests.md shows some of them.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

ROOT = Path(__file__).resolve().parent.parent
SIZES = {"phone": (390, 844), "laptop": (1280, 800), "desktop": (1680, 1050)}
NOTES = (
    ("confusing", "I cannot see why this is not possible now."), ("fun", "That was close!"),
    ("boring", "I wait a long time for my turn."), ("idea", "Could I see what the others have?"),
)  # fmt: skip
WORDS = "It felt fair, but the end came suddenly."
# Where something on the table can be clicked.
SPOTS = """() => [...document.querySelectorAll("#board .ghost:not(.other)"),
  ...document.querySelectorAll(":is(#board, #shelf, #own, #left) .legal")]
  .map((part) => { const box = (part.querySelector(".shape, .ghost-cell") ?? part).getBoundingClientRect();
    return [part, box.x + box.width / 2, box.y + box.height / 2]; })
  .filter(([part, x, y]) => part.contains(document.elementFromPoint(x, y))).map(([, x, y]) => [x, y])"""
EXTRAS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")

if TYPE_CHECKING:
    from playwright.sync_api import Page


@dataclass(frozen=True)
class Habit:
    """How somebody plays: seconds before a decision, and what else they do."""

    name: str
    least: float
    most: float
    curious: bool = False
    cautious: float = 0.0  # how often they take the last choice instead of a random one


HABITS = (Habit("Fay", 0.0, 0.2), Habit("Sol", 0.4, 2.5, cautious=0.5), Habit("Tri", 0.1, 0.9, curious=True))


class Player:
    def __init__(self, page: Page, habit: Habit, seed: int) -> None:
        self.page, self.habit, self._luck = page, habit, random.Random(seed)

    def join(self, address: str) -> None:
        self.page.goto(address)
        self.page.locator("input[type=text]").fill(self.habit.name)
        for fieldset in self.page.locator("fieldset.asks").all():
            fieldset.locator(".step").nth(self._luck.randrange(fieldset.locator(".step").count())).click()
        self.page.get_by_role("button", name="I agree").click()

    @property
    def is_asked(self) -> bool:
        return self.page.locator("#decision.mine").count() > 0

    @property
    def is_over(self) -> bool:
        return self.page.locator(".scores, dialog[open] .asks").count() > 0

    def decide(self) -> None:
        """Click on something that can be chosen, in the way of this player."""
        page, luck = self.page, self._luck
        time.sleep(luck.uniform(self.habit.least, self.habit.most) * (8 if luck.random() < 0.04 else 1))
        if self.habit.curious:
            self._try_and_note()
        confirm, ready = page.locator("#decision .confirm"), page.locator("#decision .confirm:not([disabled])")
        choices = page.locator("#decision .choice:not([disabled])")
        for _ in range(12):
            if ready.count() and (choices.count() == 0 or luck.random() < 0.7):
                break
            spots = page.evaluate(SPOTS)
            if choices.count():
                last = luck.random() < self.habit.cautious
                number = choices.count() - 1 if last else luck.randrange(choices.count())
                choices.nth(number).click(timeout=2000)
            elif spots:
                page.mouse.click(*luck.choice(spots))
            elif page.locator("#decision .pass").count():
                page.locator("#decision .pass").first.click(timeout=2000)
            if ready.count():
                break
        if confirm.count():
            confirm.first.click(timeout=2000)

    def _try_and_note(self) -> None:
        page, luck = self.page, self._luck
        if page.locator(".refused-list").count() and luck.random() < 0.5:
            page.locator(".refused-list summary").first.click(timeout=2000)
            if page.locator(".refusal").count():
                page.locator(".refusal").first.click(timeout=2000)
        if luck.random() < 0.12:
            mood, words = NOTES[luck.randrange(len(NOTES))]
            page.locator("#note-button").click(timeout=2000)
            page.locator(f"dialog[open] .step:has(input[value={mood}])").click(timeout=2000)
            page.locator("dialog[open] textarea").fill(words)
            page.locator("dialog[open] .confirm").click(timeout=2000)
            page.locator("dialog[open]").wait_for(state="detached", timeout=5000)

    def answer(self) -> None:
        """Answer the questions that are asked at the end."""
        if not self.page.locator("dialog[open] .asks").count():
            return
        for asked in self.page.locator("dialog[open] fieldset.asks").all():
            steps = asked.locator(".step")
            steps.nth(self._luck.randrange(1, steps.count())).click()
        for words in self.page.locator("dialog[open] textarea").all():
            words.fill(WORDS)
        self.page.locator("dialog[open] .confirm").click()


def play(players: list[Player], most: float) -> int:
    """Let them play until the game is over; return the number of decisions."""
    from playwright.sync_api import Error

    made, until = 0, time.monotonic() + most
    while time.monotonic() < until:
        for player in players:
            try:
                if player.is_over:
                    player.answer()
                elif player.is_asked:
                    player.decide()
                    made += 1
            except Error:  # the page was drawn anew under the pointer: look again
                continue
        if all(player.is_over and not player.page.locator("dialog[open] .asks").count() for player in players):
            break
        time.sleep(0.02)
    return made


def record(game: str, tables: int, out: Path, most: float) -> None:
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as browsers:
        words = ["-m", "rulewright", "studio", game, "--port", "0", "--no-browser", "--data", scratch]
        process = subprocess.Popen([sys.executable, *words], cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8")
        browser = browsers.chromium.launch(executable_path=chromium, args=list(EXTRAS))
        try:
            assert process.stdout is not None
            entrance = process.stdout.readline().split()[-1]
            address = entrance.partition("?")[0]
            host = browser.new_context()
            tab = host.new_page()
            tab.goto(entrance)
            begun = tab.request.post(
                f"{address}api/host/playtests", data={"game": Path(game).name, "name": "Tuesday"}
            ).json()
            for number in range(tables):
                contexts = [browser.new_context(viewport={"width": 1280, "height": 800}) for _ in HABITS]
                players = [
                    Player(one.new_page(), habit, 10 * number + at)
                    for at, (one, habit) in enumerate(zip(contexts, HABITS, strict=True))
                ]
                for player in players:
                    player.join(f"{address}playtest/{begun['link']}")
                for player in players:
                    player.page.locator("#decision").wait_for(timeout=30_000)
                made = play(players, most)
                print(f"{game}, table {number + 1}: {made} decisions by clicking", flush=True)
                for one in contexts:
                    one.close()
            tab.request.post(f"{address}api/host/playtests/{begun['id']}/close", data={"closed": True})
            _report(game, Path(scratch), out)
            _pictures(tab, address, begun["id"], out, Path(game).name)
        finally:
            browser.close()
            process.terminate()
            process.communicate()


def _report(game: str, data: Path, out: Path) -> None:
    words = [
        "report",
        game,
        "--playtest",
        "Tuesday",
        "--data",
        str(data),
        "--games",
        "60",
        "--export",
        str(out / Path(game).name),
    ]
    target = str(out / f"{Path(game).name}.html")
    subprocess.run([sys.executable, "-m", "rulewright", *words, "-o", target], cwd=ROOT, check=True)


def _pictures(tab: Page, address: str, playtest: str, out: Path, game: str) -> None:
    found: dict[str, Any] = tab.request.get(f"{address}api/host/playtests/{playtest}/tables").json()
    walked = max(found["tables"], key=lambda table: table["notes"] + table["tried"])["id"]
    pages = {
        "list": f"{address}playtests", "results": f"{address}playtests/{playtest}",
        "walk": f"{address}playtests/{playtest}/{walked}",
        "report": (out / f"{game}.html").resolve().as_uri(),
    }  # fmt: skip
    for size, (width, height) in SIZES.items():
        tab.set_viewport_size({"width": width, "height": height})
        for name, page in pages.items():
            tab.goto(page)
            tab.wait_for_timeout(1500)
            tab.screenshot(path=out / f"{game}-{name}-{size}.png", full_page=name in ("report", "results"))


def main() -> None:
    given = argparse.ArgumentParser(description=re.split(r"\n\n", __doc__ or "")[0])
    given.add_argument("games", nargs="*", default=["pig", "dystopolis"])
    given.add_argument("--out", type=Path, required=True)
    given.add_argument("--tables", type=int, default=2)
    given.add_argument("--seconds", type=float, default=240.0, help="the longest that a game is played")
    wanted = given.parse_args()
    wanted.out.mkdir(parents=True, exist_ok=True)
    for game in wanted.games:
        record(game, wanted.tables, wanted.out, wanted.seconds)


if __name__ == "__main__":
    main()
