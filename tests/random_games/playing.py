"""A game that was made up, played by both engines and by the judge in lockstep.

In: the files of a game. Out: nothing, or what was not the same, as an exception. The rules are read and checked once; Python, C
and the reference interpreter are given the same Rulebook. Nothing is kept in the user's cache.
"""

from __future__ import annotations

import json
import random
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from interpreter import Fault, Game, State
from interpreter.backends.c.building import GAME_ONLY, compiled, opened
from interpreter.backends.c.module import for_c, write_c
from interpreter.backends.c.unit import UnsupportedError
from interpreter.backends.python.module import for_python, write_module
from interpreter.ir import rulebook as rb
from interpreter.lower import lower
from interpreter.native import Source
from interpreter.reading import read_game
from interpreter.runtime import link
from interpreter.runtime.generator import scaled, seeded, stepped
from interpreter.runtime.native import BEYOND, FAULT, WAITING, Memory, Native, NoRoomError
from interpreter.source import Problems
from tests.random_games.games import Files
from tests.reference.playing import Reference
from tests.reference.table import Wrong
from tests.support.c_lockstep import follow, look
from tests.support.judge_lockstep import attempt, compare, play_together

QUICK = (
    "-O0",
    "-shared",
    "-fPIC",
    "-std=gnu11",
    "-w",
    "-fno-strict-aliasing",
    "-fvisibility=hidden",
    "-ffp-contract=off",
    GAME_ONLY,
)
MOST = 60  # decisions of a game that are followed


class RefusedError(Exception):
    """Rules that `check` does not accept."""


@dataclass(frozen=True)
class Table:
    game: Game
    rulebook: rb.Rulebook


def written_to(folder: Path, files: Files) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def loaded(folder: Path) -> Table:
    variants = sorted(folder.glob("variants/*.rules"))
    try:
        rulebook, meta, _ = read_game(folder, variants, {})
    except Problems as problems:
        if any(found.code == "R0999" for found in problems.diagnostics):
            raise
        raise RefusedError(problems.diagnostics[0].code) from None
    text = write_module(for_python(lower(rulebook)), meta)
    code = link(compile(text, "<made up>", "exec"), "<made up>")
    return Table(
        Game(code, code.META, "made up", folder, variants, Source("made up", folder, tuple(variants), {})), rulebook
    )


def with_c(table: Table, flags: tuple[str, ...] = QUICK) -> bool:
    """Compiles its C; no: something in it is not written in C yet."""
    try:
        text = write_c(for_c(lower(table.rulebook)))
    except UnsupportedError:
        return False
    table.game._native = Native(opened(compiled(text, flags)), table.game.code)
    return True


def begun(table: Table, players: int, seed: int) -> State | None:
    """None: it goes wrong before the first decision, for the judge as well."""
    try:
        return table.game.start(players=players, seed=seed, events=False)
    except Fault as fault:
        if fault.code == "R0999":
            raise
        with suppress(Wrong):
            Reference(table.rulebook, players, seed)
            raise AssertionError(f"only Python goes wrong at the start: {fault}") from None
        return None


def against_the_judge(table: Table, players: int, seed: int) -> int:
    """One game of Python and the judge; gives how many decisions there were."""
    state = begun(table, players, seed)
    if state is None:
        return 0
    judge = Reference(table.rulebook, players, seed)
    play_together(state, judge, random.Random(seed), MOST)
    return state.decisions


def against_c(table: Table, players: int, seed: int) -> int:
    """One game of Python and C."""
    state = begun(table, players, seed)
    if state is None:
        memory = _fresh(table, players, seed)
        assert memory is None or memory.begin(seeded(seed)) not in (0, 1), (
            f"only Python goes wrong at the start, seed {seed}"
        )
        return 0
    return follow(table.game, players, seed, MOST)


def ends_as_in_c(table: Table, players: int, seed: int) -> int:
    """One game of Python and C with the same random choices, of which only the ends are compared: many of them cost little."""
    state = begun(table, players, seed)
    memory = _fresh(table, players, seed) if state is not None else None
    if state is None or memory is None:
        return against_c(table, players, seed)
    how, picks = memory.begin(seeded(seed)), seeded(~seed)
    if how == WAITING:
        how, _, _ = memory.play_out(picks, MOST)
    wrong = _take_like_c(state, picks)
    if wrong is not None:
        assert wrong.code != "R0999", wrong
        assert how in (FAULT, BEYOND), f"only Python goes wrong, seed {seed}: {wrong}"
        return state.decisions
    assert how != FAULT, f"only C goes wrong, seed {seed}"
    if how != BEYOND:
        look(table.game, table.game.table(players, seed, None, False), memory, state, f"seed {seed}, the end")
    return state.decisions


def in_all_three(table: Table, players: int, seed: int) -> int:
    """One game of all three with the same choices: Python and the judge decision by decision, and C at the end of it."""
    state = begun(table, players, seed)
    if state is None:
        return against_c(table, players, seed)
    picks, judge = seeded(~seed), Reference(table.rulebook, players, seed)
    faulty = play_alike(state, judge, picks, MOST)
    memory = _fresh(table, players, seed)
    if memory is None:
        return state.decisions
    how = memory.begin(seeded(seed))
    if how == WAITING:
        how, _, _ = memory.play_out(picks, MOST)
    if faulty:
        assert how in (FAULT, BEYOND), f"only C goes on, seed {seed}"
        return state.decisions
    assert how != FAULT, f"only C goes wrong, seed {seed}"
    if how != BEYOND:
        look(table.game, table.game.table(players, seed, None, False), memory, state, f"seed {seed}, the end")
    return state.decisions


def play_alike(state: State, judge: Reference, picks: int, most: int) -> bool:
    """The choices that C makes, taken by Python and the judge, which are alike before each; does it end with a fault of both?"""
    for number in range(most):
        compare(state, judge, number)
        if state.request is None:
            return False
        picks = stepped(picks)
        chosen = scaled(picks, state.choice_count)
        faults = [attempt(state.take, chosen), attempt(decide_by_number, judge, chosen)]
        if any(faults):
            assert all(faults), f"decision {number}: {faults}"
            return True
    compare(state, judge, most)
    return False


def decide_by_number(judge: Reference, number: int) -> None:
    decided = len(judge.options)
    if number < decided:
        judge.choose(judge.options[number])
    else:
        judge.choose_free(judge.free[number - decided])


def _take_like_c(state: State, picks: int) -> Fault | None:
    """The choices that C makes. Gives what goes wrong."""
    for _ in range(MOST):
        if state.engine.position.options is None:
            break
        picks = stepped(picks)
        try:
            state.take(scaled(picks, state.choice_count))
        except Fault as fault:
            return fault
    return None


def _fresh(table: Table, players: int, seed: int) -> Memory | None:
    try:
        return table.game.native().take(table.game.table(players, seed, None, False).engine.position)
    except NoRoomError:
        return None


def looked_at(table: Table, players: int, seed: int) -> int:
    """One game with a log, in which everything is put into words and seen by everybody; it goes as the one without."""
    plain = begun(table, players, seed)
    if plain is None:
        return 0
    try:
        state, chance, outside = table.game.start(players=players, seed=seed), random.Random(seed), Outside(table.game)
        for _ in range(MOST):
            assert state.inspect.key() == plain.inspect.key()
            if state.request is None or plain.request is None:
                break
            outside.looks(state)
            number = chance.randrange(_looked_around(state, players))
            assert state.choice_count == plain.choice_count
            state.choose(state.request.choices[number])
            plain.take(number)
    except Fault as fault:  # also in what is only told: such a text is of no use
        if fault.code == "R0999":
            raise
        return plain.decisions
    outside.looks(state)
    assert table.game.resume(state.save(), replay=True).inspect.key() == state.inspect.key()
    return state.decisions


class Outside:
    """Someone who watches, and learns nothing of a `secretly each` before it is over, nor from a game saved within it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.began: object = None  # the table when the loop began
        self.seen: object = None

    def looks(self, state: State) -> None:
        now = state.engine.position
        if now.secret_turn_of is None:
            assert now.withheld == (), "something that was done in secret is never told"
            self.began = None
            return
        seen = state.view(None), state.events_for(None)
        assert now.before_secret is not self.began or seen == self.seen, "somebody learns what is done in secret"
        self.began, self.seen = now.before_secret, seen
        saved = self.game.resume(json.loads(json.dumps(state.save())))
        for player in (None, *range(len(state.player_names))):
            assert (saved.view(player), saved.events_for(player)) == (state.view(player), state.events_for(player))
            assert _labels(saved, player) == _labels(state, player)


def _labels(state: State, player: int | None) -> list[str] | None:
    request = state.request_for(player)
    return None if request is None else request.labels


def _looked_around(state: State, players: int) -> int:
    """Everything in words, for everybody; gives how many choices there are."""
    assert state.request is not None
    for player in (None, *range(players)):
        state.view(player)
        state.events_for(player)
    _ = [refusal.reason for refusal in state.request.refused]
    return len([choice.label for choice in state.request.choices])


__all__ = [
    "BEYOND",
    "RefusedError",
    "Table",
    "against_c",
    "against_the_judge",
    "ends_as_in_c",
    "in_all_three",
    "loaded",
    "looked_at",
    "with_c",
    "written_to",
]
