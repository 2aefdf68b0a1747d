"""A page about what the scenarios of a game come to.

In: what `interpreter.cover` found. Out: one HTML file that works offline. Layer: tools.
"""

from .page import page

__all__ = ["page"]
