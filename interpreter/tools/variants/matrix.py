"""The variants of a game: what each is, what it can be combined with, and whether every pair really plays.

In: a game's name or folder. Out: a VariantInfo each; a Pairing for each pair. Layer: tools, above load.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations
from multiprocessing import get_context
from pathlib import Path

from interpreter.check.names.memory import Memory
from interpreter.data import Folder, read_folder
from interpreter.finding import find_game
from interpreter.game import Game, OptionInfo
from interpreter.load import load
from interpreter.reading import RELATIONS, GameReader, the_parser, variant_people, variant_relations, variant_titles
from interpreter.runtime import Fault
from interpreter.scenario.asking import AskableGame, Rules
from interpreter.source import Problems, Reporter
from interpreter.source.operating_system import ignore_interrupts
from interpreter.syntax import nodes as n
from interpreter.tools.check.required import with_required

DECISIONS = 60  # played with each pair
FEW_PAIRS, MAX_WORKERS, AT_ONCE = (
    12,
    8,
    4,
)  # pairs that are worth another process, processes, pairs that one gets together


@dataclass(frozen=True, slots=True)
class VariantInfo:
    name: str
    title: str
    requires: tuple[str, ...]
    excludes: tuple[str, ...]
    extends: tuple[str, ...]
    people: tuple[int, int] | None  # player counts, if it declares them or its rules change them
    options: tuple[OptionInfo, ...]  # those that it adds
    includes: tuple[str, ...] = ()


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


@dataclass(frozen=True, slots=True)
class VariantHead:
    """What the first lines of a variant say.

    Enough to offer it, and to say with what it goes."""

    name: str
    title: str
    requires: tuple[str, ...]
    excludes: tuple[str, ...]
    extends: tuple[str, ...]
    includes: tuple[str, ...] = ()


def heads(game: str | Path) -> list[VariantHead]:
    """Describe each variant of a game by its first lines.

    Nothing is parsed, checked or compiled."""
    files = read_folder(find_game(game)).variants
    titles = variant_titles(files)
    found = [VariantHead(name, titles[name], **variant_relations(file)) for name, file in files.items()]
    return [replace(head, excludes=_both_ways(head, found)) for head in found]


def variants(game: str | Path) -> list[VariantInfo]:
    """Describe each variant of a game. Raises Problems if the game cannot be read."""
    folder = read_folder(find_game(game))
    base, memory = load(folder.path), Memory()
    found = [_info(folder, name, file, base, memory) for name, file in folder.variants.items()]
    return [replace(info, excludes=_both_ways(info, found)) for info in found]


def _quickly_loaded(folder: Folder, files: Sequence[Path], memory: Memory) -> Game:
    """Load rules for a few decisions.

    Not polished, and with what the checks of other variants have found."""
    return AskableGame(Rules(folder.path, files, {}, memory=memory)).game


def _both_ways(info: VariantInfo | VariantHead, others: Sequence[VariantInfo | VariantHead]) -> tuple[str, ...]:
    """List the variants that exclude, or are excluded by, this one.

    Either declaration is enough."""
    return tuple(dict.fromkeys([*info.excludes, *(other.name for other in others if info.name in other.excludes)]))


def _info(folder: Folder, name: str, file: Path, base: Game, memory: Memory) -> VariantInfo:
    reader = GameReader(folder, Reporter(), the_parser())
    nodes = [node for node, _ in reader.variant(file)]
    reader.reporter.raise_if_errors()
    loaded = _quickly_loaded(folder, with_required(folder, name, file), memory)
    declared = {node.name for variant in nodes for node in variant.declarations if isinstance(node, n.Option)}
    own = {option.name for option in base.options}
    options = tuple(option for option in loaded.options if option.name in declared - own)
    people = variant_people({name: file}).get(name) or _other_people(loaded, base)
    requires, excludes, extends, includes = (_others(nodes, word) for word in RELATIONS)
    return VariantInfo(name, loaded.available_variants[name], requires, excludes, extends, people, options, includes)


def _other_people(game: Game, base: Game) -> tuple[int, int] | None:
    """Return the player counts with a variant, if its rules change them."""
    counts = game.player_counts
    return (min(counts), max(counts)) if counts and counts != base.player_counts else None


def _others(nodes: Sequence[n.Variant], word: str) -> tuple[str, ...]:
    relations = [relation for node in nodes for relation in node.relations if relation.word == word]
    return tuple(other.name for relation in relations for other in relation.names)


def matrix(game: str | Path, seed: int = 1) -> Iterator[Pairing]:
    """Load every pair of variants with what they require, and play it for a while.

    On several cores if there are many."""
    folder = read_folder(find_game(game))
    known = {head.name: head for head in heads(folder.path)}
    pairs = list(combinations(known, 2))
    workers = min(MAX_WORKERS, os.cpu_count() or 1, len(pairs) // FEW_PAIRS)
    if workers < 2:
        memory = Memory()
        for pair in pairs:
            yield _pairing(folder, known, pair, seed, memory)
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), ignore_interrupts) as pool:
        try:
            yield from pool.map(partial(_pairing_there, folder.path, known, seed), pairs, chunksize=AT_ONCE)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _pairing_there(path: Path, known: Mapping[str, VariantHead], seed: int, pair: tuple[str, str]) -> Pairing:
    """The same in a process of its own, which reads the folder once."""
    folder, memory = _there(path)
    return _pairing(folder, known, pair, seed, memory)


@lru_cache(maxsize=1)
def _there(path: Path) -> tuple[Folder, Memory]:
    return read_folder(path), Memory()


def _pairing(
    folder: Folder, known: Mapping[str, VariantHead], pair: tuple[str, str], seed: int, memory: Memory
) -> Pairing:
    files = list(dict.fromkeys(file for name in pair for file in with_required(folder, name, folder.variants[name])))
    excluded = _excluded(known, [file.stem for file in files])
    if excluded:
        return Pairing(pair, False, None, 0, excluded)
    try:
        return _played(_quickly_loaded(folder, files, memory), pair, seed)
    except Problems as problems:
        return Pairing(pair, True, None, 0, "; ".join(found.message for found in problems.diagnostics))


def _excluded(known: Mapping[str, VariantHead], names: list[str]) -> str:
    for name in names:
        for other in known[name].excludes:
            together = any({name, other} <= set(known[one].includes) for one in names)
            if other in names and not together:
                return f"{name} excludes {other}"
    return ""


def _played(game: Game, pair: tuple[str, str], seed: int) -> Pairing:
    if not game.player_counts:
        return Pairing(pair, False, None, 0, "together they allow no number of players")
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
    broken = state.inspect.broken_rules()
    return Pairing(pair, True, players, decisions, "; ".join(broken))
