"""Looking for trouble in a game, instead of averages.

In: a Game. Out: `explored`: findings, each shrunk to few decisions, and what nothing reached; `counted`: all positions and
histories of a small game. Layer: tools.
"""

from .exhaustive import Counted, Endless, TooMany, counted
from .findings import Finding, scenario_text
from .guided import explored
from .in_python import Explored
from .together import Task, explored_together

__all__ = [
    "Counted",
    "Endless",
    "Explored",
    "Finding",
    "Task",
    "TooMany",
    "counted",
    "explored",
    "explored_together",
    "scenario_text",
]
