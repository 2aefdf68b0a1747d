"""Print the summary of a simulation in words.

In: the plain values of a summary. Out: lines on standard output. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from shlex import quote
from typing import Any

from interpreter.tools.cli.output import count, print_table, say

SHOWN_FAULTS = 20
SHOWN_SEEDS = 20
BY_CHANCE = {"random", "eager", "automa"}  # bots that do not look ahead


def print_numbers(numbers: Mapping[str, Any], show_options: bool = False) -> None:
    say(
        f"{count(numbers['games'], 'game')} of {numbers['game']} with {count(numbers['players'], 'player')}: "
        f"{numbers['finished']} finished, {count(numbers['faults'], 'error')}, {numbers['endless']} endless."
    )
    _print_setting(numbers, show_options)
    say(
        f"{count(numbers['decisions'], 'decision')} in {numbers['seconds']:.2f} s "
        f"({numbers['decisions_per_second']:,} per second)."
    )
    _print_seats(numbers)
    _print_never_used(numbers["never_used"])
    _print_variant_rules(numbers["variant_rules"], numbers["variant_changes"])
    for fault in numbers["fault_reports"][:SHOWN_FAULTS]:
        _print_fault(numbers, fault)
    if len(numbers["fault_reports"]) > SHOWN_FAULTS:
        say(f"{count(len(numbers['fault_reports']) - SHOWN_FAULTS, 'other error')}: --json F writes them all.")
    if numbers["endless_seeds"]:
        first, *others = numbers["endless_seeds"]
        say(
            f"{count(numbers['endless'], 'endless game')}, play {'one' if others else 'it'} with: {replaying(numbers, first)}"
        )
        _print_seeds(others)


def replaying(numbers: Mapping[str, Any], seed: int) -> str:
    """Build the command that replays one match of a simulation."""
    words = ["rulewright", "play", numbers["word"]]
    for variant in numbers["variant_words"]:
        words += ["--variant", variant]
    for name, value in numbers["changed_options"].items():
        words += ["--option", f"{name}={value}"]
    return " ".join(quote(word) for word in [*words, "--seed", str(seed), "--seats", ",".join(numbers["bots"])])


def _print_setting(numbers: Mapping[str, Any], show_options: bool) -> None:
    """Print what was played, so that the run can be repeated."""
    parts = [f"seed {numbers['seed']}"]
    if numbers["variants"]:
        parts.append(f"variants {', '.join(numbers['variants'])}")
    options = numbers["options" if show_options else "changed_options"]
    if options:
        parts.append("options " + ", ".join(f"{name}={value}" for name, value in options.items()))
    say(f"With {'; '.join(parts)}.")


def _print_seats(numbers: Mapping[str, Any]) -> None:
    finished = numbers["finished"]
    if not finished:
        return
    scores = ("mean", "least", "most", "sd") if numbers["scores"] else ()
    rows = []
    for seat, wins in enumerate(numbers["wins"]):
        score = numbers["scores"][seat] if numbers["scores"] else None
        shown = [""] * len(scores)  # a seat that was out in every game has no score
        if score:
            shown = [f"{score['mean']:.2f}", f"{score['min']}", f"{score['max']}", f"{score['sd']:.2f}"]
        low, high = numbers["intervals"][seat]
        bot = numbers["bots"][seat] if numbers["bots"] else ""
        rows.append([str(seat + 1), bot, str(wins), f"{wins / finished:.1%}", f"{low:.1%}–{high:.1%}", *shown])
    headings = ["seat", "bot", "wins", "share", "95 % interval"]
    print_table([*headings, *scores], rows)
    if set(numbers["bots"] or ()) <= BY_CHANCE:
        say("Random bots hardly plan: this is what rules and luck do, not how people play.")
    if numbers["draws"]:
        say(f"{count(numbers['draws'], 'game')} without a winner.")
    if numbers["rounds"]:
        rounds = numbers["rounds"]
        say(f"Rounds: {rounds['mean']:.1f} on average, {rounds['min']} to {rounds['max']}.")


def _print_never_used(never_used: Mapping[str, Sequence[str] | None]) -> None:
    for kind, names in never_used.items():
        if names:
            say(f"Never used {kind}: {', '.join(names)}.")


def _print_variant_rules(
    variants: Mapping[str, Mapping[str, Sequence[str]]], changes: Sequence[Mapping[str, Any]]
) -> None:
    for variant, rules in variants.items():
        reached, missed = rules["reached"], rules["not_reached"]
        if not reached and not missed:
            _print_changes(variant, [change for change in changes if change["variant"] == variant])
            continue
        missing = f"; never reached: {', '.join(missed)}" if missed else ""
        say(f"Rules of the variant {variant}: {len(reached)} of {len(reached) + len(missed)} reached{missing}.")


def _print_changes(variant: str, changes: Sequence[Mapping[str, Any]]) -> None:
    """Print the changes of a variant without rules, and where they were counted."""
    say(f"The variant {variant} changes:" if changes else f"The variant {variant} changes nothing.")
    for change in changes:
        say(f"    {change['change']}  ({_asked(change)})")
    counted = next((change for change in changes if change["kind"] == "value"), None)
    if counted is not None:
        games = "first game" if counted["played"] == 1 else f"first {counted['played']} games"
        bots = "" if counted["same"] else " with random bots"
        say(f"    counted by playing the {games} again in Python{bots}")


def _asked(change: Mapping[str, Any]) -> str:
    if change["kind"] == "value":
        if not change["times"]:
            return "never evaluated"
        return f"evaluated {count(change['times'], 'time')}, in {change['games']} of {count(change['played'], 'game')}"
    return "an option, fixed before the game" if change["kind"] == "option" else "not counted"


def _print_fault(numbers: Mapping[str, Any], fault: Mapping[str, Any]) -> None:
    say(f"in {count(fault['games'], 'game')}: error[{fault['code']}]: {fault['message']}")
    for rule in fault["stack"]:
        say(f"    in {rule}")
    if fault["last_decisions"]:
        say(f"    the last decisions: {'; '.join(fault['last_decisions'])}")
    say(f"    play it with: {replaying(numbers, fault['seed'])}")
    _print_seeds([seed for seed in fault["seeds"] if seed != fault["seed"]])


def _print_seeds(others: Sequence[int]) -> None:
    """Print the seeds of further games with the same result."""
    if others:
        more = len(others) - SHOWN_SEEDS
        rest = f" and {more} more, which --json F writes" if more > 0 else ""
        say(f"    the same with --seed {', '.join(map(str, others[:SHOWN_SEEDS]))}{rest}")
