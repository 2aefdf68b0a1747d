"""The command line: `rulewright COMMAND`.

In: the words after `rulewright`. Out: text or JSON on standard output, errors on standard error, and an exit
status: 0 success, 1 something was found or went wrong, 2 the command could not be carried out as given.
Layer: tools. Each command is in its own tool's folder; it imports what it needs when it runs, so that light commands
start at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from interpreter.tools.cards.command import cards
from interpreter.tools.check.command import check, fmt
from interpreter.tools.cli.error_boundary import Command, Front, version
from interpreter.tools.compare.command import compare
from interpreter.tools.cover.command import cover
from interpreter.tools.diff.command import diff
from interpreter.tools.docs.command import docs
from interpreter.tools.draw.command import draw
from interpreter.tools.explore.command import explore
from interpreter.tools.export.command import export
from interpreter.tools.ladder.command import ladder
from interpreter.tools.learn.command import learn
from interpreter.tools.list.command import explain, list_games
from interpreter.tools.lsp.command import lsp
from interpreter.tools.mutate.command import mutate
from interpreter.tools.new.command import new
from interpreter.tools.play.command import play
from interpreter.tools.record.command import record
from interpreter.tools.report.command import report
from interpreter.tools.rulebook.command import rulebook
from interpreter.tools.schema.command import schema
from interpreter.tools.sheet.command import sheet
from interpreter.tools.show.command import show, trace
from interpreter.tools.simulate.command import simulate
from interpreter.tools.studio.command import studio
from interpreter.tools.test.command import run_tests
from interpreter.tools.variants.command import variants
from interpreter.tools.why.command import why
from interpreter.tools.worth.command import worth

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


# The commands in the order of the help, each with an example.
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
    "rulebook": (rulebook, "rulebook GAME -o book.html"),
    "cover": (cover, "cover GAME --html cover.html"),
    "mutate": (mutate, "mutate GAME --sample 100 --budget 5m"),
    "trace": (trace, "trace GAME --json"),
    "simulate": (simulate, "simulate GAME --games 1000 --workers 4 --out results.csv"),
    "report": (report, "report GAME -o report.html"),
    "learn": (learn, "learn GAME --minutes 3 --players 3"),
    "worth": (worth, "worth GAME --minutes 5"),
    "why": (why, "why GAME evening.json --seat 1"),
    "ladder": (ladder, "ladder GAME --games 100"),
    "compare": (compare, "compare GAME --variant fair_goal --games 1000 -o compared.html"),
    "explore": (explore, "explore GAME --budget 5m -o found"),
    "docs": (docs, "docs GAME -o pages"),
    "draw": (draw, "draw GAME --seed 7 --decision 40 --seat 1 -o table.svg"),
    "show": (show, "show program GAME scoring"),
    "export": (export, "export --web site GAME"),
    "explain": (explain, "explain R0203"),
    "fmt": (fmt, "fmt --check my_game/rules"),
    "schema": (schema, "schema GAME -o my_games"),
    "lsp": (lsp, "lsp --tcp 2087"),
}
for name, (command, example) in COMMANDS.items():
    app.command(name, cls=Command, epilog=f"Example: rulewright {example}")(command)


def main() -> None:
    """Run the command `rulewright`."""
    app()
