"""What the studio costs in a web page: download, time to the lobby, a decision, memory.

Run: python -m benchmarks.web_page FOLDER [GAME]... FOLDER was written by `rulewright export --web`. It is served under a sub-path
and opened in Chromium twice, in the same profile. Printed, with the bars: megabytes of the first visit (compressed, what is
loaded before the first table); processor seconds of all of Chromium until the lobby is there, first and second visit; for each
game, the middle of ten decisions from the click to the next question, by the clock, alone and while the second worker simulates
20,000 games of it; memory of Chromium's page processes.
Processor time is counted from /proc, so this runs on Linux only.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import BrowserContext, FrameLocator, Page, TimeoutError, sync_playwright

from interpreter.tools.export.website import compressed, is_late

BARS = {"first visit, MB": 10.0, "second visit, CPU s": 4.0, "decision, ms": 150.0, "memory, MB": 350.0}
PATIENCE = 600_000
DECISIONS = 10
SHORT = 20_000  # milliseconds until a game is given up
SIMULATED = 20_000
SIMULATE = """async (wanted) => {
    const token = location.pathname.split("/t/")[1].split("/")[0];
    const { table } = await (await fetch(`/api/t/${token}`)).json(), owner = localStorage.getItem(`owner:${table}`);
    const headers = { "content-type": "application/json" }, body = JSON.stringify(wanted);
    const job = await (await fetch(`/api/b/${owner}/run`, { method: "POST", headers, body })).json();
    if (!job.id) throw new Error(job.message);
    for (;;) {
        const told = await (await fetch(`/api/b/${owner}/job/${job.id}`)).json();
        if (told.done > 0 || !told.running) break;
        await new Promise((resolve) => setTimeout(resolve, 200));
    }
}"""
TICKS = os.sysconf("SC_CLK_TCK")
MEGABYTE = 1_000_000


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def served(folder: Path) -> str:
    top = Path(tempfile.mkdtemp())
    (top / "sub").symlink_to(folder.resolve())
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(top)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://localhost:{server.server_address[1]}/sub/"


def size(folder: Path) -> float:
    files = [file for file in folder.rglob("*") if file.is_file() and file.suffix not in (".txt", ".map")]
    names = {file.relative_to(folder).as_posix(): file for file in files}
    return sum(compressed(name, file.read_bytes()) for name, file in names.items() if not is_late(name)) / MEGABYTE


def processes(marker: str) -> Iterator[Path]:
    """Every process of the browser that was started with this profile."""
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            try:
                if marker.encode() in (place / "cmdline").read_bytes():
                    yield place
            except OSError:
                continue


def family(marker: str) -> list[Path]:
    """These processes and all below them."""
    roots = {place.name for place in processes(marker)}
    parents = {}
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            try:
                parents[place.name] = (place / "stat").read_text().rpartition(")")[2].split()[1]
            except OSError:
                continue
    grown = True
    while grown:
        more = {child for child, parent in parents.items() if parent in roots} - roots
        roots |= more
        grown = bool(more)
    return [Path("/proc") / name for name in roots]


def cpu(marker: str) -> float:
    total = 0
    for place in family(marker):
        try:
            fields = (place / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def memory(marker: str) -> float:
    """Proportional memory of the processes that render pages."""
    total = 0
    for place in family(marker):
        try:
            if b"--type=renderer" in (place / "cmdline").read_bytes():
                lines = (place / "smaps_rollup").read_text().splitlines()
                total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        except OSError:
            continue
    return total * 1024 / MEGABYTE


def lobby(page: Page, address: str) -> FrameLocator:
    page.goto(address)
    page.wait_for_selector("#boot", state="hidden", timeout=PATIENCE)
    inside = page.frame_locator("#page")
    inside.locator("#games button").first.wait_for(timeout=PATIENCE)
    return inside


def opened(page: Page, address: str, game: str) -> FrameLocator:
    """A table of this game, against bots."""
    inside = lobby(page, f"{address}?game={game}")
    inside.locator("dialog#new button").filter(has_text="Open the table").click()
    page.wait_for_url("**/t/*")
    return inside


def decisions(page: Page, inside: FrameLocator) -> list[float]:
    """Milliseconds from a click to the next question."""
    choice, confirm = inside.locator("#decision.mine .choice"), inside.locator("#decision .confirm")
    found: list[float] = []
    for _ in range(DECISIONS):
        try:
            choice.first.click(timeout=SHORT)
            before = inside.locator("#log").inner_text()
            started = time.perf_counter()
            confirm.click(timeout=SHORT)
            while inside.locator("#log").inner_text() == before and time.perf_counter() - started < SHORT / 1000:
                page.wait_for_timeout(1)
        except TimeoutError:  # it asks for a place on the board, or the game is over
            break
        found.append((time.perf_counter() - started) * 1000)
    return found


def simulate(page: Page) -> None:
    """Begin a long simulation of the game on the table, and wait until games are counted."""
    wanted = {"what": "simulate", "games": SIMULATED, "seed": 1, "bot": "random", "variants": []}
    page.frames[1].evaluate(SIMULATE, wanted)


def simulated(page: Page, inside: FrameLocator) -> list[float]:
    """Decisions beside a simulation, which is stopped."""
    simulate(page)
    found = decisions(page, inside)
    lobby(page, page.url.partition("/t/")[0] + "/")  # a new page: the workers of the old one are gone
    return found


def visited(context: BrowserContext, address: str, marker: str) -> float:
    before = cpu(marker)
    page = context.new_page()
    lobby(page, address)
    spent = cpu(marker) - before
    page.close()
    return spent


def main(folder: Path, games: list[str]) -> None:
    profile, address = tempfile.mkdtemp(prefix="rulewright-page-"), served(folder)
    numbers = {"first visit, MB": size(folder)}
    with sync_playwright() as playwright:
        words = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=shutil.which("chromium"), args=words
        )
        context.set_default_timeout(PATIENCE)
        print(f"first visit, CPU s: {visited(context, address, profile):.1f}")
        numbers["second visit, CPU s"] = visited(context, address, profile)
        page = context.new_page()
        lobby(page, address)
        numbers["memory, MB"] = memory(profile)
        for game in games:
            inside = opened(page, address, game)
            for while_, times in (
                ("", decisions(page, inside)),
                (" while games are simulated", simulated(page, inside)),
            ):
                if times:
                    numbers[f"decision, ms ({game}{while_})"] = statistics.median(times)
        context.close()
    for name, number in numbers.items():
        bar = BARS[name.partition(" (")[0]]
        print(f"{name}: {number:.1f} (bar {bar:g}{'' if number <= bar else ', missed'})")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or ["pig"])
