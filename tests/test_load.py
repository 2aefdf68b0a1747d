"""Loading: games and variants by name and by path, and what is kept between two loads."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

import interpreter
from interpreter.source import CODES, Problems
from tests.support.frame import FRAME, lay_out


def refused(code: str, *arguments: object) -> tuple[str, str | None]:
    with pytest.raises(Problems) as caught:
        interpreter.load(*arguments)  # type: ignore[arg-type]
    (found,) = caught.value.diagnostics
    assert found.code == code
    return found.message, found.help


def test_a_game_that_is_not_there() -> None:
    assert refused("R0007", "tic-tac-two") == ('there is no game "tic-tac-two"', 'did you mean "tic-tac-toe"?')
    message, help = refused("R0007", "zzzzzz")
    assert message == 'there is no game "zzzzzz"'
    assert str(help).startswith("the games are ")
    assert CODES["R0007"].wrong == "rulewright play tic-tac-two"


def test_a_folder_that_is_no_game(tmp_path: Path) -> None:
    message, _ = refused("R0003", tmp_path)
    assert "it has no game.yaml" in message


def test_a_variant_that_is_not_there() -> None:
    assert refused("R0601", FRAME, ["quik"]) == ('there is no variant "quik"', 'did you mean "quick"?')
    message, help = refused("R0601", "pig", ["zzzzzz"])
    assert (message, help) == ('there is no variant "zzzzzz"', "it has no variants")


def test_a_house_rule_from_elsewhere(tmp_path: Path) -> None:
    house_rule = tmp_path / "dear.rules"
    house_rule.write_text("variant dear\n  change price to 9\n", encoding="utf-8")
    game = interpreter.load(FRAME, [house_rule])
    assert game.variants == ("dear",)
    state = game.start(players=2, seed=1)
    assert "building costs 9" in state.why_not(0, "build")


def test_a_variant_chosen_twice_counts_once() -> None:
    assert interpreter.load(FRAME, ["quick", "quick"]).variants == ("quick",)


def test_a_copied_game_is_the_same_game_under_its_own_name(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    shutil.copytree(FRAME, one)
    shutil.copytree(FRAME, other)
    first, second = interpreter.load(one), interpreter.load(other)
    assert (first.name, second.name) == ("one", "other")
    assert first.fingerprint == second.fingerprint
    state = first.start(players=3, seed=5)
    state.choose(0)
    resumed = second.resume(json.loads(json.dumps(state.save())))
    assert resumed.inspect.key() == state.inspect.key()
    assert "other" in second.code.KEEPS[0].location


def test_relative_and_absolute_paths_name_the_same_game(monkeypatch: pytest.MonkeyPatch) -> None:
    absolute = interpreter.load(FRAME, ["quick"])
    monkeypatch.chdir(FRAME.parent)
    assert interpreter.load("frame", ["quick"]).fingerprint == absolute.fingerprint


def test_a_change_of_the_rules_is_seen_at_once(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "game", {})
    before = interpreter.load(folder)
    things = folder / "rules" / "frame_things.rules"
    things.write_text(things.read_text(encoding="utf-8").replace("let price = 4", "let price = 7"), encoding="utf-8")
    after = interpreter.load(folder)
    assert before.fingerprint != after.fingerprint
    assert before.start(players=2, seed=1).why_not(0, "build") == "Build is allowed."
    assert "building costs 7" in after.start(players=2, seed=1).why_not(0, "build")


def test_a_cache_that_cannot_be_used_is_no_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "file" / "cache"))
    assert interpreter.load("pig").start(seed=1).request is not None
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    interpreter.load("pig")
    for file in (tmp_path / "cache").iterdir():
        file.write_bytes(b"damaged")
    assert interpreter.load("pig").start(seed=1).request is not None


def test_a_house_rule_that_is_not_there_is_answered_with_the_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.rules").write_text("variant house\n  change goal to 50 was 100\n", encoding="utf-8")
    for name, message, help in (
        (
            "nowhere.rules",
            'there is no file "nowhere.rules"',
            "give its path from here, as in --variant my/house.rules",
        ),
        ("house", 'there is no variant "house"', "a house rule is named by its file: house.rules"),
        ("./house", 'there is no file "./house"', "the name of a file ends with .rules: ./house.rules"),
    ):
        with pytest.raises(Problems) as caught:
            interpreter.load("pig", variants=[name])
        assert (caught.value.diagnostics[0].message, caught.value.diagnostics[0].help) == (message, help)
    interpreter.load("pig", variants=["house.rules"])
