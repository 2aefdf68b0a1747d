"""The command line: `rulewright COMMAND`.

In: the words after `rulewright`. Out: text or JSON on standard output, what is wrong on standard error, and an exit
status: 0 well, 1 something was found or went wrong, 2 the command could not be carried out as it was given.
Layer: tools. Each family of commands is one module here; a command loads what it needs when it runs, so that the light
commands start at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from .cards import cards
from .checking import check, fmt
from .comparing import compare
from .comparing_rules import diff
from .covering import cover
from .creating import new
from .describing import docs
from .drawing import draw
from .editing import lsp
from .exploring import explore
from .front import Command, Front, version
from .listing import explain, list_games
from .mutating import mutate
from .playing import play
from .recording import record
from .reporting import report
from .schemas import schema
from .sheet import sheet
from .showing import show, trace
from .simulating import simulate
from .studio import studio
from .testing import run_tests
from .variants import variants

app = typer.Typer(
    cls=Front,
    name="rulewright",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    epilog="Example: rulewright list",
)


@app.callback(invoke_without_command=True)
def rulewright(
    context: typer.Context,
    show_version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> int:
    """Board-game rulebooks as text and data, checked, played, tested and measured.

    GAME is the name of a bundled game or the folder of a game.
    """
    if show_version:
        typer.echo(f"rulewright {version()}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
    return 0


# The commands in the order of the help, each with its example.
COMMANDS: dict[str, tuple[Callable[..., int], str]] = {
    "list": (list_games, "list --json"),
    "new": (new, "new variant GAME my_rule"),
    "check": (check, "check GAME my_games/new_game --format json"),
    "play": (play, "play GAME --seats human,random --seed 7"),
    "studio": (studio, "studio GAME --port 0 --no-browser"),
    "test": (run_tests, "test GAME my_game/scenarios/auction.scenario"),
    "variants": (variants, "variants GAME --matrix"),
    "diff": (diff, "diff GAME --variant my_rule.rules"),
    "cards": (cards, "cards GAME --text"),
    "record": (record, "record evening.json --from 120 -o a_lucky_throw.scenario"),
    "sheet": (sheet, "sheet GAME -o cards.html"),
    "cover": (cover, "cover GAME --html cover.html"),
    "mutate": (mutate, "mutate GAME --sample 100 --budget 5m"),
    "trace": (trace, "trace GAME --json"),
    "simulate": (simulate, "simulate GAME --games 1000 --workers 4 --out results.csv"),
    "report": (report, "report results.parquet -o report.html"),
    "compare": (compare, "compare GAME --variant fair_goal --games 1000 -o compared.html"),
    "explore": (explore, "explore GAME --budget 5m -o found"),
    "docs": (docs, "docs GAME -o pages"),
    "draw": (draw, "draw GAME --seed 7 --decision 40 --seat 1 -o table.svg"),
    "show": (show, "show program GAME scoring"),
    "explain": (explain, "explain R0203"),
    "fmt": (fmt, "fmt --check my_game/rules"),
    "schema": (schema, "schema GAME -o my_games"),
    "lsp": (lsp, "lsp --tcp 2087"),
}
for name, (command, example) in COMMANDS.items():
    app.command(name, cls=Command, epilog=f"Example: rulewright {example}")(command)


def main() -> None:
    """The command `rulewright`."""
    app()
