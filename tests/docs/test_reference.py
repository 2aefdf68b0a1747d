"""The language reference: every example is loaded and run, and nothing of the language is missing in it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from lark import Token, Tree

import interpreter
from interpreter.check.builtins import FUNCTIONS
from interpreter.check.kinds import ENDS, STANDARD
from interpreter.data.places import grammars_dir, schemas_dir
from interpreter.scenarios import the_parser as scenario_parser
from interpreter.source import render
from tests.docs.examples import Block, Section, folder_of, sections

PAGE = grammars_dir() / "README.md"
TEXT = PAGE.read_text(encoding="utf-8")
SECTIONS = sections(TEXT)
TABLE = next(section.blocks for section in SECTIONS if section.title == "The table of the examples")
EXAMPLES = [section for section in SECTIONS if section.of("rules", "steps", "variant", "scenario", "file")]
WRONG = [(section, block) for section in SECTIONS for block in section.of("wrong")]
TABLE_SECTION = "The table of the examples"


def _name(section: Section) -> str:
    return f"line_{section.line}_{re.sub(r'[^a-z]+', '_', section.title.lower())[:30]}"


def _laid_out(section: Section, folder: Path, wrong: Block | None = None) -> Path:
    table = () if section.title == TABLE_SECTION else TABLE
    return folder_of(section, table, wrong).write(folder / "games" / "example")


@pytest.mark.parametrize("section", EXAMPLES, ids=_name)
def test_example(section: Section, tmp_path: Path) -> None:
    """The rules of a section make a game without mistakes; its variants too; its scenarios hold."""
    folder = _laid_out(section, tmp_path)
    found = interpreter.problems(folder)
    assert not found, "\n".join(map(render, found))
    for result in interpreter.run_scenarios(folder):
        assert result.passed, result.report


@pytest.mark.parametrize(("section", "block"), WRONG, ids=lambda value: f"line_{value.line}")
def test_mistake(section: Section, block: Block, tmp_path: Path) -> None:
    """A mistake is reported as the page says: by its code, and in the words of the text block behind it."""
    found = interpreter.problems(_laid_out(section, tmp_path, block))
    assert [finding.code for finding in found] == (block.word("wrong") or "").split(",")
    following = [other for other in section.blocks if other.line > block.line]
    if following and following[0].language == "text":
        message = "\n".join(render(finding) for finding in found).replace("games/example/rules/wrong.rules", "turns.rules")
        assert message.strip() == following[0].text.strip()


# ---------------------------------------------------------------- nothing is missing


def _parsed() -> list[Tree[Any]]:
    """Everything in the language on the page, as trees."""
    parser = scenario_parser()
    found = []
    for section in EXAMPLES:
        files = folder_of(section, () if section.title == TABLE_SECTION else TABLE).files
        for name, text in files.items():
            if name.endswith((".rules", ".scenario")):
                found.append(parser._tree(text, "scenarios" if name.endswith(".scenario") else "module"))
    return found


def _covered() -> tuple[set[str], set[str]]:
    rules: set[str] = set()
    words: set[str] = set()
    for tree in _parsed():
        for inner in tree.iter_subtrees():
            rules.add(str(inner.data))
            words |= {child.type for child in inner.children if isinstance(child, Token)}
    return rules, words


def test_every_sentence_of_the_grammar_has_an_example() -> None:
    """Rules and alternatives of the grammar by their names; the cells of cards and the holes of texts are read apart."""
    parser = scenario_parser()
    names = {str(rule.alias or rule.origin.name) for rule in parser._lark.rules}
    inlined = {str(rule.origin.name) for rule in parser._lark.rules if rule.options.expand1 and not rule.alias}
    apart = {"laws", "cell_steps", "cell_formula", "text_hole"}
    rules, _ = _covered()
    missing = {name for name in names - rules - inlined - apart if not name.startswith("_")}
    assert not missing


def test_every_word_of_the_language_is_explained() -> None:
    """Every terminal that is a word or several stands on the page in backticks or in an example."""
    parser = scenario_parser()
    spelled = parser._explainer._words.spelling if hasattr(parser._explainer, "_words") else {}
    from interpreter.syntax.words import Words

    spelled = Words.of(parser._lark.terminals).spelling
    missing = [words for words in spelled.values() if words[0].isalpha() and not re.search(rf"\b{words}\b", TEXT)]
    assert not missing


def test_reserved_words_are_listed() -> None:
    parser = scenario_parser()
    listed = _words_under("Words that cannot be names")
    reserved = {word for word in interpreter_words() if word.isalpha()}
    assert listed == reserved, (sorted(reserved - listed), sorted(listed - reserved))
    assert parser.words >= reserved


def interpreter_words() -> frozenset[str]:
    from interpreter.reading import the_parser

    return the_parser().words


def test_free_words_are_listed() -> None:
    from interpreter.syntax.parser import SOFT

    assert _words_under("Words that stay free") >= SOFT


def _words_under(title: str) -> set[str]:
    start = TEXT.index(f"# {title}\n")
    end = TEXT.find("\n#", start + 1)
    return set(re.findall(r"`([a-z]+)`", TEXT[start:end]))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_is_explained_and_shown(name: str) -> None:
    assert f"`{FUNCTIONS[name].form}`" in TEXT
    shown = "\n".join(block.text for section in EXAMPLES for block in section.blocks)
    assert re.search(rf"\b{name}\(", shown)


def test_manifest_fields_and_cells_are_explained() -> None:
    manifest = json.loads((schemas_dir() / "manifest.schema.json").read_text(encoding="utf-8"))
    for key in (*manifest["properties"], *STANDARD, *ENDS):
        assert f"`{key}" in TEXT, key


def test_mechanics_of_the_library_are_listed() -> None:
    for file in (grammars_dir() / "library").glob("*.rules"):
        assert f"`{file.stem}`" in TEXT
