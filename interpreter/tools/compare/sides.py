"""Play the two sides of a comparison, and say what differs in the game's words.

In: a Plan and its Game for each side. Out: rows of results, Differences, sentences. Layer: tools. The command and a web page
both compare with these functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from interpreter.tools.compare.differences import Difference, differences
from interpreter.tools.show.titles import Titles, titles_of
from interpreter.tools.simulate.rows import rows_of

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.tools.simulate.plan import Match, Plan

NO_VARIANTS = "without variants"


@dataclass(frozen=True)
class Played:
    """One side: a row for each game and seat, and what its rules can reach."""

    rows: list[dict[str, Any]]
    game: Game

    @property
    def usable(self) -> Mapping[str, Sequence[str]]:
        return self.game.usable


def played(matches: Iterable[Match], plan: Plan, game: Game) -> Played:
    """Collect the rows of one side, in the order of its games."""
    ordered = sorted(matches, key=lambda match: match.number)
    return Played([row for match in ordered for row in rows_of(match, plan, game)], game)


def named(variants: Sequence[str]) -> str:
    return " + ".join(variants) if variants else NO_VARIANTS


@dataclass(frozen=True)
class Comparison:
    """What differs between two sides."""

    sides: Sequence[Played]
    names: Sequence[str]
    found: Sequence[Difference]
    titles: Titles

    def as_values(self) -> dict[str, Any]:
        return {"sides": list(self.names), "figures": [asdict(one) for one in self.found]}

    def in_words(self) -> list[str]:
        """List the significant differences.

        Among many figures some always seem to differ."""
        clear = [one for one in self.found if one.clear]
        lines = []
        for one in clear:
            first, second = (figure_in_words(one, side.value) for side in (one.first, one.second))
            name = said(one.name, self.titles)
            lines.append(f"{name}: {first} {_with(self.names[0])}, {second} {_with(self.names[1])}.")
        if not self.found:
            return ["Too few games to compare: play more with --games."]
        if not clear:
            return [f"None of the {len(self.found)} figures differs by more than chance."]
        rest = len(self.found) - len(clear)
        return [*lines, f"The other {rest} of {len(self.found)} figures differ only within chance."]

    def page(self, still: bool) -> str:
        """Render a page about both sides. `still`: charts are pictures, without scripts."""
        from interpreter.tools.report.page import page

        usable = {
            kind: sorted({name for side in self.sides for name in side.usable[kind]}) for kind in self.sides[0].usable
        }
        rows = [row for side in self.sides for row in side.rows]
        return page(rows, usable, still, self.in_words(), self.titles)


def compared(sides: Sequence[Played], names: Sequence[str]) -> Comparison:
    both = frozenset.intersection(
        *(frozenset(name for found in side.usable.values() for name in found) for side in sides)
    )
    return Comparison(sides, names, differences(sides[0].rows, sides[1].rows, both), _titles(sides))


def _titles(sides: Sequence[Played]) -> Titles:
    """Collect what both sides call things; a house rule may add some."""
    first, second = (titles_of(side.game) for side in sides)
    return Titles({**second.rules, **first.rules}, {**second.members, **first.members}, first.game)


def said(name: str, titles: Titles) -> str:
    """Say the name of a figure in the game's words."""
    kind, _, used = name.partition("games with ")
    if kind or not used:
        return name
    is_titled = used in titles.members or used in titles.rules
    return f"games with {titles.thing(used)}" if is_titled else f"games in which {titles.rule(used)} runs"


def _with(name: str) -> str:
    return name if name == NO_VARIANTS else f"with {name}"


def figure_in_words(one: Difference, value: float) -> str:
    return f"{value:.1%}" if one.share else f"{value:.2f}"
