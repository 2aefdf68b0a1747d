"""Declare options, columns, keeps, procedures and actions, and resolve the types written in them.

In: everything that a game is made of, laws already woven in. Out: the names of the game, each with its type. Layer: check.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from interpreter.check.declarations.kinds import ReadMap, ReadTable, Rows
from interpreter.check.expressions.dispatch import Expressions
from interpreter.check.expressions.phrasing import article, quoted
from interpreter.check.laws.sources import Origin, SourcedLaw, Woven
from interpreter.check.names.constants import Known
from interpreter.check.names.memory import Memory
from interpreter.check.names.recorder import Recorder
from interpreter.check.names.scope import Scope
from interpreter.check.secrets.shown_values import title_of
from interpreter.check.tables.printed_changes import Reprint
from interpreter.data import Cell
from interpreter.ir import rulebook as rb
from interpreter.ir.coverage_marks import Marks
from interpreter.ir.types import (
    NUMBER,
    PLAYER,
    YES_NO,
    Grid,
    ListOf,
    Maybe,
    Number,
    Of,
    OptionShape,
    Shape,
    Spot,
    Type,
    Unknown,
    Words,
    Zone,
    type_in_words,
)
from interpreter.source import Note, Reporter, did_you_mean
from interpreter.syntax import Parser
from interpreter.syntax import nodes as n

LONGEST_ROW = 1000
PLAIN_TYPES = ("number", "text", "list", "pile", "grid", "shape", "spot")
MAX_KEPT = 100_000


@dataclass(frozen=True)
class Sources:
    """Everything that a game is made of, parsed but not checked."""

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
    open_options: bool = False  # should the result serve other choices of options as far as possible?
    marks: Marks | None = None  # coverage marks, if coverage is measured
    memory: Memory | None = None  # cache from other checks of these trees


class Declarations:
    """All declarations of a game, by name; later passes fill in more."""

    expressions: Expressions
    declared: list[tuple[Any, Origin]]  # every declaration, with its origin
    relations: dict[tuple[str, str], rb.Column]

    def __init__(self, sources: Sources, reporter: Reporter, recorder: Recorder | None = None) -> None:
        self.sources, self.reporter, self.recorder = sources, reporter, recorder
        self.open_options, self.marks = sources.open_options, sources.marks
        self.kinds: dict[str, rb.Kind] = {}
        self.plurals: dict[str, str] = {}
        self.keeps: dict[str, rb.Keep] = {}
        self.ordered_keeps: dict[str, rb.Keep] = {}  # in the order of initialization
        self.options: dict[str, rb.Option] = {}
        if recorder is not None:
            recorder.options = self.options
        self.routines: dict[str, rb.Routine] = {}
        self.members: dict[str, list[tuple[str, int]]] = {}
        self.values: dict[str, rb.Value] = {}
        self.invariants: list[rb.Invariant] = []
        self.requirements: list[rb.Requirement] = []
        self.rows: dict[str, Rows] = {}
        self.laws: list[SourcedLaw] = []
        self.reprints: dict[tuple[str, str], list[Reprint]] = {}  # by kind and column
        self.woven = Woven()
        self._known: Known | None = None
        self.looked_at: set[str] = set()  # options that ranges and sizes depend on
        self._working: list[str] = []
        self._provisional: dict[str, rb.Value] = {}  # recursive values, while they are checked
        self._formulas: dict[str, int] = {}  # number of formulas each value evaluates

    def _index(self, kind: rb.Kind) -> None:
        self.plurals[kind.plural] = kind.name
        for number, name in enumerate(kind.members):
            self.members.setdefault(name, []).append((kind.name, number))

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
        """Add `hex's corners`, `road's cities` as columns, unless the game declares something else by that name."""
        for (kind, plural), column in self.relations.items():
            if plural not in self.kinds[kind].columns and plural not in self.keeps and plural not in self.woven.lets:
                self.kinds[kind].columns[plural] = column

    def _refuse_twins(self) -> None:
        """Report members that share their name with a value: one would hide the other, far from here."""
        for kind in self.kinds.values():
            if kind.word == "option":
                continue
            for number, name in enumerate(kind.members):
                if name in self.keeps or name in self.woven.lets or name in self.options:
                    message = f'"{name}" is the name of a value and of {article(kind.name)}'
                    self.reporter.error("R0202", kind.row_spans[number], message, "give one of them another name")

    def _option(self, node: n.Option) -> None:
        shape: OptionShape
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
            if isinstance(term, rb.Constant | rb.Setting) and term.value is not None:
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
            value = self.chosen(name, given, self.sources.option_cells.get(name))
            if value is not None:
                self.options[name].value = value

    def chosen(self, name: str, given: object, cell: Cell | None = None) -> int | bool | None:
        """Return the value of an option for what a user chose; None, with an error, if it does not fit."""
        option = self.options.get(name)
        if option is None:
            known = "the options are " + ", ".join(self.options) if self.options else "it has no options"
            self.reporter.error(
                "R0606",
                (cell.key_span or cell.span) if cell is not None else None,
                f'there is no option "{name}"',
                did_you_mean(name, self.options) or known,
            )
            return None
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
        return value

    def is_fixed(self, option: str) -> bool:
        """Does anything built so far depend on the value of this option?"""
        return self.options[option].fixed or option in self.looked_at

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
                message = (
                    f"values are kept for the members of a kind, and this is {article(type_in_words(parameter.type))}"
                )
                self.reporter.error("R0314", written.span, message, "name a kind in the brackets, such as player")
        size = prod(self._size(parameter.type) for parameter in parameters)
        if size > MAX_KEPT:
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
        """Report a keep that has the name of the implicit height of a stacked one."""
        other = self.woven.keeps.get(f"{node.head.name}_height")
        if other is not None:
            message = (
                f'"{other.head.name}" is the height of what is stacked on "{node.head.name}", and is declared besides'
            )
            note = (Note("this is stacked", node.head.span),)
            self.reporter.error("R0202", other.head.span, message, "give it another name", note)

    def _keep_links(self, node: n.Keep) -> None:
        keep = self.keeps[node.head.name]
        keep.refilled_from = self._linked(keep, node.refilled_from, "refilled from")
        keep.reshuffled_from = self._linked(keep, node.reshuffled_from, "reshuffled from")
        if node.in_force and not isinstance(keep.type, Zone | Grid | Unknown):
            message = f'"{keep.name}" holds no cards, so none of them can be in force'
            self.reporter.error("R0311", node.head.span, message, "leave out `in force`, or write: pile of ...")

    def _linked(self, keep: rb.Keep, node: n.Name | None, how: str) -> rb.Keep | None:
        if node is None:
            return None
        other = self.keeps.get(node.name)
        if isinstance(keep.type, Unknown) or (other is not None and isinstance(other.type, Unknown)):
            return None  # reported already
        if other is None or not isinstance(other.type, Zone) or not isinstance(keep.type, Zone):
            holds = keep.type.kind if isinstance(keep.type, Zone) else None
            piles = [name for name, found in self.keeps.items() if isinstance(found.type, Zone)]
            same = [name for name in piles if getattr(self.keeps[name].type, "kind", "") == holds and name != keep.name]
            message = (
                f'there is no pile called "{node.name}"' if other is None else f'"{node.name}" is no pile of cards'
            )
            if not isinstance(keep.type, Zone):
                message = f'"{keep.name}" is no pile or row, so it cannot be filled'
            help = did_you_mean(node.name, piles) or f"declare it: keep {node.name}: pile of ..."
            if not isinstance(keep.type, Zone):
                help = f"leave out `{how} {node.name}`, or keep a pile or row"
            elif other is not None:
                help = "there are " + ", ".join(same) if same else f"declare one: keep ...: pile of {holds}"
            self.reporter.error("R0201", node.span, message, help)
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
        """Return the number of members of a kind."""
        if not isinstance(type_, Of):
            return 1
        return self.sources.player_limit if type_ == PLAYER else max(1, len(self.kinds[type_.kind].members))

    def _plural(self, kind: str) -> str:
        return self.kinds[kind].plural

    def _routine(self, node: n.Procedure | n.Action) -> None:
        self.routines[node.head.name] = self._described(node)

    def _described(self, node: n.Procedure | n.Action) -> rb.Routine:
        """Declare a routine from its first line; the steps come later."""
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
        if isinstance(node, n.Action) and node.between:
            routine.between = True
            if not node.free:
                message = "only a free action is offered beside decisions, so only it can stand between them"
                self.reporter.error(
                    "R0314", node.head.span, message, "leave `between decisions` out, or write: free action"
                )
        return routine

    def _parameters(self, head: n.Head) -> tuple[rb.Variable, ...]:
        found: list[rb.Variable] = []
        for parameter in head.parameters:
            if any(parameter.name == other.name for other in found):
                message = f'"{parameter.name}" stands twice in the brackets, so nobody could tell them apart'
                help = f"name them: {parameter.name} giver, {parameter.name} taker"
                self.reporter.error("R0204", parameter.span, message, help)
            found.append(rb.Variable(parameter.name, self.type(parameter.type)))
            if self.recorder is not None:
                kind = parameter.name if parameter.span.text == parameter.name else None
                self.recorder.bound(found[-1], parameter.span, kind)
        return tuple(found)

    # ---- types
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
                cards = self._card_kind(node, kind)
                return Zone(cards) if cards is not None else Unknown()
            case n.RowType(kind=kind, size=size):
                if not 1 <= size <= LONGEST_ROW:
                    message = f"a row has 1 to {LONGEST_ROW} slots, not {size}"
                    self.reporter.error(
                        "R0314", node.span.word(str(size)), message, "for any number of cards write: pile of"
                    )
                    size = 1
                cards = self._card_kind(node, kind)
                return Zone(cards, size) if cards is not None else Unknown()
            case n.GridType(kind=kind):
                cards = self._card_kind(node, kind)
                return Grid(cards) if cards is not None else Unknown()
            case _:
                return self._kind_type(node, node.name)

    def _range(self, node: n.NumberType) -> Number:
        low, high = self._end_of_range(node.low), self._end_of_range(node.high)
        if low is not None and high is not None and low > high:
            message = f"nothing lies in {low} to {high}, because {low} is more than {high}"
            self.reporter.error("R0314", node.span, message, "write the smaller number first")
        return Number(low, high) if low is not None and high is not None else NUMBER

    def _end_of_range(self, node: int | n.Expression | None) -> int | None:
        """Evaluate the end of a range: a number, or a constant known before the game begins."""
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
        """Return the number if it is constant all game; None if it can change."""
        if isinstance(node, n.Name) and node.name not in self.woven.lets and node.name not in self.woven.options:
            return None
        if self._known is None:
            self._known = self.known
        return self._known.number(node)

    @property
    def known(self) -> Known:
        """The evaluator of constants, with all changes of the chosen variants."""
        lets = {node.head.name: node for node, _ in self.declared if isinstance(node, n.Let)}
        changes: dict[str, list[n.ChangeValue]] = {}
        for said in self.laws:
            if isinstance(said.law, n.ChangeValue) and not said.origin.card:
                changes.setdefault(said.law.head.name, []).append(said.law)
        options = {node.name: node for node, _ in self.declared if isinstance(node, n.Option)}
        counts = {kind.plural: len(kind.members) for kind in self.kinds.values() if kind.name != "player"}
        return Known(lets, changes, options, self.sources.options, counts, self.looked_at)

    def _kind_type(self, node: Any, name: str) -> Type:
        if name in self.kinds:
            return Of(name)
        if name in self.options and self.options[name].shape == "names":
            return self.options[name].type
        known = [kind.name for kind in self.kinds.values() if kind.word != "option"]
        help = did_you_mean(name, [*known, *PLAIN_TYPES]) or f"declare it: kind {name} is one, other"
        self.reporter.error("R0203", node.span.word(name), f'there is no kind of thing called "{name}"', help)
        return Unknown()

    def _card_kind(self, node: Any, name: str) -> str | None:
        """Return the name of a kind of cards; None, with an error, if it is none."""
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
            return None
        return name


def _as_type(type_: Type) -> Type:
    return type_


def _in_range(option: rb.Option, value: int | bool) -> bool:
    assert option.low is not None
    assert option.high is not None
    return option.low <= value <= option.high


def _option_value(option: rb.Option, given: object) -> int | bool | None:
    """Parse a user's value for an option; None if it does not fit."""
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
