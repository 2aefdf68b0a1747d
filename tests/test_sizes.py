"""Large games load: in time that grows with their size and not with its square. CPU seconds, with a generous margin."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import interpreter
from tests.support.frame import lay_out
from tests.support.limits import only_messages
from tests.support.sampling import EVERYTHING

PLAY = "procedure play\n  {}\n  end game\n"
SECONDS = 15.0  # an idle machine needs two


def rows(count: int) -> dict[str, str]:
    table = "source: stand-in\nrows:\n" + "".join(f"  - {{id: c{number}, worth: 1}}\n" for number in range(count))
    rules = 'cards pebble plural pebbles from "cards/p.yaml"\n  worth: number\n'
    return {"rules/zz.rules": rules + PLAY.format("set pot to count(pebbles)"), "cards/p.yaml": table}


def places(count: int) -> dict[str, str]:
    """A long way, whose last place is as many steps away as there are connections."""
    ids = "".join(f"  - {{id: p{number}}}\n" for number in range(count))
    ways = "".join(f"  - {{from: p{number}, to: p{number + 1}}}\n" for number in range(count - 1))
    rules = 'places dot plural dots from "way.yaml"\nconnections line plural lines from "way.yaml"\n'
    steps = "set pot to distance(first(dots), last(dots)) + 1"
    return {
        "rules/zz.rules": rules + PLAY.format(steps),
        "way.yaml": f"source: stand-in\nplaces:\n{ids}connections:\n{ways}",
    }


def grid(count: int) -> dict[str, str]:
    high = count // 26
    steps = f"set pot to distance(first(dots), last(dots)) + {count - 25 - (high - 1)}"
    return {"rules/zz.rules": f"places dot plural dots on grid 26 by {high}\n" + PLAY.format(steps)}


# `make test-all` loads as much as a game may have: 100,000 rows, or 10,000 places; both take ten seconds and a gigabyte at most.
COUNTS = [(rows, 100_000), (places, 10_000)] if EVERYTHING else [(rows, 10_000), (places, 3_000)]


@pytest.mark.parametrize(("files", "count"), [*COUNTS, (grid, 26 * 26)])
def test_large_games_load(files: object, count: int, tmp_path: Path) -> None:
    assert callable(files)
    before = time.process_time()
    state = interpreter.load(lay_out(tmp_path, files(count))).start(players=2, seed=1)
    assert time.process_time() - before < SECONDS
    assert state.view(None)["table"]["pot"] == count


WORDS = 20_000
LINES = {
    "a sentence without sense": PLAY.format("set pot to " + " ".join(["pot"] * WORDS)),
    "a long list": f"let x = [{', '.join(['1'] * WORDS)}]\n" + PLAY.format("set pot to 1"),
    "words that begin nothing": PLAY.format("set pot to 1") + "foo " * WORDS + "\n",
    "a long text": PLAY.format(f'announce "{"word " * WORDS}"'),
    "many names": f"kind many is {', '.join(f'w{number}' for number in range(WORDS))}\n" + PLAY.format("set pot to 1"),
}


@pytest.mark.parametrize("name", LINES)
def test_long_lines_are_read_or_refused(name: str, tmp_path: Path) -> None:
    before = time.process_time()
    assert only_messages(lay_out(tmp_path, {"rules/zz.rules": LINES[name]})) <= {"R0101", "R0104"}
    assert time.process_time() - before < SECONDS
