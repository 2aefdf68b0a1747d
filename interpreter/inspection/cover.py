"""What the scenarios of a game come to, and what not.

In: a game. Out: a Cover: for rules, branches, conditions, refusals and cards how many there are, how many are come to, and
the others by their places; and the files with what is so of each line. Layer: inspection, above load and scenario.
The rules are compiled with marks and the scenarios played on them; the game that people play has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from interpreter.check import rulebook as rb
from interpreter.check.marks import BRANCH, CONDITION, REFUSAL, STEP, VALUE, Mark, Marks
from interpreter.data import read_folder
from interpreter.data.bundled import grammars_dir
from interpreter.finding import find_game
from interpreter.inspection.problems import with_required
from interpreter.scenario.asking import AskableGame, AskableGames
from interpreter.scenario.running import read_scenarios, run_scenario, scenario_files
from interpreter.source import Problems, Source, Span
from interpreter.syntax.scenario import Scenario

YES, NO = 1, 2
BOTH = YES | NO
LIBRARY = grammars_dir().name
LONGEST = 90  # letters of a rule in a list


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that no scenario comes to. `place` is empty for what has none; `column` counts from 1."""

    location: str
    line: int
    words: str


@dataclass(frozen=True, slots=True)
class Part:
    """One sort of things: how many there are, how many are come to, the others."""

    name: str
    all: int
    reached: int
    missing: tuple[Missing, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file. `reached`: None where nothing happens; `ways`: what is missing of its conditions, in words."""

    text: str
    reached: bool | None
    ways: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Covered:
    """The answer: parts in the order in which they are told, files by their paths, and which scenarios fail by themselves."""

    game: str
    scenarios: int
    parts: tuple[Part, ...]
    files: dict[str, tuple[Line, ...]]
    failed: tuple[str, ...]


@dataclass
class Tally:
    """Looks over the shoulder of every game that is asked: by place and sort, which answers a mark gave."""

    watched: list[tuple[Marks, bytearray]] = field(default_factory=list)

    def over(self, marks: Marks) -> Callable[[int, Any], Any]:
        ways = bytearray(len(marks.found))
        self.watched.append((marks, ways))

        def seen(number: int, answer: Any) -> Any:
            ways[number] |= YES if answer else NO
            return answer

        return seen

    def together(self) -> dict[tuple[str, Span], int]:
        """The same place in different sets of variants is one place; what the library does is not the game's."""
        found: dict[tuple[str, Span], int] = {}
        for marks, ways in self.watched:
            for mark, way in zip(marks.found, ways, strict=True):
                for kind in mark.kinds if _is_own(mark) else ():
                    found[kind, mark.span] = found.get((kind, mark.span), 0) | way
        return found


def _is_own(mark: Mark) -> bool:
    return mark.span.source.path.split("/")[0] != LIBRARY


def cover(game: str | Path, told: Callable[[int, int], None] | None = None) -> Covered:
    """Plays all scenarios of a game; `told` hears how many of how many have been played."""
    path = find_game(game)
    scenarios = [one for file in scenario_files(path) for one in read_scenarios(file, path)]
    tally = Tally()
    askables = AskableGames(path, tally)
    askables.askable((), ())  # a game that cannot be played is told of at once
    used: set[str] = set()
    failed: list[str] = []
    for number, scenario in enumerate(scenarios):
        result = run_scenario(scenario, askables)
        used |= result.used
        failed += [] if result.passed else [f"{result.path}:{result.line}"]
        if told is not None:
            told(number + 1, len(scenarios))
    known = list(_askables(path, scenarios, askables))
    ways = tally.together()
    parts = (_rules(known, used, ways), *_by_marks(ways), _cards(known, used))
    return Covered(path.name, len(scenarios), parts, _files(ways), tuple(failed))


def _askables(path: Path, scenarios: Iterable[Scenario], askables: AskableGames) -> Iterator[AskableGame]:
    """Those that the scenarios have played on, and each variant that none of them plays, with what it needs."""
    pairs = dict.fromkeys((scenario.variants, scenario.options) for scenario in scenarios)
    played = {variant for variants, _ in pairs for variant in variants}
    folder = read_folder(path)
    alone = [tuple(one.stem for one in with_required(folder, name, file)) for name, file in folder.variants.items()
             if name not in played]  # fmt: skip
    for variants, options in (*pairs, ((), ()), *((variants, ()) for variants in alone)):
        try:
            yield askables.askable(variants, options)
        except Problems:  # a scenario that is refused, as it should be; a variant that cannot be played is for `check`
            continue


# ---------------------------------------------------------------- parts


def _rules(askables: Iterable[AskableGame], used: set[str], ways: dict[tuple[str, Span], int]) -> Part:
    """Procedures, actions, named steps by what the states tell; values by their marks."""
    places: dict[str, str] = {}
    for askable in askables:
        for rule in askable.code.USABLE.rules:
            places.setdefault(rule, _place_of_rule(askable, rule))
    missing = [_missing(place, rule) for rule, place in places.items() if rule not in used and _is_ours(place)]
    values = {span: way for (kind, span), way in ways.items() if kind == VALUE}
    missing += [_at(span, _first_line(span)) for span, way in values.items() if not way]
    every = sum(_is_ours(place) for place in places.values()) + len(values)
    return Part("rules", every, every - len(missing), _in_order(missing))


def _is_ours(place: str) -> bool:
    return place.split("/")[0] != LIBRARY


def _place_of_rule(askable: AskableGame, rule: str) -> str:
    """`income in turn` is a step of `turn`."""
    step, _, name = rule.rpartition(" in ")
    routine = askable.program.rulebook.routines[name]
    steps = (act.span for act in rb.walk_acts(routine.body) if isinstance(act, rb.NamedStep) and act.name == step)
    return str(next(steps, routine.span))


def _by_marks(ways: dict[tuple[str, Span], int]) -> Iterator[Part]:
    yield _part("steps", ways, STEP, YES)
    yield _part("branches", ways, BRANCH, BOTH)
    yield _part("conditions", ways, CONDITION, BOTH)
    yield _part("refusals", ways, REFUSAL, NO)


def _part(name: str, ways: dict[tuple[str, Span], int], kind: str, wanted: int) -> Part:
    """A condition counts once for each way it can come out."""
    found = {span: way & wanted for (other, span), way in ways.items() if other == kind}
    each = wanted.bit_count()
    missing = [_at(span, _words(span, kind, wanted & ~way)) for span, way in found.items() if way != wanted]
    return Part(name, each * len(found), sum(way.bit_count() for way in found.values()), _in_order(missing))


def _words(span: Span, kind: str, left: int) -> str:
    if kind == STEP:
        return _first_line(span)
    if kind == REFUSAL:
        return f"nobody is refused: {_first_line(span)}"
    return f"{_left(left)}: {_first_line(span)}"


def _left(left: int) -> str:
    return {YES: "never yes", NO: "never no", BOTH: "never asked"}[left]


def _first_line(span: Span) -> str:
    text = span.text.split("\n")[0].split("  cites ")[0].strip()
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _at(span: Span, words: str) -> Missing:
    return Missing(f"{span.source.path}:{span.line}", span.line, words)


def _missing(place: str, words: str) -> Missing:
    path, line, _ = place.rsplit(":", 2)
    return Missing(f"{path}:{line}", int(line), words)


def _in_order(missing: Iterable[Missing]) -> tuple[Missing, ...]:
    return tuple(sorted(set(missing), key=lambda one: (one.location.rpartition(":")[0], one.line, one.words)))


def _cards(askables: Iterable[AskableGame], used: set[str]) -> Part:
    """Cards with steps or rules of their own; copies of one print are one card."""
    places: dict[str, Missing] = {}
    reached: set[str] = set()
    for askable in askables:
        kinds = askable.program.rulebook.kinds
        prints = {member: (kind, kind.prints[i]) for kind in kinds.values() for i, member in enumerate(kind.members)
                  if kind.prints}  # fmt: skip
        for card in askable.code.USABLE.cards:
            kind, number = prints[card]
            name = kind.members[kind.prints.index(number)]
            span = kind.row_spans[kind.members.index(card)]
            places.setdefault(name, Missing(f"{span.source.path}:{span.line}", span.line, name))
            reached |= {name} if card in used else set()
    return Part("cards", len(places), len(reached), _in_order(places[name] for name in places.keys() - reached))


# ---------------------------------------------------------------- files


def _files(ways: dict[tuple[str, Span], int]) -> dict[str, tuple[Line, ...]]:
    found: dict[str, tuple[Source, dict[int, bool], dict[int, list[str]]]] = {}
    for (kind, span), way in ways.items():
        _, reached, left = found.setdefault(span.source.path, (span.source, {}, {}))
        if kind in (STEP, VALUE):
            reached[span.line] = reached.get(span.line, False) or bool(way)
        elif kind == REFUSAL and not way & NO:
            left.setdefault(span.line, []).append(_words(span, kind, NO))
        elif kind == CONDITION and way != BOTH and (way != YES or (REFUSAL, span) not in ways):
            left.setdefault(span.line, []).append(_words(span, kind, BOTH & ~way))
    return {path: _lines(*parts) for path, parts in sorted(found.items())}


def _lines(source: Source, reached: dict[int, bool], left: dict[int, list[str]]) -> tuple[Line, ...]:
    texts = enumerate(source.text.split("\n"), 1)
    return tuple(Line(text, reached.get(number), tuple(left.get(number, ()))) for number, text in texts)
