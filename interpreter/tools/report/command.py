"""The `report` command: a page about a game, or about the results of a simulation.

In: a game to play, or a file of results. Out: one HTML file that works offline, and its sentences. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import interpreter
from interpreter.source import Problems
from interpreter.tools.cli.files import check_page, check_writable, write_text
from interpreter.tools.cli.opening import changed_options, open_game, players_of, variant_of
from interpreter.tools.cli.output import count, say, wrong
from interpreter.tools.cli.parameters import OptionWords, Players, Seed, VariantWords, Workers, path_word
from interpreter.tools.cli.progress import with_progress
from interpreter.tools.simulate.plan import Plan
from interpreter.tools.studio.data_folder import usual_data

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.tools.bots import Bot
    from interpreter.tools.simulate.rows import Row


def report(
    output: Annotated[Path, typer.Option("-o", metavar="F.html", help="The page to write.")],
    results: Annotated[
        str | None,
        typer.Argument(metavar="GAME|RESULTS", parser=path_word, help="A game, or a file written by simulate --out."),
    ] = None,
    variant: VariantWords = None,
    option: OptionWords = None,
    players: Players = None,
    minutes: Annotated[
        float | None,
        typer.Option("--minutes", metavar="M", min=0.1, max=600, help="How long to play a game: 2 if not given."),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option("--games", metavar="N", min=1, help="Play N games of each kind, however long that takes."),
    ] = None,
    seed: Seed = None,
    workers: Workers = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="F", help="Keep a row per game and seat: F.parquet, F.csv or F.jsonl."),
    ] = None,
    still: Annotated[bool, typer.Option("--still", help="Write figures as plain pictures, without scripts.")] = False,
    playtest: Annotated[
        str | None,
        typer.Option(
            "--playtest", metavar="NAME", help="Report a playtest with people, beside bots; GAME is its folder."
        ),
    ] = None,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="DIR", help="Where the studio keeps its tables and playtests.")
    ] = None,
    export: Annotated[
        Path | None,
        typer.Option("--export", metavar="DIR", help="Also write what was recorded, and games as saves and scenarios."),
    ] = None,
    parquet: Annotated[bool, typer.Option("--parquet", help="Export tables as Parquet; as CSV if not given.")] = False,
) -> int:
    """Say in sentences whether a game is fair, rewards skill, is too long, close, and all used; on one page.

    For a game, bots play first: by chance, by skill, and one skilled bot among others. For a file, its games are described.
    Without the extra [report], tables take the place of charts.
    """
    check_page(output)
    if minutes is not None and games is not None:
        raise wrong("R0908", "--minutes and --games cannot be combined")
    if playtest is not None:
        if any(one is not None for one in (players, variant, option, out)):
            raise wrong("R0908", "a playtest says itself what is played: leave out players, variants and options")
        from interpreter.tools.report.of_playtest import PlaytestWish, of_playtest

        wish = PlaytestWish(playtest, results, data or usual_data(), 60 * (minutes or 1), games, seed or 0, workers)
        return of_playtest(wish, output, export, "parquet" if parquet else "csv")
    if export is not None or data is not None or parquet:
        raise wrong("R0908", "--export, --parquet and --data are for playtests", "add --playtest NAME")
    if results is None:
        raise wrong(
            "R0901", '"rulewright report" needs a GAME or RESULTS', "such as: rulewright report my_game -o my_game.html"
        )
    given = [minutes, games, players, variant, option, seed, out]
    if _is_file(results):
        if any(one is not None for one in given):
            raise wrong("R0908", "the games of a file have already been played: leave out what says how to play them")
        return _of_results(Path(results), output, still)
    loaded = open_game(results, variant, option)
    plan = Plan(
        game=results, players=players_of(loaded, players), games=0, bots=_nobody,
        variants=tuple(variant_of(name) for name in variant or ()), options=changed_options(loaded), seed=seed or 0,
        workers=workers, engine="auto",
    )  # fmt: skip
    if out is not None:
        _check_kind(out)
        check_writable(out)
    return _of_game(plan, loaded, 60 * (minutes or 2), games, output, still, out)


def _is_file(word: str) -> bool:
    """Whether a word means results, not a game: games are folders, or names without an ending."""
    path = Path(word)
    return path.suffix != "" and not path.is_dir()


def _nobody(_seed: int) -> list[Bot]:
    return []


def _of_results(results: Path, output: Path, still: bool) -> int:
    from interpreter.tools.report.page import page
    from interpreter.tools.show.titles import titles_of

    rows = read_rows(results)
    game = _game(rows[0])
    usable, titles = (game.usable, titles_of(game)) if game is not None else (None, None)
    write_text(output, page(rows, usable, still, titles=titles))
    say(f"{output}: a page about {count(len({row['match'] for row in rows}), 'game')}.")
    return 0


def _of_game(
    plan: Plan, game: Game, seconds: float, games: int | None, output: Path, still: bool, out: Path | None = None
) -> int:
    """Play the game, with the time it takes said before, and write the page."""
    from interpreter.tools.report.page import page
    from interpreter.tools.report.panels import headline, panels
    from interpreter.tools.report.playing import Wish, chosen_bot, evidence_of
    from interpreter.tools.show.titles import titles_of
    from interpreter.tools.simulate.results import write_results

    if not game.native_ready() and not game.runs_in_python_because:
        game.begin_native()  # the first games are played in Python meanwhile
    wish = Wish(plan, game, seconds, games)
    choice = chosen_bot(wish)
    how_long = f"about {_minutes(seconds)}" if games is None else f"{count(games, 'game')} of each kind"
    say(f"Playing {game.title}, {how_long}: by chance, between {choice.bot} bots, and one of them among random ones.")
    evidence, rows = evidence_of(wish, choice.bot, lambda played: with_progress(played, None))
    titles = titles_of(game)
    if out is not None:
        write_results(out, _counted(rows))
    write_text(output, page(rows, game.usable, still, titles=titles, evidence=evidence))
    found = panels(evidence, titles, game.usable)
    say(" ".join(headline(evidence, found)))
    for panel in found:
        say(f"{panel.topic}, {panel.verdict}: {panel.sentence}")
    say(f"{output}: the whole page.")
    return 0


def _minutes(seconds: float) -> str:
    minutes = seconds / 60
    return "a minute" if minutes == 1 else f"{minutes:g} minutes"


def _counted(rows: Sequence[Row]) -> list[Row]:
    """Number the games of all kinds one after the other: each kind begins at 0."""
    numbers: dict[tuple[int, int], int] = {}
    return [{**row, "match": numbers.setdefault((row["match"], row["seed"]), len(numbers))} for row in rows]


def _check_kind(results: Path) -> None:
    """Raise R0912 or R0913 for a file of results that cannot be read or written."""
    from interpreter.tools.simulate.results import ENDINGS, needs_extra

    if results.suffix not in ENDINGS:
        help = f"its name ends with one of {', '.join(ENDINGS)}"
        raise wrong("R0912", f'"{results}" does not say what kind of file it is', help)
    if needs_extra(results):
        raise wrong("R0913", "Parquet files need PyArrow", 'pip install "rulewright[parquet]"')


def read_rows(results: Path) -> list[Row]:
    """Read a file of results; R0914 if it contains none."""
    from interpreter.tools.simulate.results import ResultsError, read_results

    _check_kind(results)
    try:
        rows = read_results(results)
    except OSError:
        raise wrong(
            "R0914", f'"{results}" cannot be read', "rulewright simulate GAME --games 1000 --out F writes one"
        ) from None
    except ResultsError:
        rows = []
    if not rows:
        raise wrong("R0914", f'"{results}" holds no results of a simulation, or they are damaged')
    return rows


def _game(row: Mapping[str, Any]) -> Game | None:
    """Load the game that was played; None if it is no longer available."""
    try:
        return interpreter.load(row["game"], [variant_of(word) for word in filter(None, row["variants"].split(", "))])
    except Problems:
        return None
