"""The `variants` command: what a game can be changed by, and which variants can be combined.

In: a game. Out: a line for each variant and option, or a table of all pairs, as text or JSON. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

import interpreter
from interpreter.tools.cli.files import check_writable, write_text
from interpreter.tools.cli.opening import player_range
from interpreter.tools.cli.output import as_json, count, print_table, say, say_json
from interpreter.tools.cli.parameters import GameWord, JsonFile, Seed
from interpreter.tools.cli.progress import with_progress

if TYPE_CHECKING:
    from interpreter import OptionInfo
    from interpreter.tools.variants.matrix import Pairing, VariantInfo


def variants(
    game: GameWord,
    matrix: Annotated[bool, typer.Option("--matrix", help="Check and play every pair of variants.")] = False,
    json: JsonFile = None,
    seed: Seed = None,
) -> int:
    """List the variants and options of a game; with --matrix, list the pairs that cannot be combined and why (exit 1 if any).

    Ctrl-C stops --matrix and reports the pairs that were tried.
    """
    from interpreter.tools.variants.matrix import matrix as play_matrix
    from interpreter.tools.variants.matrix import variants

    if json and str(json) != "-":
        check_writable(json)
    found = variants(game)
    every = len(found) * (len(found) - 1) // 2
    pairs = _tried(play_matrix(game, seed if seed is not None else 1), every) if matrix else []
    stopped = matrix and len(pairs) < every
    values: dict[str, object] = {
        "variants": [asdict(info) for info in found],
        "options": [asdict(one) for one in _own(game)],
    }
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
        if stopped:
            say(f"Stopped after {len(pairs)} of {count(every, 'pair')}.")
    return 1 if stopped or any(pair.allowed and not pair.fits for pair in pairs) else 0


def _tried(pairs: Iterable[Pairing], every: int) -> list[Pairing]:
    """Collect all pairs, or those tried before Ctrl-C."""
    found: list[Pairing] = []
    try:
        for pair in with_progress(pairs, every, noun="pairs"):
            found.append(pair)  # noqa: PERF402 - those before Ctrl-C are kept
    except KeyboardInterrupt:
        pass
    return found


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
        for word, names in (
            ("requires", info.requires),
            ("includes", info.includes),
            ("extends", info.extends),
            ("excludes", info.excludes),
        )
        if names
    ]
    if info.people is not None:
        said.append(f"for {player_range(*info.people)}")
    return "; ".join(said)


def _print_options(title: str, options: Iterable[OptionInfo]) -> None:
    rows = [(option.name, _values(option), option.title) for option in options]
    if rows:
        say()
        print_table((title, "values (the first is the default)", "what it decides"), rows)


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
