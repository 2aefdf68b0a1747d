"""Many matches: the same whatever the number of workers, and counted right."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import pytest

from interpreter.tools.bots import seated
from interpreter.tools.simulate.matches import matches
from interpreter.tools.simulate.plan import Plan, match_seed
from interpreter.tools.simulate.summary import Spread, _left_over, summary
from tests.support import fake_api


def careful(seed: int) -> Sequence[Any]:
    """Bots that never break a rule: they take 1 to 3 by the seed."""
    return [lambda request, _view: 0 if request.kind == "menu" else 1 + seed % min(3, request.high)] * 2


def plan(**more: Any) -> Any:
    return Plan(**{"game": "heap", "players": 2, "games": 40, "bots": partial(seated, ("random",) * 2), **more})


def played(chosen: Any) -> tuple[Any, list[Any]]:
    game: Any = fake_api.load("heap")
    return game, list(matches(chosen, game))


@pytest.fixture(autouse=True)
def _fake(fake: None) -> None:
    """Every test here plays the invented game."""


def test_the_same_seed_gives_the_same_matches() -> None:
    assert played(plan(seed=5))[1] == played(plan(seed=5))[1]
    assert played(plan(seed=5))[1] != played(plan(seed=6))[1]


def test_a_match_depends_on_its_number_only() -> None:
    assert played(plan(games=40))[1][:7] == played(plan(games=7))[1]


def test_seeds_of_matches_are_pinned() -> None:
    """The expected numbers come from splitmix64 as its author wrote it in C."""
    assert [match_seed(0, 0), match_seed(0, 1), match_seed(1, 0)] == [183647922507033, 46836433923895, 103636135343161]
    assert len({match_seed(seed, number) for seed in range(30) for number in range(30)}) == 900


def test_faults_are_counted_and_the_others_play_on() -> None:
    game, all_matches = played(plan())
    numbers: Any = summary(plan(), game, all_matches, 2.0)
    assert numbers["games"] == 40
    assert numbers["faults"] > 0
    assert numbers["finished"] + numbers["faults"] + numbers["endless"] == 40
    assert numbers["fault_reports"][0]["message"] == "the loop of break_it never ends"
    assert numbers["fault_reports"][0]["seed"] == match_seed(0, numbers["fault_reports"][0]["match"])


def test_the_numbers() -> None:
    chosen = plan(bots=careful, bot_names=("careful",) * 2)
    game, all_matches = played(chosen)
    numbers: Any = summary(chosen, game, all_matches, 2.0)
    assert (numbers["finished"], numbers["faults"], numbers["draws"]) == (40, 0, 0)
    assert sum(numbers["wins"]) == 40
    assert numbers["decisions"] == sum(match.decisions for match in all_matches)
    assert numbers["decisions_per_second"] == round(numbers["decisions"] / 2)
    assert numbers["scores"][0]["mean"] == numbers["wins"][0] / 40
    assert numbers["never_used"] == {"actions": ["break_it", "peek", "roll"], "cards": ["crown"], "rules": None}
    assert numbers["options"] == {"length": "long", "polite": "no", "dice": 1}
    assert numbers["rounds"] is None


def test_an_endless_match_is_given_up() -> None:
    chosen = plan(games=1, bots=lambda _seed: [lambda _request, _view: 1] * 2)
    game, all_matches = played(chosen)
    numbers: Any = summary(chosen, game, all_matches, 1.0)
    assert (numbers["endless"], numbers["decisions"]) == (1, 500)


def spread(values: list[int]) -> dict[str, float] | None:
    found = Spread()
    for value in values:
        found.add(value)
    return found.values()


def test_spread() -> None:
    assert spread([]) is None
    assert spread([4]) == {"mean": 4, "min": 4, "max": 4, "sd": 0}
    assert spread([2, 4, 4, 4, 5, 5, 7, 9]) == {"mean": 5, "min": 2, "max": 9, "sd": 2.1381}


def test_a_copy_of_a_card_counts_for_all_of_them() -> None:
    known = {"spy", "spy_2", "spy_3", "king", "turn_1", "turn_2"}
    assert _left_over(known, frozenset({"spy_3", "turn_2"})) == ["king", "turn_1"]
    assert _left_over(known, frozenset()) == ["king", "spy", "turn_1", "turn_2"]
