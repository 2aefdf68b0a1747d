"""The `rulebook` command: a rulebook that players read, as a page or as a PDF.

In: a game, its variants and options, an output file. Out: the book, or with --aid one page of player aid. Layer: tools.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from interpreter.source.text import Problems
from interpreter.tools.cli.files import check_writable, reason, write_text
from interpreter.tools.cli.opening import open_game
from interpreter.tools.cli.output import clip, count, note, say, wrong
from interpreter.tools.cli.parameters import GameWord, OptionWords, VariantWords

if TYPE_CHECKING:
    from interpreter import Game

FORMS = (".html", ".pdf")


def rulebook(
    game: GameWord,
    out: Annotated[Path | None, typer.Option("-o", "--out", metavar="F", help="book.html or book.pdf.")] = None,
    variant: VariantWords = None,
    option: OptionWords = None,
    aid: Annotated[bool, typer.Option("--aid", help="One page of player aid instead of the book.")] = False,
    read: Annotated[
        bool, typer.Option("--read", help="Mark the texts of rulebook.yaml as compared with the rules as they are now.")
    ] = False,
) -> int:
    """Write a rulebook for players: components, goal, set-up, course, actions, rules, an example, an index.

    PDF output needs an extra library (pip install "rulewright[sheet]").
    """
    from interpreter.tools.rulebook.aid import player_aid
    from interpreter.tools.rulebook.book import rulebook as book_of
    from interpreter.tools.rulebook.printing import pdf

    if read:
        return _mark(game)
    if out is None:
        raise wrong("R0901", "nothing says where to write the rulebook", "name a file: -o book.html or -o book.pdf")
    if out.suffix not in FORMS:
        raise wrong("R0901", f'-o takes a file that ends in {" or ".join(FORMS)}, not "{clip(out.name)}"')
    check_writable(out)
    opened = open_game(game, variant, option)
    if not aid:
        _compile(opened)
    text = player_aid(opened) if aid else book_of(opened)
    if out.suffix == ".html":
        write_text(out, text)
    else:
        try:
            made = pdf(text)
        except (ImportError, OSError):
            help = 'pip install "rulewright[sheet]", or write a page: -o book.html'
            raise wrong("R0913", "a PDF needs the library weasyprint, which is not installed", help) from None
        try:
            out.write_bytes(made)
        except OSError as error:
            raise wrong("R0905", f'"{out}" cannot be written: {reason(error)}') from None
    say(f"The {'player aid' if aid else 'rulebook'} of {opened.title} is written to {out}.")
    return 0


def _compile(game: Game) -> None:
    """Compile a long game, so that the bots of the example think ahead."""
    from interpreter.tools.rulebook.example import prefers_c

    if prefers_c(game):
        note("Compiling the game, so that good bots can play the example. Next time this is quicker.")
        with suppress(Problems):
            game.native()


def _mark(game: str | Path) -> int:
    """Write into rulebook.yaml that its texts were compared with the rules."""
    from interpreter.finding import find_game
    from interpreter.tools.rulebook.prose import with_marks
    from interpreter.tools.rulebook.rulebook_file import FILE

    path = find_game(game)
    if not (path / FILE).is_file():
        raise wrong("R0901", f"this game has no {FILE}", "write one: `rulewright explain R0444` shows how")
    text, changed = with_marks(path)
    write_text(path / FILE, text)
    say(f"{count(changed, 'text')} of {FILE} marked as compared with the rules.")
    return 0
