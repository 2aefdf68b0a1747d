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
from interpreter.tools.cli.output import as_json, count, print_table, say
from interpreter.tools.cli.parameters import GameWord, JsonFile, OptionWords, Players, Seed, VariantWords, whole_number

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.runtime.imagined_tables import BotInC
    from interpreter.tools.ladder.rungs import Pairs
    from interpreter.tools.learn.matches import Exchanged, Share

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
    luck = _luck(loaded, number, bots, pairs, games, seed or 0)
    _report(loaded, list(bots), pairs, luck, json)
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


def _luck(
    game: Game, players: int, bots: dict[str, BotInC | None], pairs: Pairs, games: int, seed: int
) -> tuple[str, str, Exchanged] | None:
    """Let the two strongest bots play deals twice, with the seats exchanged.

    None where C does not play them, or for one seat."""
    from interpreter.tools.ladder.rungs import ratings
    from interpreter.tools.learn.matches import exchanged

    best, next_best = sorted(ratings(list(bots), pairs), key=lambda one: -one.rating)[:2]
    one, other = bots[best.bot], bots[next_best.bot]
    if one is None or other is None:
        return None
    found = exchanged(game, players, one, other, games, seed + 1)
    return (best.bot, next_best.bot, found) if found.deals else None


def _report(
    game: Game, bots: list[str], pairs: Pairs, luck: tuple[str, str, Exchanged] | None, json: Path | None
) -> None:
    from interpreter.tools.ladder.rungs import circles, ratings, rungs, sentence

    rated, round_and_round = ratings(bots, pairs), circles(bots, pairs)
    found = rungs(rated, pairs)
    words = sentence(found, rated, round_and_round)
    numbers = {
        "game": game.name, "sentence": words, "rungs": found, "circles": round_and_round,
        "ratings": [asdict(one) for one in rated],
        "luck": None if luck is None else {"bots": luck[:2], **asdict(luck[2])},
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
    if luck is not None:
        say(luck_in_words(*luck))
    if LEARNED not in bots:
        say(f"No bot has learned these rules yet: rulewright learn {game.name}")


def luck_in_words(best: str, other: str, found: Exchanged) -> str:
    """Say how often the deal or the seat decided, and how often the better bot."""
    return (
        f"Luck: {best} and {other} played {count(found.deals, 'deal')} twice, with the seats exchanged. The same seat won both "
        f"times in {found.same_seat / found.deals:.0%} of them, {best} in {found.same_bot / found.deals:.0%}."
    )


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
