"""Format a file of rules or scenarios.

In: a text and its path. Out: the formatted text, in which newer words stand for old ones, or Problems. Layer: tools.
"""

from __future__ import annotations

from pathlib import Path

from interpreter.reading import the_parser
from interpreter.scenario import the_parser as scenario_parser
from interpreter.source import Problems, Source
from interpreter.syntax import Parser
from interpreter.syntax.formatter import format_text as format_source
from interpreter.syntax.old_words import OLD_WORDS, Declared, renewed
from interpreter.syntax.split_file import halves

UP = 3  # folders above a file in which its game is looked for


def format_text(text: str, path: str) -> str:
    """Format a file of rules or scenarios; Problems if it cannot be parsed."""
    if path.endswith(".scenario"):
        return _formatted(scenario_parser(), text, path, "scenarios")
    rules, scenarios = halves(text)
    if not scenarios:
        return _formatted(the_parser(), text, path, "module")
    tests = _formatted(scenario_parser(), scenarios, path, "scenarios", rules)
    return _formatted(the_parser(), rules, path, "module").rstrip("\n") + "\n\n" + tests.lstrip("\n")


def _formatted(parser: Parser, text: str, path: str, start: str, beside: str = "") -> str:
    source = Source(path, text)
    if any(word in text for word in OLD_WORDS):
        parser.file(source, start)  # only what can be parsed is rewritten
        source = Source(path, renewed(source, declared_around(path, text + beside)))
    return format_source(parser, source, start)


def declared_around(path: str, text: str) -> Declared:
    """Return what the game of this file declares: that of the folder around it, and this text."""
    return Declared.of([text, *_texts_of_the_game(Path(path))])


def _texts_of_the_game(path: Path) -> list[str]:
    for folder in list(path.resolve().parents)[:UP]:
        if (folder / "game.yaml").is_file():
            return [found for file in sorted(folder.glob("*/*.rules")) if (found := _text(file)) is not None]
    return []


def _text(file: Path) -> str | None:
    try:
        return Source.read(file).text
    except Problems:
        return None
