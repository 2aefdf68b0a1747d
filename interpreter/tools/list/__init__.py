"""`list` and `explain`: what can be shown without loading a game."""
