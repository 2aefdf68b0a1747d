"""Load the game that a command line names.

In: GAME, --variant, --option, --players, --seats as typed. Out: a Game and plain values, or Problems with one
clear sentence. Layer: tools.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import interpreter
from interpreter.source import Problems, did_you_mean
from interpreter.tools.cli.output import clip, note, wrong

from .parameters import read_whole

if TYPE_CHECKING:
    from interpreter import Game, OptionInfo

MANIFEST = "game.yaml"
SEEDS = 1_000_000


def every_game() -> list[str]:
    """List the bundled games, including those whose game.yaml cannot be read."""
    games = interpreter.games()
    beside = {path for game in games for path in game.path.parent.glob("*") if _is_game(path)}
    return sorted({game.name for game in games} | {path.name for path in beside})


def game_of(word: str) -> Path | None:
    """Find the game folder that contains a file or folder.

    None if it is that folder itself."""
    path = Path(word)
    if _is_game(path) or not path.exists():
        return None
    return next((folder for folder in path.absolute().parents if _is_game(folder)), None)


def open_game(
    word: str, variants: Sequence[str] | None = None, options: Sequence[str] | None = None, soon_in_c: bool = False
) -> Game:
    """Load a game with its variants and options."""
    chosen = [variant_of(variant) for variant in variants or ()]
    loaded = interpreter.load(word, chosen, soon_in_c=soon_in_c and not options)
    note_brought_along(word, chosen)
    return with_options(loaded, word, chosen, read_options(loaded, options)) if options else loaded


def chosen_variants(game: str | Path, variants: Sequence[str] | None) -> list[str | Path]:
    """Parse the variants as typed, for commands that load the game themselves."""
    chosen = [variant_of(variant) for variant in variants or ()]
    note_brought_along(game, chosen)
    return chosen


def note_brought_along(game: str | Path, chosen: Sequence[str | Path]) -> None:
    """Note the variants that are added because a chosen one requires them."""
    from interpreter.finding import brought_along

    for name, needing in brought_along(game, chosen).items() if chosen else ():
        note(f"Adding the variant {name}, which {needing} requires.")


def with_options(loaded: Game, game: str, variants: Sequence[str | Path], values: Mapping[str, object]) -> Game:
    """Reload a game with these options.

    Only values that differ are passed on: a default means the same as none."""
    usual = {option.name: option.value for option in loaded.options}
    changed = {name: value for name, value in values.items() if name not in usual or usual[name] != value}
    return interpreter.load(game, variants, changed) if changed else loaded


def game_of_save(
    game: str, variant: Sequence[str] | None, option: Sequence[str] | None, data: Mapping[str, Any]
) -> Game:
    variants, options = data.get("variants", []), data.get("options", {})
    if not isinstance(variants, list) or not isinstance(options, dict):
        raise wrong("R0811", "the saved game is damaged: its variants or options cannot be read")
    chosen = [variant_of(str(name)) for name in variant or variants]
    loaded = interpreter.load(game, chosen)
    return with_options(loaded, game, chosen, read_options(loaded, option) if option else options)


def changed_options(game: Game) -> dict[str, object]:
    """Return the options that differ from their defaults."""
    return {option.name: option.value for option in game.options if option.value != option.default}


def variant_of(word: str) -> str | Path:
    """Parse a variant: a house rule is a path, a variant of the game is just a name."""
    return Path(word) if word.endswith(".rules") or "/" in word or "\\" in word else word


def read_options(game: Game, pairs: Sequence[str]) -> dict[str, object]:
    """Parse `K=V` options into values that the game takes."""
    known = {option.name: option for option in game.options}
    values: dict[str, object] = {}
    for pair in pairs:
        name, equals, value = (part.strip() for part in pair.partition("="))
        if not equals or not name:
            raise wrong("R0903", f'"{clip(pair)}" is not an option of a game: write NAME=VALUE')
        if name not in known:
            raise wrong("R0903", f'{game.title} has no option "{clip(name)}"', _options_help(name, known))
        if name in values:
            raise wrong("R0903", f'the option "{name}" is given twice')
        values[name] = _value(known[name], value)
    return values


def players_of(game: Game, players: int | None, seats: Sequence[str] | None = None) -> int:
    """Return the number of people.

    Raises R0810 or R0815 if the game does not allow it, R0902 if the seats disagree."""
    people = people_among(seats) if seats else None
    if people is not None and players is not None and len(people) != players:
        raise wrong("R0902", f"--players says {players}, but --seats names {len(people)}", "one word for each player")
    number = players if players is not None else len(people) if people is not None else game.default_players
    refused = game.refusals(number)
    if refused:
        raise Problems(refused)
    return number


def all_seats(game: Game, players: int, words: Sequence[str]) -> tuple[str, ...]:
    """Return the words of all seats, automas included.

    Raises R0902 if an automa is named on a wrong seat."""
    from interpreter.tools.bots import AUTOMA

    automas = game.automas(players)
    people = iter(people_among(words))
    found = tuple(AUTOMA if seat in automas else next(people) for seat in range(players + len(automas)))
    if AUTOMA in words and found != tuple(words):
        seats = " and ".join(str(seat + 1) for seat in automas)
        where = (
            f"the rules play {'seat' if len(automas) == 1 else 'seats'} {seats}"
            if automas
            else "the rules play no seat here"
        )
        raise wrong("R0902", f"--seats puts an automa in the wrong seat: {where}", f"write {','.join(found)}")
    return found


def any_seed() -> int:
    """Return a random seed, short enough to type."""
    return secrets.randbelow(SEEDS)


def people_among(seats: Sequence[str]) -> list[str]:
    """Return the words of the seats that a person or a bot plays, without automas."""
    from interpreter.tools.bots import AUTOMA

    return [word for word in seats if word != AUTOMA]


def player_range(low: int, high: int) -> str:
    """`2 players`, `2 to 4 players`."""
    numbers = str(low) if low == high else f"{low} to {high}"
    return f"{numbers} player" + ("" if high == 1 else "s")


def _is_game(path: Path) -> bool:
    try:
        return (path / MANIFEST).is_file()
    except (OSError, ValueError):  # a name that no file can have
        return False


def _options_help(name: str, known: Mapping[str, OptionInfo]) -> str:
    if not known:
        return "this game has no options"
    return did_you_mean(name, known) or f"its options are {', '.join(sorted(known))}"


def _value(option: OptionInfo, text: str) -> object:
    if option.kind == "yes_no":
        return _yes_no(option, text)
    if option.kind == "range":
        return _whole_number(option, text)
    names = [str(value) for value in option.values or ()]
    if text not in names:
        help = did_you_mean(text, names)
        raise wrong("R0904", f'"{option.name}" is one of {", ".join(names)}, not "{clip(text)}"', help)
    return text


def _yes_no(option: OptionInfo, text: str) -> str:
    word = text.casefold()
    if word not in {"yes", "no"}:
        raise wrong("R0904", f'"{option.name}" is yes or no, not "{clip(text)}"')
    return word


def _whole_number(option: OptionInfo, text: str) -> int:
    limits = f"a whole number from {option.low} to {option.high}"
    number = read_whole(text)
    if (
        number is None
        or (option.low is not None and number < option.low)
        or (option.high is not None and number > option.high)
    ):
        raise wrong("R0904", f'"{option.name}" is {limits}, not "{clip(text)}"')
    return number
