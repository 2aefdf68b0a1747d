"""Check the cells of tables: typed constants, formulas and steps.

In: the rows of a kind and its declared columns. Out: filled Columns; mistakes are reported at the YAML cell. Layer: check.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from interpreter.check.declarations.kinds import ENDS, STANDARD, Rows
from interpreter.check.declarations.tile_parts import EDGES
from interpreter.check.environment import Env
from interpreter.check.expressions.base import check_expression
from interpreter.check.expressions.phrasing import miscounted
from interpreter.check.laws.law_steps import woven_around
from interpreter.check.laws.sources import Answer, SourcedLaw, Woven
from interpreter.check.names.binding import another
from interpreter.check.names.scope import Scope
from interpreter.check.tables.printed_changes import UNKNOWN, constant_of, written_text
from interpreter.data import Cell, Row, plain
from interpreter.ir import rulebook as rb
from interpreter.ir.types import (
    NUMBER,
    ListOf,
    Maybe,
    Number,
    Of,
    Shape,
    Type,
    Unknown,
    Words,
    YesNo,
    fits,
    type_in_words,
)
from interpreter.source import Help, Problems, Reporter, Span, did_you_mean, did_you_mean_number, nearest
from interpreter.source.fixes import cut_brackets, one_of, word_instead
from interpreter.syntax import Parser, TextOrigin
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write

MISSING = object()


class CellReader:
    def __init__(self, env: Env, parser: Parser, reporter: Reporter) -> None:
        self.env, self.parser, self.reporter = env, parser, reporter
        self.names = env.names
        self.routines: list[tuple[rb.Routine, tuple[n.Statement, ...], Scope]] = []
        self._formulas: dict[int, n.Expression | None] = {}  # by the id of a cell
        self._steps: dict[int, tuple[n.Statement, ...] | None] = {}
        self.usually: dict[tuple[str, str], n.Expression] = {}  # by kind and column: what a cell holds that is left out
        self._usual: dict[tuple[str, str], Any] = {}  # the same, evaluated
        self.answers: Sequence[Answer] = ()
        self.hooks: dict[tuple[str, str], list[SourcedLaw[n.Hook]]] = {}

    def columns(self, kind: rb.Kind, rows: Rows, changes: Mapping[tuple[str, str], n.ChangeCell], woven: Woven) -> None:
        """Fill the columns of a kind.

        With what is printed, what variants print instead, and laws woven into steps."""
        self.answers, self.hooks = woven.answers, woven.card_hooks
        self._unknown_keys(kind, rows)
        for column in [column for column in kind.columns.values() if not column.cells]:  # the others are relations
            for number, row in enumerate(rows.rows):
                changed = changes.get((row.id, column.name))
                if changed is not None:
                    column.cells.append(self._changed(column, changed))
                else:
                    column.cells.append(self._cell(kind, column, row, number))

    def _unknown_keys(self, kind: rb.Kind, rows: Rows) -> None:
        known = STANDARD | set(kind.columns) | (ENDS if kind.word == "connections" else set())
        known |= {EDGES} if kind.tiles is not None else set()
        seen: set[int] = set()
        for row in rows.rows:
            if id(row) in seen:
                continue
            seen.add(id(row))
            for key, cell in row.cells.items():
                if key not in known:
                    help = (
                        did_you_mean(key, known)
                        or f"declare it below the line of {kind.name}: {_declaration(key, cell)}, or remove it here"
                    )
                    self.reporter.error(
                        "R0423", cell.key_span or cell.span, f'"{kind.name}" has no column "{key}"', help
                    )

    def _changed(self, column: rb.Column, law: n.ChangeCell) -> Any:
        """Return what a variant prints.

        A value, or a formula with parameter names of its own."""
        if not column.parameters:
            found = self.printed(column, law.value)
            return found if found is not UNKNOWN else 0
        given = law.head.parameters
        if not is_counted_right(self.reporter, column, law.head):
            return rb.Constant(column.type or NUMBER, 0)
        scope = Scope(variables={(given[i] if given else p).name: p for i, p in enumerate(column.parameters)})
        return check_expression(self.env, law.value, scope, column.type)

    def printed(self, column: rb.Column, node: n.Expression) -> Any:
        """Evaluate an expression to a cell value of this column.

        UNKNOWN if it is not constant."""
        text = written_text(node, column.type)
        if text is not UNKNOWN:
            return text
        return constant_of(check_expression(self.env, node, Scope(), column.type))

    def table_value(self, column: rb.Column, row: Row) -> Any:
        """Return what the table itself says for a row, regardless of variants."""
        cell = row.cells.get(column.name)
        assert column.type is not None
        return self._constant(cell, column.type) if cell is not None else self._left_out(column)

    def _left_out(self, column: rb.Column) -> Any:
        """Return what a cell holds that is left out.

        As the column says, or the nothing of its type; else MISSING."""
        place = (column.kind, column.name)
        node = self.usually.get(place)
        if node is None:
            assert column.type is not None
            return _default(column.type)
        if place not in self._usual:
            found = self.printed(column, node)
            if found is UNKNOWN:
                help = "name a number, yes or no, a name, or an option"
                self.reporter.error(
                    "R0314", node.span, "what is printed is known before the game begins, and this is not", help
                )
            self._usual[place] = 0 if found is UNKNOWN else found
        return self._usual[place]

    def written(self, column: rb.Column, row: Row) -> str:
        """Return a formula of the table in canonical form."""
        cell = row.cells.get(column.name)
        if cell is None or not isinstance(cell.value, str):
            return str(cell.value) if cell is not None else "none"
        node = self.formula_in(cell)
        return write(node) if node is not None else ""

    def _cell(self, kind: rb.Kind, column: rb.Column, row: Row, number: int) -> Any:
        cell = row.cells.get(column.name)
        if column.type is None:
            return self._steps_routine(kind, column, row, cell, number)
        if column.parameters:
            return self._formula(kind, column, row, cell, number)
        if cell is None:
            value = self._left_out(column)
            if value is MISSING:
                self._missing(kind, column, row, "its value")
                return 0
            return value
        return self._constant(cell, column.type)

    def _missing(self, kind: rb.Kind, column: rb.Column, row: Row, what: str) -> None:
        """Report a missing cell, unless a misspelt key is reported in its place."""
        if nearest(column.name, row.cells.keys() - kind.columns.keys()) is None:
            help = f"add {column.name}: and {what}, or say below {kind.name} what it usually is: `or none`, or `, usually 0`"
            self.reporter.error("R0424", row.span, f'"{row.id}" does not say its {column.name}', help)

    # ---- constants
    def _constant(self, cell: Cell, type_: Type) -> Any:
        value = cell.value
        match type_:
            case Maybe(inner):
                return None if value in (None, "none") else self._constant(cell, inner)
            case Number(low, high):
                if isinstance(value, bool) or not isinstance(value, int):
                    return self._wrong(cell, type_)
                if (low is not None and value < low) or (high is not None and value > high):
                    return self._wrong(cell, type_)
                return value
            case YesNo():
                return self._yes_no(cell)
            case Words():
                return str(value)
            case Of(kind):
                return self._named(cell, kind)
            case ListOf(inner):
                items = value if isinstance(value, list) else [cell]
                return tuple(self._constant(item, inner) for item in items)
            case Shape():
                return self._shape(cell)
            case Unknown():
                return 0  # the error in the column is reported already
            case _:
                return self._wrong(cell, type_)

    def _wrong(self, cell: Cell, type_: Type) -> int:
        wanted = type_in_words(type_)
        if isinstance(type_, Number):
            wanted = "whole number" if type_.low is None else f"number from {type_.low} to {type_.high}"
        help = did_you_mean_number(cell.value) if isinstance(cell.value, str) and isinstance(type_, Number) else None
        self.reporter.error("R0425", cell.span, f"a {wanted} is needed here, not {_shown(cell)}", help)
        return 0

    def _yes_no(self, cell: Cell) -> bool:
        if isinstance(cell.value, bool):
            return cell.value
        if cell.value in ("yes", "no"):
            return cell.value == "yes"
        self.reporter.error(
            "R0425",
            cell.span,
            f"yes or no is needed here, not {_shown(cell)}",
            Help("write yes or no", partial(word_instead, None, "yes"), partial(word_instead, None, "no")),
        )
        return False

    def _named(self, cell: Cell, kind: str) -> int:
        members = self.names.kinds[kind].members
        if isinstance(cell.value, str) and cell.value in members:
            return members.index(cell.value)
        message = (
            f"there is no {kind} called {_shown(cell)}"
            if cell.value is not None
            else f"the name of a {kind} is missing here"
        )
        start = f"the {self.names.kinds[kind].plural} are "
        few = one_of(start, members) if len(members) <= 8 else f"{start}{', '.join(members[:8])} ..."
        self.reporter.error("R0426", cell.span, message, did_you_mean(str(plain(cell)), members) or few)
        return 0

    def _shape(self, cell: Cell) -> tuple[tuple[int, int], ...]:
        """Parse a drawing such as ["XX", "X."] into the cells a tile covers.

        Each is (column, row)."""
        lines = [str(item.value) for item in cell.value] if isinstance(cell.value, list) else [str(cell.value)]
        found = tuple((x, y) for y, line in enumerate(lines) for x, sign in enumerate(line) if sign == "X")
        if not found or any(sign not in "X." for line in lines for sign in line):
            message = "only the signs X and . draw a shape"
            help = 'one text for each row, with at least one X: ["XX", "X."]'
            self.reporter.error("R0425", cell.span, message, help)
            return ((0, 0),)
        return found

    # ---- embedded rules
    def _formula(self, kind: rb.Kind, column: rb.Column, row: Row, cell: Cell | None, number: int) -> Any:
        assert column.type is not None
        usually = self.usually.get((column.kind, column.name))
        if cell is None and usually is not None:
            return check_expression(self.env, usually, _scope(column), column.type)
        if cell is None:
            value = _default(column.type)
            if value is MISSING:
                self._missing(kind, column, row, "a formula")
                value = 0
            return rb.Constant(column.type, value)
        if isinstance(cell.value, int) and not isinstance(cell.value, bool):
            return rb.Constant(column.type, cell.value)
        if isinstance(cell.value, dict):
            return self._per_member(column, cell)
        node = self.formula_in(cell)
        if node is None:
            return rb.Constant(column.type, 0)
        scope = _scope(column)
        card = kind.members[number]

        def named(inner: n.Node) -> n.Node:
            return replace(inner, name=card) if isinstance(inner, n.Name) and inner.name == "this" else inner

        return check_expression(self.env, n.rewrite(node, named), scope, column.type)

    def _per_member(self, column: rb.Column, cell: Cell) -> rb.Term:
        """Check `{white: 2, blue: 1}`: one value for each member of a kind.

        Members that are not named get the default."""
        assert column.type is not None
        by = column.parameters[0].type if len(column.parameters) == 1 else None
        if not isinstance(by, Of) or by.kind == "player" or not isinstance(cell.value, dict):
            help = f"a column with one kind in its brackets can have that, such as {column.name}(gem): number"
            self.reporter.error("R0425", cell.span, "this gives values for several things", help)
            return rb.Constant(column.type, 0)
        members = self.names.kinds[by.kind].members
        usual = self._left_out(column)
        values: list[Any] = [0 if usual is MISSING else usual] * len(members)
        for name, inner in cell.value.items():
            if name in members:
                values[members.index(name)] = self._constant(inner, column.type)
            else:
                help = (
                    did_you_mean(name, members)
                    or f"the {self.names.kinds[by.kind].plural} are {', '.join(members[:8])}"
                )
                self.reporter.error("R0426", inner.key_span or inner.span, f"there is no {by.kind} called {name}", help)
        printed = rb.Column(by.kind, f"{column.kind} {column.name} {cell.span}", (), column.type, cell.span, values)
        return rb.Printed(column.type, printed, rb.Local(by, column.parameters[0]))

    def _steps_routine(
        self, kind: rb.Kind, column: rb.Column, row: Row, cell: Cell | None, number: int
    ) -> rb.Routine | None:
        hooks = self.hooks.get((row.id, column.name), [])
        if (cell is None or cell.value is None) and not hooks:
            return None
        printed = cell is not None and cell.value is not None
        nodes = self.steps_in(cell) if cell is not None and printed else ()
        if nodes is None:
            return None
        nodes = woven_around(nodes, hooks, column.name)
        name = f"{kind.members[number]}'s {column.name}"
        parameters = tuple(another(self.env, parameter) for parameter in column.parameters)
        this = rb.Variable("this", Of(kind.name))
        routine = rb.Routine(name, "steps", (this, *parameters), None, cell.span if cell is not None else row.span)
        scope = Scope(routine=name, variables={variable.name: variable for variable in routine.parameters})
        self.names.routines[name] = routine
        for answer in self.answers:
            target = answer.law.target
            if target is None or target.inside in (None, column.name):
                nodes = tuple(answer.given_in(node) for node in nodes)
        self.routines.append((routine, nodes, scope))
        return routine

    def formula_in(self, cell: Cell) -> n.Expression | None:
        """Parse the formula in a cell once; None if it cannot be read, which is reported."""
        place = self.place(cell)
        if place is None:
            return None
        if id(cell) not in self._formulas:
            self._formulas[id(cell)] = None
            try:
                self._formulas[id(cell)] = self.parser.formula(str(cell.value), place)
            except Problems as problems:
                self.reporter.extend(problems)
        return self._formulas[id(cell)]

    def steps_in(self, cell: Cell) -> tuple[n.Statement, ...] | None:
        """Parse the steps in a cell once; None if they cannot be read, which is reported."""
        place = self.place(cell)
        if place is None:
            return None
        if id(cell) not in self._steps:
            self._steps[id(cell)] = None
            try:
                self._steps[id(cell)] = self.parser.steps(str(cell.value), place)
            except Problems as problems:
                self.reporter.extend(problems)
        return self._steps[id(cell)]

    def place(self, cell: Cell) -> TextOrigin | None:
        if not isinstance(cell.value, str) or cell.embedded is None:
            message = f"rules are needed here, not {_shown(cell)}"
            if isinstance(cell.value, str):
                message = "rules are written after | (not after >, and not in quotes over several lines)"
            self.reporter.error(
                "R0427", cell.span, message, "put | after the colon, and the rules on the lines below it"
            )
            return None
        span: Span = cell.span
        return TextOrigin(span.source, cell.embedded.line, cell.embedded.column, cell.embedded.indent)


def _shown(cell: Cell) -> str:
    """Return the contents of a cell as quoted in a message."""
    value = plain(cell)
    if isinstance(value, list | dict):
        return "a list" if isinstance(value, list) else "a mapping"
    if isinstance(value, bool | int | float):
        return str(value).lower()
    return "nothing" if value is None else f'"{value}"'


def is_counted_right(reporter: Reporter, column: rb.Column, head: n.Head) -> bool:
    """Has a change of a column as many parameters as the table, or none?

    A wrong number is reported."""
    given = head.parameters
    if not given or len(given) == len(column.parameters):
        return True
    help = Help("name them as the table does, or leave the brackets out", cut_brackets)
    reporter.error("R0302", head.span, miscounted(column.name, column.parameters, len(given)), help)
    return False


def _default(type_: Type) -> Any:
    match type_:
        case Maybe():
            return None
        case YesNo():
            return False
        case ListOf():
            return ()
        case Words():
            return ""
        case Unknown():
            return 0
        case _:
            return MISSING


__all__ = ["CellReader", "fits"]


def _declaration(key: str, cell: Cell) -> str:
    """Return a line that would declare a column for this cell."""
    match cell.value:
        case bool() | "yes" | "no":
            return f"{key}: yes or no"
        case str(text) if "\n" in text:
            return f"{key}(player): steps"
        case str():
            return f"{key}: text"
        case list():
            return f"{key}: list of ..., with the name of what it lists"
        case _:
            return f"{key}: number"


def _scope(column: rb.Column) -> Scope:
    return Scope(variables={parameter.name: parameter for parameter in column.parameters})
