"""What a variant can hold on to: giving procedures, printed columns, ranges, lists of actions, options of a choice.

Everything is played with a small game of its own; expected numbers are worked out by hand from its rules.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter import Game, State
from interpreter.source import Diagnostic
from tests.support.frame import findings

RULES = """
kind sort is plain, rare
cards card from "cards.yaml"
  worth: number
  sorts: list of sort
  rival: sort or none
  motto: text
  bonus(player): number
  effect(player): steps
let rounds_played = 2
let price = 4
keep money(player): number
keep round: 0 to rounds_played
keep log: list of number

procedure worth_of(player, number offered) gives number
  if offered is more than 5
    give 5
  give offered

procedure deal(player)
  let found = worth_of(player, 7)
  player gains found money

procedure bonus_of(player)
  fox's effect(player)
  player gains fox's bonus(player) + fox's worth + owl's worth money

procedure rounds
  repeat until round is rounds_played
    raise round by 1

procedure turn(player)
  player takes one of work, rest

action work
  you gain 1 money
action rest
  you choose target in [2, 3, 4]
  set log to [target]

procedure ask(player)
  player chooses
    to bid "Bid"
      player loses 1 money
    to fold
      player gains 1 money

procedure play
  end game
"""
CARDS = """
source: stand-in
rows:
  - {id: fox, worth: 1, sorts: [plain], motto: Early., bonus: 2 * seat(player), effect: player gains 10 money}
  - {id: owl, worth: 2, rival: rare, bonus: 0}
  - {id: elk, worth: 3, bonus: 0}
"""


def folder_with(tmp_path: Path, variants: dict[str, str], files: dict[str, str] | None = None) -> Path:
    everything = {
        "game.yaml": "title: Small\nplayers: {min: 2, max: 4}\n", "rules/small.rules": RULES, "cards.yaml": CARDS,
        **{f"variants/{name}.rules": f"variant {name}\n{text}" for name, text in variants.items()}, **(files or {}),
    }  # fmt: skip
    for name, text in everything.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def table_with(tmp_path: Path, law: str) -> tuple[Game, State]:
    game = interpreter.load(folder_with(tmp_path, {"law": law}), ["law"])
    return game, game.table(players=2, seed=1)


def money_after(tmp_path: Path, law: str, procedure: str) -> int:
    game, state = table_with(tmp_path, law)
    game.begin(state, procedure, [0])
    return int(state.view(0)["table"]["money"]["red"])


def said(tmp_path: Path, variants: dict[str, str], files: dict[str, str] | None = None) -> tuple[Diagnostic, ...]:
    return findings(folder_with(tmp_path, variants, files), list(variants))


@pytest.mark.parametrize(
    ("law", "expected"),
    [
        ("  instead of worth_of\n    give 3\n", 3),
        ("  instead of worth_of\n    proceed\n", 5),
        ("  instead of worth_of\n    proceed\n    give normal + 1\n", 6),
        ("  instead of worth_of\n    proceed\n    set normal to normal + 2\n", 7),
        ("  instead of worth_of where offered is 7\n    give 1\n", 1),
        ("  instead of worth_of where offered is 8\n    give 1\n", 5),
        ("  instead of worth_of\n    if offered is 7\n      give 2\n    otherwise\n      proceed\n", 2),
        ("  instead of worth_of\n    if offered is 8\n      give 2\n    otherwise\n      proceed\n", 5),
        ("  before worth_of\n    set offered to 4\n", 4),
        ("  after worth_of\n    player gains normal money\n", 10),
        ("  after worth_of\n    set normal to 0\n", 0),
        ("  instead of worth_of\n    proceed\n    proceed\n    give normal\n", 5),
    ],
)
def test_laws_around_a_procedure_that_gives(law: str, expected: int, tmp_path: Path) -> None:
    assert money_after(tmp_path, law, "deal") == expected


def test_a_law_must_give_what_the_procedure_gives(tmp_path: Path) -> None:
    for law in ("  instead of worth_of\n    player gains 1 money\n", "  without worth_of\n"):
        (problem,) = said(tmp_path, {"law": law})
        assert problem.code == "R0319"
        assert problem.span is not None
        assert problem.span.source.path.endswith("law.rules")


@pytest.mark.parametrize(
    ("law", "expected"),
    [
        ("", 15),  # 10 by its effect, bonus 2, worth 1 and 2
        ("  change fox's worth to 5 was 1\n", 19),
        (
            "  change fox's worth to normal + 5\n    was 1\n    when player_count is 2\n  let player_count = count(players)\n",
            20,
        ),
        ("  change fox's bonus(player) to 7 was 2 * seat(player)\n", 20),
        ("  change fox's bonus to normal + 1\n", 16),
        ("  change card's worth to 2 * normal\n", 18),
        ("  change card's worth to 2 * normal when card's rival is rare\n", 17),
        ("  change fox's bonus(you) to\n    9 if your money is 10\n    normal otherwise\n", 22),
        ("  instead of fox's effect\n    player gains 1 money\n", 6),
        ("  instead of fox's effect where player's money is 1\n    player gains 1 money\n", 15),
        ("  instead of fox's effect\n    proceed\n    proceed\n", 25),
        ("  after fox's effect\n    player gains this's worth money\n", 16),
        ("  before owl's effect\n    player gains 50 money\n", 15),
        ("  without fox's effect\n", 5),
    ],
)
def test_what_is_printed_is_changed(law: str, expected: int, tmp_path: Path) -> None:
    law = law or "  let nothing = 1\n"
    assert money_after(tmp_path, law, "bonus_of") == expected


@pytest.mark.parametrize(
    ("law", "condition"),
    [
        ("  change fox's sorts to [rare, plain] was [plain]\n", "fox's sorts is [rare, plain]"),
        ("  change elk's sorts to [rare] was []\n", "elk's sorts is [rare]"),
        ("  change owl's rival to none was rare\n", "owl's rival is none"),
        ("  change fox's rival to plain was none\n", "fox's rival is plain"),
    ],
)
def test_lists_and_none_are_changed(law: str, condition: str, tmp_path: Path) -> None:
    scenario = f'scenario "so"\n  variants law\n  then\n    {condition}\n'
    folder = folder_with(tmp_path, {"law": law}, {"scenarios/one.scenario": scenario})
    assert [result.passed for result in interpreter.run_scenarios(folder)] == [True]


@pytest.mark.parametrize(
    ("law", "code", "words"),
    [
        ("change fox's sorts to [rare] was [rare]", "R0604", "the table says [plain] here, not [rare]"),
        ("change owl's rival to none was plain", "R0604", "the table says rare here"),
        ("change fox's rival to plain was rare", "R0604", "the table says none here"),
        ("change fox's bonus to 1 was 3", "R0604", "the table says 2 * seat(player) here"),
        ("change fox's effect to 3", "R0602", "holds steps"),
        ("change fox's worth to yes", "R0301", "a number is needed here"),
        ('change fox\'s title to "Fox" when count(players) is 2', "R0602", "before the game begins"),
        ("instead of fox's worth\n    player gains 1 money", "R0602", "no steps"),
        ("instead of foxx's effect\n    player gains 1 money", "R0602", "no row"),
        ("add jump to turn", "R0207", "no action"),
        ("add work to deal", "R0602", "nobody takes"),
        ("add work to turn before jump", "R0602", "not one of these"),
        ("add gold to sort after silver", "R0602", "no sort"),
        ("add gold to card", "R0602", "not a list of names"),
        ('before choosing goal\n    needs price is 4 because "so"', "R0602", "nobody chooses"),
    ],
)
def test_what_cannot_be_changed_is_said(law: str, code: str, words: str, tmp_path: Path) -> None:
    (problem,) = said(tmp_path, {"law": f"  {law}\n"})
    assert problem.code == code
    assert words in problem.message


def test_a_range_follows_a_let(tmp_path: Path) -> None:
    game, state = table_with(tmp_path, "  change rounds_played to 5 was 2\n")
    game.begin(state, "rounds", [])
    assert state.view(0)["table"]["round"] == 5


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "keep step_now: 0 to money_of_all\nlet money_of_all = sum(player's money over players)",
            "known before the game",
        ),
        ("keep step_now: 5 to rounds_played", "5 to 2 is empty"),
        ("keep step_now: 0 to nothing_at_all", "known before the game"),
    ],
)
def test_a_range_that_cannot_be_known(line: str, words: str, tmp_path: Path) -> None:
    problems = said(tmp_path, {}, {"rules/more.rules": line + "\n"})
    assert [problem.code for problem in problems] == ["R0314"]
    assert words in problems[0].message


def test_a_variant_that_runs_into_a_range_is_told(tmp_path: Path) -> None:
    more = "let years = 4\nkeep year: 0 to 4\nprocedure go_on\n  repeat until year is years\n    raise year by 1\n"
    files = {"rules/more.rules": more}
    (warning,) = said(tmp_path, {}, files)  # before anybody changes it
    assert warning.code == "R0616"
    assert warning.help == "let the range follow: 0 to years"
    (problem,) = said(tmp_path, {"longer": "  change years to 5 was 4\n"}, files)
    assert problem.code == "R0306"
    assert "never 5" in problem.message
    assert problem.help is not None
    assert "0 to years" in problem.help


def test_an_action_is_added(tmp_path: Path) -> None:
    law = "  add jump(3), sing to turn before rest\n  action jump(number far)\n    you gain far money\n"
    law += "  action sing\n    you gain 9 money\n"
    game, state = table_with(tmp_path, law)
    game.begin(state, "turn", [0])
    assert state.request is not None
    assert [choice.name for choice in state.request.choices] == ["work", "jump", "sing", "rest"]
    state.choose("jump")
    assert state.view(0)["table"]["money"]["red"] == 3


def test_a_choice_and_a_way_get_one_more_need(tmp_path: Path) -> None:
    law = (
        '  before choosing target in rest where price is 4\n    needs target is not 3 because "not three"\n'
        '  before bid in ask\n    needs player\'s money is at least 1 because "you have nothing"\n'
        '  before work\n    let least = 2\n    needs your money is at least least because "at least {least}"\n'
    )
    game, state = table_with(tmp_path, law)
    game.begin(state, "turn", [0])
    assert state.request is not None
    assert [(refusal.label, refusal.reason) for refusal in state.request.refused] == [("Work", "at least 2")]
    state.choose("rest")
    assert [choice.value for choice in state.request.choices] == [2, 4]
    assert [refusal.reason for refusal in state.request.refused] == ["not three"]
    state.choose("4")
    game.begin(state, "ask", [0])
    assert [refusal.reason for refusal in state.request.refused] == ["you have nothing"]


def test_a_kind_gets_another_member(tmp_path: Path) -> None:
    game = interpreter.load(folder_with(tmp_path, {"law": "  add odd, strange to sort after plain\n"}), ["law"])
    assert list(game.code.KINDS["sort"].members) == ["plain", "odd", "strange", "rare"]


def test_a_replaced_row_keeps_its_place(tmp_path: Path) -> None:
    new = "source: stand-in\nrows:\n  - {id: owl, worth: 9, bonus: 0, copies: 2}\n  - {id: bee, worth: 1, bonus: 0}\n"
    law = '  without elk\n  without owl\n  add card from "new.yaml"\n'
    game = interpreter.load(folder_with(tmp_path, {"law": law}, {"new.yaml": new}), ["law"], {})
    assert list(game.code.KINDS["card"].members) == ["fox", "owl", "owl_2", "bee"]


ONE = "  before deal\n    let extra = 1\n    player gains extra money\n"
TWO = ONE.replace("1", "2") + "  after deal\n    let extra = 3\n    player gains extra money\n"


def test_names_in_laws_of_two_variants_do_not_meet(tmp_path: Path) -> None:
    game = interpreter.load(folder_with(tmp_path, {"one": ONE, "two": TWO}), ["one", "two"])
    state = game.table(players=2, seed=1)
    game.begin(state, "deal", [0])
    assert state.view(0)["table"]["money"]["red"] == 5 + 1 + 2 + 3


def test_a_name_that_another_variant_takes_away_is_explained(tmp_path: Path) -> None:
    alone = {"tell": '  after deal\n    announce "{found}"\n'}
    assert said(tmp_path, alone) == ()
    (problem,) = said(tmp_path, {**alone, "other": "  instead of deal\n    player gains 1 money\n"})
    assert problem.code == "R0201"
    assert problem.help is not None
    assert "the variant other replaces" in problem.help


@pytest.mark.parametrize("word", ["instead of deal", "without deal"])
def test_a_replaced_rule_says_which_laws_it_takes_with_it(word: str, tmp_path: Path) -> None:
    base = {"rules/more.rules": "procedure day(player)\n  step morning\n    player gains 1 money\n"}
    steps = "\n    player gains 9 money" if word.startswith("instead") else ""
    variants = {"early": "  after morning in day\n    player gains 1 money\n",
                "gone": f"  {word.replace('deal', 'day')}{steps}\n"}  # fmt: skip
    problems = said(tmp_path, variants, base)
    assert [(problem.code, problem.severity) for problem in problems] == [("R0614", "warning")]
    assert "the variant gone" in problems[0].message


PLAIN = "  instead of deal\n    player gains 1 money\n"
SOMETIMES = "  instead of deal where player's money is 0\n    player gains 2 money\n"


def test_the_order_of_variants_is_stated_or_a_conflict(tmp_path: Path) -> None:
    (problem,) = said(tmp_path, {"one": PLAIN, "two": SOMETIMES})
    assert problem.code == "R0603"
    assert money_with(tmp_path, {"one": PLAIN, "two": "  extends one\n" + SOMETIMES}) == {2}
    assert money_with(tmp_path, {"one": "  extends two\n" + PLAIN, "two": SOMETIMES}) == {1}
    stated = {"one": PLAIN, "two": SOMETIMES, "three": "  requires one, two\n  two extends one\n"}
    assert money_with(tmp_path, stated) == {2}


def money_with(tmp_path: Path, variants: dict[str, str]) -> set[int]:
    """What red gets, with the variants named in one order and in the other."""
    found = set()
    for names in (sorted(variants), sorted(variants, reverse=True)):
        game = interpreter.load(folder_with(tmp_path, variants), names)
        state = game.table(players=2, seed=1)
        game.begin(state, "deal", [0])
        found.add(int(state.view(0)["table"]["money"]["red"]))
    return found


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    [
        ("change price to 3 when count(players) is 2", "change price to 5", ["R0603"]),
        ("change price to 3 when count(players) is 2", "change price to 3 when rounds_played is 2", []),
        ("change price to 3 when count(players) is 2", "change price to 5 when count(players) is 3", []),
        (
            "change price to normal + 1 when count(players) is 2",
            "change price to normal - 2 when count(players) is 3",
            [],
        ),
        (
            "change price to 2 * normal when count(players) is 2",
            "change price to normal + 1 when count(players) is 2",
            ["R0603"],
        ),
    ],
)
def test_changes_whose_order_matters(one: str, two: str, expected: list[str], tmp_path: Path) -> None:
    problems = said(tmp_path, {"one": f"  {one}\n", "two": f"  {two}\n"})
    assert [problem.code for problem in problems] == expected


def test_must_leave_in_a_law_closes_the_ways_that_lead_to_it(tmp_path: Path) -> None:
    more = "procedure spend(player)\n  player chooses amount in 1 to 3\n  player loses amount money\n"
    more += "procedure day(player)\n  player chooses\n    to shop\n      spend(player)\n    to sleep\n      stop\n"
    law = '  after spend\n    must leave player\'s money is at least 3 because "three must be left"\n'
    game = interpreter.load(folder_with(tmp_path, {"law": law}, {"rules/more.rules": more}), ["law"])
    for money, ways in ((3, ["sleep"]), (4, ["shop", "sleep"])):
        state = game.table(players=2, seed=1)
        game.begin(state, "deal", [0])  # 5 money
        state.engine.position.cells[game.code.keep_by_name["money"][1]] = money
        game.begin(state, "day", [0])
        assert state.request is not None
        assert [choice.name for choice in state.request.choices] == ways
    state.choose("shop")
    assert state.request is not None
    assert [choice.value for choice in state.request.choices] == [1]


def test_a_change_that_does_not_ask_for_the_old_value_leaves_it_alone() -> None:
    results = list(interpreter.run_scenarios(Path(__file__).parents[1] / "cases" / "native" / "unasked"))
    assert [(one.name, one.passed, one.report) for one in results if not one.passed] == []
    assert len(results) == 3
