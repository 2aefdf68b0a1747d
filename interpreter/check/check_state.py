"""The state of a check: everything known about a game so far, by name.

In: the parsed sources of a game. Out: a Checker, which the passes of `checker.check_game` fill in turn, and which answers
what a name means (it is the `Names` of expressions). Layer: check. The passes are functions over it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from interpreter.check.declarations.kinds import ReadMap, ReadTable, Rows
from interpreter.check.laws.sources import Origin, SourcedLaw, Woven
from interpreter.check.laws.targets import Weaving
from interpreter.check.names.constants import Known
from interpreter.check.names.memory import Memory
from interpreter.check.names.recorder import Recorder
from interpreter.check.secrets import Outcome, Secrecy
from interpreter.check.statements.dispatch import environment
from interpreter.check.tables.cells import CellReader
from interpreter.check.tables.printed_changes import Reprint
from interpreter.data import Cell
from interpreter.ir import rulebook as rb
from interpreter.ir.coverage_marks import Marks
from interpreter.ir.types import Type
from interpreter.source import Reporter
from interpreter.syntax import Parser
from interpreter.syntax import nodes as n

Trees = n.Node | tuple[n.Node, ...]  # what one body is made of


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
    edition: int = 2  # of the language
    open_options: bool = False  # should the result serve other choices of options as far as possible?
    marks: Marks | None = None  # coverage marks, if coverage is measured
    memory: Memory | None = None  # cache from other checks of these trees


class Reuse(Protocol):
    """Decide which bodies to check and which to take over from an earlier check."""

    def let(self, node: n.Let, check: Callable[[], rb.Value]) -> rb.Value:
        """Return the checked value of a let."""

    def routine(self, routine: rb.Routine, node: n.Procedure | n.Action, check: Callable[[], None]) -> None:
        """Check the body of a procedure or action, or leave it out."""

    def card_steps(self, routine: rb.Routine, nodes: tuple[n.Statement, ...], check: Callable[[], None]) -> None:
        """Check the steps printed on a card, or leave them out."""


@dataclass(frozen=True)
class OnDemand:
    """The checks that run when a name is first read, whatever pass it is read in."""

    value: Callable[[Checker, str], rb.Value | None]
    column_value: Callable[[Checker, rb.Column], rb.Value | None]


@dataclass
class LetProgress:
    """The lets that are being checked right now; one may need others first."""

    working: list[str] = field(default_factory=list)
    provisional: dict[str, rb.Value] = field(default_factory=dict)  # recursive values
    formulas: dict[str, int] = field(default_factory=dict)  # number of formulas each value evaluates
    circles: dict[str, frozenset[str]] | None = None  # by name: the lets that use each other with it
    types: dict[str, Type] = field(default_factory=dict)  # of values in a circle, as far as they are known


class Checker:
    """All declarations of a game, by name; each pass fills in more."""

    declared: list[tuple[n.Declaration, Origin]]  # every declaration, with its origin
    relations: dict[tuple[str, str], rb.Column]
    dropped: set[str]  # ids of rows that variants removed
    weaving: Weaving
    shown: tuple[rb.Shown, ...]
    judge: rb.Value | None
    secrecy: Secrecy  # of a game in which every name and type is right
    secrets_follow: set[str]  # the options on which it depends how secrets are kept

    def __init__(
        self,
        sources: Sources,
        reporter: Reporter,
        on_demand: OnDemand,
        recorder: Recorder | None = None,
        reuse: Reuse | None = None,
        memory: Memory | None = None,
    ) -> None:
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
        self.laws: list[SourcedLaw[n.Law]] = []
        self.reprints: dict[tuple[str, str], list[Reprint]] = {}  # by kind and column
        self.woven = Woven()
        self.looked_at: set[str] = set()  # options that ranges and sizes depend on
        self.progress = LetProgress()
        self.memory = memory or sources.memory or Memory()
        self.reuse = reuse  # None: every body is checked
        self.env = environment(self)
        self.cells = CellReader(self.env, sources.parser, reporter)
        self._on_demand = on_demand
        self._known: Known | None = None

    def index(self, kind: rb.Kind) -> None:
        """Make a kind and its members known by their names."""
        self.plurals[kind.plural] = kind.name
        for number, name in enumerate(kind.members):
            self.members.setdefault(name, []).append((kind.name, number))

    # ---- what a name means
    def value(self, name: str) -> rb.Value | None:
        """Return a let, checked now if it has not been.

        None if there is none of this name."""
        return self._on_demand.value(self, name)

    def column_value(self, column: rb.Column) -> rb.Value | None:
        """Return the value that overrides a column which changes in play.

        None if it does not."""
        return self._on_demand.column_value(self, column)

    def value_names(self) -> list[str]:
        return list(self.woven.lets)

    def is_working(self, name: str) -> bool:
        """Is this value being checked right now?"""
        return name in self.progress.working

    def known_number(self, node: n.Expression) -> int | None:
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

    @contextmanager
    def answering(self) -> Iterator[Reporter]:
        """Report what is wrong with a question about a checked game separately.

        The game has been checked; what is asked about it has a reporter of its own."""
        reporter, old = Reporter(), self.reporter
        self.reporter = reporter
        try:
            yield reporter
        finally:
            self.reporter = old

    # ---- other choices of options
    def is_fixed(self, option: str) -> bool:
        """Does anything built so far depend on the value of this option?"""
        return self.options[option].fixed or option in self.looked_at

    @contextmanager
    def noting_options(self) -> Iterator[set[str]]:
        """The names of the options that are looked at while this lasts.

        It does not fix them: whoever asks looks again."""
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
        """Return how secrets are kept under these options, and which options decide it."""
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
