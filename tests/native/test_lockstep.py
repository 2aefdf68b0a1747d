"""C and Python play the same game: at every decision the same choices in the same order, and the same table."""

import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations
from pathlib import Path

import pytest

import interpreter
from interpreter import Fault, Game, State
from interpreter.runtime.generator import seeded
from interpreter.runtime.native import BEYOND, FAULT, OVER, WAITING, Memory, NoRoomError
from interpreter.source import Problems
from tests.conformance.playing import with_needed
from tests.sampling import sampled

GAMES = [info.name for info in interpreter.games()]
CASES = Path(__file__).parents[1] / "cases"
OWN = sorted(file.parent for file in CASES.glob("native/*/game.yaml"))
HARD = sorted(file.parent for file in (*CASES.glob("hard/*/game.yaml"), *CASES.glob("games/*/game.yaml")))
MOST = 400  # decisions of a game that are followed
LOOKS = 9  # decisions between two looks at the whole table


def tables(game: Game) -> list[int]:
    return sorted({min(game.player_counts), game.default_players, max(game.player_counts)})


def follow(game: Game, players: int, seed: int, most: int = MOST) -> int:
    """One game in lockstep; gives the number of decisions."""
    native = game.native()
    state = game.start(players=players, seed=seed, events=False)
    fresh = game.table(players, seed, None, False)
    memory = native.take(fresh)
    how, chance = memory.begin(seeded(seed)), random.Random(seed)
    for number in range(most):
        if state.options is None:
            break
        here = f"seed {seed}, decision {number}, {state.code.SITES[state.site].name}"
        if how == BEYOND:  # a number larger than any in C: Python plays on
            with pytest.raises(NoRoomError):
                native.take(state)
            return number
        assert how == WAITING, here
        assert memory.choices() == len(state.options) + len(state.free), here
        if number % LOOKS == 0 or number < LOOKS:
            memory = look(game, fresh, memory, state, here)
        choice = chance.randrange(memory.choices())
        fault = chosen(state, choice)
        how = memory.choose(choice)
        if fault is not None:
            assert how in (FAULT, BEYOND), f"{here}: {fault}"
            return number
        assert how in (WAITING, OVER, BEYOND), here
    if state.options is None:
        look(game, fresh, memory, state, f"seed {seed}, the end")
    return state.decisions


def chosen(state: State, choice: int) -> Fault | None:
    assert state.request is not None
    try:
        state.choose(state.request.choices[choice])
    except Fault as fault:
        return fault
    return None


def look(game: Game, fresh: State, memory: Memory, state: State, here: str) -> Memory:
    """The whole of both tables; the game goes on with what came out of C and went in again."""
    found = fresh.clone()
    decisions = game.native().read(memory, found)
    assert found.key() == state.key(), here
    assert (found.options is None) == (state.options is None), here
    assert list(found.options or ()) == list(state.options or ()), here
    assert (found.free, found.random, found.chance_count) == (state.free, state.random, state.chance_count), here
    assert (found.stamp, found.touched, found.tried) == (state.stamp, state.touched, state.tried), here
    assert found.secret_turn_of == state.secret_turn_of, here
    assert found.secret_causes == state.secret_causes, here
    assert (found.winners, found.scores, found.out) == (state.winners, state.scores, state.out), here
    assert decisions == state.decisions, here
    found._decisions = state._decisions
    again = game.native().take(found)
    assert again.choices() == memory.choices(), here
    return again


@pytest.mark.parametrize("name", GAMES)
def test_both_engines_play_the_same_game(name: str) -> None:
    game = interpreter.load(name)
    for players in sampled(list(tables(game)), 2, f"counts in C {name}"):
        assert sum(follow(game, players, seed) for seed in range(2)) > 0


def ways_to_play() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each variant by itself, and each two of a game."""
    for name in GAMES:
        variants = tuple(interpreter.load(name).available_variants)
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


def written(folder: Path, rules: str) -> Game:
    (folder / "rules").mkdir(parents=True)
    (folder / "rules" / "play.rules").write_text(rules)
    (folder / "game.yaml").write_text("title: Trial\nabout: A trial.\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    return interpreter.load(folder)


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
    assert native.key() == python.key()
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
    game = written(tmp_path / "none", BREAKS)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Problems, match="runs in Python alone: no C compiler is found") as found:
        game.start(engine="native")
    assert found.value.diagnostics[0].code == "R0821"
    assert game.start(engine="auto", events=False).request is not None
