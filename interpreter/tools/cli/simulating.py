"""`simulate`: many games between bots.

In: a game and how many. Out: a summary in words, as JSON if wanted, and a progress bar on a terminal. Layer: tools.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .files import check_writable, write_text
from .opening import changed_options, open_game, players_of, variant_of
from .parameters import Games, GameWord, JsonFile, OptionWords, Players, Seed, VariantWords, Workers
from .speech import as_json, clip, console, count, print_table, say, wrong

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.tools.simulate import Match, Plan


def simulate(
    game: GameWord,
    games: Games,
    players: Players = None,
    variant: VariantWords = None,
    option: OptionWords = None,
    bot: Annotated[str, typer.Option("--bot", metavar="BOT", help="Who plays: random or eager.")] = "random",
    seed: Seed = None,
    workers: Workers = 1,
    json: JsonFile = None,
) -> int:
    """Play many games between bots and summarize them. Exit 1 if a rule went wrong in any of them."""
    if json and str(json) != "-":
        check_writable(json)
    _check_bot(bot)
    loaded = open_game(game, variant, option)
    number = players_of(loaded, players)
    plan = _plan(loaded, game, variant, bot, number, games, seed or 0, workers)
    numbers = _measure(plan, loaded)
    _report(numbers, json)
    return 1 if numbers["faults"] else 0


def _plan(
    loaded: Game, game: str, variant: Sequence[str] | None, bot: str, players: int, games: int, seed: int, workers: int
) -> Plan:
    from interpreter.tools.bots import seated
    from interpreter.tools.simulate import Plan

    names = (bot,) * players
    return Plan(
        game=game,
        players=players,
        games=games,
        bots=partial(seated, names),  # type: ignore[arg-type]  # no seat is a person's here
        bot_names=names,
        variants=tuple(variant_of(name) for name in variant or ()),
        options=changed_options(loaded),
        seed=seed,
        workers=workers,
    )


def _check_bot(bot: str) -> None:
    from interpreter.tools.bots import BOTS

    if bot not in BOTS:
        raise wrong("R0902", f'there is no bot "{clip(bot)}"', f"the bots are {', '.join(BOTS)}")


def _measure(plan: Plan, game: Game) -> dict[str, Any]:
    from interpreter.tools.simulate import WorkerLost, matches, summary

    started = time.perf_counter()
    try:
        played = list(_with_progress(matches(plan, game), plan.games))
    except WorkerLost:
        raise wrong("R0911", "a worker process was lost; nothing was written", "try fewer workers") from None
    except KeyboardInterrupt:
        say("Stopped; nothing was written.")
        raise
    return summary(plan, game, played, time.perf_counter() - started)


def _with_progress(played: Iterable[Match], total: int) -> Iterator[Match]:
    if not sys.stderr.isatty():
        yield from played
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(sys.stderr), transient=True) as progress:
        task = progress.add_task("games", total=total)
        for match in played:
            progress.advance(task)
            yield match


def _report(numbers: Mapping[str, Any], json: Path | None) -> None:
    if json and str(json) == "-":
        print(as_json(numbers), end="")
        return
    if json:
        write_text(json, as_json(numbers))
    _print_numbers(numbers)


def _print_numbers(numbers: Mapping[str, Any]) -> None:
    say(
        f"{count(numbers['games'], 'game')} of {numbers['game']} with {count(numbers['players'], 'player')}: "
        f"{numbers['finished']} finished, {count(numbers['faults'], 'fault')}, {numbers['endless']} endless."
    )
    _print_setting(numbers)
    say(
        f"{count(numbers['decisions'], 'decision')} in {numbers['seconds']:.2f} s "
        f"({numbers['decisions_per_second']:,} per second)."
    )
    _print_seats(numbers)
    _print_never_used(numbers["never_used"])
    for fault in numbers["fault_reports"]:
        say(f"fault in match {fault['match']} (play it with --seed {fault['seed']}): {fault['message']}")
        for rule in fault["stack"]:
            say(f"    in {rule}")


def _print_setting(numbers: Mapping[str, Any]) -> None:
    """What was played, so that the report can be repeated."""
    parts = [f"seed {numbers['seed']}"]
    if numbers["variants"]:
        parts.append(f"variants {', '.join(numbers['variants'])}")
    if numbers["options"]:
        parts.append("options " + ", ".join(f"{name}={value}" for name, value in numbers["options"].items()))
    say(f"With {'; '.join(parts)}.")


def _print_seats(numbers: Mapping[str, Any]) -> None:
    finished = numbers["finished"]
    if not finished:
        return
    rows = []
    for seat, wins in enumerate(numbers["wins"]):
        score = numbers["scores"][seat] if numbers["scores"] else None
        shown = [f"{score['mean']:.2f}", f"{score['min']}", f"{score['max']}", f"{score['sd']:.2f}"] if score else []
        rows.append([str(seat + 1), numbers["bots"][seat], str(wins), f"{wins / finished:.1%}", *shown])
    headings = ["seat", "bot", "wins", "share"]
    print_table([*headings, *(("mean", "least", "most", "sd") if numbers["scores"] else ())], rows)
    if numbers["draws"]:
        say(f"{count(numbers['draws'], 'game')} without a winner.")
    if numbers["rounds"]:
        rounds = numbers["rounds"]
        say(f"Rounds: {rounds['mean']:.1f} on average, {rounds['min']} to {rounds['max']}.")


def _print_never_used(never_used: Mapping[str, Sequence[str] | None]) -> None:
    for kind, names in never_used.items():
        if names:
            say(f"Never used {kind}: {', '.join(names)}.")
