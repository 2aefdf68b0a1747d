"""The `compare` command: the same game under different rules.

In: a game, the variants of one side and those of the other. Out: what differs, in words first; as JSON and as a page on
request. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from interpreter.tools.cli.files import check_page, check_writable, write_text
from interpreter.tools.cli.opening import all_seats, changed_options, open_game, players_of, variant_of
from interpreter.tools.cli.output import as_json, note, print_table, say, wrong
from interpreter.tools.cli.parameters import (
    Games,
    GameWord,
    JsonFile,
    Minutes,
    OptionWords,
    Players,
    Seed,
    VariantWords,
    Workers,
)
from interpreter.tools.cli.progress import with_progress
from interpreter.tools.cli.seating import bot_words
from interpreter.tools.compare.tune_command import tune_number

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.tools.compare.differences import Difference
    from interpreter.tools.show.titles import Titles

NO_VARIANTS = "without variants"
SHOWN = 12  # figures within chance that are shown anyway


def compare(
    game: GameWord,
    games: Games,
    variant: VariantWords = None,
    against: Annotated[
        list[str] | None, typer.Option("--against", metavar="V", help="A variant of the other side; repeatable.")
    ] = None,
    option: OptionWords = None,
    players: Players = None,
    bot: Annotated[str | None, typer.Option("--bot", metavar="BOT", help="The bot that plays every seat.")] = None,
    seed: Seed = None,
    workers: Workers = 1,
    json: JsonFile = None,
    output: Annotated[Path | None, typer.Option("-o", metavar="F.html", help="Write a page about both sides.")] = None,
    still: Annotated[bool, typer.Option("--still", help="Write figures as plain pictures, without scripts.")] = False,
    tune: Annotated[
        str | None, typer.Option("--tune", metavar="TEXT", help='A number to look for instead: "goal in 40 to 120".')
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="TEXT", help='The target for --tune: "median length 60".')
    ] = None,
    tries: Annotated[int, typer.Option("--tries", metavar="N", min=2, help="How many values --tune tries.")] = 20,
    minutes: Minutes = None,
) -> int:
    """Play a game with some variants and with others (or none), and report what differs; or find a number.

    If no bot is named, the strongest that fit the time play, the same on both sides.
    """
    if bot is not None and minutes is not None:
        raise wrong("R0908", "--minutes chooses a bot: it does not go with --bot")
    if tune is not None or until is not None:
        if against or output:
            raise wrong("R0908", "--tune cannot be combined with --against or -o")
        named = [] if bot is None else [bot]

        def side(variants: Sequence[str], options: Sequence[str]) -> list[dict[str, Any]]:
            if not named:
                first = open_game(game, variants, options)
                named.append(_strongest([first], players, games, tries, minutes, workers))
            return _rows(game, variants, options, players, named[0], games, seed or 0, workers)

        return tune_number(
            side, open_game(game, variant), variant or [], option or [], tune, until, tries, seed or 0, json
        )
    if (variant or []) == (against or []):
        raise wrong("R0908", "both sides have the same variants: give --variant, --against, or both")
    if json is not None and str(json) != "-":
        check_writable(json)
    _check_page(output)
    from interpreter.tools.compare.differences import differences

    if bot is None:
        both_sides = [open_game(game, some or [], option) for some in (variant, against)]
        bot = _strongest(both_sides, players, games, 2, minutes, workers)
    names = [_named(some) for some in (variant, against)]
    sides = [_side(game, some or [], option, players, bot, games, seed or 0, workers) for some in (variant, against)]
    both = frozenset.intersection(
        *(frozenset(name for names in side.usable.values() for name in names) for side in sides)
    )
    found = differences(sides[0].rows, sides[1].rows, both)
    titles = _titles(sides)
    _report(found, names, json, titles)
    if output is not None:
        from interpreter.tools.report.page import page

        usable = {kind: sorted({*sides[0].usable[kind], *sides[1].usable[kind]}) for kind in sides[0].usable}
        rows = [*sides[0].rows, *sides[1].rows]
        write_text(output, page(rows, usable, still, _in_words(found, names, titles), titles))
    return 0


def _strongest(
    sides: Sequence[Game], players: int | None, games: int, times: int, minutes: float | None, workers: int
) -> str:
    """Choose the strongest bot that fits the time, and say so.

    It is a learned one only if one has learned the rules of every side."""
    from interpreter.tools.learn.keeping import has_learned
    from interpreter.tools.simulate.strongest import MINUTES, in_words, strongest

    given, number = MINUTES if minutes is None else minutes, players_of(sides[0], players)
    seats = len(all_seats(sides[0], number, ["random"] * number))
    learned = len(sides) > 1 and all(has_learned(side, seats) for side in sides)
    chosen = strongest(sides[0], number, games * times, 60 * given * workers, with_learned=learned)
    note(in_words(chosen, games * times, given))
    return chosen.bot


def _check_page(output: Path | None) -> None:
    from interpreter.tools.report.page import missing_library

    if output is None:
        return
    if missing_library():
        raise wrong("R0913", "pages need Altair", 'pip install "rulewright[report]"')
    check_page(output)


def _named(variants: Sequence[str] | None) -> str:
    return " + ".join(variants) if variants else NO_VARIANTS


@dataclass(frozen=True)
class Played:
    """One side: a row for each game and seat, and what its rules can reach."""

    rows: list[dict[str, Any]]
    game: Game

    @property
    def usable(self) -> Mapping[str, Sequence[str]]:
        return self.game.usable


def _side(
    game: str, variants: Sequence[str], option: Sequence[str] | None, players: int | None, bot: str | None, games: int,
    seed: int, workers: int,
) -> Played:  # fmt: skip
    """Play one side.

    Both use the same seeds, so that luck is the same where the rules are."""
    from interpreter.tools.bots import listens, only_bots
    from interpreter.tools.simulate.matches import matches
    from interpreter.tools.simulate.plan import Plan
    from interpreter.tools.simulate.rows import rows_of
    from interpreter.tools.simulate.workers import in_workers

    loaded = open_game(game, variants, option)
    number = players_of(loaded, players)
    names = all_seats(loaded, number, bot_words(bot, None) * number)
    plan = Plan(
        game, number, games, partial(only_bots, names), names, tuple(map(variant_of, variants)),
        changed_options(loaded), seed, workers, events=any(map(listens, names)), detailed=True, engine="auto",
    )  # fmt: skip
    played = in_workers(plan, range(games)) if workers > 1 else matches(plan, loaded)
    ordered = sorted(with_progress(played, games), key=lambda match: match.number)
    return Played([row for match in ordered for row in rows_of(match, plan, loaded)], loaded)


def _rows(
    game: str, variants: Sequence[str], option: Sequence[str] | None, players: int | None, bot: str | None, games: int,
    seed: int, workers: int,
) -> list[dict[str, Any]]:  # fmt: skip
    return _side(game, variants, option, players, bot, games, seed, workers).rows


def _titles(sides: Sequence[Played]) -> Titles:
    """Collect what both sides call things; a house rule may add some."""
    from interpreter.tools.show.titles import Titles, titles_of

    first, second = (titles_of(side.game) for side in sides)
    return Titles({**second.rules, **first.rules}, {**second.members, **first.members}, first.game)


def _said(name: str, titles: Titles) -> str:
    """Say the name of a figure in the game's words."""
    kind, _, used = name.partition("games with ")
    if kind or not used:
        return name
    is_titled = used in titles.members or used in titles.rules
    return f"games with {titles.thing(used)}" if is_titled else f"games in which {titles.rule(used)} runs"


def _report(found: Sequence[Difference], names: Sequence[str], json: Path | None, titles: Titles) -> None:
    values = {"sides": list(names), "figures": [asdict(one) for one in found]}
    if json and str(json) == "-":
        print(as_json(values), end="")
        return
    if json:
        write_text(json, as_json(values))
    for line in _in_words(found, names, titles):
        say(line)
    clear = [one for one in found if one.clear]
    shown = [*clear, *(one for one in found if not one.clear and not one.name.startswith("games with"))][
        : len(clear) + SHOWN
    ]
    headings = ["figure", names[0], "95 % interval", names[1], "95 % interval"]
    if shown:
        print_table(headings, [_row(one, titles) for one in shown])


def _in_words(found: Sequence[Difference], names: Sequence[str], titles: Titles) -> list[str]:
    """List the significant differences; among many figures some always seem to differ."""
    clear = [one for one in found if one.clear]
    lines = []
    for one in clear:
        first, second = (_figure_in_words(one, side.value) for side in (one.first, one.second))
        lines.append(f"{_said(one.name, titles)}: {first} {_with(names[0])}, {second} {_with(names[1])}.")
    if not found:
        return ["Too few games to compare: play more with --games."]
    if not clear:
        return [f"None of the {len(found)} figures differs by more than chance."]
    return [
        *lines,
        f"The other {len(found) - len(clear)} of {len(found)} figures differ only within chance.",
    ]


def _with(name: str) -> str:
    return name if name == NO_VARIANTS else f"with {name}"


def _row(one: Difference, titles: Titles) -> list[str]:
    cells = [_said(one.name, titles)]
    for side in (one.first, one.second):
        cells += [
            _figure_in_words(one, side.value),
            f"{_figure_in_words(one, side.low)}–{_figure_in_words(one, side.high)}",
        ]
    return cells


def _figure_in_words(one: Difference, value: float) -> str:
    return f"{value:.1%}" if one.share else f"{value:.2f}"
