"""The variants of a game: what each is, what it can be combined with, and whether every pair really plays.

In: a game's name or folder. Out: a VariantInfo each; a Pairing for each pair. Layer: tools, above load.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from interpreter.data import Folder, read_folder
from interpreter.finding import find_game
from interpreter.game import Game, OptionInfo
from interpreter.load import load
from interpreter.reading import GameReader, the_parser, variant_people
from interpreter.runtime import Fault
from interpreter.source import Problems, Reporter
from interpreter.syntax import nodes as n
from interpreter.tools.check.problems import with_required

DECISIONS = 60  # played with each pair


@dataclass(frozen=True, slots=True)
class VariantInfo:
    name: str
    title: str
    requires: tuple[str, ...]
    excludes: tuple[str, ...]
    extends: tuple[str, ...]
    people: tuple[int, int] | None  # player counts, if it declares them or its rules change them
    options: tuple[OptionInfo, ...]  # those that it adds


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two variants together, with those they require. `reason` is empty if they fit."""

    variants: tuple[str, str]
    allowed: bool  # by their own declarations
    players: int | None
    decisions: int
    reason: str

    @property
    def fits(self) -> bool:
        return not self.reason


def variants(game: str | Path) -> list[VariantInfo]:
    """Describe each variant of a game. Raises Problems if the game cannot be read."""
    folder = read_folder(find_game(game))
    base = load(folder.path)
    found = [_info(folder, name, file, base) for name, file in folder.variants.items()]
    return [replace(info, excludes=_both_ways(info, found)) for info in found]


def _both_ways(info: VariantInfo, others: Sequence[VariantInfo]) -> tuple[str, ...]:
    """List the variants that exclude, or are excluded by, this one: either declaration is enough."""
    return tuple(dict.fromkeys([*info.excludes, *(other.name for other in others if info.name in other.excludes)]))


def _info(folder: Folder, name: str, file: Path, base: Game) -> VariantInfo:
    reader = GameReader(folder, Reporter(), the_parser())
    nodes = [node for node, _ in reader.variant(file)]
    reader.reporter.raise_if_errors()
    loaded = load(folder.path, with_required(folder, name, file))
    declared = {node.name for variant in nodes for node in variant.declarations if isinstance(node, n.Option)}
    own = {option.name for option in base.options}
    options = tuple(option for option in loaded.options if option.name in declared - own)
    people = variant_people({name: file}).get(name) or _other_people(loaded, base)
    requires, excludes, extends = (_others(nodes, word) for word in ("requires", "excludes", "extends"))
    return VariantInfo(name, loaded.available_variants[name], requires, excludes, extends, people, options)


def _other_people(game: Game, base: Game) -> tuple[int, int] | None:
    """Return the player counts with a variant, if its rules change them."""
    counts = game.player_counts
    return (min(counts), max(counts)) if counts and counts != base.player_counts else None


def _others(nodes: Sequence[n.Variant], word: str) -> tuple[str, ...]:
    relations = [relation for node in nodes for relation in node.relations if relation.word == word]
    return tuple(other.name for relation in relations for other in relation.names)


def matrix(game: str | Path, seed: int = 1) -> Iterator[Pairing]:
    """Load every pair of variants with what they require, and play it for a while."""
    folder = read_folder(find_game(game))
    infos = {info.name: info for info in variants(folder.path)}
    for one, other in combinations(infos, 2):
        yield _pairing(folder, infos, one, other, seed)


def _pairing(folder: Folder, infos: Mapping[str, VariantInfo], one: str, other: str, seed: int) -> Pairing:
    pair = (one, other)
    files = list(dict.fromkeys(file for name in pair for file in with_required(folder, name, folder.variants[name])))
    excluded = _excluded(infos, [file.stem for file in files])
    if excluded:
        return Pairing(pair, False, None, 0, excluded)
    try:
        return _played(load(folder.path, files), pair, seed)
    except Problems as problems:
        return Pairing(pair, True, None, 0, "; ".join(found.message for found in problems.diagnostics))


def _excluded(infos: Mapping[str, VariantInfo], names: list[str]) -> str:
    for name in names:
        for other in infos[name].excludes:
            if other in names:
                return f"{name} excludes {other}"
    return ""


def _played(game: Game, pair: tuple[str, str], seed: int) -> Pairing:
    if not game.player_counts:
        return Pairing(pair, False, None, 0, "together they are for no number of players")
    chance = random.Random(f"{pair} {seed}")
    players = chance.choice(game.player_counts)
    decisions = 0
    try:
        state = game.start(players, seed, events=False)
        while state.request is not None and state.decisions < DECISIONS:
            choices = state.request.choices
            state.choose(choices[chance.randrange(len(choices))])
            decisions += 1
    except Fault as fault:
        return Pairing(pair, True, players, decisions, f"{fault.code}: {fault.diagnostic.message}")
    broken = state.broken_rules()
    return Pairing(pair, True, players, decisions, "; ".join(broken))
