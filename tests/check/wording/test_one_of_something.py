"""One of something is called one: behind a number that can be 1, texts of the rules say `card(s)`, not `cards`.

Some games are read each time, others at night: to read one takes a second."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from interpreter.data import read_folder
from interpreter.finding import find_game
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Number
from interpreter.reading import read_game
from interpreter.source import Reporter
from interpreter.tools.check.required import with_required
from tests.support.sampling import sampled
from tests.support.tables import GAMES

MANY = re.compile(r" (?:[A-Z+]\S* )?(?P<word>[A-Za-z]+[^su\W]s)\b(?!\()")  # cards, Bank cards; not "less", "plus"
VERBS = {"is", "has", "was", "as", "does", "goes", "counts", "costs", "stands", "wins", "begins", "ends"}
ELSEWHERE = (rb.Variable, rb.Keep, rb.Routine, rb.Value, rb.Column, rb.Kind, rb.Option)


def templates(part: Any) -> Iterator[rb.Template]:
    if isinstance(part, rb.Template):
        yield part
    if isinstance(part, tuple | list):
        for one in part:
            yield from templates(one)
    elif is_dataclass(part) and not isinstance(part, ELSEWHERE):
        for field in fields(part):
            yield from templates(getattr(part, field.name))


def may_be_one(term: Any) -> bool:
    """A number that no rule fixes to another one."""
    if not isinstance(getattr(term, "type", None), Number) or isinstance(term, rb.Constant):
        return False
    fixed = term.value.cases if isinstance(term, rb.ValueCall) else ()
    return not fixed or any(not isinstance(case.value, rb.Constant) or case.value.value == 1 for case in fixed)


def ill_said(rulebook: rb.Rulebook) -> list[str]:
    found = []
    bodies = [routine.body for routine in rulebook.routines.values()]
    for template in templates([bodies, [rule.because for rule in rulebook.invariants]]):
        for term, text in zip(template.parts, template.parts[1:], strict=False):
            if isinstance(text, str) and may_be_one(term) and (many := MANY.match(text)) and many["word"] not in VERBS:
                found.append(f"{template.span}: … {{…}}{text[:40]}")
    return sorted(set(found))


@pytest.mark.parametrize("name", sampled(GAMES, 2, "one of something"))
def test_one_is_not_many(name: str) -> None:
    folder = read_folder(find_game(name))
    chosen: list[str | None] = [None, *folder.variants]
    for variant in sampled(chosen, 1, f"one of something {name}"):
        needed = with_required(folder, variant, folder.variants[variant]) if variant is not None else []
        assert ill_said(read_game(folder.path, needed, {}, Reporter())[0]) == []
