"""Playing a setting: is every fault one that `check` announces?

In: a Setting and how many games. Out: an Outcome. What is refused before play, with a message at its place or with the reason
that the rules give, was announced. Everything else must play to its end, with every `always` rule holding.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import interpreter
from interpreter import Fault, Game
from interpreter.backends.c.building import FLAGS, compiled, opened
from interpreter.native import c_text
from interpreter.runtime.generator import seeded
from interpreter.runtime.native import BEYOND, FAULT, WAITING, Native
from interpreter.runtime.native_engine import play_out_like_c
from interpreter.source import Problems, render
from interpreter.tools.bots import AUTOMA, only_bots
from interpreter.tools.simulate.matches import matches
from interpreter.tools.simulate.plan import FaultNote, Match, Plan
from tests.house_rules.drawing import drawn
from tests.house_rules.settings import ROOT, Setting

TRIES = 50  # draws of one set
HELD = 50  # one game more of so many is looked through for broken `always` rules


@dataclass
class Outcome:
    """What became of the games. `announced` is what was said before any of them."""

    setting: Setting
    games: int = 0
    decisions: int = 0
    announced: str = ""
    without_end: int = 0  # within the limit of decisions
    left_c: int = 0  # games for which C has no room: Python plays them
    troubles: Counter[str] = field(default_factory=Counter)

    @property
    def wrong(self) -> int:
        return self.troubles.total()

    def __str__(self) -> str:
        if self.announced:
            return f"{self.setting}: refused\n{self.announced}"
        lines = [f"{self.setting}: {self.wrong} of {self.games} games went wrong"]
        return "\n".join([*lines, *(f"  {times} x {words}" for words, times in self.troubles.most_common())])


def play(setting: Setting, games: int, engine: str = "python") -> Outcome:
    """Games between random bots, with every number of players that the rules allow in turn."""
    outcome = Outcome(setting)
    with TemporaryDirectory() as folder:
        try:
            game = interpreter.load(_folder(setting, Path(folder)), setting.variants, setting.options)
            counts = game.player_counts
            if not counts:
                raise Problems(game.refusals(game.default_players))
        except Problems as problems:
            outcome.announced = "\n".join(render(found) for found in problems.diagnostics)
            return outcome
        if engine == "native":
            compile_quickly(game)  # most of the time goes into compiling
        for number, players in enumerate(counts):
            share = games // len(counts) + (number < games % len(counts))
            for match in matches(_plan(game, players, share, engine), game):
                outcome.games += 1
                outcome.decisions += match.decisions
                if match.outcome != "finished":
                    outcome.troubles[_words(match, players)] += 1
    return outcome


def play_drawn(game: str, seed: int, number: int, games: int, most: int, quick: bool) -> Outcome:
    """A set of variants and options at random, in one call of C for each number of players; what the rules refuse is drawn again.
    A few games more are played one by one, with every `always` rule holding. `quick` compiles in a third of the time what is
    then played at a third of the speed."""
    for again in range(TRIES):
        setting = drawn(game, seed, number, again)
        with suppress(Problems):
            loaded = interpreter.load(game, setting.variants, setting.options)
            if loaded.player_counts:
                break
    else:
        return Outcome(setting, announced=f"the rules refuse all of {TRIES} sets that were drawn")
    outcome, counts = Outcome(setting), loaded.player_counts
    if quick:
        compile_quickly(loaded)
    for place, players in enumerate(counts):
        share = games // len(counts) + (place < games % len(counts))
        _play_in_c(loaded, players, range(seed, seed + share), most, outcome)
        for match in matches(_plan(loaded, players, max(1, share // HELD), "native"), loaded):
            if match.fault is not None:
                outcome.troubles[_words(match, players)] += 1
    return outcome


def compile_quickly(game: Game) -> None:
    """Its C without the compiler's improvements, and not kept in the cache."""
    assert game._source is not None
    text = c_text(game.path, game._source.variants, game._source.options)
    game._native = Native(opened(compiled(text, ("-O0", *FLAGS[1:]))), game.code)


def _play_in_c(game: Game, players: int, seeds: Sequence[int], most: int, outcome: Outcome) -> None:
    native = game.native()
    table, picks = native.take(game.table(players, 0, None, False).engine.position), [seeded(~seed) for seed in seeds]
    played = native.play_many(table, [seeded(seed) for seed in seeds], picks, most)
    outcome.games += len(played)
    outcome.decisions += sum(one.decisions for one in played)
    outcome.without_end += sum(one.how == WAITING for one in played)
    outcome.left_c += sum(one.how == BEYOND for one in played)
    for seed, pick, one in zip(seeds, picks, played, strict=True):
        if one.how in (FAULT, BEYOND):
            words = _repeated(game, players, seed, pick, most)
            if words or one.how == FAULT:
                outcome.troubles[f"{players} players, seed {seed}: {words or 'a fault in C, and none in Python'}"] += 1


def _repeated(game: Game, players: int, seed: int, picks: int, most: int) -> str:
    """The same game in Python: what goes wrong there, or nothing."""
    try:
        play_out_like_c(game.start(players, seed, events=False).engine.position, picks, most)
    except Fault as fault:
        return _fault_in_words(fault)
    return ""


def _folder(setting: Setting, beside: Path) -> Path:
    """The game's folder, or a copy with the files that the setting adds."""
    path = ROOT / "games" / setting.game
    texts = setting.texts
    if not texts:
        return path
    copy = beside / setting.game
    shutil.copytree(path, copy, ignore=shutil.ignore_patterns("scenarios"))
    for file, text in texts.items():
        (copy / file).parent.mkdir(exist_ok=True)
        (copy / file).write_text(text, encoding="utf-8")
    return copy


def _plan(game: Game, players: int, games: int, engine: str) -> Plan:
    automas = game.automas(players)
    seats = tuple(AUTOMA if seat in automas else "random" for seat in range(players + len(automas)))
    return Plan(game.path, players, games, partial(only_bots, seats), seats, engine=engine)


def _words(match: Match, players: int) -> str:
    fault = match.fault
    if fault is None:
        return f"{players} players: no end within the limit of decisions"
    return f"{players} players: {_fault_in_words(fault)}"


def _fault_in_words(fault: Fault | FaultNote) -> str:
    where = fault.stack[0].rpartition("/")[2].removesuffix(")") if fault.stack else "while it was set up"
    return f"{fault.code} {fault.message} [{where}]"
