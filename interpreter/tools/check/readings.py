"""Check secrecy under other settings of the options that hide something.

In: a game's folder and the files of chosen variants. Out: warnings (R10…) that the default settings do not cause. Layer:
tools. Only options used in a `seen by … when` affect what is hidden; every combination of these is checked, or each alone if
there are too many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import product
from pathlib import Path

from interpreter.check.names.memory import Memory
from interpreter.ir import rulebook as rb
from interpreter.reading import read_game
from interpreter.source import Diagnostic, Reporter

MAX_READINGS = 32
WORDS = {"True": "yes", "False": "no"}
ELSEWHERE = (rb.Variable, rb.Keep, rb.Routine, rb.Column, rb.Kind)

Reading = dict[str, object]


def other_readings(path: Path, variants: Sequence[Path], memory: Memory | None = None) -> list[Reading]:
    """List the other settings of the options that decide who sees what."""
    rulebook, _, _ = read_game(path, variants, {}, Reporter(), open_options=True, memory=memory)
    found: dict[str, rb.Option] = {}
    for keep in rulebook.keeps.values():
        for seen in keep.seen:
            found.update((option.name, option) for option in _options_in(seen.when, set()))
    choices = [[(option.name, value) for value in _values(option)] for option in found.values()]
    usual = {option.name: _usual(option) for option in found.values()}
    every = [dict(chosen) for chosen in product(*choices)]
    if len(every) > MAX_READINGS:
        every = [{**usual, name: value} for values in choices for name, value in values]
    return [reading for reading in every if reading != usual]


def doubts_under(
    path: Path, variants: Sequence[Path], reading: Mapping[str, object], memory: Memory | None = None
) -> list[Diagnostic]:
    """Check under these settings and name them in the messages."""
    reporter = Reporter()
    read_game(path, variants, reading, reporter, memory=memory)
    named = ", ".join(f"{name} {WORDS.get(str(value), value)}" for name, value in reading.items())
    return [
        replace(found, message=f"with {named}: {found.message}")
        for found in reporter.diagnostics
        if found.code[:3] == "R10"
    ]


def _values(option: rb.Option) -> list[object]:
    if option.shape == "range" and option.low is not None and option.high is not None:
        return [option.low, option.high]
    return list(option.values) if option.shape == "names" else [True, False]


def _usual(option: rb.Option) -> object:
    return option.values[option.default] if option.shape == "names" else option.default


def _options_in(term: object, known: set[str]) -> Iterator[rb.Option]:
    match term:
        case rb.Setting():
            yield term.option
        case rb.ValueCall():
            if term.value.name not in known:
                known.add(term.value.name)
                for case in term.value.cases:
                    yield from _options_in((case.value, case.condition), known)
        case tuple():
            for part in term:
                yield from _options_in(part, known)
        case _ if is_dataclass(term) and not isinstance(term, ELSEWHERE):
            for part in fields(term):
                yield from _options_in(getattr(term, part.name), known)
