"""The `worth` command: what one more of something is worth, in points of winning chance.

In: a game. Out: at most ten quantities in the game's words, and what they are worth in one another; as JSON on request.
Layer: tools.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from interpreter.tools.cli.files import check_writable, write_text
from interpreter.tools.cli.opening import open_game, players_of
from interpreter.tools.cli.output import as_json, print_table, say, wrong
from interpreter.tools.cli.parameters import GameWord, JsonFile, OptionWords, Players, Seed, VariantWords

if TYPE_CHECKING:
    from interpreter.tools.worth.measuring import Worth

SHOWN = 10


def worth(
    game: GameWord,
    variant: VariantWords = None,
    option: OptionWords = None,
    players: Players = None,
    minutes: Annotated[
        float,
        typer.Option("--minutes", metavar="M", min=0.05, max=600, help="How long to play; more narrows the intervals."),
    ] = 1.0,
    cards: Annotated[
        bool, typer.Option("--cards", help="What each card is worth instead of another one in its place.")
    ] = False,
    seed: Seed = None,
    json: JsonFile = None,
) -> int:
    """Say what one more of something is worth: the same positions with it and without it, played on to the end.

    Points are of the chance to win: 5 points are from 25 % to 30 %.
    """
    from interpreter.tools.worth.measuring import measured

    if json is not None and str(json) != "-":
        check_writable(json)
    loaded = open_game(game, variant, option)
    if loaded.runs_in_python_because:
        raise wrong("R0908", "this needs the rules in C, which is what bots think in", loaded.runs_in_python_because)
    number = players_of(loaded, players, None)
    found = measured(loaded, number, 60 * minutes, seed or 1, cards)
    if json is not None:
        text = as_json({"game": loaded.name, "bot": found.bot, "worths": [asdict(one) for one in found.worths]})
        if str(json) == "-":
            print(text, end="")
            return 0
        write_text(json, text)
    if cards and not found.worths:
        say("There are no cards in these rules that a player could have instead of others.")
        return 0
    _tell(found.worths, found.bot)
    if cards:
        say("Each card took the place of another one: this is what it does itself, not what goes with it.")
    return 0


def _tell(worths: Sequence[Worth], bot: str) -> None:
    sure = [one for one in worths if one.is_sure][:SHOWN]
    if not worths:
        say("There is nothing in these rules that a player could have more of.")
        return
    if sure:
        rows = [[one.named, f"{one.points:+.1f}", f"± {one.half:.1f}", str(one.positions)] for one in sure]
        print_table(["what", "points", "", "positions"], rows)
        say("")
        for line in in_one_another(sure):
            say(line)
    unsure = [one.named for one in worths if not one.is_sure]
    if unsure:
        say(f"No difference was seen for {', '.join(unsure)}: it is small, or more minutes would show it.")
    say(
        f"Played on by {bot} bots. {'Random bots make little use of what they have.' if bot == 'random' else ''}".rstrip()
    )


def in_one_another(sure: Sequence[Worth]) -> list[str]:
    """Say what the dearest is worth in what players have much of, such as money."""
    coins = [one for one in sure if one.unit > 1 and one.points > 0]
    if not coins:
        return []
    coin = max(coins, key=lambda one: one.unit)
    return [
        f"{one.named[:1].upper()}{one.named[1:]} is worth as much as {coin.unit * one.points / coin.points:,.0f} {coin.title}."
        for one in sure
        if one is not coin and one.points > 0
    ][:3]
