"""People and automas: how many play, who sits where, and set-ups that the rules refuse.

The expected names and seats are counted by hand from the two lines of each variant.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter import Game
from interpreter.source import Problems
from tests.support.command_line import Run

FILES = {
    "game.yaml": "title: Guess\nplayers: {min: 3, max: 4}\ndefault_players: 4\n",
    "rules/play.rules": """
option tokens is 1 to 9, usually 3
keep points(player): number
needs tokens is not 2 because "{tokens} tokens do not do for {count(players)}"
needs count(players) is not 4 or tokens is at least 3 because "four need 3 tokens"
procedure play
  repeat 2 times
    each player
      player chooses number in 1 to 6
      player gains number points
  each player
    player scores player's points
instead of choosing number where is_automa(player)
  answer seat(player)
""",
    "variants/between.rules": "variant between\n  people 2\n  automa in seat 2\n",
    "variants/full.rules": "variant full\n  people 1 to 3\n  automas fill up to 4 seats\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def reasons(game: Game, players: int) -> list[tuple[str, str]]:
    with pytest.raises(Problems) as refused:
        game.start(players=players)
    return [(found.code, found.message) for found in refused.value.diagnostics]


@pytest.mark.parametrize(
    ("variants", "counts", "usual"), [((), (3, 4), 4), (("between",), (2,), 2), (("full",), (1, 2, 3), 1)]
)
def test_how_many_people_play(folder: Path, variants: tuple[str, ...], counts: tuple[int, ...], usual: int) -> None:
    game = interpreter.load(folder, variants)
    assert (game.player_counts, game.default_players) == (counts, usual)
    assert (game.players_min, game.players_max) == (counts[0], counts[-1])


def test_an_automa_sits_between_two_people(folder: Path) -> None:
    state = interpreter.load(folder, ["between"]).start(names=["ann", "bob"])
    assert (state.player_names, state.automas) == (("ann", "automa", "bob"), (1,))
    asked = []
    while state.request is not None:
        asked.append(state.player_names[state.request.player])
        state.choose(6)
    assert asked == ["ann", "bob"] * 2
    assert state.result is not None
    assert state.result.scores == {0: 12, 1: 4, 2: 12}


def test_automas_fill_the_table(folder: Path) -> None:
    game = interpreter.load(folder, ["full"])
    assert game.start(players=1).player_names == ("red", "automa_1", "automa_2", "automa_3")
    assert game.start(players=3).automas == (3,)


def test_people_are_not_called_like_automas(folder: Path) -> None:
    with pytest.raises(Problems, match="each player needs a different name"):
        interpreter.load(folder, ["between"]).start(names=["ann", "automa"])


def test_what_the_rules_need_of_a_set_up(folder: Path) -> None:
    assert reasons(interpreter.load(folder, options={"tokens": 2}), 4) == [
        ("R0815", "2 tokens do not do for 4"), ("R0815", "four need 3 tokens"),
    ]  # fmt: skip
    game = interpreter.load(folder, options={"tokens": 1})
    assert (game.player_counts, game.players_max, game.default_players) == ((3,), 3, 3)
    assert game.start(players=3).request is not None


def test_for_another_number_a_variant_is_named(folder: Path) -> None:
    [found] = interpreter.load(folder).refusals(2)
    assert (found.code, found.help) == ("R0810", "for 2, choose the variant between or full")


@pytest.mark.parametrize("replay", [False, True])
@pytest.mark.parametrize(("variant", "people"), [("between", 2), ("full", 1), ("full", 3)])
def test_a_saved_game_has_the_same_seats(folder: Path, variant: str, people: int, replay: bool) -> None:
    game = interpreter.load(folder, [variant])
    state = game.start(players=people, seed=3)
    state.choose(4)
    again = game.resume(state.save(), replay=replay)
    assert (again.inspect.key(), again.automas, again.player_names) == (
        state.inspect.key(),
        state.automas,
        state.player_names,
    )


def test_a_save_with_other_seats_is_refused(folder: Path) -> None:
    game = interpreter.load(folder, ["between"])
    data = game.start(players=2).save()
    for automas in ([0], [], [0, 1, 2], "x"):
        with pytest.raises(Problems):
            game.resume({**data, "automas": automas})


def test_a_match_names_the_automas(folder: Path, run: Run) -> None:
    result = run("play", str(folder), "--variant", "between", "--seats", "random,automa,eager", "--seed", "1")
    assert result.exit_code == 0
    assert result.stdout.startswith("Guess, 2 players and an automa, seed 1")
    assert "red: random, automa: played by the rules, blue: eager" in result.stdout


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (["--variant", "between", "--seats", "automa,random,random"], "R0902", "write random,automa,random"),
        (["--seats", "random,random,automa"], "R0810", "3 to 4 players, not 2"),
        (["--seats", "random,random,random,automa"], "R0902", "the rules play no seat here"),
        (["--variant", "between", "--players", "3"], "R0810", "is for 2 players, not 3"),
        (["--option", "tokens=2"], "R0815", "2 tokens do not do for 4"),
    ],
)
def test_what_is_refused_at_the_table(folder: Path, run: Run, words: list[str], code: str, sentence: str) -> None:
    result = run("play", str(folder), *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"error[{code}]" in result.stderr
    assert sentence in result.stderr


def test_reports_count_automas_apart(folder: Path, run: Run) -> None:
    result = run("simulate", str(folder), "--variant", "full", "--players", "2", "--games", "4", "--bot", "random")
    assert result.exit_code == 0
    assert "with 2 players: 4 finished" in result.stdout
    assert [line.split()[:2] for line in result.stdout.splitlines() if line[:1].isdigit() and line[1:3] == "  "] == [
        ["1", "random"], ["2", "random"], ["3", "automa"], ["4", "automa"],
    ]  # fmt: skip


def test_nothing_is_counted_of_a_refused_set_up(folder: Path, run: Run) -> None:
    result = run("simulate", str(folder), "--option", "tokens=2", "--games", "4", "--bot", "random")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "2 tokens do not do for 4" in result.stderr
