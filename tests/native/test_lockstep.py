"""C and Python play the same game: at every decision the same choices in the same order, and the same table."""

import importlib.util
import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from pathlib import Path

import pytest

import interpreter
from interpreter import Fault, Game
from interpreter.data import read_folder
from interpreter.runtime.native import BEYOND, OVER, WAITING
from interpreter.source import Problems
from tests.support.bundled import core_games
from tests.support.c_lockstep import HARD, OWN, follow
from tests.support.sampling import sampled
from tests.support.small_games import written
from tests.support.tables import ROOT, with_needed

GAMES = [info.name for info in core_games()]


def tables(game: Game) -> list[int]:
    return sorted({min(game.player_counts), game.default_players, max(game.player_counts)})


@pytest.mark.parametrize("name", GAMES)
def test_both_engines_play_the_same_game(name: str) -> None:
    game = interpreter.load(name)
    for players in sampled(list(tables(game)), 2, f"counts in C {name}"):
        assert sum(follow(game, players, seed) for seed in range(2)) > 0


def ways_to_play() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each variant by itself, and each two of a game."""
    for name in GAMES:
        variants = tuple(read_folder(ROOT / "games" / name).variants)
        yield from ((name, (variant,)) for variant in variants)
        yield from ((name, pair) for pair in combinations(variants, 2))


def other_options(game: Game, chance: random.Random) -> dict[str, object]:
    """Some of the options with any of their values."""
    found: dict[str, object] = {}
    for option in chance.sample(game.options, len(game.options) // 3):
        if option.low is not None and option.high is not None:
            found[option.name] = chance.choice([option.low, option.high])
        else:
            found[option.name] = chance.choice(option.values or ("yes", "no"))
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("name", "variants"), sampled(list(ways_to_play()), 1, "variants in C"))
def test_with_every_variant_and_every_two(name: str, variants: tuple[str, ...]) -> None:
    needed = list(dict.fromkeys(one for variant in variants for one in with_needed(name, variant)))
    game, chance = interpreter.load(name), random.Random(f"{name} {variants}")
    with suppress(Problems):  # variants, or values of options, that do not go together: without them, then
        game = interpreter.load(name, needed)
        game = interpreter.load(name, needed, other_options(game, chance))
    for players in tables(game):
        follow(game, players, 1)


@pytest.mark.slow
@pytest.mark.parametrize("folder", [*OWN, *sampled(HARD, 5, "hard cases in C")], ids=lambda folder: folder.name)
def test_the_hard_cases(folder: Path) -> None:
    game = interpreter.load(folder)
    for players in tables(game):
        for seed in (1, 2) if folder in OWN else (1,):
            follow(game, players, seed)


# ---- what goes wrong, what is told, what is kept


BREAKS = """keep pot: 0 to 9
procedure play
  repeat
    each player
      player chooses amount in 0 to 6
      raise pot by amount
"""


def test_a_fault_in_c_is_told_by_python(tmp_path: Path) -> None:
    state = written(tmp_path / "breaks", BREAKS).start(engine="native")
    state.choose(6)
    with pytest.raises(Fault, match="pot would become 12") as found:
        state.choose(6)
    assert found.value.code == "R0801"
    assert found.value.stack[0].endswith("play.rules:6)")


LONG = """keep piled: list of number
procedure play
  repeat 100 times
    each player
      player chooses amount in 0 to 1
      set piled to joined(piled, [amount])
  end game
"""


def test_what_is_too_large_for_c_goes_on_in_python(tmp_path: Path) -> None:
    game = written(tmp_path / "long", LONG)
    native, python = game.start(engine="native"), game.start(events=False)
    for number in range(150):
        native.choose(number % 2)
        python.choose(number % 2)
    assert native.inspect.key() == python.inspect.key()
    assert native.decisions == 150
    assert BEYOND not in (WAITING, OVER)


@pytest.mark.parametrize("name", ["pig", "chartered-by-the-crown"])
def test_a_playout_in_c_is_the_same_game_in_python(name: str) -> None:
    """Its past is found by making the same random decisions in Python."""
    state = interpreter.load(name).start(seed=3, engine="native")
    count = state.play_out(random.Random(5), most=100_000)
    assert state.request is None
    assert count == state.decisions == len(state.history)
    assert state.result is not None
    again = interpreter.load(name).resume(state.save(), replay=True)
    assert again.result == state.result


def test_many_games_in_one_call() -> None:
    game = interpreter.load("pig")
    played = game.play_many(range(50), players=3)
    assert len(played) == 50
    assert all(one.how == OVER and len(one.winners) == 1 for one in played)
    assert played == game.play_many(range(50), players=3)
    assert len({one.decisions for one in played}) > 10


def test_no_compiler_is_said_in_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))  # equal rules may have been compiled before
    game = written(tmp_path / "none", BREAKS)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))  # where nothing was compiled before
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)  # nor is there the extra [native]
    with pytest.raises(Problems, match="runs in Python only: no C compiler was found") as found:
        game.start(engine="native")
    assert found.value.diagnostics[0].code == "R0821"
    assert game.start(engine="auto", events=False).request is not None
