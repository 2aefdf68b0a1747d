"""What designers wrote and could not mend: the language takes it, or the help says what to write, and that checks.

Helps that name a text are followed as an editor would; those that are sentences are followed by hand, in CURED.
"""

# ruff: noqa: E501 -- a text and its help are easier to compare when each is one line
from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter.finding import find_variants
from interpreter.reading import read_game
from tests.support.frame import findings, lay_out, variants_in
from tests.support.helps import is_meant_literally, not_followed, said_of

DECK = "kind suit is hearts, clubs\nkind rank is two, three, four\n"
GOODS = "source: stand-in\nrows: [{id: salt, worth: 1}, {id: silk, worth: 3}]\n"
TAKEN = {  # how many faces there are then, counted by hand
    "is in a list": (DECK + "cards face for each suit and rank, (2 if rank is in [two, three] otherwise 1) times\n", 10),
    "not in a list": (DECK + "cards face for each suit and rank, (2 if rank is not in [two, three] otherwise 1) times\n", 8),
    "a let with a parameter": (
        DECK + "let copies(rank) =\n  3 if rank is two\n  1 otherwise\n"
        "cards face for each suit and rank, copies(rank) times\n", 10,
    ),
    "a let in the possessive": (
        DECK + "let copies(rank) = (3 if rank is two otherwise 1)\ncards face for each suit and rank, (rank's copies) times\n", 10,
    ),
    "where in a list": (DECK + "cards face for each suit and rank where rank is in [two, three]\n", 4),
    "where in a let": (DECK + "let low = [two, three]\ncards face for each suit and rank where rank is in low\n", 4),
    "where with a let of its own": (
        DECK + "let is_low(rank) = rank is two\ncards face for each suit and rank where is_low(rank)\n", 2,
    ),
    "a column": (
        DECK + 'cards good from "cards/goods.yaml"\n  worth: number\ncards face for each suit and good, (good\'s worth) times\n', 8,
    ),
    "a range": ("cards face for each n in 1 to 6, (2 if n is in 2 to 4 otherwise 1) times\n", 9),
}  # fmt: skip
ALLOWED = {
    "a value on the next line": "procedure fiddle\n  let amount =\n    3 + 4\n  raise pot by amount\n",
    "a number or none": "let reaches(number or none bound, number value) = bound is none or value is at least bound\n",
}
LITERAL = {
    "where behind by": ("R0113", "let best = list(player in players by highest player's money where player's money is more than 3)\n"),
    "where behind by in each": (
        "R0113", "procedure fiddle\n  each player by highest player's money where rich(player)\n    raise pot by 1\n",
    ),
    "keep in each": ("R0113", "procedure fiddle\n  each player\n    keep found: number\n    raise found by 1\n"),
    "keep yes or no in if": ("R0113", "procedure fiddle\n  if pot is 0\n    keep found: yes or no\n    set found to yes\n"),
    "keep with a start": ("R0113", "procedure fiddle\n  each player\n    keep found: number, starts at price\n    raise pot by found\n"),
    "contains": ("R0113", "let has_mill(player) = player's hand contains mill\n"),
    "contains in brackets": ("R0113", "let has_mill(player) = hand(player) contains mill\n"),
    "contains a column": ("R0113", "let fits_in(industry) = industry's icons contains industry's sector\n"),
    "does not contain": ("R0113", "procedure fiddle\n  if deck does not contain mill\n    raise pot by 1\n"),
    "two kinds in a text": ("R0205", 'procedure fiddle\n  announce "{orange}"\n'),
    "two kinds in a let": ("R0205", "let first_one = orange\n"),
    "from where": ("R0113", "procedure fiddle\n  move mill from deck to discards\n"),
    "from whose hand": ("R0113", "procedure fiddle(player)\n  move mill from player's hand to discards\n"),
    "some cards from where": ("R0113", "procedure fiddle(player)\n  move 2 cards from deck to hand(player)\n"),
    "all players in a law with one": ("R0204", "let wealth(player) = sum(player's money over players)\n"),
    "all players in a comparison": ("R0204", "let ahead(player) = player's money is more than highest(player's money over players)\n"),
    "all players in a procedure": ("R0204", "procedure fiddle(player)\n  raise pot by count(players where rich(player))\n"),
}  # fmt: skip
SENTENCES = {
    "values in a circle": (
        "R0315", "write `, up to 20 times` behind the head of even and odd, or as deep as it can go at this table",
        {"rules/x.rules": "let even(number n) =\n  yes if n is 0\n  odd(n - 1) otherwise\nlet odd(number n) =\n  no if n is 0\n"
                          "  even(n - 1) otherwise\n"},
        {"rules/x.rules": "let even(number n), up to 20 times =\n  yes if n is 0\n  odd(n - 1) otherwise\n"
                          "let odd(number n), up to 20 times =\n  no if n is 0\n  even(n - 1) otherwise\n"},
    ),
    "a value of itself": (
        "R0315", "give it a case that does not use it: ... if ..., and below it the one that does: ... otherwise",
        {"rules/x.rules": "let down(number n) = down(n - 1)\n"},
        {"rules/x.rules": "let down(number n) =\n  0 if n is 0\n  down(n - 1) otherwise\n"},
    ),
    "a procedure as a number": (
        "R0304",
        "how often it has run is how_often(round)",
        {"rules/x.rules": "procedure round\n  raise pot by 1\nprocedure fiddle\n  if round is 3\n    raise pot by 1\n"},
        {"rules/x.rules": "procedure round\n  raise pot by 1\nprocedure fiddle\n  if how_often(round) is 3\n    raise pot by 1\n"},
    ),
    "a range in a change": (
        "R0113",
        "leave out `when ...`; or let the range be wide enough, and say with `needs` how far a player may go",
        {"rules/x.rules": "keep stage: 0 to 9\n", "variants/v.rules": "variant v\n  change stage to 0 to 12 when pot is 3\n"},
        {"rules/x.rules": "keep stage: 0 to 9\n", "variants/v.rules": "variant v\n  change stage to 0 to 12\n"},
    ),
    "a needs that is left out": (
        "R0113", 'write that text and where it stands: without needs "too dear" in buy',
        {"rules/x.rules": "procedure day(player)\n  player takes one of go, rest\naction go\n"
                          '  needs pot is more than 0 because "the pot is empty"\n  lower pot by 1\naction rest\n  raise pot by 1\n',
         "variants/v.rules": "variant v\n  without needs of go\n"},
        {"rules/x.rules": "procedure day(player)\n  player takes one of go, rest\naction go\n"
                          '  needs pot is more than 0 because "the pot is empty"\n  lower pot by 1\naction rest\n  raise pot by 1\n',
         "variants/v.rules": 'variant v\n  without needs "the pot is empty" in go\n'},
    ),
    "a name inside an if of what is hooked": (
        "R0201",
        'it is named inside an `if` of "throwing", which need not happen: put a step around it there and write: after that step',
        {"rules/x.rules": "procedure throwing\n  if pot is 0\n    roll 2 dice as throws\n    raise pot by count(throws)\n",
         "variants/v.rules": 'variant v\n  after throwing\n    announce "{throws}"\n'},
        {"rules/x.rules": "procedure throwing\n  if pot is 0\n    step cast\n      roll 2 dice as throws\n    raise pot by count(throws)\n",
         "variants/v.rules": 'variant v\n  after cast\n    announce "{throws}"\n'},
    ),
    "a comma in a row on one line": (
        "R0401", 'write: text: "Pay 3, then draw"',
        {"rules/x.rules": 'cards scrap from "cards/scraps.yaml"\n',
         "cards/scraps.yaml": "source: stand-in\nrows:\n  - {id: a, text: Pay 3, then draw, cites: X-1}\n"},
        {"rules/x.rules": 'cards scrap from "cards/scraps.yaml"\n',
         "cards/scraps.yaml": 'source: stand-in\nrows:\n  - {id: a, text: "Pay 3, then draw", cites: X-1}\n'},
    ),
    "a comma in a formula on one line": (
        "R0401", 'write: bonus: "larger(1, 2)"',
        {"rules/x.rules": 'cards scrap from "cards/scraps.yaml"\n  bonus(player): number\n',
         "cards/scraps.yaml": "source: stand-in\nrows:\n  - {id: a, bonus: larger(1, 2)}\n"},
        {"rules/x.rules": 'cards scrap from "cards/scraps.yaml"\n  bonus(player): number\n',
         "cards/scraps.yaml": 'source: stand-in\nrows:\n  - {id: a, bonus: "larger(1, 2)"}\n'},
    ),
    "how many is not known before": (
        "R0314", "name numbers, options, what is printed in tables declared above, or a let made of them, not what changes in play",
        {"rules/x.rules": DECK + "cards face for each suit, pot times\n"},
        {"rules/x.rules": DECK + "cards face for each suit, coins times\n"},
    ),
    "which ones is not known before": (
        "R0314", "name numbers, options, what is printed in tables declared above, or a let made of them, not what changes in play",
        {"rules/x.rules": DECK + "cards face for each suit where pot is 0\n"},
        {"rules/x.rules": DECK + "cards face for each suit where length is short\n"},
    ),
    "a column without its card": (
        "R0201", "it is printed on each industry: write industry's worth",
        {"rules/x.rules": "procedure fiddle(industry)\n  raise pot by worth\n"},
        {"rules/x.rules": "procedure fiddle(industry)\n  raise pot by industry's worth\n"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TAKEN)
def test_how_many_cards_follows_what_is_known_before_the_game(name: str, tmp_path: Path) -> None:
    text, count = TAKEN[name]
    folder = lay_out(tmp_path / "game", {"rules/x.rules": text, "cards/goods.yaml": GOODS})
    assert findings(folder, []) == ()
    assert len(read_game(folder, find_variants(folder, []), {})[0].kinds["face"].members) == count


@pytest.mark.parametrize("name", ALLOWED)
def test_the_language_takes_it(name: str, tmp_path: Path) -> None:
    assert findings(lay_out(tmp_path / "game", {"rules/x.rules": ALLOWED[name]}), []) == ()


@pytest.mark.parametrize("name", LITERAL)
def test_the_help_is_a_text_that_checks(name: str, tmp_path: Path) -> None:
    code, text = LITERAL[name]
    (found,) = said_of({"rules/x.rules": text}, tmp_path / "said")
    assert (found.code, is_meant_literally(found.help or "")) == (code, True), found.help
    assert not_followed({"rules/x.rules": text}, tmp_path) == []


@pytest.mark.parametrize("name", SENTENCES)
def test_the_help_is_a_sentence_that_checks_when_it_is_followed(name: str, tmp_path: Path) -> None:
    code, help, wrong, cured = SENTENCES[name]
    found = said_of(wrong, tmp_path / "wrong")
    assert [(one.code, one.help) for one in found] == [(code, help)]
    assert findings(lay_out(tmp_path / "cured", cured), variants_in(cured)) == ()


LISTS = """
cards card from "cards.yaml"
keep hand(player): pile of card
keep got(player): number
let pairs = [[fox, owl], [owl, bee], [bee]]
let sums = [[1, 2], [3]]
procedure play
  each player
    player chooses pair in pairs
    move pair to hand(player)
    player chooses numbers in sums
    raise player's got by count(numbers)
  end game
"""
PLAYED = """
scenario "a list is called by what is in it"
  players ann, bob
  when
    play
    ann chooses fox and owl
    ann chooses 3
    bob chooses bee
    bob chooses 1 and 2
  then
    hand(ann) is [fox, owl]
    bob's got is 2
"""


def test_a_choice_among_lists_has_names_that_people_read_and_scenarios_write(tmp_path: Path) -> None:
    files = {
        "game.yaml": "title: T\nplayers: {min: 2, max: 2}\n",
        "rules/play.rules": LISTS,
        "cards.yaml": "source: stand-in\nrows: [{id: fox}, {id: owl}, {id: bee}]\n",
        "scenarios/lists.scenario": PLAYED,
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    request = interpreter.load(tmp_path).start().request
    assert request is not None
    assert [choice.name for choice in request.choices] == ["fox and owl", "owl and bee", "bee"]
    assert [result.report for result in interpreter.run_scenarios(tmp_path)] == [""]


def test_what_one_line_of_a_scenario_names_is_not_known_to_the_others(tmp_path: Path) -> None:
    scenario = (
        'scenario "a bid"\n  players ann, bob\n  given\n    let bid = 3\n    set pot to bid\n  then\n    pot is 3\n'
    )
    folder = lay_out(tmp_path / "game", {"scenarios/bid.scenario": scenario})
    (result,) = interpreter.run_scenarios(folder)
    assert [one.help for one in result.diagnostics] == [
        "a line of a scenario names nothing for the others; write the value itself: 3"
    ]
    (folder / "scenarios" / "bid.scenario").write_text(
        scenario.replace("to bid", "to 3").replace("    let bid = 3\n", "")
    )
    assert [one.passed for one in interpreter.run_scenarios(folder)] == [True]


def test_a_let_in_a_procedure_has_cases(tmp_path: Path) -> None:
    """The first case that holds counts: 0 + 3, then 3 + 4, then 7 + 5."""
    rules = (
        "procedure fiddle\n  let amount =\n    3 if pot is 0\n    4 if pot is less than 5\n    5 otherwise\n"
        "  raise pot by amount\n"
    )
    steps = 'scenario "{number}"\n  players ann, bob\n  given\n    set pot to {before}\n  when\n    fiddle\n  then\n    pot is {after}\n'
    cases = "\n".join(
        steps.format(number=number, before=before, after=after)
        for number, (before, after) in enumerate([(0, 3), (3, 7), (7, 12)])
    )
    folder = lay_out(tmp_path / "game", {"rules/x.rules": rules, "scenarios/cases.scenario": cases})
    assert findings(folder, []) == ()
    assert [result.report for result in interpreter.run_scenarios(folder)] == ["", "", ""]


def test_cards_whose_names_meet_are_reported_and_nothing_else_happens(tmp_path: Path) -> None:
    text = DECK + "cards face for each suit and industry, (industry's worth) times\n"
    found = said_of({"rules/x.rules": text}, tmp_path / "game")
    assert {one.code for one in found} == {"R0202"}


def test_an_action_is_not_offered_if_none_of_its_ways_is_possible() -> None:
    results = list(interpreter.run_scenarios(Path(__file__).parents[1] / "cases" / "native" / "no_way"))
    assert [result.report for result in results] == ["", ""]


def test_actions_that_lead_to_each_other_are_offered(tmp_path: Path) -> None:
    """Whether one is possible depends on the other: nobody looks ahead in circles."""
    rules = (
        "action up\n  you take one of down\naction down\n  you take one of up\nprocedure act(player)\n"
        "  player takes one of up\n"
    )
    game = interpreter.load(lay_out(tmp_path, {"rules/zz.rules": rules}))
    state = game.table(players=2, seed=1)
    game.begin(state, "act", [0])
    for name in ("up", "down", "up"):
        state.choose(name)
