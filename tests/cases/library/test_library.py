"""The standard library: each mechanic has a small game here that shows it, with a house rule that changes it by name."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import interpreter
from interpreter.check.names.builtins import FUNCTIONS
from interpreter.reading import the_parser
from interpreter.source import render
from interpreter.source.bundled import grammars_dir
from interpreter.syntax.words import Words
from interpreter.tools.check.problems import problems
from interpreter.tools.show.stages import show

HERE = Path(__file__).parent
LIBRARY = {file.stem: file for file in sorted((grammars_dir() / "library").glob("*.rules"))}
CASES = sorted(folder.name for folder in HERE.iterdir() if (folder / "game.yaml").exists())
NAME = re.compile(r"[a-z][a-z0-9_]*")
MOST = 5000  # decisions of a random game


def test_every_mechanic_has_a_game() -> None:
    assert list(LIBRARY) == CASES


@pytest.mark.parametrize("name", CASES)
def test_file_holds_its_mechanic_and_explains_it(name: str) -> None:
    """The file bears the mechanic's name; the comment on top names every blank and ends in an example."""
    text = LIBRARY[name].read_text(encoding="utf-8")
    comment, _, rules = text.partition(f"\nmechanic {name} ")
    assert rules
    assert rules.count("\nmechanic ") == 0
    assert all(line.startswith("#") or not line for line in comment.splitlines())
    assert "# Example" in comment
    for blank in re.findall(r"^  blank ([a-z_]+)", rules, re.MULTILINE):
        assert re.search(rf"\b{blank}\b", comment), blank
    for step in re.findall(r"^ +step ([a-z_]+)", rules, re.MULTILINE):
        assert re.search(rf"\b{step}\b", comment), step


@pytest.mark.parametrize("name", CASES)
def test_game_and_variants_have_no_mistakes(name: str) -> None:
    found = problems(HERE / name)
    assert not found, "\n".join(map(render, found))
    assert (HERE / name / "variants").is_dir()


@pytest.mark.parametrize("name", CASES)
def test_scenarios(name: str) -> None:
    results = list(interpreter.run_scenarios(HERE / name))
    assert results
    for result in results:
        assert result.passed, result.report


@pytest.mark.parametrize("name", CASES)
def test_random_games_end(name: str) -> None:
    variants = sorted(file.stem for file in (HERE / name / "variants").glob("*.rules"))
    for chosen in ([], variants):
        game = interpreter.load(HERE / name, chosen)
        for players in range(game.players_min, game.players_max + 1):
            for seed in range(5):
                game.start(players, seed).play_out(random.Random(seed), MOST)


@pytest.mark.parametrize("name", CASES)
def test_nobody_learns_of_a_secret_decision(name: str) -> None:
    """While others decide in secret, a player's view and what a player is told do not depend on it."""
    game = interpreter.load(HERE / name)
    for seed in range(5):
        state = game.start(3, seed)
        generator = random.Random(seed)
        while state.request is not None:
            request = state.request
            if request.private and request.player < 2 and len(request.choices) > 1:  # seat 2 is the last to decide
                one, other = state.clone(), state.clone()
                one.choose(request.choices[0])
                other.choose(request.choices[-1])
                for viewer in (seat for seat in (0, 1, 2, None) if seat != request.player):
                    assert one.view(viewer) == other.view(viewer)
                    assert one.events_for(viewer) == other.events_for(viewer)
            state.choose(request.choices[generator.randrange(len(request.choices))])


@pytest.mark.parametrize("name", CASES)
def test_no_name_of_a_game_disturbs_a_mechanic(name: str, tmp_path: Path) -> None:
    """A game may use every name that the mechanic uses inside as its own."""
    _, _, rules = LIBRARY[name].read_text(encoding="utf-8").partition("\nmechanic ")
    own = "\n".join(file.read_text(encoding="utf-8") for file in (HERE / name / "rules").glob("*.rules"))
    declared = set(re.findall(r"^(?:keep|let|procedure|action|kind|cards|option) ([a-z_]+)", own, re.MULTILINE))
    instances = set(re.findall(rf"^{name} ([a-z_]+)", own, re.MULTILINE))
    language = Words.of(the_parser()._lark.terminals).single | FUNCTIONS.keys()
    words = set(NAME.findall(re.sub(r'"[^"]*"', "", rules))) - language
    names = sorted(words - declared - instances - {"player", "players", "everyone", "owner"})
    folder = tmp_path / name
    for file in (HERE / name).rglob("*"):
        if file.is_file() and file.suffix in (".yaml", ".rules"):
            target = folder / file.relative_to(HERE / name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "rules" / "same_names.rules").write_text("".join(f"let {word} = 1\n" for word in names), encoding="utf-8")
    disturbed = [finding for finding in problems(folder, []) if "library" in str(finding.span)]
    assert not disturbed, "\n".join(map(render, disturbed))


def test_what_is_not_used_is_not_there() -> None:
    """A game without mechanics holds nothing of them, and does not even read their files."""
    python = show("pig", "python")
    assert not [name for name in LIBRARY if f"{name}_" in python]


def test_an_unknown_mechanic_is_told_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "game.yaml").write_text("title: x\nplayers: {min: 2, max: 2}\n", encoding="utf-8")
    (tmp_path / "rules" / "x.rules").write_text(
        "auktion sale\n  minimum: 3\nprocedure play\n  end game\n", encoding="utf-8"
    )
    (found,) = problems(tmp_path)
    assert found.code == "R0208"
    assert found.help is not None
    assert "auction" in found.help
