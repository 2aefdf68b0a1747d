"""Measure the coverage of a game by its scenarios.

In: a game, and variants or house rules if wanted. Out: a Covered: for rules, steps, branches, conditions, refusals and cards
their number, the number reached, and the location of the others; and the files with the state of each line. With variants
also the part that these add. Layer: tools, above load and scenario.
The rules are compiled with coverage marks and the scenarios run on them; the game that people play has none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from interpreter.data import Folder, read_folder
from interpreter.finding import find_game
from interpreter.ir import rulebook as rb
from interpreter.ir.coverage_marks import BRANCH, CONDITION, REFUSAL, STEP, VALUE, Marks
from interpreter.reading import read_source, the_parser
from interpreter.scenario import run_scenario, scenarios_beside, scenarios_to_run
from interpreter.scenario.asking import AskableGame, AskableGames
from interpreter.source import Problems, Source, Span
from interpreter.source.bundled import grammars_dir, shown
from interpreter.syntax import nodes as n
from interpreter.syntax.scenario import Scenario
from interpreter.tools.variants.chosen import chosen_files, data_of, names, with_needed

YES, NO = 1, 2
BOTH = YES | NO
LIBRARY = grammars_dir().name
LONGEST = 90  # characters of a rule in a list


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that no scenario reaches."""

    location: str
    line: int
    words: str


@dataclass(frozen=True, slots=True)
class Part:
    """One category: how many there are, how many are reached, the others."""

    name: str
    all: int
    reached: int
    missing: tuple[Missing, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file.

    `reached`: None for a line without rules; `ways`: the missing outcomes of its conditions, in words."""

    text: str
    reached: bool | None
    ways: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Covered:
    """The result: parts in the order of the report, files, failing scenarios.

    Files are by path. `brought`: the same parts, counting only the chosen variants and the data that they name."""

    game: str
    scenarios: int
    parts: tuple[Part, ...]
    files: dict[str, tuple[Line, ...]]
    failed: tuple[str, ...]
    variants: tuple[str, ...] = ()
    brought: tuple[Part, ...] = ()


@dataclass
class Tally:
    """Observes every game that runs and records the outcomes of each mark."""

    watched: list[tuple[Marks, bytearray]] = field(default_factory=list)

    def over(self, marks: Marks) -> Callable[[int, Any], Any]:
        ways = bytearray(len(marks.found))
        self.watched.append((marks, ways))

        def seen(number: int, answer: object) -> Any:
            ways[number] |= YES if answer else NO
            return answer

        return seen

    def together(self) -> Ways:
        """Merge the outcomes by kind and location across sets of variants.

        Without those of the library."""
        found: Ways = {}
        for marks, ways in self.watched:
            for mark, way in zip(marks.found, ways, strict=True):
                for kind in mark.kinds if _is_ours(mark.span.source.path) else ():
                    found[kind, mark.span] = found.get((kind, mark.span), 0) | way
        return found


def cover(
    game: str | Path, told: Callable[[int, int], None] | None = None, variants: Sequence[str | Path] = ()
) -> Covered:
    """Run all scenarios of a game; with variants, those that test them.

    `told` is called with (number done, total)."""
    folder = read_folder(find_game(game))
    chosen = chosen_files(folder, variants)
    scenarios = scenarios_to_run(folder.path, scenarios_beside(variants), variants)
    tally = Tally()
    askables = AskableGames(folder.path, tally)
    askables.askable(names(folder, with_needed(folder, chosen)), ())  # fail at once if the game cannot be played
    used: set[str] = set()
    failed: list[str] = []
    for number, scenario in enumerate(scenarios):
        result = run_scenario(scenario, askables)
        used |= result.used
        failed += [] if result.passed else [f"{result.path}:{result.line}"]
        if told is not None:
            told(number + 1, len(scenarios))
    known = list(_askables(folder, chosen, scenarios, askables))
    ways = tally.together()
    ways |= _changes(chosen, known, ways)
    brought = {shown(path) for file in chosen for path in (file, *data_of(folder, file).values())}
    return Covered(
        folder.path.name, len(scenarios), _parts(known, used, ways, _is_ours), _files(ways), tuple(failed),
        tuple(map(str, variants)), _parts(known, used, ways, brought.__contains__) if chosen else (),
    )  # fmt: skip


def _askables(
    folder: Folder, chosen: Sequence[Path], scenarios: Iterable[Scenario], askables: AskableGames
) -> Iterator[AskableGame]:
    """Yield the games that the scenarios ran on, and the chosen variants.

    With what they require; if none is chosen, each variant that no scenario plays."""
    pairs = dict.fromkeys((scenario.variants, scenario.options) for scenario in scenarios)
    played = {variant for variants, _ in pairs for variant in variants}
    others = [] if chosen else [file for name, file in folder.variants.items() if name not in played]
    alone = [names(folder, with_needed(folder, files)) for files in (chosen, *([file] for file in others))]
    for variants, options in (*pairs, *((variants, ()) for variants in alone)):
        try:
            yield askables.askable(variants, options)
        except Problems:  # a scenario that expects a refusal; a broken variant is reported by `check`
            continue


def _changes(chosen: Iterable[Path], askables: Iterable[AskableGame], ways: Ways) -> Ways:
    """Count a changed value as reached if the value is.

    It is always evaluated with the change."""
    places = {name: value.span for askable in askables for name, value in askable.program.rulebook.values.items()}
    declared = (node for file in chosen for node in the_parser().variant(read_source(file)).declarations)
    nodes = (inner for node in declared if isinstance(node, n.Variant) for inner in node.declarations)
    changes = [node for node in nodes if isinstance(node, n.ChangeValue) and node.head.name in places]
    return {(VALUE, node.span): ways.get((VALUE, places[node.head.name]), 0) for node in changes}


# ---------------------------------------------------------------- parts


Ways = dict[tuple[str, Span], int]  # by kind and location, the outcomes seen
Wanted = Callable[[str], bool]  # whether to count the file with this path


def _parts(askables: Sequence[AskableGame], used: set[str], ways: Ways, wanted: Wanted) -> tuple[Part, ...]:
    own = {key: way for key, way in ways.items() if wanted(key[1].source.path)}
    return _rules(askables, used, own, wanted), *_by_marks(own), _cards(askables, used, wanted)


def _is_ours(path: str) -> bool:
    """Whether a file belongs to the game rather than the library."""
    return path.split("/")[0] != LIBRARY


def _rules(askables: Iterable[AskableGame], used: set[str], ways: Ways, wanted: Wanted) -> Part:
    """Cover procedures, actions and named steps by what the states report.

    Values by their marks."""
    places: dict[str, str] = {}
    for askable in askables:
        for rule in askable.code.USABLE.rules:
            places.setdefault(rule, _place_of_rule(askable, rule))
    places = {rule: place for rule, place in places.items() if wanted(_path(place))}
    missing = [_missing(place, rule) for rule, place in places.items() if rule not in used]
    values = {span: way for (kind, span), way in ways.items() if kind == VALUE}
    missing += [_at(span, _first_line(span)) for span, way in values.items() if not way]
    every = len(places) + len(values)
    return Part("rules", every, every - len(missing), _in_order(missing))


def _path(place: str) -> str:
    return place.rsplit(":", 2)[0]


def _place_of_rule(askable: AskableGame, rule: str) -> str:
    """Find where a rule is written; `income in turn` is a step of `turn`."""
    step, _, name = rule.rpartition(" in ")
    routine = askable.program.rulebook.routines[name]
    steps = (act.span for act in rb.walk_acts(routine.body) if isinstance(act, rb.NamedStep) and act.name == step)
    return str(next(steps, routine.span))


def _by_marks(ways: Ways) -> Iterator[Part]:
    yield _part("steps", ways, STEP, YES)
    yield _part("branches", ways, BRANCH, BOTH)
    yield _part("conditions", ways, CONDITION, BOTH)
    yield _part("refusals", ways, REFUSAL, NO)


def _part(name: str, ways: Ways, kind: str, wanted: int) -> Part:
    """Cover one kind of mark; a condition counts once for each wanted outcome."""
    found = {span: way & wanted for (other, span), way in ways.items() if other == kind}
    each = wanted.bit_count()
    missing = [_at(span, _words(span, kind, wanted & ~way)) for span, way in found.items() if way != wanted]
    return Part(name, each * len(found), sum(way.bit_count() for way in found.values()), _in_order(missing))


def _words(span: Span, kind: str, left: int) -> str:
    if kind == STEP:
        return _first_line(span)
    if kind == REFUSAL:
        return f"never refused: {_first_line(span)}"
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


def _cards(askables: Iterable[AskableGame], used: set[str], wanted: Wanted) -> Part:
    """Cover cards with steps or rules of their own; copies of a card count once."""
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
            if wanted(span.source.path):
                places.setdefault(name, Missing(f"{span.source.path}:{span.line}", span.line, name))
                reached |= {name} if card in used else set()
    return Part("cards", len(places), len(reached), _in_order(places[name] for name in places.keys() - reached))


# ---------------------------------------------------------------- files


def _files(ways: Ways) -> dict[str, tuple[Line, ...]]:
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
