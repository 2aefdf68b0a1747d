"""Check scenarios: their expressions are checked with the rules that they run on.

In: an Analysis of those rules, a scenario. Out: the words of the scenario, and the errors that can be found without running
it. Layer: language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from interpreter.check import Checker
from interpreter.check.expressions.base import check_expression
from interpreter.check.names.binding import wanted_by
from interpreter.check.names.recorder import Meaning, Recorder, Word
from interpreter.check.names.scope import Scope
from interpreter.ir import rulebook as rb
from interpreter.ir.types import ListOf, Type, Unknown, element
from interpreter.language.analysis import Analysis, Found
from interpreter.runtime.position import COLOURS
from interpreter.source import Diagnostic, Source, Span
from interpreter.syntax import nodes as n
from interpreter.syntax.scenario import Heading, Line, Part, Scenario

REPLIES = re.compile(r"\b(chooses?|offered(?:[ \t]+only)?|are)\b")
WORD = re.compile(r"[a-z][a-z0-9_]*")
NO_NAMES = frozenset({"pass", "done", "yes", "no"})


def check_scenarios(analysis: Analysis, scenario: Scenario) -> tuple[list[Word], list[Diagnostic]]:
    """Return the words and problems of one scenario."""
    checker = analysis.checker
    if checker is None:
        return [], []
    reader = ScenarioWords(analysis, checker, scenario)
    with asking(checker, players_of(scenario)) as (recorder, reporter):
        words = [word for heading in scenario.headings for word in reader.heading(heading)]
        for part in scenario.parts:
            words += reader.part(part)
        return [*words, *recorder.words.values()], reporter.everything


def players_of(scenario: Scenario) -> Sequence[str]:
    """Return the names at the table; automas get names of their own."""
    names = {inner.name for part in scenario.parts for line in part.lines for inner in _names_in(line)}
    automas = sorted(name for name in names if name.startswith("automa"))
    return [*(scenario.players or COLOURS), *automas]


def _names_in(line: Line) -> Iterator[n.Name]:
    for node in (line.left, line.right, line.statement):
        for found in node if isinstance(node, tuple) else (node,):
            if isinstance(found, n.Node):
                yield from (inner for inner in n.walk(found) if isinstance(inner, n.Name))


@contextmanager
def asking(
    checker: Checker, players: Sequence[str], recorder: Recorder | None = None
) -> Iterator[tuple[Recorder, Found]]:
    """Check something extra.

    Players' names are in scope, and results go to a separate recorder and reporter."""
    recorder, reporter = recorder or Recorder(), Found()
    recorder.options = checker.options
    members, old_reporter, old_recorder = checker.members, checker.reporter, checker.recorder
    checker.members = {**members, **{
        name: [("player", number), *members.get(name, [])] for number, name in enumerate(players)
    }}  # fmt: skip
    checker.reporter, checker.recorder = reporter, recorder
    try:
        yield recorder, reporter
    finally:
        checker.members = members
        checker.reporter, checker.recorder = old_reporter, old_recorder


class ScenarioWords:
    def __init__(self, analysis: Analysis, checker: Checker, scenario: Scenario) -> None:
        self.analysis, self.checker, self.scenario = analysis, checker, scenario

    def heading(self, heading: Heading) -> Iterator[Word]:
        if heading.word == "variants":
            for name in heading.values:
                yield Word(heading.span.word(name), Meaning("variant", name))
        elif heading.word == "option":
            name, answer = heading.values
            yield Word(heading.span.word(name), Meaning("option", name))
            if answer not in ("yes", "no") and not answer.lstrip("-").isdigit():
                yield Word(_last(heading.span, answer), Meaning("member", answer, f"{name} option"))

    def part(self, part: Part) -> Iterator[Word]:
        if part.word == "cases":
            self._cases(part)
        for line in part.lines:
            if part.word != "cases":
                self._line(line)
            yield from self._replies(line)

    # ---- expressions
    def _check(self, node: n.Expression, want: Type | None = None) -> rb.Term:
        return check_expression(self.checker.env, node, Scope(), want)

    def _line(self, line: Line) -> None:
        if line.statement is not None:
            self.checker.env.acts(line.statement, Scope(routine="play"))
        elif line.word in ("arrange", "stack_pile"):
            self._arranged(line)
        elif line.left is not None and not isinstance(line.left, tuple):
            self._check(line.left)
            if line.right is not None:
                self._check(line.right)

    def _arranged(self, line: Line) -> None:
        stored = self._check(line.left)
        inner = element(stored.type)
        want = stored.type if inner is None else ListOf(inner)
        if isinstance(stored, rb.Stored) and inner is None:
            want = stored.keep.type
        self._check(line.right, want)

    def _cases(self, part: Part) -> None:
        """Check a table of cases: each row assigns values to the names of a formula."""
        wants = self._wanted(part.formula)
        types: dict[str, Type] = {}
        for row in part.lines:
            for name, node in zip(part.names, row.left, strict=False):
                types[name] = self._check(node, wants.get(name)).type
            self._check(row.right)
        scope = Scope()
        for name in part.names:
            scope.declare(name, types.get(name, Unknown()))
        check_expression(self.checker.env, part.formula, scope)

    def _wanted(self, formula: Any) -> dict[str, Type]:
        given: tuple[Any, ...] = getattr(formula, "arguments", ())
        if isinstance(formula, n.Possessive):
            given = (formula.owner, *given)
        types = wanted_by(self.checker.env, formula.name) if given else ()
        return {node.name: want for node, want in zip(given, types, strict=False) if isinstance(node, n.Name)}

    # ---- replies
    def _replies(self, line: Line) -> Iterator[Word]:
        if line.word == "decides":
            yield Word(_last(line.span, line.text), Meaning("decision", line.text))
        if not line.replies or line.word == "dice":
            return
        text = line.span.text
        found = REPLIES.search(text)
        at = found.end() if found is not None else 0
        for reply in line.replies:
            start = text.find(reply, at)
            if start < 0:
                return
            at = start + len(reply)
            if WORD.fullmatch(reply) and reply not in NO_NAMES and text[start - 1] != '"':
                meaning = self._reply(reply)
                if meaning is not None:
                    yield Word(line.span.source.span(line.span.start + start, line.span.start + at), meaning)

    def _reply(self, reply: str) -> Meaning | None:
        """Resolve the name of a choice.

        If several things have it, only running the scenario can tell."""
        found = [Meaning("way", reply, holder) for holder in dict.fromkeys(self.analysis.ways.get(reply, ()))]
        if reply in self.checker.routines:
            found.append(Meaning("routine", reply))
        found += [Meaning("member", reply, kind) for kind, _ in self.checker.members.get(reply, ()) if kind != "player"]
        if not found:
            return None
        return found[0] if len(found) == 1 else Meaning("reply", reply)


def _last(span: Span, name: str) -> Span:
    """Return the last occurrence of a word in a line."""
    places = list(re.finditer(rf"(?<![a-z0-9_]){re.escape(name)}(?![a-z0-9_])", span.text))
    if not places:
        return span
    source: Source = span.source
    return source.span(span.start + places[-1].start(), span.start + places[-1].end())
