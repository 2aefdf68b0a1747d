"""The language reference: every example is loaded and run, and nothing of the language is missing in it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from lark import Token, Tree

import interpreter
from interpreter.check.declarations.kinds import ENDS, STANDARD
from interpreter.check.names.builtins import FUNCTIONS
from interpreter.reading import the_parser
from interpreter.runtime.chance import below, pick, roll, shuffle
from interpreter.scenario.running import the_parser as scenario_parser
from interpreter.source import render
from interpreter.source.bundled import grammars_dir, schemas_dir
from interpreter.syntax.parser import SOFT
from interpreter.syntax.words import Words
from interpreter.tools.check.problems import problems
from tests.docs.examples import Block, Section, folder_of, sections

PAGES = sorted((Path(interpreter.__file__).resolve().parent.parent / "docs" / "reference").glob("*.md"))
TEXTS = {page.stem: page.read_text(encoding="utf-8") for page in PAGES}
TEXT = "\n".join(TEXTS.values())
SECTIONS = [section for page, text in TEXTS.items() for section in sections(text, page)]
TABLE_SECTION = "The table of the examples"
TABLE = next(section.blocks for section in SECTIONS if section.title == TABLE_SECTION)
EXAMPLES = [section for section in SECTIONS if section.of("rules", "steps", "variant", "scenario", "file")]
WRONG = [(section, block) for section in SECTIONS for block in section.of("wrong")]
MASK = (1 << 64) - 1


def _name(section: Section) -> str:
    return f"{section.page}_{section.line}_{re.sub(r'[^a-z]+', '_', section.title.lower())[:30]}"


def _laid_out(section: Section, folder: Path, wrong: Block | None = None) -> Path:
    table = () if section.title == TABLE_SECTION else TABLE
    return folder_of(section, table, wrong).write(folder / "games" / "example")


@pytest.mark.parametrize("section", EXAMPLES, ids=_name)
def test_example(section: Section, tmp_path: Path) -> None:
    """The rules of a section make a game without mistakes; its variants too; its scenarios hold."""
    folder = _laid_out(section, tmp_path)
    found = problems(folder)
    assert not found, "\n".join(map(render, found))
    for result in interpreter.run_scenarios(folder):
        assert result.passed, result.report


@pytest.mark.parametrize(("section", "block"), WRONG, ids=lambda value: f"line_{value.line}")
def test_mistake(section: Section, block: Block, tmp_path: Path) -> None:
    """A mistake is reported as the page says: by its code, and in the words of the text block behind it."""
    found = problems(_laid_out(section, tmp_path, block))
    assert [finding.code for finding in found] == (block.word("wrong") or "").split(",")
    following = [other for other in section.blocks if other.line > block.line]
    if following and following[0].language == "text":
        message = "\n".join(render(finding) for finding in found).replace(
            "games/example/rules/wrong.rules", "turns.rules"
        )
        assert message.strip() == following[0].text.strip()


def test_a_fault_in_a_scenario_is_told_in_words(tmp_path: Path) -> None:
    """Whether the procedure can stop for a decision or not, and in a condition too; never as a Python error."""
    rules = """
keep found: number
procedure at_once
  set found to item([4, 5], found)
procedure asking(player)
  player chooses amount in 1 to 2
  at_once
procedure play
  end game
"""
    scenarios = """
scenario "at once"
  when
    at_once
scenario "behind a decision"
  players ann, bob
  when
    asking(ann)
    ann chooses 1
scenario "in a condition"
  then
    item([4, 5], found) is 4
"""
    section = sections(f"# Faults\n```rules\n{rules}```\n```scenario\n{scenarios}```\n")[0]
    results = list(interpreter.run_scenarios(_laid_out(section, tmp_path)))
    assert [[found.code for found in result.diagnostics] for result in results] == [["R0710"]] * 3


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
    """By the names of its rules; the cells of cards and the holes of texts are read apart, and a text is no value."""
    parser = scenario_parser()
    names = {str(rule.alias or rule.origin.name) for rule in parser._lark.rules}
    inlined = {str(rule.origin.name) for rule in parser._lark.rules if rule.options.expand1 and not rule.alias}
    apart = {"laws", "cell_steps", "cell_formula", "text_hole", "string"}
    rules, _ = _covered()
    missing = {name for name in names - rules - inlined - apart if not name.startswith("_")}
    assert not missing


def test_every_word_of_the_language_is_explained() -> None:
    """Every terminal that is a word or several stands on the page in backticks or in an example."""
    parser = scenario_parser()
    spelled = Words.of(parser._lark.terminals).spelling
    missing = [words for words in spelled.values() if words[0].isalpha() and not re.search(rf"\b{words}\b", TEXT)]
    assert not missing


def test_reserved_words_are_listed() -> None:
    """In a table; scenarios reserve no more words than rules do."""
    listed = _words_under("Words that cannot be names", "|")
    assert listed == the_parser().words == scenario_parser().words


def test_free_words_are_listed() -> None:
    assert _words_under("Words that stay free", "`") >= SOFT


def _words_under(title: str, line_start: str) -> set[str]:
    start = TEXT.index(f"# {title}\n")
    lines = TEXT[start : TEXT.find("\n#", start + 1)].splitlines()
    return {word for line in lines if line.startswith(line_start) for word in re.findall(r"`([a-z]+)`", line)}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_function_is_explained_and_shown(name: str) -> None:
    assert f"`{FUNCTIONS[name].form}`" in TEXT
    if FUNCTIONS[name].now:  # an old word
        assert f"| `{FUNCTIONS[name].form}` | `{FUNCTIONS[name].now}` |" in TEXT
        return
    shown = "\n".join(block.text for section in EXAMPLES for block in section.blocks)
    assert re.search(rf"\b{name}\(", shown)


def test_manifest_fields_and_cells_are_explained() -> None:
    manifest = json.loads((schemas_dir() / "manifest.schema.json").read_text(encoding="utf-8"))
    for key in (*manifest["properties"], *STANDARD, *ENDS):
        assert f"`{key}" in TEXT, key


def test_mechanics_of_the_library_are_listed() -> None:
    for file in (grammars_dir() / "library").glob("*.rules"):
        assert f"`{file.stem}`" in TEXT


# ---------------------------------------------------------------- chance, in the words of the page


class Described:
    """The generator as the page describes it."""

    def __init__(self, seed: int) -> None:
        x = (seed + 0x9E3779B97F4A7C15) & MASK
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
        self.x = (x ^ (x >> 31)) or 1

    def below(self, n: int) -> int:
        self.x ^= self.x >> 12
        self.x = (self.x ^ (self.x << 25)) & MASK
        self.x ^= self.x >> 27
        upper = ((self.x * 2685821657736338717) & MASK) >> 32
        return (upper * n) >> 32


@pytest.mark.parametrize("seed", [0, 1, 7, 2**64 - 1, 0x61C8864680B583EB])
def test_chance_is_as_described(seed: int) -> None:
    described, chance = Described(seed), interpreter.load("pig").table(2, seed, None, False)
    assert [described.below(n) for n in range(1, 100)] == [below(chance.engine.position, n) for n in range(1, 100)]
    assert tuple(described.below(6) + 1 for _ in range(5)) == roll(chance.engine.position, 5, 6)
    assert range(6)[described.below(6)] == pick(chance.engine.position, range(6))
    cards = list(range(20))
    chance.engine.position.lists = [cards[:]]
    for i in range(19, 0, -1):
        j = described.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    shuffle(chance.engine.position, 0)
    assert chance.engine.position.lists[0] == cards


def test_constants_of_chance_stand_on_the_page() -> None:
    for constant in ("0x9E3779B97F4A7C15", "0xBF58476D1CE4E5B9", "0x94D049BB133111EB", "2685821657736338717"):
        assert constant in TEXT


CHANGES = next(section for section in SECTIONS if section.title.startswith("I want to change"))
ROW = re.compile(r"^\| (?P<what>[^|`]+) \|[^|]+\| (?P<say>[^|]*`[^|]+) \|$", re.MULTILINE)
ROWS = ROW.findall(TEXT[TEXT.index("## I want to change") :].split("\n```", 1)[0])


@pytest.mark.parametrize("say", [say for _, say in ROWS], ids=[what for what, _ in ROWS])
def test_every_row_of_what_can_be_changed_has_an_example(say: str) -> None:
    """What a row says to write stands in a variant of the section, and a scenario there plays with that variant."""
    variants = {block.word("variant"): block.text for block in CHANGES.of("variant")}
    played = {name for name in variants if any(f"variants {name}\n" in block.text for block in CHANGES.of("scenario"))}
    for words in re.findall(r"`([^`]+)`", say):
        start = words.split("…")[0].rstrip(' "')
        assert any(start in variants[name] for name in played), words


def test_what_can_be_changed_has_a_row_for_each() -> None:
    assert len(ROWS) == 24
