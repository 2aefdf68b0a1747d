"""The bots that play if none is named: the strongest that fit the time, and it is said which."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import interpreter
from interpreter.tools.simulate import strongest as choosing
from interpreter.tools.simulate.strongest import Chosen, in_words, strongest
from tests.support.command_line import Run


def timed(monkeypatch: pytest.MonkeyPatch, seconds: dict[str, float]) -> None:
    """A game of each bot takes so long; what is not named takes no time."""
    monkeypatch.setattr(choosing, "_seconds_of_a_game", lambda plan, *_: seconds.get(plan.bot_names[0], 0.0))


@pytest.mark.parametrize(
    ("seconds", "chosen"),
    [
        ({}, Chosen("search:300", 0.0)),
        ({"search:300": 2.0}, Chosen("greedy:3", 0.0, ("search:300", 200.0))),
        ({"search:300": 2.0, "greedy:3": 1.0, "greedy:1": 0.5}, Chosen("greedy:1", 50.0, ("greedy:3", 100.0))),
        (dict.fromkeys(("search:300", "greedy:3", "greedy:1"), 9.0), Chosen("random", 0.0, ("greedy:1", 900.0))),
    ],
)
def test_the_strongest_that_fits(seconds: dict[str, float], chosen: Chosen, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred games in a minute."""
    timed(monkeypatch, seconds)
    assert strongest(interpreter.load("pig"), 2, 100, 60.0) == chosen


def test_it_is_measured() -> None:
    """A search takes longer than a second for ten million games of anything, and less than an hour for two games of Pig."""
    game = interpreter.load("pig")
    assert strongest(game, 2, 10_000_000, 1.0).bot == "random"
    assert strongest(game, 2, 2, 3600.0, engine="python").bot == "search:300"


def test_it_is_said_which_and_how_long() -> None:
    said = in_words(Chosen("greedy:3", 27.2, ("search:300", 200.0)), 1000, 1.0)
    assert said == (
        "No bot is named: greedy:3 plays every seat, the strongest that needs no more than a minute for 1000 games (about 27 "
        "seconds). --bot greedy:3 plays the same games again. --bot search:300 is stronger and takes about 3 minutes."
    )
    said = in_words(Chosen("random", 0.0, ("greedy:1", 7200.0)), 10**6, 1.5)
    assert said.startswith(
        "No bot is named: random ones play, because those that think would take longer than 1.5 minutes."
    )


def test_commands_choose(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "short.rules").write_text('variant short "Short"\n  change goal to 20 was 100\n', encoding="utf-8")
    timed(monkeypatch, {"search:300": 60.0})
    done = run("simulate", "pig", "--games", "4", "--json", "-")
    assert json.loads(done.stdout)["bots"] == ["greedy:3", "greedy:3"]
    assert "greedy:3 plays every seat" in done.stderr
    compared = run("compare", "pig", "--variant", str(tmp_path / "short.rules"), "--games", "4", "--seed", "8")
    assert "for 8 games" in compared.stderr
    by_chance = run("simulate", "pig", "--games", "4", "--bot", "random")
    assert "Random bots hardly plan" in by_chance.stdout
    assert "No bot is named" not in by_chance.stderr
    for words in (("simulate", "pig", "--seats", "random,random"), ("compare", "pig", "--bot", "random")):
        assert "--minutes chooses a bot" in run(*words, "--games", "4", "--minutes", "2").stderr


def test_a_run_goes_on_with_its_bot(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fitted yesterday may not fit today: the games that are kept say which it was."""
    words = ("simulate", "pig", "--out", str(tmp_path / "games.csv"))
    timed(monkeypatch, {})
    assert run(*words, "--games", "2", "--bot", "eager").exit_code == 0
    more = run(*words, "--games", "4", "--resume")
    assert (more.exit_code, more.stderr) == (0, "")
    assert (tmp_path / "games.csv").read_text().count("eager") == 8
