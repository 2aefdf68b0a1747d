"""The `compare` command: the same game under different rules.

In: a game, the variants of one side and those of the other. Out: what differs, in words first; as JSON and as a page on
request. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    from interpreter.tools.compare.sides import Comparison, Played
    from interpreter.tools.show.titles import Titles

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
    if output is not None:
        check_page(output)
    from interpreter.tools.compare import sides as comparing

    both = (variant or [], against or [])
    if bot is None:
        bot = _strongest([open_game(game, some, option) for some in both], players, games, 2, minutes, workers)
    sides = [_side(game, some, option, players, bot, games, seed or 0, workers) for some in both]
    found = comparing.compared(sides, [comparing.named(some) for some in both])
    _report(found, json)
    if output is not None:
        write_text(output, found.page(still))
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


def _side(
    game: str, variants: Sequence[str], option: Sequence[str] | None, players: int | None, bot: str | None, games: int,
    seed: int, workers: int,
) -> Played:  # fmt: skip
    """Play one side.

    Both use the same seeds, so that luck is the same where the rules are."""
    from interpreter.tools.bots import listens, only_bots
    from interpreter.tools.compare.sides import played
    from interpreter.tools.simulate.matches import matches
    from interpreter.tools.simulate.plan import Plan
    from interpreter.tools.simulate.workers import in_workers

    loaded = open_game(game, variants, option)
    number = players_of(loaded, players)
    names = all_seats(loaded, number, bot_words(bot, None) * number)
    plan = Plan(
        game, number, games, partial(only_bots, names), names, tuple(map(variant_of, variants)),
        changed_options(loaded), seed, workers, events=any(map(listens, names)), detailed=True, engine="auto",
    )  # fmt: skip
    matched = in_workers(plan, range(games)) if workers > 1 else matches(plan, loaded)
    return played(with_progress(matched, games), plan, loaded)


def _rows(
    game: str, variants: Sequence[str], option: Sequence[str] | None, players: int | None, bot: str | None, games: int,
    seed: int, workers: int,
) -> list[dict[str, Any]]:  # fmt: skip
    return _side(game, variants, option, players, bot, games, seed, workers).rows


def _report(compared: Comparison, json: Path | None) -> None:
    if json and str(json) == "-":
        print(as_json(compared.as_values()), end="")
        return
    if json:
        write_text(json, as_json(compared.as_values()))
    for line in compared.in_words():
        say(line)
    found = compared.found
    clear = [one for one in found if one.clear]
    shown = [*clear, *(one for one in found if not one.clear and not one.name.startswith("games with"))][
        : len(clear) + SHOWN
    ]
    headings = ["figure", compared.names[0], "95 % interval", compared.names[1], "95 % interval"]
    if shown:
        print_table(headings, [_row(one, compared.titles) for one in shown])


def _row(one: Difference, titles: Titles) -> list[str]:
    from interpreter.tools.compare.sides import figure_in_words, said

    cells = [said(one.name, titles)]
    for side in (one.first, one.second):
        cells += [
            figure_in_words(one, side.value),
            f"{figure_in_words(one, side.low)}–{figure_in_words(one, side.high)}",
        ]
    return cells
