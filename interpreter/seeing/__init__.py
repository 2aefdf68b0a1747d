"""What a player may know, for people: the table, and one thing in full.

`eyes` reads a state as one player sees it; `sections` makes the table of it, `looking` tells all about one thing.
Layer: above runtime; nothing is read here that the player may not see.
"""

from interpreter.seeing.looking import look
from interpreter.seeing.sections import Section, tabletop

__all__ = ["Section", "look", "tabletop"]
