"""Scenarios as trees.

In: the text of a .scenario file. Out: Scenario nodes with the expressions and statements of the language inside.
Layer: syntax. The scenario grammar is the grammar of the rules with a few sentences more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from lark import Token
from lark.tree import Meta

from interpreter.source import Source
from interpreter.syntax import nodes as n
from interpreter.syntax.build import (
    EXPRESSIONS,
    STATEMENTS,
    Build,
    Item,
    TextOrigin,
    expressions,
    names,
    tokens,
)
from interpreter.syntax.parser import PARTS, SOFT, STARTS, Parser
from interpreter.syntax.split_file import halves

Arranging = Literal["arrange", "stack_pile", "dice", "picks", "statement"]
Deciding = Literal["decision", "passing", "game_starts"]
Expecting = Literal[
    "holds", "differs", "offered", "offered_only", "not_offered", "cannot", "sees", "sees_not", "told", "told_not", "asked",
    "decides", "nobody_decides", "over", "not_over", "wins", "scores",
]  # fmt: skip
LineWord = Arranging | Deciding | Expecting | Literal["refused", "row"]

LONGEST_SEED = (
    3000  # digits: a seed with keys, as games of several people have, is far longer than a number of the rules
)


@dataclass(frozen=True, slots=True)
class Line(n.Node):
    """One sentence of a scenario.

    word: what it says; the other fields as far as it says them."""

    word: LineWord
    who: str = ""
    replies: tuple[str, ...] = ()
    left: Any = None
    right: Any = None
    text: str = ""
    number: int = 0
    statement: Any = None


@dataclass(frozen=True, slots=True)
class Part(n.Node):
    """given, when, then or cases, with its lines in order."""

    word: str
    lines: tuple[Line, ...]
    formula: Any = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heading(n.Node):
    """players, variants, option or seed, with what it names."""

    word: str
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Scenario(n.Node):
    title: str
    players: tuple[str, ...]
    variants: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    seed: int
    parts: tuple[Part, ...]
    clauses: tuple[str, ...] = ()
    headings: tuple[Heading, ...] = ()  # players, variants and options, where they are named


def _line(word: LineWord) -> Any:
    def method(self: ScenarioBuild, meta: Meta, items: list[Item]) -> Line:
        return self.line(meta, items, word)

    return method


class ScenarioBuild(Build):
    def line(self, meta: Meta, items: list[Item], word: LineWord) -> Line:
        who = names(items)
        found = expressions(items)
        strings = tokens(items, "STRING", "FILE")
        numbers = tokens(items, "INT")
        sign = -1 if tokens(items, "MINUS", "LESS") else 1
        return Line(
            self.at(meta), word, who[0] if who else "", tuple(item for item in items if type(item) is str),
            found[0] if found else None, found[1] if len(found) > 1 else None,
            str(strings[0])[1:-1] if strings else "", sign * self.whole(numbers[0]) if numbers else sign,
        )  # fmt: skip

    arrange = _line("arrange")
    stack_pile = _line("stack_pile")
    decision = _line("decision")
    passing = _line("passing")
    game_starts = _line("game_starts")
    holds = _line("holds")
    differs = _line("differs")
    offered_only = _line("offered_only")
    offered = _line("offered")
    not_offered = _line("not_offered")

    def cannot(self, meta: Meta, items: list[Item]) -> Line:
        """Whoever cannot choose is written like any value; only a bare name is a player."""
        player = expressions(items)[0]
        name = player.name if isinstance(player, n.Name) else ""
        rest = [item for item in items if item is not player]
        return self.line(meta, [Token("NAME", name), *rest], "cannot")

    sees = _line("sees")
    sees_not = _line("sees_not")
    told = _line("told")
    asked = _line("asked")
    told_not = _line("told_not")
    refused = _line("refused")
    nobody_decides = _line("nobody_decides")
    over = _line("over")
    not_over = _line("not_over")
    wins = _line("wins")
    scores = _line("scores")

    def decides(self, meta: Meta, items: list[Item]) -> Line:
        who, what = names(items)
        bounds = next((item for item in items if isinstance(item, tuple)), ())
        return Line(self.at(meta), "decides", who, text=what, replies=bounds)

    def how_many(self, _meta: Meta, items: list[Item]) -> tuple[str, str]:
        """At least and at most; `any` is as many as there are."""
        ends = [str(self.whole(token)) for token in tokens(items, "INT")]
        if not ends:
            return "0", "any"
        return ("0" if tokens(items, "UP") else ends[0]), ends[-1]

    def script_dice(self, meta: Meta, items: list[Item]) -> Line:
        return Line(self.at(meta), "dice", replies=tuple(str(self.whole(token)) for token in tokens(items, "INT")))

    def script_picks(self, meta: Meta, items: list[Item]) -> Line:
        return Line(self.at(meta), "picks", replies=tuple(names(items)))

    def reply(self, _meta: Meta, items: list[Item]) -> str:
        """What is chosen; of several things that are one decision, all of them."""
        return " and ".join(item for item in items if isinstance(item, str) and not isinstance(item, Token))

    def reply_part(self, _meta: Meta, items: list[Item]) -> str:
        """A plain text: the name, number or label that is chosen."""
        text = "".join(str(token) for token in items)
        return text[1:-1] if text.startswith('"') else text.replace("_", "") if text.lstrip("-").isdigit() else text

    def case_row(self, meta: Meta, items: list[Item]) -> Line:
        *given, wanted = expressions(items)
        return Line(self.at(meta), "row", left=tuple(given), right=wanted)

    def option_answer(self, _meta: Meta, items: list[Item]) -> Any:
        return Answered(str(items[0]))

    def players_part(self, meta: Meta, items: list[Item]) -> Any:
        return Heading(self.at(meta), "players", tuple(names(items)))

    def variants_part(self, meta: Meta, items: list[Item]) -> Any:
        named = tokens(items, "NAME", "STRING", "FILE")
        return Heading(self.at(meta), "variants", tuple(str(token).strip('"') for token in named))

    def option_part(self, meta: Meta, items: list[Item]) -> Any:
        answer = next(item.text for item in items if isinstance(item, Answered))
        return Heading(self.at(meta), "option", (names(items)[0], answer))

    def seed_part(self, meta: Meta, items: list[Item]) -> Any:
        token = tokens(items, "INT")[0]
        seed = int(token) if len(token) <= LONGEST_SEED else self.whole(token)
        return Heading(self.at(meta), "seed", (str(seed),))

    def _part(self, meta: Meta, items: list[Item], word: str) -> Part:
        lines = []
        for item in items:
            if isinstance(item, Line):
                lines.append(item)
            elif isinstance(item, STATEMENTS):
                lines.append(Line(item.span, "statement", statement=item))
        return Part(self.at(meta), word, tuple(lines))

    def given_part(self, meta: Meta, items: list[Item]) -> Part:
        return self._part(meta, items, "given")

    def when_part(self, meta: Meta, items: list[Item]) -> Part:
        return self._part(meta, items, "when")

    def then_part(self, meta: Meta, items: list[Item]) -> Part:
        return self._part(meta, items, "then")

    def cases_part(self, meta: Meta, items: list[Item]) -> Part:
        formula = next(item for item in items if isinstance(item, EXPRESSIONS))
        rows = tuple(item for item in items if isinstance(item, Line))
        return Part(self.at(meta), "cases", rows, formula, tuple(names(items)))

    def scenario(self, meta: Meta, items: list[Item]) -> Scenario:
        title = str(tokens(items, "STRING", "FILE")[0])[1:-1]
        headings = [item for item in items if isinstance(item, Heading)]

        def find(word: str) -> tuple[str, ...]:
            return tuple(text for heading in headings if heading.word == word for text in heading.values)

        options = tuple((h.values[0], h.values[1]) for h in headings if h.word == "option")
        parts = tuple(item for item in items if isinstance(item, Part))
        seed = int(find("seed")[0]) if find("seed") else 1
        return Scenario(
            self.at(meta), title, find("players"), find("variants"), options, seed, parts, headings=tuple(headings)
        )

    def scenarios(self, _meta: Meta, items: list[Item]) -> tuple[Scenario, ...]:
        return tuple(item for item in items if isinstance(item, Scenario))


@dataclass(frozen=True, slots=True)
class Answered:
    text: str


class ScenarioParser(Parser):
    """Reads .scenario files."""

    parts = (*PARTS, "scenario")
    starts = (*STARTS, "scenarios")
    builder = ScenarioBuild
    soft = SOFT | {
        "cases", "decides", "given", "less", "more", "passes", "players", "scenario", "seed", "sees", "variants",
    }  # a game may use all of them as names, and players does  # fmt: skip

    def scenarios(self, source: Source) -> tuple[Scenario, ...]:
        """The scenarios of a file, also of one that begins with the variant they test."""
        text = halves(source.text)[1] if source.path.endswith(".rules") else source.text
        text = text if text.endswith("\n") else text + "\n"
        found, citations = self._read(text, "scenarios", TextOrigin(source))
        return tuple(_with_clauses(scenario, citations) for scenario in found)

    def scenarios_in(self, source: Source) -> tuple[Scenario, ...]:
        """Some scenarios of a file, read by themselves."""
        found, citations = self._read(source.text + "\n", "scenarios", TextOrigin(source))
        return tuple(_with_clauses(scenario, citations) for scenario in found)


def _with_clauses(scenario: Scenario, citations: tuple[n.Citation, ...]) -> Scenario:
    """The clauses cited anywhere in a scenario's lines."""
    inside = [c for c in citations if scenario.span.line <= c.line <= scenario.span.end_line]
    return replace(scenario, clauses=tuple(dict.fromkeys(clause for c in inside for clause in c.clauses)))
