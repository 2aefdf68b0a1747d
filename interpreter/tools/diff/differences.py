"""Describe how two games differ: a game and its variants, or an old and a new folder.

In: two games with their variants. Out: Differences in reading order: numbers, rules, cards, options.
Layer: tools, above load.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interpreter.check import Checker
from interpreter.data.tables import Row
from interpreter.finding import find_game, find_variants
from interpreter.ir import rulebook as rb
from interpreter.reading import read_game
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write
from interpreter.tools.show.as_played import unwrapped

MAX_NAMES = 8  # rows that a sentence lists
NOT_COMPARED = ("source", "cites", "copies", "id")


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference.

    `details`: lines with - and +, for texts too long for a sentence."""

    sort: str  # number, value, rule, step, card, cell, option, kept, player
    name: str
    words: str
    before: str | None = None
    after: str | None = None
    location: str = ""
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the comparison."""

    rulebook: rb.Rulebook
    checker: Checker
    players: tuple[int, int]


def differences(
    old: str | Path,
    new: str | Path,
    old_variants: Sequence[str | Path] = (),
    new_variants: Sequence[str | Path] = (),
) -> list[Difference]:
    """List everything that differs between the old game and the new one."""
    return _between(_side(old, old_variants), _side(new, new_variants))


def _between(before: Side, after: Side) -> list[Difference]:
    return [*_players(before, after), *_values(before, after), *_routines(before, after), *_rows(before, after),
            *_kept(before, after), *_options(before, after)]  # fmt: skip


def variant_differences(game: str | Path, variants: Sequence[tuple[str, Sequence[str]]]) -> list[list[Difference]]:
    """List what each variant changes, given with those that it requires.

    Every set of variants is read once."""
    sides: dict[tuple[str, ...], Side] = {}

    def side(*names: str) -> Side:
        if names not in sides:
            sides[names] = _side(game, names)
        return sides[names]

    return [_between(side(*needed), side(*needed, name)) for name, needed in variants]


def _side(game: str | Path, variants: Sequence[str | Path]) -> Side:
    path = find_game(game)
    rulebook, meta, checker = read_game(path, find_variants(path, variants), {})
    return Side(rulebook, checker, (meta["players_min"], meta["players_max"]))


# ---------------------------------------------------------------- numbers and values


def _players(before: Side, after: Side) -> Iterator[Difference]:
    old, new = (f"{side.players[0]} to {side.players[1]}" for side in (before, after))
    if old != new:
        yield Difference("player", "players", f"players: {old} → {new}", old, new)


def _values(before: Side, after: Side) -> Iterator[Difference]:
    old, new = before.rulebook.values, after.rulebook.values
    for name in _all(old, new):
        if name not in new:
            yield Difference(
                "value", name, f"{_name_in_words(name)}: no longer calculated", location=_location(old[name])
            )
        elif name not in old:
            number = _number(new[name])
            words = f"{_name_in_words(name)}: new" + (f", {number}" if number is not None else "")
            yield Difference("value", name, words, location=_location(new[name]))
        else:
            yield from _value(before, after, name)


def _value(before: Side, after: Side, name: str) -> Iterator[Difference]:
    numbers = [_number(side.rulebook.values[name]) for side in (before, after)]
    texts = [_text(side, name) for side in (before, after)]
    place = _changed_at(after, name)
    if None not in numbers and numbers[0] != numbers[1]:
        old, new = map(str, numbers)
        yield Difference("number", name, f"{_name_in_words(name)} {old} → {new}", old, new, place)
    elif None in numbers and texts[0] != texts[1]:
        words = f"{_name_in_words(name)} is calculated differently"
        yield Difference("value", name, words, texts[0], texts[1], place, _lines(*texts))


def _number(value: rb.Value) -> int | None:
    """Return a value's constant number, if it always is one."""
    found: int | None = None
    for cases in (value.cases, *(change.cases for change in value.alterations)):
        case = cases[0]
        if len(cases) > 1 or not isinstance(case.value, rb.Constant) or type(case.value.value) is not int:
            return None
        found = case.value.value
    return None if any(change.guard is not None for change in value.alterations) else found


def _text(side: Side, name: str) -> str:
    """Write a value with everything that changes it."""
    node = side.checker.woven.lets.get(name)
    laws = side.checker.woven.changes.get(name, ())
    return "\n".join([write(node) if node is not None else "", *(write(said.law) for said in laws)])


def _changed_at(side: Side, name: str) -> str:
    laws = side.checker.woven.changes.get(name, ())
    span = laws[-1].law.span if laws else side.rulebook.values[name].span
    return f"{span.source.path}:{span.line}"


# ---------------------------------------------------------------- rules


def _routines(before: Side, after: Side) -> Iterator[Difference]:
    old, new = _whole_routines(before), _whole_routines(after)
    for name in _all(old, new):
        if name not in new:
            yield Difference(
                "rule", name, f"{_name_in_words(name)}: {_word(old[name])} removed", location=_location(old[name])
            )
        elif name not in old:
            yield Difference(
                "rule", name, f"{_name_in_words(name)}: new {_word(new[name])}", location=_location(new[name])
            )
        elif _written(old[name]) != _written(new[name]):
            yield from _routine(name, old[name], new[name])


def _whole_routines(side: Side) -> dict[str, n.Procedure | n.Action]:
    """Return the routines by the names that people wrote."""
    routines = side.checker.woven.routines
    return {name: unwrapped(node, routines) for name, node in routines.items() if " " not in name}


def _routine(name: str, old: n.Procedure | n.Action, new: n.Procedure | n.Action) -> Iterator[Difference]:
    steps, others = _steps(old), _steps(new)
    place = _location(new)
    for step in steps:
        if step not in others:
            yield Difference(
                "step", step, f"step {_name_in_words(step)} removed from {_name_in_words(name)}", location=place
            )
    for step in others:
        if step not in steps:
            yield Difference(
                "step", step, f"step {_name_in_words(step)} added to {_name_in_words(name)}", location=place
            )
    told = set(steps) ^ set(others)
    rest = [_written(routine, told) for routine in (old, new)]
    if rest[0] != rest[1]:
        yield Difference(
            "rule", name, f"{_name_in_words(name)} works differently", location=place, details=_lines(*rest)
        )


def _steps(routine: n.Procedure | n.Action) -> list[str]:
    return [node.name for node in n.walk(routine) if isinstance(node, n.Step) and node.body and " " not in node.name]


def _written(routine: n.Procedure | n.Action, without: Set[str] = frozenset()) -> str:
    """Write a routine without some steps, and without placeholders."""

    def kept(node: n.Node) -> Any:
        return () if isinstance(node, n.Step) and (not node.body or node.name in without) else node

    return write(n.rewrite(routine, kept))


def _word(node: n.Procedure | n.Action) -> str:
    return node.word if isinstance(node, n.Procedure) else "action"


# ---------------------------------------------------------------- cards and other rows


def _rows(before: Side, after: Side) -> Iterator[Difference]:
    for kind in _all(before.checker.kinds, after.checker.kinds):
        old, new = _rows_of(before, kind), _rows_of(after, kind)
        declared = after.checker.kinds.get(kind) or before.checker.kinds[kind]
        yield from _listed(declared, "added to", [row for name, row in new.items() if name not in old])
        yield from _listed(declared, "removed from", [row for name, row in old.items() if name not in new])
        for name in new:
            if name in old:
                yield from _row(name, old[name], new[name])
    for said in after.checker.woven.cell_changes:
        if said not in before.checker.woven.cell_changes:
            place = f"{said.law.span.source.path}:{said.law.span.line}"
            yield Difference("cell", "", write(said.law).removeprefix("change "), location=place)


def _rows_of(side: Side, kind: str) -> Mapping[str, Row]:
    rows = side.checker.rows.get(kind)
    return {row.id: row for row in rows.rows} if rows is not None else {}


def _listed(kind: rb.Kind, what: str, rows: list[Row]) -> Iterator[Difference]:
    if rows:
        more = f" and {len(rows) - MAX_NAMES} more" if len(rows) > MAX_NAMES else ""
        shown = ", ".join(row.id for row in rows[:MAX_NAMES]) + more
        word = ("card" if kind.word == "cards" else "row") + ("" if len(rows) == 1 else "s")
        words = f"{len(rows)} {word} {what} {_name_in_words(kind.plural)}: {shown}"
        yield Difference("card", kind.plural, words, location=f"{rows[0].span.source.path}:{rows[0].span.line}")


def _row(name: str, old: Row, new: Row) -> Iterator[Difference]:
    place = f"{new.span.source.path}:{new.span.line}"
    if old.copies != new.copies:
        words = f"copies of {_name_in_words(name)} {old.copies} → {new.copies}"
        yield Difference("card", name, words, str(old.copies), str(new.copies), place)
    for column in _all(old.cells, new.cells):
        left, right = old.value(column), new.value(column)
        if column not in NOT_COMPARED and left != right:
            one, other = (_cell(value) for value in (left, right))
            short = "\n" not in one + other
            words = (
                f"{_name_in_words(column)} of {_name_in_words(name)} {one} → {other}"
                if short
                else f"{_name_in_words(column)} of {_name_in_words(name)}"
            )
            yield Difference("cell", name, words, one, other, place, () if short else _lines(one, other))


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else str(value)


# ---------------------------------------------------------------- what is kept, options


def _kept(before: Side, after: Side) -> Iterator[Difference]:
    yield from _declared("kept", before.checker.woven.keeps, after.checker.woven.keeps)


def _options(before: Side, after: Side) -> Iterator[Difference]:
    yield from _declared("option", before.checker.woven.options, after.checker.woven.options)


def _declared(
    sort: str, old: Mapping[str, n.Keep | n.Option], new: Mapping[str, n.Keep | n.Option]
) -> Iterator[Difference]:
    for name in _all(old, new):
        if name not in new:
            yield Difference(
                sort, name, f"{_name_in_words(name)}: no longer {_kind(sort)}", location=_location(old[name])
            )
        elif name not in old:
            yield Difference(
                sort, name, f"{_name_in_words(name)}: new, {write(new[name])}", location=_location(new[name])
            )
        elif write(old[name]) != write(new[name]):
            words = f"{write(old[name])} → {write(new[name])}"
            yield Difference(sort, name, words, write(old[name]), write(new[name]), _location(new[name]))


def _kind(sort: str) -> str:
    return "an option" if sort == "option" else "kept"


def _all(old: Mapping[str, object], new: Mapping[str, object]) -> list[str]:
    return list(dict.fromkeys([*old, *new]))


def _name_in_words(name: str) -> str:
    return name.replace("_", " ")


def _location(thing: rb.Value | n.Node) -> str:
    return f"{thing.span.source.path}:{thing.span.line}"


def _lines(old: str, new: str) -> tuple[str, ...]:
    """Return the lines that differ, with one line of context."""
    found = difflib.unified_diff(old.splitlines(), new.splitlines(), n=1, lineterm="")
    return tuple(line for line in found if not line.startswith(("---", "+++", "@@")))
