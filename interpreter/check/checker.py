"""The whole check: from trees and tables to a Rulebook.

In: the modules of a game, of the library and of the chosen variants, readers for data files, option values. Out: a
Rulebook, or Problems with everything that is wrong. Layer: check. The order of the passes is the order of `check_game`;
each later pass is a class on top of the one before: declarations, values, cell_changes, bodies, and here the whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from interpreter.check.declarations.bodies import Bodies
from interpreter.check.declarations.declare import Sources
from interpreter.check.declarations.kinds import KindReader
from interpreter.check.expressions.dispatch import Expressions
from interpreter.check.laws.mechanics import expand
from interpreter.check.laws.orders import extended, in_order
from interpreter.check.laws.sources import Origin, SourcedLaw, Woven
from interpreter.check.laws.targets import is_moment, step_names
from interpreter.check.laws.weave import Weaver
from interpreter.check.names.calling import check_words
from interpreter.check.names.memory import Memory
from interpreter.check.names.recorder import Recorder
from interpreter.check.recovery.lost_names import doubtful
from interpreter.check.secrets import Outcome, Secrecy
from interpreter.check.statements.dispatch import Statements
from interpreter.check.tables.auto_texts import make_texts
from interpreter.check.tables.cells import CellReader
from interpreter.check.tables.reprints import row_changes
from interpreter.data import Cell
from interpreter.ir import rulebook as rb
from interpreter.ir.effects import mark_effects, mark_secrets, mark_trials
from interpreter.source import Note, Problems, Reporter, Span
from interpreter.syntax import nodes as n

LAWS = (n.Hook, n.Removal, n.Answering, n.ChangeValue, n.ChangeStart, n.ChangeCell, n.AddTo)
BASE = Origin()


def check_game(sources: Sources, reporter: Reporter) -> tuple[rb.Rulebook, Checker]:
    """All passes; raises Problems if anything is wrong. The checker can go on to check what is asked about the game."""
    checker = Checker(sources, reporter)
    checker.read_kinds()
    checker.weave()
    checker.declare()
    declared = len(reporter.found)
    checker.fill_cells()
    checker.check_bodies()
    check_words(checker)
    checker.forget_what_follows(declared)
    if reporter.has_errors and not any(found.severity == "error" for found in reporter.found[:declared]):
        _maps(checker.kinds, reporter)  # they do not depend on what is wrong in the bodies
    reporter.raise_if_errors()
    make_texts(checker)
    maps = finish(checker)
    return checker.rulebook(maps), checker


def finish(checker: Checker) -> dict[str, Any]:
    """The passes over rules in which every name and type is right; the maps are the last of them."""
    reporter = checker.reporter
    mark_effects(checker.routines)
    mark_trials(checker.routines)
    mark_secrets(checker.routines)
    checker.secrecy = Secrecy(checker.routines, checker.kinds, checker.keeps, checker.values)
    with checker.noting_options() as checker.secrets_follow:
        checker.secrecy.keep(reporter)
    maps = _maps(checker.kinds, reporter)
    reporter.raise_if_errors()
    return maps


def _maps(kinds: Mapping[str, rb.Kind], reporter: Reporter) -> dict[str, Any]:
    """NetworkX takes a while to come in: a game without places does not wait for it."""
    if not any(kind.word in ("places", "grid") for kind in kinds.values()):
        return {}
    from interpreter.check.declarations.maps import check_maps

    return dict(check_maps(kinds, reporter))


class Checker(Bodies):
    """Answers what a name means while declarations and bodies are checked (it is the `Names` of Expressions)."""

    secrecy: Secrecy  # of a game in which every name and type is right
    secrets_follow: set[str]  # the options on which it depends how secrets are kept

    def __init__(self, sources: Sources, reporter: Reporter, recorder: Recorder | None = None) -> None:
        super().__init__(sources, reporter, recorder)
        self.memory = sources.memory or Memory()
        self.expressions = Expressions(self, recorder)
        self.statements = Statements(self.expressions)
        self.cells = CellReader(self.statements, sources.parser, reporter)

    @contextmanager
    def answering(self) -> Iterator[Reporter]:
        """Something is asked about a game that has been checked: what is wrong with it goes to a reporter of its own."""
        reporter, old = Reporter(), self.reporter
        parts: tuple[Checker | Expressions | Statements, ...] = (self, self.expressions, self.statements)
        for part in parts:
            part.reporter = reporter
        try:
            yield reporter
        finally:
            for part in parts:
                part.reporter = old

    # ---- other choices of options
    @contextmanager
    def noting_options(self) -> Iterator[set[str]]:
        """The names of the options that are looked at while this lasts. It does not fix them: whoever asks looks again."""
        fixed = {option.name: option.fixed for option in self.options.values()}
        found: set[str] = set()
        for option in self.options.values():
            option.fixed = False
        try:
            yield found
        finally:
            for option in self.options.values():
                if option.fixed:
                    found.add(option.name)
                option.fixed = fixed[option.name]

    def kept_secret_with(self, values: Mapping[str, int | bool]) -> tuple[Outcome, set[str]]:
        """How secrets would be kept if options were chosen like this, and the names of those on which that depends."""
        usual = {option.name: option.value for option in self.options.values()}
        self._choose(values)
        try:
            with self.noting_options() as followed:
                outcome = self.secrecy.outcome_now()
        finally:
            self._choose(usual)
        return outcome, followed

    def _choose(self, values: Mapping[str, int | bool]) -> None:
        for name, option in self.options.items():
            option.value = values[name]

    # ---- declarations, laws and data
    def read_kinds(self) -> None:
        base = [node for module in (*self.sources.library, *self.sources.base) for node in module.declarations]
        variants = {variant.name: variant for variant, _ in self.sources.variants}
        beyond = extended(list(variants.values()))
        own = [(node, Origin(name, extends=beyond[name])) for name in in_order(list(variants.values()))
               for node in variants[name].declarations]  # fmt: skip
        expanded = [(node, BASE) for node in expand([*base, *(node for node, _ in own)], self.reporter)
                    if not any(node is other for other, _ in own)]  # fmt: skip
        self.declared = [
            *expanded,
            *((node, origin) for node, origin in own if not isinstance(node, n.Instance | n.Mechanic)),
        ]
        self.laws = [SourcedLaw(origin, node) for node, origin in self.declared if isinstance(node, LAWS)]
        words, changes = self.sources.parser.words, row_changes(self.laws)
        tables = (self.sources.read_table, self.sources.read_map)
        reader = KindReader(self.reporter, self.known, *tables, changes, words)
        nodes = [node for node, _ in self.declared if isinstance(node, n.Kind)]
        additions = [(node, by.variant) for node, by in self.declared if isinstance(node, n.Addition)]
        reader.read(nodes, additions, [said.law for said in self.laws if isinstance(said.law, n.AddTo)])
        self.kinds, self.rows, self.dropped = reader.kinds, reader.rows, reader.dropped
        self.relations = reader.relations
        for kind in self.kinds.values():
            self._index(kind)
        self._card_laws()

    def forget_what_follows(self, declared: int) -> None:
        """A wrong declaration ends no check. What speaks of it may be wrong only for that: it is not told.

        `declared`: how many findings there were when everything was declared."""
        early, late = self.reporter.found[:declared], self.reporter.found[declared:]
        if self.reporter.has_errors:
            modules = (*self.sources.library, *self.sources.base)
            written = [node for module in modules for node in module.declarations]
            lost = doubtful(early, late, [*written, *(node for node, _ in self.declared)])
            self.reporter.forget(found for found in late if lost.explains(found))

    def _card_laws(self) -> None:
        """The `rules:` of each card, parsed once per print and said once per copy."""
        owned = self._owned_kinds()
        for kind_name, rows in self.rows.items():
            read: dict[int, tuple[Any, ...]] = {}
            for number, row in enumerate(rows.rows):
                cell = row.cells.get("rules")
                if cell is None:
                    continue
                if id(row) not in read:
                    read[id(row)] = self._parse_laws(cell)
                card = self.kinds[kind_name].members[number]
                origin = Origin(card=card, owned=kind_name in owned)
                self.laws.extend(SourcedLaw(origin, law) for law in read[id(row)])

    def _parse_laws(self, cell: Any) -> tuple[Any, ...]:
        if not isinstance(cell.value, str):
            return ()  # reported when the table was read
        place = self.cells.place(cell)
        if place is None:
            return ()
        try:
            return self.sources.parser.laws(str(cell.value), place).declarations
        except Problems as problems:
            self.reporter.extend(problems)
            return ()

    def _owned_kinds(self) -> set[str]:
        """Kinds of cards that are in force only in places that belong to a player."""
        owned: dict[str, bool] = {}
        keeps = [node for node, _ in self.declared if isinstance(node, n.Keep)]
        keeps += [keep for node, _ in self.declared if isinstance(node, n.Procedure) for keep in node.keeps]
        for keep in keeps:
            if keep.in_force and isinstance(keep.type, n.PileType | n.RowType):
                mine = bool(keep.head.parameters)
                owned[keep.type.kind] = owned.get(keep.type.kind, True) and mine
        return {kind for kind, mine in owned.items() if mine}

    # ---- laws become part of what they change
    def weave(self) -> None:
        rows = frozenset(row.id for rows in self.rows.values() for row in rows.rows) | self.dropped
        weaver = Weaver(self.reporter, rows, self._kind_words(), self.memory)
        for node, _ in self.declared:
            if not isinstance(node, (*LAWS, n.Kind)):
                weaver.declare(node)
        woven = weaver.woven
        for kind in self.kinds.values():
            for table in (woven.keeps, woven.lets, woven.routines, woven.options):
                other = table.get(kind.name)
                if other is not None and kind.span is not None:
                    note = (Note("it is also declared here", other.span.word(kind.name)),)
                    message, help = f'"{kind.name}" is declared twice', "give one of them another name"
                    self.reporter.error("R0202", kind.span.word(kind.name), message, help, note)
        for name, routine in weaver.woven.routines.items():
            word, _, resource = name.partition("_")
            if is_moment(name, weaver.woven.keeps):
                message = f'"{name}" is the moment at which somebody {word}s {resource}: no procedure is called so'
                self.reporter.error("R0202", routine.head.span, message, "give the procedure another name")
        self.laws.extend(self._ticks(weaver.woven))
        self.woven = weaver.apply(self.laws)
        self.weaver = weaver
        texts = " ".join(self._steps_texts())
        for answer in self.woven.answers:
            target = answer.law.target
            if answer.found == 0 and target is not None and target.name not in texts:
                self.weaver.nobody_chooses(answer.law)

    def _kind_words(self) -> frozenset[str]:
        """The names of kinds, in singular and plural."""
        return frozenset(self.kinds) | frozenset(self.plurals)

    def _ticks(self, woven: Woven) -> list[SourcedLaw]:
        """Each unit of time that a `move ... for N unit` counts ticks at its end."""
        nodes: list[Any] = [*woven.routines.values(), *(said.law for said in self.laws), *self._cell_steps()]
        units: dict[str, Span] = {}
        for node in nodes:
            for inner in self.memory.of("durations", node, _durations):
                units.setdefault(inner.unit, inner.span.word(inner.unit))
        known = set(woven.routines).union(
            *(self.memory.of("steps", routine, step_names) for routine in woven.routines.values())
        )
        found = []
        for unit, span in units.items():
            name = unit if unit in known else unit.removesuffix("s")
            target = n.Target(span, name, None)
            found.append(SourcedLaw(BASE, n.Hook(span, "after", target, None, (n.Tick(span, unit),))))
        return found

    def _cell_steps(self) -> list[Any]:
        """The steps printed on cards that may count a time."""
        cells = [cell for cell in self._steps_cells() if " for " in str(cell.value)]
        return [node for cell in cells for node in self.cells._parsed(cell, "steps") or ()]

    def _steps_texts(self) -> list[str]:
        return [str(cell.value) for cell in self._steps_cells()]

    def _steps_cells(self) -> list[Cell]:
        """The cells in which steps are printed on cards."""
        found = []
        for rows in self.rows.values():
            steps = [column.head.name for column in rows.node.columns if column.type is None]
            found += [row.cells[column] for row in rows.rows for column in steps if column in row.cells]
        return found

    # ---- the result
    def rulebook(self, maps: Mapping[str, Any]) -> rb.Rulebook:
        return rb.Rulebook(
            self.kinds, self.ordered_keeps, self.values, self.routines, self.options, tuple(self.invariants), maps,
            tuple(self._citations()), self.sources.player_limit,
            frozenset(said.origin.card for said in self.laws if said.origin.card), self.shown,
            tuple(self.requirements), self.sources.has_automas, self.judge, self.secrecy.rests,
        )  # fmt: skip

    def _citations(self) -> list[tuple[str, str, str]]:
        found: list[tuple[str, str, str]] = []
        modules = [*self.sources.base, *(module for _, module in self.sources.variants)]
        for module in modules:
            spans = [(node.span, _title(node)) for node in _flat(module.declarations)]
            for citation in module.citations:
                rule = next((name for span, name in spans if span.line <= citation.line <= span.end_line), "")
                found.extend((clause, rule, str(citation.span)) for clause in citation.clauses)
        for name, rows in self.rows.items():
            seen = set()
            for row in rows.rows:
                if row.id not in seen:
                    seen.add(row.id)
                    found.extend((clause, f"{name} {row.id}", str(row.span)) for clause in row.cites)
        return found


def _durations(node: Any) -> tuple[n.Duration, ...]:
    return tuple(inner for inner in n.walk(node) if isinstance(inner, n.Duration))


def _flat(declarations: Sequence[Any]) -> list[Any]:
    return [inner for node in declarations for inner in (node.declarations if isinstance(node, n.Variant) else (node,))]


def _title(node: Any) -> str:
    for part in (getattr(node, "head", None), node, getattr(node, "target", None)):
        name = getattr(part, "name", None)
        if isinstance(name, str):
            return f"{type(node).__name__.lower()} {name}"
    return type(node).__name__.lower()


__all__ = ["Checker", "Sources", "check_game"]
