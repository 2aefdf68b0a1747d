"""The `draw` command: render a table as a picture, the way the studio draws it.

In: a game, a seed, the number of decisions to play, a seat. Out: an .svg or .png of the board, or an .html of the whole table.
Layer: tools. The picture shows what that seat may know; without a seat, what a spectator sees.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import interpreter
from interpreter.tools.cli.files import reason
from interpreter.tools.cli.opening import open_game, players_of
from interpreter.tools.cli.output import clip, say, wrong
from interpreter.tools.cli.parameters import GameWord, OptionWords, Players, Seed, VariantWords, whole_number

if TYPE_CHECKING:
    from interpreter import Game, State

ENDINGS = (".svg", ".png", ".html")


def draw(
    game: GameWord,
    out: Annotated[Path, typer.Option("-o", "--out", metavar="F", help="table.svg, table.png or table.html.")],
    variant: VariantWords = None,
    option: OptionWords = None,
    players: Players = None,
    seed: Seed = None,
    decision: Annotated[
        int,
        typer.Option(
            "--decision",
            metavar="N",
            parser=whole_number("--decision", 0, 10**6),
            help="Play N random decisions first.",
        ),
    ] = 0,
    seat: Annotated[
        str | None, typer.Option("--seat", metavar="P", help="Draw what this player sees: a name or a number.")
    ] = None,
) -> int:
    """Draw a table: the board as SVG or PNG, or the whole table as a page."""
    if out.suffix not in ENDINGS:
        raise wrong("R0912", f'"{clip(str(out))}" does not say what to draw', f"end it in {', '.join(ENDINGS)}")
    opened = open_game(game, variant, option)
    state = opened.start(players=players_of(opened, players), seed=seed or 0)
    chance = random.Random(seed or 0)
    while state.decisions < decision and state.request is not None:
        state.take(chance.randrange(len(state.request.choices)))
    _write(out, _drawn(opened, state, _seat(state, seat), out.suffix))
    say(f"{opened.title} after {state.decisions} decisions is drawn in {out}.")
    return 0


def _write(path: Path, content: bytes) -> None:
    try:
        path.write_bytes(content)
    except OSError as error:
        raise wrong("R0905", f'"{path}" cannot be written: {reason(error)}') from None


def _seat(state: State, word: str | None) -> int | None:
    if word is None:
        return None
    if word in state.player_names:
        return state.player_names.index(word)
    if word.isascii() and word.isdecimal() and 1 <= int(word) <= len(state.player_names):
        return int(word) - 1
    raise wrong("R0902", f'there is no seat "{clip(word)}"', f"the seats are {', '.join(state.player_names)}")


def _drawn(game: Game, state: State, seat: int | None, ending: str) -> bytes:
    definition = interpreter.definition(game)
    look = interpreter.read_look(game.path, definition)
    forms = definition, interpreter.view_form(state, seat), interpreter.request_form(state, seat), look
    if ending == ".html":
        return interpreter.table_page(*forms).encode()
    svg = interpreter.board_svg(*forms)
    if not svg:
        raise wrong("R0912", f"{definition['title']} has no board to draw", "write .html: the whole table as a page")
    if ending == ".svg":
        return svg.encode()
    try:
        return interpreter.board_png(svg)
    except ImportError:
        raise wrong("R0913", "PNG files need vl-convert", 'pip install "rulewright[draw]", or write .svg') from None
