"""What is checked again after an edit says the same as a check from nothing."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from interpreter.language.looking import words_in
from interpreter.language.parts import extent_of
from interpreter.language.workspace import Workspace
from tests.support.market import Market, market

WORD = re.compile(r"[a-z][a-z_]*")
EDITS = 16


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Market:
    return market(tmp_path_factory.mktemp("games") / "market")


def told(workspace: Workspace, path: Path) -> list[tuple[object, ...]]:
    found = [problem for problem in workspace.problems(path) if problem.span is not None]
    return sorted((str(extent_of(problem.span)), problem.code, problem.message) for problem in found if problem.span)


def meant(workspace: Workspace, path: Path) -> dict[object, tuple[str, str]]:
    return {
        extent_of(seen.word.span): (seen.word.meaning.sort, seen.word.meaning.name)
        for seen in words_in(workspace, path)
    }


def another(text: str, chance: random.Random) -> str:
    """One word of a text in the place of another one; now and then a new line above everything."""
    words = list(WORD.finditer(text))
    place, other = chance.choice(words), chance.choice(words)
    above = "# a remark\n" if chance.random() < 0.2 else ""
    return above + text[: place.start()] + other.group() + text[place.end() :]


@pytest.mark.parametrize("name", ["play", "goods", "variant"])
def test_after_every_edit_the_same_is_told_as_from_nothing(game: Market, name: str) -> None:
    path: Path = getattr(game, name)
    text, chance, compared = path.read_text(encoding="utf-8"), random.Random(11), 0
    workspace = Workspace()
    for _ in range(EDITS):
        edited = another(text, chance)
        workspace.files.open(path, edited)
        if workspace.syntax(path):
            workspace.problems(path)  # the last text that could be read stands in: from nothing there is none
            continue
        fresh = Workspace()
        fresh.files.parsers, fresh._parsers = workspace.files.parsers, workspace._parsers
        fresh.files.open(path, edited)
        assert told(workspace, path) == told(fresh, path), edited
        assert meant(workspace, path) == meant(fresh, path), edited
        compared += 1
        workspace.files.open(path, text)
        assert told(workspace, path) == []
    assert compared >= 3


def test_only_the_procedure_that_changed_is_checked(game: Market) -> None:
    workspace = Workspace()
    text = game.play.read_text(encoding="utf-8")
    workspace.files.open(game.play, text)
    workspace.problems(game.play)
    workspace.files.open(game.play, text.replace("  shuffle deck\n", "  shuffle deck\n  shuffle deck\n"))
    analysis = workspace.analysis(game.play)
    assert analysis is not None
    assert analysis.rechecking is not None
    assert "turn" in analysis.rechecking.left_out
    assert "play" not in analysis.rechecking.left_out


def test_what_a_declaration_changes_reaches_every_body(game: Market) -> None:
    workspace = Workspace()
    text = game.goods.read_text(encoding="utf-8")
    workspace.problems(game.goods)
    workspace.files.open(game.goods, text.replace("  price: 1 to 9", "  prize: 1 to 9"))
    assert any("price" in str(found) for found in told(workspace, game.goods))


def test_what_stands_in_the_brackets_reaches_those_who_use_it(game: Market) -> None:
    """Of a procedure in another file, which is otherwise as it was."""
    workspace = Workspace()
    text = game.play.read_text(encoding="utf-8")
    assert "procedure turn(player)" in text
    workspace.problems(game.play)
    workspace.files.open(game.play, text.replace("procedure turn(player)", "procedure turn(player, number more)"))
    assert any("R0302" in str(found) for found in told(workspace, game.play))


def test_a_text_that_changes_while_it_is_checked_is_checked_again(game: Market) -> None:
    """An editor does not wait: the next letter is typed in the middle of a check."""
    workspace, calls = Workspace(), 0
    text = game.goods.read_text(encoding="utf-8")
    workspace.files.open(game.goods, text)

    def typing() -> bool:
        nonlocal calls
        calls += 1
        if calls == 3:  # in the middle: rules are read, names are looked up
            workspace.files.open(game.goods, text.replace("  price: 1 to 9", "  prize: 1 to 9"))
        return True

    workspace.problems(game.goods, typing)
    assert calls > 3
    assert "R0423" in {code for _, code, _ in told(workspace, game.goods)}
