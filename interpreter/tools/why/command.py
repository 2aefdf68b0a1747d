"""The `why` command: what a strong bot would have done in a recorded game, and what each choice cost.

In: a game and a save. Out: the decisions that cost most, seat by seat; all as JSON on request. Layer: tools.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from interpreter.tools.cli.files import check_writable, read_save, write_text
from interpreter.tools.cli.opening import game_of_save
from interpreter.tools.cli.output import as_json, count, say, wrong
from interpreter.tools.cli.parameters import GameWord, JsonFile, OptionWords, VariantWords, whole_number

if TYPE_CHECKING:
    from interpreter.tools.why.review import Reviewed

SHOWN = 10


def why(
    game: GameWord,
    save: Annotated[Path, typer.Argument(metavar="SAVE", help="A saved game.")],
    variant: VariantWords = None,
    option: OptionWords = None,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat", metavar="N", parser=whole_number("--seat", 1, 100), help="Only this player's decisions."
        ),
    ] = None,
    shown: Annotated[
        int,
        typer.Option("--show", metavar="N", parser=whole_number("--show", 1, 10_000), help="How many to print."),
    ] = SHOWN,
    json: JsonFile = None,
) -> int:
    """Say what a strong bot would have done in a saved game, and what each choice cost.

    A cost is in points of winning chance: from 60 % to 52 % is 8 points. What a player could not know is not held against them.
    """
    from interpreter.tools.why.chances import Estimator
    from interpreter.tools.why.review import reviewed

    if json is not None and str(json) != "-":
        check_writable(json)
    data = read_save(save)
    loaded = game_of_save(game, variant, option, data)
    if loaded.runs_in_python_because:
        raise wrong("R0908", "this needs the rules in C, which is what bots think in", loaded.runs_in_python_because)
    start = next(iter(loaded.replayed(data)))
    if seat is not None and seat > len(start.player_names):
        raise wrong("R0908", f"there is no seat {seat}: {count(len(start.player_names), 'player')} took part")
    method = Estimator(loaded, start).method
    found = list(reviewed(loaded, data, None if seat is None else [seat - 1]))
    if json is not None:
        text = as_json({"method": method, "decisions": [_as_data(one, start.player_names) for one in found]})
        if str(json) == "-":
            print(text, end="")
            return 0
        write_text(json, text)
    _tell(found, start.player_names, shown)
    say(method)
    return 0


def _tell(found: Sequence[Reviewed], names: Sequence[str], shown: int) -> None:
    mistakes = sorted((one for one in found if one.is_mistake), key=lambda one: -one.cost)
    for one in sorted(mistakes[:shown], key=lambda one: one.number):
        say(
            f"Decision {one.number}, {names[one.player]}: {one.chosen}. Better: {one.better} "
            f"({one.best_chance:.0%} to win instead of {one.chance:.0%})."
        )
    if len(mistakes) > shown:
        say(f"{count(len(mistakes) - shown, 'smaller one')} not shown: --show {len(mistakes)} prints all.")
    lost: dict[int, float] = defaultdict(float)
    asked: dict[int, int] = defaultdict(int)
    for one in found:
        asked[one.player] += 1
        lost[one.player] += one.cost if one.is_mistake else 0.0
    for player in sorted(asked):
        wrong_ones = sum(one.is_mistake and one.player == player for one in found)
        gave = (
            f"{count(wrong_ones, 'choice')} of {asked[player]} could have been better, {100 * lost[player]:.0f} points in all"
            if wrong_ones
            else f"none of {count(asked[player], 'choice')} was clearly worse than another"
        )
        say(f"{names[player]}: {gave}.")
    if not asked:
        say("There was nothing to choose in this game.")


def _as_data(one: Reviewed, names: Sequence[str]) -> dict[str, object]:
    return {
        "decision": one.number, "player": names[one.player], "question": one.question, "chosen": one.chosen,
        "better": one.better if one.is_mistake else None, "chance": round(one.chance, 4),
        "best_chance": round(one.best_chance, 4),
    }  # fmt: skip
