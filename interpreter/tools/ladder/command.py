"""The `ladder` command: bots against each other, from weak to strong.

In: a game. Out: a table of shares and ratings with intervals, and a sentence on skill; as JSON on request. Layer: tools.
"""

from __future__ import annotations

from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from interpreter.tools.cli.files import check_writable, write_text
from interpreter.tools.cli.opening import open_game, players_of
from interpreter.tools.cli.output import as_json, print_table, say
from interpreter.tools.cli.parameters import GameWord, JsonFile, OptionWords, Players, Seed, VariantWords, whole_number

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.runtime.imagined_tables import BotInC
    from interpreter.tools.ladder.rungs import Pairs
    from interpreter.tools.learn.matches import Share

LEARNED = "learned"
SEARCHES = 100  # iterations of the bot that searches


def ladder(
    game: GameWord,
    variant: VariantWords = None,
    option: OptionWords = None,
    players: Players = None,
    games: Annotated[
        int,
        typer.Option("--games", metavar="N", parser=whole_number("--games", 1, 100_000), help="Games of each pair."),
    ] = 100,
    seed: Seed = None,
    json: JsonFile = None,
) -> int:
    """Let bots play against each other, and say whether skill matters.

    In each game one seat has the one bot, all others the other; the seat goes round. `learned` takes part where it was learned.
    """
    if json is not None and str(json) != "-":
        check_writable(json)
    loaded = open_game(game, variant, option)
    number = players_of(loaded, players, None)
    bots = _bots(loaded, number)
    pairs = _pairs(loaded, number, bots, games, seed or 0)
    _report(loaded, list(bots), pairs, json)
    return 0


def _bots(game: Game, players: int) -> dict[str, BotInC | None]:
    """Bots by their words; None for one that C does not play."""
    from interpreter.runtime.imagined_tables import BY_CHANCE, GREEDY, SEARCHING, BotInC
    from interpreter.source import Problems
    from interpreter.tools.learn.keeping import mixture_for, model_for

    game.native(bots=True)
    found: dict[str, BotInC | None] = {
        "random": BotInC(BY_CHANCE),
        "greedy": BotInC(GREEDY, 6),
        f"search:{SEARCHES}": BotInC(SEARCHING, SEARCHES),
    }
    seats = game.fresh_position(players, 0, None, events=False).count
    if mixture_for(game, seats) is not None:
        return {**found, LEARNED: None}
    try:
        model = model_for(game, seats)
    except Problems:
        return found
    return {**found, LEARNED: model.played()}


def _pairs(game: Game, players: int, bots: dict[str, BotInC | None], games: int, seed: int) -> Pairs:
    from interpreter.tools.learn.matches import share_of, share_of_words

    found = {}
    for at, (one, mine) in enumerate(bots.items()):
        for other, theirs in list(bots.items())[:at]:
            if mine is None or theirs is None:
                found[one, other] = share_of_words(game, players, one, other, games, seed)
            else:
                found[one, other] = share_of(game, players, mine, theirs, games, seed)
    return found


def _report(game: Game, bots: list[str], pairs: Pairs, json: Path | None) -> None:
    from interpreter.tools.ladder.rungs import circles, ratings, rungs, sentence

    rated, round_and_round = ratings(bots, pairs), circles(bots, pairs)
    found = rungs(rated, pairs)
    words = sentence(found, rated, round_and_round)
    numbers = {
        "game": game.name, "sentence": words, "rungs": found, "circles": round_and_round,
        "ratings": [asdict(one) for one in rated],
        "pairs": [{"bot": one, "against": other, **_numbers(share)} for (one, other), share in pairs.items()],
    }  # fmt: skip
    if json is not None:
        if str(json) == "-":
            print(as_json(numbers), end="")
            return
        write_text(json, as_json(numbers))
    strong = sorted(rated, key=lambda one: -one.rating)
    heads = ["bot", "rating", *(f"against {bot}" for bot in bots)]
    print_table(
        heads,
        [
            [one.bot, f"{one.rating:.0f} ± {one.high - one.rating:.0f}", *_shares(one.bot, bots, pairs)]
            for one in strong
        ],
    )
    say("")
    say(words)
    for weak, better in pairwise(found):
        say(f"{' and '.join(better)} above {' and '.join(weak)}.")
    if LEARNED not in bots:
        say(f"No bot has learned these rules yet: rulewright learn {game.name}")


def _shares(bot: str, bots: list[str], pairs: Pairs) -> list[str]:
    return [_words(pairs[bot, other]) if (bot, other) in pairs else "" for other in bots]


def _words(share: Share) -> str:
    low, high = share.interval
    return f"{share.share:.0%} ({low:.0%}–{high:.0%})"


def _numbers(share: Share) -> dict[str, object]:
    low, high = share.interval
    return {
        "wins": share.wins,
        "games": share.games,
        "alike": share.alike,
        "low": low,
        "high": high,
        "verdict": share.verdict,
    }
