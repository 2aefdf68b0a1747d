"""The gallery as a table: lines of rules, proof, and random decisions a second beside OpenSpiel, by processor time in one run.

Run with `python -m benchmarks.gallery [GAME …]`; `--write` puts the table into docs/games.md. OpenSpiel's games are written in
C++ and driven from Python, as its examples do; our C plays whole games in one call. A move can be several decisions here and one
there, so the last column compares whole games. What was compared with OpenSpiel is what `python -m tests.lockstep` wrote down.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pyspiel

import interpreter
from benchmarks.others import in_c, in_python, open_spiel
from tests.lockstep.__main__ import RECORD, called
from tests.lockstep.drive import Partner
from tests.lockstep.partners import PARTNERS

LEAST = 0.3  # seconds of processor time for each figure
PAGE = Path(__file__).parents[1] / "docs" / "games.md"
MARKS = ("<!-- benchmarks.gallery -->", "<!-- end -->")
HEAD = (
    "| game | lines | proof | decisions compared | C, decisions/s | Python | OpenSpiel | games in C per game of OpenSpiel |\n"
    "|---|---|---|---|---|---|---|---|"
)
# Whatever else a game was compared with than OpenSpiel; the others have what was calculated by hand.
PUBLISHED = {
    "chess": "counts of moves", "connect-four": "counts of moves", "draughts": "counts of moves", "kuhn-poker": "all endings",
    "nim": "solved", "othello": "counts of moves", "swarm": "counts of moves", "tic-tac-toe": "all games", "pig": "probability",
}  # fmt: skip
BY_HAND = "calculated by hand"


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


def lines_of(folder: Path) -> int:
    """Lines of rules, without comments and empty ones."""
    lines = [line.strip() for file in folder.glob("rules/*.rules") for line in file.read_text("utf-8").splitlines()]
    return sum(bool(line) and not line.startswith("#") for line in lines)


def compared(name: str) -> int:
    """The decisions of a game that were compared with OpenSpiel's, with any number of players."""
    record = json.loads(RECORD.read_text("utf-8"))
    return sum(
        record.get(called(partner), {"decisions": 0})["decisions"] for partner in PARTNERS if partner.ours == name
    )


def row(name: str, partner: Partner | None) -> tuple[str, float | None]:
    """A game's line, and how many of its games C plays in the time of one of OpenSpiel's."""
    game = partner.game() if partner else interpreter.load(name)
    ours, slowly = speed(partial(in_c, game)), speed(partial(in_python, game))
    proofs = ["OpenSpiel"] if partner else []
    proofs += [PUBLISHED[name]] if name in PUBLISHED else []
    head = f"| {game.title} | {lines_of(game.path)} | {', '.join(proofs) or BY_HAND} | "
    figures = f"{ours.decisions:,.0f} | {slowly.decisions:,.0f} | "
    if partner is None:
        return f"{head}– | {figures}– | – |", None
    theirs = speed(partial(open_spiel, pyspiel.load_game(partner.theirs)))
    times = ours.games / theirs.games
    return f"{head}{compared(name):,} | {figures}{theirs.decisions:,.0f} | {times:,.1f} |", times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--write", action="store_true", help="put the table into docs/games.md")
    wanted = parser.parse_args()
    partners = {partner.ours: partner for partner in reversed(PARTNERS)}
    names = [
        game.name
        for game in interpreter.games()
        if game.group != "rulebooks" and game.name in (wanted.games or [game.name])
    ]
    written, faster = [HEAD], []
    print(HEAD)
    for name in names:
        line, times = row(name, partners.get(name))
        faster += [times >= 1] if times is not None else []
        written.append(line)
        print(line, flush=True)
    written.append(f"\nC plays at least as many games as OpenSpiel in {sum(faster)} of {len(faster)}.")
    print(written[-1])
    if wanted.write:
        before, _, rest = PAGE.read_text("utf-8").partition(MARKS[0])
        after = rest.partition(MARKS[1])[2]
        PAGE.write_text("\n".join([before + MARKS[0], *written, MARKS[1] + after]), "utf-8")


if __name__ == "__main__":
    main()
