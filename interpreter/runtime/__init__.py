"""Playing: the state, the machine that runs it, and what people see of it.

`state` is a game in progress; `machine` runs blocks; `requests`, `refusals`, `views` and `events` are what players get; `chance`,
`lists`, `zones` and `grids` are what generated code calls; `code` links it; `saving` writes and reads games.
"""

from interpreter.runtime.code import Code
from interpreter.runtime.events import Event
from interpreter.runtime.faults import Fault
from interpreter.runtime.history import Decision
from interpreter.runtime.refusals import Refusal
from interpreter.runtime.requests import Choice, Request
from interpreter.runtime.resuming import BadSave, restore
from interpreter.runtime.seats import Seat
from interpreter.runtime.state import Result, State

__all__ = [
    "BadSave", "Choice", "Code", "Decision", "Event", "Fault", "Refusal", "Request", "Result", "Seat", "State", "restore",
]  # fmt: skip
