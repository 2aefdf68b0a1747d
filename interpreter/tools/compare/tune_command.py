"""`compare --tune`: find the number in the rules that gives a target figure.

In: a game, what may be changed and the target, in words. Out: the best value, and what was tried; as JSON on request.
Layer: tools. An option is set to each value; a value of the rules is changed by a generated house rule.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import interpreter
from interpreter.source import Problems
from interpreter.tools.cli.files import check_writable, write_text
from interpreter.tools.cli.output import as_json, clip, print_table, say, wrong

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.tools.compare.tuning import Knob, Trial, Wish

SHOWN = 5  # the nearest of the values tried
Rows = list[dict[str, object]]
Side = Callable[[Sequence[str], Sequence[str]], Rows]  # from variants and options to the rows of their games


def tune_number(
    side: Side, game: Game, variants: Sequence[str], options: Sequence[str], tune: str | None, until: str | None, tries: int,
    seed: int, json: Path | None,
) -> int:  # fmt: skip
    from interpreter.tools.compare.tuning import best_first, tuned

    knob, wish = _read(tune, until)
    if json is not None and str(json) != "-":
        check_writable(json)
    with TemporaryDirectory() as folder:
        play = _player(side, game, variants, options, knob, Path(folder))
        trials = []
        for trial in tuned(knob, wish, play, tries, seed):
            trials.append(trial)
            if json is None:
                say(f"{knob.name} {trial.value}: {_trial_in_words(trial, wish)}")
    _report(best_first(trials, wish), knob, wish, json)
    return 0


def _read(tune: str | None, until: str | None) -> tuple[Knob, Wish]:
    from interpreter.tools.compare.tuning import FIGURES, read_knob, read_wish

    if tune is None or until is None:
        raise wrong("R0908", "--tune and --until belong together: what may change, and the target")
    knob, wish = read_knob(tune), read_wish(until)
    if knob is None:
        raise wrong("R0908", f'--tune cannot read "{clip(tune)}"', 'write NAME in LOW to HIGH, as "goal in 40 to 120"')
    if wish is None:
        help = f'write "median length 60" or "seat 1 wins 50 %"; the figures are {FIGURES}'
        raise wrong("R0908", f'--until cannot read "{clip(until)}"', help)
    if find_spec("optuna") is None:
        raise wrong("R0913", "--tune needs Optuna", 'pip install "rulewright[tune]"')
    return knob, wish


def _player(
    side: Side, game: Game, variants: Sequence[str], options: Sequence[str], knob: Knob, folder: Path
) -> Callable[[int], Rows]:
    """Make a function that plays with one value.

    Of the option of that name if there is one, else of a value of the rules."""
    if any(option.name == knob.name for option in game.options):
        return lambda value: side(variants, [*options, f"{knob.name}={value}"])

    def house(value: int) -> Path:
        file = folder / f"{knob.name}_{value}.rules"
        file.write_text(
            f'variant {file.stem.replace("-", "minus_")} "{knob.name}: {value}"\n  change {knob.name} to {value}\n'
        )
        return file

    try:
        interpreter.load(game.path, [*game.chosen, house(knob.low)])
    except Problems as problems:
        first = problems.diagnostics[0]
        raise wrong("R0908", f'--tune cannot change "{clip(knob.name)}": {first.message}', first.help) from None
    return lambda value: side([*variants, str(house(value))], options)


def _trial_in_words(trial: Trial, wish: Wish) -> str:
    return "no game has this figure" if trial.figure is None else f"{wish} {wish.figure_in_words(trial.figure)}"


def _report(trials: Sequence[Trial], knob: Knob, wish: Wish, json: Path | None) -> None:
    best = trials[0]
    values = {
        "name": knob.name, "figure": str(wish), "wanted": wish.wanted, "best": best.value,
        "tried": [{"value": trial.value, "figure": trial.figure} for trial in trials],
    }  # fmt: skip
    if json is not None and str(json) == "-":
        print(as_json(values), end="")
        return
    if json is not None:
        write_text(json, as_json(values))
    say(f"Nearest to {wish.figure_in_words(wish.wanted)}: {knob.name} {best.value}, {_trial_in_words(best, wish)}.")
    near = [[str(one.value), "" if one.figure is None else wish.figure_in_words(one.figure)] for one in trials[:SHOWN]]
    print_table([knob.name, str(wish)], near)
