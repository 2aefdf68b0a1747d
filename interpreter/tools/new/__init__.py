"""`new`: start a game, a variant, a scenario or a table of cards from a working template."""
