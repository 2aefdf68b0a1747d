"""Emit a Program as one Python module.

In: a Program. Out: Python source with everything a Game needs at run time, and a table from its lines to the rules they come
from. Layer: backends. Output is deterministic: the same Program always gives the same text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from interpreter.backends.python.context import Shared
from interpreter.backends.python.emission import Emission, Part
from interpreter.backends.python.questions import QuestionPart
from interpreter.backends.python.routines import RoutinePart
from interpreter.backends.python.values import ValuePart
from interpreter.backends.python.watching import WatchingPart
from interpreter.ir.blocks import Program
from interpreter.ir.coverage_marks import Marks
from interpreter.ir.lookup_tables import shapes_of
from interpreter.ir.types import Grid, Shape
from interpreter.lower.passes import budget, fold, inline, narrow, share, tabulate, unroll
from interpreter.runtime.tables import Column, Connection, Connections, Kind, Option, Rule, Usable


def for_python(program: Program) -> Program:
    """Run the passes that pay off for Python. Coverage needs the Program before these passes."""
    return unroll(inline(share(budget(narrow(tabulate(fold(program)))))))


def write_module(program: Program, meta: Mapping[str, Any], marks: Marks | None = None) -> str:
    """Emit the module. With `marks`, the code calls `seen(number, answer)` for each mark, which returns the answer."""
    shared, out = Shared(program, marks=marks), Emission()
    ValuePart(shared, out).write()
    RoutinePart(shared, out).write()
    QuestionPart(shared, out).write()
    WatchingPart(shared, out).write()
    return _Whole(shared, out).text(meta)


class _Whole(Part):
    """Assembles all parts, after the tables that they use."""

    def text(self, meta: Mapping[str, Any]) -> str:
        tables = [f"{name} = {value}" for name, value in sorted(self.shared.tables.items())]
        kinds = {
            kind.name: Kind(
                kind.word,
                tuple(kind.members),
                tuple(kind.titles),
                kind.grid,
                self.layout.whereabouts.get(kind.name),
                kind.plural,
            )
            for kind in self.rulebook.kinds.values()
        }
        options = tuple(
            Option(o.name, o.title, o.shape, o.values, o.low, o.high, o.default, o.value)
            for o in self.rulebook.options.values()
        )
        head = [
            f"META = {meta!r}",
            f"CELLS, LISTS, PLAYERS = {self.layout.cells}, {self.layout.lists}, {self.rulebook.player_limit}",
            f"KINDS = {kinds!r}", f"FORCE = {self.layout.in_force!r}", f"OWNERS = {self.layout.owners!r}",
            f"OPTIONS = {options!r}", f"SHAPES = {self._shapes()!r}", f"USABLE = {self._usable()!r}",
            f"CARD_TEXTS = {self._texts()!r}",
            f"COLUMNS = {self._plain_columns()!r}", f"ENDS = {self._ends()!r}", *tables, "",
        ]  # fmt: skip
        self.out.line(f"LINES = {self.out.table(len(head))}")
        return "\n".join([*head, *self.out.lines, ""])

    def _usable(self) -> Usable:
        """Collect what a game can use: actions and ways; cards with an effect and rules, each with its usage bit."""
        ways = {name for site in self.program.sites for name, _ in site.labels}
        cards = {}
        for kind, base in self.layout.whereabouts.items():
            found = self.rulebook.kinds[kind]
            steps = [column for column in found.columns.values() if column.type is None]
            for number, name in enumerate(found.members):
                if name in self.rulebook.lawful or any(column.cells[number] is not None for column in steps):
                    cards[name] = base + number
        reachable = sorted(self.program.rules.items())
        rules = {name: Rule(self.program.rule_bit(name), rule.routine, rule.variant) for name, rule in reachable}
        return Usable(tuple(sorted(ways)), cards, rules)

    def _texts(self) -> dict[str, tuple[str, ...]]:
        return {kind.name: tuple(kind.texts) for kind in self.rulebook.kinds.values() if any(kind.texts)}

    def _plain_columns(self) -> dict[str, dict[str, Column]]:
        """Collect the columns of each kind that are plain values, to show to people."""
        return {
            kind.name: {
                column.name: Column(column.type, tuple(column.cells))
                for column in kind.columns.values()
                if column.type is not None and not column.parameters and not isinstance(column.type, Shape)
            }
            for kind in self.rulebook.kinds.values()
            if kind.columns
        }

    def _ends(self) -> dict[str, Connections]:
        """Collect for each kind of connection what it joins, and both ends of each."""
        return {
            kind.name: Connections(kind.joins, tuple(Connection(*ends) for ends in kind.ends))
            for kind in self.rulebook.kinds.values() if kind.ends
        }  # fmt: skip

    def _shapes(self) -> dict[str, tuple[Any, ...]]:
        """Collect the shapes of tiles on grids."""
        kinds = dict.fromkeys(keep.type.kind for keep in self.rulebook.keeps.values() if isinstance(keep.type, Grid))
        return {kind: shapes_of(self.rulebook.kinds[kind]) for kind in kinds}
