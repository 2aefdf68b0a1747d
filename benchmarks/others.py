"""How fast the same games are elsewhere: random decisions per second, each as a ratio of one run.

Run with `python -m benchmarks.others`; needs `pip install "rulewright[openspiel,pettingzoo]"`. One line per game: our two
engines, OpenSpiel's games in C++ driven from Python, and our game through the PettingZoo adapter. Medians of five on one
core, in processor time. What is not compared: OpenSpiel driven from C++ (its package has no headers to compile against).
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pyspiel
from pettingzoo import AECEnv

import interpreter
from benchmarks.native import rate, timed
from interpreter.tools.env import pettingzoo_env

REPEATS = 5
MOST = 100_000
CASES = Path(__file__).parents[1] / "tests" / "cases" / "games"
THEIRS: dict[str, tuple[str | Path, str]] = {
    "tic-tac-toe": ("tic-tac-toe", "tic_tac_toe"),
    "connect-four": ("connect-four", "connect_four"),
    "pig": ("pig", "pig(winscore=100,horizon=100000)"),
    "kuhn-poker": ("kuhn-poker", "kuhn_poker"),
    "othello": (CASES / "othello", "othello"),
}


def in_python(game: interpreter.Game, games: int) -> int:
    return sum(game.start(seed=seed, events=False).play_out(most=MOST) for seed in range(games))


def in_c(game: interpreter.Game, games: int) -> int:
    return sum(match.decisions for match in game.play_many(range(games), most=MOST))


def open_spiel(game: pyspiel.Game, games: int) -> int:
    """As its own examples play at random: legal actions, one of them, chance by its outcomes."""
    pick, decisions = random.Random(1), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(pick.choices(outcomes, chances)[0])
            else:
                state.apply_action(pick.choice(state.legal_actions()))
                decisions += 1
    return decisions


def petting_zoo(env: AECEnv, games: int) -> int:
    decisions = 0
    for seed in range(games):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            decisions += 1
    return decisions


def median(play: Callable[[int], int]) -> float:
    return statistics.median(rate(partial(timed, play)) for _ in range(REPEATS))


def measure(name: str) -> str:
    ours, theirs = THEIRS[name]
    game = interpreter.load(ours)
    spiel = median(partial(open_spiel, pyspiel.load_game(theirs)))
    python, native = median(partial(in_python, game)), median(partial(in_c, game))
    zoo = median(partial(petting_zoo, pettingzoo_env(ours, seed=1)))
    return (
        f"{name:14} Python {python / 1e3:7.0f} k/s ({python / spiel:5.2f} × OpenSpiel from Python)   "
        f"C {native / 1e3:7.0f} k/s ({native / spiel:6.1f} ×)   OpenSpiel {spiel / 1e3:6.0f} k/s   "
        f"PettingZoo adapter {zoo / 1e3:5.1f} k/s"
    )


def main() -> None:
    for name in THEIRS:
        start = time.perf_counter()
        print(measure(name), f"  [{time.perf_counter() - start:.0f} s]", flush=True)


if __name__ == "__main__":
    main()
