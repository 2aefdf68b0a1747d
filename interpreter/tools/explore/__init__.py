"""Search a game for defects by guided play, or enumerate a small game.

In: a Game. Out: `explored`: findings, each shrunk to few decisions, and what was never reached; `counted`: all positions and
histories of a small game. Layer: tools.
"""
