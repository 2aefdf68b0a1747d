"""`python -m tests.house_rules [changes|choices] [GAME…]`: every setting of the games, with what each game found in the end.

In: which settings (both, if none are named) and which games (all). Out: each setting that went wrong, and a line for each game;
exit 1 if one went wrong. `--games N` plays another number of games than 20 in Python and 200 in C.

`python -m tests.house_rules random [GAME…] --games 100000 --sets 40 --seed 1` plays so many games of each rulebook in C, over
sets of variants and options at random and every number of players; the same seed plays the same games. `--most N` is the limit of
decisions in a game: games that have not ended by then are counted by themselves.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from multiprocessing import Pool

from interpreter.tools.cli.progress import with_progress
from tests.house_rules.playing import Outcome, play, play_drawn
from tests.house_rules.settings import GAMES, RULEBOOKS, Setting, changes, choices

SORTS = {"changes": (changes, GAMES, 20, "python"), "choices": (choices, RULEBOOKS, 200, "native")}
RANDOM = "random"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.house_rules")
    parser.add_argument("words", nargs="*", metavar="changes|choices|random|GAME")
    parser.add_argument("--games", type=int, help="how many games of each setting")
    parser.add_argument("--about", default="", help="only settings with this in their words")
    parser.add_argument("--sets", type=int, default=40, help="random: how many sets of variants and options")
    parser.add_argument("--seed", type=int, default=1, help="random: which sets and which games")
    parser.add_argument("--most", type=int, default=50_000, help="random: the limit of decisions in a game")
    parser.add_argument("--jobs", type=int, default=1, help="how many settings are played at the same time")
    parser.add_argument("--quick", action="store_true", help="random: compile faster what then plays slower")
    given = parser.parse_args()
    unknown = [word for word in given.words if word not in (*SORTS, RANDOM, *GAMES)]
    if unknown:
        parser.error(f'"{unknown[0]}" is neither changes, choices nor random nor one of {", ".join(GAMES)}')
    if RANDOM in given.words:
        rulebooks = [word for word in given.words if word in RULEBOOKS] or RULEBOOKS
        return 1 if sum(run_at_random(game, given) for game in rulebooks) else 0
    sorts = [word for word in given.words if word in SORTS] or list(SORTS)
    games = [word for word in given.words if word in GAMES] or GAMES
    return 1 if sum(run(sort, game, given) for sort in sorts for game in games) else 0


def run(sort: str, game: str, given: argparse.Namespace) -> int:
    """How many settings of a game went wrong."""
    settings_of, allowed, usually, engine = SORTS[sort]
    settings = [setting for setting in settings_of(game) if given.about in setting.words] if game in allowed else []
    outcomes: list[Outcome] = []
    work = [(setting, given.games or usually, engine) for setting in settings]
    with Pool(given.jobs) as pool:
        for outcome in with_progress(pool.imap(_played, work), len(settings), noun="settings"):
            outcomes.append(outcome)
            if outcome.wrong or outcome.announced:
                print(outcome, flush=True)
    wrong, refused = sum(bool(one.wrong) for one in outcomes), sum(bool(one.announced) for one in outcomes)
    lost, played = sum(one.wrong for one in outcomes), sum(one.games for one in outcomes)
    print(
        f"{game}, {sort}: {wrong} of {len(settings)} settings went wrong ({lost} of {played} games); {refused} refused",
        flush=True,
    )
    return wrong


def _played(work: tuple[Setting, int, str]) -> Outcome:
    return play(*work)


def run_at_random(game: str, given: argparse.Namespace) -> int:
    """How many games over sets at random went wrong."""
    games, sets = given.games or 100_000, given.sets
    work = [
        (game, given.seed, number, games // sets + (number < games % sets), given.most, given.quick)
        for number in range(sets)
    ]
    outcomes: list[Outcome] = []
    with Pool(given.jobs) as pool:
        for outcome in with_progress(pool.imap(_drawn, work), sets, noun="sets"):
            outcomes.append(outcome)
            if outcome.wrong or outcome.announced:
                print(outcome, flush=True)
    print(_totals(game, outcomes), flush=True)
    return sum(one.wrong or bool(one.announced) for one in outcomes)


def _drawn(work: tuple[str, int, int, int, int, bool]) -> Outcome:
    return play_drawn(*work)


def _totals(game: str, outcomes: Sequence[Outcome]) -> str:
    games, decisions = sum(one.games for one in outcomes), sum(one.decisions for one in outcomes)
    faults, left = sum(one.wrong for one in outcomes), sum(one.left_c for one in outcomes)
    endless = sum(one.without_end for one in outcomes)
    return (
        f"{game}, random: {len(outcomes)} sets, {games} games, {decisions} decisions; {faults} faults, {left} left C, "
        f"{endless} without an end"
    )


if __name__ == "__main__":
    sys.exit(main())
