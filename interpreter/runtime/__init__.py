"""Playing: the state, the machine that runs it, and what people see of it.

`tables` are the records that generated code fills, `position` is the data of a game in progress, `state` what the public
API gives of it; `machine` runs blocks; `requests`, `refusals`, `views`, `events` and `telling` are what players get;
`chance`, `lists`, `zones` and `grids` are what generated code calls; `code` links it; `saving` and `resuming` write and
read games.
"""

from interpreter.runtime.code import link
from interpreter.runtime.events import Deed, Event
from interpreter.runtime.faults import Fault
from interpreter.runtime.history import Decision
from interpreter.runtime.refusals import Refusal
from interpreter.runtime.requests import Choice, Request, Several
from interpreter.runtime.resuming import BadSave, restore
from interpreter.runtime.state import Result, Seat, State
from interpreter.runtime.tables import Code
from interpreter.runtime.things import Laid, Thing

__all__ = [
    "BadSave", "Choice", "Code", "Decision", "Deed", "Event", "Fault", "Laid", "Refusal", "Request", "Result", "Seat", "Several",
    "State", "Thing", "link", "restore",
]  # fmt: skip
