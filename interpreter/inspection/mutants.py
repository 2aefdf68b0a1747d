"""Rules changed on purpose, one small thing at a time: does some scenario notice?

In: a game, and perhaps variants: then only these are changed. Out: Mutants (a file, a place, what stands there and what is
put there) and, for each that is tried, the scenario that fails, or none. Layer: inspection, above load and scenario.
Changed are numbers, comparisons, and/or, yes/no, signs, roundings, highest/lowest, the order of two steps, and steps that
are left out. Declared ranges, texts and when they are said, prompts, titles, what bots aim at and what only `always` rules
look at are not: they say nothing about how a game goes on. Nor do steps change places that come to the same in either order.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from interpreter.check.marks import STEP, Mark, Marks
from interpreter.data import Folder, read_folder
from interpreter.finding import find_game
from interpreter.inspection.chosen import chosen_files, data_of, names, with_needed
from interpreter.inspection.consequences import Consequences
from interpreter.reading import read_game, read_source, shown, the_parser
from interpreter.scenario import run_scenario, scenarios_beside, scenarios_to_run
from interpreter.scenario.asking import AskableGames
from interpreter.source import Problems, Source
from interpreter.syntax import nodes as n
from interpreter.syntax.halves import halves
from interpreter.syntax.scenario import Scenario

# By the kind of a word: what it is changed to.
SWAPS = {
    "IS_AT_LEAST": ("is more than",), "IS_MORE_THAN": ("is at least",), "IS_AT_MOST": ("is less than",),
    "IS_LESS_THAN": ("is at most",), "IS_NOT": ("is",), "IS": ("is not",), "IS_EMPTY": ("is not empty",),
    "IS_NOT_EMPTY": ("is empty",), "IS_IN": ("is not in",), "IS_NOT_IN": ("is in",), "AND": ("or",), "OR": ("and",),
    "YES": ("no",), "NO": ("yes",), "PLUS": ("-",), "MINUS": ("+",), "ROUNDED_UP": ("rounded down",),
    "ROUNDED_DOWN": ("rounded up",), "BY_HIGHEST": ("by lowest",), "BY_LOWEST": ("by highest",), "HIGHEST": ("lowest",),
    "LOWEST": ("highest",), "RAISE": ("lower",), "LOWER": ("raise",), "GAIN": ("loses",), "LOSE": ("gains",),
}  # fmt: skip
LEFT_OUT = (
    n.SetValue, n.Raise, n.Gain, n.Pay, n.Move, n.Draw, n.Refill, n.Shuffle, n.Run, n.Win, n.Score, n.Leave, n.StopRepeating,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change. `start` and `end` are offsets in the text of the file."""

    file: str  # below the game's folder; of a house rule the whole path
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
    is_rules: bool  # do the changed rules check at all?
    noticed_by: str | None


def mutants(game: str | Path, rule: str | None = None, variants: Sequence[str | Path] = ()) -> list[Mutant]:
    """Every small change of a game's rules and variants, in the order of the files; of these variants alone if some are named.

    Problems when they cannot be played."""
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
    """In a random order that a seed fixes: the first so many of them are a sample."""
    return random.Random(seed).sample(found, len(found))


# ---------------------------------------------------------------- where something can be changed


def _in_file(file: Path, name: str, consequences: Consequences) -> Iterator[Mutant]:
    source = read_source(file)
    module = the_parser().variant(source)
    rules = list(_rules(module.declarations))
    quiet = [span for node in module.declarations for span in _quiet(node)]
    rules_alone = Source(source.path, halves(source.text)[0])  # scenarios may stand behind them
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


Ruled = tuple[str, int, int, n.Node]  # a rule's name, from where to where it stands, the rule


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
    """What is not changed: declared ranges and sizes, texts for people and when they are said, options."""
    for inner in n.walk(node):
        if isinstance(inner, n.Keep):
            yield inner.type.span.start, inner.type.span.end
        elif isinstance(inner, n.Text | n.Option | n.Kind | n.Always) or _is_text(inner) or _only_tells(inner):
            yield inner.span.start, inner.span.end


def _is_text(node: n.Node) -> bool:
    """A value that is always a text: when it is which one is only read."""
    return isinstance(node, n.Let) and all(isinstance(case.value, n.Text) for case in node.cases)


def _only_tells(node: n.Node) -> bool:
    """Steps for each of something that are only told: of whom, and in which order, is only read."""
    return isinstance(node, n.Each) and all(isinstance(step, n.Announce) for step in node.body)


def _steps(text: str, name: str, rule: str, node: n.Node, consequences: Consequences) -> Iterator[Mutant]:
    """Steps that are left out, and neighbours that change places."""
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


Place = tuple[str, int, int]  # a file as people know it, from where to where in its text


@dataclass
class Footprints:
    """Looks over the shoulder of every game that is asked: which places the scenario that is just played comes to."""

    watched: list[tuple[Marks, set[int]]] = field(default_factory=list)

    def over(self, marks: Marks) -> Callable[[int, Any], Any]:
        numbers: set[int] = set()
        self.watched.append((marks, numbers))

        def seen(number: int, answer: Any) -> Any:
            numbers.add(number)
            return answer

        return seen

    def taken(self) -> set[Place]:
        """The places since it was last asked."""
        found = {_place(marks.found[number]) for marks, numbers in self.watched for number in numbers}
        for _, numbers in self.watched:
            numbers.clear()
        return found

    def steps(self) -> set[Place]:
        """All places that are steps, come to or not."""
        return {_place(mark) for marks, _ in self.watched for mark in marks.found if STEP in mark.kinds}


def _place(mark: Mark) -> Place:
    return mark.span.source.path, mark.span.start, mark.span.end


class Trials:
    """Tries mutants of one game in a folder of their own. The scenarios are read once, and where each comes to is noted.

    With variants the scenarios are those that test them, and each is played with them."""

    def __init__(self, game: str | Path, folder: Path, variants: Sequence[str | Path] = ()) -> None:
        self.original = read_folder(find_game(game))
        self.game = self.original.path
        self.copy = folder / "game" / self.game.resolve().name
        shutil.copytree(self.game, self.copy)
        self.chosen = chosen_files(self.original, variants)
        self.copied = self._copied(folder / "house rules")
        found = scenarios_to_run(self.game, scenarios_beside(variants), variants)
        self.scenarios: list[Scenario] = []  # those that pass as the rules are: what fails anyway notices nothing
        self.used: list[frozenset[str]] = []  # which rules each scenario comes to
        self.comers: dict[Place, set[int]] = {}  # which scenarios come to a place
        self._look_around(sorted(found, key=lambda one: (len(one.variants), len(one.options))))

    def _copied(self, homes: Path) -> dict[str, str]:
        """By the path of a chosen variant how its copy is named: the game's own by its name, a house rule with its data."""
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
        askables.askable(names(self.original, needed), ())  # what cannot be played is told of at once
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
        """Do the changed rules check? What is compiled for it is what the scenarios play on."""
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
        """The variant in whose file something is changed."""
        file = self.game / mutant.file
        return file if file in (*self.original.variants.values(), *self.chosen) else None

    def scenarios_for(self, mutant: Mutant) -> list[Scenario]:
        """First those that come to the very place, then those that come to the rule, then the others.

        A changed step can be noticed only by those that come to it, a variant's rules only by those that play it."""
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
        """Steps, conditions and values in which a change stands, the smallest first."""
        path = shown(self.game / mutant.file)
        start = mutant.start + len(mutant.old) - len(mutant.old.lstrip())
        found = (place for place in {*self.comers, *self.steps} if place[0] == path and place[1] <= start < place[2])
        return sorted(found, key=lambda place: place[2] - place[1])


def mutant_location(game: str | Path, mutant: Mutant) -> str:
    """The file and line of a change, as people know them."""
    return f"{shown(find_game(game) / mutant.file)}:{mutant.line}"
