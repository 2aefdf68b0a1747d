"""Values that are worked out from secrets: whom they may be shown to, however they are put together; and that following them
comes to an end."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter import State
from interpreter.tools.check.problems import problems

HIDDEN = """\
keep money(player): number, starts at 5, seen by owner
keep heir(player): player, starts at next_player(player)
keep trusted(player): number
cards card from "cards/deck.yaml"
keep hand(player): pile of card, seen by owner
let partner(player) = next_player(player)
let saved(player) = player's money
let all_points(player) = player's trusted + saved(player)
let fortune(player) = all_points(player) + 1
"""
PLAY = """
procedure play
  each player
    player chooses next_step in 1 to 2
  end game
"""
NOT_SHOWN = {
    "sum": "all_points(player) + all_points(partner(player))",
    "sum, the other first": "all_points(partner(player)) + all_points(player)",
    "three deep": "fortune(player) + fortune(partner(player))",
    "of a stored player": "all_points(player) + all_points(player's heir)",
    "the partner alone": "all_points(partner(player))",
    "over everybody": "sum(all_points(other) over other in players)",
    "count of": "count(other in players where all_points(other) is more than 3)",
    "list": "count(list(other in players by highest all_points(other)))",
    "through a case": "larger(fortune(player), saved(partner(player)))",
}
SHOWN = {
    "one's own": "all_points(player) + fortune(player)",
    "of what lies open": "all_points(player) + partner(player)'s trusted",
    "how many cards": "all_points(player) + count(hand(partner(player)))",
}
RECURSIVE = """
let riches(player, number left), up to 9 times =
  player's money if left is 0
  player's money + riches({who}, left - 1) otherwise
let team(player), shown as "team" = riches(player, 2)
"""


def game_with(folder: Path, rules: str) -> Path:
    files = {
        "game.yaml": "title: Small\nplayers: {min: 2, max: 4}\n",
        "rules/play.rules": rules,
        "cards/deck.yaml": "source: rulebook\nrows:\n  - id: one\n  - id: two\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def codes(folder: Path) -> list[str]:
    return [found.code for found in problems(folder)]


def first_table(folder: Path) -> State:
    return interpreter.load(folder).start(players=2, seed=1)


@pytest.mark.parametrize("about", NOT_SHOWN)
def test_what_another_player_hides_is_not_shown(about: str, tmp_path: Path) -> None:
    folder = game_with(tmp_path, f'{HIDDEN}let team(player), shown as "team" = {NOT_SHOWN[about]}\n{PLAY}')
    assert codes(folder) == ["R0320"]


@pytest.mark.parametrize("about", SHOWN)
def test_what_one_may_know_is_shown(about: str, tmp_path: Path) -> None:
    folder = game_with(tmp_path, f'{HIDDEN}let team(player), shown as "team" = {SHOWN[about]}\n{PLAY}')
    assert codes(folder) == []
    assert set(first_table(folder).view(0)["shown"]["team"]) == {"red"}


@pytest.mark.parametrize(
    ("who", "found"), [("player", []), ("next_player(player)", ["R0320"]), ("player's heir", ["R0320"])]
)
def test_a_value_that_uses_itself_is_followed(who: str, found: list[str], tmp_path: Path) -> None:
    folder = game_with(tmp_path, HIDDEN + RECURSIVE.format(who=who) + PLAY)
    assert codes(folder) == found


WALK = """
let walk(list of number path), up to 9 times =
  path                               if count(path) is at least 3
  walk(joined(path, [count(path)]))  otherwise

procedure play
  let codes = walk([1])
  each player
    player chooses amount in 0 to count(codes)
  end game
"""
ASKED = """
let riches(player, number left), up to 9 times =
  0                                                 if left is 0
  player's money + riches({who}, left - 1)          otherwise

procedure play
  each player
    if riches(player, 2) is more than 3
      player may rest
        player gains 1 trusted
  end game
"""


def test_the_check_comes_to_an_end(tmp_path: Path) -> None:
    """A value that uses itself, put into a variable: what it rests on is a question that leads back to itself."""
    folder = game_with(tmp_path, HIDDEN + WALK)
    assert codes(folder) == []
    assert first_table(folder).choice_count == 4


@pytest.mark.parametrize(
    ("who", "found"), [("player", []), ("player's heir", ["R1002"]), ("next_player(player)", ["R1002"])]
)
def test_whose_secret_it_is_may_change_each_time(who: str, found: list[str], tmp_path: Path) -> None:
    """Being asked because of another's money is found behind the value's own steps, too: of the heir, of the heir's heir."""
    assert codes(game_with(tmp_path, HIDDEN + ASKED.format(who=who))) == found


@pytest.mark.parametrize(
    ("usually", "when", "under"),
    [
        ("no", "open", ""),
        ("yes", "not open", ""),
        ("yes", "open", "with open no: "),
        ("no", "not open", "with open yes: "),
    ],
)
def test_an_option_that_hides_it_is_read_with_a_not(usually: str, when: str, under: str, tmp_path: Path) -> None:
    """The neighbour's money decides who is asked; only the choice of the option that leaves it open gives nothing away."""
    option = f'option open "Is money open" is yes or no, usually {usually}\n'
    rules = option + HIDDEN.replace(
        "seen by owner\nkeep heir", f"seen by owner, seen by everyone when {when}\nkeep heir"
    )
    [found] = problems(game_with(tmp_path, rules + ASKED.format(who="next_player(player)")))
    assert (found.code, found.message.partition("whether")[0]) == ("R1002", under)


def chain(length: int, stored: int | None) -> str:
    """Values that are worked out from each other; every so manieth is stored instead."""
    lines = []
    for number in range(length):
        if stored is not None and number % stored == 0:
            lines.append(f"keep v{number}(player): number")
        else:
            lines.append(f"let v{number}(player) = v{number + 1}(player) + 1")
    return "\n".join([*lines, f"let v{length}(player) = player's money", ""])


def test_a_long_chain_of_values_is_told_and_can_be_helped(tmp_path: Path) -> None:
    found = problems(game_with(tmp_path / "long", HIDDEN + chain(300, None) + PLAY))
    assert [one.code for one in found] == ["R0107"]
    assert "store one along the way with keep" in (found[0].help or "")
    assert codes(game_with(tmp_path / "helped", HIDDEN + chain(300, 10) + PLAY)) == []
