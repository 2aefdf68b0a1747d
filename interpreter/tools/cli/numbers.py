"""The summary of a simulation in words.

In: the plain values of a summary. Out: lines on standard output. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from shlex import quote
from typing import Any

from .speech import count, print_table, say


def print_numbers(numbers: Mapping[str, Any], show_options: bool = False) -> None:
    say(
        f"{count(numbers['games'], 'game')} of {numbers['game']} with {count(numbers['players'], 'player')}: "
        f"{numbers['finished']} finished, {count(numbers['faults'], 'fault')}, {numbers['endless']} endless."
    )
    _print_setting(numbers, show_options)
    say(
        f"{count(numbers['decisions'], 'decision')} in {numbers['seconds']:.2f} s "
        f"({numbers['decisions_per_second']:,} per second)."
    )
    _print_seats(numbers)
    _print_never_used(numbers["never_used"])
    _print_variant_rules(numbers["variant_rules"])
    for fault in numbers["fault_reports"]:
        _print_fault(numbers, fault)
    for seed in numbers["endless_seeds"]:
        say(f"endless game, play it with: {replaying(numbers, seed)}")


def replaying(numbers: Mapping[str, Any], seed: int) -> str:
    """The words that play one match of a simulation again."""
    words = ["rulewright", "play", numbers["word"]]
    for variant in numbers["variant_words"]:
        words += ["--variant", variant]
    for name, value in numbers["changed_options"].items():
        words += ["--option", f"{name}={value}"]
    return " ".join(quote(word) for word in [*words, "--seed", str(seed), "--seats", ",".join(numbers["bots"])])


def _print_setting(numbers: Mapping[str, Any], show_options: bool) -> None:
    """What was played, so that the report can be repeated."""
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
    rows = []
    for seat, wins in enumerate(numbers["wins"]):
        score = numbers["scores"][seat] if numbers["scores"] else None
        shown = [f"{score['mean']:.2f}", f"{score['min']}", f"{score['max']}", f"{score['sd']:.2f}"] if score else []
        low, high = numbers["intervals"][seat]
        bot = numbers["bots"][seat] if numbers["bots"] else ""
        rows.append([str(seat + 1), bot, str(wins), f"{wins / finished:.1%}", f"{low:.1%}–{high:.1%}", *shown])
    headings = ["seat", "bot", "wins", "share", "95 % interval"]
    print_table([*headings, *(("mean", "least", "most", "sd") if numbers["scores"] else ())], rows)
    if numbers["draws"]:
        say(f"{count(numbers['draws'], 'game')} without a winner.")
    if numbers["rounds"]:
        rounds = numbers["rounds"]
        say(f"Rounds: {rounds['mean']:.1f} on average, {rounds['min']} to {rounds['max']}.")


def _print_never_used(never_used: Mapping[str, Sequence[str] | None]) -> None:
    for kind, names in never_used.items():
        if names:
            say(f"Never used {kind}: {', '.join(names)}.")


def _print_variant_rules(variants: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
    for variant, rules in variants.items():
        reached, missed = rules["reached"], rules["not_reached"]
        missing = f"; never reached: {', '.join(missed)}" if missed else ""
        say(f"Rules of the variant {variant}: {len(reached)} of {len(reached) + len(missed)} reached{missing}.")


def _print_fault(numbers: Mapping[str, Any], fault: Mapping[str, Any]) -> None:
    say(f"fault in {count(fault['games'], 'game')}, error[{fault['code']}]: {fault['message']}")
    for rule in fault["stack"]:
        say(f"    in {rule}")
    if fault["last_decisions"]:
        say(f"    the last decisions: {'; '.join(fault['last_decisions'])}")
    say(f"    play it with: {replaying(numbers, fault['seed'])}")
