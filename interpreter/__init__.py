"""Rulewright: rulebooks that run. The public API, small enough to print.

`load(game)` gives a Game, `Game.start()` a State; a State asks (`request`), is answered (`choose`), shows what a player
may know (`view`, `events_for`), and ends with a `result`. Everything else is inside.
"""

from interpreter.game import Game, OptionInfo
from interpreter.load import load
from interpreter.runtime import Choice, Event, Fault, Refusal, Request, Result, State

__all__ = ["Choice", "Event", "Fault", "Game", "OptionInfo", "Refusal", "Request", "Result", "State", "load"]
