"""`variants`: what a game can be changed by, and what goes with what.

In: a game. Out: a line for each variant and option, or a table of all pairs, as text or JSON. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

import interpreter

from .files import check_writable, write_text
from .opening import player_range
from .parameters import GameWord, JsonFile, Seed
from .speech import as_json, count, print_table, say, say_json

if TYPE_CHECKING:
    from interpreter import OptionInfo, Pairing, VariantInfo


def variants(
    game: GameWord,
    matrix: Annotated[bool, typer.Option("--matrix", help="Check and play every pair of variants.")] = False,
    json: JsonFile = None,
    seed: Seed = None,
) -> int:
    """List the variants and options of a game; with --matrix, say which pairs do not fit and why (exit 1 if some)."""
    if json and str(json) != "-":
        check_writable(json)
    found = interpreter.variants(game)
    pairs = list(interpreter.matrix(game, seed if seed is not None else 1)) if matrix else []
    values: dict[str, object] = {"variants": [asdict(info) for info in found], "options": [asdict(one) for one in _own(game)]}
    if matrix:
        values["pairs"] = [{**asdict(pair), "fits": pair.fits} for pair in pairs]
    if json and str(json) == "-":
        say_json(values)
    else:
        if json:
            write_text(json, as_json(values))
        _print_variants(found)
        _print_options("options", _own(game))
        _print_pairs(pairs)
        if matrix and len(found) == 1:
            say("\nThere is only one variant, so there are no pairs.")
    return 1 if any(pair.allowed and not pair.fits for pair in pairs) else 0


def _own(game: str) -> tuple[OptionInfo, ...]:
    return interpreter.load(game).options


def _print_variants(found: Sequence[VariantInfo]) -> None:
    rows = [(info.name, info.title, _conditions(info)) for info in found]
    if not rows:
        say("This game has no variants.")
        return
    print_table(("variant", "title", "goes with"), rows)
    for info in found:
        _print_options(f"options of {info.name}", info.options)


def _conditions(info: VariantInfo) -> str:
    said = [
        f"{word} {', '.join(names)}"
        for word, names in (("requires", info.requires), ("extends", info.extends), ("excludes", info.excludes))
        if names
    ]
    if info.people is not None:
        said.append(f"for {player_range(*info.people)}")
    return "; ".join(said)


def _print_options(title: str, options: Iterable[OptionInfo]) -> None:
    rows = [(option.name, _values(option), option.title) for option in options]
    if rows:
        say()
        print_table((title, "values (the first is usual)", "what it decides"), rows)


def _values(option: OptionInfo) -> str:
    if option.kind == "range":
        return f"{option.default}; {option.low} to {option.high}"
    values = option.values if option.kind == "names" else ("yes", "no")
    return ", ".join([str(option.default), *(str(value) for value in values if value != option.default)])


def _print_pairs(pairs: Sequence[Pairing]) -> None:
    wrong = [pair for pair in pairs if not pair.fits]
    if wrong:
        say()
        print_table(("pair", "", "why not"), [(" + ".join(pair.variants), _word(pair), pair.reason) for pair in wrong])
    if pairs:
        broken = sum(pair.allowed for pair in wrong)
        say()
        fitting = f"{count(len(pairs), 'pair')}: {len(pairs) - len(wrong)} fit"
        say(f"{fitting}, not allowed: {len(wrong) - broken}, do not fit: {broken}.")


def _word(pair: Pairing) -> str:
    return "does not fit" if pair.allowed else "not allowed"
