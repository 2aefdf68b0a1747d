"""How fast the same games are elsewhere: random decisions per second, each as a ratio of one run.

Run with `python -m benchmarks.others [GAME …]`; needs `pip install "rulewright[openspiel,pettingzoo]"`. A row for each game:
our two engines, hand-written Python and C, OpenSpiel's games in C++ driven from Python and its games in Python, our game
through the PettingZoo adapter, and boardgame.io if Node is there (fetched once, with npm, into the user's cache folder).
Medians of five on one core, in processor time. Not compared: OpenSpiel driven from C++, because its package has neither
headers nor a library to link against.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import statistics
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pyspiel
from open_spiel.python import games as _registered  # noqa: F401 (its games in Python are known from here on)
from pettingzoo import AECEnv

import interpreter
from benchmarks.handwritten import ConnectFour, State, TicTacToe, play_randomly
from benchmarks.native import YARDSTICKS, hand_written, rate, timed
from interpreter.source.user_cache import cache_dir
from interpreter.tools.env import pettingzoo_env

REPEATS = 5
MOST = 100_000
HERE = Path(__file__).parent
GALLERY = HERE.parent / "games"
THEIRS: dict[str, tuple[str | Path, str]] = {
    "tic-tac-toe": ("tic-tac-toe", "tic_tac_toe"),
    "connect-four": ("connect-four", "connect_four"),
    "pig": ("pig", "pig(winscore=100,horizon=100000)"),
    "kuhn-poker": ("kuhn-poker", "kuhn_poker"),
    "breakthrough": (HERE / "natural" / "breakthrough", "breakthrough"),
    "othello": (GALLERY / "othello", "othello"),
}
IN_THEIR_PYTHON = {"tic-tac-toe": "python_tic_tac_toe", "kuhn-poker": "python_kuhn_poker"}
BY_HAND: dict[str, Callable[[], State]] = {"tic-tac-toe": TicTacToe, "connect-four": ConnectFour}
BOARDGAME_IO = "boardgame.io@0.50.2"
COLUMNS = (
    "ours in C", "ours in Python", "hand-written C", "hand-written Python", "OpenSpiel, C++ from Python",
    "OpenSpiel, Python", "our PettingZoo", "boardgame.io",
)  # fmt: skip


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


def boardgame_io() -> Path | None:
    """Where boardgame.io lies, fetched if it is not there yet; None without Node."""
    npm, cache = shutil.which("npm"), cache_dir()
    if shutil.which("node") is None or npm is None or cache is None:
        return None
    place = cache / "boardgame.io"
    if not (place / "node_modules" / "boardgame.io").exists():
        place.mkdir(parents=True, exist_ok=True)
        words = [npm, "install", "--prefix", str(place), "--no-audit", "--no-fund", "--silent", BOARDGAME_IO]
        if subprocess.run(words, capture_output=True, check=False).returncode:
            return None
    return place


def in_node(place: Path, name: str) -> float:
    words = ["node", str(HERE / "boardgame_io.mjs"), str(place), name, "0.5"]
    runs = [subprocess.run(words, capture_output=True, text=True, check=True).stdout for _ in range(REPEATS)]
    return statistics.median(float(json.loads(run)["rate"]) for run in runs)


def measured(name: str, place: Path | None) -> dict[str, float]:
    ours, theirs = THEIRS[name]
    game = interpreter.load(ours)
    found = {"ours in C": median(partial(in_c, game)), "ours in Python": median(partial(in_python, game))}
    if name in YARDSTICKS:
        found["hand-written C"] = median(partial(getattr(hand_written(), YARDSTICKS[name]), 7))
        found["hand-written Python"] = median(partial(by_hand, name))
    found["OpenSpiel, C++ from Python"] = median(partial(open_spiel, pyspiel.load_game(theirs)))
    if name in IN_THEIR_PYTHON:
        found["OpenSpiel, Python"] = median(partial(open_spiel, pyspiel.load_game(IN_THEIR_PYTHON[name])))
    found["our PettingZoo"] = median(partial(petting_zoo, pettingzoo_env(ours, seed=1)))
    if place is not None:
        found["boardgame.io"] = in_node(place, name)
    return found


def by_hand(name: str, games: int) -> int:
    return play_randomly(BY_HAND[name], games, 1)


def row(name: str, found: dict[str, float]) -> str:
    """Thousands of decisions a second, and how many times ours in C is that."""
    best = found["ours in C"]
    times = {one: best / value for one, value in found.items()}
    cells = [
        f"{found[one] / 1e3:,.1f} ({times[one]:,.{1 if times[one] < 10 else 0}f})" if one in found else ""
        for one in COLUMNS
    ]
    return f"| {name} | {' | '.join(cells)} |"


def main() -> None:
    words = argparse.ArgumentParser(
        prog="python -m benchmarks.others", description="How fast the same games are elsewhere."
    )
    words.add_argument("game", nargs="*", default=list(THEIRS))
    given, place = words.parse_args(), boardgame_io()
    print("Thousands of decisions a second; in brackets, how many times as fast ours is in C.\n")
    print(f"| game | {' | '.join(COLUMNS)} |\n|{'---|' * (len(COLUMNS) + 1)}")
    for name in given.game:
        print(row(name, measured(name, place)), flush=True)


if __name__ == "__main__":
    main()
