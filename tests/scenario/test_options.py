"""Options in scenarios: rules are compiled once for all that leave the table as it is, and again for the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from interpreter.scenario import read_scenarios, run_scenario
from interpreter.scenario.asking import AskableGames, Rules

GAME = {
    "game.yaml": "title: Wells\nplayers: {min: 2, max: 2}\n",
    "rules/play.rules": """\
option pace "How quick" is slow or quick, usually slow
option most "How far" is 3 to 9, usually 5
option hidden "Purses are hidden" is yes or no, usually no
option share "A step" is 1 to 4, usually 2
let steps =
  2 if pace is quick
  1 otherwise

keep place(player): 0 to most
keep purse(player): number, seen by owner, seen by everyone when hidden is no

procedure walk(player)
  raise player's place by steps * share

procedure play
  each player
    player chooses
      to go "Go"
        walk(player)
  end game
""",
}
SCENARIO = """\
scenario "{title}"
  players red, blue
{options}
  when
    walk(red)
  then
    red's place is {place}
    share is {share}
    {sees}
"""


def told(*options: str, place: int = 2, share: int = 2, sees: str = "blue sees red's purse") -> str:
    lines = "\n".join(f"  option {option}" for option in options)
    return SCENARIO.format(title=" ".join(options) or "usual", options=lines, place=place, share=share, sees=sees)


# Worked out by hand from the rules above, and whether rules of their own are compiled.
CASES = [
    (told(), 1),
    (told("pace is quick", place=4), 1),
    (told("share is 4", place=4, share=4), 1),
    (told("pace is quick", "share is 1", place=2, share=1), 1),
    (told("most is 3"), 2),
    (told("hidden is yes", sees="blue does not see red's purse"), 2),
]


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    found: list[object] = []
    made = Rules.__init__

    def counted(self: Rules, game: Path, variants: Sequence[str], options: Mapping[str, object], *rest: Any) -> None:
        found.append(options)
        made(self, game, variants, options, *rest)

    monkeypatch.setattr(Rules, "__init__", counted)
    return found


def laid_out(folder: Path, files: Mapping[str, str] = GAME) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def run(folder: Path, askables: AskableGames, text: str) -> str:
    file = folder / "one.scenario"
    file.write_text(text, encoding="utf-8")
    return run_scenario(read_scenarios(file)[0], askables).report


@pytest.mark.parametrize(("text", "rules"), CASES, ids=lambda one: one.split('"')[1] if isinstance(one, str) else "")
def test_the_rules_follow_the_options(tmp_path: Path, compiled: list[object], text: str, rules: int) -> None:
    game = laid_out(tmp_path)
    askables = AskableGames(game)
    assert run(game, askables, told()) == ""
    assert run(game, askables, text) == ""
    assert len(compiled) == rules
    assert run(game, askables, told()) == "", "the usual options are as they were"


def test_a_range_that_follows_an_option_is_kept_to(tmp_path: Path) -> None:
    game = laid_out(tmp_path)
    report = run(game, AskableGames(game), told("most is 3", "share is 4", place=4, share=4))
    assert "place" in report
    assert "3" in report


def test_what_is_no_option_is_told_at_its_line(tmp_path: Path) -> None:
    game = laid_out(tmp_path)
    askables = AskableGames(game)
    assert 'there is no option "pase"' in run(game, askables, told("pase is quick"))
    report = run(game, askables, told("pace is quickly"))
    assert 'the option "pace" takes slow or quick, not quickly' in report
    assert "one.scenario:3" in report


SECRETIVE = {
    "game.yaml": "title: Whispers\nplayers: {min: 2, max: 2}\n",
    "rules/play.rules": """\
option polite "One bows" is yes or no, usually no
option rumours "The rich are asked" is yes or no, usually no
keep purse(player): number, seen by owner
keep bows(player): number

procedure evening(player)
  announce "Evening falls"
  if polite is yes
    player gains 1 bow
  if rumours is yes
    if player's purse is at least 5
      player may boast
        player gains 1 bow
  otherwise
    player may boast
      player gains 1 bow
  player chooses dawn in 1 to 2

procedure play
  each player
    evening(player)
  end game
""",
}
EVENING = """\
scenario "{polite} {rumours}"
  players red, blue
  option polite is {polite}
  option rumours is {rumours}
  given
    red's purse is 5
  when
    evening(red)
  then
    blue {told} "Evening falls"
"""
# With rumours the question depends on a purse, which blue does not see; a bow before it shows nothing of that.
EVENINGS = [
    ("no", "no", "is told", 1),
    ("yes", "no", "is told", 1),
    ("no", "yes", "is told", 2),
    ("yes", "yes", "is told", 2),
]


def test_rules_are_compiled_once_for_every_way_in_which_secrets_are_kept(
    tmp_path: Path, compiled: list[object]
) -> None:
    game = laid_out(tmp_path, SECRETIVE)
    askables = AskableGames(game)
    for polite, rumours, told, rules in EVENINGS:
        assert run(game, askables, EVENING.format(polite=polite, rumours=rumours, told=told)) == ""
        assert len(compiled) == rules
    assert run(game, askables, EVENING.format(polite="no", rumours="no", told="is told")) == ""


def test_rules_that_cannot_be_read_are_read_once(tmp_path: Path, compiled: list[object]) -> None:
    game = laid_out(tmp_path, {**GAME, "rules/play.rules": "procedure play\n  go_home\n"})
    askables = AskableGames(game)
    reports = {run(game, askables, told(*options)) for options in ((), ("pace is quick",), ("share is 4",))}
    assert len(compiled) == 1
    assert len(reports) == 1
    assert "play.rules:2" in reports.pop()


def test_rules_beyond_what_python_can_nest_are_told_to_be_so(tmp_path: Path) -> None:
    """Twenty loops in one another are as many as Python takes."""
    loops = "".join("  " * (depth + 1) + f"each n{depth} in 1 to 2\n" for depth in range(21))
    rules = f"keep total: number\nprocedure play\n{loops}{'  ' * 22}raise total by 1\n"
    game = laid_out(tmp_path, {**GAME, "rules/play.rules": rules})
    report = run(game, AskableGames(game), 'scenario "deep"\n  players red, blue\n  when\n    play\n')
    assert "these rules are nested too deeply" in report
    assert "one.scenario:4" in report
    assert "move inner steps into procedures" in report
