"""Play side by side with OpenSpiel until a million decisions were compared: `python -m tests.lockstep --decisions 1000000`.

Every pairing first gets its floor of decisions, then all get equal processor time. What was compared is written down after each
portion, and the next run goes on from there with seeds that were not played yet. A difference is printed with its seed, and that
pairing is left out from then on.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from functools import cache
from pathlib import Path

import interpreter
from tests.lockstep.drive import Partner, compare
from tests.lockstep.partners import PARTNERS

RECORD = Path(__file__).with_name("compared.json")
PORTION = 400  # decisions of one partner before the next is looked at
FLOOR = 2_000
Compared = dict[str, dict[str, int]]


def called(partner: Partner) -> str:
    return f"{partner.ours}~{partner.theirs}"


BY_NAME = {called(partner): partner for partner in PARTNERS}


def read(record: Path) -> Compared:
    found: Compared = json.loads(record.read_text("utf-8")) if record.exists() else {}
    return {name: found.get(name, {"games": 0, "decisions": 0}) for name in BY_NAME}


@cache
def game_of(name: str) -> interpreter.Game:
    found: interpreter.Game = BY_NAME[name].game()
    return found


def play_a_portion(partner: Partner, count: dict[str, int]) -> float:
    """Compare some more games; the seconds of processor time it took."""
    game, begun, until = game_of(called(partner)), time.process_time(), count["decisions"] + PORTION
    while count["decisions"] < until:
        count["decisions"] += compare(partner, game, count["games"])
        count["games"] += 1
    return time.process_time() - begun


def total(compared: Compared) -> int:
    return sum(count["decisions"] for count in compared.values())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decisions", type=int, default=1_000_000, help="in all, those of earlier runs included")
    parser.add_argument("--record", type=Path, default=RECORD, help="where it is written down")
    wanted = parser.parse_args()
    compared, spent, diverged = read(wanted.record), dict.fromkeys(BY_NAME, 0.0), 0
    while spent and total(compared) < wanted.decisions:
        name = min(spent, key=lambda one: (compared[one]["decisions"] >= FLOOR, spent[one]))
        try:
            spent[name] += play_a_portion(BY_NAME[name], compared[name])
        except AssertionError as difference:
            print(f"{name}, seed {compared[name]['games']}: {difference}")
            del spent[name]
            diverged += 1
        wanted.record.write_text(json.dumps(compared, indent=1) + "\n", "utf-8")
    print(f"{total(compared):,} decisions of {len(compared)} pairings, {diverged} diverged")
    sys.exit(diverged > 0)


if __name__ == "__main__":
    main()
