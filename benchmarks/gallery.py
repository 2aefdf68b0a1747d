"""How fast the gallery plays at random, and how fast OpenSpiel plays the same games, by processor time in one run.

Run with `python -m benchmarks.gallery [GAME …]`; it prints the table of docs/games.md. OpenSpiel's games are written in C++ and
driven from Python, as its examples do; our C plays whole games in one call. A move can be several decisions here and one there,
so the last column compares whole games.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pyspiel

from benchmarks.others import in_c, in_python, open_spiel
from tests.lockstep.drive import Partner
from tests.lockstep.partners import PARTNERS

LEAST = 0.3  # seconds of processor time for each figure


@dataclass(frozen=True)
class Speed:
    decisions: float  # a second
    games: float


def speed(play: Callable[[int], int]) -> Speed:
    """Play ever more games until they take long enough to be measured."""
    play(1)
    games = 1
    while True:
        begun = time.process_time()
        decisions = play(games)
        taken = time.process_time() - begun
        if taken >= LEAST:
            return Speed(decisions / taken, games / taken)
        games = max(games + 1, int(games * min(10.0, 1.3 * LEAST / max(taken, 0.001))))


def row(partner: Partner) -> str:
    game = partner.game()
    in_ours, slowly = speed(partial(in_c, game)), speed(partial(in_python, game))
    theirs = speed(partial(open_spiel, pyspiel.load_game(partner.theirs)))
    figures = [f"{one.decisions:,.0f}" for one in (in_ours, slowly, theirs)]
    return f"| {game.title} | {' | '.join(figures)} | {in_ours.games / theirs.games:,.1f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    wanted = parser.parse_args().games
    chosen = {partner.ours: partner for partner in reversed(PARTNERS) if not wanted or partner.ours in wanted}
    print("| game | C, decisions/s | Python | OpenSpiel | games in C per game of OpenSpiel |\n|---|---|---|---|---|")
    for partner in reversed(chosen.values()):
        print(row(partner), flush=True)


if __name__ == "__main__":
    main()
