"""Games at random, one after the other, each played by all engines; what is not the same is made small and told.

In: numbers of games. Out: `Found`, with a whole game folder and the command that brings it about again. A game that crashes the
process is played in another process, so that it can be told, too.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from tests.random_games.games import Files, game_of
from tests.random_games.playing import (
    RefusedError,
    Table,
    against_c,
    against_the_judge,
    ends_as_in_c,
    in_all_three,
    loaded,
    looked_at,
    with_c,
    written_to,
)
from tests.random_games.shrinking import shrunk

PLAYING = "playing "


@dataclass(frozen=True)
class Plan:
    """How many games of each definition are played in which way. What needs C is left out where C is not wanted or cannot."""

    judged: int = 2  # Python and the judge
    looked: int = 1  # Python, put into words for everybody
    in_c: int = 4  # Python and C
    ends: int = 0  # Python and C, of which only the ends are compared
    together: int = 0  # Python, the judge and C

    def often(self, times: int) -> Plan:
        return replace(self, judged=times * self.judged, looked=times * self.looked, in_c=times * self.in_c)

    def ways(self, c: bool) -> Iterator[tuple[Callable[[Table, int, int], int], int]]:
        yield from ((against_the_judge, self.judged), (looked_at, self.looked))
        if c:
            yield from ((against_c, self.in_c), (ends_as_in_c, self.ends), (in_all_three, self.together))


USUAL = Plan()


def only_ends(games: int) -> Plan:
    return Plan(judged=0, looked=0, in_c=0, ends=games)


def only_together(games: int) -> Plan:
    return Plan(judged=0, looked=0, in_c=0, together=games)


@dataclass
class Tally:
    definitions: int = 0
    refused: int = 0
    in_c: int = 0
    games: int = 0
    decisions: int = 0

    def words(self) -> str:
        return (
            f"{self.games} games ({self.decisions} decisions) of {self.definitions} definitions, {self.in_c} of them in C; "
            f"{self.refused} were refused by check"
        )


def play(files: Files, tally: Tally, c: bool, plan: Plan = USUAL) -> str:
    """Plays a game everywhere; gives what is not the same, in one line, or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            table = loaded(written_to(Path(folder) / "game", files))
            tally.definitions += 1
            in_c = c and with_c(table)
            tally.in_c += in_c
            for way, games in plan.ways(in_c):
                for seed in range(games):
                    tally.decisions += way(table, 2 + seed % 2, seed)
                    tally.games += 1
        except RefusedError:
            tally.refused += 1
        except Exception as error:  # noqa: BLE001 - any difference is a finding
            return _told(error)
    return ""


def _told(error: Exception) -> str:
    """What went wrong and where: two games that show the same show it alike."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "made up" not in frame.filename]
    where = frames[-1] if frames else None
    last = f" in {Path(where.filename).name}:{where.name}" if where is not None else ""
    return f"{type(error).__name__}{last}"


def found_in(number: int, tally: Tally, c: bool, plan: Plan = USUAL) -> str:
    return play(game_of(number), tally, c, plan)


def made_small(number: int, about: str, c: bool, plan: Plan = USUAL) -> Files:
    """As few lines of a game as show the same."""

    def shows(files: Files) -> bool:
        return play(files, Tally(), c, plan) == about

    return shrunk(game_of(number), shows)


def play_for(seconds: float, first: int, plan: Plan = USUAL) -> int:
    """Games from a number on until the time is over, every third also in C, or all if nothing else is wanted; prints what is
    found. Gives how much that was."""
    tally, found, end = Tally(), 0, time.monotonic() + seconds
    for number in count(first):
        if time.monotonic() > end:
            break
        print(f"{PLAYING}{number}", flush=True)
        c = number % 3 == 0 or not plan.judged
        about = found_in(number, tally, c, plan)
        if about:
            found += 1
            print(report(number, about, made_small(number, about, c, plan), c), flush=True)
    print(tally.words())
    return found


def watched(seconds: float, first: int, often: int = 1) -> int:
    """The same in another process, which may crash: then with the next game in a new one."""
    found, end = 0, time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        command = [sys.executable, "-m", "tests.random_games", "from", str(first), str(left), str(often)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        last = [line.removeprefix(PLAYING) for line in done.stdout.splitlines() if line.startswith(PLAYING)]
        print("\n".join(line for line in done.stdout.splitlines() if not line.startswith(PLAYING)))
        if done.returncode in (0, 1):
            return found + done.returncode
        number, found = int(last[-1]) if last else first, found + 1
        print(
            f"game {number} ends the process ({done.returncode}): python -m tests.random_games {number} c\n{done.stderr[-2000:]}"
        )
        first = number + 1
    return found


def report(number: int, about: str, files: Files, c: bool) -> str:
    lines = [
        f"game {number}: {about}",
        f"again: python -m tests.random_games {number}{' c' if c else ''}",
        *_folder(files),
    ]
    return "\n".join(lines)


def _folder(files: Files) -> Iterator[str]:
    for name, text in files.items():
        yield f"--- {name}"
        yield text.rstrip("\n")
