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
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tests.random_games.games import Files, game_of
from tests.random_games.playing import (
    RefusedError,
    against_c,
    against_the_judge,
    ends_as_in_c,
    loaded,
    looked_at,
    with_c,
    written_to,
)
from tests.random_games.shrinking import shrunk

PLAYING = "playing "
JUDGED, LOOKED, IN_C = 2, 1, 4  # games of each definition


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


def play(files: Files, tally: Tally, c: bool, often: int = 1, ends: int = 0) -> str:
    """Plays a game everywhere; gives what is not the same, in one line, or nothing. With `ends`, so many games only in
    Python and C, of which only the ends are compared."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            table = loaded(written_to(Path(folder) / "game", files))
            ways = [(against_the_judge, JUDGED), (looked_at, LOOKED)]
            if c and with_c(table):
                tally.in_c += 1
                ways.append((against_c, IN_C))
            elif ends:
                return ""
            plan = [(ends_as_in_c, ends)] if ends else [(way, games * often) for way, games in ways]
            for way, games in plan:
                for seed in range(games):
                    tally.decisions += way(table, 2 + seed % 2, seed)
                    tally.games += 1
            tally.definitions += 1
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


def found_in(number: int, tally: Tally, c: bool, often: int = 1, ends: int = 0) -> str:
    return play(game_of(number), tally, c, often, ends)


def made_small(number: int, about: str, c: bool, often: int = 1, ends: int = 0) -> Files:
    """As few lines of a game as show the same."""

    def shows(files: Files) -> bool:
        return play(files, Tally(), c, often, ends) == about

    return shrunk(game_of(number), shows)


def play_for(seconds: float, first: int, often: int = 1, ends: int = 0) -> int:
    """Games from a number on until the time is over, every third also in C, or with `ends` all; prints what is found. Gives how
    much that was."""
    tally, found, end = Tally(), 0, time.monotonic() + seconds
    for number in count(first):
        if time.monotonic() > end:
            break
        print(f"{PLAYING}{number}", flush=True)
        c = number % 3 == 0 or ends > 0
        about = found_in(number, tally, c, often, ends)
        if about:
            found += 1
            print(report(number, about, made_small(number, about, c, often, ends), c), flush=True)
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
