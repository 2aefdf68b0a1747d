"""What variants do to laws, rows and maps, and house rules that bring data of their own.

Everything is read together with the frame (tests/cases/check/frame); expected numbers are worked out from its rules.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter import Game, State
from tests.support.frame import findings, lay_out

TAX = "after income in turn\n  step tax\n    player loses 1 money\n  step thanks\n    raise pot by 1\n"


def begun(folder: Path, files: dict[str, str], variants: list[str | Path]) -> tuple[Game, State]:
    game = interpreter.load(lay_out(folder, files), variants)
    return game, game.table(players=2, seed=1)


def taxed(folder: Path, law: str) -> tuple[int, int]:
    """Red's money and the pot after the step `income` of his turn: 3 coins, 1 income, and what the law makes of the tax."""
    files = {"rules/zz.rules": TAX, "variants/law.rules": f"variant law\n{law}"}
    game, state = begun(folder, files, ["law"])
    game.begin(state, "turn", [0])
    table = state.view(0)["table"]
    return int(table["money"]["red"]), int(table["pot"])


@pytest.mark.parametrize(
    ("law", "expected"),
    [
        ("  without tax\n", (4, 1)),
        ("  without thanks\n", (3, 0)),
        ("  without tax\n  without thanks\n", (4, 0)),
        ("  instead of tax\n    player loses 2 money\n", (2, 1)),
        ("  instead of tax where player's money is 9\n    player loses 2 money\n", (3, 1)),
        ("  before tax\n    raise pot by 10\n", (3, 11)),
        ("  after thanks\n    raise pot by pot\n", (3, 2)),
    ],
)
def test_a_step_of_a_trigger_is_a_target(law: str, expected: tuple[int, int], tmp_path: Path) -> None:
    assert taxed(tmp_path, law) == expected


def test_a_step_in_two_triggers_is_no_target(tmp_path: Path) -> None:
    more = TAX.replace("income in turn", "turn")
    files = {"rules/zz.rules": TAX + more, "variants/law.rules": "variant law\n  without tax\n"}
    assert [problem.code for problem in findings(lay_out(tmp_path, files), ["law"])] == ["R0605"]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("without income in turn", "instead of income in turn\n    raise pot by 1", ["R0603"]),
        ("instead of income in turn\n    raise pot by 1", "without income in turn", ["R0603"]),
        ("without vote", "instead of vote\n    raise pot by 1", ["R0603"]),
        ("without income in turn", "without income in turn", []),
        ("without income in turn", "after income in turn\n    raise pot by 1", []),
        ("without income in turn", "instead of income in turn where pot is 1\n    raise pot by 1", ["R0603"]),
        ("change mill's title to \"Saw mill\"", "change mill's title to \"Wind mill\"", ["R0603"]),
        ("change mill's copies to 1", "change mill's copies to 3", ["R0603"]),
    ],
)  # fmt: skip
def test_two_variants_at_the_same_thing(one: str, other: str, expected: list[str], tmp_path: Path) -> None:
    files = {"variants/one.rules": f"variant one\n  {one}\n", "variants/two.rules": f"variant two\n  {other}\n"}
    found = findings(lay_out(tmp_path, files), ["one", "two"])
    assert [problem.code for problem in found] == expected
    for problem in found:
        assert "variant one" in problem.message
        assert "variant two" in problem.message
        assert problem.notes  # both places


def test_a_row_is_replaced(tmp_path: Path) -> None:
    files = {
        "cards/new.yaml": "source: stand-in\nrows:\n  - {id: mill, title: Wind mill, worth: 9, sector: media}\n",
        "variants/new.rules": 'variant new\n  without mill\n  add industry from "cards/new.yaml"\n',
    }
    game, _ = begun(tmp_path, files, ["new"])
    cards = game.code.KINDS["industry"]
    assert len(cards.members) == 5  # one mill, three theatres, one bank house
    assert "Wind mill" in cards.titles


def test_what_one_variant_adds_another_may_take_out(tmp_path: Path) -> None:
    files = {
        "variants/more.rules": 'variant more\n  add industry from "cards/more.yaml"\n',
        "variants/less.rules": "variant less\n  without studio\n",
    }
    game, _ = begun(tmp_path, files, ["more", "less"])
    assert "studio" not in game.code.KINDS["industry"].members


def test_what_is_printed_on_every_card(tmp_path: Path) -> None:
    lines = ["change mill's title to \"Saw mill\"", "change mill's text to \"Cuts wood.\"",
             "change theatre's copies to 1 was 3", "change bank_house's copies to 2"]  # fmt: skip
    files = {"variants/print.rules": "variant print\n" + "".join(f"  {line}\n" for line in lines)}
    game, _ = begun(tmp_path, files, ["print"])
    members, titles = game.code.KINDS["industry"].members, game.code.KINDS["industry"].titles
    assert list(members) == ["mill", "mill_2", "theatre", "bank_house", "bank_house_2"]
    assert list(titles[:2]) == ["Saw mill", "Saw mill"]
    assert game.code.CARD_TEXTS["industry"][0] == "Cuts wood."


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("change mill's title to 3", "R0602"),
        ("change mill's title to \"{pot} mills\"", "R0602"),
        ("change mill's copies to 0", "R0602"),
        ("change mill's copies to \"two\"", "R0602"),
        ("change mill's copies to 10_001", "R0602"),
        ("change mill's copies to 3 was 3", "R0604"),
        ("change mill's titel to \"Saw mill\"", "R0602"),
        ("change harbour's copies to 2", "R0602"),
    ],
)  # fmt: skip
def test_what_cannot_be_printed(line: str, code: str, tmp_path: Path) -> None:
    files = {"variants/print.rules": f"variant print\n  {line}\n"}
    assert [problem.code for problem in findings(lay_out(tmp_path, files), ["print"])] == [code]


def test_roads_are_added_between_places_that_are_there(tmp_path: Path) -> None:
    files = {
        "new_roads.yaml": "source: stand-in\nconnections:\n  - {from: harbour, to: hill_fort, toll: 9}\n",
        "rules/zz.rules": "let near(city) = count(neighbours(city))\n",
        "variants/roads.rules": 'variant roads\n  add road from "new_roads.yaml"\n',
    }
    folder = lay_out(tmp_path, files)
    assert findings(folder, ["roads"]) == ()
    roads = interpreter.load(folder, ["roads"]).code.KINDS["road"].members
    assert list(roads) == ["harbour_market_town", "market_town_hill_fort", "hill_fort_harbour", "harbour_hill_fort"]
    (folder / "new_roads.yaml").write_text("source: stand-in\nconnections: [{from: harbour, to: hill_foot}]\n")
    assert [problem.code for problem in findings(folder, ["roads"])] == ["R0501"]


def test_a_house_rule_brings_its_own_cards(tmp_path: Path) -> None:
    """From wherever it lies; and when they change, the game is another one."""
    home = tmp_path / "my rules"
    home.mkdir()
    (home / "mine.rules").write_text('variant mine\n  add industry from "mine.yaml"\n')
    card = "source: stand-in\nrows:\n  - {id: circus, title: Circus, worth: 7, sector: media}\n"
    (home / "mine.yaml").write_text(card)
    folder = lay_out(tmp_path / "game", {})
    game = interpreter.load(folder, [home / "mine.rules"])
    assert "Circus" in game.code.KINDS["industry"].titles
    (home / "mine.yaml").write_text(card.replace("title: Circus", "title: Flea circus"))
    game = interpreter.load(folder, [home / "mine.rules"])
    assert "Flea circus" in game.code.KINDS["industry"].titles


@pytest.mark.parametrize("place", ["", " in effect"])
def test_rules_answer_what_a_card_asks(place: str, tmp_path: Path) -> None:
    """A mill asks for a city and pays 2 for the harbour; red's answer comes from the rules, blue's from blue."""
    effect = "player chooses city\n      if city is harbour\n        player gains 2 money"
    files = {
        "cards/industries.yaml": "source: stand-in\nrows:\n  - id: mill\n    worth: 3\n    sector: fuel\n"
        f"    effect: |\n      {effect}\n  - {{id: bank_house, worth: 1, sector: fuel}}\n",
        "rules/zz.rules": f"instead of choosing city{place} where seat(player) is 1\n  answer harbour\n"
        "procedure use(player)\n  mill's effect(player)\n",
    }
    game, state = begun(tmp_path, files, [])
    game.begin(state, "use", [0])
    assert state.engine.position.options is None  # nobody is asked
    assert state.view(0)["table"]["money"] == {"red": 5, "blue": 3}
    game.begin(state, "use", [1])
    assert state.request is not None
    assert state.request.name == "city"
