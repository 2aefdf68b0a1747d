"""A page about many games: one file that works offline.

In: the rows of a simulation, and the names of all that the game could come to. Out: HTML with figures, and the words that play
any game of them again. Layer: tools. Figures are made by Altair, an extra.
"""

from .page import missing_library, page

__all__ = ["missing_library", "page"]
