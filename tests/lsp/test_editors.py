"""What stands under editors/: made from the grammar, and in order."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from interpreter.language.textmate import textmate
from interpreter.reading import the_parser
from interpreter.scenario import the_parser as scenario_parser

VSCODE = Path(__file__).resolve().parent.parent.parent / "editors" / "vscode"


def test_the_colours_are_those_of_the_grammar() -> None:
    """Made anew with: python -m interpreter.language.textmate > editors/vscode/syntaxes/rulewright.tmLanguage.json"""
    kept = json.loads((VSCODE / "syntaxes" / "rulewright.tmLanguage.json").read_text(encoding="utf-8"))
    assert kept == textmate()


@cache
def rules() -> list[Any]:
    found = textmate()["patterns"]
    assert isinstance(found, list)
    return found


def colour(text: str, word: str) -> str | None:
    """The name of the rule that colours a word: the first one that matches at its place."""
    for rule in rules():
        for found in re.finditer(rule.get("match", r"(?!)"), text, re.MULTILINE):
            for number, capture in rule.get("captures", {}).items():
                if found.group(int(number)) == word:
                    return str(capture["name"])
            if found.group() == word and "name" in rule:
                return str(rule["name"])
    return None


@pytest.mark.parametrize("parser", ["rules", "scenario"])
def test_every_word_of_the_language_has_a_colour(parser: str) -> None:
    words = (the_parser() if parser == "rules" else scenario_parser()).vocabulary.spelling.values()
    plain = [word for word in words if word.isalpha()]
    assert len(plain) > 80
    assert [word for word in plain if colour(f"x {word} (y", word) is None] == []


@pytest.mark.parametrize(
    ("text", "word", "name"),
    [
        ("keep coins(player): number", "coins", "entity.name.function.rulewright"),
        ("keep coins(player): number", "keep", "keyword.declaration.rulewright"),
        ("keep coins(player): number", "number", "storage.type.rulewright"),
        ("  if a is at least b", "is at least", "keyword.operator.word.rulewright"),
        ("  set done to yes", "yes", "constant.language.rulewright"),
        ("  set x to count(deck) # all", "# all", "comment.line.number-sign.rulewright"),
        ("  set coinset to 1", "coinset", None),
    ],
)
def test_colours(text: str, word: str, name: str | None) -> None:
    assert colour(text, word) == name


def test_what_the_extension_names_is_there() -> None:
    package = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
    named = [package["main"], *(one["path"] for one in package["contributes"]["grammars"])]
    named += [one["configuration"] for one in package["contributes"]["languages"]]
    assert [name for name in named if not (VSCODE / name).is_file()] == []
    json.loads((VSCODE / "language-configuration.json").read_text(encoding="utf-8"))
