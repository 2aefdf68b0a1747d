"""Loading: the whole pipeline on one screen.

In: the name or folder of a game, variants, option values. Out: a Game, or Problems. Layer: above everything but tools.
folder -> trees and tables -> Rulebook (check) -> Program (lower) -> Python (write_module) -> Code -> Game.
What was compiled once is kept by fingerprint; then only the files are read to see that nothing has changed.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING, Any

from interpreter.backends import cached, store
from interpreter.backends.c.building import compiler
from interpreter.finding import find_game, find_variants
from interpreter.fingerprint import cache_key, fingerprint
from interpreter.game import Game
from interpreter.native import Source
from interpreter.runtime import link
from interpreter.runtime.faults import PYTHONS_LIMITS, is_limit, nested_too_deeply
from interpreter.source import Problems, Reporter

if TYPE_CHECKING:
    from interpreter.check.checker import Checker
    from interpreter.check.names.memory import Memory
    from interpreter.ir.blocks import Program
    from interpreter.ir.coverage_marks import Marks
    from interpreter.ir.rulebook import Rulebook


def load(
    game: str | Path,
    variants: Sequence[str | Path] = (),
    options: Mapping[str, object] | None = None,
    soon_in_c: bool = False,
) -> Game:
    """Load a game.

    `soon_in_c`: if its rules are new, another process begins at once to compile their C."""
    path = find_game(game)
    chosen = find_variants(path, variants)
    rules = fingerprint(path, chosen)
    key = cache_key(rules, path, options or {})
    source = Source(key, path, tuple(chosen), dict(options or {}))
    compiled = cached(key)
    if compiled is None:
        if soon_in_c and compiler() is not None:
            source.begin()
        compiled = _compiled(path, chosen, options or {})
        store(key, compiled)
    code = link(compiled, compiled.co_filename)
    return Game(code, code.META, rules, path, chosen, source)


def _compiled(path: Path, variants: Sequence[Path], options: Mapping[str, object]) -> CodeType:
    with nothing_thrown_away(), limits_of_python():
        return compile(written(path, variants, options).text, f"<{path.name}>", "exec")


@contextmanager
def limits_of_python() -> Iterator[None]:
    """Report Python's own limits, far beyond what people write, as Problems."""
    try:
        yield
    except PYTHONS_LIMITS as error:
        if not is_limit(error):
            raise
        raise Problems([nested_too_deeply().diagnostic]) from None


@contextmanager
def nothing_thrown_away() -> Iterator[None]:
    """Disable garbage collection while a game is compiled.

    Trees only grow, and collecting costs a tenth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@dataclass(frozen=True, slots=True)
class Written:
    """Rules that were read, checked, lowered and emitted as Python."""

    checker: Checker
    meta: dict[str, Any]
    program: Program
    text: str


def written(
    path: Path,
    variants: Sequence[Path],
    options: Mapping[str, object],
    open_options: bool = False,
    marks: Marks | None = None,
    memory: Memory | None = None,
) -> Written:
    """Compile without the cache, for games and scenarios.

    `open_options`: one text for many settings of options, each played for a few decisions, hence not optimized; `marks`:
    coverage marks; `memory`: results of the variants compiled before."""
    from interpreter.backends.python.module import for_python, write_module
    from interpreter.lower.passes import budget
    from interpreter.reading import read_game

    rulebook, meta, checker = read_game(path, variants, options, open_options=open_options, marks=marks, memory=memory)
    lowered = program_of(rulebook)
    program = budget(lowered, marks.moved if marks is not None else None) if open_options else for_python(lowered)
    return Written(checker, meta, program, write_module(program, {} if open_options else meta, marks))


def program_of(rulebook: Rulebook) -> Program:
    from interpreter.lower import lower

    return lower(rulebook)


def rulebook_of(
    path: Path,
    variants: Sequence[Path],
    options: Mapping[str, object],
    reporter: Reporter | None = None,
    memory: Memory | None = None,
) -> tuple[Rulebook, dict[str, Any]]:
    """Read a folder and check it into a Rulebook, with the manifest's data.

    `memory`: results of the variants read before."""
    from interpreter.reading import read_game

    rulebook, meta, _ = read_game(path, variants, options, reporter, memory=memory)
    return rulebook, meta
