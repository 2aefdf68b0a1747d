"""Names in generated code: two things of a game never share one, whatever they are called."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import interpreter
from interpreter.runtime.code import EXPORTED
from interpreter.runtime.identifiers import made, rule_of
from tests.support.frame import lay_out

ROLES = ["column", "formula", "run", "value", "reset", "can", "why"]
NAMES = st.text("ab_", min_size=1, max_size=5).map(lambda text: f"a{text}") | st.text("ab'_ éX0", max_size=4)
PARTS = st.tuples(st.sampled_from(ROLES), st.lists(NAMES, max_size=3))


@settings(max_examples=400, deadline=None)
@given(PARTS, PARTS)
def test_names_of_different_things_differ(one: tuple[str, list[str]], other: tuple[str, list[str]]) -> None:
    first, second = made(one[0], *one[1]), made(other[0], *other[1])
    assert (first == second) == (one == other)
    assert first.isidentifier()
    assert first not in EXPORTED


@given(NAMES)
def test_the_rule_can_be_read_back(name: str) -> None:
    assert rule_of(made("run", name)) == name
    assert rule_of(made("run", name, "part")) == ""


# ---------------------------------------------------------------- whole games of such names

NAME = st.text("ab_", max_size=4).map(lambda text: f"q{text}")


def game_of(kinds: list[str], columns: list[str], cards: list[str]) -> tuple[dict[str, str], dict[str, int]]:
    """Every kind has every column and a card; every number is another. And what each stored value must become."""
    files: dict[str, str] = {}
    rules: list[str] = []
    steps: list[str] = []
    expected: dict[str, int] = {}
    number = 0
    for kind, card in zip(kinds, cards, strict=False):
        head = [f"  {column}: number" for column in columns]
        rules += [f'cards {kind} plural {kind}_all from "cards/{kind}.yaml"', *head, "  effect: steps"]
        cells = []
        for column in columns:
            number += 1
            stored = f"got_{number}"
            cells.append(f"    {column}: {number}")
            rules.append(f"keep {stored}: number")
            steps.append(f"  set {stored} to first({kind}_all)'s {column}")
            expected[stored] = number
        number += 1
        rules += [f"keep got_{number}: number", f"procedure {card}__effect", f"  set got_{number} to {number}"]
        steps += [f"  {card}__effect()", f"  first({kind}_all)'s effect()"]
        expected[f"got_{number}"] = number
        effect = f"    effect: raise got_{number} by 0"
        files[f"cards/{kind}.yaml"] = "\n".join(["source: stand-in", "rows:", f"  - id: {card}", *cells, effect, ""])
    files["rules/zz.rules"] = "\n".join([*rules, "procedure play", *steps, "  end game", ""])
    return files, expected


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
@given(st.lists(NAME, min_size=4, max_size=4, unique=True), st.lists(NAME, min_size=3, max_size=3, unique=True),
       st.lists(NAME, min_size=4, max_size=4, unique=True))  # fmt: skip
def test_games_of_random_names_keep_their_things_apart(
    tmp_path_factory: pytest.TempPathFactory, kinds: list[str], columns: list[str], cards: list[str]
) -> None:
    kinds = [f"k{kind}" for kind in kinds]
    cards = [f"c{card}" for card in cards]
    files, expected = game_of(kinds, columns, cards)
    check(tmp_path_factory.mktemp("game"), files, expected)


def check(folder: Path, files: dict[str, str], expected: dict[str, int]) -> None:
    state = interpreter.load(lay_out(folder, files)).start(players=2, seed=1)
    table = state.view(None)["table"]
    assert {name: table[name] for name in expected} == expected


def test_two_kinds_whose_columns_would_run_together(tmp_path: Path) -> None:
    check(tmp_path, *game_of(["ab", "ab_cd"], ["cd_ef", "ef"], ["fox", "hen"]))


def test_a_procedure_called_as_the_rest_of_another(tmp_path: Path) -> None:
    rules = """
procedure longer(player)
  if pot is 7
    stop
  set pot to 1
procedure longer_itself(player)
  set pot to 9
procedure play
  longer_itself(first(players))
  end game
after longer
  raise pot by 1
"""
    check(tmp_path, {"rules/zz.rules": rules}, {"pot": 9})


def test_variables_called_as_generated_functions(tmp_path: Path) -> None:
    rules = """
let can_0 = 4
procedure play
  let can_0_0 = 5
  let value_cost_1 = can_0_0 + 1
  let value = can_0 + value_cost_1
  set pot to value
  end game
"""
    check(tmp_path, {"rules/zz.rules": rules}, {"pot": 10})
