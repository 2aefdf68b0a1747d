"""The exported studio runs in a real browser: under a sub-path, with a strict policy, offline, and keeps its tables."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import struct
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

import interpreter
from interpreter.catalogue import packed_list
from interpreter.source.bundled import games_dir
from interpreter.source.user_cache import kept
from interpreter.tools.cli.app import app
from interpreter.tools.export import icons, wasm
from interpreter.tools.export.late_archive import LateArchive
from interpreter.tools.export.packing import packed, unpacked
from interpreter.tools.export.portions import module_name, portioned
from interpreter.tools.export.reachable import reachable
from interpreter.tools.export.standard_library import needed, without_ballast

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FrameLocator, Page


PATIENCE = 300_000  # milliseconds: a busy machine
STRICT = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
)
STRICT += (
    "font-src 'self'; connect-src 'self'; frame-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'self'"
)
LARGEST_DOWNLOAD = 9.2  # megabytes on a first visit with one small game; each further game adds its picture and a line

FILES = (
    "json/decoder.pyc",
    "pdb.pyc",
    "encodings/utf_8.pyc",
    "encodings/big5.pyc",
    "asyncio/events.pyc",
    "unittest/mock.pyc",
)

KEEP_NOTHING_MORE = """
const post = ServiceWorker.prototype.postMessage;
ServiceWorker.prototype.postMessage = function (message) { if (message !== "keep the rest") post.call(this, message); };
"""
KEPT = "async (address) => Boolean(await caches.match(address))"
CONTROLLED = """() => navigator.serviceWorker.controller
  || new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", () => resolve(), { once: true }))"""
PLAYED = """
import interpreter, json
game = interpreter.load("pig")
ready, found = game.native_ready(), game.play_many(range(200))
print(json.dumps([ready, [[one.how, one.decisions, list(one.winners), one.in_python] for one in found]]))
"""

browser_only = pytest.mark.skipif("RULEWRIGHT_BROWSER" not in os.environ, reason="needs a browser and npm")


class Handler(SimpleHTTPRequestHandler):
    """A plain web host that sends a strict policy with every file."""

    def end_headers(self) -> None:
        self.send_header("content-security-policy", STRICT)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def said_and_folder(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """What the command says, and the folder that it has written: once for all tests of this file."""
    folder = tmp_path_factory.mktemp("host") / "games" / "rulewright"
    result = CliRunner().invoke(app, ["export", "--web", str(folder), "pig"])
    assert result.exit_code == 0, result.output
    return result.output, folder


@pytest.fixture(scope="module")
def said_and_address(said_and_folder: tuple[str, Path]) -> Iterator[tuple[str, str]]:
    """What the command says, and where the folder is served."""
    said, folder = said_and_folder
    top = folder.parent.parent
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(top)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield said, f"http://localhost:{server.server_address[1]}/games/rulewright/"
    server.shutdown()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own, which may go offline: files that are then missing are no mistake."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


def studio(page: Page) -> FrameLocator:
    """The studio's own page, once it is there."""
    page.wait_for_selector("#boot", state="hidden", timeout=PATIENCE)
    return page.frame_locator("#page")


@browser_only
def test_a_table_is_played_kept_and_there_again_offline(said_and_address: tuple[str, str], page: Page) -> None:
    said, address = said_and_address
    assert float(said.split(" MB")[0].rsplit(" ", 1)[1]) <= LARGEST_DOWNLOAD
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.add_init_script(KEEP_NOTHING_MORE)
    page.goto(address)
    inside = studio(page)
    inside.get_by_text("Pig", exact=True).first.click()
    inside.locator("dialog#new button").filter(has_text="Open the table").click()
    inside.get_by_text("at stake").first.wait_for()
    page.wait_for_url("**/games/rulewright/t/*")
    inside.get_by_text("Roll", exact=True).first.click()
    inside.locator("#decision .confirm").click()
    inside.get_by_text("the die shows").first.wait_for()
    assert page.evaluate(KEPT, address + "games/pig.bin")
    assert not page.evaluate(
        KEPT, address + "editing.bin"
    )  # the game was there compiled: nothing of the checker was needed
    page.wait_for_selector("body[data-kept=yes]")  # the browser's storage is written a moment later
    page.context.set_offline(True)
    page.reload()
    studio(page).get_by_text("the die shows").first.wait_for()
    assert errors == []


@browser_only
def test_a_designer_s_first_day_in_the_page(said_and_address: tuple[str, str], page: Page, browser: Browser) -> None:
    """With the guide: a game from nothing, a number, a rule broken and mended, a card, a scenario, 1,000 games, a link."""
    _, address = said_and_address
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(address)
    inside = studio(page)
    inside.get_by_role("button", name="New game").click()
    inside.get_by_label("name of the game").fill("Sprint")
    inside.locator("#new-game input[value=race]").check()
    inside.get_by_role("button", name="Begin").click()
    inside.locator("#editor[data-language=ready]").wait_for()
    inside.locator("#guide", has_text="1 of 5: Change a number").wait_for()
    inside.locator("#scenario-count.green").wait_for()
    line = inside.locator(".cm-line", has_text="let home = ")
    line.click()
    page.keyboard.press("End")
    page.keyboard.type("0")
    page.keyboard.press("Control+s")
    inside.locator("#guide", has_text="2 of 5").wait_for()
    for _ in "= 300":
        page.keyboard.press("Backspace")
    page.keyboard.press("Control+s")
    inside.locator("#status .problem").first.wait_for()
    page.keyboard.type("= 30")
    page.keyboard.press("Control+s")
    inside.locator("#guide", has_text="3 of 5: Add a card").wait_for()
    inside.get_by_role("button", name="+ Cards").click()
    inside.get_by_label("What are the cards called, one of them?").fill("boost")
    inside.locator("dialog.ask .confirm").click()
    inside.locator("#file-name", has_text="cards/boost.yaml").wait_for()
    inside.get_by_role("button", name="As a table").click()
    inside.get_by_role("button", name="+ Card", exact=True).click()
    inside.locator("#grid td", has_text="new_card").first.wait_for()
    page.keyboard.press("Control+s")
    inside.locator("#guide", has_text="4 of 5: Write a test").wait_for()
    inside.get_by_role("tab", name="Table", exact=True).click()
    inside.frame_locator("#frame-table").get_by_role("button", name="Pass").click()
    inside.get_by_role("button", name="Record from here").click()
    inside.get_by_label("Its name").fill("the beginning")
    inside.locator("dialog.ask .confirm").click()
    inside.locator("#guide", has_text="5 of 5: Let bots play").wait_for()
    inside.locator("#failures", has_text="the beginning").wait_for()
    inside.get_by_role("button", name="Share").click()
    inside.locator(".share [role=status]", has_text="letters").wait_for()
    link = inside.get_by_label("the link").input_value()
    assert link.startswith(f"{address}#share=")
    inside.get_by_role("button", name="Close").click()
    inside.get_by_role("link", name="Balance").click()
    inside.get_by_label("Games", exact=True).fill("1000")
    inside.get_by_role("button", name="Begin").click()
    inside.locator("#results section").first.wait_for()
    assert errors == []
    opened_by_a_stranger(browser, link)


def opened_by_a_stranger(browser: Browser, link: str) -> None:
    """In a fresh profile: told first, opened apart, and gone from sight at home."""
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(link)
    inside = studio(page)
    inside.get_by_role("button", name="Open it").click()
    inside.locator("h1", has_text="Sprint").wait_for()
    inside.locator("#files button.file", has_text="boost.yaml").wait_for()
    page.get_by_role("button", name="To my games").click()
    studio(page).locator("#games").get_by_text("Pig", exact=True).wait_for()
    assert studio(page).locator("#games").get_by_text("Sprint").count() == 0
    context.close()


@browser_only
def test_bots_play_the_same_games_in_webassembly(said_and_folder: tuple[str, Path], tmp_path: Path) -> None:
    """The C of Pig, compiled by Zig and run by the page's Pyodide, beside the same C compiled here."""
    said, folder = said_and_folder
    assert "Bots play 1 game of them in C" in said
    for archive in (*folder.glob("*.bin"), *(folder / "games").glob("*.bin")):
        for name, data in unpacked(archive.read_bytes()).items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(data)
    words = ["node", str(Path(__file__).with_name("in_pyodide.mjs")), str(folder), str(tmp_path)]
    done = subprocess.run(words, input=PLAYED, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-600:]
    is_ready, played = json.loads(done.stdout)
    assert is_ready
    here = interpreter.load("pig").play_many(range(200))
    assert played == [[one.how, one.decisions, list(one.winners), one.in_python] for one in here]
    assert not any(in_python for *_, in_python in played)


@browser_only
def test_a_new_version_is_offered_until_it_is_used(
    said_and_folder: tuple[str, Path], said_and_address: tuple[str, str], page: Page
) -> None:
    _, folder = said_and_folder
    page.goto(said_and_address[1])
    page.evaluate(f"async () => {{ await ({CONTROLLED})(); }}")
    assert page.locator("#news").is_hidden()
    service = folder / "service.js"
    before = service.read_text(encoding="utf-8")
    try:
        service.write_text(re.sub(r'VERSION = "\w+"', 'VERSION = "next"', before), encoding="utf-8")
        page.evaluate("async () => { await (await navigator.serviceWorker.ready).update(); }")
        page.get_by_text("A new version is ready.").wait_for()
        page.reload()
        page.get_by_text("A new version is ready.").wait_for()
        with page.expect_event("load"):
            page.get_by_role("button", name="Use it now").click()
        assert page.evaluate("async () => (await caches.keys()).filter((one) => !one.includes('memory'))") == ["next"]
        page.locator("#news").wait_for(state="hidden")
    finally:
        service.write_text(before, encoding="utf-8")


def test_the_icons_with_which_it_is_installed_are_drawn_from_the_drawing() -> None:
    manifest = json.loads((icons.PAGE / "manifest.webmanifest").read_text("utf-8"))
    named = {one["src"]: one for one in manifest["icons"] if one["type"] == "image/png"}
    drawn = icons.drawn()
    assert sorted(named) == sorted(f"page/{name}" for name in drawn)
    for name, fresh in drawn.items():
        kept = (icons.PAGE / name).read_bytes()
        width, height = struct.unpack(">II", kept[16:24])  # where a PNG file says its size
        assert named[f"page/{name}"]["sizes"] == f"{width}x{height}"
        assert kept == fresh, "python -m interpreter.tools.export.icons"


def test_only_what_a_page_can_reach_is_shipped() -> None:
    package = Path(interpreter.__file__).parent
    there = reachable(package)
    assert {
        "interpreter.tools.studio.sharing",
        "interpreter.tools.lsp.server",
        "interpreter.tools.new.card_sheet",
    } <= there
    assert not there & {
        "interpreter.tools.cli.app",
        "interpreter.tools.cli.parameters",  # it needs Typer
        "interpreter.tools.play.command",
        "interpreter.tools.mutate.command",
    }
    assert [name for name in FILES if needed(name)] == ["json/decoder.pyc", "encodings/utf_8.pyc", "asyncio/events.pyc"]


def test_the_late_archive_is_fetched_once_for_the_first_of_its_modules(tmp_path: Path) -> None:
    fetched: list[str] = []
    package, late = tmp_path / "here" / "package", tmp_path / "late"
    package.mkdir(parents=True)
    late.mkdir()

    def fetch() -> None:
        fetched.append("here")
        (late / "late_one.py").write_text("", encoding="utf-8")
        (package / "inside.py").write_text("", encoding="utf-8")

    finder = LateArchive(["late_one", "package.inside"], [str(late)], fetch)
    assert finder.find_spec("json") is None
    assert fetched == []
    inside = finder.find_spec("package.inside", [str(package)])
    assert inside is not None
    assert inside.origin == str(package / "inside.py")
    assert fetched == ["here"]
    assert finder.find_spec("late_one") is None  # from now on Python finds it itself
    assert importlib.util.find_spec("late_one") is not None
    assert fetched == ["here"]
    sys.path.remove(str(late))


def test_what_was_staged_is_divided_by_when_it_is_needed(tmp_path: Path) -> None:
    home = "app/interpreter/_data/games"
    for name in (
        "app/interpreter/play.pyc", "app/interpreter/check/__init__.pyc", "app/interpreter/_data/rules.lark",
        "app/interpreter/_data/docs/codes/R0001.md", f"{home}/pig/game.yaml", f"{home}/catalogue.json", "site/lib/__init__.py",
        "site/lib-1.dist-info/METADATA", "cache/pig.code", "cache/grammar.tables",
    ):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(name.encode())
    (tmp_path / "first.txt").write_text("interpreter.play\nlib\nsys", encoding="utf-8")
    (tmp_path / "compiled.json").write_text('{"files": {"pig": ["pig.code"]}}', encoding="utf-8")
    found = portioned(tmp_path, ["pig"])
    assert sorted(found.modules) == [
        "app/interpreter/play.pyc",
        "site/lib-1.dist-info/METADATA",
        "site/lib/__init__.py",
    ]
    assert sorted(found.data) == [
        "app/interpreter/_data/docs/codes/R0001.md",
        f"{home}/catalogue.json",
        "app/interpreter/_data/rules.lark",
        "first.txt",
    ]
    assert found.data["first.txt"] == b"interpreter.play\nlib"
    assert sorted(found.late) == [
        "app/interpreter/check/__init__.pyc",
        "cache/grammar.tables",
    ]
    assert sorted(found.games["pig"]) == [f"{home}/pig/game.yaml", "cache/pig.code"]
    assert module_name("app/interpreter/check/__init__.pyc") == "interpreter.check"
    assert module_name("app/interpreter/_data/rules.lark") == ""


def test_packed_files_come_out_as_they_went_in() -> None:
    files = {"b/ä.txt": b"two", "a.bin": bytes(range(256)), "empty": b""}
    assert unpacked(packed(files)) == files
    assert packed(files) == packed(dict(reversed(files.items())))


def test_the_standard_library_is_divided(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "library.zip", "w") as archive:
        for name in ("json/__init__.pyc", "csv.pyc", "encodings/utf_8.pyc", "pdb.pyc"):
            archive.writestr(name, name)
    first, late = without_ballast((tmp_path / "library.zip").read_bytes(), {"json"})
    with zipfile.ZipFile(BytesIO(first)) as archive:
        assert archive.namelist() == ["encodings/utf_8.pyc", "json/__init__.pyc"]
    assert late == {"csv.pyc": b"csv.pyc"}


def test_packed_games_are_listed_as_they_are() -> None:
    found = interpreter.games()
    assert [{**one, "path": info.path} for one, info in zip(json.loads(packed_list(found)), found, strict=True)] == [
        asdict(info) for info in found
    ]


def test_a_game_that_the_compiler_refuses_is_played_in_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(_text: str) -> bytes:
        raise wasm.CompilerError("no")

    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "own"))
    monkeypatch.setattr(wasm, "side_module", refused)
    found = {"files": {"pig": ["pig.code"]}, "keys": {"pig": "key"}, "ending": "here.native"}
    (tmp_path / "compiled.json").write_text(json.dumps(found), encoding="utf-8")
    (tmp_path / "cache").mkdir()
    assert wasm.with_wasm(tmp_path, [games_dir() / "pig"]) == 0
    monkeypatch.setattr(wasm, "side_module", lambda _text: b"module")
    assert wasm.with_wasm(tmp_path, [games_dir() / "pig"]) == 1
    files = json.loads((tmp_path / "compiled.json").read_text("utf-8"))["files"]["pig"]
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "cache").chmod(0o700)
    digest = kept("key.here.native.same")
    assert digest is not None
    assert kept(f"{digest.decode()}.here.native") == b"module"
    assert sorted(files) == sorted(["pig.code", "key.here.native.same", f"{digest.decode()}.here.native"])


def test_bad_words_are_answered_with_a_way_out(tmp_path: Path) -> None:
    runner = CliRunner()
    unknown = runner.invoke(app, ["export", "--web", str(tmp_path / "out"), "pigg"])
    assert unknown.exit_code == 2
    assert 'did you mean "pig"?' in unknown.output
    (tmp_path / "file").write_text("", encoding="utf-8")
    taken = runner.invoke(app, ["export", "--web", str(tmp_path / "file"), "pig"])
    assert taken.exit_code == 2
    assert "is a file, not a folder" in taken.output
    empty = runner.invoke(app, ["export", "--web", str(tmp_path / "out"), "--pyodide", str(tmp_path), "pig"])
    assert empty.exit_code == 2
    assert "it is not the npm package pyodide" in empty.output
