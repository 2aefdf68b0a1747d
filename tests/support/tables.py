"""What the conformance suite plays: every game, every number of players, every variant.

A folder in games/ with a game.yaml is a game; nothing is registered. Run as a module (`python -m tests.support.tables
GAME`) it prints a digest of each of its games, for comparison with those of another process.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import interpreter
from interpreter import Choice, Fault, Game, State
from interpreter.data import read_folder
from interpreter.source import Problems
from interpreter.tools.check.required import with_required
from tests.support.bundled import core_games
from tests.support.sampling import sampled

ROOT = Path(__file__).resolve().parents[2]
MAX_COUNTS, MAX_VARIANTS = 1, 2  # of each game, unless everything is tried
MAX_TABLES = 30  # of variants and numbers of players together
GAMES = [info.name for info in core_games()]
FOR_TWO = {"tycoon-india-1981": ("two_players",)}


@dataclass(frozen=True)
class Table:
    """One way to play a game: a variant with what it needs, and how many play."""

    game: str
    variants: tuple[str, ...]
    players: int

    def __str__(self) -> str:
        return "-".join([self.game, *self.variants, f"{self.players}p"])

    def load(self) -> Game:
        return loaded(self.game, self.variants)

    @property
    def seats(self) -> int:
        """People and automas."""
        return self.players + len(self.load().automas(self.players))


def tables(game: str) -> Iterator[Table]:
    """The base game with every number of people that its rules allow; each variant, too, or if there are many, each with
    the next number. Of many counts and variants a sample."""
    folder = read_folder(ROOT / "games" / game)
    counts = allowed(game, ())
    many = len(folder.variants) * len(counts) > MAX_TABLES
    for players in sampled(counts, MAX_COUNTS, f"counts {game}"):
        yield Table(game, (), players)
    variants = list(enumerate(folder.variants))
    for number, variant in sampled(variants, MAX_VARIANTS, f"variants {game}"):
        chosen = with_needed(game, variant)
        counts = allowed(game, chosen)
        some = counts[number % len(counts) :][:1] if many else sampled(counts, 1, f"counts {game} {variant}")
        yield from (Table(game, chosen, players) for players in some)


def allowed(game: str, variants: tuple[str, ...]) -> tuple[int, ...]:
    """How many people can play. A game that cannot be loaded must still be found wanting: then the manifest says it."""
    try:
        return loaded(game, variants).player_counts
    except Problems:
        manifest = read_folder(ROOT / "games" / game).manifest
        return tuple(range(manifest.players_min, manifest.players_max + 1))


@cache
def with_needed(game: str, variant: str) -> tuple[str, ...]:
    """A variant behind those that it requires or extends."""
    folder = read_folder(ROOT / "games" / game)
    return tuple(file.stem for file in with_required(folder, variant, folder.variants[variant]))


@cache
def loaded(game: str, variants: tuple[str, ...]) -> Game:
    return interpreter.load(ROOT / "games" / game, variants)


def at_random(state: State, chance: random.Random) -> Choice:
    request = state.request
    assert request is not None
    choices = request.choices
    return choices[chance.randrange(len(choices))]


def digest(table: Table, seed: int) -> str:
    """Everything that happens in a random game, in one text."""
    state = table.load().start(players=table.players, seed=seed)
    chance = random.Random(seed)
    total = hashlib.sha256()
    try:
        while state.request is not None and state.decisions < 2000:
            total.update(repr((state.inspect.key(), state.engine.position.random)).encode())
            state.choose(at_random(state, chance))
    except Fault as fault:  # what other tests complain about is the same everywhere, too
        total.update(f"{fault.code} {fault.message}".encode())
    total.update(repr((state.inspect.key(), state.result, [event.text for event in state.events])).encode())
    return total.hexdigest()


def digests(game: str) -> dict[str, str]:
    return {str(table): digest(table, seed=11) for table in tables(game)}


if __name__ == "__main__":
    print(json.dumps(digests(sys.argv[1])))
