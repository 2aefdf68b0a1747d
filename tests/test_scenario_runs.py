"""How a scenario is played and reported, with the frame of tests/cases/check."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import interpreter
from interpreter import ScenarioResult
from tests.support.frame import lay_out

RULES = """\
action sell "Sell"
  you chooses up to 2 cards in hand(you)
  move cards to discards

procedure buy(player)
  player pays 9 money to bank

procedure market_day(player)
  player takes one of sell
  player chooses
    to rest "Rest"
      player gains 1 money
    to work "Work"
      player gains 2 money
"""


def run(folder: Path, text: str) -> ScenarioResult:
    game = lay_out(folder / "game", {"rules/zz.rules": RULES})
    file = folder / "one.scenario"
    file.write_text(f'scenario "one"\n  players red, blue\n{indent(dedent(text), "  ")}', encoding="utf-8")
    [result] = interpreter.run_scenarios(game, [file])
    return result


def test_every_line_that_is_not_so_is_told(tmp_path: Path) -> None:
    result = run(
        tmp_path,
        """\
        given
          red's money is 4
        then
          red's money is 5
          red's money is 4
          red's mony is 5
          game is over
        """,
    )
    assert [(found.code, found.span.line) for found in result.diagnostics if found.span] == [
        ("R0701", 6), ("R0201", 8), ("R0709", 9),
    ]  # fmt: skip


def test_every_row_that_is_not_so_is_told(tmp_path: Path) -> None:
    result = run(
        tmp_path, "cases cost(city, red) for city\n  harbour gives 3\n  hill_fort gives 4\n  harbour gives 5\n"
    )
    assert [found.code for found in result.diagnostics] == ["R0701", "R0701"]
    assert "cost(city, red) gives 4 here, not 3" in result.report


def test_what_is_wrong_later_depends_on_what_is_wrong_now(tmp_path: Path) -> None:
    result = run(tmp_path, "then\n  red's money is 9\nwhen\n  sale(red)\nthen\n  red's money is 9\n")
    assert [found.span.line for found in result.diagnostics if found.span] == [4]


def test_done_may_be_left_out_wherever_the_several_things_stand_on_the_line(tmp_path: Path) -> None:
    text = """\
    given
      red's hand is [mill, theatre]
    when
      market_day(red)
      red chooses sell, mill
      red chooses work
    then
      red's hand is [theatre]
    """
    assert run(tmp_path, text).report == ""


def test_a_game_that_cannot_begin(tmp_path: Path) -> None:
    assert run(tmp_path, 'variants war, peace\nthen\n  game is refused because "not played together"\n').report == ""
    assert run(tmp_path, 'option coins is 30\nthen\n  game is refused because "takes 1 to 9"\n').report == ""


def test_no_score_is_said_in_words(tmp_path: Path) -> None:
    assert "red has no score, not 3" in run(tmp_path, "then\n  red scores 3\n").report


def test_a_fault_tells_its_line_and_the_rules_that_ran(tmp_path: Path) -> None:
    result = run(tmp_path, "given\n  red's money is 0\nwhen\n  sale(blue)\n  buy(red)\n")
    [fault] = result.diagnostics
    assert (fault.code, fault.span and fault.span.line) == ("R0710", 7)
    assert "red must pay 9 money and has too little" in fault.message
    assert any("zz.rules" in note.message for note in fault.notes)


def test_the_nearest_name_is_offered(tmp_path: Path) -> None:
    result = run(tmp_path, "when\n  vote(red)\n  red chooses agre\n")
    assert 'did you mean "agree"? way: agree, refuse is offered' in result.report
    assert 'did you mean "red"?' in run(tmp_path, "when\n  vote(red)\n  rde chooses agree\n").report


def test_the_sides_of_every_comparison_are_told(tmp_path: Path) -> None:
    text = "given\n  red's money is 4\n  red's hand is [mill]\nthen\n  "
    report = run(tmp_path, text + "red's money is 5 and not (theatre is in red's hand)\n").report
    assert "help: red's money is 4; red's hand is mill" in report
