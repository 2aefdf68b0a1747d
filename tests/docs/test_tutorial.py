"""Pages to follow step by step in an empty folder: files are written and every command is run as it stands there.

Blocks name their file: `yaml berries/game.yaml`; with `add`, they are added at its end. `console` blocks are commands with
what they print: `…` stands for anything, `> 1` is typed by the player. A remark in the page's source changes a file:
`<!-- in FILE: OLD => NEW -->`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

import interpreter
from interpreter.tools.cli.app import app
from tests.docs.examples import sections

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PIECE = re.compile(
    r"^```(?P<info>[^\n`]+)\n(?P<body>.*?)^```$|^<!-- in (?P<file>\S+): (?P<old>.+?) => (?P<new>.+?) -->$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Piece:
    """A part of the page that does something: writes, adds to or changes a file, or runs commands."""

    act: str
    line: int
    file: str
    text: str
    old: str = ""


def pieces(page: str) -> Iterator[Piece]:
    for match in PIECE.finditer(page):
        line = page.count("\n", 0, match.start()) + 1
        if match["file"]:
            old, new = (match[part].replace("\\n", "\n") for part in ("old", "new"))
            yield Piece("change", line, match["file"], new, old)
            continue
        language, *words = match["info"].split()
        if language == "console":
            yield Piece("run", line, "", match["body"])
        else:
            yield Piece("add" if "add" in words else "write", line, words[0], match["body"])


def followed(page: str) -> set[str]:
    """Does everything that a page says; gives the commands that were run."""
    ran = set()
    for piece in pieces((DOCS / page).read_text(encoding="utf-8")):
        if piece.act == "run":
            for command, typed, wanted in commands(piece.text):
                ran.add(command.split()[1])
                assert_printed(command, typed, wanted, f"docs/{page}:{piece.line}")
        else:
            change_file(piece)
    return ran


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_first_house_rule() -> None:
    assert followed("first-house-rule.md") >= {"new", "test", "check", "diff", "show", "play"}


def test_tests_that_bite() -> None:
    assert followed("tests-that-bite.md") >= {"new", "test", "record", "cover", "mutate"}


def test_looking_for_trouble() -> None:
    assert followed("looking-for-trouble.md") == {"explore", "test"}


def test_a_fair_seat() -> None:
    assert followed("a-fair-seat.md") == {"check", "simulate"}


def test_every_page_is_listed_and_every_link_leads_somewhere() -> None:
    index = (DOCS / "README.md").read_text(encoding="utf-8")
    for page in DOCS.glob("*.md"):
        assert page.name == "README.md" or f"]({page.name})" in index
    own = [*DOCS.rglob("*.md"), *ROOT.glob("*.md"), *ROOT.glob("games/**/*.md"), *ROOT.glob("interpreter/*.md")]
    broken = [f"{page.relative_to(ROOT)}: {link}" for page in own for link in _links(page) if not _leads(page, link)]
    assert broken == []


def _links(page: Path) -> list[str]:
    """The links to files and headings; what stands in examples is none."""
    text = re.sub(r"^```.*?^```$|`[^`\n]+`", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if ":" not in link]


def _leads(page: Path, link: str) -> bool:
    path, _, heading = link.partition("#")
    target = (page.parent / path).resolve() if path else page
    return target.exists() and (not heading or heading in _headings(target))


@cache
def _headings(page: Path) -> set[str]:
    """The names by which browsers reach the headings of a page."""
    titles = (section.title for section in sections(page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_tutorial() -> None:
    assert followed("tutorial.md") >= {"check", "play", "test", "simulate", "explain"}
    game = interpreter.load("berries")
    for players in range(game.players_min, game.players_max + 1):
        for seed in range(20):
            state = game.start(players, seed)
            state.play_out()
            assert state.result is not None
            assert state.result.winners


def change_file(piece: Piece) -> None:
    file = Path(piece.file)
    file.parent.mkdir(parents=True, exist_ok=True)
    text = piece.text
    if piece.act == "add":
        text = file.read_text(encoding="utf-8") + text
    elif piece.act == "change":
        before = file.read_text(encoding="utf-8")
        assert before.count(piece.old) == 1, f"line {piece.line}: {piece.old}"
        text = before.replace(piece.old, text)
    file.write_text(text, encoding="utf-8")


def commands(text: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """The commands of a console block, each with what is typed while it runs and what it must print."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *lines = part.splitlines()
        yield (
            command,
            [line[2:] for line in lines if line.startswith("> ")],
            [li for li in lines if not li.startswith("> ")],
        )


def assert_printed(command: str, typed: list[str], wanted: list[str], place: str) -> None:
    result = CliRunner().invoke(app, command.split()[1:], input="".join(f"{words}\n" for words in typed))
    printed = "".join(f"{text.removeprefix('> ').rstrip()}\n" for text in result.output.strip().splitlines())
    lines = ["(?:[^\n]*\n)*" if text == "…" else re.escape(text).replace("…", "[^\n]*") + "\n" for text in wanted]
    assert re.fullmatch("".join(lines), printed), f"{place}: {command}\n{printed}"
