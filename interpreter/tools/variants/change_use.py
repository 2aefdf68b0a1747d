"""Count how often games evaluate what variants change without rules of their own.

In: a game with variants and options. Out: the changes, and a Game that counts how often each changed value is evaluated.
Layer: tools, above load and scenario. The rules are compiled with coverage marks, in Python only; the game that people
play has none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from interpreter.data import read_folder
from interpreter.finding import find_game, find_variants
from interpreter.game import Game
from interpreter.ir.coverage_marks import VALUE, Marks
from interpreter.reading import read_source, the_parser
from interpreter.scenario.asking import AskableGames
from interpreter.source import Span
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write
from interpreter.tools.variants.chosen import names


@dataclass(frozen=True, slots=True)
class Change:
    """A line of a variant.

    `kind`: a value, whose evaluations are counted; an option, which is fixed before the game; something else."""

    variant: str
    words: str
    location: str
    kind: str  # value, option, other


@dataclass
class _Counts:
    """Observes a game and counts how often each mark was passed."""

    marks: Marks = field(default_factory=Marks)
    times: list[int] = field(default_factory=list)

    def over(self, marks: Marks) -> Callable[[int, Any], Any]:
        self.marks, times = marks, self.times
        times.extend([0] * len(marks.found))

        def seen(number: int, answer: object) -> Any:
            times[number] += 1
            return answer

        return seen

    def by_span(self) -> dict[Span, int]:
        found: dict[Span, int] = {}
        for mark, times in zip(self.marks.found, self.times, strict=True):
            if VALUE in mark.kinds:
                found[mark.span] = found.get(mark.span, 0) + times
        return found


class Watched:
    """A game that counts the evaluations of its variants' changes.

    `changes` are in the order of the variants."""

    def __init__(self, game: Game, counts: _Counts, changes: Sequence[tuple[Change, Span | None]]) -> None:
        self.game, self._counts = game, counts
        self.changes = tuple(change for change, _ in changes)
        self._spans = [span for _, span in changes]

    def asked(self) -> tuple[int, ...]:
        """Return how often the value of each change has been evaluated so far."""
        times = self._counts.by_span()
        return tuple(0 if span is None else times.get(span, 0) for span in self._spans)


def watched(
    game: str | Path, variants: Sequence[str | Path] = (), options: Mapping[str, object] | None = None
) -> Watched:
    """Load a game with variants, instrumented for counting.

    It is slower than one from `load`."""
    folder = read_folder(find_game(game))
    files = find_variants(folder.path, variants)
    counts = _Counts()
    chosen = [(name, str(value)) for name, value in (options or {}).items()]
    askable = AskableGames(folder.path, counts).another(names(folder, files), chosen)
    places = {name: value.span for name, value in askable.program.rulebook.values.items()}
    settable = {option.name for option in askable.game.options}
    return Watched(askable.game, counts, [found for file in files for found in _changes(file, places, settable)])


def _changes(file: Path, places: Mapping[str, Span], options: Collection[str]) -> list[tuple[Change, Span | None]]:
    found: list[tuple[Change, Span | None]] = []
    module = the_parser().variant(read_source(file))
    for variant in (one for one in module.declarations if isinstance(one, n.Variant)):
        for node in variant.declarations:
            name = node.head.name if isinstance(node, n.ChangeValue) else ""
            span = places.get(name)
            kind = "value" if span is not None else "option" if name in options else "other"
            words = write(node).strip().split("\n")[0].split("  cites ")[0]
            change = Change(variant.name, words, f"{node.span.source.path}:{node.span.line}", kind)
            found.append((change, span))
    return found
