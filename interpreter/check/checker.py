"""The whole check: from trees and tables to a Rulebook.

In: the modules of a game, of the library and of the chosen variants, readers for data files, option values. Out: a
Rulebook, or Problems with everything that is wrong. Layer: check. The order of the passes is the order of `check_game`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any

from interpreter.check import rulebook as rb
from interpreter.check.blanks import Blanks
from interpreter.check.cells import CellReader
from interpreter.check.effects import mark_effects, mark_secrets, mark_trials
from interpreter.check.expand import expand
from interpreter.check.expressions import Expressions, article, miscounted, quoted
from interpreter.check.failing import failing
from interpreter.check.giving import gives_nothing_at
from interpreter.check.judging import judge
from interpreter.check.kinds import KindReader, ReadMap, ReadTable, Rows
from interpreter.check.known import Known
from interpreter.check.orders import extended, in_order
from interpreter.check.printed_changes import (
    UNKNOWN,
    Reprint,
    always_the_same,
    members_of_row,
    shown_cell,
)
from interpreter.check.reprints import PRINTED, plain_text, printable, row_changes
from interpreter.check.scope import Scope, known_if
from interpreter.check.secrets import keep_secrets, mark_rolls
from interpreter.check.showing import shown_value, title_of
from interpreter.check.starts import in_order_of_starts
from interpreter.check.statements import Statements
from interpreter.check.weave import MOMENTS, Origin, Said, Weaver, Woven, card_change, contradict, report_conflict
from interpreter.data import Cell
from interpreter.source import Note, Problems, Reporter, Source, Span, did_you_mean
from interpreter.syntax import Parser, clause_names
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write
from interpreter.types import (
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
    element,
    fits,
    join,
    spoken,
)

LAWS = (n.Hook, n.Removal, n.Answering, n.ChangeValue, n.ChangeStart, n.ChangeCell, n.AddTo)
BASE = Origin()
LONGEST_ROW = 1000
MOST_KEPT = 100_000
MOST_FORMULAS = 1_000_000  # that one value may take


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
    option_cells: Mapping[str, Cell] = field(default_factory=dict)  # what the manifest says about options
    has_automas: bool = False


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
    mark_trials(checker.routines)
    mark_secrets(checker.routines)
    mark_rolls(checker.routines, reporter)
    keep_secrets(checker.routines, checker.kinds, checker.keeps, checker.values, reporter)
    maps = _maps(checker.kinds, reporter)
    reporter.raise_if_errors()
    return checker.rulebook(maps), checker


def _maps(kinds: Mapping[str, rb.Kind], reporter: Reporter) -> dict[str, Any]:
    """NetworkX takes a while to come in: a game without places does not wait for it."""
    if not any(kind.word in ("places", "grid") for kind in kinds.values()):
        return {}
    from interpreter.check.maps import check_maps

    return dict(check_maps(kinds, reporter))


class Checker:
    """Answers what a name means while declarations and bodies are checked (it is the `Names` of Expressions)."""

    def __init__(self, sources: Sources, reporter: Reporter) -> None:
        self.sources, self.reporter = sources, reporter
        self.kinds: dict[str, rb.Kind] = {}
        self.plurals: dict[str, str] = {}
        self.keeps: dict[str, rb.Keep] = {}
        self.ordered_keeps: dict[str, rb.Keep] = {}  # as they are set at the beginning
        self.options: dict[str, rb.Option] = {}
        self.routines: dict[str, rb.Routine] = {}
        self.members: dict[str, list[tuple[str, int]]] = {}
        self.values: dict[str, rb.Value] = {}
        self.invariants: list[rb.Invariant] = []
        self.requirements: list[rb.Requirement] = []
        self.rows: dict[str, Rows] = {}
        self.laws: list[Said] = []
        self.reprints: dict[tuple[str, str], list[Reprint]] = {}  # by kind and column
        self.woven = Woven()
        self._known: Known | None = None
        self._working: list[str] = []
        self._provisional: dict[str, rb.Value] = {}  # values that use themselves, while they are worked out
        self._formulas: dict[str, int] = {}  # how many formulas each value takes to work out
        self.expressions = Expressions(self)
        self.statements = Statements(self.expressions)
        self.cells = CellReader(self.statements, sources.parser, reporter)

    # ---- pass 1: declarations, laws and data
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
        self.laws = [Said(origin, node) for node, origin in self.declared if isinstance(node, LAWS)]
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

    # ---- pass 2: laws become part of what they change
    def weave(self) -> None:
        rows = frozenset(row.id for rows in self.rows.values() for row in rows.rows) | self.dropped
        weaver = Weaver(self.reporter, rows, self._kind_words())
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
            if f"{word}_" in MOMENTS and resource in weaver.woven.keeps:
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

    def _ticks(self, woven: Woven) -> list[Said]:
        """Each unit of time that a `move ... for N unit` counts ticks at its end."""
        nodes: list[Any] = [*woven.routines.values(), *(said.law for said in self.laws), *self._cell_steps()]
        units: dict[str, Span] = {}
        for node in nodes:
            for inner in n.walk(node):
                if isinstance(inner, n.Duration):
                    units.setdefault(inner.unit, inner.span.word(inner.unit))
        known = set(woven.routines) | {
            step.name for r in woven.routines.values() for step in n.walk(r) if isinstance(step, n.Step)
        }
        found = []
        for unit, span in units.items():
            name = unit if unit in known else unit.removesuffix("s")
            target = n.Target(span, name, None)
            found.append(Said(BASE, n.Hook(span, "after", target, None, (n.Tick(span, unit),))))
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
        self._relate()
        self._refuse_twins()

    def _relate(self) -> None:
        """`hex's corners`, `road's cities`: unless the game means something else by that."""
        for (kind, plural), column in self.relations.items():
            if plural not in self.kinds[kind].columns and plural not in self.keeps and plural not in self.woven.lets:
                self.kinds[kind].columns[plural] = column

    def _refuse_twins(self) -> None:
        """A member that is called like a value would hide it, or be hidden, far from here."""
        for kind in self.kinds.values():
            if kind.word == "option":
                continue
            for number, name in enumerate(kind.members):
                if name in self.keeps or name in self.woven.lets or name in self.options:
                    message = f'"{name}" is the name of a value and of {article(kind.name)}'
                    self.reporter.error("R0202", kind.row_spans[number], message, "give one of them another name")

    def _option(self, node: n.Option) -> None:
        if node.names:
            kind = rb.Kind(f"{node.name} option", f"{node.name} options", "option", node.span)
            kind.members = [name.name for name in node.names]
            kind.titles = [name.replace("_", " ") for name in kind.members]
            self.kinds[kind.name] = kind
            self._index(kind)
            shape, type_ = "names", _as_type(Of(kind.name))
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
            term = self.expressions.check(node.usually, Scope(), NUMBER if option.shape == "range" else option.type)
            if isinstance(term, rb.Constant) and term.value is not None:
                option.default = option.value = term.value
                if option.shape == "range" and not _in_range(option, option.default):
                    help = f"it takes {option.low} to {option.high}"
                    message = f'the usual value of "{name}" lies outside of its range'
                    self.reporter.error("R0607", node.usually.span, message, help)
            elif not isinstance(term.type, Unknown):
                message = f'the usual value of "{name}" must be known before the game begins'
                self.reporter.error(
                    "R0607", node.usually.span, message, "write a plain value: a number, yes, no or a name"
                )
        for name, given in self.sources.options.items():
            self._choose_option(name, given)

    def _choose_option(self, name: str, given: object) -> None:
        option = self.options.get(name)
        cell = self.sources.option_cells.get(name)
        if option is None:
            known = "the options are " + ", ".join(self.options) if self.options else "it has no options"
            self.reporter.error(
                "R0606",
                (cell.key_span or cell.span) if cell is not None else None,
                f'there is no option "{name}"',
                did_you_mean(name, self.options) or known,
            )
            return
        value = _option_value(option, given)
        if value is None:
            wanted = {"names": " or ".join(option.values), "yes_no": "yes or no"}.get(
                option.shape, f"{option.low} to {option.high}"
            )
            note = (Note("it is declared here", option.span),)
            help = did_you_mean(str(given), option.values) or f"write {wanted}"
            self.reporter.error(
                "R0607",
                cell.span if cell is not None else None,
                f'the option "{name}" takes {wanted}, not {given}',
                help,
                note,
            )
            return
        option.value = value

    def _columns(self, node: n.Kind) -> None:
        kind = self.kinds[node.name]
        for column in node.columns:
            name = column.head.name
            if name in kind.columns:
                note = (Note("it is declared here first", kind.columns[name].span),)
                message = f'the column "{name}" of "{kind.name}" is declared twice'
                self.reporter.error("R0202", column.span.word(name), message, "remove one of the two lines", note)
                continue
            parameters = self._parameters(column.head)
            type_ = self.type(column.type) if column.type is not None else None
            kind.columns[name] = rb.Column(kind.name, name, parameters, type_, column.span)

    def _keep(self, node: n.Keep) -> None:
        name = node.head.name
        parameters = self._parameters(node.head)
        for parameter, written in zip(parameters, node.head.parameters, strict=True):
            if not isinstance(parameter.type, Of | Unknown):
                message = f"values are kept for the members of a kind, and this is {article(spoken(parameter.type))}"
                self.reporter.error("R0314", written.span, message, "name a kind in the brackets, such as player")
        size = prod(self._size(parameter.type) for parameter in parameters)
        if size > MOST_KEPT:
            message = f'"{name}" would be kept for {size} combinations of things, which is too much'
            self.reporter.error("R0314", node.head.span, message, "name fewer or smaller kinds in the brackets")
        keep = rb.Keep(name, parameters, self.type(node.type), node.span, in_force=node.in_force)
        keep.count_hidden, keep.not_shown = node.count_hidden, node.not_shown
        keep.absence_seen = node.absence_seen
        keep.title = title_of(node, self.reporter)
        keep.belongs_to, keep.implicit = node.belongs_to, node.implicit
        self.keeps[name] = keep
        if node.stacked:
            self._check_height(node)
            height = rb.Keep(f"{name}_height", self._parameters(node.head), NUMBER, node.span, rb.Constant(NUMBER, 0))
            keep.height = height
            self.keeps[height.name] = height

    def _check_height(self, node: n.Keep) -> None:
        """What is stacked has a height beside it, and that name is then taken."""
        other = self.woven.keeps.get(f"{node.head.name}_height")
        if other is not None:
            message = (
                f'"{other.head.name}" is the height of what is stacked on "{node.head.name}", and is declared besides'
            )
            note = (Note("this is stacked", node.head.span),)
            self.reporter.error("R0202", other.head.span, message, "give it another name", note)

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
            message = (
                f'there is no pile called "{node.name}"' if other is None else f'"{node.name}" is no pile of cards'
            )
            if not isinstance(keep.type, Zone):
                message = f'"{keep.name}" is no pile or row, so it cannot be filled'
            help = did_you_mean(node.name, piles) or f"declare it: keep {node.name}: pile of ..."
            self.reporter.error("R0201", node.span, message, help if other is None else None)
            return None
        if other.type.kind != keep.type.kind or (
            other.parameters not in ((), keep.parameters) and len(other.parameters) != len(keep.parameters)
        ):
            theirs, ours = self._plural(other.type.kind), self._plural(keep.type.kind)
            message = f'"{node.name}" holds {theirs}, and "{keep.name}" holds {ours}'
            if other.type.kind == keep.type.kind:
                message = f'"{node.name}" and "{keep.name}" belong to different things'
            self.reporter.error("R0301", node.span, message, "name a pile of the same cards")
        return other

    def _size(self, type_: Type) -> int:
        """Of how many things a kind consists."""
        if not isinstance(type_, Of):
            return 1
        return self.sources.player_limit if type_ == PLAYER else max(1, len(self.kinds[type_.kind].members))

    def _plural(self, kind: str) -> str:
        return self.kinds[kind].plural

    def _routine(self, node: n.Procedure | n.Action) -> None:
        parameters = self._parameters(node.head)
        if isinstance(node, n.Action):
            parameters = (rb.Variable("you", PLAYER), *parameters)
            word, gives = ("free action" if node.free else "action"), None
            if node.free and len(parameters) > 1:
                message = f'"{node.head.name}" is a free action: it takes nothing in brackets'
                help = "it is offered by itself, so nobody could say what they are; let the player choose inside it"
                self.reporter.error("R0314", node.head.parameters[0].span, message, help)
        else:
            word, gives = node.word, self.type(node.gives) if node.gives is not None else None
        routine = rb.Routine(node.head.name, word, parameters, gives, node.span)
        self.routines[node.head.name] = routine
        if isinstance(node, n.Action) and node.between:
            routine.between = True
            if not node.free:
                message = "only a free action is offered beside decisions, so only it can stand between them"
                self.reporter.error(
                    "R0314", node.head.span, message, "leave `between decisions` out, or write: free action"
                )

    def _parameters(self, head: n.Head) -> tuple[rb.Variable, ...]:
        found: list[rb.Variable] = []
        for parameter in head.parameters:
            if any(parameter.name == other.name for other in found):
                message = f'"{parameter.name}" stands twice in the brackets, so nobody could tell them apart'
                help = f"name them: {parameter.name} giver, {parameter.name} taker"
                self.reporter.error("R0204", parameter.span, message, help)
            found.append(rb.Variable(parameter.name, self.type(parameter.type)))
        return tuple(found)

    def type(self, node: Any) -> Type:
        match node:
            case n.NumberType():
                return self._range(node)
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
                if not 1 <= size <= LONGEST_ROW:
                    message = f"a row has 1 to {LONGEST_ROW} slots, not {size}"
                    self.reporter.error(
                        "R0314", node.span.word(str(size)), message, "for any number of cards write: pile of"
                    )
                    size = 1
                return Zone(self._card_kind(node, kind), size)
            case n.GridType(kind=kind):
                return Grid(self._card_kind(node, kind))
            case _:
                return self._kind_type(node, node.name)

    def _range(self, node: n.NumberType) -> Number:
        low, high = self._end_of_range(node.low), self._end_of_range(node.high)
        if low is not None and high is not None and low > high:
            message = f"nothing lies in {low} to {high}, because {low} is more than {high}"
            self.reporter.error("R0314", node.span, message, "write the smaller number first")
        return Number(low, high) if low is not None and high is not None else NUMBER

    def _end_of_range(self, node: int | n.Expression | None) -> int | None:
        """A number, or a value that is known before the game begins: the range follows it."""
        if node is None or isinstance(node, int):
            return node
        found = self.known.number(node)
        if found is None:
            words = quoted(node.span)
            message = f'"{words}" is no number that is known before the game begins' if words else (
                "this is no number that is known before the game begins")  # fmt: skip
            help = (
                "name a number, an option, or a let worked out from them; what changes in play is for needs or always"
            )
            self.reporter.error("R0314", node.span, message, help)
        return found

    def known_number(self, node: Any) -> int | None:
        """The number that something is from the beginning to the end of a game; None if it can change."""
        if isinstance(node, n.Name) and node.name not in self.woven.lets and node.name not in self.woven.options:
            return None
        if self._known is None:
            self._known = self.known
        return self._known.number(node)

    @property
    def known(self) -> Known:
        """What can be said before the game begins, with everything that the chosen variants change."""
        lets = {node.head.name: node for node, _ in self.declared if isinstance(node, n.Let)}
        changes: dict[str, list[n.ChangeValue]] = {}
        for said in self.laws:
            if isinstance(said.law, n.ChangeValue) and not said.origin.card:
                changes.setdefault(said.law.head.name, []).append(said.law)
        options = {node.name: node for node, _ in self.declared if isinstance(node, n.Option)}
        counts = {kind.plural: len(kind.members) for kind in self.kinds.values() if kind.name != "player"}
        return Known(lets, changes, options, self.sources.options, counts)

    def _kind_type(self, node: Any, name: str) -> Type:
        if name in self.kinds:
            return Of(name)
        if name in self.options and self.options[name].shape == "names":
            return self.options[name].type
        known = [kind.name for kind in self.kinds.values() if kind.word != "option"]
        help = did_you_mean(name, known) or f"declare it: kind {name} is one, other"
        self.reporter.error("R0203", node.span.word(name), f'there is no kind of thing called "{name}"', help)
        return Unknown()

    def _card_kind(self, node: Any, name: str) -> str:
        name = self.plurals.get(name, name)
        kind = self.kinds.get(name)
        if kind is None or kind.word != "cards":
            cards = [other.name for other in self.kinds.values() if other.word == "cards"]
            message = (
                f'there are no cards called "{name}"'
                if kind is None
                else f'only cards lie in piles, and "{name}" is no card'
            )
            help = did_you_mean(name, cards) or f'declare them: cards {name} from "cards/{name}.yaml"'
            self.reporter.error("R0203", node.span.word(name), message, help)
            return name if kind is not None else "player"
        return name

    # ---- values on demand: their type follows from their formula
    def is_working(self, name: str) -> bool:
        """Is this value being worked out just now?"""
        return name in self._working

    def value_names(self) -> list[str]:
        return list(self.woven.lets)

    def value(self, name: str) -> rb.Value | None:
        found = self._value(name)
        if self._working and name in self._formulas:
            self._formulas[self._working[-1]] += self._formulas[name]
        return found

    def _value(self, name: str) -> rb.Value | None:
        if name in self.values:
            return self.values[name]
        node = self.woven.lets.get(name)
        if node is None:
            return None
        if name in self._working and node.head.parameters and name in self._provisional:
            self._provisional[name].uses_itself = True
            return self._provisional[name]
        if name in self._working:
            circle = [*self._working[self._working.index(name) :], name]
            chain = ": " + " from ".join(circle) if len(circle) > 2 else ""
            help = "work one of them out from something else" if chain else "work it out from something else"
            if node.head.parameters and not chain:
                help = "give it a case that does not use it: ... if ..., and below it the one that does: ... otherwise"
            self.reporter.error("R0315", node.head.span, f'"{name}" is worked out from itself{chain}', help)
            return rb.Value(name, self._parameters(node.head), Unknown(), node.span)
        self._working.append(name)
        self._formulas[name] = 1
        value = self._check_value(node)
        self._working.pop()
        if self._formulas[name] > MOST_FORMULAS:
            self._formulas[name] = 1  # one message, not one for everything that is worked out from it
            message = f'"{name}" takes more than {MOST_FORMULAS:,} other values to work out'
            self.reporter.error("R0315", node.head.span, message, "store a value on the way with keep, and use that")
        self.values[name] = value
        return value

    def _check_value(self, node: n.Let) -> rb.Value:
        parameters = self._parameters(node.head)
        value = rb.Value(node.head.name, parameters, Unknown(), node.span)
        wanted = self.type(node.type) if node.type is not None else self._first_type(node, parameters)
        if wanted is not None:
            value.type = wanted
            self._provisional[node.head.name] = value
        scope = Scope(variables={parameter.name: parameter for parameter in parameters})
        value.cases, value.type = self._named_parts(
            node, list(node.names), parameters, scope, 1, wanted if node.type else None
        )
        self._provisional.pop(node.head.name, None)
        if value.uses_itself and wanted is not None and join(wanted, value.type) is None:
            message = f"its first case gives {article(spoken(wanted))}, and others {article(spoken(value.type))}"
            self.reporter.error("R0306", node.head.span, message, "all cases give the same sort of value")
        alterations = [self._alteration(said, value) for said in self.woven.changes.get(node.head.name, ())]
        value.alterations = tuple(found for found in alterations if found is not None)
        return value

    def _first_type(self, node: n.Let, parameters: tuple[rb.Variable, ...]) -> Type | None:
        """A value that uses itself has the type of its cases that do not; None if it does not use itself."""
        name = node.head.name
        inside = [node.names, *((case,) for case in node.cases)]
        if not any(_speaks_of(part, name) for parts in inside for part in parts) or not parameters:
            return None
        for case in node.cases:
            if not _speaks_of(case, name):
                quiet, self.reporter._found = self.reporter._found, []
                scope = Scope(variables={parameter.name: parameter for parameter in parameters})
                for part in node.names:
                    if not _speaks_of(part, name):
                        scope.declare(part.name, self.expressions.check(part.value, scope).type)
                type_ = self.expressions.check(case.value, scope).type
                self.reporter._found = quiet
                return ListOf(element(type_) or Unknown()) if isinstance(type_, Zone | Grid) else type_
        return None

    def _named_parts(
        self, node: n.Let, names: list[n.LetHere], parameters: tuple[rb.Variable, ...], scope: Scope, number: int,
        wanted: Type | None,
    ) -> tuple[tuple[rb.Case, ...], Type]:  # fmt: skip
        """The cases of a value. What is named first in it is given to the rest of it, which is a value of its own."""
        if not names:
            return self._cases(node.cases, scope, wanted)
        first, *others = names
        part = self.expressions.check(first.value, scope)
        type_ = ListOf(element(part.type) or Unknown()) if isinstance(part.type, Zone | Grid) else part.type
        inner = Scope(variables={parameter.name: parameter for parameter in parameters})
        variable = self.expressions.bind(inner, first.name, type_, first.span)
        rest = rb.Value(f"{node.head.name}'s part {number}", (*parameters, variable), Unknown(), node.span)
        rest.cases, rest.type = self._named_parts(node, others, rest.parameters, inner, number + 1, wanted)
        self.values[rest.name] = rest
        given = (*(rb.Local(parameter.type, parameter) for parameter in parameters), part)
        return (rb.Case(rb.Worked(rest.type, rest, given), None),), rest.type

    def _cases(self, nodes: tuple[n.Case, ...], scope: Scope, want: Type | None) -> tuple[tuple[rb.Case, ...], Type]:
        found: list[rb.Case] = []
        type_: Type | None = want
        above: frozenset[str] = frozenset()  # what the failed conditions above leave known
        for i, case in enumerate(nodes):
            inner = scope.inner()
            inner.learn(above)
            condition = self.expressions.condition(case.condition, inner) if case.condition is not None else None
            if case.condition is not None:
                inner.learn(known_if(case.condition, True))
                above |= known_if(case.condition, False)
            value = self.expressions.check(case.value, inner, want)
            joined = value.type if type_ is None else join(type_, value.type)
            if joined is None:
                message = f"the cases above give {article(spoken(type_ or NUMBER))}, this one gives {article(spoken(value.type))}"
                self.reporter.error("R0306", case.value.span, message, "all cases give the same sort of value")
            type_ = joined if joined is not None and want is None else type_ or joined
            found.append(rb.Case(value, condition))
            if case.condition is None and i < len(nodes) - 1:
                message = "`otherwise` comes last: the cases below it would never be looked at"
                self.reporter.error("R0316", case.span, message, "move this line to the end")
        if all(case.condition is not None for case in nodes):
            message = "the cases do not say what holds otherwise"
            self.reporter.error("R0316", nodes[-1].span, message, "add a last line: ... otherwise")
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
            scope.learn(known_if(law.when, True))
        cases, _ = self._cases(law.cases, scope, value.type)
        guard = None if not parts else parts[0] if len(parts) == 1 else rb.Logic(YES_NO, "and", tuple(parts))
        return rb.Alteration(guard, cases, normal, said.origin.spoken)

    def _change_scope(self, law: n.ChangeValue, value: rb.Value) -> Scope | None:
        given = law.head.parameters
        if given and len(given) != len(value.parameters):
            message = miscounted(value.name, value.parameters, len(given))
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
        self._card_hooks()
        for name, rows in self.rows.items():
            self.cells.columns(self.kinds[name], rows, changes, self.woven)
        for said in self.woven.cell_changes:
            self._compare_cell(said.law)
        for answer in self.woven.answers:
            if answer.found == 0:
                self.weaver.nobody_chooses(answer.law)
        self._fill_texts()

    def _fill_texts(self) -> None:
        """The blanks in what is printed on cards; a variant may print another text on a row."""
        blanks = Blanks(self.kinds, self.known, self.sources.parser, self.reporter)
        changed = {said.law.row: said.law.value.span for said in self.woven.cell_changes if said.law.column == "text"}
        for name, rows in self.rows.items():
            blanks.fill(self.kinds[name], rows, changed)

    def _cell_change(self, said: Said, changes: dict[tuple[str, str], Any]) -> None:
        """Sorts a change: what always holds is printed anew, what depends on the game is worked out."""
        law: n.ChangeCell = said.law
        kind, members = self._changed_row(law)
        if kind is None:
            return
        if law.column in PRINTED:
            if printable(law, kind, self.reporter):
                self._compare_printed(law, self._row_of(law.row))
                self._changed_once(said)
            return
        column = kind.columns[law.column]
        if column.type is None:
            message = f'"{law.column}" holds steps: a change gives values'
            help = f"steps are replaced: instead of {law.row}'s {law.column}, and the new steps below"
            self.reporter.error("R0602", law.span.word(law.column), message, help)
        elif members is not None and always_the_same(law) and self._is_known(law, column):
            self._changed_once(said)
            changes[(law.row, law.column)] = law
        else:
            self.reprints.setdefault((kind.name, column.name), []).append(Reprint(said, members))

    def _is_known(self, law: n.ChangeCell, column: rb.Column) -> bool:
        """A formula is printed as it stands; anything else must have its value before the game begins."""
        if column.parameters:
            return True
        return self.cells.printed(column, law.value) is not UNKNOWN

    def _changed_row(self, law: n.ChangeCell) -> tuple[rb.Kind | None, tuple[int, ...] | None]:
        """The kind, and the members that the change is about: those of one row, or (None) all of them."""
        for name, rows in self.rows.items():
            known = (*self.kinds[name].columns, *PRINTED)
            members = members_of_row(rows, law.row)
            if law.column in known and members:
                return self.kinds[name], members
            if law.column in self.kinds[name].columns and law.row == name:
                return self.kinds[name], None
        known_rows = {row.id: name for name, rows in self.rows.items() for row in rows.rows}
        if law.row in known_rows or law.row in self.rows:
            columns = [*self.kinds[known_rows.get(law.row, law.row)].columns, *PRINTED]
            message = f'"{law.row}" has no column "{law.column}"'
            help = did_you_mean(law.column, columns) or "its columns are " + ", ".join(columns)
            self.reporter.error("R0602", law.span.word(law.column), message, help)
        else:
            message = f'there is no row "{law.row}" to change'
            help = did_you_mean(law.row, known_rows) or "write the id that the row has in its table"
            self.reporter.error("R0602", law.span.word(law.row), message, help)
        return None, None

    def _row_of(self, name: str) -> Any:
        return next(row for rows in self.rows.values() for row in rows.rows if row.id == name)

    def _changed_once(self, said: Said) -> None:
        law: n.ChangeCell = said.law
        for other in self.woven.cell_changes:
            if other is said:
                return
            if (other.law.row, other.law.column) == (law.row, law.column):
                report_conflict(self.reporter, said, other, f'the {law.column} of "{law.row}"')

    def _compare_printed(self, law: n.ChangeCell, row: Any) -> None:
        """`was` of a title, a text or a number of copies."""
        if law.was is None:
            return
        written = plain_text(law.was) if isinstance(law.was, n.Text) else write(law.was)
        now = str(row.copies if law.column == "copies" else row.value(law.column))
        if written != now:
            help = f"if you still want the change, write: was {now}"
            self.reporter.error("R0604", law.was.span, f"the table says {now} here, not {written}", help)

    def _compare_cell(self, law: n.ChangeCell) -> None:
        """`was` of a column: what the table itself says, as a value or, for a formula, as it is written."""
        kind = next((self.kinds[name] for name, rows in self.rows.items() if members_of_row(rows, law.row)), None)
        column = kind.columns.get(law.column) if kind is not None else None
        if law.was is None or column is None or kind is None or column.type is None:
            return
        row = self._row_of(law.row)
        if column.parameters:
            now = self.cells.written(column, row)
            same = write(law.was) == now
        else:
            value = self.cells.table_value(column, row)
            now = shown_cell(value, column.type, self.kinds)
            same = self.cells.printed(column, law.was) == value
        if not same:
            help = f"if you still want the change, write: was {now}"
            self.reporter.error("R0604", law.was.span, f"the table says {now} here, not {write(law.was)}", help)

    def column_value(self, column: rb.Column) -> rb.Value | None:
        """What stands between a column and its readers, if it is changed while the game is played."""
        found = self.reprints.get((column.kind, column.name))
        if not found or column.type is None:
            return None
        name = f"{column.kind}'s {column.name}"
        if name not in self.values:
            member = rb.Variable(column.kind, Of(column.kind))
            parameters = tuple(rb.Variable(parameter.name, parameter.type) for parameter in column.parameters)
            locals_ = tuple(rb.Local(parameter.type, parameter) for parameter in parameters)
            here = rb.Local(member.type, member)
            printed = (
                rb.Formula(column.type, column, here, locals_) if parameters else rb.Printed(column.type, column, here)
            )
            value = rb.Value(name, (member, *parameters), column.type, column.span, (rb.Case(printed, None),))
            self.values[name] = value
            value.alterations = tuple(
                made for reprint in found if (made := self._reprinted(reprint, column, value)) is not None
            )
            self._reprints_agree(found, column)
        return self.values[name]

    def _reprints_agree(self, found: list[Reprint], column: rb.Column) -> None:
        for i, reprint in enumerate(found):
            for other in found[:i]:
                apart = None not in (reprint.members, other.members) and reprint.members != other.members
                if not apart and contradict(reprint.said, other.said):
                    what = f'the {column.name} of "{reprint.said.law.row}"'
                    report_conflict(self.reporter, reprint.said, other.said, what)

    def _reprinted(self, reprint: Reprint, column: rb.Column, value: rb.Value) -> rb.Alteration | None:
        law: n.ChangeCell = reprint.said.law
        given = law.head.parameters
        if given and len(given) != len(column.parameters):
            message = miscounted(column.name, column.parameters, len(given))
            self.reporter.error(
                "R0302", law.head.span, message, "name them as the table does, or leave the brackets out"
            )
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
        if law.when is not None:
            guards.append(self.expressions.condition(law.when, scope))
            scope.learn(known_if(law.when, True))
        cases, _ = self._cases(law.cases, scope, value.type)
        guard = None if not guards else guards[0] if len(guards) == 1 else rb.Logic(YES_NO, "and", tuple(guards))
        return rb.Alteration(guard, cases, normal, reprint.said.origin.spoken)

    def _card_hooks(self) -> None:
        """Laws on the steps of a card name a card and a column with steps."""
        for (card, name), laws in self.woven.card_hooks.items():
            kinds = [self.kinds[kind] for kind, rows in self.rows.items() if members_of_row(rows, card)]
            span = laws[0].law.target.span
            if not kinds:
                known = [row.id for rows in self.rows.values() for row in rows.rows]
                help = did_you_mean(card, known) or "write the id that the row has in its table"
                self.reporter.error("R0602", span, f'there is no row "{card}"', help)
            elif not any(name in kind.columns and kind.columns[name].type is None for kind in kinds):
                steps = [column.name for kind in kinds for column in kind.columns.values() if column.type is None]
                help = did_you_mean(name, steps) or _listed_steps(steps)
                if any(name in kind.columns for kind in kinds):
                    help = f"values are changed: change {card}'s {name} to ..."
                self.reporter.error("R0602", span, f'"{card}" has no steps called "{name}"', help)

    def check_bodies(self) -> None:
        for kind, column in self.reprints:
            self.column_value(self.kinds[kind].columns[column])
        for name in self.woven.lets:
            self.value(name)
        for node in self.woven.keeps.values():
            self._keep_details(node)
        self.shown = self._shown()
        self.judge = judge(self.woven.lets, self.values, self.reporter)
        for name, routine in self.woven.routines.items():
            self._action_title(self.routines[name], routine)
        self.ordered_keeps = in_order_of_starts(self.keeps, self.reporter)
        for name, routine in self.woven.routines.items():
            self._body(self.routines[name], routine)
        for steps, nodes, scope in self.cells.routines:
            steps.body = self.statements.block(nodes, scope)
        for unit, span in self.statements.wanted_units.items():
            if unit not in self.statements.owned_units:
                message = f"{unit} are nobody's: their ends cannot be counted for one player"
                help = f"count them without `of`, or give what is called {unit} a player in brackets"
                self.reporter.error("R0314", span, message, help)
        for always in self.woven.always.values():
            scope = Scope()
            holds = self.expressions.condition(always.condition, scope)
            because = self.expressions.template(always.because, scope)
            why = failing(always.condition, holds)
            self.invariants.append(rb.Invariant(always.name, holds, because, always.span, why))
        for needed in self.woven.requirements:
            self._requirement(needed)
        if "play" not in self.routines:
            message = 'the game has no procedure called "play", so it cannot begin'
            self.reporter.error("R0213", self._beginning(), message, "write one: procedure play")

    def _shown(self) -> tuple[rb.Shown, ...]:
        """The worked-out values that are worth showing; who sees them depends on what they are worked out from."""
        found = []
        for name, node in self.woven.lets.items():
            if node.shown_as is not None and name in self.values:
                value = self.values[name]
                size = prod(self._size(parameter.type) for parameter in value.parameters)
                found.append(shown_value(value, node, size, self.reporter))
        return tuple(shown for shown in found if shown is not None)

    def _requirement(self, node: n.Requirement) -> None:
        """Nothing has been played when it is looked at: what lies on the table says nothing yet."""
        scope = Scope()
        holds = self.expressions.condition(node.condition, scope)
        self.requirements.append(rb.Requirement(holds, self.expressions.template(node.because, scope), node.span))
        kept = next((name.name for name in n.walk(node.condition) if _name_of(name) in self.keeps), None)
        if kept is not None:
            message = f'nothing has been played yet when a set-up is looked at, so "{kept}" says nothing'
            help = "ask for players, options and what is worked out from them, or write it in a procedure"
            self.reporter.error("R0613", node.condition.span.word(kept), message, help)

    def _beginning(self) -> Span | None:
        """The first line of the rules, for what is wrong with all of them."""
        spans = [node.span for module in self.sources.base for node in module.declarations]
        return Source(spans[0].source.path, "").at(1, 1) if spans else None

    def _keep_details(self, node: n.Keep) -> None:
        keep = self.keeps[node.head.name]
        scope = Scope(variables={parameter.name: parameter for parameter in keep.parameters})
        if node.starts_at is not None:
            keep.start = self.expressions.check(node.starts_at, scope, keep.type)
        else:
            keep.start = self._usual_start(keep)
        keep.seen = tuple(self._seen(seen, keep, scope) for seen in node.seen_by)
        if keep.absence_seen and not isinstance(keep.type, Maybe):
            message = f'"{keep.name}" is never none, so there is no absence to be seen'
            self.reporter.error("R0318", keep.span.word(keep.name), message, "leave out `absence seen by everyone`")
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
                first = next(iter(self.kinds[kind].members), "...")
                message = f'"{keep.name}" is always {article(kind)}, but does not say which one at the beginning'
                help = f"add `, starts at {first}` at the end of the line, or write `{kind} or none`"
                self.reporter.error("R0317", keep.span.word(keep.name), message, help)
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
        if words == ["others"] and scope.find("others") is None and "others" not in self.keeps:
            return rb.Seen(False, (), when, self._owner(node.names[0], keep))
        return rb.Seen(False, tuple(self._seer(name, keep, scope) for name in node.names), when)

    def _seer(self, name: n.Name, keep: rb.Keep, scope: Scope) -> rb.Term:
        if name.name == "owner":
            return self._owner(name, keep)
        term = self.expressions.check(name, scope)
        if not fits(term.type, Maybe(PLAYER)) and not fits(term.type, ListOf(PLAYER)):
            message = f"only players see something, and this is {article(spoken(term.type))}"
            self.reporter.error("R0318", name.span, message, "write everyone, nobody, owner, others or a player's name")
        return term

    def _owner(self, name: n.Name, keep: rb.Keep) -> rb.Term:
        owner = next((parameter for parameter in keep.parameters if parameter.type == PLAYER), None)
        if owner is None:
            message = f'"{keep.name}" is kept for no player, so it has no owner'
            self.reporter.error("R0318", name.span, message, "write seen by everyone, or seen by nobody")
            return rb.Constant(PLAYER, 0)
        return rb.Local(PLAYER, owner)

    def _action_title(self, routine: rb.Routine, node: n.Procedure | n.Action) -> None:
        """Titles come before bodies: whoever offers an action shows its title, wherever it is declared."""
        if isinstance(node, n.Action) and node.title is not None:
            scope = Scope(
                routine=routine.name, variables={parameter.name: parameter for parameter in routine.parameters}
            )
            routine.title = self.expressions.template(node.title, scope)

    def _body(self, routine: rb.Routine, node: n.Procedure | n.Action) -> None:
        scope = Scope(routine=routine.name, variables={parameter.name: parameter for parameter in routine.parameters})
        routine.keeps = tuple(self.keeps[keep.head.name] for keep in node.keeps)
        if isinstance(node, n.Action):
            routine.lets, routine.needs, routine.first, routine.body = self.statements.leading(node.body, scope)
            routine.tried = any(isinstance(act, rb.Check) for act in rb.walk_acts(routine.body))
        else:
            routine.body = self.statements.block(node.body, scope)
            routine.tried = _checked_itself(routine.body)
            self._must_give(routine, node)

    def _must_give(self, routine: rb.Routine, node: n.Procedure) -> None:
        place = gives_nothing_at(routine)
        if place is None or routine.gives is None:
            return
        span = node.head.span if place == routine.span else place
        message = f'"{node.head.name}" may end here without giving {article(spoken(routine.gives))}'
        if place == routine.span:
            message = f'"{node.head.name}" may come to its end without giving {article(spoken(routine.gives))}'
        help = f"add `give ...`, or let it give {spoken(routine.gives)} or none"
        self.reporter.error("R0319", span, message, help)

    # ---- the result
    def rulebook(self, maps: Mapping[str, Any]) -> rb.Rulebook:
        return rb.Rulebook(
            self.kinds, self.ordered_keeps, self.values, self.routines, self.options, tuple(self.invariants), maps,
            tuple(self._citations()), self.sources.player_limit,
            frozenset(said.origin.card for said in self.laws if said.origin.card), self.shown,
            tuple(self.requirements), self.sources.has_automas, self.judge,
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


def _name_of(node: Any) -> str | None:
    """What a part of a formula reads by its name."""
    return node.name if isinstance(node, n.Name | n.Call | n.Possessive) else None


def _listed_steps(names: list[str]) -> str:
    return "its steps are " + ", ".join(names) if names else "declare a column for them: effect(player): steps"


def _speaks_of(node: Any, name: str) -> bool:
    return any(isinstance(part, n.Call | n.Possessive) and part.name == name for part in n.walk(node))


def _as_type(type_: Type) -> Type:
    return type_


def _flat(declarations: Sequence[Any]) -> list[Any]:
    return [inner for node in declarations for inner in (node.declarations if isinstance(node, n.Variant) else (node,))]


def _title(node: Any) -> str:
    for part in (getattr(node, "head", None), node, getattr(node, "target", None)):
        name = getattr(part, "name", None)
        if isinstance(name, str):
            return f"{type(node).__name__.lower()} {name}"
    return type(node).__name__.lower()


def _checked_itself(acts: Sequence[rb.Act]) -> bool:
    """Is there a `must leave` in it that does not belong to one of the ways of a choice?"""
    return any(
        isinstance(act, rb.Check) or (not isinstance(act, rb.AskMenu) and _checked_itself(rb.inner_acts(act)))
        for act in acts
    )


def _in_range(option: rb.Option, value: int | bool) -> bool:
    assert option.low is not None
    assert option.high is not None
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
