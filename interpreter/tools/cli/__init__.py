"""The command line: `rulewright COMMAND`.

In: the words after `rulewright`. Out: text or JSON on standard output, what is wrong on standard error, and an exit
status: 0 well, 1 something was found or went wrong, 2 the command could not be carried out as it was given.
Layer: tools. Each family of commands is one module here; a command loads what it needs when it runs, so that the light
commands start at once.
"""

from __future__ import annotations

from typing import Annotated

import typer

from .checking import check, fmt
from .front import Front, version
from .listing import explain, list_games
from .playing import play
from .showing import schema, show, trace
from .simulating import simulate
from .testing import run_tests

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


app.command("list", epilog="Example: rulewright list --json")(list_games)
app.command(epilog="Example: rulewright check GAME my_games/new_game --format json")(check)
app.command(epilog="Example: rulewright play GAME --seats human,random --seed 7")(play)
app.command("test", epilog="Example: rulewright test GAME my_game/scenarios/auction.scenario")(run_tests)
app.command(epilog="Example: rulewright trace GAME --json")(trace)
app.command(epilog="Example: rulewright simulate GAME --games 1000 --workers 4 --json report.json")(simulate)
app.command(epilog="Example: rulewright show program GAME scoring")(show)
app.command(epilog="Example: rulewright explain R0203")(explain)
app.command(epilog="Example: rulewright fmt --check my_game/rules")(fmt)
app.command(epilog="Example: rulewright schema GAME")(schema)


def main() -> None:
    """The command `rulewright`."""
    app()
