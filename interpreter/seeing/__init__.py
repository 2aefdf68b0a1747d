"""What a player may know, for people: the table, and one thing in full.

`viewpoint` reads a state as one player sees it; `sections` makes the table of it, `looking` tells all about one thing; `wire` is
the same for programs, as JSON.
Layer: above runtime; nothing is read here that the player may not see.
"""

from interpreter.seeing.looking import look
from interpreter.seeing.sections import Section, tabletop
from interpreter.seeing.viewpoint import WorkedOut
from interpreter.seeing.wire import Kept, definition, event_forms, request_form, view_form

__all__ = ["Kept", "Section", "WorkedOut", "definition", "event_forms", "look", "request_form", "tabletop", "view_form"]
