"""List everything in a game that a house rule can change, by name.

In: a game. Out: values, rules, steps, choices, columns and cards, each with its place, its text and an example of a line that
changes it. Layer: tools, above load. The examples change as little as possible: they are there to be edited.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.check import Checker
from interpreter.check.laws.named_hooks import given_by
from interpreter.check.laws.targets import step_names, way_names
from interpreter.finding import find_game, find_variants
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Number, YesNo
from interpreter.load import load
from interpreter.reading import read_game
from interpreter.source import Span
from interpreter.syntax import nodes as n
from interpreter.tools.new.house_rules import action_names

MOMENT = '    announce "Something new happens here."'
NEED = '    needs yes because "your reason"'
HEADINGS = {
    "value": "Numbers and other values",
    "start": "What the game starts with",
    "option": "Options",
    "rule": "Rules",
    "step": "Steps",
    "choice": "Choices",
    "given": "What is chosen, rolled or drawn on the way",
    "always": "What always holds",
    "column": "Columns of tables",
    "card": "Cards and other rows of tables",
}


@dataclass(frozen=True)
class Handle:
    """Something with a name.

    Its sort, place and text, and lines of a house rule that change it."""

    sort: str
    name: str
    span: Span
    text: str
    example: tuple[str, ...]

    def mentions(self, word: str) -> bool:
        return word.casefold() in f"{self.name} {self.name.replace('_', ' ')} {self.text}".casefold()


def names(game: str | Path, word: str | None = None, variants: Sequence[str | Path] = ()) -> str:
    """List the names, or those that have a word in them, by sort."""
    path = find_game(game)
    found = [one for one in handles(path, variants) if word is None or one.mentions(word)]
    if not found:
        return f'No name has "{word}" in it. "rulewright show names {game}" lists them all.\n'
    parts = []
    for sort, heading in HEADINGS.items():
        chosen = [one for one in found if one.sort == sort]
        if chosen:
            parts.append("\n".join([f"{heading} ({len(chosen)})", *(line for one in chosen for line in _lines(one))]))
    return "\n\n".join(parts) + "\n"


def _lines(one: Handle) -> Iterator[str]:
    yield f"  {one.name}  {one.span.source.path}:{one.span.line}"
    yield f"      {one.text}"
    yield from (f"    > {line.removeprefix('  ')}" for line in one.example)


def handles(game: str | Path, variants: Sequence[str | Path] = ()) -> list[Handle]:
    path = find_game(game)
    chosen = find_variants(path, variants)
    _, _, checker = read_game(path, chosen, {})
    actions = action_names(load(path, variants).usable["actions"], checker)
    return [
        *_values(checker), *_starts(checker), *_options(checker), *_rules(checker), *_steps(checker),
        *_choices(checker, actions), *_given(checker), *_always(checker), *_columns(checker), *_cards(checker),
    ]  # fmt: skip


def _handle(sort: str, name: str, span: Span, *example: str) -> Handle:
    return Handle(sort, name, span, span.source.line_text(span.line).partition(" cites ")[0].strip(), example)


def _values(checker: Checker) -> Iterator[Handle]:
    for name, node in checker.woven.lets.items():
        value = checker.values.get(name)
        if value is None or " " in name:
            continue
        example = f"change {name} to {_changed(value)}"
        constant = _constant(value)
        yield _handle("value", name, node.span, f"  {example}" + (f" was {constant}" if constant is not None else ""))


def _changed(value: rb.Value) -> str:
    constant = _constant(value)
    if constant is not None:
        return str(constant + 1)
    match value.type:
        case Number():
            return "normal + 1"
        case YesNo():
            return "not normal"
        case _:
            return "normal"


def _constant(value: rb.Value) -> int | None:
    if len(value.cases) != 1 or not isinstance(value.cases[0].value, rb.Constant) or not isinstance(value.type, Number):
        return None
    number = value.cases[0].value.value
    return number if type(number) is int else None


def _starts(checker: Checker) -> Iterator[Handle]:
    for name, node in checker.woven.keeps.items():
        keep = checker.keeps.get(name)
        if keep is None or " " in name or not isinstance(keep.start, rb.Constant) or type(keep.start.value) is not int:
            continue
        if isinstance(keep.type, Number) and not keep.belongs_to and not keep.implicit:
            was = keep.start.value
            more = was + 1 if keep.type.high is None or was < keep.type.high else was - 1
            yield _handle("start", name, node.span, f"  change start of {name} to {more} was {was}")


def _options(checker: Checker) -> Iterator[Handle]:
    for name, option in checker.options.items():
        written = _written(option, option.default)
        yield _handle("option", name, option.span, f"  change {name} to {_other(option)} was {written}")


def _written(option: rb.Option, value: int | bool) -> str:
    if option.shape == "names":
        return option.values[value]
    return ("yes" if value else "no") if option.shape == "yes_no" else str(value)


def _other(option: rb.Option) -> str:
    """A value that the option does not have yet."""
    if option.shape == "names":
        return next(value for number, value in enumerate(option.values) if number != option.default)
    if option.shape == "yes_no":
        return _written(option, not option.default)
    return str(option.default + 1 if option.high is None or option.default < option.high else option.default - 1)


def _rules(checker: Checker) -> Iterator[Handle]:
    for name, node in checker.woven.routines.items():
        if " " not in name:
            yield _handle("rule", name, node.span, f"  before {name}", MOMENT)


def _steps(checker: Checker) -> Iterator[Handle]:
    for holder, node in checker.woven.routines.items():
        if " " not in holder:
            steps = {inner.name: inner for inner in n.walk(node) if isinstance(inner, n.Step)}
            for name in sorted(step_names(node)):
                yield _handle("step", f"{name} in {holder}", steps[name].span, f"  after {name} in {holder}", MOMENT)


def _choices(checker: Checker, actions: Iterator[str]) -> Iterator[Handle]:
    routines = checker.woven.routines
    for name in actions:
        way, _, holder = name.partition(" in ")
        node = routines.get(way) if not holder else routines.get(holder)
        inner = node if node is not None and not holder else _branch(routines.values() if node is None else [node], way)
        if inner is not None:
            yield _handle("choice", name, inner.span, f"  before {name}", NEED)


def _branch(routines: Iterable[n.Node], way: str) -> n.Node | None:
    found = (one for node in routines for one in n.walk(node) if isinstance(one, n.Branch) and one.name == way)
    return next(found, None)


def _given(checker: Checker) -> Iterator[Handle]:
    """Yield what lines give a name, besides what is only calculated."""
    for node, _ in checker.declared:
        if not isinstance(node, n.Procedure | n.Action) or " " in node.head.name:
            continue
        known = step_names(node) | way_names(node)
        found: dict[str, n.Node] = {}
        for line in n.walk(node):
            if isinstance(line, n.Choose | n.Roll | n.Draw | n.Pick):
                found |= {name: line for name in given_by(line) if name not in known and name not in found}
        for name, line in found.items():
            word = "after choosing" if isinstance(line, n.Choose) else "after"
            place = f"{name} in {node.head.name}"
            yield _handle("given", place, line.span, f"  {word} {place}", MOMENT)


def _always(checker: Checker) -> Iterator[Handle]:
    for name, node in checker.woven.always.items():
        yield _handle("always", name, node.span, f"  without {name}")


def _columns(checker: Checker) -> Iterator[Handle]:
    for kind in checker.kinds.values():
        for column in kind.columns.values():
            if kind.file is None or column.type is None or column.name == "text":
                continue  # a text is changed card by card
            name = f"{kind.name}'s {column.name}"
            new = "normal + 1" if isinstance(column.type, Number) else "normal"
            yield _handle("column", name, column.span, f"  change {name} to {new}")


def _cards(checker: Checker) -> Iterator[Handle]:
    for kind in checker.kinds.values():
        seen: set[int] = set()
        if kind.file is None:
            continue
        for number, span in enumerate(kind.row_spans):
            row = kind.prints[number] if kind.prints else number
            if row not in seen:
                seen.add(row)
                yield _handle("card", kind.members[number], span, f"  change {_cell(kind, number)}")


def _cell(kind: rb.Kind, number: int) -> str:
    """A number on the card with the next higher one; its title, if it has no number."""
    name = kind.members[number]
    for column in kind.columns.values():
        if isinstance(column.type, Number) and not column.parameters and number < len(column.cells):
            value = column.cells[number]
            if type(value) is int and (column.type.high is None or value < column.type.high):
                return f"{name}'s {column.name} to {value + 1} was {value}"
    return f'{name}\'s title to "{kind.titles[number]}"'
