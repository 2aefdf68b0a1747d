"""The `show` and `trace` commands: look into a game.

In: a game. Out: its representations, and how rulebook, rules and scenarios fit. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import Annotated, Any

import typer

from interpreter.tools.cli.opening import chosen_variants
from interpreter.tools.cli.output import console, count, say, say_json, visible
from interpreter.tools.cli.parameters import GameWord, JsonFlag, VariantWords

LONGEST_CLAUSE = 100


class Stage(str, Enum):  # noqa: UP042 - Typer wants the values as words
    """What to show: names to hold on to, or a rule at one of its stages."""

    names = "names"
    rules = "rules"
    tree = "tree"
    program = "program"
    python = "python"
    c = "c"


def show(
    stage: Annotated[Stage, typer.Argument(metavar="names|rules|tree|program|python|c", help="What to show.")],
    game: GameWord,
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="One rule (names: a word to look for); everything if left out."),
    ] = None,
    variant: VariantWords = None,
) -> int:
    """Show what a game is made of: its names, or a rule on its way through the interpreter.

    `show names GAME [WORD]` lists every value, rule, step, choice, column and card that a house rule can change, with an example
    line. `show rules GAME NAME` writes a rule as it is really played, with what variants, cards and automas change. `tree`,
    `program`, `python` and `c` show a rule as parsed, as a program, as Python and as C.
    """
    if stage is Stage.names:
        from interpreter.tools.show.names import names

        say(names(game, name, chosen_variants(game, variant)).rstrip("\n"))
        return 0
    from interpreter.tools.show.stages import show

    say(show(game, stage.value, name, chosen_variants(game, variant)).rstrip("\n"))
    return 0


def trace(
    game: GameWord,
    as_json: JsonFlag = False,
) -> int:
    """Show which rules cite each clause of the rulebook, which scenarios cover it, and what is left."""
    from interpreter.tools.trace.citations import trace

    traced = trace(game)
    if as_json:
        say_json(traced)
    else:
        _print_trace(traced)
    return 0


def _print_trace(traced: Mapping[str, Any]) -> None:
    for clause in traced.get("clauses", ()):
        _print_clause(clause)
    for clause, places in traced.get("unknown", {}).items():
        say(f"not in the rulebook: {clause}, cited by {', '.join(places)}")
    _print_uncovered(traced["summary"])


def _print_clause(clause: Mapping[str, Any]) -> None:
    text = str(clause.get("text", ""))
    shown = text if len(text) <= LONGEST_CLAUSE else text[: LONGEST_CLAUSE - 1] + "…"
    console().print(visible(f"{clause['id']}  {shown}"), style="bold", soft_wrap=True)
    for heading, key in (("rules", "rules"), ("scenarios", "scenarios")):
        if clause.get(key):
            say(f"    {heading}: {', '.join(str(entry) for entry in clause[key])}")
    if clause.get("note"):
        say(f"    note: {clause['note']}")


def _print_uncovered(summary: Mapping[str, Any]) -> None:
    uncovered = summary["uncovered"]
    if isinstance(uncovered, Sequence) and not isinstance(uncovered, str):
        for clause in uncovered:
            say(f"not covered: {clause}")
        uncovered = len(uncovered)
    say(
        f"{count(summary['clauses'], 'clause')}: {summary['cited_by_rule']} cited by a rule, "
        f"{summary['cited_by_scenario']} by a scenario, {summary['notes']} with a note, {uncovered} not covered, "
        f"{len(summary.get('unknown', ()))} cited but not in the rulebook."
    )
