"""What each word means: the recorder of the checker, the words of declarations and tables, and texts in parts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.check.names.recorder import Meaning
from interpreter.language.parts import Parts, RulesParser, ScenesParser, extent_of, read
from interpreter.language.workspace import Workspace
from interpreter.reading import the_parser
from interpreter.source import Source
from interpreter.source.bundled import games_dir, grammars_dir
from interpreter.syntax.printer import write
from interpreter.syntax.recovery import masked
from tests.support.market import Market, market

NAME = re.compile(r"(?<![\w'])[a-z][a-z0-9_]*")


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Market:
    return market(tmp_path_factory.mktemp("games") / "market")


@pytest.fixture(scope="module")
def workspace() -> Workspace:
    return Workspace()


def meanings(workspace: Workspace, path: Path, variant: Path | None = None) -> dict[tuple[int, str], Meaning]:
    """By line (from 1) and text of each word of a file."""
    analysis = workspace.analysis(variant or path)
    assert analysis is not None
    found = {}
    for words in analysis.words.by_text.values():
        for word in words:
            if word.span.source.path == str(path):
                found[extent_of(word.span).line + 1, word.span.text] = word.meaning
    return found


def test_the_game_of_these_tests_is_right(workspace: Workspace, game: Market) -> None:
    for path in (game.goods, game.variant, game.scenario):
        assert workspace.problems(path) == []


@pytest.mark.parametrize("name", ["pig", "kuhn-poker", "tic-tac-toe", "connect-four"])
def test_parts_say_what_the_file_says(name: str) -> None:
    rules, tests = RulesParser(grammars_dir()), ScenesParser(grammars_dir())
    for file in sorted((games_dir() / name).glob("rules/*.rules")):
        text = file.read_text(encoding="utf-8")
        parts = Parts(str(file))
        parts.update(text)
        for part in parts.parts:
            read(part, rules, tests)
        whole = the_parser().module(Source(str(file), text)).declarations
        assert [write(node) for part in parts.parts for node in part.declarations] == [write(node) for node in whole]
        for part in parts.parts:
            assert text.split("\n")[part.first - 1] == part.lines[0]


def test_every_name_means_something(workspace: Workspace, game: Market) -> None:
    """Each word of the rules is a word of the language or is known."""
    reserved = the_parser().vocabulary.single | {"nobody"}
    for path in (game.goods, game.play):
        known = meanings(workspace, path)
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            code = masked(line).split("  cites")[0]
            missing = [word for word in NAME.findall(code) if word not in reserved and (number, word) not in known]
            assert missing == [], f"{path.name}:{number}: {line}"


def test_words_mean_what_they_should(workspace: Workspace, game: Market) -> None:
    play, goods = meanings(workspace, game.play), meanings(workspace, game.goods)
    assert play[2, "goods"] == Meaning("kind", "good")
    assert play[2, "deck"] == Meaning("keep", "deck")
    assert play[6, "turn"] == Meaning("routine", "turn")
    assert play[8, "coins"] == Meaning("keep", "coins")
    assert play[12, "new_good"] == Meaning("step", "new_good", "turn")
    assert play[15, "price"] == Meaning("column", "price", "good")
    assert play[16, "cost"].sort == "variable"
    assert play[16, "cost"] == play[15, "cost"]
    assert play[14, "drawn"] == play[13, "drawn"]
    assert play[17, "effect"] == Meaning("column", "effect", "good")
    assert play[18, "sell"] == Meaning("routine", "sell")
    assert goods[12, "begins_with"] == Meaning("value", "begins_with")
    assert goods[15, "north"] == Meaning("member", "north", "town")


def test_words_of_tables_maps_and_the_manifest(workspace: Workspace, game: Market) -> None:
    cards, places, manifest = (meanings(workspace, path) for path in (game.cards, game.map, game.manifest))
    assert cards[3, "cloth"] == Meaning("member", "cloth", "good")
    assert cards[4, "red_goods"] == Meaning("member", "red_goods", "colour")
    assert cards[5, "price"] == Meaning("column", "price", "good")
    assert cards[6, "is_rich"] == Meaning("value", "is_rich")
    assert cards[8, "coins"] == Meaning("keep", "coins")
    assert places[6, "north"] == places[3, "north"] == Meaning("member", "north", "town")
    assert manifest[4, "quick"] == Meaning("option", "quick")


def test_words_of_a_variant(workspace: Workspace, game: Market) -> None:
    known = meanings(workspace, game.variant)
    assert known[3, "begins_with"] == Meaning("value", "begins_with")
    assert known[4, "cloth"] == Meaning("member", "cloth", "good")
    assert known[4, "price"] == Meaning("column", "price", "good")
    assert known[5, "new_good"] == Meaning("step", "new_good", "turn")
    assert known[6, "coin"] == Meaning("keep", "coins")
    assert known[7, "walk"] == Meaning("routine", "walk")


def test_without_a_recorder_nothing_is_recorded() -> None:
    from interpreter.reading import read_game

    _, _, checker = read_game(games_dir() / "pig", [], {})
    assert checker.recorder is None
    assert checker.env.recorder is None
