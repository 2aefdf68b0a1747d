"""The `record` command: write a part of a game as a scenario.

In: a saved game, or a game and a seed; the first decision. Out: a scenario that passes, in a file or on standard output.
Layer: tools.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

import interpreter
from interpreter.tools.cli.files import add_scenario, check_writable, read_save
from interpreter.tools.cli.opening import game_of_save, open_game, players_of
from interpreter.tools.cli.output import clip, say, wrong
from interpreter.tools.cli.parameters import OptionWords, Players, Seed, VariantWords, path_word, whole_number

if TYPE_CHECKING:
    from interpreter import Game

MOST = 10**6
FURTHER = 100  # random decisions made after the first recorded one


def record(
    save: Annotated[
        str, typer.Argument(metavar="SAVE", parser=path_word, help="A saved game; or a game, with --seed.")
    ],
    first: Annotated[
        int,
        typer.Option("--from", metavar="N", parser=whole_number("--from", 0, MOST), help="Start after N decisions."),
    ],
    last: Annotated[
        int | None,
        typer.Option("--to", metavar="M", parser=whole_number("--to", 1, MOST), help="Stop after M decisions."),
    ] = None,
    output: Annotated[Path | None, typer.Option("-o", metavar="F", help="The file; printed if left out.")] = None,
    name: Annotated[str | None, typer.Option("--name", metavar="TEXT", help="What the scenario is called.")] = None,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", parser=path_word, help="The game of the save, if it is a folder."),
    ] = None,
    variant: VariantWords = None,
    option: OptionWords = None,
    players: Players = None,
    seed: Seed = None,
) -> int:
    """Turn a part of a played game into a scenario that passes: the table, the decisions, and what they lead to.

    It begins with the procedure that runs after N decisions, and ends with that procedure or after M decisions. Its given
    part says only what differs from the set-up. With a game instead of a save, decisions are made at random from the seed.
    """
    if output:
        check_writable(output)
    loaded, data = (
        _of_save(Path(save), game, variant, option)
        if _is_save(save)
        else _of_seed(save, variant, option, players, seed, first)
    )
    title = name or (output.stem.replace("_", " ") if output else f"{loaded.name} from decision {first} on")
    text = interpreter.record(loaded, data, title, first, last, output.parent if output else None)
    if output is None:
        say(text.rstrip("\n"))
    else:
        say(
            f"{add_scenario(output, text)} Try it: {shlex.join(['rulewright', 'test', game or loaded.name, str(output)])}"
        )
    return 0


def _is_save(word: str) -> bool:
    return Path(word).is_file() or word.endswith(".json")


def _of_save(
    file: Path, game: str | None, variant: Sequence[str] | None, option: Sequence[str] | None
) -> tuple[Game, Mapping[str, Any]]:
    data = read_save(file)
    word = game or str(data.get("game", ""))
    loaded = game_of_save(word, variant, option, data)
    if data.get("game") != loaded.name:
        raise wrong("R0907", f'the saved game is one of "{clip(str(data.get("game")))}", not of "{loaded.name}"')
    loaded.resume(data, replay=True)  # it must fit the rules
    return loaded, data


def _of_seed(
    game: str,
    variant: Sequence[str] | None,
    option: Sequence[str] | None,
    players: int | None,
    seed: int | None,
    first: int,
) -> tuple[Game, Mapping[str, Any]]:
    loaded = open_game(game, variant, option)
    chosen = seed if seed is not None else 0
    state = loaded.start(players_of(loaded, players), chosen)
    state.engine.play_on(Random(chosen), first + FURTHER)
    return loaded, state.save()
