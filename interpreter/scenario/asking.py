"""Askable games: evaluate expressions of a game, and arrange tables, in the game's own words.

In: a game with variants and options; texts of the language. Out: functions over states: evaluate a value, test a condition,
apply statements. Layer: scenario, above load. Used by scenarios; nothing here is needed to play. Rules are compiled once for
all options that do not change the table or how secrets are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType
from typing import Any, Protocol

from interpreter.backends.python.acts import write_acts
from interpreter.backends.python.context import Context, Shared
from interpreter.backends.python.lines import Lines
from interpreter.backends.python.showing import shown
from interpreter.backends.python.terms import keep_address, kept
from interpreter.check.declarations.options import chosen_option
from interpreter.check.expressions.base import check_expression
from interpreter.check.names.binding import wanted_by
from interpreter.check.names.memory import Memory
from interpreter.check.names.scope import Scope
from interpreter.check.secrets import Outcome
from interpreter.check.statements.arrivals import COUNTED, arrival_name
from interpreter.check.statements.calls import check_block
from interpreter.finding import find_game, find_variants
from interpreter.fingerprint import fingerprint
from interpreter.game import Game
from interpreter.ir import rulebook as rb
from interpreter.ir.coverage_marks import Marks
from interpreter.ir.types import Type, Zone, element
from interpreter.load import limits_of_python, nothing_thrown_away, written
from interpreter.lower.passes.budget import rounds
from interpreter.runtime import link
from interpreter.runtime.hidden_questions import remember
from interpreter.runtime.lazy_compile import LateModule
from interpreter.runtime.machine import at_once, do_at_once, run
from interpreter.runtime.python_engine import PythonEngine
from interpreter.runtime.tables import AT_END, ON_TOP, Value
from interpreter.runtime.zones import move_card
from interpreter.source import Problems, Reporter
from interpreter.syntax import nodes as n

Values = dict[str, int | bool]  # option -> value, for all options


@dataclass(frozen=True)
class Question:
    """A checked expression: its value in a state, and that value rendered for people."""

    type: Type
    of: Callable[..., Any]
    _words: Callable[[], Callable[..., str]]  # lazy: most answers are only compared

    def answer_in_words(self, state: PythonEngine, *given: object) -> str:
        return self._words()(state, *given)


class Rules:
    """A game with variants, read and compiled once.

    Options are left open where possible."""

    def __init__(
        self,
        game: str | Path,
        variants: Sequence[str | Path],
        options: Mapping[str, object],
        watch: Watch | None = None,
        memory: Memory | None = None,
    ) -> None:
        self.path = find_game(game)
        self.filename = f"<{self.path.name}>"
        files = find_variants(self.path, variants)
        marks = Marks() if watch is not None else None
        with nothing_thrown_away(), limits_of_python():
            rules = written(self.path, files, options, open_options=True, marks=marks, memory=memory)
            self.compiled = LateModule(rules.text, self.filename)
        self.meta, self.checker, self.program = rules.meta, rules.checker, rules.program
        self.checker.marks = None  # later questions are not part of the rules
        self.names = {"seen": watch.over(marks)} if watch is not None and marks is not None else {}
        self.fingerprint = fingerprint(self.path, files)
        self.shared = Shared(self.program, counter=1_000_000)
        self.outcome = self.checker.secrecy.outcome()
        self._asked: dict[str, CodeType] = {}
        follows = {name: self.checker.options[name].value for name in self.checker.secrets_follow}
        self._outcomes: list[tuple[Values, Outcome]] = [
            (follows, self.outcome)
        ]  # with the option values they depend on

    def asked(self, text: str) -> CodeType:
        """Compile a question, cached: scenarios repeat the same ones."""
        if text not in self._asked:
            self._asked[text] = compile(text, "<asked>", "exec")
        return self._asked[text]

    def chosen(self, options: Mapping[str, object]) -> Values:
        """The values of all options when these are chosen.

        Problems if there is no such option or value."""
        with self.checker.answering() as reporter:
            chosen = {name: chosen_option(self.checker, name, given) for name, given in options.items()}
            reporter.raise_if_errors()
        new = {name: value for name, value in chosen.items() if value is not None}
        return {**{name: option.value for name, option in self.checker.options.items()}, **new}

    def fit(self, values: Values) -> bool:
        """Do these option values give the same rules, secrets aside?"""
        options = self.checker.options.values()
        return not any(option.value != values[option.name] and self.checker.is_fixed(option.name) for option in options)

    def outcome_with(self, values: Values) -> Outcome:
        """How secrets are kept with these option values.

        Cached for all values of options that do not matter."""
        for followed, outcome in self._outcomes:
            if followed.items() <= values.items():
                return outcome
        outcome, names = self.checker.kept_secret_with(values)
        self._outcomes.append(({name: values[name] for name in names}, outcome))
        return outcome


class Watch(Protocol):
    """An observer of the rules while they are played (coverage)."""

    def over(self, marks: Marks) -> Callable[[int, Any], Any]:
        """Return a function that is called with a mark's number and an answer.

        It returns the answer."""


class AskableGames:
    """One game with any variants and options.

    Equal variants share compiled rules where possible."""

    def __init__(self, game: str | Path, watch: Watch | None = None) -> None:
        self.game, self.watch = game, watch
        self._memory = Memory()
        self._usual: dict[tuple[str, ...], Rules | Problems] = {}  # with no option chosen
        self._others: dict[tuple[object, ...], Rules] = {}
        self._askables: dict[object, AskableGame] = {}

    def askable(self, variants: Sequence[str], options: Sequence[tuple[str, str]]) -> AskableGame:
        key = tuple(variants), tuple(options)
        if key not in self._askables:
            self._askables[key] = self._made(*key)
        return self._askables[key]

    def another(self, variants: Sequence[str], options: Sequence[tuple[str, str]]) -> AskableGame:
        """An askable game that nothing else uses, whose code may be instrumented."""
        return self._made(tuple(variants), tuple(options))

    def _without_options(self, variants: tuple[str, ...]) -> Rules:
        """Read rules once; raise cached problems for each scenario that needs them."""
        if variants not in self._usual:
            try:
                self._usual[variants] = self._read(variants, {})
            except Problems as problems:
                self._usual[variants] = problems
        found = self._usual[variants]
        if isinstance(found, Problems):
            raise Problems(found.diagnostics)
        return found

    def _read(self, variants: tuple[str, ...], options: Mapping[str, object]) -> Rules:
        return Rules(self.game, variants, options, self.watch, self._memory)

    def _made(self, variants: tuple[str, ...], options: tuple[tuple[str, str], ...]) -> AskableGame:
        usual = self._without_options(variants)
        values = usual.chosen(dict(options))
        if not usual.fit(values):
            return AskableGame(self._read(variants, dict(options)))
        outcome = usual.outcome_with(values)
        if outcome == usual.outcome:
            return AskableGame(usual, values)
        same = self._others.get((variants, outcome))
        if same is None or not same.fit(values):
            same = self._others[variants, outcome] = self._read(variants, dict(options))
        return AskableGame(same, values)


class AskableGame:
    """A game that evaluates expressions in its own words and can be arranged."""

    def __init__(self, rules: Rules, options: Mapping[str, int | bool] | None = None) -> None:
        self.checker, self.program = rules.checker, rules.program
        self.code = link(rules.compiled, rules.filename, options or {}, rules.names)
        self.game = Game(self.code, rules.meta, rules.fingerprint, rules.path)
        self._rules, self._shared = rules, rules.shared

    # ---- checking questions
    @contextmanager
    def _with_players(self, players: Sequence[str]) -> Iterator[Reporter]:
        """While a question is checked, declare the players' names as members of player."""
        saved = dict(self.checker.members)
        for number, name in enumerate(players):
            self.checker.members[name] = [("player", number), *self.checker.members.get(name, [])]
        try:
            with self.checker.answering() as reporter:
                yield reporter
                reporter.raise_if_errors()
        finally:
            self.checker.members = saved

    def question(
        self,
        node: n.Expression,
        players: Sequence[str],
        variables: Mapping[str, Type] | None = None,
        want: Type | None = None,
    ) -> Question:
        scope = Scope()
        names = {scope.declare(name, type_): f"a{i}" for i, (name, type_) in enumerate((variables or {}).items())}
        with self._with_players(players):
            term = check_expression(self.checker.env, node, scope, want)
        context = Context(self._shared, dict(names))
        head = ", ".join(["s", *names.values()])
        value = self._function(head, [f"    return {kept(term, context)}"])
        return Question(term.type, value, lambda: self._answer_in_words(term, head, context))

    def _answer_in_words(self, term: rb.Term, head: str, context: Context) -> Callable[..., str]:
        found: Callable[..., str] = self._function(
            head, [f"    return {shown(kept(term, context), term.type, context)}"]
        )
        return found

    def wanted(self, formula: object) -> dict[str, Type]:
        """The types of a formula's names, where they are direct arguments of a value."""
        match formula:
            case n.Possessive(owner=owner, name=name, arguments=arguments):
                given: tuple[Any, ...] = (owner, *arguments)
            case n.Call(name=name, arguments=arguments):
                given = arguments
            case _:
                return {}
        types = wanted_by(self.checker.env, name)
        return {node.name: want for node, want in zip(given, types, strict=False) if isinstance(node, n.Name)}

    def stored(self, node: n.Expression, players: Sequence[str]) -> tuple[rb.Stored, Callable[[PythonEngine], int]]:
        """Resolve a stored value and its address.

        Problems if the expression is no stored value."""
        with self._with_players(players) as reporter:
            term = check_expression(self.checker.env, node, Scope())
            if not isinstance(term, rb.Stored) and not reporter.has_errors:
                reporter.error(
                    "R0310", node.span, "only a stored value can be arranged or seen", "name what is kept on the table"
                )
        assert isinstance(term, rb.Stored)
        address = self._function("s", [f"    return {keep_address(term.keep, term.keys, Context(self._shared))}"])
        return term, address

    def steps(self, nodes: Sequence[n.Statement], players: Sequence[str]) -> Callable[[PythonEngine], None]:
        """Compile statements that cannot stop into a function over a state."""
        with self._with_players(players) as reporter:
            acts = check_block(self.checker.env, tuple(nodes), Scope(routine="play"))
            for act in rb.walk_acts(acts):
                called = act.routine.suspends if isinstance(act, rb.CallRoutine) else False
                if isinstance(act, rb.Ask) or called:
                    reporter.error("R0711", nodes[0].span, "this asks somebody to decide", "write it under `when`")
        body: list[str] = []
        write_acts(Lines(Context(self._shared), None, body), rounds(acts, self.program))
        do = self._compiled("s", body)
        return lambda state: do_at_once(state, do)

    def procedure(
        self, node: n.Statement, players: Sequence[str]
    ) -> tuple[rb.Routine, Callable[[PythonEngine], tuple[Value, ...]]]:
        """Resolve a procedure to run, with its arguments."""
        with self._with_players(players) as reporter:
            acts = self.checker.env.acts(node, Scope(routine="play"))
            if not (len(acts) == 1 and isinstance(acts[0], rb.CallRoutine)) and not reporter.has_errors:
                reporter.error("R0206", node.span, "a procedure to run is needed here", None)
        call = acts[0]
        assert isinstance(call, rb.CallRoutine)
        context = Context(self._shared)
        given = "".join(kept(argument, context) + ", " for argument in call.arguments)
        return call.routine, self._function("s", [f"    return ({given})"])

    def _function(self, head: str, body: list[str]) -> Any:
        asked = self._compiled(head, body)
        return lambda state, *given: at_once(state, asked, state, *given)

    def _compiled(self, head: str, body: list[str]) -> Callable[..., Any]:
        lines = [f"def asked_here({head}):", "    c, z = s.cells, s.lists", *body]
        names = self.code.names
        for name, value in self._shared.tables.items():
            if name not in names:
                exec(f"{name} = {value}", names)
        local: dict[str, Any] = {}
        exec(self._rules.asked("\n".join(lines)), names, local)
        asked: Callable[..., Any] = local["asked_here"]
        return asked

    # ---- arranging a table
    def table(self, players: Sequence[str], seed: int) -> PythonEngine:
        """Make a table on which nothing runs."""
        state = self.game.fresh_position(len(players), seed, players)
        state.stack.append([self.code.idle])
        state.forced = {"dice": [], "picks": [], "stacked": {}, "drawn": set()}
        return state

    def begin(self, state: PythonEngine, routine: rb.Routine, arguments: tuple[Value, ...]) -> None:
        if routine.name in self.code.PLAIN:
            do_at_once(state, self.code.PLAIN[routine.name], *arguments)
            return
        remember(state)
        state.stack.append(self.game.frame(routine.name, arguments))
        run(state)

    def put(self, state: PythonEngine, stored: rb.Stored, address: int, value: Any) -> None:
        """Set a stored value: a number, a name, or exactly these cards in a pile or row."""
        if not isinstance(stored.keep.type, Zone):
            state.cells[address] = value
            if stored.keep.height is not None:
                keeps = self.program.layout.keeps
                spot, height = keeps[stored.keep.name], keeps[stored.keep.height.name]
                state.stamp += 1
                state.cells[address - spot.base + height.base] = state.stamp
            return
        base = self.program.layout.whereabouts[stored.keep.type.kind]
        for card in state.lists[address]:
            if card is not None:
                state.cells[base + card] = None
        state.lists[address] = [None] * stored.keep.type.size if stored.keep.type.size is not None else []
        for card in value:
            move_card(state, base, card, address, AT_END)
        self._note_arrivals(state, stored, value)

    def _note_arrivals(self, state: PythonEngine, stored: rb.Stored, cards: Sequence[int]) -> None:
        """Note the arrival of cards in the order in which they are written.

        Where they are in force in order of arrival."""
        if stored.keep.by_arrival and isinstance(stored.keep.type, Zone):
            keeps = self.program.layout.keeps
            for card in cards:
                state.cells[keeps[COUNTED].base] += 1
                state.cells[keeps[arrival_name(stored.keep.type.kind)].base + card] = state.cells[keeps[COUNTED].base]

    def stack(self, state: PythonEngine, stored: rb.Stored, address: int, cards: Sequence[int]) -> None:
        """Put these cards on top of a pile, even after it is shuffled."""
        assert isinstance(stored.keep.type, Zone)
        base = self.program.layout.whereabouts[stored.keep.type.kind]
        for card in reversed(cards):
            move_card(state, base, card, address, ON_TOP)
        assert state.forced is not None
        state.forced["stacked"][address] = list(cards)


__all__ = ["AskableGame", "AskableGames", "Problems", "Question", "element"]
