"""The runtime: the state of a game, the machine that runs it, and what people see of it.

`tables` has the records that generated code fills, `position` the data of a game in progress, `state` its public API;
`machine` runs blocks; `requests`, `refusals`, `views`, `events` and `event_log` are what players get; `chance`, `lists`,
`zones` and `grids` are called by generated code; `code` links it; `saving` and `resuming` serialize and restore games.
"""

from interpreter.runtime.code import link
from interpreter.runtime.engine import Engine
from interpreter.runtime.events import Deed, Event
from interpreter.runtime.faults import Fault
from interpreter.runtime.history import Decision
from interpreter.runtime.refusals import Refusal
from interpreter.runtime.requests import Choice, Request, Several
from interpreter.runtime.result import Result
from interpreter.runtime.resuming import SaveError, restore
from interpreter.runtime.state import Inspection, Seat, State
from interpreter.runtime.tables import Code
from interpreter.runtime.things import Laid, Thing

__all__ = [
    "Choice",
    "Code",
    "Decision",
    "Deed",
    "Engine",
    "Event",
    "Fault",
    "Inspection",
    "Laid",
    "Refusal",
    "Request",
    "Result",
    "SaveError",
    "Seat",
    "Several",
    "State",
    "Thing",
    "link",
    "restore",
]  # fmt: skip
