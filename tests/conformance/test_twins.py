"""Nobody can tell twin games apart: every game, every variant and number of players gets this because its folder is there.

Each game is looked at as it is usually played by few, and some games at one table more: a variant, a number of players and a
reading that hides something, another one each night, so that in time it is every one. `make test-all`
looks at all of them, at length.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import interpreter
from interpreter.data import read_folder
from interpreter.runtime import event_log as telling
from interpreter.runtime import hidden_questions as silence
from interpreter.runtime import python_engine as engine
from interpreter.tools.check.problems import problems
from interpreter.tools.check.readings import other_readings
from interpreter.tools.check.required import with_required
from tests.support import sampling
from tests.support.sampling import EVERYTHING, sampled
from tests.support.tables import FOR_TWO, GAMES, ROOT, Table, loaded, tables
from tests.support.twins import Watch

ALL = EVERYTHING
SEED = sampling.SEED % 1000
GAMES_EACH, DECISIONS = (6, 400) if ALL else (1, 120)
CASES = sorted(path.parent for path in (ROOT / "tests" / "cases" / "games").glob("*/game.yaml"))
# Questions that the rules put because of a secret: each was found by twins when the silence was switched off.
LEAKING = [
    ("chartered-by-the-crown", (), 3, "play_cards/played_cards"),
    ("discover-pune", (), 3, "how_many/spent"),
    ("dystopolis", ("intrigue",), 3, "ask_for_card/intrigue_card"),
    ("tycoon-india-1981", (), 3, "play_merits/merit"),
]


def some_tables() -> list[Table]:
    """Every game as it is usually played by few; all tables in test-all."""
    if ALL:
        return [table for game in GAMES for table in tables(game)]
    return [Table(game, FOR_TWO.get(game, ()), loaded(game, FOR_TWO.get(game, ())).players_min) for game in GAMES]


def other_games(name: str) -> Iterator[tuple[interpreter.Game, int, str]]:
    """A game with a variant or none, under a reading that may hide more, for a number of people, and how to name it."""
    folder = read_folder(ROOT / "games" / name)
    for variant in sampled([None, *folder.variants], 1, f"twins variants {name}"):
        needed = with_required(folder, variant, folder.variants[variant]) if variant is not None else []
        readings = [{}, *other_readings(folder.path, needed)]
        for reading in sampled(readings, 1, f"twins readings {name} {variant}"):
            game = interpreter.load(folder.path, needed, reading)
            for players in sampled(game.player_counts, 1, f"twins counts {name} {variant} {reading}"):
                yield game, players, f"{variant or 'no variant'}, {reading}, {players} players"


def watched(game: interpreter.Game, players: int, games: int, decisions: int) -> list[Watch]:
    found = []
    for seed in range(games):
        watch = Watch(game, players, SEED * 1000 + seed)
        watch.play(decisions)
        found.append(watch)
    return found


@pytest.mark.parametrize("table", some_tables(), ids=str)
def test_nobody_can_tell_twins_apart(table: Table) -> None:
    for watch in watched(table.load(), table.players, GAMES_EACH, DECISIONS):
        assert watch.leaks == {}


@pytest.mark.parametrize("name", sampled(GAMES, 3, "twins games"))
def test_nor_at_other_tables(name: str) -> None:
    for game, players, about in other_games(name):
        for watch in watched(game, players, GAMES_EACH, DECISIONS // 2):
            assert watch.leaks == {}, about


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_nor_in_the_small_games(case: Path) -> None:
    game = interpreter.load(case)
    for players in range(game.players_min, game.players_max + 1):
        for watch in watched(game, players, 5, 60):
            assert watch.leaks == {}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_small_games_are_right(case: Path) -> None:
    assert not problems(case)
    for result in interpreter.run_scenarios(case):
        assert result.passed, result.report


@pytest.mark.parametrize(("game", "variants", "players", "question"), LEAKING if ALL else LEAKING[1:3])
def test_without_the_silence_twins_are_told_apart(
    game: str, variants: tuple[str, ...], players: int, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the twins can find: they are of no use if they find nothing."""
    for module in (engine, silence, telling):
        monkeypatch.setattr(module, "hidden_from", lambda _state: ())
    loaded = interpreter.load(ROOT / "games" / game, variants)
    for seed in range(12):
        watch = Watch(loaded, players, seed)
        watch.play(200)
        if watch.leaks:
            return
    pytest.fail(f"nothing is found out about {question}")
