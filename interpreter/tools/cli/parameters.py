"""Arguments and options that several commands share, with their help texts.

In: what was typed. Out: plain values; R0901 for a value that does not fit. Layer: tools.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from interpreter.tools.cli.output import clip, wrong

MAX_GAMES = 10**9
MAX_WORKERS = 256
LARGEST_SEED = 10**18


def whole_number(option: str, low: int, high: int) -> Callable[[str | int], int]:
    """Make a parser for the number after an option."""

    def read(text: str | int) -> int:
        number = read_whole(str(text))
        if number is None or not low <= number <= high:
            limits = f" from {low} to {high}" if high < MAX_GAMES else f" of {low} or more" if low else ""
            raise wrong("R0901", f'{option} takes a whole number{limits}, not "{clip(str(text))}"')
        return number

    return read


def read_whole(text: str) -> int | None:
    """Parse a whole number as people type it, or return None."""
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,18}", text.strip()) else None


def path_word(text: str) -> str:
    """Check that a name or path could exist on a disk."""
    if not text.strip():
        raise wrong("R0901", "an empty name is neither a game nor a file", 'name one; "." is the current folder')
    try:
        Path(text).exists()
    except (OSError, ValueError):
        raise wrong("R0901", f'"{clip(text)}" cannot be the name or the path of anything') from None
    return text


ENGINES = ("auto", "native", "python")


def engine_word(text: str) -> str:
    """Check the name of an engine."""
    if text not in ENGINES:
        raise wrong("R0901", f'--engine takes {", ".join(ENGINES[:-1])} or {ENGINES[-1]}, not "{clip(text)}"')
    return text


GameWord = Annotated[
    str, typer.Argument(metavar="GAME", parser=path_word, help="A bundled game's name, or a game's folder.")
]
GameWords = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME|PATH]...", parser=path_word, help="Games, or files in them; every bundled game if left out."
    ),
]
VariantWords = Annotated[
    list[str] | None, typer.Option("--variant", metavar="V", help="A variant's name, or a .rules file; repeatable.")
]
OptionWords = Annotated[
    list[str] | None, typer.Option("--option", metavar="K=V", help="An option of the game; repeatable.")
]
Players = Annotated[
    int | None,
    typer.Option("--players", metavar="N", parser=whole_number("--players", 1, 100), help="How many people play."),
]
Games = Annotated[
    int, typer.Option("--games", metavar="N", parser=whole_number("--games", 1, MAX_GAMES), help="How many games.")
]
Workers = Annotated[
    int,
    typer.Option(
        "--workers",
        metavar="K",
        parser=whole_number("--workers", 1, MAX_WORKERS),
        help="Processes: same results, different speed.",
    ),
]
Minutes = Annotated[
    float | None,
    typer.Option(
        "--minutes", metavar="M", min=0.1, max=600, help="With no bot named: the strongest that fit M minutes play. [1]"
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="S",
        parser=whole_number("--seed", 0, LARGEST_SEED),
        help="The same seed gives the same games.",
    ),
]
JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON on standard output.")]
JsonFile = Annotated[Path | None, typer.Option("--json", metavar="F", help='Write JSON to a file ("-": print it).')]
Engine = Annotated[
    str,
    typer.Option(
        "--engine", metavar="E", parser=engine_word, help="auto, native (C) or python: same results, different speed."
    ),
]
