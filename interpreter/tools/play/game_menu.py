"""Ask which bundled game to play, for a person who named none.

In: the bundled games. Out: the name of one, as the person typed or numbered it. Layer: tools.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import interpreter
from interpreter.source import nearest
from interpreter.tools.cli.opening import player_range
from interpreter.tools.cli.output import clip, print_table, say, wrong

if TYPE_CHECKING:
    from interpreter import GameInfo

BREAK = re.compile(r"[.:!?]( |$)")  # what follows the first of these is for the player who has chosen
ALL = "all"
SCREEN, SMALLEST = 12, 6  # games on the first screen; how many of the smallest, if there are more games
QUESTION = "Which one? Type its number or its name (Enter for 1): "


def game_from_menu() -> str:
    """Show the games, the smallest first, until one is chosen.

    Raises R0901 without a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise wrong("R0901", '"rulewright play" needs a GAME', '"rulewright list" shows the bundled games')
    games = sorted(interpreter.games(), key=_size)
    shown = first_screen(games)
    _show(shown, len(games) - len(shown))
    while True:
        typed = input(QUESTION).strip().casefold()
        if typed == ALL:
            shown = games
            _show(shown, 0)
            continue
        chosen = _chosen(shown, typed) or (None if typed.isdecimal() else _chosen(games, typed))
        if chosen is not None:
            say()
            return chosen.name
        close = nearest(typed, [game.name for game in games])
        say(f'There is no game "{clip(typed)}".' + (f' Did you mean "{close}"?' if close else ""))


def first_screen(games: list[GameInfo]) -> list[GameInfo]:
    """The games that fit on a screen.

    All of them, or the smallest and those from a printed rulebook."""
    if len(games) <= SCREEN:
        return games
    printed = [game for game in games if (game.path / "rulebook.md").is_file()]
    return [*[game for game in games if game not in printed][:SMALLEST], *printed]


def _show(games: list[GameInfo], more: int) -> None:
    say("Games to play:")
    say()
    rows = [(str(number), game.name, _players(game), _in_short(game.about)) for number, game in enumerate(games, 1)]
    print_table(("", "game", "players", ""), rows)
    say()
    if more:
        say(f'Type "{ALL}" to see {more} more.')


def _in_short(about: str) -> str:
    return BREAK.split(about, maxsplit=1)[0]


def _players(game: GameInfo) -> str:
    return player_range(game.players_min, game.players_max).partition(" player")[0].replace(" to ", "–")


def _size(game: GameInfo) -> int:
    """How much there is to learn, measured by the rules."""
    return sum(file.stat().st_size for file in (game.path / "rules").glob("*.rules"))


def _chosen(games: list[GameInfo], typed: str) -> GameInfo | None:
    if not typed:
        return games[0]
    if typed.isdecimal() and 1 <= int(typed) <= len(games):
        return games[int(typed) - 1]
    found = [game for game in games if typed in (game.name, game.title.casefold())]
    found = found or [game for game in games if game.name.startswith(typed)]
    return found[0] if len(found) == 1 else None
