"""Find the rules that were running when something failed.

In: a state and the exception from generated code. Out: a Fault with the stack of rules, innermost first, each as `name
(file:line)`. Layer: runtime.
"""

from __future__ import annotations

from itertools import groupby
from types import CodeType

from interpreter.runtime.faults import Fault, RejectedSignal
from interpreter.runtime.identifiers import rule_of
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Frame
from interpreter.source import visible

MAX_SHOWN = 30


def explained(s: Position, error: Exception) -> Fault:
    """Build a fault with the rule stack.

    From the traceback inside a block, then the frames around it."""
    code, message, help = "R0807", _plain(error), None
    if isinstance(error, Fault):
        code, message, help = error.code, error.message, error.help
    elif isinstance(error, RejectedSignal):
        code, message = "R0808", f"an attempt failed: {error}"
    running = _running(s, error)
    around = _waiting(s, s.stack[:-1] if running else s.stack)
    return Fault(code, message, _folded([*running, *around]), help)


def _plain(error: Exception) -> str:
    if isinstance(error, ZeroDivisionError):
        return "something is divided by zero"
    if isinstance(error, RecursionError):
        return "procedures run each other endlessly"
    if isinstance(error, OverflowError | MemoryError):
        return "a number or a list has grown without limit"
    return "a value that may be none was used without a check"


def _running(s: Position, error: Exception) -> list[str]:
    """List the rules in the Python traceback, innermost first."""
    found = []
    trace = error.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        location = s.code.location(trace.tb_lineno) if code.co_filename == s.code.filename else ""
        if location:
            found.append(_named(_rule(s, code), location))
        trace = trace.tb_next
    return found[::-1]


def _rule(s: Position, code: CodeType) -> str:
    """The rule of a generated function.

    B12, runXpay or valueXcost, and anything nested in it."""
    name = code.co_qualname.split(".")[0]
    if name[0] == "b" and name[1:].isdigit():
        return s.code.BLOCK_ROUTINE[int(name[1:])]
    return rule_of(name) if name.startswith(("runX", "valueX")) else ""


def _waiting(s: Position, stack: list[Frame]) -> list[str]:
    """The routines around what was running, innermost first."""
    routines, locations = s.code.BLOCK_ROUTINE, s.code.CALLED_AT
    blocks = [frame[0] for frame in stack[-MAX_SHOWN:] if frame[0] < len(routines)]
    return [_named(routines[block], locations.get(block, "")) for block in reversed(blocks)]


def _named(rule: str, location: str) -> str:
    """A rule with its location; a file may have any name, and the stack is printed."""
    return f"{rule} ({visible(location)})" if rule and location else rule or visible(location)


def _folded(locations: list[str]) -> tuple[str, ...]:
    """Fold repetitions of the same rule into one entry."""
    found = [(location, len(list(same))) for location, same in groupby(locations)]
    return tuple(f"{location}, {times} times" if times > 1 else location for location, times in found[:MAX_SHOWN])
