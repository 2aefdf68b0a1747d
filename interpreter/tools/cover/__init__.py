"""Coverage: what the scenarios of a game reach, and a page about it.

In: a game, and variants if wanted. Out: what is covered and what is not, also as one HTML file that works offline.
Layer: tools.
"""
