"""The `simulate` command: play many games between bots.

In: a game and a number of games. Out: a summary in words, as JSON and as a table of results on request, and a progress bar on a
terminal. Layer: tools. Ctrl-C keeps and reports what is done.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from interpreter.source import Diagnostic
from interpreter.source.operating_system import interrupts_deferred
from interpreter.tools.cli.files import check_writable, reason, write_text
from interpreter.tools.cli.opening import all_seats, changed_options, open_game, players_of, variant_of
from interpreter.tools.cli.output import as_json, clip, complain, count, note, say, wrong
from interpreter.tools.cli.parameters import (
    Engine,
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
from interpreter.tools.simulate.summary_text import print_numbers

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.tools.simulate.column_journal import ColumnJournal
    from interpreter.tools.simulate.journal import Journal
    from interpreter.tools.simulate.matches import Played
    from interpreter.tools.simulate.plan import Plan
    from interpreter.tools.simulate.summary import Tally

LONG = 0.5  # seconds after which it is worth compiling the rules
MANY_GAMES = 100  # enough to compile while the rules are still being read
FEW_GAMES = 20  # too few to compile meanwhile
BEYOND_C = "a list or a number there was larger than C has room for"
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
    bot: Annotated[str | None, typer.Option("--bot", metavar="BOT", help="The bot that plays every seat.")] = None,
    seats: Annotated[str | None, typer.Option("--seats", metavar="BOT,BOT,...", help="A bot for each seat.")] = None,
    seed: Seed = None,
    workers: Workers = 1,
    engine: Engine = "auto",
    out: OutFile = None,
    fast: Annotated[bool, typer.Option("--fast", help="Skip the game's `always` checks.")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="Resume from the results in --out F.")] = False,
    show_options: Annotated[bool, typer.Option("--show-options", help="List the game's options as well.")] = False,
    dask: Annotated[str | None, typer.Option("--dask", metavar="ADDRESS", help="Play on a Dask cluster.")] = None,
    minutes: Minutes = None,
    json: JsonFile = None,
) -> int:
    """Play many games between bots and summarize them.

    If no bot is named, the strongest that fit the time play, and it is said which.
    Exit 1 if a rule went wrong in any of them, if one did not end, or if it was stopped. Ctrl-C keeps and reports what is
    done.
    """
    _check_files(out, json, resume)
    named = bot_words(bot, seats) if bot is not None or seats is not None else None
    if named is not None and minutes is not None:
        raise wrong("R0908", "--minutes chooses a bot: it does not go with --bot or --seats")
    loaded = open_game(game, variant, option, soon_in_c=engine != "python" and games >= MANY_GAMES)
    number = players_of(loaded, players, named if seats else None)
    words = named or (_strongest(loaded, number, games, minutes, workers, engine, out if resume else None, dask),)
    bot = None if seats else words[0]  # so that the command that resumes says it
    names = all_seats(loaded, number, words if seats else words * number)
    plan = _plan(loaded, game, variant, names, number, games, seed or 0, workers, out is not None, fast, engine)
    meanwhile = engine == "native" and _compiles_meanwhile(loaded, games)
    again = _words(game, games, players, variant, option, bot, seats, seed, out, dask, workers, engine, fast)
    run = Run(
        replace(plan, engine="auto") if meanwhile else plan,
        loaded,
        out,
        resume,
        again,
        dask=dask,
        quiet=json is not None and str(json) == "-",
    )
    numbers = run.measured()
    numbers["variant_changes"] = _changes_asked(plan, numbers["variant_rules"])
    _report(numbers, json, show_options)
    if fast and loaded.always and not run.quiet:
        say(f"What must always hold ({count(len(loaded.always), 'rule')}) was not checked, because of --fast.")
    if not run.quiet:
        _tell_engine(plan, loaded, numbers["left_c"])
    return 1 if numbers["faults"] or numbers["endless"] or run.stopped else 0


def _strongest(
    game: Game, players: int, games: int, minutes: float | None, workers: int, engine: str, before: Path | None,
    dask: str | None,
) -> str:  # fmt: skip
    """Choose the strongest bot that fits the time, and say so.

    To resume, it is the one of the games that are kept."""
    from interpreter.tools.simulate.journal import bot_before
    from interpreter.tools.simulate.strongest import MINUTES, in_words, strongest

    found = bot_before(before) if before is not None else None
    if found is not None:
        return found
    given = MINUTES if minutes is None else minutes
    chosen = strongest(game, players, games, 60 * given * workers, engine, with_learned=dask is None)
    note(in_words(chosen, games, given))
    return chosen.bot


def _words(
    game: str, games: int, players: int | None, variant: Sequence[str] | None, option: Sequence[str] | None,
    bot: str | None, seats: str | None, seed: int | None, out: Path | None, dask: str | None, workers: int, engine: str,
    fast: bool,
) -> str:  # fmt: skip
    """Build the command line that resumes this run."""
    given: list[tuple[str, object]] = [
        ("--games", games), ("--players", players), *(("--variant", one) for one in variant or ()),
        *(("--option", one) for one in option or ()), ("--bot", bot), ("--seats", seats), ("--seed", seed), ("--out", out),
        ("--dask", dask), ("--workers", workers if workers > 1 else None), ("--engine", engine if engine != "auto" else None),
    ]  # fmt: skip
    words = [word for name, value in given if value is not None for word in (name, str(value))]
    return " ".join(map(quote, ["rulewright", "simulate", game, *words, *(["--fast"] if fast else []), "--resume"]))


def _changes_asked(plan: Plan, rules: Mapping[str, Mapping[str, Sequence[str]]]) -> list[dict[str, object]]:
    """Count how often games evaluated changes of variants.

    Of variants without rules that could be reached."""
    silent = [name for name, found in rules.items() if not any(found.values())]
    if not silent:
        return []
    from interpreter.tools.bots import AUTOMA, only_bots
    from interpreter.tools.simulate.changes import changes_asked
    from interpreter.tools.variants.change_use import watched

    names = tuple(AUTOMA if name == AUTOMA else "random" for name in plan.bot_names)
    by_chance = replace(plan, bots=partial(only_bots, names), bot_names=names, events=False)
    found = changes_asked(plan, by_chance, watched(plan.game, plan.variants, plan.options))
    return [one for one in found if one["variant"] in silent]


def _compiles_meanwhile(game: Game, games: int) -> bool:
    """Compile in the background while the first games run in Python.

    False if the rules are compiled, cannot be, or there are too few games for that."""
    if game.native_ready() or games < FEW_GAMES or game.runs_in_python_because:
        return False
    game.begin_native()
    return True


def _tell_engine(plan: Plan, game: Game, left_c: int) -> None:
    """Say why games were not played in C, where that may surprise."""
    from interpreter.tools.simulate.in_c import bots_in_c

    if plan.engine == "native" and bots_in_c(plan) is None:
        say("Bots with a clock do not play in C: these games were played in Python, with their search in C.")
    if plan.engine == "auto" and bots_in_c(plan) is not None and (reason := game.runs_in_python_because):
        say(f"Played in Python only: {reason}.")
    if left_c:
        say(f"{count(left_c, 'game')} left C and {'was' if left_c == 1 else 'were'} played in Python: {BEYOND_C}.")


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
    from interpreter.tools.simulate.plan import Plan

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
    """Check the files first: fail before a long simulation rather than after it."""
    from interpreter.tools.simulate.journal import journal_of
    from interpreter.tools.simulate.results import ENDINGS, needs_extra

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
        raise wrong("R0914", f'"{out}" already contains results', "--resume continues them; or choose another name")


def _either(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"


@dataclass
class Run:
    """One simulation: its plan, the results so far and the files they go to."""

    plan: Plan
    game: Game
    out: Path | None
    resume: bool
    again: str  # the command that resumes this run
    quiet: bool = False
    stopped: bool = False
    lost: bool = False  # whether it stopped because the cluster was lost
    dask: str | None = None
    _started: float = field(default_factory=time.perf_counter)
    _compiling: bool = False

    def measured(self) -> dict[str, Any]:
        from interpreter.tools.simulate.journal import journal_for
        from interpreter.tools.simulate.summary import Tally

        started = self._started = time.perf_counter()
        tally = Tally(self.plan)
        missing = self._missing(tally)
        if self.out is None:
            self._play(missing, tally, None)
        else:
            try:
                with journal_for(self.out, self.plan, self.game) as journal:
                    self._play(missing, tally, journal)
                    self._finish(journal)
            except OSError as error:
                raise wrong("R0905", f'"{self.out}" cannot be written: {reason(error)}') from None
        self._tell_stop(tally.games)
        return tally.summary(self.game, time.perf_counter() - started)

    def _finish(self, journal: Journal | ColumnJournal) -> None:
        """Write the results in order.

        Stopped in the midst of it, the games are still in the journal."""
        try:
            journal.finish()
        except KeyboardInterrupt:
            self.stopped = True

    def _missing(self, tally: Tally) -> Iterable[int]:
        """Return the numbers of the matches still to play; those done before are tallied."""
        from interpreter.tools.simulate.journal import done_before
        from interpreter.tools.simulate.results import ResultsError
        from interpreter.tools.simulate.rows import OtherResultsError

        if not self.resume or self.out is None:
            return range(self.plan.games)
        done = bytearray(self.plan.games)
        try:
            for match in done_before(self.out, self.plan, self.game):
                done[match.number] = 1
                tally.add(match)
        except OtherResultsError:
            raise wrong(
                "R0914", f'"{self.out}" holds the results of other games', "give the same game, seed, players and seats"
            ) from None
        except (ResultsError, OSError):
            raise wrong("R0914", f'"{self.out}" holds no results of a simulation, or they are damaged') from None
        return (number for number in range(self.plan.games) if not done[number])

    def _play(self, missing: Iterable[int], tally: Tally, journal: Journal | ColumnJournal | None) -> None:
        """Play the missing matches, until Ctrl-C or the loss of the cluster."""
        from interpreter.tools.simulate.cluster import ClusterError, LostCluster

        running = self._running(missing, self.plan.games - tally.games)
        try:
            for played in with_progress(running, self.plan.games, tally.games, size=_games_in):
                with interrupts_deferred():  # what is counted is kept as well
                    self._count(played, tally, journal)
                self._compile_if_long()
        except ClusterError:
            help = "start one with: dask scheduler (its first lines show the address)"
            raise wrong("R0901", f'no Dask scheduler answers at "{clip(str(self.dask))}"', help) from None
        except LostCluster:
            self.stopped = self.lost = True
            message = f'the Dask scheduler at "{clip(str(self.dask))}" no longer answers'
            complain([Diagnostic("R0911", message, help=self._how_to_resume(tally.games))])
        except KeyboardInterrupt:
            self.stopped = True
            running.close()

    def _count(self, played: Played, tally: Tally, journal: Journal | ColumnJournal | None) -> None:
        from interpreter.tools.simulate.plan import Match

        if isinstance(played, Match):
            tally.add(played)
        else:
            tally.add_batch(played)
        if journal is not None:
            journal.keep(played)

    def _how_to_resume(self, done: int) -> str:
        if self.out is None:
            return "--out F keeps the games that are done, so that they need not be played again"
        kept = f"{done} of {count(self.plan.games, 'game')} are kept"
        return f"{kept}; start the scheduler again and resume with: {self.again}"

    def _compile_if_long(self) -> None:
        """Compile the rules in the background once a simulation turns out to be long."""
        if self._compiling or self.plan.engine != "auto" or time.perf_counter() < self._started + LONG:
            return
        self._compiling = True
        if not self.game.native_ready():
            self.game.begin_native()

    def _running(self, numbers: Iterable[int], left: int) -> Generator[Played]:
        from interpreter.tools.simulate.cluster import in_cluster, needs_dask
        from interpreter.tools.simulate.matches import portions
        from interpreter.tools.simulate.workers import portions_in_workers

        if self.dask is not None and needs_dask():
            raise wrong("R0913", "a cluster needs Dask", 'pip install "rulewright[dask]"')
        if self.dask is not None:
            return in_cluster(self.plan, numbers, self.dask)
        if self.plan.workers > 1 and left > 1:
            return portions_in_workers(self.plan, numbers)
        return portions(self.plan, self.game, numbers)

    def _tell_stop(self, done: int) -> None:
        if self.stopped and not self.quiet:
            say(f"Stopped after {done} of {count(self.plan.games, 'game')}.")
            if self.out and not self.lost:
                say(f"Resume with: {self.again}")


def _games_in(played: Played) -> int:
    from interpreter.tools.simulate.plan import Match

    return 1 if isinstance(played, Match) else len(played.numbers)


def _report(numbers: dict[str, Any], json: Path | None, show_options: bool) -> None:
    if json and str(json) == "-":
        print(as_json(numbers), end="")
        return
    if json:
        write_text(json, as_json(numbers))
    print_numbers(numbers, show_options)
