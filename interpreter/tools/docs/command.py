"""The `docs` command: a readable page about a game, from its definition.

In: a game, its variants and options, a folder. Out: the page with its style and its search. Layer: tools.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from interpreter.tools.cli.files import write_text
from interpreter.tools.cli.opening import open_game
from interpreter.tools.cli.output import say
from interpreter.tools.cli.parameters import GameWord, OptionWords, VariantWords


def docs(
    game: GameWord,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="DIR", help="The folder to write into.")],
    variant: VariantWords = None,
    option: OptionWords = None,
) -> int:
    """Write a page about a game: components, course, actions, cards, board, variants, rules, clauses."""
    from interpreter.tools.docs.site import site

    opened = open_game(game, variant, option)
    _make(out)
    for name, text in site(opened).items():
        write_text(out / name, text)
    say(f"{opened.title} is described in {out / 'index.html'}.")
    return 0


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return  # writing to it will report the problem
