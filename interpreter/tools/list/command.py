"""The `list` and `explain` commands: information that needs no game to be loaded.

In: the bundled games, the catalogue of codes. Out: text, or JSON. Layer: tools.
"""

from __future__ import annotations

from typing import Annotated

import typer

import interpreter
from interpreter.source import CODES, CodeEntry, did_you_mean
from interpreter.source import explain as page_about
from interpreter.tools.cli.opening import player_range
from interpreter.tools.cli.output import clip, print_table, say, say_json, wrong
from interpreter.tools.cli.parameters import JsonFlag


def list_games(as_json: JsonFlag = False) -> int:
    """List the bundled games, group by group."""
    games = interpreter.games()
    if as_json:
        fields = ("name", "title", "group", "players_min", "players_max", "about")
        say_json([{**{key: getattr(game, key) for key in fields}, "path": str(game.path)} for game in games])
    elif games:
        rows = [
            (game.group, game.name, game.title, player_range(game.players_min, game.players_max), game.about)
            for game in sorted(games, key=lambda game: game.group)  # within a group by name, as they come
        ]
        print_table(("group", "name", "title", "players", "about"), rows)
    else:
        say("There is no bundled game.")
    return 0


def explain(code: Annotated[str, typer.Argument(metavar="CODE", help="A code such as R0203.")]) -> int:
    """Explain the code of an error, with a wrong and a right example."""
    entry = page_about(code)
    if entry is None:
        help = did_you_mean(code.strip().upper(), CODES) or "the code is in brackets after the word error or warning"
        raise wrong("R0909", f'there is no code "{clip(code)}"', help)
    _print_page(entry)
    return 0


def _print_page(entry: CodeEntry) -> None:
    say(f"{entry.code}: {entry.title}")
    say()
    say(entry.meaning)
    for title, example in (("Wrong:", entry.wrong), ("Right:", entry.right)):
        say()
        say(title)
        for line in example.splitlines():
            say(f"    {line}")
