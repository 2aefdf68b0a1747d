"""Why something cannot be chosen: the rule's words, values, clauses and place, and nothing that is hidden.

Everything is read together with the frame (tests/cases/check/frame): cities harbour (coastal), market_town and hill_fort;
each player has 3 coins.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import interpreter
from interpreter import State
from tests.support.bundled import core_games
from tests.support.frame import lay_out
from tests.support.sampling import SEED, sampled

ROOT = Path(__file__).parents[2]


def asked(folder: Path, rules: str, begin: str = "act") -> State:
    game = interpreter.load(lay_out(folder, {"rules/zz.rules": rules}))
    state = game.table(players=2, seed=1)
    game.begin(state, begin, [0])
    return state


@pytest.mark.parametrize(
    ("steps", "wanted", "expected"),
    [
        (
            "player chooses city in cities where city is coastal", "hill fort",
            ["hill fort: the rule leaves it out", "  the rule needs: city is coastal", "  zz.rules:2:39"],
        ),
        (
            "player chooses city where city is coastal and player's money is more than 2", "market_town",
            ["market town: the rule leaves it out", "  the rule needs: city is coastal", "  zz.rules:2:29"],
        ),
        (
            "player may choose amount in 1 to 9 where amount is at most player's money cites TYC-001", "4",
            ["4: the rule leaves it out",
             "  the rule needs: amount is at most player's money (amount is 4; player's money is 3)",
             "  zz.rules:2:44 (TYC-001)"],
        ),
        (
            "player may choose industry in market", "bank house",
            ["bank house: it is not one of the choices here", "  the rule says: market", "  zz.rules:2:3"],
        ),
        (
            "player may\n    to spend\n      player chooses amount in 1 to 9\n      lower player's money by amount\n"
            "      must leave player's money is at least 1 because \"one coin stays\" cites TYC-002\n", "spend",
            ["Spend is allowed."],
        ),
        (
            "player may\n    to spend\n      lower player's money by 3\n"
            "      must leave player's money is at least 1 because \"one coin stays\" cites TYC-002\n", "spend",
            ["Spend: one coin stays", "  the rule needs: player's money is at least 1 (player's money is 0)",
             "  zz.rules:5:7 (TYC-002)"],
        ),
        (
            "player chooses city", "atlantis", ['Nothing here is called "atlantis".'],
        ),
    ],
)  # fmt: skip
def test_why(steps: str, wanted: str, expected: list[str], tmp_path: Path) -> None:
    state = asked(tmp_path, f"procedure act(player)\n  {steps}\n")
    told = state.why_not(0, wanted).replace(f"{tmp_path}/rules/", "")
    assert told.split("\n") == expected


HIDDEN = """
keep secret(player): number, starts at 7, seen by owner
let strength(player) = player's secret + 1
procedure act(player)
  let rival = next_player(player)
  player chooses amount in 1 to 20
    needs amount is more than {} because "too little"
"""


@pytest.mark.parametrize(
    ("compared", "values"),
    [
        ("rival's secret", "amount is 1"),
        ("strength(rival)", "amount is 1"),
        ("rival's secret + player's secret", "amount is 1"),
        ("player's secret", "amount is 1; player's secret is 7"),
        ("strength(player)", "amount is 1; strength(player) is 8"),
    ],
)
def test_values_that_are_hidden_are_not_told(compared: str, values: str, tmp_path: Path) -> None:
    state = asked(tmp_path, HIDDEN.format(compared))
    assert state.request is not None
    assert state.request.refused[0].values == values


def test_an_action_with_nothing_to_choose_says_what_is_wrong_with_each(tmp_path: Path) -> None:
    rules = (
        'procedure act(player)\n  player may take one of visit\n\naction visit "Visit"\n'
        '  you chooses city where city is not hill_fort\n    needs your money is 9 because "{city} costs 9"\n'
    )
    state = asked(tmp_path, rules)
    assert state.why_not(0, "visit") == (
        "Visit: there is no city to choose for it (harbour: harbour costs 9; market town: market town costs 9; "
        "hill fort: it does not fit here)"
    )


CASES = sorted(file.parent for file in (ROOT / "tests" / "cases" / "games").glob("*/game.yaml"))
ALL: list[str | Path] = [*(info.name for info in core_games()), *CASES]
SOURCE = re.compile(
    r"\w+\([a-z_]|\bis (not )?(none|more than|at least|at most|less than)\b|_|\bwhere\b|[=<>]|\bNone\b|\bTrue\b"
)


@pytest.mark.parametrize("name", sampled(ALL, 4, "why"), ids=lambda name: Path(name).name)
def test_players_are_told_no_source_as_a_reason(name: str | Path) -> None:
    """Whatever is refused or left out: the reason is in words. `in_full` shows the rule."""
    state, chance = interpreter.load(name).start(seed=SEED), random.Random(SEED)
    for _ in range(25):
        request = state.request
        if request is None:
            return
        site = state.engine.position.code.SITES[state.engine.position.site]
        things = state.engine.position.code.KINDS[site.kind].titles[:9] if site.kind is not None else ()
        for words in (*(refusal.label for refusal in request.refused), *things, *state.engine.position.code.ACTIONS):
            for told in state.why_not(request.player, words, in_full=False).split("\n"):
                assert not SOURCE.search(told.partition(": ")[2]), told
        state.take(chance.randrange(len(request.choices)))
