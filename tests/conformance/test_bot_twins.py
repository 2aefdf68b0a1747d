"""Bots know no more than their players: of two tables that look alike to a player, a bot there imagines the same tables and
decides the same, with the same luck. Every game, every variant and every small game gets this because its folder is there.

`make test` looks at a sample; RULEWRIGHT_ALL at all of them, at length and in both engines.
"""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

import pytest

import interpreter
from interpreter import Request, Seat
from interpreter.runtime import guessing
from interpreter.runtime.python_engine import PythonEngine
from interpreter.runtime.secret_guesses import UnseenInSecret
from interpreter.tools.bots.learned import LearnedBot
from tests.conformance.bot_twins import Pair, pairs, teach, told_apart
from tests.support.sampling import EVERYTHING, SEED, sampled
from tests.support.tables import FOR_TWO, GAMES, ROOT, allowed, loaded, with_needed

FOLDERS = [ROOT / "tests" / folder for folder in ("cases/hard", "cases/games", "studio/games")]
SMALL = sorted(file.parent for folder in FOLDERS for file in folder.glob("*/game.yaml"))
VARIANTS = [
    (game, file.stem) for game in GAMES for file in sorted((ROOT / "games" / game / "variants").glob("*.rules"))
]
WAYS: list[tuple[str, str | None]] = [*((game, None) for game in GAMES), *VARIANTS]
HIDING = ("dystopolis", ("intrigue",)), ("discover-pune", ("strategic",))  # looked at each time: they hide most


def table_of(way: tuple[str, str | None]) -> tuple[str, tuple[str, ...]]:
    game, variant = way
    return game, FOR_TWO.get(game, ()) if variant is None else with_needed(game, variant)


def differing(found: list[Pair], bots: bool) -> list[str]:
    return [said for pair in found if (said := told_apart(pair, bots)) is not None]


def watched(game: interpreter.Game, players: int, games: int, decisions: int, most: int) -> list[Pair]:
    return [pair for seed in range(games) for pair in pairs(game, players, SEED * 1000 + seed, decisions, most)]


@pytest.mark.parametrize(
    "table", [*HIDING, *map(table_of, sampled(WAYS, 1, "bot twins"))], ids=lambda table: "-".join([table[0], *table[1]])
)
def test_bots_imagine_the_same_where_their_player_sees_no_difference(table: tuple[str, tuple[str, ...]]) -> None:
    name, variants = table
    game = loaded(name, variants)
    for players in allowed(name, variants) if EVERYTHING else (game.players_min,):
        found = watched(game, players, *((4, 300, 4) if EVERYTHING else (1, 40, 1)))
        assert differing(found, bots=EVERYTHING) == []


@pytest.mark.parametrize("case", sampled(SMALL, 6, "bot twins, small"), ids=lambda case: case.name)
def test_nor_do_they_decide_otherwise_in_the_small_games(case: Path) -> None:
    game = interpreter.load(case)
    if EVERYTHING:
        game.native(bots=True)
        teach(game, game.players_min)
    assert differing(watched(game, game.players_min, 2, 40, 2 if EVERYTHING else 1), bots=True) == []


@pytest.mark.parametrize("engine", ["python", "native"])
def test_who_has_passed_in_secret_is_not_known(engine: str) -> None:
    """Intrigue cards are put in face down, or none. In both engines the others decide the same, whatever somebody put in."""
    game = interpreter.load(ROOT / "tests" / "cases" / "hard" / "16_vote")
    if engine == "native":
        game.native(bots=True)
        teach(game, 3)
    found = [pair for pair in watched(game, 3, 3, 60, 3) if "play_cards/card" in pair.about]
    assert found
    assert differing(found, bots=True) == []


@pytest.mark.parametrize("forgetful", ["_guess_cells", "_guess_slots"])
def test_a_bot_that_looks_is_found_out(forgetful: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the twins can find: they are of no use if they find nothing."""
    game = interpreter.load(ROOT / "tests" / "cases" / "hard" / "16_vote")
    found = watched(game, 3, 3, 60, 3)
    monkeypatch.setattr(guessing, forgetful, lambda *_known: None)
    assert differing(found, bots=False)


def test_a_learned_bot_that_looks_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """It decides by the table as it is, instead of by imagined ones."""
    game = interpreter.load(ROOT / "tests" / "cases" / "hard" / "16_vote")
    game.native(bots=True)
    teach(game, 3)
    found = [pair for pair in watched(game, 3, 3, 60, 3) if "play_cards/card" in pair.about]

    def peeking(_bot: LearnedBot, request: Request, seat: Seat) -> int:
        return crc32(repr(seat._now().key()).encode()) % len(request.choices)

    monkeypatch.setattr(LearnedBot, "__call__", peeking)
    assert any("learned" in said for said in differing(found, bots=True))


def test_a_bot_that_remembers_the_last_answer_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    game = interpreter.load(ROOT / "tests" / "cases" / "hard" / "02_sealed_bid")
    found = watched(game, game.players_min, 1, 40, 1)
    assert differing(found, bots=False) == []
    dealt = UnseenInSecret.dealt

    def with_the_answer(self: UnseenInSecret[PythonEngine], seed: int) -> PythonEngine:
        new = dealt(self, seed)
        new.answer = self._state.answer
        return new

    monkeypatch.setattr(UnseenInSecret, "dealt", with_the_answer)
    assert differing(found, bots=False)
