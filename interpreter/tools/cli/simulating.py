"""`simulate`: many games between bots.

In: a game and how many. Out: a summary in words, as JSON and as a table of results if wanted, and a progress bar on a
terminal. Layer: tools. Ctrl-C keeps what is done and reports it.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .files import check_writable, reason, write_text
from .numbers import print_numbers
from .opening import all_seats, changed_options, open_game, players_of, variant_of
from .parameters import Engine, Games, GameWord, JsonFile, OptionWords, Players, Seed, VariantWords, Workers
from .progress import with_progress
from .seating import bot_words
from .speech import as_json, clip, count, say, wrong

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.tools.simulate import Journal, Match, Plan

LONG = 3.0  # seconds after which it is worth compiling the rules
OutFile = Annotated[
    Path | None,
    typer.Option("--out", metavar="F", help="Write a row per game and seat: F.parquet, F.csv or F.jsonl."),
]


def simulate(
    game: GameWord,
    games: Games,
    players: Players = None,
    variant: VariantWords = None,
    option: OptionWords = None,
    bot: Annotated[str | None, typer.Option("--bot", metavar="BOT", help="Who plays on every seat.")] = None,
    seats: Annotated[str | None, typer.Option("--seats", metavar="BOT,BOT,...", help="Who plays on which seat.")] = None,
    seed: Seed = None,
    workers: Workers = 1,
    engine: Engine = "auto",
    out: OutFile = None,
    fast: Annotated[bool, typer.Option("--fast", help="Do not look at the game's always rules.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the results in --out F.")] = False,
    show_options: Annotated[bool, typer.Option("--show-options", help="Print the game's options, too.")] = False,
    dask: Annotated[str | None, typer.Option("--dask", metavar="ADDRESS", help="Play on a Dask cluster.")] = None,
    json: JsonFile = None,
) -> int:
    """Play many games between bots and summarize them.

    Exit 1 if a rule went wrong in any of them, if one has no end, or if it was stopped. Ctrl-C keeps and reports what is
    done.
    """
    _check_files(out, json, resume)
    words = bot_words(bot, seats)
    loaded = open_game(game, variant, option)
    number = players_of(loaded, players, words if seats else None)
    names = all_seats(loaded, number, words if seats else words * number)
    plan = _plan(loaded, game, variant, names, number, games, seed or 0, workers, out is not None, fast, engine)
    if engine == "native":
        loaded.native()
    run = Run(plan, loaded, out, resume, dask=dask, quiet=json is not None and str(json) == "-")
    numbers = run.measured()
    _report(numbers, json, show_options)
    if fast and loaded.always and not run.quiet:
        say(f"What must always hold ({count(len(loaded.always), 'rule')}) was not looked at, because of --fast.")
    if not run.quiet:
        _tell_engine(plan, loaded)
    return 1 if numbers["faults"] or numbers["endless"] or run.stopped else 0


def _tell_engine(plan: Plan, game: Game) -> None:
    """What kept the games out of C, if somebody may wonder."""
    from interpreter.tools.simulate import plays_by_chance

    if plan.engine == "native" and not plays_by_chance(plan):
        say(f"Only random bots play in C: these games were played in Python{', and thought about in C' if plan.events else ''}.")
    if plan.engine == "auto" and plays_by_chance(plan) and (reason := game.runs_in_python_because):
        say(f"Played in Python alone: {reason}.")


def _plan(
    loaded: Game,
    game: str,
    variant: Sequence[str] | None,
    names: tuple[str, ...],
    players: int,
    games: int,
    seed: int,
    workers: int,
    detailed: bool,
    fast: bool,
    engine: str,
) -> Plan:
    from interpreter.tools.bots import listens, only_bots
    from interpreter.tools.simulate import Plan

    return Plan(
        game=game,
        players=players,
        games=games,
        bots=partial(only_bots, names),
        bot_names=names,
        variants=tuple(variant_of(name) for name in variant or ()),
        options=changed_options(loaded),
        seed=seed,
        workers=workers,
        events=any(listens(name) for name in names),
        detailed=detailed,
        fast=fast,
        engine=engine,
    )


def _check_files(out: Path | None, json: Path | None, resume: bool) -> None:
    """What would fail after a long simulation fails now."""
    from interpreter.tools.simulate import ENDINGS, journal_of, needs_extra

    if json and str(json) != "-":
        check_writable(json)
    if out is None:
        if resume:
            raise wrong("R0908", "--resume is for results that are kept in a file: give it with --out")
        return
    if out.suffix not in ENDINGS:
        raise wrong("R0912", f'"{out}" does not say what kind of file it is', f"its name ends with {_either(ENDINGS)}")
    if needs_extra(out):
        raise wrong("R0913", "Parquet files need PyArrow", 'pip install "rulewright[parquet]", or choose F.csv')
    check_writable(out)
    if not resume and (out.exists() or journal_of(out).exists()):
        raise wrong("R0914", f'"{out}" holds results already', "--resume goes on with them; or choose another name")


def _either(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


@dataclass
class Run:
    """One simulation, with what was done before and what is kept of it."""

    plan: Plan
    game: Game
    out: Path | None
    resume: bool
    quiet: bool = False
    stopped: bool = False
    dask: str | None = None
    _started: float = field(default_factory=time.perf_counter)
    _compiling: bool = False

    def measured(self) -> dict[str, Any]:
        from interpreter.tools.simulate import Journal, summary

        started = self._started = time.perf_counter()
        before = self._before()
        if self.out is None:
            played = self._played(before, None)
        else:
            try:
                with Journal(self.out, self.plan, self.game) as journal:
                    played = self._played(before, journal)
                    journal.finish(played)
            except OSError as error:
                raise wrong("R0905", f'"{self.out}" cannot be written: {reason(error)}') from None
        self._tell_stop(len(played))
        return summary(self.plan, self.game, played, time.perf_counter() - started)

    def _before(self) -> list[Match]:
        from interpreter.tools.simulate import BadResults, OtherResults, done_before

        if not self.resume or self.out is None:
            return []
        try:
            found = done_before(self.out, self.plan, self.game)
        except OtherResults:
            raise wrong(
                "R0914", f'"{self.out}" holds the results of other games', "give the same game, seed, players and seats"
            ) from None
        except (BadResults, OSError):
            raise wrong("R0914", f'"{self.out}" holds no results of a simulation, or they are damaged') from None
        return [match for match in found if match.number < self.plan.games]

    def _played(self, before: list[Match], journal: Journal | None) -> list[Match]:
        """All matches in the order of their numbers; those that are done, if it is stopped by Ctrl-C."""
        from interpreter.tools.simulate import NoCluster

        known = {match.number for match in before}
        missing = [number for number in range(self.plan.games) if number not in known]
        played = list(before)
        running = self._running(missing)
        try:
            for match in with_progress(running, self.plan.games, len(before)):
                played.append(match)
                self._compile_if_long()
                if journal is not None:
                    journal.keep(match)
        except NoCluster:
            raise wrong("R0901", f'no Dask scheduler answers at "{clip(str(self.dask))}"') from None
        except KeyboardInterrupt:
            self.stopped = True
            running.close()
        return sorted(played, key=lambda match: match.number)

    def _compile_if_long(self) -> None:
        """A short simulation is over before the rules are compiled; during a long one they are, beside it."""
        from interpreter.tools.simulate import plays_by_chance

        if self._compiling or self.plan.engine != "auto" or time.perf_counter() < self._started + LONG:
            return
        self._compiling = True
        if not self.game.native_ready() and (plays_by_chance(self.plan) or self.plan.events):  # who listens, thinks
            self.game.begin_native()

    def _running(self, numbers: Sequence[int]) -> Generator[Match]:
        from interpreter.tools.simulate import in_cluster, in_workers, matches, needs_dask

        if self.dask is not None and needs_dask():
            raise wrong("R0913", "a cluster needs Dask", 'pip install "rulewright[dask]"')
        if self.dask is not None:
            return in_cluster(self.plan, numbers, self.dask)
        if self.plan.workers > 1 and len(numbers) > 1:
            return in_workers(self.plan, numbers)
        return matches(self.plan, self.game, numbers)

    def _tell_stop(self, done: int) -> None:
        if self.stopped and not self.quiet:
            again = "; the same words with --resume go on" if self.out else ""
            say(f"Stopped after {done} of {count(self.plan.games, 'game')}{again}.")


def _report(numbers: dict[str, Any], json: Path | None, show_options: bool) -> None:
    if json and str(json) == "-":
        print(as_json(numbers), end="")
        return
    if json:
        write_text(json, as_json(numbers))
    print_numbers(numbers, show_options)
