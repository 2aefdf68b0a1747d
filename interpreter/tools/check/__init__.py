"""`check` and `fmt`: find everything that is wrong with a game."""
