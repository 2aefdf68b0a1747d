"""Games that nobody has written are played alike by Python, by C and by the reference interpreter.

The numbers are fixed; `make fuzz` goes on with others, and shows what it finds as a small game folder. See `finding.py`.
"""

from __future__ import annotations

import textwrap

import pytest

from tests.random_games.finding import Tally, found_in, only_ends, only_together, play, report
from tests.random_games.games import Files, game_of
from tests.random_games.playing import loaded, written_to
from tests.random_games.shrinking import shrunk
from tests.support.sampling import EVERYTHING

BATCH = 25
IN_PYTHON = range(0, 1000 if EVERYTHING else 200, BATCH)
IN_C = range(400 if EVERYTHING else 12)
MANY = range(40 if EVERYTHING else 3)
TOGETHER = range(20, 60 if EVERYTHING else 24)
ACCEPTED = 0.8  # of all games: otherwise they are no good


@pytest.fixture(scope="module")
def in_all() -> Tally:
    """Of all portions together: in a single one a few refusals more are chance."""
    return Tally()


@pytest.mark.parametrize("first", IN_PYTHON)
def test_python_plays_as_the_reference_does(first: int, in_all: Tally) -> None:
    tally = Tally()
    for number in range(first, first + BATCH):
        about = found_in(number, tally, c=False)
        assert not about, report(number, about, game_of(number), c=False)
    assert tally.decisions > 5 * tally.games, tally.words()
    in_all.definitions += tally.definitions
    in_all.refused += tally.refused


def test_most_of_these_games_are_accepted(in_all: Tally) -> None:
    assert in_all.definitions > ACCEPTED * (in_all.definitions + in_all.refused), in_all.words()


FOUND = {
    "an upper end that is only evaluated where the lower one does not decide": """
        let x = 0 - item([0], 0)
        procedure play
          each player
            player may choose p in players where 0 is in 1 to x
          end game
    """,
}


@pytest.mark.slow
@pytest.mark.parametrize("rules", FOUND.values(), ids=FOUND)
def test_what_was_found_stays_cured(rules: str) -> None:
    """Games made small, from numbers that later versions of the generator make something else of."""
    manifest = "title: Found\nabout: Made small.\nplayers: {min: 2, max: 3}\nsource: stand-in\n"
    files = {"game.yaml": manifest, "rules/play.rules": textwrap.dedent(rules)}
    tally = Tally()
    assert play(files, tally, c=True) == ""
    assert tally.definitions == 1


@pytest.mark.slow
@pytest.mark.parametrize("number", IN_C)
def test_c_plays_as_python_does(number: int) -> None:
    about = found_in(number, Tally(), c=True)
    assert not about, report(number, about, game_of(number), c=True)


@pytest.mark.slow
def test_many_games_end_alike_in_python_and_c() -> None:
    """What `python -m tests.random_games many` compares: only the ends."""
    tally = Tally()
    for number in MANY:
        about = found_in(number, tally, True, only_ends(20))
        assert not about, report(number, about, game_of(number), c=True)
    assert tally.games > len(MANY), tally.words()
    assert tally.decisions > 5 * tally.games, tally.words()


@pytest.mark.slow
def test_all_three_play_the_same_games() -> None:
    """What `python -m tests.random_games three` plays."""
    tally = Tally()
    for number in TOGETHER:
        about = found_in(number, tally, True, only_together(5))
        assert not about, report(number, about, game_of(number), c=True)
    assert tally.games > len(TOGETHER), tally.words()
    assert tally.decisions > 5 * tally.games, tally.words()


def test_the_same_number_is_the_same_game() -> None:
    assert game_of(7) == game_of(7) != game_of(8)


def test_what_shows_something_is_made_small(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Here it is a step of a certain kind: next to nothing is left around it."""

    def shows(files: Files) -> bool:
        if "roll 1 die" not in files["rules/play.rules"]:
            return False
        try:
            loaded(written_to(tmp_path_factory.mktemp("smaller") / "game", files))
        except Exception:  # noqa: BLE001 - whatever refuses it, it does not load
            return False
        return True

    number = next(number for number in range(100) if shows(game_of(number)))
    small = shrunk(game_of(number), shows)
    assert shows(small)
    assert sum(text.count("\n") for text in small.values()) < 25
