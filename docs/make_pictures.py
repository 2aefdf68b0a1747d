"""Make the pictures of the documentation, so that they show what the program does today.

    .venv/bin/python docs/make_pictures.py [FOLDER]     # docs/pictures if no folder is named
    .venv/bin/python docs/make_pictures.py --thumbnails # the gallery's small pictures

In: the bundled games. Out: a board for each game that has one, the table of the README, and "edit, check, play" in steps, made
from what the commands print. The table needs a Chromium; everything else needs only Rulewright.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
# Positions worth looking at: game -> seed and number of decisions.
BOARDS = {
    "chartered-by-the-crown": (7, 160),
    "connect-four": (7, 16),
    "discover-pune": (7, 60),
    "dystopolis": (7, 150),
    "expensive-investments": (7, 300),
    "tic-tac-toe": (7, 5),
    "tycoon-india-1981": (7, 120),
}
PAGES = {"kuhn-poker": (7, 1), "pig": (7, 12)}  # whole tables, where there is no board
# The studio's table for the README: the first decision of seat 1 after so many that asks this.
STUDIO_TABLE, STUDIO_SEED, STUDIO_AFTER, STUDIO_ASKS = "tycoon-india-1981", 7, 110, "city"
STUDIO_NAMES = ["Asha", "Bela", "Cyrus"]
THUMBNAIL = (40, 25, 12, 5, 2)

HOUSE_RULE = 'variant short_game "First to fifty"\n  change gaol to 50 was 100\n'
MENDED = HOUSE_RULE.replace("gaol", "goal")
LINE, CHARACTER, WIDTH, MARGIN, GAP = 19, 7.85, 60, 16, 18


def rulewright(folder: Path, *words: str, typed: str = "") -> str:
    """What a command prints."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "rulewright", *words],
        cwd=folder, env=environment, input=typed, capture_output=True, encoding="utf-8", check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


def make_boards(out: Path) -> None:
    for game, (seed, decision) in BOARDS.items():
        rulewright(out, "draw", game, "--seed", str(seed), "--decision", str(decision), "-o", f"{game}.svg")


def make_tables(out: Path) -> None:
    """Draw whole tables as pages and take pictures of them, and one of the studio."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=chromium)
        with studio(Path(scratch) / "studio", STUDIO_TABLE) as entrance:
            tab = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
            tab.goto(entrance)  # whoever runs the studio may load games
            answer = tab.request.post(f"{entrance.partition('?')[0]}api/saved", data=position_of_the_readme())
            tab.goto(f"{entrance.partition('?')[0]}t/{answer.json()['seats'][0]['token']}")
            tab.locator("#decision.mine").wait_for()
            tab.wait_for_timeout(1000)  # pictures are still
            tab.screenshot(path=out / "table.png")
            tab.context.close()
        for game, (seed, decision) in PAGES.items():
            page = Path(scratch) / f"{game}.html"
            position = ("--seed", str(seed), "--decision", str(decision), "--seat", "1")
            rulewright(Path(scratch), "draw", game, *position, "-o", page.name)
            view = browser.new_page(viewport={"width": 800, "height": 340})
            view.goto(page.as_uri())
            view.screenshot(path=out / f"{game}.png")
        browser.close()


def make_thumbnails(out: Path) -> None:
    """A small picture of each gallery game's table, some way into a game."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    games = sorted(path.parent.name for path in (ROOT / "games").glob("*/game.yaml"))
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=chromium)
        view = browser.new_page(viewport={"width": 960, "height": 540}, device_scale_factor=1 / 3)
        for game in games:
            page = Path(scratch) / f"{game}.html"
            for decision in THUMBNAIL:  # a short game is over before the first of them
                position = ("--seed", "3", "--decision", str(decision), "--seat", "1")
                rulewright(Path(scratch), "draw", game, *position, "-o", page.name)
                if page.is_file():
                    view.goto(page.as_uri())
                    view.screenshot(path=out / f"gallery-{game}.png")
                    break
        browser.close()


@contextmanager
def studio(data: Path, *games: str) -> Iterator[str]:
    """Run a studio; the address opens it for the person who runs it."""
    words = ["-m", "rulewright", "studio", *games, "--port", "0", "--no-browser", "--data", str(data)]
    process = subprocess.Popen([sys.executable, *words], cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8")
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.communicate()


def position_of_the_readme() -> dict[str, object]:
    """Let bots play to a decision of seat 1 that shows something."""
    import interpreter
    from interpreter.tools.bots import only_bots

    bots = only_bots(["greedy"] * len(STUDIO_NAMES), STUDIO_SEED)
    state = interpreter.load(STUDIO_TABLE).start(seed=STUDIO_SEED, names=STUDIO_NAMES)
    while (asked := state.request) is not None:
        if state.decisions >= STUDIO_AFTER and asked.player == 0 and asked.name == STUDIO_ASKS:
            break
        chosen = bots[asked.player](asked, state.seat(asked.player))
        if isinstance(chosen, int):
            state.take(chosen)
        else:
            state.choose(chosen)
    saved: dict[str, object] = state.save()
    return saved


def steps_of_an_edit() -> list[tuple[str, str]]:
    """Edit, check, play: what is on the screen at each step."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        rule = folder / "my.rules"
        rule.write_text(HOUSE_RULE, encoding="utf-8")
        wrong = rulewright(folder, "check", "pig", "--variant", "my.rules")
        rule.write_text(MENDED, encoding="utf-8")
        right = rulewright(folder, "check", "pig", "--variant", "my.rules")
        played = rulewright(
            folder, "play", "pig", "--variant", "my.rules", "--seats", "human,random", "--seed", "7", typed="why hold\n"
        )
    asked = played[played.index("0 points at stake") :].splitlines()
    why = next(line for line in asked if line.startswith("> "))
    shown = [*[line for line in asked[: asked.index(why)] if line.strip()], "> why hold", why.removeprefix("> ")]
    return [
        ("1  Write the change", f"my.rules\n\n{HOUSE_RULE}\n$ rulewright check pig --variant my.rules\n{wrong}"),
        ("2  Fix it where it says", f"my.rules\n\n{MENDED}\n$ rulewright check pig --variant my.rules\n{right}"),
        ("3  Play it", "$ rulewright play pig --variant my.rules\n\n" + "\n".join(shown)),
    ]  # fmt: skip


def steps_svg(steps: Sequence[tuple[str, str]]) -> str:
    """Draw the steps below each other, as screens."""
    wide = MARGIN * 2 + WIDTH * CHARACTER * 1.45
    parts, top = [], 0.0
    for title, text in steps:
        lines = text.rstrip("\n").splitlines()
        high = 46 + LINE * len(lines) + MARGIN
        parts.append(f'<g transform="translate(0 {top:.0f})">')
        parts.append(f'<rect x="1" y="1" width="{wide - 2:.0f}" height="{high - 2:.0f}" rx="10" class="screen"/>')
        parts.append(f'<text x="{MARGIN}" y="30" class="title">{escape(title)}</text>')
        for number, line in enumerate(lines):
            sort = _sort(line)
            parts.append(
                f'<text x="{MARGIN}" y="{58 + LINE * number}" class="{sort}" xml:space="preserve">{escape(line)}</text>'
            )
        parts.append("</g>")
        top += high + GAP
    style = (
        ".screen{fill:#fbfaf5;stroke:#cfc8b8;stroke-width:1.5}"
        "text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#2b2a27}"
        ".title{font:600 15px system-ui,sans-serif;fill:#6b4e16}"
        ".typed{fill:#1f5f99;font-weight:600}.error{fill:#a8281f}.help{fill:#2c7a3f}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {top - GAP:.0f}" width="{wide:.0f}" role="img">'
        f"<title>Edit, check, play</title><style>{style}</style>{''.join(parts)}</svg>\n"
    )


def _sort(line: str) -> str:
    """What a line of a screen is, for its colour."""
    if line.startswith(("$ ", "> ")):
        return "typed"
    if "error" in line or "^" in line:
        return "error"
    return "help" if "help:" in line else "line"


def main(words: Sequence[str]) -> None:
    if "--thumbnails" in words:
        make_thumbnails(HERE / "pictures")
        return
    out = Path(words[0]) if words else HERE / "pictures"
    out.mkdir(parents=True, exist_ok=True)
    make_boards(out)
    (out / "edit-check-play.svg").write_text(steps_svg(steps_of_an_edit()), encoding="utf-8")
    make_tables(out)


if __name__ == "__main__":
    main(sys.argv[1:])
