"""Fill table columns and apply changes to them: constants are reprinted, the rest is evaluated in play.

In: rows, columns and the laws about them. Out: filled columns; an overriding value for each column that changes in play.
Layer: check.
"""

from __future__ import annotations

from functools import partial

from interpreter.check.check_state import Checker
from interpreter.check.declarations.designs import show_designs
from interpreter.check.declarations.values import check_cases, one_by_one
from interpreter.check.expressions.base import check_condition
from interpreter.check.laws.decisions import nobody_chooses
from interpreter.check.laws.sources import SourcedLaw, contradict, report_conflict
from interpreter.check.names.binding import another
from interpreter.check.names.scope import Scope, known_if
from interpreter.check.tables.blanks import Blanks
from interpreter.check.tables.cells import is_counted_right
from interpreter.check.tables.printed_changes import UNKNOWN, Reprint, always_the_same, members_of_row, shown_cell
from interpreter.check.tables.reprints import PRINTED, plain_text, printable
from interpreter.data import Row
from interpreter.ir import rulebook as rb
from interpreter.ir.types import YES_NO, ListOf, Of
from interpreter.source import Help, Note, did_you_mean
from interpreter.source.fixes import instead, to_write
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write


def fill_cells(checker: Checker) -> None:
    changes: dict[tuple[str, str], n.ChangeCell] = {}
    for said in checker.woven.cell_changes:
        _cell_change(checker, said, changes)
    _check_card_hooks(checker)
    for name, rows in checker.rows.items():
        checker.cells.columns(checker.kinds[name], rows, changes, checker.woven)
    for said in checker.woven.cell_changes:
        _compare_cell(checker, said.law)
    for answer in checker.woven.answers:
        if answer.found == 0:
            nobody_chooses(checker.weaving, answer.law)
    _fill_texts(checker)
    show_designs(checker.kinds)


def _fill_texts(checker: Checker) -> None:
    """Fill the blanks in card texts; a variant may print another text on a row."""
    blanks = Blanks(checker.kinds, checker.known, checker.sources.parser, checker.reporter)
    changed = {said.law.row: said.law.value.span for said in checker.woven.cell_changes if said.law.column == "text"}
    for name, rows in checker.rows.items():
        blanks.fill(checker.kinds[name], rows, changed)


def _cell_change(
    checker: Checker, said: SourcedLaw[n.ChangeCell], changes: dict[tuple[str, str], n.ChangeCell]
) -> None:
    """Classify a change.

    A constant one is printed in the cell, any other becomes an alteration evaluated in play."""
    law = said.law
    kind, members = _changed_row(checker, law)
    if kind is None:
        return
    if law.column in PRINTED and members is None:
        message, help = (
            f"the {law.column} is printed on each card by itself",
            f"change it card by card: change CARD's {law.column} to ...",
        )
        checker.reporter.error("R0602", law.span.word(law.column), message, help)
    elif law.column in PRINTED:
        if printable(law, kind, checker.reporter):
            _compare_printed(checker, law, _row_of(checker, law.row))
            _changed_once(checker, said)
    else:
        _column_change(checker, said, changes, kind.columns[law.column], members)


def _column_change(
    checker: Checker,
    said: SourcedLaw[n.ChangeCell],
    changes: dict[tuple[str, str], n.ChangeCell],
    column: rb.Column,
    members: tuple[int, ...] | None,
) -> None:
    law = said.law
    if column.type is None:
        message = f'"{law.column}" holds steps: a change gives values'
        help = f"steps are replaced: instead of {law.row}'s {law.column}, and the new steps below"
        checker.reporter.error("R0602", law.span.word(law.column), message, help)
    elif members is not None and always_the_same(law) and _is_known(checker, law, column):
        _changed_once(checker, said)
        changes[(law.row, law.column)] = law
    else:
        checker.reprints.setdefault((column.kind, column.name), []).append(Reprint(said, members))


def _is_known(checker: Checker, law: n.ChangeCell, column: rb.Column) -> bool:
    """Can it be printed?

    A formula always; any other value must be constant before the game."""
    if column.parameters:
        return True
    return checker.cells.printed(column, law.value) is not UNKNOWN


def _changed_row(checker: Checker, law: n.ChangeCell) -> tuple[rb.Kind | None, tuple[int, ...] | None]:
    """Return the kind, and the members that the change is about.

    Those of one row, or None for all of them."""
    for name, rows in checker.rows.items():
        known = (*checker.kinds[name].columns, *PRINTED)
        members = members_of_row(rows, law.row)
        if law.column in known and members:
            return checker.kinds[name], members
        if law.column in checker.kinds[name].columns and law.row == name:
            return checker.kinds[name], None
    known_rows = {row.id: name for name, rows in checker.rows.items() for row in rows.rows}
    if law.row in known_rows or law.row in checker.rows:
        columns = [*checker.kinds[known_rows.get(law.row, law.row)].columns, *PRINTED]
        message = f'"{law.row}" has no column "{law.column}"'
        help = did_you_mean(law.column, columns) or "its columns are " + ", ".join(columns)
        checker.reporter.error("R0602", law.span.word(law.column), message, help)
    else:
        message = f'there is no row "{law.row}" to change'
        help = did_you_mean(law.row, known_rows) or "write the id that the row has in its table"
        checker.reporter.error("R0602", law.span.word(law.row), message, help)
    return None, None


def _row_of(checker: Checker, name: str) -> Row:
    return next(row for rows in checker.rows.values() for row in rows.rows if row.id == name)


def _changed_once(checker: Checker, said: SourcedLaw[n.ChangeCell]) -> None:
    law = said.law
    for other in checker.woven.cell_changes:
        if other is said:
            return
        if (other.law.row, other.law.column) == (law.row, law.column):
            report_conflict(checker.reporter, said, other, f'the {law.column} of "{law.row}"')


def _compare_printed(checker: Checker, law: n.ChangeCell, row: Row) -> None:
    """Compare the `was` of a title, a text or a number of copies with the table."""
    if law.was is None:
        return
    written = plain_text(law.was) if isinstance(law.was, n.Text) else write(law.was)
    now = str(row.copies if law.column == "copies" else row.value(law.column))
    if written != now:
        help = Help(f"if you still want the change, write: was {now}", partial(instead, now))
        message = f"the table says {now} here, not {written}"
        checker.reporter.error("R0604", law.was.span, message, help, (_said_here(row, law.column),))


def _compare_cell(checker: Checker, law: n.ChangeCell) -> None:
    """Compare the `was` of a column with the table.

    By value, or as written for a formula."""
    kind = next((checker.kinds[name] for name, rows in checker.rows.items() if members_of_row(rows, law.row)), None)
    column = kind.columns.get(law.column) if kind is not None else None
    if law.was is None or column is None or kind is None or column.type is None:
        return
    row = _row_of(checker, law.row)
    if column.parameters:
        now = checker.cells.written(column, row)
        same = write(law.was) == now
    else:
        value = checker.cells.table_value(column, row)
        now = shown_cell(value, column.type, checker.kinds)
        same = checker.cells.printed(column, law.was) == value
    if not same:
        help = Help(f"if you still want the change, write: was {now}", partial(instead, now))
        message = f"the table says {now} here, not {write(law.was)}"
        checker.reporter.error("R0604", law.was.span, message, help, (_said_here(row, law.column),))


def column_value(checker: Checker, column: rb.Column) -> rb.Value | None:
    """Return the value that overrides a column which changes in play.

    None if it does not."""
    found = checker.reprints.get((column.kind, column.name))
    if not found or column.type is None:
        return None
    name = f"{column.kind}'s {column.name}"
    if name not in checker.values:
        member = rb.Variable(column.kind, Of(column.kind))
        parameters = tuple(another(checker.env, parameter) for parameter in column.parameters)
        locals_ = tuple(rb.Local(parameter.type, parameter) for parameter in parameters)
        here = rb.Local(member.type, member)
        printed = (
            rb.Formula(column.type, column, here, locals_) if parameters else rb.Printed(column.type, column, here)
        )
        own = (rb.Case(printed, None),)
        value = rb.Value(name, (member, *parameters), column.type, column.span, own, column=column)
        checker.values[name] = value
        value.alterations = tuple(
            made for reprint in found if (made := _reprinted(checker, reprint, column, value)) is not None
        )
        _reprints_agree(checker, found, column)
    return checker.values[name]


def _reprints_agree(checker: Checker, found: list[Reprint], column: rb.Column) -> None:
    for i, reprint in enumerate(found):
        for other in found[:i]:
            apart = None not in (reprint.members, other.members) and reprint.members != other.members
            if not apart and contradict(reprint.said, other.said):
                what = f'the {column.name} of "{reprint.said.law.row}"'
                report_conflict(checker.reporter, reprint.said, other.said, what)


def _reprinted(checker: Checker, reprint: Reprint, column: rb.Column, value: rb.Value) -> rb.Alteration | None:
    law = reprint.said.law
    given = law.head.parameters
    if not is_counted_right(checker.reporter, column, law.head):
        return None
    member, *parameters = value.parameters
    scope = Scope(variables={(given[i] if given else p).name: p for i, p in enumerate(parameters)})
    guards: list[rb.Term] = []
    here = rb.Local(member.type, member)
    if reprint.members is None:
        scope.variables[column.kind] = member
    else:
        which = tuple(rb.Constant(member.type, number) for number in reprint.members)
        guards.append(rb.Comparison(YES_NO, "in", here, rb.Listing(ListOf(member.type), which)))
    normal = scope.declare("normal", value.type)
    _not_of_itself(checker, law)
    if law.when is not None:
        guards.append(check_condition(checker.env, law.when, scope))
        scope.learn(known_if(law.when, True))
    cases, _ = check_cases(checker, law.cases, scope, value.type)
    guard = None if not guards else guards[0] if len(guards) == 1 else rb.Logic(YES_NO, "and", tuple(guards))
    return rb.Alteration(guard, one_by_one(cases), normal, reprint.said.origin.in_words)


def _not_of_itself(checker: Checker, law: n.ChangeCell) -> None:
    """Report a change whose condition reads the value that it changes.

    `change card's worth to 3 when card's worth is 2` asks for the changed worth, so evaluation would never end."""
    parts = [*law.cases, *([law.when] if law.when is not None else [])]
    for node in (node for part in parts for node in n.walk(part)):
        match node:
            case n.Possessive(owner=n.Name(name=law.row), name=law.column, arguments=()):
                message = f"what {law.row}'s {law.column} is changed to is calculated from itself"
                checker.reporter.error(
                    "R0315", node.span, message, to_write("normal", start="for what the table says, write: ")
                )


def _check_card_hooks(checker: Checker) -> None:
    """Check that laws on a card's steps name an existing row and column of steps."""
    for (card, name), laws in checker.woven.card_hooks.items():
        kinds = [checker.kinds[kind] for kind, rows in checker.rows.items() if members_of_row(rows, card)]
        span = laws[0].law.target.span
        if not kinds:
            known = [row.id for rows in checker.rows.values() for row in rows.rows]
            help = did_you_mean(card, known) or "write the id that the row has in its table"
            checker.reporter.error("R0602", span, f'there is no row "{card}"', help)
        elif not any(name in kind.columns and kind.columns[name].type is None for kind in kinds):
            steps = [column.name for kind in kinds for column in kind.columns.values() if column.type is None]
            help = did_you_mean(name, steps) or _listed_steps(steps)
            if any(name in kind.columns for kind in kinds):
                help = f"values are changed: change {card}'s {name} to ..."
            checker.reporter.error("R0602", span, f'"{card}" has no steps called "{name}"', help)


def _said_here(row: Row, column: str) -> Note:
    return Note("the table says it here", row.cells[column].span if column in row.cells else row.span)


def _listed_steps(names: list[str]) -> str:
    return "its steps are " + ", ".join(names) if names else "declare a column for them: effect(player): steps"
