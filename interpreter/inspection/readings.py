"""Who sees what, under other readings: the doubts that `check` would have if options that hide something were chosen.

In: a game's folder and the files of chosen variants. Out: warnings (R10…) that the usual readings do not have. Layer:
inspection. Only options that a `seen by … when` asks for make a difference to what is hidden; of these every combination is
looked at, or each by itself where there are too many.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from interpreter.check import rulebook as rb
from interpreter.reading import read_game
from interpreter.source import Diagnostic, Reporter

MOST_READINGS = 32
ELSEWHERE = (rb.Variable, rb.Keep, rb.Routine, rb.Column, rb.Kind)

Reading = dict[str, object]


def other_readings(path: Path, variants: Sequence[Path]) -> list[Reading]:
    """How the options that decide who sees what can be chosen, but for the usual choice."""
    rulebook, _, _ = read_game(path, variants, {}, Reporter(), open_options=True)
    found: dict[str, rb.Option] = {}
    for keep in rulebook.keeps.values():
        for seen in keep.seen:
            found.update((option.name, option) for option in _options_in(seen.when, set()))
    choices = [[(option.name, value) for value in _values(option)] for option in found.values()]
    usual = {option.name: _usual(option) for option in found.values()}
    every = [dict(chosen) for chosen in product(*choices)]
    if len(every) > MOST_READINGS:
        every = [{**usual, name: value} for values in choices for name, value in values]
    return [reading for reading in every if reading != usual]


def doubts_under(path: Path, variants: Sequence[Path], reading: Mapping[str, object]) -> list[Diagnostic]:
    """What `check` would doubt then, with the reading in the message."""
    reporter = Reporter()
    read_game(path, variants, reading, reporter)
    named = ", ".join(f"{name} {value}" for name, value in reading.items())
    return [replace(found, message=f"with {named}: {found.message}") for found in reporter.diagnostics if found.code[:3] == "R10"]


def _values(option: rb.Option) -> list[object]:
    if option.shape == "range" and option.low is not None and option.high is not None:
        return [option.low, option.high]
    return list(option.values) if option.shape == "names" else [True, False]


def _usual(option: rb.Option) -> object:
    return option.values[option.default] if option.shape == "names" else option.default


def _options_in(term: Any, known: set[str]) -> Iterator[rb.Option]:
    match term:
        case rb.Setting():
            yield term.option
        case rb.Worked():
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
