"""A Program becomes the text of one Python module.

`context` knows how variables and places are written, `terms` and `acts` write expressions and statements, `module`
writes everything together.
"""
