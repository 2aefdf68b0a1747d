"""Habits of a translation that our texts have lost, and must not take on again.

Everything people read is checked: pages, the messages and helps of commands, prompts, labels, log lines and refusals of games.
What is quoted as code is not English. A new text that is caught here has a better form beside the habit.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
import typer

from interpreter.tools.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("games/*/README.md"), ROOT / "games" / "README.md"]
)
RULES = sorted([*ROOT.glob("games/*/rules/*.rules"), *ROOT.glob("games/*/variants/*.rules")])
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
PROGRAM = sorted(one for one in ROOT.glob("interpreter/**/*.py") if "backends" not in one.parts)  # those print code
CLIENT = sorted(ROOT.glob("interpreter/tools/studio/client/src/*.ts"))
SCRIPT_TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
SCRIPT_HOLE = re.compile(r"\$\{[^{}]*\}")
ONE_SENTENCE = re.compile(r'announce "[^".!?]*\."')
PATTERN = re.compile(r"\(\?[:!=<P]|\\[bswd(]")  # a regular expression, which people do not read
CODE = re.compile(r"`[^`\n]*`")
QUOTED = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
HOLE = re.compile(r"\{[^{}]*\}")
# The habit, and what to write instead.
HABITS = {
    r"\bcom(?:e|es|ing) to(?:[.,;:]| (?:a|an|it|them|its|the (?:end|rule|card|step))\b)": "reach",
    r"\b(?:stands?|lies?) (?:in|below|above|behind|beside|under|there|at the top)\b(?! for)": "is, goes in, see",
    r"\bwork(?:s|ed)? out\b": "calculate (for people), evaluate (for engineers)",
    r"\b(?:is|are) not so\b": "is false; expected …, got …",
    r"\bgo(?:es)? otherwise\b": "work differently",
    r"\b(?:is|are) dear\b": "is slow, is expensive",
    r"\bso many (?:decisions|processes|squares|players|things)\b": "N",
    r"\bslips? of the hand\b": "a typo",
    r"\b[Gg]o(?:es)? on with\b": "resume with, continue with",
    r"could be chance": "differences within chance are not reported",
    r"\b(?:not|no \w+|nothing|nobody) (?:\w+ ){0,4}any more\b": "no longer",
    r", too(?=[,.:;)]|$)": "as well, or nothing",
    r"\bis typed\b": "type it (imperative)",
    r"\b(?:is|are) looked at\b": "is checked, is examined, is evaluated",
    r"(?:^|[.:;] )Who (?:has|owns|may|passes|leads|is|plays|buys|can) [^?.\n]*\.": "a player who …, anyone who …",
    r"\bone (?:may|must|stands|is asked)\b": "you, a player",
    r"\b(?:[Hh]e|[Ss]he|[Hh]is|hers|him)\b": "they, them, their",
    r"\banew\b": "again",
    r"\ba (?:library|point|card|step|nettle) more\b": "another, an extra",
    r"\bsuch that cannot\b": "those that cannot",
    r"\bas well (?:large|short|small|long|many|much)\b": "too large, too short",
    r"\bhangs? together\b": "are linked, are connected",
    r"\bin the place of\b": "in place of",
    r"\b(?:is|are) called after\b": "is named after",
    r"\bmend(?:s|ed)?\b": "fix",
    r"\bof the wrong sort\b": "of the wrong type, of the wrong kind",
    r"\bsurely\b": "certainly",
    r"\b(?:with )?much else to do\b": "on a busy machine",
    r"\b(?:is|are) others than\b": "differ from",
    r"\bbrought about\b": "caused",
    r"\bshall\b": "should, will",
}
# In messages only: pages may say these where they mean something else.
MESSAGE_HABITS = {
    r"(?<!ere )\b(?:is|are) no (?:answer|choices?|file|link|lists?|map|moment|name|plain|saved|complete|text)\b": "is not a",
    r"\bany more\b": "no longer",
    r"\bmeanwhile\b": "in the meantime",
    r"\bgo(?:es)? on(?=[.,:;]| (?:under|there|when|until)|$)": "continue",
    r"\bbeyond all bounds\b": "without limit",
    r"\bcannot be told (?!apart)": "is unclear",
    r"\bwrite as well\b": "add",
    r"\bask before\b": "check first",
    r"\bhere (?:are|is) (?:X|\d+)$": "there were N",
}


def lost(text: str, habits: Mapping[str, str] = HABITS) -> Iterator[str]:
    for habit, better in habits.items():
        for found in re.finditer(habit, text, re.MULTILINE):
            yield f'"{found[0].strip()}": write {better}'


def prose(page: str) -> str:
    """A page without what is code or quoted."""
    return QUOTED.sub("", CODE.sub("", FENCE.sub("", page)))


def texts(rules: str) -> str:
    """The texts in quotes, one per line, without their holes; the comments are for those who edit the rules."""
    lines = (line.partition("  #")[0] for line in rules.splitlines() if not line.lstrip().startswith("#"))
    return "\n".join(HOLE.sub("X", text) for line in lines for text in QUOTED.findall(line))


def literals(program: str) -> Iterator[tuple[int, str]]:
    """The texts of a module with the lines they are on: f-strings with X for each hole, without docstrings and patterns."""
    nodes = list(ast.walk(ast.parse(program)))
    parts = {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}
    remarks = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        match node:
            case ast.JoinedStr():
                text = "".join(str(part.value) if isinstance(part, ast.Constant) else "X" for part in node.values)
            case ast.Constant(value=str(text)) if id(node) not in parts | remarks:
                pass
            case _:
                continue
        if not PATTERN.search(text):
            yield node.lineno, text


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_pages(page: Path) -> None:
    assert list(lost(prose(page.read_text(encoding="utf-8")))) == []


def test_games_speak_english() -> None:
    """Prompts, labels, log lines, refusals and titles."""
    found = [
        f"{file.relative_to(ROOT)}: {habit}"
        for file in RULES
        for habit in lost(texts(file.read_text(encoding="utf-8")))
    ]
    assert found == []


def test_a_log_line_of_one_sentence_has_no_full_stop() -> None:
    found = [
        f"{file.relative_to(ROOT)}: {line[0]}" for file in RULES for line in ONE_SENTENCE.finditer(file.read_text())
    ]
    assert found == []
    assert ONE_SENTENCE.search('announce "{player} passes."')


def test_pages_of_the_studio_speak_english() -> None:
    """Labels, notices and hints: what is in quotes in their sources, if it has a space."""
    found = [
        f"{file.name}: {habit}"
        for file in CLIENT
        for double, template in SCRIPT_TEXT.findall(file.read_text(encoding="utf-8"))
        if " " in (text := SCRIPT_HOLE.sub("X", double or template))
        for habit in lost(text, HABITS | MESSAGE_HABITS)
    ]
    assert found == []


def test_messages() -> None:
    """Every text in the interpreter: diagnostics, helps, refusals of the studio, what commands print."""
    found = [
        f"{file.relative_to(ROOT)}:{line}: {habit}"
        for file in PROGRAM
        for line, text in literals(file.read_text(encoding="utf-8"))
        for habit in lost(text, HABITS | MESSAGE_HABITS)
    ]
    assert found == []


def test_texts_of_a_program() -> None:
    """A message in parts, one with holes, one that is a constant; neither a docstring nor a pattern is one."""
    program = '''"""It stands below."""
raise wrong("R0901", f"{name} is " "not so: {left}", help=f"a{b}c")
HELP = "go on"
SIGN = r"(?:he|she)"
'''
    assert sorted(literals(program)) == [(2, "R0901"), (2, "X is not so: {left}"), (2, "aXc"), (3, "go on")]


def test_helps_of_commands() -> None:
    group = typer.main.get_command(app)
    commands = getattr(group, "commands", {})
    assert commands
    found = [
        f"{name}: {habit}"
        for name, command in commands.items()
        for text in [command.help or "", *(getattr(one, "help", None) or "" for one in command.params)]
        for habit in lost(text)
    ]
    assert found == []


# The folders whose docstrings were read again. Helps of commands are docstrings, too, and have a form of their own.
SUMMARIZED = (
    "backends", "check", "data", "ir", "language", "lower", "runtime", "scenario", "source", "syntax",
    *(f"tools/{tool}" for tool in (
        "bots", "cards", "check", "cli", "compare", "cover", "diff", "docs", "draw", "explore", "ladder", "lsp", "mutate", "new",
        "play", "playtest", "record", "rulebook", "schema", "sheet", "show", "simulate", "studio", "test", "trace", "variants",
    )),
)  # fmt: skip
SUMMARY = 80  # characters of a first line


def summaries(path: Path) -> Iterator[tuple[str, str]]:
    """The first line of each docstring of classes and functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (ast.get_docstring(node) or "").partition("\n")[0]


def test_a_docstring_begins_with_a_short_line() -> None:
    """What it does, or what it is; details follow below an empty line."""
    found = [
        f"{path.relative_to(ROOT)}: {name}: {line}"
        for folder in SUMMARIZED
        for path in sorted([*ROOT.glob("interpreter/*.py"), *ROOT.glob(f"interpreter/{folder}/**/*.py")])
        for name, line in summaries(path)
        if len(line) > SUMMARY and (path.name != "command.py" or name.startswith("_"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "habit",
    [
        "Cards that nobody comes to.", "It stands below.", "This is worked out later.", "That is not so.", "He may choose.",
        "Who passes has none.", "After so many decisions.", "Go on with: play", "A rule has a name, too.", "is typed as a number",
        "does not hold any more", "The text is as well long.", "what shall it be?", "a value of the wrong sort",
    ],
)  # fmt: skip
def test_each_kind_is_caught(habit: str) -> None:
    assert any(lost(habit))


@pytest.mark.parametrize(
    "habit",
    [
        "X is no name of a variant.", "There is no such table any more.", "Changed meanwhile.",
        "The game goes on.", "X grows beyond all bounds", "write as well: --yes", "the(...) wants exactly one thing, here are X",
    ],
)  # fmt: skip
def test_each_kind_of_message_is_caught(habit: str) -> None:
    assert any(lost(habit, MESSAGE_HABITS))
