"""The whole check: from trees and tables to a Rulebook.

In: the modules of a game, of the library and of the chosen variants, readers for data files, option values. Out: a
Rulebook, or Problems with everything that is wrong. Layer: check. The order of the passes is the order of `check_game`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from interpreter.check import rulebook as rb
from interpreter.check.cells import CellReader
from interpreter.check.effects import mark_effects
from interpreter.check.expand import expand
from interpreter.check.expressions import Expressions
from interpreter.check.kinds import KindReader, ReadMap, ReadTable, Rows
from interpreter.check.maps import check_maps
from interpreter.check.scope import Scope
from interpreter.check.statements import Statements
from interpreter.check.types import (
    NUMBER,
    PLAYER,
    YES_NO,
    Grid,
    ListOf,
    Maybe,
    Number,
    Of,
    Shape,
    Spot,
    Type,
    Unknown,
    Words,
    YesNo,
    Zone,
    fits,
    join,
    spoken,
)
from interpreter.check.weave import Origin, Said, Weaver, Woven, card_change
from interpreter.source import Problems, Reporter, Span, did_you_mean
from interpreter.syntax import Parser, clause_names
from interpreter.syntax import nodes as n

LAWS = (n.Hook, n.Removal, n.Answering, n.ChangeValue, n.ChangeStart, n.ChangeCell)
BASE = Origin()


@dataclass(frozen=True)
class Sources:
    """Everything that a game is made of, read but not understood."""

    base: Sequence[n.Module]
    library: Sequence[n.Module]
    variants: Sequence[tuple[n.Variant, n.Module]]
    options: Mapping[str, object]
    player_limit: int
    read_table: ReadTable
    read_map: ReadMap
    parser: Parser


def check_game(sources: Sources, reporter: Reporter) -> tuple[rb.Rulebook, Checker]:
    """All passes; raises Problems if anything is wrong. The checker can go on to check what is asked about the game."""
    checker = Checker(sources, reporter)
    checker.read_kinds()
    checker.weave()
    checker.declare()
    reporter.raise_if_errors()
    checker.fill_cells()
    checker.check_bodies()
    reporter.raise_if_errors()
    mark_effects(checker.routines)
    maps = check_maps(checker.kinds, reporter)
    reporter.raise_if_errors()
    return checker.rulebook(maps), checker


class Checker:
    """Answers what a name means while declarations and bodies are checked (it is the `Names` of Expressions)."""

    def __init__(self, sources: Sources, reporter: Reporter) -> None:
        self.sources, self.reporter = sources, reporter
        self.kinds: dict[str, rb.Kind] = {}
        self.plurals: dict[str, str] = {}
        self.keeps: dict[str, rb.Keep] = {}
        self.options: dict[str, rb.Option] = {}
        self.routines: dict[str, rb.Routine] = {}
        self.members: dict[str, list[tuple[str, int]]] = {}
        self.values: dict[str, rb.Value] = {}
        self.invariants: list[rb.Invariant] = []
        self.rows: dict[str, Rows] = {}
        self.laws: list[Said] = []
        self.woven = Woven()
        self._working: list[str] = []
        self.expressions = Expressions(self)
        self.statements = Statements(self.expressions)
        self.cells = CellReader(self.statements, sources.parser, reporter)

    # ---- pass 1: declarations, laws and data
    def read_kinds(self) -> None:
        base = [node for module in (*self.sources.library, *self.sources.base) for node in module.declarations]
        own = [(node, Origin(variant.name, extends=_extended(variant))) for variant, _ in self.sources.variants
               for node in variant.declarations]  # fmt: skip
        expanded = [(node, BASE) for node in expand([*base, *(node for node, _ in own)], self.reporter)
                    if not any(node is other for other, _ in own)]  # fmt: skip
        self.declared = [*expanded, *((node, origin) for node, origin in own if not isinstance(node, n.Instance | n.Mechanic))]
        self.laws = [Said(origin, node) for node, origin in self.declared if isinstance(node, LAWS)]
        reader = KindReader(self.reporter, self.sources.read_table, self.sources.read_map, self._removed())
        nodes = [node for node, _ in self.declared if isinstance(node, n.Kind)]
        reader.read(nodes, [node for node, _ in self.declared if isinstance(node, n.Addition)])
        self.kinds, self.rows = reader.kinds, reader.rows
        for kind in self.kinds.values():
            self._index(kind)
        self._card_laws()

    def _removed(self) -> frozenset[str]:
        return frozenset(said.law.target.name for said in self.laws if isinstance(said.law, n.Removal) and not said.law.target.inside)

    def _index(self, kind: rb.Kind) -> None:
        self.plurals[kind.plural] = kind.name
        for number, name in enumerate(kind.members):
            self.members.setdefault(name, []).append((kind.name, number))

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
                self.laws.extend(Said(origin, law) for law in read[id(row)])

    def _parse_laws(self, cell: Any) -> tuple[Any, ...]:
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

    # ---- pass 2: laws become part of what they change
    def weave(self) -> None:
        rows = frozenset(row.id for rows in self.rows.values() for row in rows.rows) | self._removed()
        weaver = Weaver(self.reporter, rows)
        for node, _ in self.declared:
            if not isinstance(node, (*LAWS, n.Kind)):
                weaver.declare(node)
        for kind in self.kinds.values():
            if kind.name in weaver.woven.keeps or kind.name in weaver.woven.lets:
                self.reporter.error("R0202", kind.span, f'"{kind.name}" is declared twice', "give one another name")
        self.laws.extend(self._ticks(weaver.woven))
        self.woven = weaver.apply(self.laws)

    def _ticks(self, woven: Woven) -> list[Said]:
        """Each unit of time that a `move ... for N unit` counts ticks at its end."""
        nodes: list[Any] = [*woven.routines.values(), *(said.law for said in self.laws), *self._cell_steps()]
        units: dict[str, Span] = {}
        for node in nodes:
            for inner in n.walk(node):
                if isinstance(inner, n.Duration):
                    units.setdefault(inner.unit, inner.span)
        known = set(woven.routines) | {step.name for r in woven.routines.values() for step in n.walk(r) if isinstance(step, n.Step)}
        found = []
        for unit, span in units.items():
            name = unit if unit in known else unit.removesuffix("s")
            target = n.Target(span, name, None)
            found.append(Said(BASE, n.Hook(span, "after", target, None, (n.Tick(span, unit),))))
        return found

    def _cell_steps(self) -> list[Any]:
        found: list[Any] = []
        for name, rows in self.rows.items():
            steps = [column.head.name for column in rows.node.columns if column.type is None]
            for row in rows.rows:
                for column in steps:
                    cell = row.cells.get(column)
                    if cell is not None and " for " in str(cell.value):
                        found.extend(self.cells._parsed(cell, "steps") or ())
            del name
        return found

    # ---- pass 3: what each declaration is
    def declare(self) -> None:
        for option in self.woven.options.values():
            self._option(option)
        for rows in self.rows.values():
            self._columns(rows.node)
        for keep in self.woven.keeps.values():
            self._keep(keep)
        for name in self.woven.keeps:
            self._keep_links(self.woven.keeps[name])
        for routine in self.woven.routines.values():
            self._routine(routine)
        self._option_values()

    def _option(self, node: n.Option) -> None:
        if node.names:
            kind = rb.Kind(f"{node.name} option", f"{node.name} options", "option", node.span)
            kind.members = [name.name for name in node.names]
            kind.titles = [name.replace("_", " ") for name in kind.members]
            self.kinds[kind.name] = kind
            self._index(kind)
            shape, type_ = "names", Of(kind.name)
        elif node.low is not None:
            shape, type_ = "range", Number(node.low, node.high)
        else:
            shape, type_ = "yes_no", YES_NO
        values = tuple(name.name for name in node.names)
        title = "".join(part for part in node.title.parts if isinstance(part, str)) if node.title else ""
        option = rb.Option(node.name, title, shape, values, node.low, node.high, 0, 0, type_, node.span)
        self.options[node.name] = option

    def _option_values(self) -> None:
        for name, option in self.options.items():
            node = self.woven.options[name]
            term = self.expressions.check(node.usually, Scope(), option.type)
            if isinstance(term, rb.Constant) and term.value is not None:
                option.default = option.value = term.value
                if option.shape == "range" and not _in_range(option, option.default):
                    self.reporter.error("R0607", node.usually.span, "the usual value lies outside the range", None)
            elif not isinstance(term.type, Unknown):
                self.reporter.error("R0607", node.usually.span, "the usual value of an option is a plain value", None)
        for name, given in self.sources.options.items():
            self._choose_option(name, given)

    def _choose_option(self, name: str, given: object) -> None:
        option = self.options.get(name)
        if option is None:
            self.reporter.error("R0606", None, f'there is no option "{name}"', did_you_mean(name, self.options))
            return
        value = _option_value(option, given)
        if value is None:
            wanted = {"names": " or ".join(option.values), "yes_no": "yes or no"}.get(option.shape, f"{option.low} to {option.high}")
            self.reporter.error("R0607", option.span, f'the option "{name}" takes {wanted}, not {given}', did_you_mean(str(given), option.values))
            return
        option.value = value

    def _columns(self, node: n.Kind) -> None:
        kind = self.kinds[node.name]
        for column in node.columns:
            name = column.head.name
            if name in kind.columns:
                self.reporter.error("R0202", column.span, f'the column "{name}" is declared twice', None)
                continue
            parameters = self._parameters(column.head)
            type_ = self.type(column.type) if column.type is not None else None
            kind.columns[name] = rb.Column(kind.name, name, parameters, type_, column.span)

    def _keep(self, node: n.Keep) -> None:
        name = node.head.name
        parameters = self._parameters(node.head)
        for parameter in parameters:
            if not isinstance(parameter.type, Of):
                self.reporter.error("R0314", node.head.span, "a value is stored for things of a kind", "name a kind in brackets")
        keep = rb.Keep(name, parameters, self.type(node.type), node.span, in_force=node.in_force)
        keep.count_hidden, keep.belongs_to, keep.implicit = node.count_hidden, node.belongs_to, node.implicit
        self.keeps[name] = keep
        if node.stacked:
            height = rb.Keep(f"{name}_height", self._parameters(node.head), NUMBER, node.span, rb.Constant(NUMBER, 0))
            keep.height = height
            self.keeps[height.name] = height

    def _keep_links(self, node: n.Keep) -> None:
        keep = self.keeps[node.head.name]
        keep.refilled_from = self._linked(keep, node.refilled_from)
        keep.reshuffled_from = self._linked(keep, node.reshuffled_from)

    def _linked(self, keep: rb.Keep, node: n.Name | None) -> rb.Keep | None:
        if node is None:
            return None
        other = self.keeps.get(node.name)
        if other is None or not isinstance(other.type, Zone) or not isinstance(keep.type, Zone):
            piles = [name for name, found in self.keeps.items() if isinstance(found.type, Zone)]
            self.reporter.error("R0201", node.span, f'there is no pile called "{node.name}"', did_you_mean(node.name, piles))
            return None
        if other.type.kind != keep.type.kind or other.parameters not in ((), keep.parameters) and len(other.parameters) != len(keep.parameters):
            self.reporter.error("R0301", node.span, f'"{node.name}" holds other cards than "{keep.name}"', None)
        return other

    def _routine(self, node: n.Procedure | n.Action) -> None:
        parameters = self._parameters(node.head)
        if isinstance(node, n.Action):
            parameters = (rb.Variable("you", PLAYER), *parameters)
            word, gives = ("free action" if node.free else "action"), None
            if node.free and len(parameters) > 1:
                self.reporter.error("R0314", node.head.span, "a free action takes nothing in brackets", None)
        else:
            word, gives = node.word, self.type(node.gives) if node.gives is not None else None
        self.routines[node.head.name] = rb.Routine(node.head.name, word, parameters, gives, node.span)

    def _parameters(self, head: n.Head) -> tuple[rb.Variable, ...]:
        found: list[rb.Variable] = []
        for parameter in head.parameters:
            if any(parameter.name == other.name for other in found):
                self.reporter.error("R0204", parameter.span, f'"{parameter.name}" stands twice in brackets', "name one of them")
            found.append(rb.Variable(parameter.name, self.type(parameter.type)))
        return tuple(found)

    def type(self, node: Any) -> Type:
        match node:
            case n.NumberType(low=low, high=high):
                if low is not None and high is not None and low > high:
                    self.reporter.error("R0314", node.span, f"{low} is more than {high}", "write the smaller number first")
                return Number(low, high)
            case n.YesNoType():
                return YES_NO
            case n.TextType():
                return Words()
            case n.SpotType():
                return Spot()
            case n.ShapeType():
                return Shape()
            case n.OrNone(inner=inner):
                return Maybe(self.type(inner))
            case n.ListType(inner=inner):
                return ListOf(self.type(inner))
            case n.PileType(kind=kind):
                return Zone(self._card_kind(node, kind))
            case n.RowType(kind=kind, size=size):
                return Zone(self._card_kind(node, kind), size)
            case n.GridType(kind=kind):
                return Grid(self._card_kind(node, kind))
            case _:
                return self._kind_type(node, node.name)

    def _kind_type(self, node: Any, name: str) -> Type:
        if name in self.kinds:
            return Of(name)
        if name in self.options and self.options[name].shape == "names":
            return self.options[name].type
        self.reporter.error("R0203", node.span, f'there is no kind of thing called "{name}"', did_you_mean(name, self.kinds))
        return Unknown()

    def _card_kind(self, node: Any, name: str) -> str:
        name = self.plurals.get(name, name)
        kind = self.kinds.get(name)
        if kind is None or kind.word != "cards":
            cards = [other.name for other in self.kinds.values() if other.word == "cards"]
            self.reporter.error("R0203", node.span, f'there are no cards called "{name}"', did_you_mean(name, cards) or 'declare them with: cards ... from "file.yaml"')
            return name if kind is not None else "player"
        return name

    # ---- values on demand: their type follows from their formula
    def value_names(self) -> list[str]:
        return list(self.woven.lets)

    def value(self, name: str) -> rb.Value | None:
        if name in self.values:
            return self.values[name]
        node = self.woven.lets.get(name)
        if node is None:
            return None
        if name in self._working:
            chain = " -> ".join([*self._working[self._working.index(name) :], name])
            self.reporter.error("R0315", node.head.span, f'"{name}" is worked out from itself: {chain}', "break the circle")
            return rb.Value(name, self._parameters(node.head), Unknown(), node.span)
        self._working.append(name)
        value = self._check_value(node)
        self._working.pop()
        self.values[name] = value
        return value

    def _check_value(self, node: n.Let) -> rb.Value:
        parameters = self._parameters(node.head)
        scope = Scope(variables={parameter.name: parameter for parameter in parameters})
        cases, type_ = self._cases(node.cases, scope, self.type(node.type) if node.type is not None else None)
        value = rb.Value(node.head.name, parameters, type_, node.span, cases)
        alterations = [self._alteration(said, value) for said in self.woven.changes.get(node.head.name, ())]
        value.alterations = tuple(found for found in alterations if found is not None)
        return value

    def _cases(self, nodes: tuple[n.Case, ...], scope: Scope, want: Type | None) -> tuple[tuple[rb.Case, ...], Type]:
        found: list[rb.Case] = []
        type_: Type | None = want
        for i, case in enumerate(nodes):
            inner = scope.inner()
            condition = self.expressions.condition(case.condition, inner) if case.condition is not None else None
            if case.condition is not None:
                from_condition = _known(case.condition)
                inner.learn(from_condition)
            value = self.expressions.check(case.value, inner, want)
            joined = value.type if type_ is None else join(type_, value.type)
            if joined is None:
                self.reporter.error("R0306", case.value.span, f"the cases above give {spoken(type_ or NUMBER)}, this gives {spoken(value.type)}", None)
            type_ = joined if joined is not None and want is None else type_ or joined
            found.append(rb.Case(value, condition))
            last = i == len(nodes) - 1
            if (case.condition is None) != last:
                text = "the last case is `otherwise`" if last else "nothing can come after `otherwise`"
                self.reporter.error("R0316", case.span, text, "end the cases with a line: value otherwise")
        if isinstance(type_, Zone | Grid):
            type_ = ListOf(Of(type_.kind))
        return tuple(found), type_ or Unknown()

    def _alteration(self, said: Said, value: rb.Value) -> rb.Alteration | None:
        guard_node, law = card_change(said) if said.origin.card else (None, said.law)
        scope = self._change_scope(law, value)
        if scope is None:
            return None
        normal = scope.declare("normal", value.type)
        parts: list[rb.Term] = []
        if guard_node is not None:
            parts.append(self.expressions.condition(guard_node, scope))
        if law.when is not None:
            parts.append(self.expressions.condition(law.when, scope))
            scope.learn(_known(law.when))
        cases, _ = self._cases(law.cases, scope, value.type)
        guard = None if not parts else parts[0] if len(parts) == 1 else rb.Logic(YES_NO, "and", tuple(parts))
        return rb.Alteration(guard, cases, normal, said.origin.spoken)

    def _change_scope(self, law: n.ChangeValue, value: rb.Value) -> Scope | None:
        given = law.head.parameters
        if given and len(given) != len(value.parameters):
            message = f'"{value.name}" takes {len(value.parameters)} values, here are {len(given)}'
            self.reporter.error("R0302", law.head.span, message, "name them as the rules do, or leave the brackets out")
            return None
        scope = Scope()
        for i, parameter in enumerate(value.parameters):
            scope.variables[given[i].name if given else parameter.name] = parameter
        return scope

    # ---- pass 4: cells and bodies
    def fill_cells(self) -> None:
        changes: dict[tuple[str, str], Any] = {}
        for said in self.woven.cell_changes:
            self._cell_change(said, changes)
        for name, rows in self.rows.items():
            self.cells.columns(self.kinds[name], rows, changes)

    def _cell_change(self, said: Said, changes: dict[tuple[str, str], Any]) -> None:
        law: n.ChangeCell = said.law
        for name, rows in self.rows.items():
            for row in rows.rows:
                if row.id == law.row and law.column in self.kinds[name].columns:
                    self._compare_cell(law, row)
                    changes[(law.row, law.column)] = law.value
                    return
        known = [row.id for rows in self.rows.values() for row in rows.rows]
        self.reporter.error("R0602", law.span, f'there is no "{law.column}" of "{law.row}" to change', did_you_mean(law.row, known))

    def _compare_cell(self, law: n.ChangeCell, row: Any) -> None:
        if law.was is None:
            return
        written = str(getattr(law.was, "value", getattr(law.was, "name", "")))
        now = str(row.value(law.column))
        if written != now:
            self.reporter.error("R0604", law.was.span, f"the table says {now} here, not {written}", "check what it is now")

    def check_bodies(self) -> None:
        for name in self.woven.lets:
            self.value(name)
        for node in self.woven.keeps.values():
            self._keep_details(node)
        for name, routine in self.woven.routines.items():
            self._body(self.routines[name], routine)
        for routine, nodes, scope in self.cells.routines:
            routine.body = self.statements.block(nodes, scope)
        for always in self.woven.always.values():
            scope = Scope()
            holds = self.expressions.condition(always.condition, scope)
            because = self.expressions.template(always.because, scope)
            self.invariants.append(rb.Invariant(always.name, holds, because, always.span))
        if "play" not in self.routines:
            self.reporter.error("R0213", None, 'no procedure is called "play"', "the game begins with: procedure play")

    def _keep_details(self, node: n.Keep) -> None:
        keep = self.keeps[node.head.name]
        scope = Scope(variables={parameter.name: parameter for parameter in keep.parameters})
        if node.starts_at is not None:
            keep.start = self.expressions.check(node.starts_at, scope, keep.type)
        else:
            keep.start = self._usual_start(keep)
        keep.seen = tuple(self._seen(seen, keep, scope) for seen in node.seen_by)
        if keep.height is not None:
            keep.height.seen = keep.seen

    def _usual_start(self, keep: rb.Keep) -> rb.Term | None:
        match keep.type:
            case Number(low, high):
                start = 0 if (low is None or low <= 0) and (high is None or high >= 0) else low
                return rb.Constant(keep.type, start)
            case YesNo():
                return rb.Constant(keep.type, False)
            case Maybe():
                return rb.Constant(keep.type, None)
            case ListOf():
                return rb.Listing(keep.type, ())
            case Of(kind) if not keep.implicit and kind != "player":
                help = "add `, starts at ...`, or say `or none`"
                self.reporter.error("R0317", keep.span, f'"{keep.name}" does not say what it starts as', help)
            case _:
                pass
        if keep.type == PLAYER:
            return rb.Constant(PLAYER, 0)
        return None

    def _seen(self, node: n.SeenBy, keep: rb.Keep, scope: Scope) -> rb.Seen:
        when = self.expressions.condition(node.when, scope) if node.when is not None else None
        words = [name.name for name in node.names]
        if words == ["everyone"]:
            return rb.Seen(True, (), when)
        if words == ["nobody"]:
            return rb.Seen(False, (), when)
        by = []
        for name in node.names:
            by.append(self._seer(name, keep, scope))
        return rb.Seen(False, tuple(by), when)

    def _seer(self, name: n.Name, keep: rb.Keep, scope: Scope) -> rb.Term:
        if name.name == "owner":
            owner = next((parameter for parameter in keep.parameters if parameter.type == PLAYER), None)
            if owner is None:
                self.reporter.error("R0318", name.span, f'"{keep.name}" has no owner', "say everyone, nobody or a player")
                return rb.Constant(PLAYER, 0)
            return rb.Local(PLAYER, owner)
        term = self.expressions.check(name, scope)
        if not fits(term.type, Maybe(PLAYER)) and not fits(term.type, ListOf(PLAYER)):
            self.reporter.error("R0318", name.span, "everyone, nobody, owner or a player is wanted here", None)
        return term

    def _body(self, routine: rb.Routine, node: n.Procedure | n.Action) -> None:
        scope = Scope(routine=routine.name, variables={parameter.name: parameter for parameter in routine.parameters})
        routine.keeps = tuple(self.keeps[keep.head.name] for keep in node.keeps)
        if isinstance(node, n.Action):
            routine.title = self.expressions.template(node.title, scope) if node.title is not None else None
            routine.lets, routine.needs, routine.first, routine.body = self.statements.leading(node.body, scope)
            routine.tried = any(isinstance(act, rb.Check) for act in rb.walk_acts(routine.body))
        else:
            routine.body = self.statements.block(node.body, scope)

    # ---- the result
    def rulebook(self, maps: Mapping[str, Any]) -> rb.Rulebook:
        return rb.Rulebook(
            self.kinds, self.keeps, self.values, self.routines, self.options, tuple(self.invariants), maps,
            tuple(self._citations()), self.sources.player_limit,
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


def _flat(declarations: Sequence[Any]) -> list[Any]:
    return [inner for node in declarations for inner in (node.declarations if isinstance(node, n.Variant) else (node,))]


def _title(node: Any) -> str:
    for part in (getattr(node, "head", None), node, getattr(node, "target", None)):
        name = getattr(part, "name", None)
        if isinstance(name, str):
            return f"{type(node).__name__.lower()} {name}"
    return type(node).__name__.lower()


def _known(node: Any) -> frozenset[str]:
    from interpreter.check.scope import known_if

    return known_if(node, True)


def _extended(variant: n.Variant) -> frozenset[str]:
    return frozenset(name.name for relation in variant.relations if relation.word == "extends" for name in relation.names)


def _in_range(option: rb.Option, value: int | bool) -> bool:
    assert option.low is not None and option.high is not None
    return option.low <= value <= option.high


def _option_value(option: rb.Option, given: object) -> int | bool | None:
    """What a user gave for an option, as the rules know it; None when it does not fit."""
    text = str(given).lower()
    if option.shape == "names":
        return option.values.index(text) if text in option.values else None
    if option.shape == "yes_no":
        return {"yes": True, "true": True, "no": False, "false": False}.get(text)
    try:
        number = int(text)
    except ValueError:
        return None
    return number if _in_range(option, number) else None


__all__ = ["Checker", "Sources", "check_game", "clause_names", "replace"]
