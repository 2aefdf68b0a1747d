"""`variants`: what a game can be changed by, and which variants can be combined."""
