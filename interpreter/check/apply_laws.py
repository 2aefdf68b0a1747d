"""Apply the laws of a game: weave those that were collected into what they change.

In: the declarations and laws of a Checker. Out: its woven declarations. Layer: check.
"""

from __future__ import annotations

from interpreter.check.check_state import Checker
from interpreter.check.laws.counting import counting_laws
from interpreter.check.laws.decisions import nobody_chooses
from interpreter.check.laws.sources import BASE, SourcedLaw, Woven
from interpreter.check.laws.targets import Weaving, declare, is_moment, step_names
from interpreter.check.laws.weave import apply_laws
from interpreter.data import Cell
from interpreter.source import Note, Span
from interpreter.syntax import nodes as n


def weave(checker: Checker) -> None:
    """Make every law part of what it changes."""
    rows = frozenset(row.id for rows in checker.rows.values() for row in rows.rows) | checker.dropped
    weaving = Weaving(checker.reporter, rows, _kind_words(checker), checker.memory)
    for node, _ in checker.declared:
        if not isinstance(node, n.Law | n.Kind):
            declare(weaving, node)
    woven = weaving.woven
    for kind in checker.kinds.values():
        for table in (woven.keeps, woven.lets, woven.routines, woven.options):
            other = table.get(kind.name)
            if other is not None and kind.span is not None:
                note = (Note("it is also declared here", other.span.word(kind.name)),)
                message, help = f'"{kind.name}" is declared twice', "give one of them another name"
                checker.reporter.error("R0202", kind.span.word(kind.name), message, help, note)
    for name, routine in woven.routines.items():
        word, _, resource = name.partition("_")
        if is_moment(name, woven.keeps):
            message = f'"{name}" is the moment at which somebody {word}s {resource}: no procedure is called so'
            checker.reporter.error("R0202", routine.head.span, message, "give the procedure another name")
    checker.laws = [*counting_laws(checker, weaving), *checker.laws, *_ticks(checker, woven)]
    checker.woven = apply_laws(weaving, checker.laws)
    checker.weaving = weaving
    texts = " ".join(_steps_texts(checker))
    for answer in checker.woven.answers:
        target = answer.law.target
        if answer.found == 0 and target is not None and target.name not in texts:
            nobody_chooses(weaving, answer.law)


def _kind_words(checker: Checker) -> frozenset[str]:
    """The names of kinds, in singular and plural."""
    return frozenset(checker.kinds) | frozenset(checker.plurals)


def _ticks(checker: Checker, woven: Woven) -> list[SourcedLaw[n.Law]]:
    """Each unit of time that a `move ... for N unit` counts ticks at its end."""
    nodes: list[n.Node] = [*woven.routines.values(), *(said.law for said in checker.laws), *_cell_steps(checker)]
    units: dict[str, Span] = {}
    for node in nodes:
        for inner in checker.memory.of("durations", node, _durations):
            units.setdefault(inner.unit, inner.span.word(inner.unit))
    known = set(woven.routines).union(
        *(checker.memory.of("steps", routine, step_names) for routine in woven.routines.values())
    )
    found: list[SourcedLaw[n.Law]] = []
    for unit, span in units.items():
        name = unit if unit in known else unit.removesuffix("s")
        target = n.Target(span, name, None)
        found.append(SourcedLaw(BASE, n.Hook(span, "after", target, None, (n.Tick(span, unit),))))
    return found


def _cell_steps(checker: Checker) -> list[n.Statement]:
    """The steps printed on cards that may count a time."""
    cells = [cell for cell in _steps_cells(checker) if " for " in str(cell.value)]
    return [node for cell in cells for node in checker.cells.steps_in(cell) or ()]


def _steps_texts(checker: Checker) -> list[str]:
    return [str(cell.value) for cell in _steps_cells(checker)]


def _steps_cells(checker: Checker) -> list[Cell]:
    """The cells in which steps are printed on cards."""
    found = []
    for rows in checker.rows.values():
        steps = [column.head.name for column in rows.node.columns if column.type is None]
        found += [row.cells[column] for row in rows.rows for column in steps if column in row.cells]
    return found


def _durations(node: n.Node) -> tuple[n.Duration, ...]:
    return tuple(inner for inner in n.walk(node) if isinstance(inner, n.Duration))
