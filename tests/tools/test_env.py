"""The adapters for researchers, by the tests of the libraries themselves, and by what is known of Kuhn poker."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import warnings
from functools import partial
from pathlib import Path

import numpy
import pyspiel
import pytest

import interpreter
from interpreter.tools.env import openspiel_game, pettingzoo_env
from interpreter.tools.env.observing import Observer
from tests.support.limits import PATIENCE
from tests.support.sampling import EVERYTHING

PETTINGZOO = ["connect-four", "kuhn-poker", "pig"]


@pytest.mark.parametrize("name", PETTINGZOO)
def test_pettingzoo_s_own_tests(name: str) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the library warns of what is unusual, such as large bounds
        api_test(pettingzoo_env(name, players=2, seed=1), num_cycles=100)
        seed_test(partial(pettingzoo_env, name, players=2, seed=1), num_cycles=50)


def test_who_wins_is_paid_and_only_choices_are_allowed() -> None:
    """Red fills the first column, blue the second: red has four in a column first."""
    env = pettingzoo_env("connect-four", seed=1)
    env.reset()
    for place in (0, 1, 0, 1, 0, 1, 0):
        mask = env.observe(env.agent_selection)["action_mask"]
        assert mask.sum() == 7
        env.step(place)
    assert env.terminations == {"red": True, "blue": True}
    assert env.rewards == {"red": 1.0, "blue": -1.0}


def test_an_observation_is_made_of_the_view() -> None:
    """Kuhn poker: the first player's observation is the same whatever the other one holds."""
    env = pettingzoo_env("kuhn-poker")
    seen: dict[tuple[float, ...], set[str]] = {}
    for seed in range(90):
        env.reset(seed=seed)
        zones = env.unwrapped._state.view(0)["zones"]
        other = env.unwrapped._state.view(1)["zones"]["blue's hand"][0]
        assert numpy.all(numpy.isfinite(env.observe("red")["observation"]))
        seen.setdefault((zones["red's hand"][0], *env.observe("red")["observation"]), set()).add(other)
    assert len(seen) == 3
    assert all(len(others) == 2 for others in seen.values())


KUHN = (
    "asked bet_or_pass", "red decides", "blue decides", "red is out", "blue is out",
    "deck: jack", "deck: queen", "deck: king", "deck: count",
    "hand(red): jack", "hand(red): queen", "hand(red): king", "hand(red): count",
    "hand(blue): jack", "hand(blue): queen", "hand(blue): king", "hand(blue): count",
    "staked(red)", "staked(blue)",
)  # fmt: skip


def test_the_places_of_an_observation_have_names() -> None:
    """By the rules of Kuhn poker: two piles of three cards, a stake for each player."""
    env = pettingzoo_env("kuhn-poker")
    assert set(env.unwrapped.observation_names) == set(KUHN)
    env.reset(seed=3)
    held = env.unwrapped._state.view(0)["zones"]["red's hand"][0]
    looks = dict(zip(env.unwrapped.observation_names, env.observe("red")["observation"], strict=True))
    there = {name for name, value in looks.items() if value}
    assert there == {"asked bet_or_pass", "red decides", "deck: count", f"hand(red): {held}", "hand(red): count",
                     "hand(blue): count"} | {name for name in looks if name.startswith("staked")}  # fmt: skip
    assert openspiel_game("kuhn-poker").observation_names == env.unwrapped.observation_names


def played(name: str, seed: int, decisions: int = 60) -> list[interpreter.State]:
    """Every position of the beginning of a game by chance."""
    state, pick = interpreter.load(name).start(seed=seed, events=False), random.Random(seed)
    found: list[interpreter.State] = []
    while state.request is not None and len(found) < decisions:
        found.append(state.clone())
        state.take(pick.randrange(len(state.request.choices)))
    return found


def test_what_was_seen_before_changes_nothing() -> None:
    game = interpreter.load("dystopolis")
    one, other = Observer(game, 4), Observer(game, 4)
    for seed in (1, 2):
        for observer, shift in ((one, 0), (other, 10)):
            for state in played("dystopolis", seed + shift, 40):
                observer.vector(state, 0)
    for state in played("dystopolis", 5, 40):
        assert [one.vector(state, seat) for seat in range(4)] == [other.vector(state, seat) for seat in range(4)]


def test_another_process_has_the_same_places() -> None:
    program = (
        "from interpreter import load; from interpreter.tools.env.observing import Observer; import hashlib, random;"
        "game = load('dystopolis'); observer = Observer(game, 4); state = game.start(4, 5, events=False)\n"
        "pick = random.Random(5)\n"
        "for _ in range(30): state.take(pick.randrange(len(state.request.choices)))\n"
        "print(hashlib.sha256(repr((observer.names, observer.vector(state, 1), observer.most_choices)).encode()).hexdigest())"
    )
    found = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        words = [sys.executable, "-c", program]
        done = subprocess.run(
            words, env=environment, capture_output=True, encoding="utf-8", check=True, timeout=PATIENCE
        )
        found.add(done.stdout)
    assert len(found) == 1


@pytest.mark.parametrize(("missing", "made"), [("pettingzoo", "pettingzoo_env"), ("pyspiel", "openspiel_game")])
def test_a_missing_extra_is_named(missing: str, made: str) -> None:
    program = f"import sys; sys.modules[{missing!r}] = None\nfrom interpreter.tools.env import {made}\n{made}('pig')"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False
    )
    extra = made.partition("_")[0]
    assert done.stderr.splitlines()[-1].endswith(f'{made} needs {missing}: pip install "rulewright[{extra}]"')


def test_a_tile_on_a_grid_has_its_column_and_row() -> None:
    game = interpreter.load("dystopolis")
    observer = Observer(game, 4)
    for state in played("dystopolis", 1)[-1:]:
        looks = dict(zip(observer.names, observer.vector(state, 0), strict=True))
        [city] = [value for value in interpreter.view_form(state, 0)["values"] if value["name"] == "city"]
        tiles = city["entries"][0]["tiles"]
        assert tiles
        for tile in tiles:
            found = [looks[f"city: {tile['tile']} {part}"] for part in ("is there", "column", "row", "turn")]
            assert found == [1, tile["column"], tile["row"], tile["turn"]]
        assert sum(looks[name] for name in looks if name.startswith("city: ") and name.endswith("is there")) == len(
            tiles
        )


@pytest.mark.parametrize("name", ["kuhn-poker", "tic-tac-toe"])
def test_openspiel_s_own_random_simulation(name: str) -> None:
    pyspiel.random_sim_test(openspiel_game(name), num_sims=3, serialize=False, verbose=False)


@pytest.mark.parametrize("name", ["kuhn-poker", "tic-tac-toe"])
def test_openspiel_s_playthrough_is_the_same_again(name: str, tmp_path: Path) -> None:
    """Everything that OpenSpiel asks of a game, written down twice, the second time from the first one's actions."""
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS.mark_as_parsed()
    openspiel_game(name)
    first = generate_playthrough.playthrough(f"rulewright_{name.replace('-', '_')}", None, seed=5)
    (tmp_path / "playthrough.txt").write_text(first + "\n", encoding="utf-8")
    original, again = generate_playthrough.replay(str(tmp_path / "playthrough.txt"))
    assert original.rstrip() == again.rstrip()
    assert "IsTerminal() = True" in first


def test_connect_four_is_the_one_of_openspiel() -> None:
    """The same moves: the same columns are open at every move, and the same player wins."""
    ours, theirs = openspiel_game("connect-four"), pyspiel.load_game("connect_four")
    pick = random.Random(4)
    for _ in range(20):
        left, right = ours.new_initial_state(), theirs.new_initial_state()
        while not right.is_terminal():
            columns = ["abcdefg".index(left.action_to_string(action)) for action in left.legal_actions()]
            assert columns == right.legal_actions()
            place = pick.randrange(len(columns))
            left.apply_action(left.legal_actions()[place])
            right.apply_action(columns[place])
        assert left.is_terminal()
        assert left.returns() == right.returns()


def test_regret_minimization_solves_kuhn_poker() -> None:
    """Kuhn 1950: the first player loses 1/18 of a bet on average when both play well."""
    from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

    game = openspiel_game("kuhn-poker")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(50):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(game, policy) < 0.01
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert value[0] == pytest.approx(-1 / 18, abs=0.01)


LEDUC = Path(__file__).resolve().parents[2] / "games" / "leduc-poker"


def their_action(ours: pyspiel.State, place: int) -> int:
    return ("Fold", "Call", "Bet").index(ours.action_to_string(place).split()[0])


class InStep:
    """Our Leduc poker and OpenSpiel's, walked through together: every deal, every decision, every end."""

    def __init__(self, one_deal: bool) -> None:
        self.one_deal, self.states = one_deal, 0
        self.sets: dict[str, str] = {}  # their information sets, by ours

    def walk(self, ours: pyspiel.State, theirs: pyspiel.State) -> None:
        self.states += 1
        assert ours.current_player() == theirs.current_player()
        if theirs.is_terminal():
            assert ours.returns() == theirs.returns()
            return
        places = ours.legal_actions()
        if theirs.is_chance_node():
            assert [p for _, p in ours.chance_outcomes()] == pytest.approx([p for _, p in theirs.chance_outcomes()])
            actions = theirs.legal_actions()
        else:
            actions = [their_action(ours, place) for place in places]
            assert actions == theirs.legal_actions()
            known = self.sets.setdefault(ours.information_state_string(), theirs.information_state_string())
            assert known == theirs.information_state_string()
        for place, action in list(zip(places, actions, strict=True))[
            : 1 if self.one_deal and theirs.is_chance_node() else None
        ]:
            self.walk(ours.child(place), theirs.child(action))


def test_leduc_poker_is_the_one_of_openspiel() -> None:
    """The same tree with the same information sets, of one deal or, with RULEWRIGHT_ALL, of all: some 9,000 states. Then what
    solves theirs solves ours: exploitability below 0.01, and the first player loses 0.0856 of an ante on average."""
    ours, theirs = openspiel_game(LEDUC), pyspiel.load_game("leduc_poker")
    steps = InStep(one_deal=not EVERYTHING)
    steps.walk(ours.new_initial_state(), theirs.new_initial_state())
    if not EVERYTHING:
        assert steps.states == 92
        return
    assert (steps.states, len(steps.sets), len(set(steps.sets.values()))) == (9457, 936, 936)
    exploitable, value = solved(ours, theirs, steps.sets)
    assert exploitable < 0.01
    assert value == pytest.approx(-0.0856, abs=0.001)


def solved(ours: pyspiel.Game, theirs: pyspiel.Game, sets: dict[str, str]) -> tuple[float, float]:
    """How much our game can be exploited when it is played by what solves theirs, and its value for the first player."""
    from open_spiel.python import policy
    from open_spiel.python.algorithms import expected_game_score, exploitability

    solver = pyspiel.CFRPlusSolver(theirs)
    for _ in range(400):
        solver.evaluate_and_update_policy()
    found, table = solver.average_policy(), policy.TabularPolicy(ours)
    for state in table.states:
        there = dict(found.get_state_policy(sets[state.information_state_string()]))
        by_place = table.policy_for_key(state.information_state_string())
        for place in state.legal_actions():
            by_place[place] = there[their_action(state, place)]
    value = expected_game_score.policy_value(ours.new_initial_state(), [table, table])
    return float(exploitability.exploitability(ours, table)), float(value[0])


def test_chance_is_told_as_it_is() -> None:
    """Three cards are shuffled: first one of three, then one of two."""
    state = openspiel_game("kuhn-poker").new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    state.apply_action(2)
    assert state.chance_outcomes() == [(0, 1 / 2), (1, 1 / 2)]
    state.apply_action(0)
    assert state.current_player() == 0
    assert state.legal_actions() == [0, 1]
