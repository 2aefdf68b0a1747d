"""Faults of the rules while playing, and signals that leave a run early.

In: what a rule did. Out: exceptions. Layer: runtime.
"""

from __future__ import annotations

from interpreter.ir.types import LARGEST
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Tried
from interpreter.source import Diagnostic


class Fault(Exception):
    """A rule failed while playing.

    `stack` names the rules that were running, innermost first, with their locations."""

    def __init__(self, code: str, message: str, stack: tuple[str, ...] = (), help: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.stack, self.help = code, message, stack, help
        self.decisions: tuple[str, ...] = ()  # the decisions that led there, where they help

    @property
    def diagnostic(self) -> Diagnostic:
        where = "" if not self.stack else f" (in {self.stack[0]})"
        return Diagnostic(self.code, self.message + where, None, self.help)


class EnoughSignal(Exception):
    """A trial has passed its last `must leave`: nothing after it matters."""


class Ended(Exception):
    """The game ended inside a procedure that cannot stop by itself."""


class RejectedSignal(Exception):
    """A trial reached a `must leave` that fails.

    Its reason, condition, values, location and clauses."""

    def __init__(
        self, reason: str, condition: str = "", values: str = "", location: str = "", clauses: tuple[str, ...] = ()
    ) -> None:
        super().__init__(reason)
        self.words = Tried(reason, condition, values.rstrip("; "), location, clauses)


def beyond(name: str, value: int, low: int, high: int) -> Fault:
    if high >= LARGEST:
        return Fault("R0801", f"{name} grows without limit", help="check what keeps adding to it")
    return Fault("R0801", f"{name} would become {value}, but is only allowed from {low} to {high}")


def too_deep(name: str, most: int) -> Fault:
    help = "raise the limit, or make each use come closer to the case that does not use itself"
    return Fault("R0803", f'"{name}" uses itself more than {most} times', help=help)


def too_poor(s: Position, name: str, player: int | str | None, amount: int) -> Fault:
    if isinstance(player, str):
        help = f"check first that it can pay: if {name} is at least the amount"
        return Fault("R0802", f"{player} must pay {amount} and has too little", help=help)
    payer = s.player_names[player] if player is not None and player < s.count else "somebody"
    help = f"say what happens then: before pay_{name} where payer's {name} is less than amount"
    return Fault("R0802", f"{payer} must pay {amount} {name} and has too little", help=help)


PYTHONS_LIMITS = (RecursionError, MemoryError, SyntaxError)


def is_limit(error: Exception) -> bool:
    """Did generated code hit a limit of Python? Otherwise the code itself is invalid."""
    return not isinstance(error, SyntaxError) or "too many" in str(error)


def nested_too_deeply() -> Fault:
    help = (
        "where values are calculated from each other in a long chain, store one along the way with keep and use that; "
        "move inner steps into procedures"
    )
    return Fault("R0107", "these rules are nested too deeply", help=help)


def not_there() -> Fault:
    return Fault(
        "R0807", "something is taken from a list that does not have it", help="check the length of the list first"
    )


def too_many_sets(most: int, items: int) -> Fault:
    help = "choose from fewer, choose fewer, or let them be chosen one by one, without `at once`"
    return Fault("R0817", f"there are more than {most:,} sets to choose from at once (of {items} things)", help=help)


def endless() -> Fault:
    return Fault("R0803", "a repetition never ends", help="check what it waits for")


def unending(most: int) -> Fault:
    return Fault("R0809", f"the game has not ended after {most} decisions")
