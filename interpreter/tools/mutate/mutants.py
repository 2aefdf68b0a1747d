"""Mutation testing: make one small change to the rules and see whether a scenario fails.

In: a game, and variants if wanted: then only these are mutated. Out: Mutants (a file, a range, its old and new text) and, for
each one tried, the scenario that fails, or none. Layer: tools, above load and scenario.
Mutated are numbers, comparisons, and/or, yes/no, signs, roundings, highest/lowest, the order of two steps, and steps, which
are left out. Declared ranges, texts and their conditions, prompts, titles, what bots aim at and what only `always` rules
use are not: they do not affect the course of a game. Nor are steps swapped that commute.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from interpreter.data import Folder, read_folder
from interpreter.finding import find_game
from interpreter.ir.coverage_marks import STEP, Mark, Marks
from interpreter.reading import read_game, read_source, the_parser
from interpreter.scenario import run_scenario, scenarios_beside, scenarios_to_run
from interpreter.scenario.asking import AskableGames
from interpreter.source import Problems, Source
from interpreter.source.bundled import shown
from interpreter.source.shared import bring_along
from interpreter.syntax import nodes as n
from interpreter.syntax.scenario import Scenario
from interpreter.syntax.split_file import halves
from interpreter.tools.mutate.consequences import Consequences
from interpreter.tools.variants.chosen import chosen_files, data_of, names, with_needed

# Replacements by the type of a token.
SWAPS = {
    "IS_AT_LEAST": ("is more than",), "IS_MORE_THAN": ("is at least",), "IS_AT_MOST": ("is less than",),
    "IS_LESS_THAN": ("is at most",), "IS_NOT": ("is",), "IS": ("is not",), "IS_EMPTY": ("is not empty",),
    "IS_NOT_EMPTY": ("is empty",), "IS_IN": ("is not in",), "IS_NOT_IN": ("is in",), "AND": ("or",), "OR": ("and",),
    "YES": ("no",), "NO": ("yes",), "PLUS": ("-",), "MINUS": ("+",), "ROUNDED_UP": ("rounded down",),
    "ROUNDED_DOWN": ("rounded up",), "BY_HIGHEST": ("by lowest",), "BY_LOWEST": ("by highest",), "HIGHEST": ("lowest",),
    "LOWEST": ("highest",), "RAISE": ("lower",), "LOWER": ("raise",), "GAIN": ("loses",), "LOSE": ("gains",),
}  # fmt: skip
LEFT_OUT = (
    n.SetValue, n.Raise, n.Gain, n.Pay, n.Move, n.Draw, n.Refill, n.Shuffle, n.Run, n.Win, n.Score, n.Lost, n.Leave,
    n.StopRepeating,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change. `start` and `end` are offsets in the text of the file."""

    file: str  # relative to the game's folder; the whole path of a house rule
    line: int
    rule: str
    start: int
    end: int
    old: str
    new: str

    @property
    def words(self) -> str:
        if not self.new.strip():
            return f'"{_short(self.old)}" left out'
        return f'"{_short(self.old)}" → "{_short(self.new)}"'


@dataclass(frozen=True, slots=True)
class Tried:
    mutant: Mutant
    is_rules: bool  # whether the mutated rules check at all
    noticed_by: str | None


def mutants(game: str | Path, rule: str | None = None, variants: Sequence[str | Path] = ()) -> list[Mutant]:
    """List every mutant of a game's rules and variants, in the order of the files.

    Only of these variants if some are named. Raises Problems if they cannot be played."""
    folder = read_folder(find_game(game))
    chosen = chosen_files(folder, variants)
    needed = with_needed(folder, chosen)
    if chosen:
        read_game(folder.path, needed, {}, open_options=True)
    consequences = Consequences(folder, needed)
    found = [
        mutant
        for file in chosen or (*folder.rules, *folder.variants.values())
        for mutant in _in_file(file, _called(folder, file), consequences)
    ]
    quiet = consequences.watching
    return [mutant for mutant in found if mutant.rule not in quiet and (rule is None or mutant.rule == rule)]


def _called(folder: Folder, file: Path) -> str:
    is_own = file in (*folder.rules, *folder.variants.values())
    return file.relative_to(folder.path).as_posix() if is_own else str(file)


def sampled(found: Sequence[Mutant], seed: int) -> list[Mutant]:
    """Shuffle the mutants by a seed, so that any prefix is a sample."""
    return random.Random(seed).sample(found, len(found))


# ---------------------------------------------------------------- mutants


def _in_file(file: Path, name: str, consequences: Consequences) -> Iterator[Mutant]:
    source = read_source(file)
    module = the_parser().variant(source)
    rules = list(_rules(module.declarations))
    quiet = [span for node in module.declarations for span in _quiet(node)]
    rules_alone = Source(source.path, halves(source.text)[0])  # scenarios may follow them
    for token in the_parser().tokens(rules_alone, "module"):
        start = token.start_pos
        if start is None or any(low <= start < high for low, high in quiet):
            continue
        for new in _others(token.type, str(token)):
            yield Mutant(name, token.line or 1, _rule_at(rules, start), start, start + len(token), str(token), new)
    for _, low, _, node in rules:
        yield from _steps(source.text, name, _rule_at(rules, low), node, consequences)


def _others(kind: str, word: str) -> Sequence[str]:
    if kind == "INT":
        number = int(word.replace("_", ""))
        return (str(number + 1),) if number == 0 else (str(number + 1), str(number - 1))
    return SWAPS.get(kind, ())


Ruled = tuple[str, int, int, n.Node]  # a rule's name, its start and end, the rule


def _rules(declarations: Sequence[n.Node]) -> Iterator[Ruled]:
    for node in declarations:
        if isinstance(node, n.Variant):
            yield from _rules(node.declarations)
            continue
        name = getattr(getattr(node, "head", None), "name", None) or getattr(getattr(node, "target", None), "name", "")
        yield str(name), node.span.start, node.span.end, node


def _rule_at(rules: Sequence[Ruled], offset: int) -> str:
    return next((name for name, low, high, _ in rules if low <= offset < high), "")


def _quiet(node: n.Node) -> Iterator[tuple[int, int]]:
    """Yield the ranges that are not mutated.

    Declared ranges and sizes, texts for people and their conditions, options."""
    for inner in n.walk(node):
        if isinstance(inner, n.Keep):
            yield inner.type.span.start, inner.type.span.end
        elif isinstance(inner, n.Text | n.Option | n.Kind | n.Always) or _is_text(inner) or _only_tells(inner):
            yield inner.span.start, inner.span.end


def _is_text(node: n.Node) -> bool:
    """Whether a value is always a text: which one does not affect the game."""
    return isinstance(node, n.Let) and all(isinstance(case.value, n.Text) for case in node.cases)


def _only_tells(node: n.Node) -> bool:
    """Whether a loop only announces: its subjects and order affect the log alone."""
    return isinstance(node, n.Each) and all(isinstance(step, n.Announce) for step in node.body)


def _steps(text: str, name: str, rule: str, node: n.Node, consequences: Consequences) -> Iterator[Mutant]:
    """Remove single steps, and swap neighbours."""
    for inner in n.walk(node):
        body = getattr(inner, "body", ())
        steps = [step for step in body if isinstance(step, n.Statement)] if isinstance(body, tuple) else []
        for one, two in pairwise([*steps, None]):
            if isinstance(one, LEFT_OUT) and len(steps) > 1:
                low, high = _whole_lines(text, one)
                yield Mutant(name, one.span.line, rule, low, high, text[low:high], "")
            if isinstance(one, LEFT_OUT) and isinstance(two, LEFT_OUT) and not consequences.commute(one, two):
                (low, middle), (again, high) = _whole_lines(text, one), _whole_lines(text, two)
                swapped = text[again:high] + text[middle:again] + text[low:middle]
                yield Mutant(name, one.span.line, rule, low, high, text[low:high], swapped)


def _whole_lines(text: str, node: n.Node) -> tuple[int, int]:
    low = text.rfind("\n", 0, node.span.start) + 1
    high = text.find("\n", max(node.span.end - 1, node.span.start))
    return low, len(text) if high < 0 else high + 1


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 70 else words[:69] + "…"


# ---------------------------------------------------------------- trying


Place = tuple[str, int, int]  # a file's displayed path, start and end in its text


@dataclass
class Footprints:
    """Records the places that the current scenario reaches.

    It observes every game that runs."""

    watched: list[tuple[Marks, set[int]]] = field(default_factory=list)

    def over(self, marks: Marks) -> Callable[[int, Any], Any]:
        numbers: set[int] = set()
        self.watched.append((marks, numbers))

        def seen(number: int, answer: object) -> Any:
            numbers.add(number)
            return answer

        return seen

    def taken(self) -> set[Place]:
        """Return the places reached since the last call."""
        found = {_place(marks.found[number]) for marks, numbers in self.watched for number in numbers}
        for _, numbers in self.watched:
            numbers.clear()
        return found

    def steps(self) -> set[Place]:
        """Return all places that are steps, reached or not."""
        return {_place(mark) for marks, _ in self.watched for mark in marks.found if STEP in mark.kinds}


def _place(mark: Mark) -> Place:
    return mark.span.source.path, mark.span.start, mark.span.end


class Trials:
    """Tries mutants of one game in a copy of its folder.

    The scenarios are read once, and the places each reaches are recorded.

    With variants the scenarios are those that test them, and each is run with them."""

    def __init__(self, game: str | Path, folder: Path, variants: Sequence[str | Path] = ()) -> None:
        self.original = read_folder(find_game(game))
        self.game = self.original.path
        self.copy = folder / "game" / self.game.resolve().name
        shutil.copytree(self.game, self.copy)
        bring_along(self.game, self.copy)
        self.chosen = chosen_files(self.original, variants)
        self.copied = self._copied(folder / "house rules")
        found = scenarios_to_run(self.game, scenarios_beside(variants), variants)
        self.scenarios: list[Scenario] = []  # those that pass unmutated: the others detect nothing
        self.used: list[frozenset[str]] = []  # the rules each scenario reaches
        self.comers: dict[Place, set[int]] = {}  # the scenarios that reach a place
        self._look_around(sorted(found, key=lambda one: (len(one.variants), len(one.options))))

    def _copied(self, homes: Path) -> dict[str, str]:
        """Copy house rules with their data.

        Map each chosen variant's path to the name of its copy."""
        own = {file: name for name, file in self.original.variants.items()}
        found = {str(file.resolve()): name for file, name in own.items()}
        for number, file in enumerate(file for file in self.chosen if file not in own):
            home = homes / str(number)
            beside = {name: path for name, path in data_of(self.original, file).items() if path == file.parent / name}
            for name, path in {file.name: file, **beside}.items():
                (home / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, home / name)
            found[str(file)] = str((home / file.name).resolve())
        return found

    def _look_around(self, scenarios: Sequence[Scenario]) -> None:
        footprints = Footprints()
        askables = AskableGames(self.game, footprints)
        needed = with_needed(self.original, self.chosen)
        askables.askable(names(self.original, needed), ())  # fail at once if the game cannot be played
        for scenario in scenarios:
            result = run_scenario(scenario, askables)
            places = footprints.taken()
            if result.passed:
                for place in places:
                    self.comers.setdefault(place, set()).add(len(self.scenarios))
                self.scenarios.append(scenario)
                self.used.append(result.used)
        self.steps = footprints.steps()

    def tried(self, mutant: Mutant) -> Tried:
        file = self.copy / self.copied.get(mutant.file, mutant.file)
        text = file.read_text(encoding="utf-8")
        file.write_text(text[: mutant.start] + mutant.new + text[mutant.end :], encoding="utf-8")
        askables = AskableGames(self.copy)
        try:
            if not self._checks(mutant, askables):
                return Tried(mutant, False, None)
            return Tried(mutant, True, self._first_failure(mutant, askables))
        finally:
            file.write_text(text, encoding="utf-8")

    def _checks(self, mutant: Mutant, askables: AskableGames) -> bool:
        """Whether the mutated rules check; compiled games are reused by the scenarios."""
        variant = self._variant(mutant)
        files = self.chosen or ([variant] if variant is not None else [])
        needed = names(self.original, with_needed(self.original, files))
        try:
            askables.askable(self._on_copy(needed), ())
        except Problems:
            return False
        return True

    def _on_copy(self, variants: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.copied.get(name, name) for name in variants)

    def _first_failure(self, mutant: Mutant, askables: AskableGames) -> str | None:
        for scenario in self.scenarios_for(mutant):
            result = run_scenario(replace(scenario, variants=self._on_copy(scenario.variants)), askables)
            if not result.passed:
                return f"{result.name} ({result.path}:{result.line})"
        return None

    def _variant(self, mutant: Mutant) -> Path | None:
        """Return the variant whose file is mutated, if any."""
        file = self.game / mutant.file
        return file if file in (*self.original.variants.values(), *self.chosen) else None

    def scenarios_for(self, mutant: Mutant) -> list[Scenario]:
        """Order scenarios by how near they get to the mutated place.

        Those that reach it, then those that reach its rule, then the others. Only scenarios that reach a mutated step can
        detect it, and only those that play a mutated variant."""
        variant = self._variant(mutant)
        played = {*names(self.original, [variant]), str(variant.resolve())} if variant is not None else set()
        numbers = [i for i, one in enumerate(self.scenarios) if variant is None or played & {*one.variants}]
        around = self._around(mutant)
        step = next((place for place in around if place in self.steps), None)
        if step is not None:
            numbers = [i for i in numbers if i in self.comers.get(step, ())]
        nearest = self.comers.get(around[0], set()) if around else set()
        return [
            self.scenarios[i]
            for i in sorted(numbers, key=lambda i: (i not in nearest, mutant.rule not in self.used[i]))
        ]

    def _around(self, mutant: Mutant) -> list[Place]:
        """List the steps, conditions and values that enclose a mutation, innermost first."""
        path = shown(self.game / mutant.file)
        start = mutant.start + len(mutant.old) - len(mutant.old.lstrip())
        found = (place for place in {*self.comers, *self.steps} if place[0] == path and place[1] <= start < place[2])
        return sorted(found, key=lambda place: place[2] - place[1])


def mutant_location(game: str | Path, mutant: Mutant) -> str:
    """Return the file and line of a mutation for display."""
    return f"{shown(find_game(game) / mutant.file)}:{mutant.line}"
