"""One match with people and bots at a table.

In: a State, who sits where, a Screen to speak and listen through. Out: the match, played to its end or left.
Layer: tools. How a table is drawn and where a game is saved, the caller decides.
"""

from .match import DECIDE, FilesChanged, Match, Reloaded, Screen
from .words import beside, in_full, keys, limits

__all__ = ["DECIDE", "FilesChanged", "Match", "Reloaded", "Screen", "beside", "in_full", "keys", "limits"]
