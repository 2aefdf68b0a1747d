"""A readable page about a game, made from its definition.

In: a game. Out: files by name. Layer: tools. `rules` cuts the rules' texts into single rules, `telling` makes lists and a chart
of the rules in words, `site` writes the page.
"""

from .site import site

__all__ = ["site"]
