"""One game that was made up: `python -m tests.random_games NUMBER [c]` plays it, and shows what is not the same, made small.

`write NUMBER FOLDER` writes its files; `folder FOLDER` plays a game that lies somewhere; `from NUMBER SECONDS [OFTEN]` plays
one after the other for some time, each so many times as often as usual; `many NUMBER SECONDS GAMES` plays so many games
of each in Python and C, and compares their ends; `three NUMBER SECONDS GAMES` plays so many of each in Python, C and the judge.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.random_games.finding import (
    USUAL,
    Tally,
    found_in,
    made_small,
    only_ends,
    only_together,
    play,
    play_for,
    report,
)
from tests.random_games.games import game_of
from tests.random_games.playing import written_to

COUNTED = {"many": only_ends, "three": only_together}


def main(words: list[str]) -> int:
    if words[0] == "write":
        written_to(Path(words[2]), game_of(int(words[1])))
        return 0
    if words[0] == "from":
        return 1 if play_for(float(words[2]), int(words[1]), USUAL.often(int(words[3]) if len(words) > 3 else 1)) else 0
    if words[0] in COUNTED:
        return 1 if play_for(float(words[2]), int(words[1]), COUNTED[words[0]](int(words[3]))) else 0
    tally = Tally()
    if words[0] == "folder":
        folder = Path(words[1])
        files = {
            str(file.relative_to(folder)): file.read_text(encoding="utf-8")
            for file in folder.rglob("*.*")
            if file.is_file()
        }
        about = play(files, tally, c=True)
        print(about or tally.words())
        return 1 if about else 0
    number, c = int(words[0]), "c" in words
    about = found_in(number, tally, c)
    print(report(number, about, made_small(number, about, c), c) if about else tally.words())
    return 1 if about else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
