"""The `new` command: create a game, a house rule, a scenario or a table of cards from a template.

In: what is wanted and its name. Out: small files that check, play and pass at once. Nothing is ever overwritten.
Layer: tools.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from interpreter.tools.cli.files import write_text
from interpreter.tools.cli.opening import every_game
from interpreter.tools.cli.output import clip, say, wrong
from interpreter.tools.cli.parameters import path_word

NAME = re.compile(r"[a-z][a-z0-9_]*")
GAME_NAME = re.compile(r"[a-z][a-z0-9_-]*")
SORT = "cards"  # of a new game that does not say


class Thing(str, Enum):  # noqa: UP042 - Typer wants the values as words
    """What can be created."""

    game = "game"
    variant = "variant"
    scenario = "scenario"
    cards = "cards"
    playtest = "playtest"


def new(
    thing: Annotated[Thing, typer.Argument(metavar="game|variant|scenario|cards|playtest", help="What to start.")],
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME] NAME", parser=path_word, help="The game it is for, and its name."),
    ] = None,
    like: Annotated[
        str | None,
        typer.Option("--like", metavar="SORT", help="Of a game: cards (as usual), board, auction or race."),
    ] = None,
    original: Annotated[
        str | None,
        typer.Option("--from", metavar="GAME", parser=path_word, help="Copy this game with its tests, to change it."),
    ] = None,
) -> int:
    """Start a game, variant, scenario, card table or playtest from a small working template with explanatory comments.

    A new game becomes a folder here; --from copies a game that is there. What is for a game in a folder of yours goes into
    that folder; for a bundled game it becomes a house rule or a file here.
    """
    if thing is Thing.game:
        return _new_game(words or [], like, original)
    if original is not None or like is not None:
        option = "--from" if original is not None else "--like"
        raise wrong("R0901", f"{option} is for a new game, not for a new {thing.value}", f"leave {option} out")
    if thing is Thing.playtest:
        return _new_playtest(words or [])
    if words is None or len(words) != 2:
        help = f"such as: rulewright new {thing.value} {every_game()[0]} my_{thing.value}"
        raise wrong("R0901", f'"rulewright new {thing.value}" needs a GAME and a NAME', help)
    game, name = words
    _check_name(name, NAME)
    own = Path(game) if (Path(game) / "game.yaml").is_file() else None
    texts = _texts(thing, game, name, own)
    _write(own if own is not None else Path(), texts)
    for line in _next_words(thing, game, name, own):
        say(line)
    return 0


def _new_game(words: list[str], like: str | None, original: str | None) -> int:
    from interpreter.tools.new.scaffolding import copied_game, new_game

    if len(words) != 1:
        raise wrong(
            "R0901", '"rulewright new game" needs one NAME', "such as: rulewright new game my_game --like cards"
        )
    if like is not None and original is not None:
        raise wrong("R0901", "--like and --from exclude each other", "a game begins with a template or with a copy")
    folder = Path(words[0])
    _check_name(folder.name, GAME_NAME)
    if folder.exists():
        raise wrong("R0906", f'"{clip(words[0])}" already exists, and nothing is overwritten', "choose another name")
    _write(folder, copied_game(folder.name, original) if original is not None else new_game(folder.name, like or SORT))
    for word in ("check", "play", "test"):
        say(f"  {shlex.join(['rulewright', word, words[0]])}")
    return 0


def _new_playtest(words: list[str]) -> int:
    from interpreter.tools.playtest.plan import FILE, usual_source

    if len(words) != 1:
        raise wrong("R0901", '"rulewright new playtest" needs a GAME', "such as: rulewright new playtest my_game")
    folder = Path(words[0])
    if not (folder / "game.yaml").is_file():
        own = f"my_{folder.name}"
        help = f"such as: rulewright new game {own} --from {clip(words[0])}, then rulewright new playtest {own}"
        raise wrong("R0901", f"{FILE} goes in the folder of a game of your own", help)
    _write(folder, {FILE: usual_source().text})
    for word in ("check", "studio"):
        say(f"  {shlex.join(['rulewright', word, words[0]])}")
    return 0


def _check_name(name: str, pattern: re.Pattern[str]) -> None:
    if not pattern.fullmatch(name):
        from interpreter.tools.new.scaffolding import as_name

        letters = "lower-case letters, digits, _ and -" if pattern is GAME_NAME else "lower-case letters, digits and _"
        other = as_name(name)
        instead = f"; such as {other}" if pattern.fullmatch(other) else ""
        raise wrong(
            "R0901", f'"{clip(name)}" cannot be a name', f"a name has {letters}, and begins with a letter{instead}"
        )


def _texts(thing: Thing, game: str, name: str, own: Path | None) -> Mapping[str, str]:
    from interpreter.tools.new.scaffolding import new_cards, new_scenario, new_variant

    match thing:
        case Thing.variant:
            texts = new_variant(game, name, game, own is not None)
            return {f"variants/{path}" if own else path: text for path, text in texts.items()}
        case Thing.scenario:
            texts = new_scenario(game, name, game, own is not None)
            return {f"scenarios/{path}" if own else path: text for path, text in texts.items()}
        case _:
            return new_cards(game, name, game, own is not None)


def _write(folder: Path, texts: Mapping[str, str]) -> None:
    """Write all files or none: existing ones are never overwritten."""
    for path in texts:
        if (folder / path).exists():
            raise wrong("R0906", f'"{folder / path}" already exists, and nothing is overwritten', "choose another name")
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        write_text(folder / path, text)
        say(f"wrote {folder / path}")


def _next_words(thing: Thing, game: str, name: str, own: Path | None) -> list[str]:
    """List the commands to try next."""
    chosen = name if own else f"{name}.rules"
    match thing:
        case Thing.variant:
            orders = [[word, game, "--variant", chosen] for word in ("play", "test", "check")]
        case Thing.scenario:
            orders = [
                ["test", str(own / "scenarios" / f"{name}.scenario")] if own else ["test", game, f"{name}.scenario"]
            ]
        case _:
            orders = [["check", game] if own else ["play", game, "--variant", chosen]]
    return [f"  {shlex.join(['rulewright', *order])}" for order in orders]
